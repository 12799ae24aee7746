"""Ladders and rated games for programs: where everybody stands, why a game moved somebody, and corrections of it."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from players.ratings import importing, measures, queries, rulings, services
from players.ratings.errors import RatingRefused
from players.ratings.events import CLUB, FIDE, MODES, LadderKey
from players.ratings.lines import ladder_key
from players.ratings.models import Correction, Ladder
from players.ratings.naming import names
from players.ratings.outcome import person as person_of
from players.ratings.sentences import said
from web.api.endpoint import CHANGES, BoundedJson, Endpoint, as_json
from web.api.fields import Change, Moment, Strict, WholeNumber

LONGEST = 500
LADDER = [
    OpenApiParameter("game", str, required=True),
    OpenApiParameter("ruleset", str, required=True),
    OpenApiParameter("speed", str, description="`live` if left out."),
    OpenApiParameter("mode", str, enum=MODES, description="`club` if left out."),
]


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
    reason = serializers.CharField(max_length=LONGEST, help_text="Everybody can read it.")


class Move(serializers.Serializer[Any]):
    who = serializers.CharField()
    before = Points()
    after = Points()


class OnLadder(serializers.Serializer[Any]):
    ladder = LadderName()
    moved = Move(many=True)


class Foreseen(serializers.Serializer[Any]):
    ladders = OnLadder(many=True)


class Fact(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="Of the fact on its ladder.")
    repeated = serializers.BooleanField()


MAX_IMPORT = 500_000
"""Characters."""


class LongJson(BoundedJson):
    """Lists of ratings are longer than other requests."""

    longest = as_json(MAX_IMPORT)


class Import(Strict):
    game = serializers.CharField(max_length=40)
    ruleset = serializers.CharField(max_length=60)
    speed = serializers.CharField(max_length=20, required=False, default="live", allow_blank=True)
    mode = serializers.ChoiceField(MODES, required=False, default=CLUB)
    text = serializers.CharField(
        max_length=MAX_IMPORT, trim_whitespace=False, help_text="CSV with a heading, or a JSON list: docs/ratings.md."
    )
    reason = serializers.CharField(max_length=LONGEST)
    decision_id = serializers.UUIDField(required=False)


class ImportLine(serializers.Serializer[Any]):
    line = serializers.IntegerField()
    why = serializers.CharField()


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
    reason = serializers.CharField(max_length=LONGEST)
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


# --- reading ----------------------------------------------------------------------------------------------


def _key(given: Any) -> LadderKey:
    return ladder_key(
        given.get("game", ""), given.get("ruleset", ""), given.get("speed", "live"), given.get("mode", CLUB)
    )


def _ladder(key: LadderKey) -> Ladder:
    found = Ladder.objects.filter(game=key.game, ruleset=key.ruleset, speed=key.speed, mode=key.mode).first()
    if found is None:
        raise RatingRefused("unknown_ladder", ladder=services.said(key)[:150])
    return found


class Ladders(Endpoint):
    @extend_schema(operation_id="list_ladders", responses=OneLadder(many=True))
    def get(self, request: Request) -> Response:
        """Every ladder on which something was rated, the busiest first."""
        rows = Ladder.objects.filter(facts__gt=0).order_by("-facts", "game", "ruleset", "speed", "mode")
        return Response(OneLadder(rows, many=True).data)


class OneLadderShown(Endpoint):
    refusals = {"GET": ("401", "404")}

    @extend_schema(operation_id="get_ladder", parameters=LADDER, responses=Standing)
    def get(self, request: Request) -> Response:
        """Where the first 500 stand: people with an account, and bots. On a ladder in FIDE mode: who is rated."""
        row = _ladder(_key(request.query_params))
        rungs = queries.listed(row)
        called = names(rung.who for rung in rungs)
        fields = ("rank", "who", "is_bot", "value", "games", "provisional")
        players = [
            {
                **{name: getattr(rung, name) for name in fields},
                "name": called[rung.who],
                "deviation": 0 if row.mode == FIDE else rung.deviation,
            }
            for rung in rungs
        ]
        return Response(Standing({"ladder": row, "players": players}).data)


class RatingLists(Endpoint):
    refusals = {"GET": ("401", "404")}

    @extend_schema(
        operation_id="get_rating_list",
        parameters=[*LADDER, OpenApiParameter("month", str, description="`2026-11`; the latest if left out.")],
        responses=RatingListShown,
    )
    def get(self, request: Request) -> Response:
        """The list of a rating period in FIDE mode, as it was published and as it is known now."""
        row = _ladder(_key(request.query_params))
        months = queries.periods(row)
        month = request.query_params.get("month", months[0] if months else "")
        listed = queries.rating_list(row, month) if month else []
        called = names(one.who for one in listed)
        players = [
            {
                **{name: getattr(one, name) for name in ("rank", "who", "value", "known", "games", "change")},
                "name": called[one.who],
            }
            for one in listed
        ]
        shown = {"ladder": row, "periods": months, "month": month, "players": players}
        return Response(RatingListShown(shown).data)


class Game(Endpoint):
    refusals = {"GET": ("401", "404")}

    @extend_schema(operation_id="get_rated_game", responses=RatedGame)
    def get(self, request: Request, game_id: UUID) -> Response:
        """Why a game moved each player, as published and as known now; and its corrections. Also by a match's id."""
        row = rulings.game_of(game_id)
        shown = {
            **{name: getattr(row, name) for name in ("game", "ladder", "number", "played_at", "annulled", "suspended")},
            "seats": [
                {"published": _line(seat.published), "known": None if seat.known is None else _line(seat.known)}
                for seat in queries.explain(row.game)
            ],
            "version": services.version_of(row),
            "corrections": list(Correction.objects.filter(rated=row).order_by("id")),
        }
        return Response(RatedGame(shown).data)


