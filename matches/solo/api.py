"""The solo ladder for programs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from web.api.endpoint import Endpoint, operation
from web.errors import BadRequest
from web.request import whole

from . import queries
from .shapes import Row


@dataclass(frozen=True, slots=True)
class LadderShown:
    """First those with a place, by games won divided by games played plus ten; on the last page also the others."""

    ruleset: str
    level: str
    levels: list[str]
    players: Annotated[int, "All who have a game that counts."]
    page: int
    pages: int
    placed: tuple[Row, ...]
    unplaced: tuple[Row, ...]
    mine: Row | None


class Solo(Endpoint):
    refusals = {"GET": ("400", "401", "404")}

    @operation(
        "get_solo_ladder",
        parameters=[
            OpenApiParameter("level", str, description="The first one if left out."),
            OpenApiParameter("page", int, description="From 1."),
        ],
    )
    def get(self, request: Request, game: str) -> LadderShown:
        """How people stand against what the rules play, by level."""
        try:
            page = whole(request.query_params.get("page", "1"))
        except ValueError:
            raise BadRequest("bad_field", field="page") from None
        level = request.query_params.get("level", "")
        found = queries.ladder(game=game, level=level, player=self.player, page=page)
        return LadderShown(
            ruleset=found.offered.ruleset,
            level=found.level.value,
            levels=[one.value for one in found.offered.levels],
            players=found.players,
            page=found.page,
            pages=found.pages,
            placed=found.placed,
            unplaced=found.unplaced,
            mine=found.mine,
        )
