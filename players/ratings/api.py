"""Ladders and rated games through the API: standings, why a game moved somebody, and corrections."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from web.api.endpoint import CHANGES, BoundedJson, Endpoint, as_json, operation
from web.decoding import Sent, SentOnce, Unsent, decoded

from . import commands as c
from . import queries, rulings
from .appending import Rated
from .commands import MAX_IMPORT
from .events import CLUB, MODES, ladder_key
from .importing import Report
from .models import Ladder

LADDER = [
    OpenApiParameter("game", str, required=True),
    OpenApiParameter("ruleset", str, required=True),
    OpenApiParameter("speed", str, description="`live` if left out."),
    OpenApiParameter("mode", str, enum=MODES, description="`club` if left out."),
]


class LongJson(BoundedJson):
    """Longer bodies than elsewhere, for lists of ratings."""

    longest = as_json(MAX_IMPORT)


# --- reading ----------------------------------------------------------------------------------------------


def _ladder(request: Request) -> Ladder:
    """Raises NotFound."""
    given: Any = request.query_params
    named = given.get("game", ""), given.get("ruleset", ""), given.get("speed", "live"), given.get("mode", CLUB)
    return queries.ladder_named(ladder_key(*named))


class Ladders(Endpoint):
    @operation("list_ladders")
    def get(self, request: Request) -> list[queries.OneLadder]:
        """Every ladder on which something was rated, the busiest first."""
        return queries.ladders()


class OneLadderShown(Endpoint):
    refusals = {"GET": ("401", "404")}

    @operation("get_ladder", parameters=LADDER)
    def get(self, request: Request) -> queries.Standing:
        """The first 500 on a ladder: people with an account, and bots. In FIDE mode: rated players."""
        return queries.standing(_ladder(request))


class RatingLists(Endpoint):
    refusals = {"GET": ("401", "404")}

    @operation(
        "get_rating_list",
        parameters=[*LADDER, OpenApiParameter("month", str, description="`2026-11`; the latest if left out.")],
    )
    def get(self, request: Request) -> queries.RatingList:
        """The list of a rating period in FIDE mode, as it was published and as it is known now."""
        return queries.named_list(_ladder(request), request.query_params.get("month"))


class Game(Endpoint):
    refusals = {"GET": ("401", "404")}

    @operation("get_rated_game")
    def get(self, request: Request, game_id: UUID) -> queries.Game:
        """Why a game moved each player, as published and as known now; and its corrections. Also by a match's id."""
        return queries.game(rulings.game_of(game_id))


# --- changing ---------------------------------------------------------------------------------------------


class _Ruling(Endpoint):
    refusals = {"POST": CHANGES["POST"]}
    permission_classes = (IsAuthenticated,)


class CorrectionPreview(_Ruling):
    @operation("preview_rated_game_correction", (c.Looked, Unsent))
    def post(self, request: Request, game_id: UUID) -> rulings.Foreseen:
        """What a correction would do to each ladder. Nothing is stored. For those who run the platform."""
        looked, _ = decoded(c.Looked, Unsent, request.data)
        rulings.check_entitled(self.me)
        return rulings.preview(looked.of(game_id))


class CorrectionMade(_Ruling):
    @operation("correct_rated_game", (c.Corrected, Sent))
    def post(self, request: Request, game_id: UUID) -> Rated:
        """Correct a game, annul it, or undo its last correction. For those who run the platform."""
        asked, sent = decoded(c.Corrected, Sent, request.data)
        return rulings.change(
            asked.of(game_id, asked.reason),
            by=self.me,
            decision_id=sent.decision_id,
            expected_version=sent.expected_version,
        )


class Imports(_Ruling):
    parser_classes = (LongJson,)

    @operation("import_ratings", (c.ImportText, SentOnce))
    def post(self, request: Request) -> Report:
        """Import ratings from elsewhere: valid lines are taken, others are named. For those who run the platform."""
        command, sent = decoded(c.ImportText, SentOnce, request.data)
        return rulings.take(command, by=self.me, decision_id=sent.decision_id)


class ImportUndone(_Ruling):
    @operation("undo_rating_import", (c.UndoImport, SentOnce))
    def post(self, request: Request) -> Rated:
        """Undo an import: everything after it is rated anew. For those who run the platform."""
        command, sent = decoded(c.UndoImport, SentOnce, request.data)
        return rulings.change(command, by=self.me, decision_id=sent.decision_id)
