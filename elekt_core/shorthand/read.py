"""From a text in short notation to a match: each move is found among the options and judged by the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from ..chance import Chance, SeededChance
from ..contract import Decision, Game
from ..errors import CoreError
from ..record.match import Play
from .broken_off import stop_of
from .head import SEEN_BY, Head
from .moves import decision_of
from .syntax import SEATS, BadShorthand, Branch, Comment, Draws, Item, Move, Place, Round, Word, parse_sheet


@dataclass(slots=True)
class Variation:
    """What might have been decided after ``after`` decisions of the line that it branches off."""

    after: int
    decisions: list[Decision] = field(default_factory=list)
    comments: dict[int, list[str]] = field(default_factory=dict)
    """By number of decisions since the beginning of the variation."""
    variations: list[Variation] = field(default_factory=list)


@dataclass(slots=True)
class Shorthand:
    play: Play[Any]
    tags: Mapping[str, str]
    line: Variation
    """The match itself, as a variation from the beginning."""

    @property
    def comments(self) -> Mapping[int, Sequence[str]]:
        return self.line.comments

    @property
    def variations(self) -> Sequence[Variation]:
        return self.line.variations


def read_shorthand(
    text: str | bytes, game: Game[Any] | None = None, *, tired: Callable[[], bool] | None = None
) -> Shorthand:
    """Read and play a match. ``game`` is the one to play with where it is not the installed one (custom cards).

    With ``tired``, for what strangers send: variations are left out, and ``tired()``, which is asked before each
    move, ends it (``takes_too_long``).

    Raises BadShorthand with the line and column of the first thing that cannot be, and what was expected there.
    """
    return _Reader(Head(parse_sheet(text if isinstance(text, str) else decoded(text)), game), tired).read()


def decoded(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode().split("\n")
        Place(len(before), len(before[-1]) + 1).fail("not_utf8", where="", position=error.start)


class _Reader:
    def __init__(self, head: Head, tired: Callable[[], bool] | None) -> None:
        self.head, self.sheet, self.tired = head, head.sheet, tired
        self.game, self.language = head.game, head.language
        if SEEN_BY in self.sheet.tags:
            self.sheet.tags[SEEN_BY].place.fail("shorthand_seen")

    def read(self) -> Shorthand:
        setup, chance = self.head.setup(), self._chance()
        items = list(self.sheet.items)
        chance.take(_first_draws(items))
        place = Place(1, 1) if not items else _place(items[0])
        try:
            play = Play.begin(self.game, setup, chance)
        except CoreError as error:
            _judge(place, error)
        line = Variation(0)
        self._follow(play, chance, items, line)
        self._check_result(play)
        tags = {name: word.text for name, word in self.sheet.tags.items()}
        return Shorthand(play, tags, line)

    def _chance(self) -> WrittenChance:
        seed = self.head.tagged("Seed", bytes.fromhex) if "Seed" in self.sheet.tags else None
        commitment = self.sheet.tags["Commitment"].text if "Commitment" in self.sheet.tags else ""
        return WrittenChance(self.game, SeededChance(seed) if seed else None, commitment)

    def _check_result(self, play: Play[Any]) -> None:
        if self.sheet.result is None:
            return
        outcome = self.game.outcome(play.state)
        if self.sheet.is_broken_off and outcome is None:
            play.note(stop_of(self.sheet, play.setup.seats))
            return
        ranks = None if outcome is None else list(enumerate(outcome.ranks))
        scores = {} if outcome is None else dict(enumerate(outcome.scores))
        told = None if self.sheet.is_broken_off else sorted(self.sheet.result)
        if told != ranks or not self.sheet.points.items() <= scores.items():
            found = "–" if ranks is None else " ".join(f"{SEATS[seat]} {rank}" for seat, rank in ranks)
            self.sheet.result_at.fail("shorthand_other_result", found=found)

    # --- moves ----------------------------------------------------------------------------------------------

    def _follow(self, play: Play[Any], chance: WrittenChance, items: Sequence[Item], line: Variation) -> None:
        before = play.state.copy()
        """The position before the last decision, from which a variation begins."""
        first = len(play.batches)
        decided = 0
        for item in items:
            match item:
                case Comment(text):
                    line.comments.setdefault(decided, []).append(text)
                case Draws():
                    chance.take([item])
                case Move():
                    before = play.state.copy()
                    self._decide(play, item)
                    line.decisions.append(play.batches[-1].decision)  # type: ignore[arg-type]
                    decided += 1
                case Round(_, place):
                    place.fail("shorthand_seat_expected", found="*")
                case Branch(inside, place):
                    if not decided:
                        place.fail("shorthand_nothing_before")
                    if self.tired is not None:
                        continue
                    other = Play(self.game, chance, before.copy(), play.batches[:-1])
                    variation = Variation(first - 1 + decided - 1)
                    line.variations.append(variation)
                    self._follow(other, chance, inside, variation)
        chance.all_used()

    def _decide(self, play: Play[Any], move: Move) -> None:
        if self.tired is not None and self.tired():
            move.place.fail("takes_too_long")
        number = len(play.batches)
        if move.number is not None and move.number != number:
            move.place.fail("shorthand_wrong_number", expected=number, found=move.number)
        decision = decision_of(self.game, play.state, move, self.language)
        try:
            play.decide(decision)
        except CoreError as error:
            _judge(move.place, error)


def _judge(place: Place, error: CoreError) -> NoReturn:
    if isinstance(error, BadShorthand):
        raise error
    place.fail(error.code, **error.data)


def _place(item: Item) -> Place:
    return Place(1, 1) if isinstance(item, Comment) else item.place


def _first_draws(items: list[Item]) -> list[Draws]:
    """Those of the beginning stand before everything else but comments."""
    draws = []
    while items and isinstance(items[0], Draws):
        draws.append(items.pop(0))
    return draws  # type: ignore[return-value]


class WrittenChance:
    """The draws of a text: those of its seed, or each as it is written before the move that makes it."""

    def __init__(self, game: Game[Any], seeded: Chance | None, commitment: str) -> None:
        self._game = game
        self._commitment = commitment
        self._seeded = seeded
        self._written: list[Draws] = []

    def take(self, draws: Sequence[Draws]) -> None:
        if draws and self._seeded is not None:
            draws[0].place.fail("shorthand_draw_and_seed")
        self._written += draws

    def all_used(self) -> None:
        if self._written:
            self._written[0].place.fail("shorthand_draw_unused")

    def permutation(self, draw: int, size: int) -> Sequence[int]:
        if self._seeded is not None:
            return self._seeded.permutation(draw, size)
        values = self._next(size)
        if all(word.text.isdecimal() for word in values):
            order: Sequence[int] = [int(word.text) for word in values if len(word.text) < 6]
        else:
            try:
                order = self._game.order_of([word.text.rstrip(",") for word in values], size)
            except CoreError:
                values[0].place.fail("shorthand_bad_draw", size=size)
        if sorted(order) != list(range(size)):
            values[0].place.fail("shorthand_bad_draw", size=size)
        return order

    def pick(self, draw: int, size: int) -> int:
        if self._seeded is not None:
            return self._seeded.pick(draw, size)
        values = self._next(size)
        text = values[0].text
        if len(values) != 1 or not text.isdecimal() or len(text) > 6 or int(text) >= size:
            values[0].place.fail("shorthand_bad_pick", size=size)
        return int(text)

    def _next(self, size: int) -> Sequence[Word]:
        if not self._written:
            raise CoreError("shorthand_draw_missing", size=size)
        return self._written.pop(0).values

    def commitment(self) -> str:
        return self._commitment if self._seeded is None else self._seeded.commitment()

    def reveal(self) -> str:
        return "" if self._seeded is None else self._seeded.reveal()
