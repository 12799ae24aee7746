"""Brackets of duels: single and double elimination for 2 or more entrants."""

from __future__ import annotations

from collections.abc import Sequence

from .bracket import Bracket, Builder, Feed

Line = list[Feed | None]
"""What stands side by side in a column, from the top; None where a bye is."""


def seed_order(size: int) -> list[int]:
    """Draw positions from the top of the bracket: 1 8 4 5 2 7 3 6 for 8, a power of two.

    Seeds that win as expected meet as late as can be: 1 and 2 in the final, none of the first four before the
    semi-final, and in each round the strongest meets the weakest.
    """
    order = [1]
    while len(order) < size:
        double = 2 * len(order) + 1
        order = [seed for high in order for seed in (high, double - high)]
    return order


def leaves(entrants: int) -> Line:
    """Positions beyond the field are byes, so the top seeds get them."""
    size = 1 << (entrants - 1).bit_length()
    return [Feed("", seed) if seed <= entrants else None for seed in seed_order(size)]


def single(entrants: int, third_place: bool, consolation: bool, winners: int = 1) -> Bracket:
    """Losers of semi-finals play for third place, not in the consolation. With several ``winners`` it ends once that
    many are left."""
    build = Builder()
    line, first, losers = leaves(entrants), leaves(entrants), list[Line]()
    level = 0
    while len(line) > max(2, winners):
        level += 1
        line, beaten = _column(build, "W", level, line)
        losers.append(beaten)
    if consolation and len(losers) > third_place:
        late = losers[1] if len(losers) > 1 + third_place else Line()
        _consolation(build, first, losers[0], late)
    if third_place and losers:
        build.duel("3rd", 1, 1, *losers[-1])
    if winners == 1:
        build.duel("F", 1, 1, line[0], line[1])
    return build.finish()


def double(entrants: int, reset: bool) -> Bracket:
    """A second loss eliminates: losers in W go down to L; the winner of L meets the winner of W.

    With ``reset`` the winner of W, too, must lose twice: if L's winner wins the final, it is played once more.
    """
    build = Builder()
    line, losers = leaves(entrants), list[Line]()
    while len(line) > 1:
        line, beaten = _column(build, "W", len(losers) + 1, line)
        losers.append(beaten)
    below = _lower(build, losers)
    build.duel("F", 1, 1, line[0], below)
    if reset:
        build.duel("F2", 1, 1, Feed("F", 1), Feed("F", 2))
    return build.finish()


def _column(build: Builder, part: str, level: int, line: Line) -> tuple[Line, Line]:
    """Pairs neighbours; returns the winners and the losers, both in order."""
    pairs = [build.duel(part, level, row + 1, line[2 * row], line[2 * row + 1]) for row in range(len(line) // 2)]
    return [winner for winner, _ in pairs], [loser for _, loser in pairs]


def _lower(build: Builder, losers: Sequence[Line]) -> Feed | None:
    """The lower bracket: its survivors meet each other, then the losers of W's next round, and so on."""
    line, level = losers[0], 0
    lost = [1 << row if feed else 0 for row, feed in enumerate(line)]
    for below in losers[1:]:
        line = _column(build, "L", (level := level + 1), line)[0]
        lost = [lost[2 * row] | lost[2 * row + 1] for row in range(len(line))]
        width = len(losers[0]) // len(below)
        block = [((1 << width) - 1) << (row * width) for row in range(len(below))]
        shift = _crossing(lost, block)
        level += 1
        pairs = [build.duel("L", level, row + 1, line[row], below[row ^ shift]) for row in range(len(line))]
        line = [winner for winner, _ in pairs]
        lost = [lost[row] | (block[row ^ shift] if below[row ^ shift] else 0) for row in range(len(line))]
    return line[0]


def _crossing(lost: Sequence[int], block: Sequence[int]) -> int:
    """How losers of W's round are spread over the rows: a number to exclusive-or the row with.

    ``lost[row]`` has a bit for each duel of W's first round whose people may have come down to this row;
    ``block[row]`` one for each that leads to the duel of W of this row. Where the two have a bit in common, a rematch
    is possible; the shift with the fewest is taken. An exclusive-or moves whole halves and quarters, so what
    is apart stays apart.
    """
    count = len(lost)
    shifts = [count - 1, count // 2, max(count // 2 - 1, 0)]
    shifts += [shift for shift in range(min(count, 32)) if shift not in shifts]
    best, fewest = 0, -1
    for shift in shifts:
        rematches = sum((lost[row] & block[row ^ shift]).bit_count() for row in range(count))
        if fewest < 0 or rematches < fewest:
            best, fewest = shift, rematches
        if rematches == 0:
            break
    return best


def _consolation(build: Builder, first: Line, lost: Line, second: Line) -> None:
    """The consolation for players who lose their first duel: in W1 (``lost``), or in W2 (``second``) after a bye."""
    line = list(lost)
    for row, feed in enumerate(second):
        upper, lower = line[2 * row : 2 * row + 2]
        if feed and not upper and not lower:
            line[2 * row] = feed
        elif feed and not upper:
            line[2 * row] = _if_first_seed(feed, first[4 * row : 4 * row + 2])
        elif feed and not lower:
            line[2 * row + 1] = _if_first_seed(feed, first[4 * row + 2 : 4 * row + 4])
    level = 0
    while len(line) > 1:
        line = _column(build, "C", (level := level + 1), line)[0]


def _if_first_seed(feed: Feed, positions: Line) -> Feed:
    """Only the player who had the bye here: for anybody else it was not the first duel."""
    return feed._replace(only=next(one.place for one in positions if one))
