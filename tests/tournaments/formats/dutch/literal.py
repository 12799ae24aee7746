"""FIDE C.04.3 word for word, for very small fields: all candidates of a bracket, compared as articles 2 to 4 say.

Nothing of the engine is used but what it knows of a player, and article 5. Each candidate gets its failure values
(C4 to C21) and its place in the order of generation; the least of all is the pairing of the bracket.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any

from tournaments.formats.contract import EntrantNo
from tournaments.formats.dutch.colours import allocate
from tournaments.formats.dutch.player import Colour, Float, Player, Strength

Pair = tuple[int, int]
Pairs = tuple[Pair, ...]


class Literal:
    def __init__(self, players: Sequence[Player]) -> None:
        self.players = sorted(players, key=lambda player: (-player.score, player.tpn))
        self.everybody = frozenset(range(len(players)))

    def pair(self) -> set[frozenset[EntrantNo]]:
        """The pairs, the bye as a single number. Raises LookupError where there is no complete pairing."""
        self.bye_score = self._bye_score()
        moved: tuple[int, ...] = ()
        left = self.everybody
        pairs: list[Pair] = []
        while any(index not in moved for index in left):
            score = max(self.players[index].score for index in left if index not in moved)
            residents = tuple(i for i in sorted(left) if i not in moved and self.players[i].score == score)
            chosen = min(self._candidates(moved, residents), key=lambda pairs: self._key(pairs, moved, residents, left))
            pairs += chosen
            left -= {index for pair in chosen for index in pair}
            moved = tuple(i for i in (*moved, *residents) if i in left)
        numbers = [frozenset(self.players[index].no for index in pair) for pair in pairs]
        return {*numbers, *(frozenset({self.players[index].no}) for index in left)}

    # --- absolute criteria --------------------------------------------------------------------------------------------

    def _may_meet(self, one: int, other: int) -> bool:
        first, second = self.players[one], self.players[other]
        if second.no in first.met:
            return False
        if first.is_topscorer or second.is_topscorer:
            return True
        absolute = first.strength is Strength.ABSOLUTE and second.strength is Strength.ABSOLUTE
        return not (absolute and first.prefers is second.prefers)

    def _bye_score(self) -> Any:
        scores = sorted({player.score for player in self.players}) if len(self.players) % 2 else [None]
        for score in scores:
            if self._completes(self.everybody, frozenset(), score):
                return score
        raise LookupError

    @cache  # noqa: B019  (lives as long as a test)
    def _completes(self, left: frozenset[int], moved: frozenset[int], bye_score: Any) -> bool:
        """C4, with the bye at that score (C5). Two who are moved down never meet."""
        if not left:
            return True
        one = min(left)
        if len(left) % 2:
            player = self.players[one]
            if player.may_have_bye and player.score == bye_score and self._completes(left - {one}, moved, None):
                return True
        return any(
            self._may_meet(one, other)
            and not {one, other} <= moved
            and self._completes(left - {one, other}, moved, bye_score)
            for other in left
            if other != one
        )

    # --- candidates -------------------------------------------------------------------------------------------------

    def _candidates(self, moved: Sequence[int], residents: Sequence[int]) -> Iterator[Pairs]:
        yield from self._matchings((*moved, *residents), frozenset(moved))

    def _matchings(self, players: tuple[int, ...], moved: frozenset[int]) -> Iterator[Pairs]:
        if len(players) < 2:
            yield ()
            return
        one, rest = players[0], players[1:]
        yield from self._matchings(rest, moved)
        for at, other in enumerate(rest):
            if self._may_meet(one, other) and not {one, other} <= moved:
                for pairs in self._matchings(rest[:at] + rest[at + 1 :], moved):
                    yield ((one, other), *pairs)

    def _key(self, pairs: Pairs, moved: Sequence[int], residents: Sequence[int], left: frozenset[int]) -> Any:
        paired = {index for pair in pairs for index in pair}
        down = [index for index in (*moved, *residents) if index not in paired]
        after = left - paired
        if not self._completes(after, frozenset(down), self.bye_score):
            return (1,)
        failures = (
            *self._down(down),
            self._next(down, after),
            self._unplayed(down, after),
            *self._colours(pairs),
            *self._floats(pairs, moved, down),
        )
        return (0, failures, self._generated(pairs, moved, residents))

    # --- failure values -----------------------------------------------------------------------------------------------

    def _down(self, down: Sequence[int]) -> tuple[Any, ...]:
        """C6 and C7."""
        return len(down), sorted((self.players[index].score for index in down), reverse=True)

    def _next(self, down: Sequence[int], after: frozenset[int]) -> Any:
        """C8: how well C6 and C7 can be complied with in the following bracket."""
        following = [index for index in sorted(after) if index not in down]
        if not following:
            return ()
        score = self.players[following[0]].score
        residents = tuple(index for index in following if self.players[index].score == score)
        best: Any = None
        for pairs in self._candidates(down, residents):
            paired = {index for pair in pairs for index in pair}
            lower = [index for index in (*down, *residents) if index not in paired]
            value = self._down(lower)
            if (best is None or value < best) and self._completes(after - paired, frozenset(lower), self.bye_score):
                best = value
        return best

    def _unplayed(self, down: Sequence[int], after: frozenset[int]) -> int:
        """C9, for a single downfloater who will have the bye: nobody below can."""
        below = [self.players[i] for i in after if i not in down]
        if len(down) != 1 or not len(after) % 2 or any(player.score >= self.bye_score for player in below):
            return 0
        return self.players[down[0]].unplayed

    def _colours(self, pairs: Pairs) -> tuple[int, ...]:
        """C10 to C13, from the colours that the players would get."""
        wide = third = refused = strong = 0
        for pair in pairs:
            one, other = (self.players[index] for index in pair)
            white, black, _ = allocate(one, other, Colour.WHITE)
            top = one.is_topscorer or other.is_topscorer
            for player, colour in ((white, Colour.WHITE), (black, Colour.BLACK)):
                against = player.prefers not in (Colour.NONE, colour)
                wide += top and abs(player.difference + colour) > 2
                third += top and len(player.colours) > 1 and {*player.colours[-2:], colour} == {colour}
                refused += against
                strong += against and player.strength is Strength.STRONG
        return wide, third, refused, strong

    def _floats(self, pairs: Pairs, moved: Sequence[int], down: Sequence[int]) -> tuple[Any, ...]:
        """C14 to C21."""
        counts: list[Any] = []
        differences: list[Any] = []
        across = [(one, other) for one, other in pairs if one in moved]
        gap = {one: self.players[one].score - self.players[other].score for one, other in across}
        for back in (0, 1):

            def had(index: int, kind: Float, back: int = back) -> bool:
                return self.players[index].floats[back] is kind

            counts.append(sum(had(index, Float.DOWN) for index in down if index not in moved))
            counts.append(sum(had(other, Float.UP) for _, other in across))
            fell = [index for index in moved if had(index, Float.DOWN)]
            differences.append(
                sorted((gap.get(index, 1000 + self.players[index].score) for index in fell), reverse=True)
            )
            differences.append(sorted((gap[one] for one, other in across if had(other, Float.UP)), reverse=True))
        return (*counts, *differences)

    # --- order of generation ------------------------------------------------------------------------------------------

    def _generated(self, pairs: Pairs, moved: Sequence[int], residents: Sequence[int]) -> Any:
        """Articles 3.7 and 4: MDP set, their opponents, then exchange and transposition of the remainder."""
        across = dict(sorted((one, other) for one, other in pairs if one in moved))
        rest = [index for index in residents if index not in across.values()]
        number = {index: bsn for bsn, index in enumerate(rest, 1)}
        inner = [(number[one], number[other]) for one, other in pairs if one not in moved]
        return tuple(across), tuple(across.values()), _earliest(inner, len(rest))


def _earliest(pairs: Sequence[Pair], size: int) -> Any:
    """The first place at which a remainder has these pairs, whoever of each is in S1."""
    return min(
        (_place([pair[side] for pair, side in zip(pairs, sides, strict=True)], pairs, size))
        for sides in product((0, 1), repeat=len(pairs))
    )


def _place(first: Sequence[int], pairs: Sequence[Pair], size: int) -> Any:
    """4.3.2, then 4.2.2."""
    original = range(1, len(pairs) + 1)
    out = sorted((bsn for bsn in original if bsn not in first), reverse=True)
    into = sorted(bsn for bsn in first if bsn not in original)
    mate = {**dict(pairs), **{other: one for one, other in pairs}}
    order = tuple(mate[bsn] for bsn in sorted(first))
    return len(out), sum(into) - sum(out), [-bsn for bsn in out], into, order
