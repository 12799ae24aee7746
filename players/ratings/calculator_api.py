"""The rating calculator through the API."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from msgspec import Meta
from rest_framework.request import Request

from web.api.endpoint import CHANGES, Endpoint, operation
from web.decoding import Unsent, decoded

from .calculator import calculate

_EXAMPLE = '`[{"name": "Alice", "rating": 1500, "games": 12}, {"name": "Bob", "rating": 1610.5, "k": 20}]`'
_RESULTS = '`[{"players": ["Alice", "Bob"], "places": [1, 2]}, {"players": ["Bob", "Alice"], "winner": "Alice"}]`'


@dataclass(frozen=True, slots=True)
class Results:
    """Players, and who met whom with which result."""

    mode: Annotated[
        Literal["club", "fide"], Meta(description="`club`: tables of two to four. `fide`: duels, one period.")
    ]
    players: Annotated[
        tuple[dict[str, Any], ...],
        Meta(
            description=f"{_EXAMPLE}; `games` played, or `k`. In FIDE mode also `birth_year`, `highest`, and no "
            "`rating` where unrated."
        ),
    ]
    results: Annotated[
        tuple[dict[str, Any], ...],
        Meta(description=f"{_RESULTS}: places, ties with equal ones, or only a winner."),
    ]
    year: Annotated[Annotated[int, Meta(ge=1900, le=2200)] | None, Meta(description="Of the list, in FIDE mode.")] = (
        None
    )


@dataclass(frozen=True, slots=True)
class Previewed:
    """What happens to each player."""

    mode: str
    players: Annotated[
        list[Mapping[str, Any]],
        "`name`, `rating` (null: unrated), `scored`, `new`; where the mode has it `expected`, `k`, `exact` (FIDE: the "
        "change before it is rounded), `change`, `shown` (club: the new rating in whole points) and `games` (club: "
        "each result with expected, scored, k, change).",
    ]


class Preview(Endpoint):
    refusals = {"POST": CHANGES["POST"]}

    @operation("preview_ratings", (Results, Unsent))
    def post(self, request: Request) -> Previewed:
        """What results would do to ratings: expectation, change and new rating of each player. Nothing is stored."""
        asked, _ = decoded(Results, Unsent, request.data)
        year = {} if asked.year is None else {"year": asked.year}
        given = {"players": list(asked.players), "results": list(asked.results), **year}
        return Previewed(asked.mode, calculate(asked.mode, given)["players"])


class PreviewWithoutSlash(Preview):
    """The same address as it is often written."""

    schema = None  # type: ignore[assignment]  # what says to leave it out
