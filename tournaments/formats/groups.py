"""A group stage: a round robin in each group, and the qualifiers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from elekt_core.chance import SeededChance

from .contract import (
    Entrant,
    EntrantNo,
    HalfPoints,
    Pairing,
    Plan,
    Progress,
    Proposal,
    Round,
    RoundNo,
    Stage,
    Standing,
)
from .play_off import Qualifier, seeded
from .round_robin import schedule
from .round_robin.format import ROUND_ROBIN, games, round_of, with_byes
from .settings import choice, number, only, refuse

MAX_GROUPS = 64


class Groups:
    name = "groups"
    takes_late = False
    by_rounds = True

    def check(self, plan: Plan, entrants: int) -> None:
        """Every group needs at least enough players for one table; groups differ by at most one."""
        only(plan, *schedule.SETTINGS, "groups", "dealt")
        schedule.check(plan)
        choice(plan, "dealt", "snake", "pots")
        count = number(plan, "groups", 0, 0, MAX_GROUPS) or _count(plan, entrants)
        if entrants < count * plan.least:
            refuse("entrants", "too_few_for_groups", entrants=entrants, groups=count, least=count * plan.least)
        schedule.check_size(plan, -(-entrants // count))

    def rounds(self, plan: Plan, entrants: int) -> int | None:
        count = _count(plan, entrants)
        return max(len(schedule.numbers(plan, size)) for size in {entrants // count, -(-entrants // count)})

    def pair(self, stage: Stage, progress: Progress | None = None) -> Proposal:
        """The next round of every group. A small group may finish earlier; its players then have byes."""
        no = RoundNo(len(stage.rounds) + 1)
        pairings: list[Pairing] = []
        for name, group in groups(stage).items():
            pairings += round_of(group, no, name, len(pairings) + 1)
        return with_byes(stage, tuple(pairings)) if pairings else Proposal()

    def is_over(self, stage: Stage) -> bool:
        return all(ROUND_ROBIN.is_over(group) for group in groups(stage).values())

    def standings(self, stage: Stage) -> Sequence[Standing]:
        """Players with the same place in their groups stand together, ordered by points per scheduled table."""
        order = _in_order(stage)
        ranked: list[Standing] = []
        for index, one in enumerate(order):
            same = index > 0 and one.key == order[index - 1].key
            ranked.append(replace(one.standing, rank=ranked[-1].rank if same else index + 1))
        return ranked


GROUPS = Groups()


def groups(stage: Stage) -> Mapping[str, Stage]:
    """Each group as a stage of its own, keyed by its letter."""
    slots = {_name(index): members for index, members in enumerate(_dealt(stage))}
    return {name: _group(stage, name, members) for name, members in slots.items()}


def group_standings(stage: Stage) -> Mapping[str, Sequence[Standing]]:
    return {name: ROUND_ROBIN.standings(group) for name, group in groups(stage).items()}


def qualifiers(
    stage: Stage, best_per_group: int, best_of_the_rest: int = 0, gone: Collection[EntrantNo] = ()
) -> tuple[EntrantNo, ...]:
    """The qualifiers, in order of seeding for the play-off.

    The winners of the groups are seeded first, then the second ones, and so on, then the best of the rest; within
    a place by points per table, which makes groups of unequal size comparable. Within a place the order
    gives way where it lets those of one group meet later in a standard bracket.

    Who is ``gone`` does not go on: the next one of the group moves up. A group that has too few left gives the place to
    the best of the rest.
    """
    order = _in_order(stage, gone)
    direct = [one for one in order if one.place <= best_per_group]
    rest = sorted((one for one in order if one.place > best_per_group), key=lambda one: one.key[1:])
    empty = best_per_group * _count(stage.plan, len(stage.entrants)) - len(direct)
    chosen = [Qualifier(one.standing.entrant, one.group, one.place) for one in direct]
    chosen += [
        Qualifier(one.standing.entrant, one.group, best_per_group + 1) for one in rest[: best_of_the_rest + empty]
    ]
    return seeded(chosen)


def shared_rest(
    stage: Stage, best_per_group: int, best_of_the_rest: int, gone: Collection[EntrantNo] = ()
) -> tuple[tuple[EntrantNo, ...], int] | None:
    """Who is level across the cut among the best of the rest, and how many of them go on; None if nobody is."""
    order = _in_order(stage, gone)
    direct = sum(one.place <= best_per_group for one in order)
    rest = sorted((one for one in order if one.place > best_per_group), key=lambda one: one.key[1:])
    places = best_of_the_rest + best_per_group * _count(stage.plan, len(stage.entrants)) - direct
    if not 0 < places < len(rest) or rest[places - 1].key[1:] != rest[places].key[1:]:
        return None
    level = [at for at, one in enumerate(rest) if one.key[1:] == rest[places].key[1:]]
    return tuple(rest[at].standing.entrant for at in level), places - level[0]


class _Row:
    """A standing of a group; ``key`` orders it among all groups' standings."""

    def __init__(self, group: str, place: int, standing: Standing, tables: int) -> None:
        self.group, self.place, self.standing = group, place, standing
        per_table = Fraction(standing.points) / max(tables, 1)
        breaks: tuple[HalfPoints, ...] = tuple(-value for value in standing.tie_breaks)
        self.key = (place, -per_table, *breaks)


