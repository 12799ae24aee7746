"""A bracket: slots, each with the sources of its seats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class Feed(NamedTuple):
    """Where a seat's entrant comes from: a place of an earlier slot, or (``slot == ""``) a position of the draw."""

    slot: str
    place: int
    """From 1: of a duel 1 is the winner and 2 the loser; of the draw 1 is the first seed."""
    only: int = 0
    """The position that this entrant must have had in the draw; whoever else took the place does not come here."""


class Slot(NamedTuple):
    name: str
    """``W2-1``: part, level and row. ``F``, ``F2`` and ``3rd`` stand alone."""
    part: str
    """``W`` winners, ``L`` losers, ``C`` consolation, ``F`` final, ``F2`` its repetition, ``3rd``."""
    level: int
    """From 1 within the part."""
    row: int
    """From 1 within the level, from the top of the picture."""
    seats: tuple[Feed, ...]
    through: int
    """How many of the table are not beaten: 1, or the best 2 of a table of 3-4."""
    round: int = 0
    table: int = 0

    @property
    def group(self) -> str:
        """``W2`` of ``W2-1``: slots of a group share a round and a series length."""
        return self.name.partition("-")[0]


@dataclass(frozen=True, slots=True)
class Bracket:
    slots: Mapping[str, Slot]
    """By name, in order of rounds and tables: whatever feeds a slot stands before it."""
    leads: Mapping[tuple[str, int], str]
    """From a place of a slot to the slot where it goes on."""
    rounds: int


@dataclass(slots=True)
class Builder:
    """Collects slots. A feed that is None is an empty seat: the opponent advances without a slot."""

    slots: list[Slot] = field(default_factory=list)

    def duel(
        self, part: str, level: int, row: int, first: Feed | None, second: Feed | None
    ) -> tuple[Feed | None, Feed | None]:
        """Adds a duel; returns the winner's feed and the loser's."""
        if first is None or second is None:
            return first or second, None
        name = part if part in ALONE else f"{part}{level}-{row}"
        self.slots.append(Slot(name, part, level, row, (first, second), 1))
        return Feed(name, 1), Feed(name, 2)

    def table(self, part: str, level: int, row: int, seats: Iterable[Feed], through: int) -> str:
        """Adds a table; returns the new slot's name."""
        name = part if part in ALONE else f"{part}{level}-{row}"
        self.slots.append(Slot(name, part, level, row, tuple(seats), through))
        return name

    def finish(self) -> Bracket:
        """Numbers rounds and tables.

        The slots of a group (``W2``) share a round: the first one after all rounds that feed any of them. So nobody
        is at two tables of a round.
        """
        rounds = _rounds(self.slots)
        order = {part: number for number, part in enumerate(PARTS)}
        groups: dict[tuple[int, int, int], list[Slot]] = {}
        for slot in self.slots:
            groups.setdefault((rounds[slot.part, slot.level], order[slot.part], slot.level), []).append(slot)
        slots: dict[str, Slot] = {}
        table, before = 0, 0
        for now, part, level in sorted(groups):
            table = 0 if now != before else table
            before = now
            for slot in groups[now, part, level]:
                table += 1
                slots[slot.name] = Slot(*slot[:-2], now, table)
        leads = {
            (feed.slot, feed.place): slot.name
            for slot in self.slots
            for feed in slot.seats
            if feed.slot and slot.part != "F2"
        }
        return Bracket(slots, leads, before)


PARTS = ("W", "L", "C", "3rd", "F", "F2")
ALONE = frozenset({"3rd", "F", "F2"})


def _rounds(slots: list[Slot]) -> dict[tuple[str, int], int]:
    """The round of each part and level. Slots are collected level by level, feeders first."""
    rounds: dict[tuple[str, int], int] = {}
    group_of = {"": ("", 0)}
    rounds["", 0] = 0
    for slot in slots:
        group = group_of[slot.name] = (slot.part, slot.level)
        after = max([rounds[group_of[feed.slot]] for feed in slot.seats])
        rounds[group] = max(rounds.get(group, 1), after + 1)
    return rounds
