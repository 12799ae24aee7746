"""The calibration through the API."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta
from rest_framework.request import Request

from web.api.endpoint import Endpoint, operation, queried
from web.decoding import from_query
from web.errors import NotFound

from ..ratings.outcome import MAX_SEATED
from ..ratings.pages import choosing
from . import queries


@dataclass(frozen=True, slots=True)
class Asked:
    """Which games the calibration is about."""

    on: Annotated[str, Meta(description="The ladder, as pages of ratings name it; by default the busiest.")] = ""
    seats: Annotated[int, Meta(ge=2, le=MAX_SEATED, description="Only tables of so many.")] = 0
    settled: Annotated[bool, Meta(description="Only games without a provisional rating.")] = False
    place: Annotated[int, Meta(ge=0, le=1, description="0: every place; by default, who wins.")] = 1


class Calibration(Endpoint):
    refusals = {"GET": ("400", "401", "404")}

    @operation("get_calibration", parameters=queried(Asked))
    def get(self, request: Request) -> queries.Calibrated:
        """How often the results that ratings predicted came true (docs/calibration.md)."""
        asked = from_query(Asked, request.query_params)
        choice = choosing.chosen(choosing.ladders(), asked.on)
        if choice is None or (asked.on and choice.on != asked.on):
            raise NotFound("unknown_ladder", on=asked.on)
        return queries.calibrated(choice.ladder, size=asked.seats, settled=asked.settled, place=asked.place)