def _in_order(stage: Stage, gone: Collection[EntrantNo] = ()) -> list[_Row]:
    """Without those ``gone``; the next in the group take their places."""
    rows = []
    for name, group in groups(stage).items():
        tables = games(group)
        here = (standing for standing in ROUND_ROBIN.standings(group) if standing.entrant not in gone)
        for place, standing in enumerate(here, 1):
            rows.append(_Row(name, place, standing, tables[standing.entrant]))
    seed = {entrant.no: at for at, entrant in enumerate(stage.entrants)}
    return sorted(rows, key=lambda row: (row.key, seed[row.standing.entrant]))


def _count(plan: Plan, entrants: int) -> int:
    """The number of groups as set; by default groups of about two full tables (of four in duels)."""
    return int(plan.settings.get("groups", 0)) or max(1, entrants // (4 if plan.seats == 2 else 2 * plan.seats))


def _name(index: int) -> str:
    """A to Z, then AA, AB, ..."""
    return ("" if index < 26 else chr(ord("A") + index // 26 - 1)) + chr(ord("A") + index % 26)


def _dealt(stage: Stage) -> list[list[Entrant]]:
    """Seeds row by row: in a snake (A B C, C B A, ...), or each row drawn by lot as a pot."""
    count = _count(stage.plan, len(stage.entrants))
    chance = SeededChance(stage.seed)
    dealt: list[list[Entrant]] = [[] for _ in range(count)]
    for row in range(-(-len(stage.entrants) // count)):
        order = list(range(count))
        if stage.plan.settings.get("dealt") == "pots":
            order = list(chance.permutation(row + 1, count))
        elif row % 2:
            order.reverse()
        for at, entrant in zip(order, stage.entrants[row * count : (row + 1) * count], strict=False):
            dealt[at].append(entrant)
    return dealt


def _group(stage: Stage, name: str, members: Sequence[Entrant]) -> Stage:
    here = {entrant.no for entrant in members}
    return replace(
        stage,
        entrants=tuple(members),
        rounds=tuple(_round(one, name, here) for one in stage.rounds[: _length(stage.plan, len(members))]),
        absent={no: bye for no, bye in stage.absent.items() if no in here},
        penalties=tuple(penalty for penalty in stage.penalties if penalty.entrant in here),
    )


def _length(plan: Plan, size: int) -> int:
    return len(schedule.numbers(plan, size))


def _round(one: Round, name: str, here: set[EntrantNo]) -> Round:
    pairings = tuple(pairing for pairing in one.pairings if pairing.slot == name)
    return replace(one, pairings=pairings, byes={no: bye for no, bye in one.byes.items() if no in here})
