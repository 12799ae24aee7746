"""Everybody's final place, and the biggest upsets, for programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from rest_framework.request import Request

from tournaments import queries
from web.api.endpoint import READS, Endpoint, operation

from .places import final_places
from .upsets import upsets


@dataclass(frozen=True, slots=True)
class FinalPlaceShown:
    place: Annotated[int, "From 1; shared by those who are level in everything."]
    no: int
    name: str


@dataclass(frozen=True, slots=True)
class FinalTableShown:
    stage: Annotated[str, "The key of the last stage that decided."]
    division: Annotated[str, "Empty where everybody played together."]
    places: Sequence[FinalPlaceShown]


@dataclass(frozen=True, slots=True)
class UpsetShown:
    stage: str
    round: int
    table: int
    winner: int
    others: Sequence[int]
    per_mille: Annotated[int, "The chance that ratings gave the winner, in thousandths."]


@dataclass(frozen=True, slots=True)
class FinalShown:
    tables: Annotated[Sequence[FinalTableShown], "Empty while the tournament goes on."]
    upsets: Sequence[UpsetShown]


class FinalPlaces(Endpoint):
    refusals = READS

    @operation("get_final_places")
    def get(self, request: Request, tournament_id: UUID) -> FinalShown:
        """Everybody's final place in a closed tournament, and the games that ratings expected least."""
        asked = queries.tournament(tournament_id=tournament_id, player=self.player)
        tables = final_places(asked.state)
        return FinalShown(
            [
                FinalTableShown(
                    one.stage,
                    one.division,
                    [FinalPlaceShown(place.place, place.no, asked.names[place.no]) for place in one.places],
                )
                for one in tables
            ],
            [
                UpsetShown(
                    one.ref.stage, one.ref.round, one.ref.table, one.winner, one.others, round(1000 * one.chance)
                )
                for one in (upsets(asked.state) if tables else ())
            ],
        )
