"""The full explanation of one pair or bye, on demand.

The halves, who would have come first, everybody who was tried before and the criterion that refused them; of who was
moved down, or has the bye, who else could have been.

It costs at most ``MAX_TRIED`` matchings for each of these lists; what is left out is counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Any

from tournaments.formats.contract import EntrantNo, Reason, RoundNo, Stage
from tournaments.scoring import History, Kind

from .colours import allocate
from .engine import PairedBracket
from .explain import Explainer
from .order import Pair
from .player import Colour, Player
from .reasons import plain

MAX_NAMED = 24
"""Larger brackets are told by their numbers alone."""
MAX_TRIED = 12
DOWNFLOAT = ("dutch_downfloat_refused", "dutch_downfloat_later")
BYE = ("dutch_bye_refused", "dutch_bye_later")
"""What is said of somebody against whom a criterion speaks, and of somebody against whom nothing does."""

Met = Mapping[frozenset[EntrantNo], RoundNo]


def met_in(stage: Stage) -> Met:
    """The round in which each two players met."""
    return {
        frozenset((no, game.opponents[0])): game.round
        for no, games in History(stage).games.items()
        for game in games
        if game.kind is Kind.PLAYED
    }


class Teller:
    """Explains any pair or bye of a paired round."""

    def __init__(self, paired: Sequence[PairedBracket], initial: Colour, met: Met) -> None:
        self.paired, self.initial, self.met = paired, initial, met
        self.explainer = Explainer(paired)
        self.players: Sequence[Player] = paired[-1].bracket.field.players

    def of(self, seats: Sequence[EntrantNo]) -> Sequence[Reason]:
        """Reasons in order for a pair (two seats, White first) or a bye (one seat); none if the rules did not make
        it."""
        numbers = self.paired[-1].bracket.field.index
        if not all(no in numbers for no in seats):
            return ()
        wanted = {numbers[no] for no in seats}
        if wanted == set(self.paired[-1].arrangement.down):
            return tuple(self.of_bye(*wanted))
        if place := self._places.get(frozenset(wanted)):
            return tuple(self.of_pair(*place, white=seats[0]))
        return ()

    @cached_property
    def _places(self) -> Mapping[frozenset[int], tuple[int, int]]:
        """Each pair's bracket, and its place in the bracket."""
        return {
            frozenset({pair.higher, pair.lower}): (number, at)
            for number, one in enumerate(self.paired)
            for at, pair in enumerate(one.arrangement.pairs)
        }

    def of_pair(self, number: int, at: int, *, white: EntrantNo) -> Iterator[Reason]:
        pair = self.paired[number].arrangement.pairs[at]
        if pair.is_moved:
            yield from self._floated(number, pair.higher)
        yield from self._bracket(number, pair.is_moved)
        yield from self._natural(number, pair)
        yield from self._exchange(number, at)
        yield from self._tried(number, at)
        higher, lower = self.players[pair.higher], self.players[pair.lower]
        colours = allocate(higher, lower, self.initial)
        code = "dutch_colour" if colours.white.no == white else "dutch_colour_otherwise"
        yield Reason(code, {"entrant": colours.white.no, "rule": colours.rule})

    def of_bye(self, index: int) -> Iterator[Reason]:
        player = self.players[index]
        yield Reason("dutch_bye", {"entrant": player.no, "score": plain(player.score), "unplayed": player.unplayed})
        yield Reason("dutch_bye_score", {"score": plain(player.score)})
        others = [
            other
            for other in reversed(range(len(self.players)))
            if other != index and self.players[other].score <= player.score
        ]
        told = ((other, self.explainer.against_bye(other)) for other in others)
        yield from self._others(told, len(others), player, BYE)

    # --- the bracket and its order ------------------------------------------------------------------------------------

    def _bracket(self, number: int, is_moved: bool) -> Iterator[Reason]:
        bracket, made = self.paired[number].bracket, self.paired[number].arrangement
        data: dict[str, Any] = {"score": plain(bracket.score), "players": len(bracket.players)}
        yield Reason("dutch_bracket", {**data, "tables": len(made.pairs), "left": len(made.down)})
        if bracket.moved:
            yield Reason("dutch_bracket_moved", {"entrants": self._named(bracket.moved)})
        first, second = self._halves(number, is_moved)
        if len(first) + len(second) <= MAX_NAMED:
            yield Reason("dutch_halves", {"first": self._named(first), "second": self._named(second)})

    def _halves(self, number: int, is_moved: bool) -> tuple[Sequence[int], Sequence[int]]:
        """S1 and S2 before any transposition or exchange: of the MDPs, or of the remainder (3.2, 3.3)."""
        made, bracket = self.paired[number].arrangement, self.paired[number].bracket
        moved = [pair for pair in made.pairs if pair.is_moved]
        if is_moved:
            return [pair.higher for pair in moved], bracket.residents
        met = {pair.lower for pair in moved}
        left = [index for index in bracket.residents if index not in met]
        half = len(made.pairs) - len(moved)
        return left[:half], left[half:]

    def _natural(self, number: int, pair: Pair) -> Iterator[Reason]:
        """The opponent whom the first candidate would have given the pair's higher-ranked player."""
        first, second = self._halves(number, pair.is_moved)
        higher = self.players[pair.higher].no
        across = dict(zip(first, second, strict=False))
        across |= {other: index for index, other in across.items()}
        natural = across.get(pair.higher)
        if natural == pair.lower:
            yield Reason("dutch_natural_met", {"entrant": higher, "other": self.players[natural].no})
        elif natural is None:
            yield Reason("dutch_natural_none", {"entrant": higher})
        else:
            yield Reason("dutch_natural", {"entrant": higher, "other": self.players[natural].no})
            yield from self._went(number, pair, natural)

    def _went(self, number: int, pair: Pair, natural: int) -> Iterator[Reason]:
        """What became of the natural opponent, unless a later reason says it."""
        made = self.paired[number].arrangement
        if natural in pair.passed:
            return
        for one in made.pairs:
            if natural in (one.higher, one.lower):
                other = one.lower if natural == one.higher else one.higher
                code = (
                    "dutch_natural_taken" if made.pairs.index(one) < made.pairs.index(pair) else "dutch_natural_later"
                )
                data = {"entrant": self.players[natural].no, "other": self.players[other].no}
                yield Reason(code, data)

    def _exchange(self, number: int, at: int) -> Iterator[Reason]:
        down, up = self.paired[number].arrangement.exchanged
        if self.paired[number].arrangement.pairs[at].is_moved or not (down or up):
            return
        yield Reason("dutch_exchanged", {"first": self._named(up), "second": self._named(down)})
        criterion = self.explainer.against_transpositions(number)
        if criterion:
            yield Reason("dutch_exchange_needed", {"criterion": criterion})

    # --- who was tried before -----------------------------------------------------------------------------------------

    def _tried(self, number: int, at: int) -> Iterator[Reason]:
        pair = self.paired[number].arrangement.pairs[at]
        higher = self.players[pair.higher].no
        for other in pair.passed[:MAX_TRIED]:
            data = {"entrant": higher, "other": self.players[other].no}
            criterion = self.explainer.against_pair(number, at, other)
            round_no = self.met.get(frozenset(data.values()))
            if criterion == "C1" and round_no:
                yield Reason("dutch_passed_met", {**data, "round": round_no})
            elif criterion:
                yield Reason("dutch_passed", {**data, "criterion": criterion})
            else:
                yield Reason("dutch_passed_for_others", data)
        yield from _more(len(pair.passed) - MAX_TRIED)
        if pair.passed:
            yield Reason("dutch_taken", {"entrant": higher, "other": self.players[pair.lower].no})

    # --- who was moved down, and who else could have been -------------------------------------------------------------

    def _floated(self, number: int, index: int) -> Iterator[Reason]:
        above = number - 1
        bracket, down = self.paired[above].bracket, self.paired[above].arrangement.down
        player = self.players[index]
        data = {"score": plain(bracket.score), "players": len(bracket.players), "left": len(down)}
        odd = len(bracket.players) % 2 == 1 and len(down) == 1
        if len(bracket.players) > 1:
            yield Reason("dutch_odd_bracket" if odd else "dutch_left_over", data)
        else:
            yield Reason("dutch_alone", {"entrant": player.no, "score": data["score"]})
        yield Reason("dutch_moved_down", {"entrant": player.no, "above": data["score"], **self._into(number)})
        others = [other for other in reversed(bracket.players) if other not in down]
        told = ((other, self.explainer.against_downfloat(above, other)) for other in others)
        yield from self._others(told, len(others), player, DOWNFLOAT)

    def _into(self, number: int) -> dict[str, Any]:
        return {"score": plain(self.paired[number].bracket.score)}

    def _others(
        self, told: Iterable[tuple[int, str | None]], count: int, player: Player, codes: Sequence[str]
    ) -> Iterator[Reason]:
        """Other players who could have been left over, in the order they are tried, and what spoke against each."""
        refused, later = codes
        known = [(other, criterion) for other, criterion in islice(told, MAX_TRIED) if criterion is not None]
        for other, criterion in known:
            data = {"other": self.players[other].no, "entrant": player.no}
            yield Reason(refused, {**data, "criterion": criterion}) if criterion else Reason(later, data)
        yield from _more(count - len(known))

    def _named(self, indices: Iterable[int]) -> list[EntrantNo]:
        return [self.players[index].no for index in indices]


def _more(count: int) -> Iterator[Reason]:
    if count > 0:
        yield Reason("dutch_more", {"count": count})
