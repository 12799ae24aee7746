"""A cross table: who met whom, in which round, with what result, as plain values."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from ..contract import EntrantNo, Pairing, RoundNo, Stage
from . import schedule


@dataclass(frozen=True, slots=True)
class Meeting:
    round: RoundNo
    seat: int
    """The row's own, from 0; in a duel 0 has White."""
    pairing: Pairing | None
    """None where the round is not paired yet."""


@dataclass(frozen=True, slots=True)
class Row:
    number: int
    """In the draw, from 1."""
    entrant: EntrantNo
    meetings: Mapping[EntrantNo, tuple[Meeting, ...]]
    """By opponent, in order of rounds."""


def cross_table(stage: Stage) -> tuple[Row, ...]:
    """By number in the draw: published pairings, and the schedule for the rounds to come."""
    met: defaultdict[EntrantNo, defaultdict[EntrantNo, list[Meeting]]] = defaultdict(lambda: defaultdict(list))
    drawn = schedule.drawn(stage)
    for one in stage.rounds:
        for pairing in one.pairings:
            _enter(met, one.no, pairing.seats, pairing)
    for no, tables in enumerate(schedule.numbers(stage.plan, len(drawn)), 1):
        if no > len(stage.rounds):
            for seats in tables:
                _enter(met, RoundNo(no), tuple(drawn[number] for number in seats), None)
    return tuple(
        Row(number, entrant, {other: tuple(found) for other, found in met[entrant].items()})
        for number, entrant in enumerate(drawn, 1)
    )


def _enter(
    met: defaultdict[EntrantNo, defaultdict[EntrantNo, list[Meeting]]],
    no: RoundNo,
    seats: tuple[EntrantNo, ...],
    pairing: Pairing | None,
) -> None:
    for seat, entrant in enumerate(seats):
        for other in seats:
            if other != entrant:
                met[entrant][other].append(Meeting(no, seat, pairing))
