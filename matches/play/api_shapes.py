"""What comes out of the API. Field by field the shapes of ``matches.play.shapes``; nothing is added to them here."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from elekt_core.record.record import encode_meta_decision
from web.api.fields import Moment

from ..models import Table as TableRow
from .shapes import Position


class Option(serializers.Serializer[Any]):
    name = serializers.CharField()
    title = serializers.CharField()
    values = serializers.JSONField(help_text="A list of numbers or words.")
    default = serializers.JSONField(help_text="A value, or a list of them where `pick` is more than 1.")
    pick = serializers.IntegerField(help_text="How many different values; more than 1: send a list.")


class Ruleset(serializers.Serializer[Any]):
    name = serializers.CharField()
    title = serializers.CharField()
    about = serializers.CharField(allow_blank=True)
    seats = serializers.ListField(child=serializers.IntegerField(), help_text="Possible numbers of seats.")
    options = Option(many=True)
    automata = serializers.ListField(child=serializers.CharField(), help_text="Sides that the rules play themselves.")


class Game(serializers.Serializer[Any]):
    name = serializers.CharField()
    rulesets = Ruleset(many=True, help_text="The first one is the default.")
    bots = serializers.ListField(child=serializers.CharField())


class Seat(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    player = serializers.UUIDField(allow_null=True)
    bot = serializers.CharField(allow_blank=True)
    name = serializers.CharField(allow_blank=True)
    mine = serializers.BooleanField()
    conceded = serializers.BooleanField()
    rank = serializers.IntegerField(allow_null=True)
    score = serializers.IntegerField(allow_null=True)


class Automaton(serializers.Serializer[Any]):
    """A side that the rules play."""

    word = serializers.CharField()
    name = serializers.CharField()
    rank = serializers.IntegerField(allow_null=True)
    score = serializers.IntegerField(allow_null=True)


class Guest(serializers.Serializer[Any]):
    player = serializers.UUIDField()
    name = serializers.CharField()


class Agreed(serializers.Serializer[Any]):
    cards = serializers.CharField(allow_blank=True, help_text="The hash of its own card list, or nothing.")
    ruleset_name = serializers.CharField(source="agreed.ruleset")
    options = serializers.DictField(source="agreed.values", help_text="The value of each option of the ruleset.")


class Table(Agreed):
    id = serializers.UUIDField()
    version = serializers.IntegerField()
    game = serializers.CharField()
    ruleset = serializers.CharField()
    access = serializers.ChoiceField(TableRow.Access.choices)
    status = serializers.ChoiceField(TableRow.Status.choices)
    host = serializers.UUIDField()
    host_name = serializers.CharField()
    opened_at = Moment()
    seats = Seat(many=True)
    match = serializers.UUIDField(allow_null=True, help_text="There once all seats are taken.")
    rated = serializers.BooleanField(help_text="Opened as one that counts on the ladder.")
    invited = Guest(many=True, help_text="Who may sit down at a table for named players.")
    may = serializers.ListField(
        child=serializers.CharField(), help_text="What you may do: sit, stand, seat_bot, close."
    )


class TableChanged(serializers.Serializer[Any]):
    table = serializers.UUIDField()
    version = serializers.IntegerField()
    match = serializers.UUIDField(allow_null=True, help_text="There once all seats are taken.")
    repeated = serializers.BooleanField(help_text="This had been done before; nothing was added.")


class Match(Agreed):
    id = serializers.UUIDField()
    table = serializers.UUIDField()
    game = serializers.CharField()
    ruleset = serializers.CharField()
    version = serializers.IntegerField()
    started_at = Moment()
    last_at = Moment()
    ended_at = Moment(allow_null=True)
    seats = Seat(many=True)
    automata = Automaton(many=True, help_text="Sides that the rules play; they come after the seats.")
    awaited = serializers.ListField(child=serializers.IntegerField())
    winner = serializers.IntegerField(allow_null=True)
    termination = serializers.CharField(allow_blank=True)
    practice = serializers.BooleanField(help_text="One person alone decides for every seat; it counts for nothing.")
    rated = serializers.BooleanField(help_text="Opened as one that counts on the ladder.")
    rated_game = serializers.UUIDField(allow_null=True, help_text="Its id on the ladder, once it has counted there.")


class Question(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    kind = serializers.CharField()
    rule = serializers.CharField(allow_blank=True)
    question = serializers.CharField(allow_blank=True)
    data = serializers.DictField()  # type: ignore[assignment]
    stack = serializers.ListField(child=serializers.CharField())
    optional = serializers.BooleanField()
    mine = serializers.BooleanField()


class Refusal(serializers.Serializer[Any]):
    parts = serializers.ListField(child=serializers.CharField())
    code = serializers.CharField()
    rule = serializers.CharField(allow_blank=True)
    sentence = serializers.CharField(allow_blank=True)
    data = serializers.DictField()  # type: ignore[assignment]


class AutomatonResult(serializers.Serializer[Any]):
    name = serializers.CharField()
    rank = serializers.IntegerField()
    score = serializers.IntegerField()


class Result(serializers.Serializer[Any]):
    winner = serializers.IntegerField(allow_null=True)
    ranks = serializers.ListField(child=serializers.IntegerField())
    scores = serializers.ListField(child=serializers.IntegerField())
    termination = serializers.CharField()
    automata = AutomatonResult(many=True)


class PositionShown(serializers.Serializer[Any]):
    """A match at one moment, as you may see it."""

    match = Match()
    perspective = serializers.SerializerMethodField()
    at = serializers.IntegerField(help_text="The number of the last event that has happened here.")
    version = serializers.IntegerField(help_text="The number of the match's last event: the expected_version.")
    view = serializers.SerializerMethodField()
    awaiting = Question(many=True)
    options = serializers.SerializerMethodField()
    refusals = Refusal(many=True)
    outcome = Result(allow_null=True)

    def get_perspective(self, position: Position) -> str:
        return str(position.perspective)

    @extend_schema_field({"type": "object", "additionalProperties": True})
    def get_view(self, position: Position) -> Any:
        return position.game.encode_state(position.view)

    @extend_schema_field({"type": "array", "items": {"type": "object", "additionalProperties": True}})
    def get_options(self, position: Position) -> list[dict[str, Any]]:
        return [encode_meta_decision(position.game, option) for option in position.options]


class Decided(serializers.Serializer[Any]):
    match = serializers.UUIDField()
    version = serializers.IntegerField(help_text="The match stands here now.")
    first_seq = serializers.IntegerField(help_text="The first event that followed from the decision.")
    repeated = serializers.BooleanField(help_text="This id had been stored before; nothing was added.")


class Fact(serializers.Serializer[Any]):
    seq = serializers.IntegerField()
    kind = serializers.CharField()
    version = serializers.IntegerField(help_text="The version of the kind's notation.")
    payload = serializers.DictField()
    at = Moment()


class Check(serializers.Serializer[Any]):
    name = serializers.CharField()
    status = serializers.ChoiceField(["ok", "flaw", "skipped"])
    code = serializers.CharField(allow_blank=True)
    data = serializers.DictField()  # type: ignore[assignment]


class Verification(serializers.Serializer[Any]):
    ok = serializers.BooleanField()
    events = serializers.IntegerField()
    head = serializers.CharField(help_text="The last event's hash. Whoever has the same one has the same record.")
    checks = Check(many=True)
