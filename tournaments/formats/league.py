"""The end of a season: promotion, relegation, and the next season's divisions.

Pure: the same final standings and the same rule give the same divisions, whenever and however often one asks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field

from .contract import BadPlan, EntrantNo, Reason

Divisions = tuple[tuple[EntrantNo, ...], ...]
"""From the top; each in the order of its final standings, the best first."""


@dataclass(frozen=True, slots=True)
class Rule:
    """The rule at each border between two divisions."""

    up: int
    """The first so many of the lower division go up."""
    down: int
    """The last so many of the upper one go down."""
    playoff: int = 0
    """So many above those who go down play for their places against as many below those who go up."""


@dataclass(frozen=True, slots=True)
class PlayOff:
    """The play-off at the border under division ``upper`` (from 0, the top). ``places`` of its players get in."""

    upper: int
    defenders: tuple[EntrantNo, ...]
    challengers: tuple[EntrantNo, ...]

    @property
    def places(self) -> int:
        return len(self.defenders)


@dataclass(frozen=True, slots=True)
class Move:
    entrant: EntrantNo
    origin: int | None
    """The division of the last season; None for a newcomer."""
    target: int | None
    """That of the next one; None for somebody who leaves."""
    reason: Reason


@dataclass(frozen=True, slots=True)
class NextSeason:
    divisions: Divisions
    moves: tuple[Move, ...]
    """One for everybody of the last season and every newcomer, in order of the old divisions."""


@dataclass(frozen=True, slots=True)
class Changes:
    """Changes beside the standings."""

    withdrawn: Set[EntrantNo] = frozenset()
    """Who does not play the next season."""
    newcomers: Sequence[EntrantNo] = ()
    """They begin in the last division."""
    playoffs: Mapping[int, Sequence[EntrantNo]] = field(default_factory=dict)
    """By ``PlayOff.upper``: who won a place in the upper division."""


@dataclass(slots=True)
class _Border:
    """Who moves at one border: lists from the best to the worst."""

    up: list[EntrantNo]
    down: list[EntrantNo]
    defenders: list[EntrantNo]
    challengers: list[EntrantNo]


def check(rule: Rule) -> None:
    """Raises BadPlan for a negative number."""
    for name in ("up", "down", "playoff"):
        if getattr(rule, name) < 0:
            raise BadPlan(name, Reason("out_of_range", {"least": 0}))


def play_offs(divisions: Divisions, rule: Rule, withdrawn: Set[EntrantNo] = frozenset()) -> tuple[PlayOff, ...]:
    """Play-offs due before the season can be closed, from the top. Raises BadPlan."""
    check(rule)
    return tuple(
        PlayOff(upper, tuple(border.defenders), tuple(border.challengers))
        for upper, border in enumerate(_borders(divisions, rule, withdrawn))
        if border.defenders and border.challengers
    )


def next_season(divisions: Divisions, rule: Rule, changes: Changes | None = None) -> NextSeason:
    """The divisions of the next season, and a reason for every move or stay.

    * A division keeps the size that it had, except for the last, and as far as ``up`` and ``down`` are equal.
    * Whoever withdraws takes one of the places that go down: one less goes down from that division. If more withdraw
      than would go down, the gaps are filled from below by the next in order. A division that gives somebody for
      that, too, is filled: first by the best of those who would go down from it, then from below.
    * In a division too small for both, those who go up do, and fewer go down.
    * Newcomers begin in the last division.
    * The order within a new division: those who came down, those who stayed, those who came up, newcomers, each in
      the order of the final standings.

    Raises BadPlan for a rule, a newcomer or a play-off that does not fit these divisions.
    """
    changes = changes or Changes()
    check(rule)
    _check_people(divisions, changes)
    borders = _borders(divisions, rule, changes.withdrawn)
    at: dict[EntrantNo, tuple[int, Reason]] = {}
    for division, members in enumerate(divisions):
        for place, no in enumerate(members, 1):
            at[no] = (division, Reason("stays", {"place": place}))
    for upper, border in enumerate(borders):
        _cross(upper, border, changes, at)
    return _season(divisions, changes, at, rule)


def _check_people(divisions: Divisions, changes: Changes) -> None:
    known = [no for members in divisions for no in members]
    if len(known) != len(set(known)):
        raise BadPlan("divisions", Reason("in_two_divisions"))
    for no in changes.newcomers:
        if no in known:
            raise BadPlan("newcomers", Reason("not_new", {"entrant": no}))
    for no in changes.withdrawn:
        if no not in known:
            raise BadPlan("withdrawn", Reason("not_in_the_league", {"entrant": no}))


def _borders(divisions: Divisions, rule: Rule, withdrawn: Set[EntrantNo]) -> list[_Border]:
    """From the top. Nobody is at two borders: promotion comes before relegation."""
    stay = [[no for no in members if no not in withdrawn] for members in divisions]
    left = [len(members) - len(stay[division]) for division, members in enumerate(divisions)]
    borders = []
    for upper in range(len(divisions) - 1):
        climbing = min(rule.up, len(stay[upper])) if upper else 0
        free = stay[upper][climbing:]
        down = _last(free, max(0, rule.down - left[upper]))
        borders.append(_Border(stay[upper + 1][: rule.up], down, [], []))
    for upper, border in enumerate(borders):
        _add_play_off(border, stay[upper], stay[upper + 1], borders, upper, rule)
    return borders


def _last(line: Sequence[EntrantNo], count: int) -> list[EntrantNo]:
    return list(line[len(line) - count :] if count < len(line) else line)


def _add_play_off(
    border: _Border,
    above: Sequence[EntrantNo],
    below: Sequence[EntrantNo],
    borders: Sequence[_Border],
    upper: int,
    rule: Rule,
) -> None:
    """As many on both sides as are free: not promoted or relegated, and in no other play-off."""
    over = borders[upper - 1] if upper else None
    moving = {*border.down, *(over.up if over else ()), *(over.challengers if over else ())}
    under = borders[upper + 1].down if upper + 1 < len(borders) else ()
    defenders = [no for no in above if no not in moving]
    challengers = [no for no in below if no not in border.up and no not in under]
    size = min(rule.playoff, len(defenders), len(challengers))
    border.defenders, border.challengers = _last(defenders, size), challengers[:size]


def _cross(upper: int, border: _Border, changes: Changes, at: dict[EntrantNo, tuple[int, Reason]]) -> None:
    for no in border.up:
        at[no] = (upper, Reason("promoted", at[no][1].data))
    for no in border.down:
        at[no] = (upper + 1, Reason("relegated", at[no][1].data))
    if not border.defenders:
        return
    winners = changes.playoffs.get(upper)
    people = {*border.defenders, *border.challengers}
    if winners is None or len(set(winners)) != len(border.defenders) or not people.issuperset(winners):
        raise BadPlan(f"playoffs.{upper}", Reason("winners_do_not_fit", {"places": len(border.defenders)}))
    for no in border.defenders:
        code = "kept_by_playoff" if no in winners else "relegated_by_playoff"
        at[no] = (upper if no in winners else upper + 1, Reason(code, at[no][1].data))
    for no in border.challengers:
        code = "promoted_by_playoff" if no in winners else "stays_after_playoff"
        at[no] = (upper if no in winners else upper + 1, Reason(code, at[no][1].data))


def _season(divisions: Divisions, changes: Changes, at: dict[EntrantNo, tuple[int, Reason]], rule: Rule) -> NextSeason:
    _fill(divisions, changes, at, rule)
    new: list[list[EntrantNo]] = [[] for _ in divisions]
    for members in divisions:  # from the top: who comes down is entered before who stayed, who comes up after
        for no in members:
            if no not in changes.withdrawn:
                new[at[no][0]].append(no)
    new[-1] += changes.newcomers
    moves = [_move(division, no, changes, at) for division, members in enumerate(divisions) for no in members]
    moves += [Move(no, None, len(divisions) - 1, Reason("newcomer")) for no in changes.newcomers]
    return NextSeason(tuple(tuple(members) for members in new), tuple(moves))


def _fill(divisions: Divisions, changes: Changes, at: dict[EntrantNo, tuple[int, Reason]], rule: Rule) -> None:
    """Fills divisions from the top to their due size: first the best of those who would be relegated stay, then those
    who would stay in the next division come up in order.

    The size is the old one; only the first division changes by the difference of ``up`` and ``down``.
    """
    for division in range(len(divisions) - 1):
        size = len(divisions[division]) + (rule.up - rule.down if division == 0 else 0)
        there = sum(at[no][0] == division for members in divisions for no in members if no not in changes.withdrawn)
        falling = [no for no in divisions[division] if at[no][1].code == "relegated"]
        below = [
            no
            for no in divisions[division + 1]
            if at[no][1].code in ("stays", "stays_after_playoff") and no not in changes.withdrawn
        ]
        for no in [*falling, *below][: max(0, size - there)]:
            at[no] = (division, Reason("spared" if no in falling else "fills_a_gap", at[no][1].data))


def _move(division: int, no: EntrantNo, changes: Changes, at: Mapping[EntrantNo, tuple[int, Reason]]) -> Move:
    if no in changes.withdrawn:
        return Move(no, division, None, Reason("withdrew", at[no][1].data))
    return Move(no, division, *at[no])
