"""The rating list of a month in FIDE mode: as it was published, as it is known now, and why each rating moved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .. import queries
from ..elo import shown
from ..models import Ladder
from ..naming import Named, people
from ..queries import PeriodLine


@dataclass(frozen=True, slots=True)
class Why:
    """K times the score less the expected score; scores in games."""

    games: int
    k: int
    scored: float
    expected: float
    before: int
    after: int

    @property
    def change(self) -> int:
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class Row:
    """Ratings in whole points, 0 for the unrated. ``then`` is None without a game in the month as published,
    ``now`` without one as known now."""

    rank: int
    person: Named
    rating: int
    known: int
    then: Why | None
    now: Why | None

    @property
    def differs(self) -> bool:
        return self.rating != self.known or self.then != self.now


@dataclass(frozen=True, slots=True)
class Listing:
    month: str
    months: list[str]
    rows: list[Row]

    @property
    def differs(self) -> bool:
        return any(row.differs for row in self.rows)


def listing(row: Ladder, month: str) -> Listing:
    """The list of a month, by default the latest. People without an account are not listed.

    Raises Refused (unknown_period).
    """
    months = queries.periods(row)
    if not month and not months:
        return Listing("", [], [])
    month = month or months[0]
    then, now = (_by_who(lines) for lines in queries.period(row, month))
    listed = queries.rating_list(row, month)
    named = people(one.who for one in listed)
    rows = [
        Row(
            one.rank,
            named[one.who],
            shown(one.value),
            shown(one.known),
            then.get(one.who),
            now.get(one.who),
        )
        for one in listed
    ]
    return Listing(month, months, rows)


def _by_who(lines: list[PeriodLine]) -> Mapping[str, Why]:
    return {
        one.who: Why(one.games, one.k, one.scored / 100, one.expected / 100, shown(one.before), shown(one.after))
        for one in lines
    }
