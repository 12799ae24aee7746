"""A record under partial knowledge: made by somebody who sees only what one viewer may know, as at a real table.

It is a stream of redacted facts folded into a view. Nobody decides on unknown cards: a decision is carried out on a
position dealt anew from what is known, with chance handed in, such that the facts show the cards that were named; it is
stored as far as it is known. Cards that are shown later must leave at least one consistent deal. So the record is the
one that ``redacted_record`` makes of the whole record, if anybody had one. docs/notation.md, "Partial knowledge".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import Any, Generic, NamedTuple

from ..chance import Chance
from ..contract import UNKNOWN, Decision, Event, Game, Json, S, Setup, Viewer, sees
from ..errors import CoreError, IllegalDecision
from ..kit.dealing import cards_in, table_of
from ..kit.position_shape import part_at
from .facts import decode_fact, is_beside, texts_in
from .match import encode_setup, fold
from .record import Record, StoredBatch, encode_entry, encode_meta_decision, perspective_of
from .redact import redacted
from .replay import UNFOLDABLE
from .takeback import CardsShown, shown_anew

DEALS = 48
"""So many deals are tried before one of them is mended card by card."""
MENDED = 12
"""So many cards are put elsewhere at most."""
APART = 1 << 16
"""Draws of one deal and of the next are so far apart."""


class Tried(NamedTuple):
    """The result of a deal: how near it is to what is known (larger is nearer), and the facts if it agrees."""

    score: tuple[int, ...]
    agrees: bool
    facts: tuple[Event, ...] = ()
    shown: tuple[int, ...] = ()
    seen: Any = None
    """All that could be seen of it: a deal that differs in what matters differs here."""


@dataclass
class PartialRecord(Generic[S]):
    """``view`` is the position as the ``viewer`` (a seat, or None for a spectator) may know it."""

    game: Game[S]
    setup: Setup
    viewer: Viewer
    view: S
    batches: list[StoredBatch] = field(default_factory=list)
    open_showings: list[CardsShown] = field(default_factory=list)
    """What was shown, as far as it still holds of the position."""

    @classmethod
    def begin(
        cls,
        game: Game[S],
        setup: Setup,
        viewer: Viewer,
        chance: Chance,
        *,
        named: Sequence[int] = (),
        facts: Sequence[Event] | None = None,
        actor: str | None = None,
    ) -> PartialRecord[S]:
        """Begin a match. ``named``, ``facts`` and the errors are those of ``decide``. Raises BadSetup too."""
        game.ruleset(setup.ruleset)
        record = cls(game, setup, viewer, game.view(game.initial(), viewer))

        def start(draws: Chance, moved: Chance) -> Tried:
            return record._compared(game.start(setup, moved), named, facts)

        found = record._searched(start, chance, chance, named)
        public = replace(setup, options=game.public_options(setup.options))
        record._store(found.facts, StoredBatch((), None, actor, {"setup": encode_setup(public)}))
        return record

    def decide(
        self,
        decision: Decision,
        chance: Chance,
        deal: Chance,
        *,
        named: Sequence[int] = (),
        facts: Sequence[Event] | None = None,
        actor: str | None = None,
        id_: str | None = None,
    ) -> tuple[Event, ...]:
        """Carry a decision out and return the facts that follow, as the viewer may know them.

        ``decision`` may have UNKNOWN for cards that the viewer does not know. ``named`` are all cards that the viewer
        sees now and has not seen before, in the order in which the facts show them; or ``facts`` are what the viewer
        saw. ``chance`` has the draws of the match as far as they are known, ``deal`` those for dealing anew.
        Raises CoreError, and nothing was changed: ``card_not_named`` (``kind`` is the fact that shows a further card),
        ``no_consistent_deal`` (``seq`` is the event that contradicts, 0 if none does by itself), IllegalDecision where
        no option has this kind.
        """
        if facts is not None:
            named = self.newly_shown(facts)

        def carry_out(draws: Chance, moved: Chance) -> Tried:
            state = self.game.redeal(self.view, draws)
            missing = self.missing(state)
            best = Tried((-1,), False)
            for candidate in self._meant(state, decision):
                try:
                    made = self.game.decide(state, candidate, moved)
                except IllegalDecision:
                    options = list(self.game.options(state, decision.seat))
                    tried = Tried((0, -missing, _nearest(candidate, options)), False, seen=options)
                    best = max(best, tried, key=_score)
                else:
                    tried = self._compared(made, named, facts)
                    score = (1, -missing, *tried.score)
                    best = max(best, tried._replace(score=score, agrees=tried.agrees and not missing), key=_score)
                if best.agrees:
                    break
            return best

        found = self._searched(carry_out, deal, chance, named)
        own = sees(self.viewer, decision.seat)
        meta = {"decision": encode_meta_decision(self.game, decision)} if own else None
        self._store(found.facts, StoredBatch((), id_ if own else None, actor, meta))
        self._close_showings(found.facts)
        return found.facts

    def accept(self, facts: Sequence[Event], *, meta: Json | None = None, actor: str | None = None) -> None:
        """Add facts, as the viewer knows them, that a deal has shown to be possible. The first ones begin the match.

        ``meta`` has the viewer's own decision.
        """
        if not self.batches:
            public = replace(self.setup, options=self.game.public_options(self.setup.options))
            meta = {"setup": encode_setup(public)}
        self._store(facts, StoredBatch((), None, actor, meta))
        shown = [fact for fact in facts if isinstance(fact, CardsShown)]
        self.open_showings = [*self.open_showings, *shown]
        self._close_showings([fact for fact in facts if not is_beside(fact)])

    def missing(self, state: S) -> int:
        """How many of the cards that were shown, and have not moved unseen since, a position has elsewhere."""
        return _missing(self._there(state, self.open_showings), self.open_showings)

    def note(self, *beside: Event, actor: str | None = None) -> None:
        """Add facts of clocks, which everybody may know."""
        self._store(beside, StoredBatch((), None, actor, None))

    def show(self, place: Sequence[str], cards: Sequence[str], deal: Chance, actor: str | None = None) -> None:
        """Somebody shows cards: ``cards`` by name lie at ``place``, a path in ``encode_state`` (``seats 1 hand``).

        Raises CoreError (``no_consistent_deal``) where no deal of what is hidden has them there; ``seq`` is the event
        that last told something else of one of them, 0 if none did.
        """
        showing = CardsShown(tuple(place), tuple(cards))
        showings = [*self.open_showings, showing]

        def look(draws: Chance, moved: Chance) -> Tried:
            state = self.game.redeal(self.view, draws)
            there = self._there(state, showings)
            missing = _missing(there, showings)
            return Tried((-missing,), not missing, seen=there)

        self._searched(look, deal, deal, (), cards)
        self._store((showing,), StoredBatch((), None, actor, None))
        self.open_showings = showings

    def record(self, stream: str) -> Record:
        game, setup = self.game, self.setup
        return Record(
            stream,
            setup.game,
            setup.ruleset,
            setup.seats,
            game.public_options(setup.options),
            game.cards_under(setup.ruleset),
            perspective_of(self.viewer),
            tuple(self.batches),
            game.card_list,
        )

    def newly_shown(self, facts: Iterable[Event]) -> tuple[int, ...]:
        """The cards that redacted facts show and that were hidden in the view, in order (``takeback.shown_anew``).

        Raises CoreError (``no_consistent_deal``) where the facts do not fold.
        """
        own = [fact for fact in facts if not is_beside(fact)]
        try:
            return tuple(chain.from_iterable(shown_anew(self.game, self.view.copy(), own)))
        except UNFOLDABLE as error:
            raise CoreError("no_consistent_deal", seq=0) from error

    # --- one deal -------------------------------------------------------------------------------------------

    def _compared(self, made: Iterable[Event], named: Sequence[int], facts: Sequence[Event] | None) -> Tried:
        known = tuple(redacted(self.game, fact, self.viewer) for fact in made)
        shown = self.newly_shown(known)
        same = _common(shown, tuple(named))
        if facts is None:
            return Tried((same, -abs(len(shown) - len(named))), shown == tuple(named), known, shown, known)
        told = [(type(fact), fact) for fact in facts]
        equal = [(type(fact), fact) for fact in known] == told
        return Tried((same, _common(numbers(known), numbers(tuple(facts)))), equal, known, shown, known)

    def _meant(self, state: S, decision: Decision) -> Iterator[Decision]:
        """The decision itself, or, if it has unknown cards, every option that it may be."""
        if UNKNOWN not in numbers(decision.choice):
            yield decision
            return
        for option in self.game.options(state, decision.seat):
            if option.kind == decision.kind and _agrees(decision.choice, option.choice):
                yield option

    def _there(self, state: S, showings: Sequence[CardsShown]) -> list[Any]:
        """What lies in a position where cards were shown, by showing."""
        if not showings:
            return []
        position = self.game.describe(state)
        return [part_at(position, showing.place) for showing in showings]

    # --- looking for a deal ---------------------------------------------------------------------------------

    def _searched(
        self,
        try_deal: Callable[[Chance, Chance], Tried],
        deal: Chance,
        chance: Chance,
        named: Sequence[int],
        cards: Sequence[str] = (),
    ) -> Tried:
        best, best_swaps, start = Tried((-2,), False), NO_SWAPS, 0
        sizes: dict[tuple[int, int], int] = {}

        def tried(offset: int, swaps: Swaps) -> Tried:
            sizes.clear()
            try:
                return try_deal(_Steered(deal, swaps, sizes, 0, offset), _Steered(chance, swaps, sizes, 1, 0))
            except IllegalDecision:
                raise
            except CoreError:  # there is no such deal
                return Tried((-2,), False)

        for number in range(DEALS):
            found = tried(number * APART, best_swaps)
            if found.agrees:
                return found
            if found.score > best.score:
                best, start = found, number * APART
        for _ in range(MENDED):
            here = tried(start, best_swaps)
            better = _better(best_swaps, dict(sizes), here, partial(tried, start))
            if better is None:
                break
            best_swaps, best = better
            if best.agrees:
                return best
        raise self._refusal(best, named, cards)

    def _refusal(self, best: Tried, named: Sequence[int], cards: Sequence[str]) -> CoreError:
        if len(best.shown) > len(named) == _common(best.shown, tuple(named)):
            further = best.shown[len(named)]
            kind = next((type(fact).__name__ for fact in best.facts if further in self._cards_in(fact)), "")
            return CoreError("card_not_named", kind=kind, number=len(named) + 1)
        return CoreError("no_consistent_deal", seq=self._contradicting(named, cards))

    def _contradicting(self, named: Sequence[int], cards: Sequence[str]) -> int:
        """The last event that showed one of the cards."""
        found = 0
        known = {*table_of(type(self.view), self.game.said.get(type(self.view))).lying(self.view)}
        wrong = {card for card in named if card in known}
        for entry in (entry for batch in self.batches for entry in batch.entries):
            fact = decode_fact(self.game, entry.kind, entry.version, entry.payload)
            if wrong.intersection(self._cards_in(fact)) or {*cards}.intersection(texts_in(entry.payload)):
                found = entry.seq
        return found

    # --- storing --------------------------------------------------------------------------------------------

    def _store(self, facts: Sequence[Event], batch: StoredBatch) -> None:
        before = sum(len(one.entries) for one in self.batches)
        entries = tuple(encode_entry(self.game, fact, before + n) for n, fact in enumerate(facts, 1))
        fold(self.game, self.view, [fact for fact in facts if not is_beside(fact)])
        self.batches.append(replace(batch, entries=entries))

    def _cards_in(self, fact: Event) -> list[int]:
        return cards_in(fact, self.game.said.get(type(fact)))

    def _close_showings(self, facts: Sequence[Event]) -> None:
        """A card that was seen to move is where it was seen; one that moved unseen may be anywhere."""
        if any(UNKNOWN in self._cards_in(fact) for fact in facts):
            self.open_showings = []
            return
        moved = {text for fact in facts for text in texts_in(self.game.encode_event(fact))}
        left = [CardsShown(one.place, tuple(c for c in one.cards if c not in moved)) for one in self.open_showings]
        self.open_showings = [one for one in left if one.cards]


Swaps = tuple[tuple[tuple[int, int], int, int], ...]
"""By source and draw: two places of that order, which are exchanged."""
NO_SWAPS: Swaps = ()


class _Steered:
    """Draws of a source, with some places exchanged."""

    def __init__(self, source: Chance, swaps: Swaps, sizes: dict[tuple[int, int], int], name: int, offset: int) -> None:
        self._source, self._swaps, self._sizes, self._name, self._offset = source, swaps, sizes, name, offset

    def permutation(self, draw: int, size: int) -> Sequence[int]:
        order = list(self._source.permutation(draw + self._offset, size))
        self._sizes[self._name, draw] = size
        for where, i, j in self._swaps:
            if where == (self._name, draw) and max(i, j) < size:
                order[i], order[j] = order[j], order[i]
        return order

    def pick(self, draw: int, size: int) -> int:
        picked = self._source.pick(draw + self._offset, size)
        self._sizes[self._name, draw] = -size
        for where, i, j in self._swaps:
            if where == (self._name, draw) and picked in (i, j) and max(i, j) < size:
                picked = i + j - picked
        return picked

    def commitment(self) -> str:
        return self._source.commitment()

    def reveal(self) -> str:
        return self._source.reveal()


Place = tuple[tuple[int, int], int, int]
"""Source and draw, a place of that order, and how many there are."""


def _places(sizes: Mapping[tuple[int, int], int]) -> Iterator[Place]:
    for where, size in sizes.items():
        for i in range(abs(size)):
            yield where, i, abs(size)


def _probe(where: tuple[int, int], i: int, size: int) -> tuple[int, int]:
    """The first exchange to try there."""
    return i, (i + 1) % size


def _exchanges(swaps: Swaps, where: tuple[int, int], i: int, size: int) -> Iterator[Swaps]:
    """The swaps with one more: the value at ``i`` with each of the others."""
    for n in range(1, size):
        yield (*swaps, (where, i, (i + n) % size))


def _better(
    swaps: Swaps, sizes: Mapping[tuple[int, int], int], here: Tried, tried: Callable[[Swaps], Tried]
) -> tuple[Swaps, Tried] | None:
    """One more exchange that comes nearer. The first pass skips places whose first exchange changes nothing visible."""
    for thorough in (False, True):
        for place in _places(sizes):
            for other in _exchanges(swaps, *place):
                found = tried(other)
                if found.agrees or found.score > here.score:
                    return other, found
                if not thorough and other[-1][1:] == _probe(*place) and found.seen == here.seen:
                    break
    return None


def _missing(there: Sequence[Any], showings: Sequence[CardsShown]) -> int:
    """How many of the shown cards are missing from the places where they were shown."""
    return sum(
        (Counter(showing.cards) - Counter(texts_in(lies))).total()
        for lies, showing in zip(there, showings, strict=True)
    )


def _score(tried: Tried) -> tuple[int, ...]:
    return tried.score


def _common(one: Sequence[Any], other: Sequence[Any]) -> int:
    """The length of the common beginning."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def numbers(choice: Any) -> list[Any]:
    return [leaf for part in choice for leaf in numbers(part)] if isinstance(choice, tuple | list) else [choice]


def _agrees(known: Any, whole: Any) -> bool:
    """Whether ``whole`` may be the choice ``known``, which has unknown cards."""
    if isinstance(known, tuple) and isinstance(whole, tuple):
        return len(known) == len(whole) and all(map(_agrees, known, whole))
    return bool(known in (UNKNOWN, whole))


def _nearest(decision: Decision, options: Iterable[Decision]) -> int:
    """How much of an illegal decision the nearest option has."""
    wanted = Counter(numbers(decision.choice))
    same = [option for option in options if option.kind == decision.kind]
    return max(((wanted & Counter(numbers(option.choice))).total() for option in same), default=-1)