def _line(change: queries.Change) -> dict[str, Any]:
    shown = {name: getattr(change, name) for name in ("who", "place", "k", "before", "after")}
    return shown | {"expected": change.expected / 1_000_000, "scored": change.scored / 1_000_000}


# --- changing ---------------------------------------------------------------------------------------------


def _asked(game: UUID, given: dict[str, Any]) -> rulings.Asked:
    how = {name: given[name] for name in ("places", "winner", "seats") if name in given}
    return rulings.Asked(game, given["what"], **how)


class CorrectionPreview(Endpoint):
    refusals = {"POST": CHANGES["POST"]}
    permission_classes = (IsAuthenticated,)

    @extend_schema(operation_id="preview_rated_game_correction", request=Looked, responses=Foreseen)
    def post(self, request: Request, game_id: UUID) -> Response:
        """What a correction would do to each ladder. Nothing is stored. For who runs the platform."""
        asked = self.asked(Looked)
        rulings.check_entitled(self.me)
        return Response(Foreseen({"ladders": rulings.preview(_asked(game_id, asked))}).data)


class CorrectionMade(Endpoint):
    refusals = {"POST": CHANGES["POST"]}
    permission_classes = (IsAuthenticated,)

    @extend_schema(operation_id="correct_rated_game", request=Corrected, responses=Fact)
    def post(self, request: Request, game_id: UUID) -> Response:
        """Correct a game, annul it, or take its last correction back. For who runs the platform."""
        asked = self.asked(Corrected)
        decision = asked.get("decision_id") or uuid4()
        done = rulings.make(
            _asked(game_id, asked),
            player=self.me,
            reason=asked["reason"],
            decision_id=decision,
            expected_version=asked.get("expected_version"),
        )
        return Response(Fact(done).data)


class Imports(Endpoint):
    refusals = {"POST": CHANGES["POST"]}
    parser_classes = (LongJson,)
    permission_classes = (IsAuthenticated,)

    @extend_schema(operation_id="import_ratings", request=Import, responses=Imported)
    def post(self, request: Request) -> Response:
        """Ratings from elsewhere: what is valid is taken, the other lines are named. For who runs the platform."""
        asked = self.asked(Import)
        rulings.check_entitled(self.me)
        key = _key(asked)
        done = importing.take(
            asked["text"],
            ladder=key,
            now=timezone.now(),
            actor=person_of(self.me),
            decision_id=asked.get("decision_id") or uuid4(),
            reason=asked["reason"],
        )
        refused = [{"line": one.line, "why": said(one.why)} for one in done.refused]
        return Response({"taken": len(done.taken), "refused": refused, "number": done.facts.get(key)})


class ImportUndone(Endpoint):
    refusals = {"POST": CHANGES["POST"]}
    permission_classes = (IsAuthenticated,)

    @extend_schema(operation_id="undo_rating_import", request=UndoImport, responses=Fact)
    def post(self, request: Request) -> Response:
        """As if an import had never been; everything after it is rated anew. For who runs the platform."""
        asked = self.asked(UndoImport)
        rulings.check_entitled(self.me)
        _ladder(_key(asked))
        done = measures.undo_import(
            ladder=_key(asked),
            number=asked["number"],
            actor=person_of(self.me),
            decision_id=asked.get("decision_id") or uuid4(),
            reason=asked["reason"],
        )
        return Response(Fact(done).data)
