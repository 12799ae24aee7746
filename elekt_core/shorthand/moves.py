"""A decision as a path of short words and back, among the options of a position."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn

from ..contract import CONCEDE, Decision, Game, SeatNo
from .freely import freely
from .names import Thing, continues, meant, name_of, plain, shown, word_for
from .syntax import SEATS, BadShorthand, Move, Word

CONCEDES = {"en": "concedes", "pl": "poddaje"}
DONE = "done"
LANGUAGES = ("en", "pl")

Path = tuple[str, ...]


@dataclass(slots=True)
class Choosing:
    """The options of a seat in one position, narrowed down word by word."""

    game: Game[Any]
    open: list[tuple[Decision, Path]]
    """What is still possible, each with the parts that are left."""
    texts: Callable[[str], tuple[str, ...]]
    named: list[str] = field(default_factory=list)

    def things(self) -> list[Thing]:
        """What can be named next, in the order of the options."""
        parts = dict.fromkeys(part for _, rest in self.open for part in self._next(rest))
        return [Thing(part, self.texts(part)) for part in parts]

    def take(self, part: str) -> None:
        self.named.append(part)
        self.open = [(decision, _without(rest, part)) for decision, rest in self.open if part in self._next(rest)]

    @property
    def chosen(self) -> Decision | None:
        """The decision that has nothing left to name; the one in the order of naming, if there are several."""
        whole = [decision for decision, rest in self.open if not rest]
        in_order = (decision for decision in whole if list(self.game.parts(decision)) == self.named)
        return next(in_order, whole[0] if whole else None)

    def _next(self, rest: Path) -> Iterator[str]:
        """The first part; with it the neighbours that people may name before it."""
        for number, part in enumerate(rest):
            if number and not (self.game.any_order(part) and self.game.any_order(rest[0])):
                return
            yield part


def _without(rest: Path, part: str) -> Path:
    at = rest.index(part)
    return rest[:at] + rest[at + 1 :]


def choosing(game: Game[Any], state: Any, seat: SeatNo, names: Sequence[str], language: str) -> Choosing:
    view = game.view(state, seat)
    languages = (language, *(other for other in LANGUAGES if other != language))
    words = [game.words(one, names) for one in languages]
    known: dict[str, tuple[str, ...]] = {}

    def texts(part: str) -> tuple[str, ...]:
        if part not in known:
            known[part] = tuple(one.part(part, view) for one in words)
        return known[part]

    options = game.options(view, seat)
    return Choosing(game, [(decision, game.parts(decision)) for decision in options], texts)


def words_of(game: Game[Any], state: Any, decision: Decision, language: str) -> list[str]:
    """The short words of a decision, without its seat."""
    if decision.kind == CONCEDE:
        return [CONCEDES[language]]
    choice = choosing(game, state, decision.seat, SEATS, language)
    words = []
    for part in game.parts(decision):
        things = choice.things()
        words.append(word_for(next(thing for thing in things if thing.part == part), things))
        choice.take(part)
    return words


def decision_of(game: Game[Any], state: Any, move: Move, language: str) -> Decision:
    """The decision that the words name. Raises BadShorthand with the place of the word."""
    seat = SeatNo(move.seat)
    if len(move.words) == 1 and plain(move.words[0].text) in map(plain, CONCEDES.values()):
        return Decision(seat, CONCEDE)
    if seat not in {one.seat for one in game.awaiting(state)}:
        asked = ", ".join(SEATS[one.seat] for one in game.awaiting(state))
        move.place.fail("shorthand_not_awaited", seat=SEATS[seat], asked=asked)
    choice = choosing(game, state, seat, SEATS, language)
    try:
        return _in_order(replace(choice, named=[]), move, whole_names=True)
    except BadShorthand:
        pass
    try:
        return _in_order(replace(choice, named=[]), move, whole_names=False)
    except BadShorthand:
        found = freely(choice.open, choice.texts, move.words, _questions(game, state, seat))
        if found is None:
            raise
        return found


def _questions(game: Game[Any], state: Any, seat: SeatNo) -> str:
    """What the seat is asked, in all languages."""
    view = game.view(state, seat)
    asked = [one for one in game.awaiting(state) if one.seat == seat]
    return " ".join(game.words(language, SEATS).question(one, view) for language in LANGUAGES for one in asked)


def _in_order(choice: Choosing, move: Move, whole_names: bool) -> Decision:
    """With ``whole_names``, words that go on with the name of what they follow belong to it: ``Town Garrison``."""
    words = [*move.words]
    while words:
        del words[: _take(choice, words, whole_names)]
    while choice.chosen is None:
        things = choice.things()
        last = next((thing for thing in things if thing.part == DONE), things[0] if len(things) == 1 else None)
        if last is None:
            move.end.fail("shorthand_more_expected", expected=shown(things))
        choice.take(last.part)
    return choice.chosen


def _take(choice: Choosing, words: Sequence[Word], whole_names: bool) -> int:
    """Take what the next word names, and return how many belonged to it: more than one where one alone may be several
    things."""
    word, things = words[0], choice.things()
    if not things:
        word.place.fail("shorthand_too_many_words", found=word.text)
    for taken, text in enumerate(joined(words), 1):
        found = meant(text, things)
        exact = next((thing for thing in things if thing.part == text.partition("#")[0]), None)
        if chosen := found.one or exact:
            choice.take(chosen.part)
            return taken if exact or not whole_names else _to_its_end(chosen, words, taken)
        if not found.things:
            break
    return _refuse(word, things, meant(word.text, things).things)


def _to_its_end(thing: Thing, words: Sequence[Word], taken: int) -> int:
    """How many words the name takes, the first ``taken`` of which are known to mean it."""
    while taken < len(words) and continues("-".join(word.text for word in words[: taken + 1]), thing):
        taken += 1
    return taken


def joined(words: Sequence[Word]) -> Iterator[str]:
    """The first word, and those behind it as further pieces of it: ``keep Necrarch`` for ``keep-Necrarch``."""
    for taken in range(1, len(words) + 1):
        yield "-".join(word.text for word in words[:taken])


def _refuse(word: Word, things: Sequence[Thing], fitting: Sequence[Thing]) -> NoReturn:
    if fitting:
        word.place.fail("shorthand_ambiguous", found=word.text, meant=shown(fitting))
    near = [thing for thing in things if _alike(word.text, thing)]
    word.place.fail("shorthand_no_such_choice", found=word.text, expected=shown(near or things))


def _alike(word: str, thing: Thing) -> bool:
    first = plain(word)[:2]
    return any(piece.startswith(first) for text in thing.names for piece in name_of(text).main)
