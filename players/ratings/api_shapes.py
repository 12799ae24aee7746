"""What goes in and out of the API of ratings."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from web.api.fields import Change, Moment, Strict, WholeNumber

from . import rulings
from .events import CLUB, MODES

MAX_REASON = 500


class Points(serializers.FloatField):
    """Thousandths of a point as points."""

    def to_representation(self, value: Any) -> float:  # type: ignore[override]  # as FloatField itself does
        return float(value) / 1000


class LadderName(serializers.Serializer[Any]):
    game = serializers.CharField()
    ruleset = serializers.CharField()
    speed = serializers.CharField(allow_blank=True)
    mode = serializers.ChoiceField(MODES)


class OneLadder(LadderName):
    facts = serializers.IntegerField(help_text="Games, corrections and the rest, so far.")
    rules = serializers.DictField(
        child=serializers.IntegerField(), help_text="`season`, `keep`, `idle`, `decay`; empty: none."
    )
    month = serializers.CharField(allow_blank=True, help_text="How far the calendar has come: `2026-11`.")


class Rung(serializers.Serializer[Any]):
    rank = serializers.IntegerField(allow_null=True, help_text="null: a provisional rating.")
    who = serializers.CharField(help_text="`player:ID` or `bot:NAME`.")
    name = serializers.CharField()
    bot = serializers.BooleanField(source="is_bot")
    rating = Points(source="value")
    games = serializers.IntegerField()
    provisional = serializers.BooleanField()
    deviation = serializers.IntegerField(help_text="Points by which the rating is usually off; 0 in FIDE mode.")


@extend_schema_serializer(component_name="RatingStanding")
class Standing(serializers.Serializer[Any]):
    ladder = OneLadder()
    players = Rung(many=True)


class Line(serializers.Serializer[Any]):
    who = serializers.CharField()
    place = serializers.IntegerField(help_text="0: only the winner is known.")
    expected = serializers.FloatField()
    scored = serializers.FloatField()
    k = serializers.IntegerField(help_text="0 in FIDE mode: it is known when the period ends.")
    before = Points()
    after = Points()


@extend_schema_serializer(component_name="RatedSeat")
class Seat(serializers.Serializer[Any]):
    published = Line()
    known = Line(allow_null=True, help_text="null: the game was annulled.")


class CorrectionShown(serializers.Serializer[Any]):
    at = Moment()
    kind = serializers.CharField()
    by = serializers.CharField(source="actor", help_text="`player:ID`, or what did it by itself.")
    reason = serializers.CharField()


class RatedGame(serializers.Serializer[Any]):
    game = serializers.UUIDField()
    version = serializers.IntegerField(help_text="It rises with each correction.")
    ladder = LadderName()
    number = serializers.IntegerField()
    played_at = Moment()
    annulled = serializers.BooleanField()
    suspended = serializers.BooleanField(help_text="Annulled as long as an objection to its result is open.")
    seats = Seat(many=True)
    corrections = CorrectionShown(many=True)


class Looked(Strict):
    what = serializers.ChoiceField(rulings.WHATS)
    places = serializers.ListField(
        child=WholeNumber(min_value=0, max_value=4), max_length=4, required=False, help_text="By seat, to correct."
    )
    winner = WholeNumber(min_value=0, max_value=3, required=False, help_text="The seat, where no more is known.")
    seats = serializers.ListField(
        child=serializers.CharField(max_length=60), max_length=4, required=False, help_text="Who really played."
    )


class Corrected(Looked, Change):
    reason = serializers.CharField(max_length=MAX_REASON, help_text="Everybody can read it.")


class Move(serializers.Serializer[Any]):
    who = serializers.CharField()
    before = Points()
    after = Points()


class OnLadder(serializers.Serializer[Any]):
    ladder = LadderName()
    moved = Move(many=True)


class Foreseen(serializers.Serializer[Any]):
    ladders = OnLadder(many=True)


@extend_schema_serializer(component_name="RatingFact")
class Fact(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="Of the fact on its ladder.")
    repeated = serializers.BooleanField()


MAX_IMPORT = 500_000
"""Characters."""


class Import(Strict):
    game = serializers.CharField(max_length=40)
    ruleset = serializers.CharField(max_length=60)
    speed = serializers.CharField(max_length=20, required=False, default="live", allow_blank=True)
    mode = serializers.ChoiceField(MODES, required=False, default=CLUB)
    text = serializers.CharField(
        max_length=MAX_IMPORT, trim_whitespace=False, help_text="CSV with a heading, or a JSON list: docs/ratings.md."
    )
    reason = serializers.CharField(max_length=MAX_REASON)
    decision_id = serializers.UUIDField(required=False)


class ImportLine(serializers.Serializer[Any]):
    line = serializers.IntegerField()
    why = serializers.CharField()


@extend_schema_serializer(component_name="RatingsImported")
class Imported(serializers.Serializer[Any]):
    taken = serializers.IntegerField()
    refused = ImportLine(many=True)
    number = serializers.IntegerField(allow_null=True, help_text="Of the import; null: nothing was valid.")


class UndoImport(Strict):
    game = serializers.CharField(max_length=40)
    ruleset = serializers.CharField(max_length=60)
    speed = serializers.CharField(max_length=20, required=False, default="live", allow_blank=True)
    mode = serializers.ChoiceField(MODES, required=False, default=CLUB)
    number = WholeNumber(min_value=1, max_value=2**31 - 1)
    reason = serializers.CharField(max_length=MAX_REASON)
    decision_id = serializers.UUIDField(required=False)


class ListedRow(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    who = serializers.CharField()
    name = serializers.CharField()
    rating = Points(source="value", help_text="As published; 0: unrated.")
    known = Points(help_text="As known now.")
    games = serializers.IntegerField(help_text="Of the period.")
    change = Points()


class RatingListShown(serializers.Serializer[Any]):
    ladder = OneLadder()
    periods = serializers.ListField(child=serializers.CharField(), help_text="The latest first.")
    month = serializers.CharField(allow_blank=True)
    players = ListedRow(many=True)
