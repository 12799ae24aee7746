"""What ratings predict for a table before it plays: the chance of each place; and once it is over, the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from uuid import UUID

from django.utils.translation import gettext as _

from web.errors import Refused

from .. import chances, published, queries
from ..elo import POINT, shown
from ..events import LadderKey
from ..naming import Named, people


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance of one place. ``told`` is in percent, ``tenths`` from 0 to 10 for a shade; ``came``: this happened."""

    place: int
    told: str
    tenths: int
    came: bool


@dataclass(frozen=True, slots=True)
class SeatForecast:
    """``place`` is 0 while it is not known, ``change`` (points) None if nothing was rated."""

    person: Named
    rating: int
    provisional: bool
    chances: tuple[Chance, ...]
    mine: bool
    place: int = 0
    change: float | None = None


@dataclass(frozen=True, slots=True)
class Forecast:
    """``game`` is the resulting rated game, once there is one."""

    seats: tuple[SeatForecast, ...]
    places: tuple[int, ...]
    game: UUID | None = None

    @property
    def is_over(self) -> bool:
        return any(seat.place for seat in self.seats)

    @property
    def duel(self) -> bool:
        return len(self.seats) == 2


def forecast(
    key: LadderKey,
    seats: Sequence[str],
    moment: datetime,
    *,
    places: Sequence[int] = (),
    game: UUID | None = None,
    before: UUID | None = None,
    me: str = "",
) -> Forecast | None:
    """The forecast for those seated (as ladders name them), by their ratings as published at ``moment``; None for fewer
    than two or more than four. ``before`` is the rated game that is predicted, once there is one; ``places`` and
    ``game``: the result, if it is told."""
    if not 2 <= len(seats) <= 4 or len(set(seats)) < len(seats):
        return None
    stood = published.published_at(key, seats, moment, before=before)
    named = people(seats)
    found = chances.of_places([stood[who].value for who in seats])
    changes = _changes(game)
    result = list(places) or [0] * len(seats)
    return Forecast(
        tuple(
            SeatForecast(
                named[who],
                shown(stood[who].value),
                stood[who].is_provisional,
                tuple(Chance(at, percent(chance), round(10 * chance), place == at) for at, chance in enumerate(row, 1)),
                who == me,
                place,
                changes.get(who),
            )
            for who, row, place in zip(seats, found, result, strict=True)
        ),
        tuple(range(1, len(seats) + 1)),
        game if changes else None,
    )


def percent(chance: Fraction | float) -> str:
    """Whole percents; what is not certain is never shown as 0 or 100."""
    whole = round(100 * chance)
    if whole == 0 and chance > 0:
        return _("under 1%")
    if whole == 100 and chance < 1:
        return _("over 99%")
    return f"{whole}%"


def _changes(game: UUID | None) -> Mapping[str, float]:
    """What the game did to each player's rating as known now; empty if it does not count."""
    if game is None:
        return {}
    try:
        lines = [one.known for one in queries.explain(game)]
    except Refused:
        return {}
    return {line.who: (line.after - line.before) / POINT for line in lines if line is not None}
