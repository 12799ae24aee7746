"""What goes in and out of the API for positions. Field by field the shapes of ``matches.positions.shapes``."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from elekt_core.contract import SeatNo
from elekt_core.record.record import encode_meta_decision
from web.api.fields import MAX_EVENTS, Change, Moment, Strict, WholeNumber

from ..play.api_shapes import Question, Refusal, Result
from ..tables.commands import MAX_SEATS
from .models import KeptPosition
from .services import MAX_NAME
from .shapes import Analysis, Asked, Board
from .text import MAX_TEXT


class BoardFields(Strict):
    game = serializers.CharField(max_length=40)
    ruleset = serializers.CharField(max_length=60, required=False, help_text="The game's newest one if left out.")
    seats = WholeNumber(min_value=1, max_value=MAX_SEATS, required=False, help_text="The ruleset's fewest if left out.")
    options = serializers.DictField(required=False, help_text="The ruleset's own options.")
    cards = serializers.CharField(max_length=60, required=False, help_text="The id of an own card list.")
    position = serializers.DictField(required=False, help_text="The position in words (docs/scenarios.md).")
    text = serializers.CharField(
        required=False,
        max_length=MAX_TEXT,
        trim_whitespace=False,
        help_text="Instead of all that: a scenario's text.",
    )


class Keep(BoardFields):
    name = serializers.CharField(max_length=MAX_NAME)
    access = serializers.ChoiceField(KeptPosition.Access.choices, required=False)
    decision_id = serializers.UUIDField(required=False, help_text="Sent twice with the same id, it counts once.")


class ChangeKept(Change):
    """What is left out stays as it is; the rest is changed, all of it or nothing."""

    name = serializers.CharField(max_length=MAX_NAME, required=False)
    access = serializers.ChoiceField(KeptPosition.Access.choices, required=False)
    position = serializers.DictField(required=False)


class Practise(BoardFields):
    """A board; or a match whose moment is to be played on from, or set up again."""

    game = serializers.CharField(max_length=40, required=False)
    bots = serializers.DictField(child=serializers.CharField(max_length=40), required=False, help_text="Bots by seat.")
    match = serializers.UUIDField(
        required=False, help_text="Play on from this match: your practice, or one that is over."
    )
    at = WholeNumber(min_value=1, max_value=MAX_EVENTS, required=False, help_text="After which event; now if left out.")
    decision_id = serializers.UUIDField(required=False, help_text="Sent twice with the same id, it counts once.")

    def validate_bots(self, bots: dict[str, str]) -> dict[int, str]:
        if not all(seat.isascii() and seat.isdigit() and len(seat) < 3 for seat in bots):
            raise serializers.ValidationError("The keys are numbers of seats.")
        return {int(seat): bot for seat, bot in bots.items()}


class PractiseOpened(serializers.Serializer[Any]):
    match = serializers.UUIDField()
    at = serializers.IntegerField(allow_null=True, help_text="The event of the old match behind which it begins.")


class BoardShown(serializers.Serializer[Any]):
    game = serializers.CharField()
    ruleset = serializers.CharField()
    seats = serializers.IntegerField()
    options = serializers.DictField()
    cards = serializers.CharField(allow_blank=True)
    position = serializers.DictField()


class KeptShown(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    version = serializers.IntegerField()
    name = serializers.CharField()
    access = serializers.ChoiceField(KeptPosition.Access.choices)
    mine = serializers.BooleanField()
    changed_at = Moment()
    board = BoardShown()


class FlawShown(serializers.Serializer[Any]):
    key = serializers.CharField(allow_blank=True, help_text="Where: `zones.missions.rows.0.1`.")
    code = serializers.CharField()
    rule = serializers.CharField(allow_blank=True)
    sentence = serializers.CharField()
    line = serializers.IntegerField(allow_null=True, help_text="In a text.")


class AskedShown(serializers.Serializer[Any]):
    question = Question()
    options = serializers.ListField(
        child=serializers.DictField(), help_text="Every decision that is possible, as it would be sent; at most 1000."
    )
    count = serializers.IntegerField(help_text="How many there are.")
    refusals = Refusal(many=True)


class PositionChecked(serializers.Serializer[Any]):
    """A position as the rules see it: what is wrong, or who may decide what, what not, and why."""

    ok = serializers.BooleanField()
    flaws = FlawShown(many=True)
    board = BoardShown(allow_null=True)
    view = serializers.DictField(allow_null=True)
    asked = AskedShown(many=True)
    outcome = Result(allow_null=True)


class ScenarioShown(serializers.Serializer[Any]):
    name = serializers.CharField()
    title = serializers.CharField()
    text = serializers.CharField()
    rules = serializers.ListField(child=serializers.CharField())
    cards = serializers.ListField(child=serializers.CharField())


class ScenarioText(ScenarioShown):
    toml = serializers.CharField(help_text="The file itself.")


MAX_OPTIONS = 1000


def checked(found: Analysis | None, board: Board | None, flaws: Any) -> dict[str, Any]:
    """What ``PositionChecked`` shows."""
    if found is None or flaws:
        return {"ok": False, "flaws": flaws, "board": board, "view": None, "asked": [], "outcome": None}
    return {
        "ok": True,
        "flaws": (),
        "board": board,
        "view": dict(found.game.encode_state(found.view)),
        "asked": [_asked(found, one) for one in found.asked],
        "outcome": found.outcome,
    }


def _asked(found: Analysis, one: Asked) -> dict[str, Any]:
    options = found.game.options(found.view, SeatNo(one.question.seat))
    first = [encode_meta_decision(found.game, option) for option in options[:MAX_OPTIONS]]
    return {"question": one.question, "options": first, "count": one.count, "refusals": one.refusals}
