"""The proof: where every card that matters is known and the end of the round is near, the choice is not judged by
opinions. The rest of the round is searched to its end, both sides answering best (``search.endgame``).

Everything is known where worlds dealt anew look alike to every seat: then what the mover does not see, nobody sees. It
is searched in one of these worlds and looked up in another: what both say cannot hang on the order of a pile. Where a
card or two are unknown, a loss that was found in one world is proved if it is one in all: whatever the rival holds. Of
other choices nothing is said there.

It comes in parts of a few thousand positions, each a function of the parts before it. A part keeps between which bounds
the worth of each option was proved to be, in points for the mover. A question that takes too many positions ends it
without a proof: sooner where nobody doubts the choice, later where a judge calls it a loss, or something better was
found on the way. Only whether another option is as good may stay open.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ..contract import Decision, SeatNo
from ..search.candidates import candidates
from ..search.endgame import CERTAIN, Endgame, TooFar
from ..search.replies import Replies
from . import confirm
from .budgets import Budget
from .numbers import POINT, WHOLE, whole
from .scan import AS_GOOD, MARK_FROM, Bench, bench, is_loss, written
from .subject import Subject
from .terms import difference
from .worlds import World

PURPOSE: Final = "prove"
SIDES: Final = 2
ONE: Final = 1
BOTH: Final = 2
"""So many judges call the choice a loss."""
DEALT: Final = 8
"""In so many worlds everybody has to see the same."""
HANDS: Final = 24
"""So many ways are tried in which unknown cards may lie; where there are more, nothing is proved."""
DEALT_AT_MOST: Final = 150
"""In so many worlds all of these are met: one of 24 stays away four times in a hundred."""
OPTIONS: Final = 24
"""So many options are compared, the best by a look of one step, and those that the first judge names."""
POSITIONS: Final = 10_000
"""A part asks nothing more after so many."""
EXACTLY: Final = 2
"""It is known what an option is worth where no more than so many points lie between its bounds."""
MARGIN: Final = AS_GOOD // POINT
BETTER: Final = 4
"""What is better than a doubted choice by fewer points is not looked for: it would be no mark."""
SHARE: Final = 4
"""By one in so many parts of a loss what is proved of either option may differ from what was found."""
ANOTHER: Final = 1
"""The world in which it is looked up what was found in the first one."""
PLAYED: Final = 0
"""The number of the played option; the others follow by how good they look."""

Bounds = list[list[int]]
"""By option the points that it is worth at least, and at most."""


def prove(
    subject: Subject, number: int, part: int, earlier: Mapping[str, Any], budget: Budget, seed: bytes
) -> dict[str, Any]:
    """One part; empty where nothing can be proved, or all is."""
    scanned = earlier[f"scan:{number}"]
    before = earlier[f"{PURPOSE}:{number}/{part - 1}"] if part else None
    if not scanned or before == {} or (before and before["is_over"]):
        return {}
    found = bench(subject, number, budget.weighted, seed)
    assert found is not None
    rows = confirm.collected(earlier, number)
    against = scanned["doubtful"] + (bool(rows) and is_loss(confirm.mean_loss(rows)))
    return part_of_proof(found, before, scanned, budget.proved_with, against)


def part_of_proof(
    found: Bench,
    before: Mapping[str, Any] | None,
    scanned: Mapping[str, Any],
    limits: tuple[int, int, int],
    against: int,
) -> dict[str, Any]:
    """The part after the one ``before``. ``limits`` are positions that a question may take (``Budget.proved_with``),
    ``against`` is how many judges call the choice a loss."""
    if before is None and not (is_for_two(found) and is_near(found, limits[against])):
        return {}
    tried = _tried(found, [row["decision"] for row in scanned["best"]])
    before = before or {
        "bounds": [[0, CERTAIN] for _ in tried],
        "refuted": [],
        "unsure": [],
        "shown_in": [ANOTHER] if is_open(found) else [],
        "shown": 0,
    }
    proof = Proof(found, tried, before, limits, scanned["chance"] // POINT, against)
    try:
        return proof.next_part() if proof.is_asking else proof.last_part(max(limits))
    except TooFar:
        return {}


def whole_proof(found: Bench, named: Sequence[Any], budget: Budget) -> dict[str, Any]:
    """All of it at once, as of a doubted choice; empty where nothing can be proved. ``named`` options are compared in
    any case."""
    scanned = {"best": [{"decision": data} for data in named], "chance": WHOLE // 2}
    part: dict[str, Any] | None = None
    for _ in range(budget.proved_in_parts):
        part = part_of_proof(found, part, scanned, budget.proved_with, BOTH)
        if not part or part["is_over"]:
            return part
    return {}


def is_for_two(found: Bench) -> bool:
    """Whether what one loses the other wins."""
    return found.evaluation.sides == found.evaluation.seats == SIDES


def is_open(found: Bench) -> bool:
    """Whether all that anybody sees is known to the mover."""
    return len({_seen_by_all(found, PURPOSE, n) for n in range(DEALT)}) == 1


def hands(found: Bench) -> list[int]:
    """Worlds, one for each way in which the cards may lie that the mover does not see and somebody sees; none where
    there are too many."""
    first: dict[tuple[bytes, ...], int] = {}
    for n in range(DEALT_AT_MOST):
        first.setdefault(_seen_by_all(found, confirm.PURPOSE, n), n)
        if len(first) > HANDS:
            return []
    return [*first.values()]


def _seen_by_all(found: Bench, purpose: str, n: int) -> tuple[bytes, ...]:
    game, world = found.asked.game, found.worlds.world(purpose, n).state
    return tuple(game.fingerprint(game.view(world, SeatNo(seat))) for seat in range(SIDES))


def is_near(found: Bench, limit: int) -> bool:
    """Whether the end of the round is so near that the search may reach it."""
    world = found.worlds.world(confirm.PURPOSE, 0)
    endgame = endgame_in(found, world, found.asked.seat, limit, strict=False)
    return endgame.is_near(world.state, found.asked.played, found.worlds.dice(PURPOSE, "size"))


def endgame_in(found: Bench, world: World, forces: int, limit: int, *, strict: bool) -> Endgame:
    game, evaluation, worlds = found.asked.game, found.evaluation, found.worlds
    return Endgame(game, evaluation, forces, lambda: worlds.draws(world), limit, strict=strict)


def _tried(found: Bench, named: Sequence[Any]) -> list[Decision]:
    """The options that are compared, the played one first."""
    a, world = found.asked, found.worlds.world(confirm.PURPOSE, 0).state
    looking = found.worlds.dice(PURPOSE)
    sensible = candidates(a.game, a.view, a.options, looking)
    ranked = Replies(a.game, found.evaluation, looking).ranked([world], sensible, 0)
    likely = [one.option for one in ranked[:OPTIONS]]
    return [*dict.fromkeys([a.played, *likely, *(a.game.decode_decision(a.seat, data) for data in named)])]


class Proof:
    """What is known of the options of one decision, and what is to be asked next."""

    def __init__(
        self,
        found: Bench,
        options: Sequence[Decision],
        before: Mapping[str, Any],
        limits: tuple[int, int, int],
        guess: int,
        against: int,
    ) -> None:
        """Of options that are ``refuted``, since they are worth less against all sensible answers than was found, it is
        known what they are worth at most; of ``unsure`` ones it was too far to say whether they are as good as the
        best. What was found is to be ``shown_in`` these worlds, none as long as it is not known in which, and has been
        in so many of them (``shown``). ``guess`` is what the played option may be worth, ``against`` how many judges
        call it a loss."""
        self._found = found
        self._options = options
        self._bounds: Bounds = [[*one] for one in before["bounds"]]
        self._refuted: list[int] = [*before["refuted"]]
        self._unsure: list[int] = [*before["unsure"]]
        self._shown_in: list[int] = [*before["shown_in"]]
        self._shown: int = before["shown"]
        self._made = 0
        self._limits = limits
        self._guess = guess
        self._against = against

    @property
    def is_asking(self) -> bool:
        return self._question() is not None

    def next_part(self) -> dict[str, Any]:
        """Asks on. Raises TooFar."""
        found, limit = self._found, self._limit
        world = found.worlds.world(confirm.PURPOSE, 0)
        endgame = endgame_in(found, world, found.asked.seat, limit, strict=False)
        while endgame.made < POSITIONS and limit == self._limit and (question := self._question()):
            option, points = question
            try:
                worth = endgame.at_least(world.state, self._options[option], points)
            except TooFar:
                if option == PLAYED or points > self._top:
                    raise
                self._unsure.append(option)
            else:
                self._bounds[option][worth < points] = worth
        return self._so_far()

    def _so_far(self) -> dict[str, Any]:
        return {
            "bounds": self._bounds,
            "refuted": self._refuted,
            "unsure": self._unsure,
            "shown_in": self._shown_in,
            "shown": self._shown,
            "is_over": False,
        }

    @property
    def _limit(self) -> int:
        """What was found to be worth a mark is looked into as if a judge had said so."""
        lost = max(least for least, _ in self._bounds) - self._bounds[PLAYED][1]
        return self._limits[max(self._against, ONE if lost > MARK_FROM // POINT else 0)]

    def _question(self) -> tuple[int, int] | None:
        """An option, and whether it is worth so many points; None where it is known what the played one is worth, what
        the best one is, and which others are as good. The last is not asked of a choice that a judge calls a loss: what
        lies near the truth takes longest."""
        if not self._is_known(PLAYED):
            return PLAYED, self._next_points(PLAYED)
        top = self._top
        for option, (least, most) in enumerate(self._bounds):
            if option in self._refuted:
                continue
            if least > top:
                return option, self._next_points(option)
            hurried = self._against or option in self._unsure
            if not hurried and least < top - MARGIN <= most:
                return option, top - MARGIN
            better = top + (BETTER if hurried else MARGIN + 1)
            if most >= better and not self._is_known(option):
                return option, better
        return None

    def _is_known(self, option: int) -> bool:
        least, most = self._bounds[option]
        return option not in self._refuted and most - least <= EXACTLY

    @property
    def _top(self) -> int:
        """What the best option is worth of those of which it is known."""
        return max(self._bounds[option][0] for option in range(len(self._bounds)) if self._is_known(option))

    def _next_points(self, option: int) -> int:
        least, most = self._bounds[option]
        if least:
            return min(most, least + max(EXACTLY + 1, (most - least) // 2))
        return max(1, most - EXACTLY if most < CERTAIN else self._guess)

    def last_part(self, limit: int) -> dict[str, Any]:
        """What was found, with the lines; empty where it does not hold. Raises TooFar."""
        found, asked = self._found, self._found.asked
        best = self._best()
        world = found.worlds.world(confirm.PURPOSE, 0)
        endgame = endgame_in(found, world, asked.seat, limit, strict=False)
        ways = [endgame.line(world.state, self._options[n], *self._bounds[n]) for n in (best, PLAYED)]
        ends = [end for _, end in ways]
        values = [whole(found.evaluation.values(end)[asked.seat]) for end in ends]
        loss = values[0] - values[1]
        if loss > MARK_FROM:
            self._shown_in = self._shown_in or hands(found)
            unfinished = self._unless_shown(best, loss // POINT // SHARE, limit)
            if unfinished is not None:
                return unfinished
        elif not (self._all_is_known and self._is_acquitted(limit)):
            return {}
        terms = difference(found.evaluation, ends[0], ends[1], asked.seat)
        return {
            "bounds": [
                bounds if self._all_is_known or n in (best, PLAYED) else [0, CERTAIN]
                for n, bounds in enumerate(self._bounds)
            ],
            "is_over": True,
            "hands": len(self._shown_in),
            "options": [dict(asked.game.encode_decision(option)) for option in self._options],
            "best": best,
            "values": values,
            "lines": [written(asked, line) for line, _ in ways],
            "world": world.name[-1],
            "terms": {name: whole(value) for name, value in terms.items()},
        }

    @property
    def _all_is_known(self) -> bool:
        return self._shown_in == [ANOTHER]

    def _unless_shown(self, best: int, slack: int, limit: int) -> dict[str, Any] | None:
        """A part that ends before the loss is shown in each world, up to so many points of either option; None where it
        is."""
        while self._shown < len(self._shown_in):
            if self._made >= POSITIONS:
                return self._so_far()
            n = self._shown_in[self._shown]
            if not self._is_worth(best, self._bounds[best][0] - slack, limit, n):
                self._refuted.append(best)
                self._shown = 0
                return self._so_far()
            if not self._is_held(self._bounds[PLAYED][1] + slack, limit, n):
                return {}
            self._shown += 1
        return None if self._shown_in else {}

    def _best(self) -> int:
        """The played option where none is better."""
        top = self._top
        if top - self._bounds[PLAYED][0] <= EXACTLY:
            return PLAYED
        return next(n for n, (least, _) in enumerate(self._bounds) if least == top and self._is_known(n))

    def _is_worth(self, option: int, points: int, limit: int, n: int = ANOTHER, *, strict: bool = True) -> bool:
        """Whether so much can be forced after an option in world ``n``, in which what nobody sees lies otherwise. What
        it is worth at most is lowered where it cannot."""
        found = self._found
        world = found.worlds.world(confirm.PURPOSE, n)
        endgame = endgame_in(found, world, found.asked.seat, limit, strict=strict)
        worth = endgame.at_least(world.state, self._options[option], points) if points > 0 else points
        self._made += endgame.made
        if worth < points:
            self._bounds[option] = [0, worth]
        return worth >= points

    def _is_held(self, points: int, limit: int, n: int) -> bool:
        """Whether the rival can see to it there that the played option is worth no more."""
        found = self._found
        world = found.worlds.world(confirm.PURPOSE, n)
        endgame = endgame_in(found, world, 1 - found.asked.seat, limit, strict=True)
        rest = CERTAIN - points
        is_held = rest <= 0 or endgame.at_least(world.state, self._options[PLAYED], rest) >= rest
        self._made += endgame.made
        return is_held

    def _is_acquitted(self, limit: int) -> bool:
        """Whether the played option holds there, and no refuted one may still be clearly better."""
        worth = self._bounds[PLAYED][0]
        if any(self._bounds[option][1] - worth > MARK_FROM // POINT for option in self._refuted):
            return False
        if self._against == BOTH:
            try:
                return self._is_worth(PLAYED, worth - MARK_FROM // POINT, limit)
            except TooFar:  # what was found then stands against what the judges only think
                pass
        return self._is_worth(PLAYED, worth - MARGIN, limit, strict=False)


def as_good(found: Mapping[str, Any]) -> list[int]:
    """The numbers of the options that are as good as the best one, of a last part."""
    least = found["bounds"][found["best"]][0] - MARGIN
    return [n for n, bounds in enumerate(found["bounds"]) if n != found["best"] and bounds[0] >= least]


def proved(earlier: Mapping[str, Any], number: int) -> Mapping[str, Any] | None:
    """The last part of a decision of which all is proved."""
    part = 0
    found: Mapping[str, Any] | None = None
    while made := earlier.get(f"{PURPOSE}:{number}/{part}"):
        part, found = part + 1, made
    return found if found and found["is_over"] else None
