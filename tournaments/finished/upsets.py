"""The games that nobody expected: won by whom ratings gave the smallest chance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from players.ratings.chances import nearly
from players.ratings.elo import POINT
from players.ratings.stood import ratings_before
from tournaments.formats.contract import EntrantNo
from tournaments.rating import game_at
from tournaments.state import State, Table, TableRef

MOST = 3
SURPRISING = 0.34
"""Of the share that a winner among equals has at most: half as likely at a table of four as in a duel."""


@dataclass(frozen=True, slots=True)
class Upset:
    """``chance`` is the winner's to come first, from 0 to 1, by the ratings before the game."""

    ref: TableRef
    winner: EntrantNo
    others: tuple[EntrantNo, ...]
    chance: float


def upsets(state: State) -> list[Upset]:
    """At most ``MOST``, the smallest chance first. By the ratings that the tournament knows, where all of a table have
    one, otherwise by those that stood when the game was rated here."""
    played = list(_played(state))
    unknown = {
        game_at(state, ref, table): len(table.pairing.seats) for ref, table in played if not _known(state, table)
    }
    rated = ratings_before(unknown) if state.settings.rated and unknown else {}
    found = (_upset(state, ref, table, rated) for ref, table in played)
    return sorted((one for one in found if one is not None), key=lambda one: one.chance)[:MOST]


def _played(state: State) -> Iterator[tuple[TableRef, Table]]:
    """Tables that were played with one winner."""
    for key, stage in state.stages.items():
        for table in stage.tables():
            result = table.pairing.result
            if result is not None and not result.forfeited and result.places.count(1) == 1:
                yield TableRef(key, table.pairing.round, table.no), table


def _known(state: State, table: Table) -> list[int]:
    """The ratings of all seats in thousandths; empty if one of them has none."""
    ratings = [state.entries[no].rating * POINT for no in table.pairing.seats]
    return ratings if all(ratings) else []


def _upset(state: State, ref: TableRef, table: Table, rated: Mapping[UUID, Sequence[int]]) -> Upset | None:
    seats, result = table.pairing.seats, table.pairing.result
    assert result is not None
    ratings = _known(state, table) or rated.get(game_at(state, ref, table), ())
    if len(ratings) != len(seats) or not 2 <= len(seats) <= 4:
        return None
    first = result.places.index(1)
    chance = nearly(ratings)[first][0]
    if chance > 2 * SURPRISING / len(seats):
        return None
    others = tuple(no for seat, no in enumerate(seats) if seat != first)
    return Upset(ref, seats[first], others, chance)
