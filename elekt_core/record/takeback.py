"""Takeback: the match goes on from an earlier event, by consent. The undone branch stays in the stream.

The fold of a stream is the fold of the line that is in force. Draws are numbered by the state, so those that were made
in the undone branch come again in the same order. What a seat has learned in a branch can be listed. Time that was used
stays used. docs/notation.md, "Takeback".
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..contract import Event, Game, Viewer
from ..errors import CoreError
from ..kit.dealing import cards_in, table_of
from .branch import PlayedOn
from .clocks import TIME_FACTS
from .coarse import COARSE_FACTS
from .seats import SEAT_FACTS
from .stop import STOPS

ARBITER = -1
"""Where a takeback names the seat that asked: nobody at the table, an arbiter has ordered it."""


class TakenBack(NamedTuple):
    """The match goes on from the position after event ``to``, the end of a batch in force.

    ``seat`` asked, or an ``ARBITER`` has ordered it; ``consented`` are the seats that agreed, in order; ``draws`` says
    how many draws the position has made, so that who draws by hand knows which comes next.
    """

    to: int
    seat: int
    consented: tuple[int, ...]
    draws: int


class CardsShown(NamedTuple):
    """In a record under partial knowledge (``unknown``): somebody showed cards that the viewer did not know.

    ``cards`` by name, as they lie at ``place``: a path in the position as ``encode_state`` writes it.
    """

    place: tuple[str, ...]
    cards: tuple[str, ...]


BESIDE_CLASSES = (*TIME_FACTS, *SEAT_FACTS, TakenBack, *STOPS, CardsShown, PlayedOn, *COARSE_FACTS)
BESIDE = frozenset(BESIDE_CLASSES)
"""The classes of all facts beside the game's own: no game sees them, everybody may know them."""


def check_seats(fact: Event, seats: int) -> None:
    """Raises ValueError if a fact beside the game's names a seat that does not exist in a match of so many."""
    if type(fact) not in BESIDE:
        return
    named = {*getattr(fact, "consented", ()), getattr(fact, "seat", 0), max(0, getattr(fact, "seen_by", 0))}
    if type(fact) is TakenBack:
        named.discard(ARBITER)
    if not named <= {*range(seats)} or len(getattr(fact, "base", range(seats))) != seats:
        raise ValueError("there is no such seat")


class Branch(NamedTuple):
    """The numbers of the events that a takeback has undone. The branch left the line after event ``after``."""

    after: int
    events: tuple[int, ...]
    taken_back: int


@dataclass(slots=True)
class Line:
    """Which of a stream's events are in force, counted from 1: the game's facts that lead to its position."""

    events: list[int] = field(default_factory=list)
    branches: list[Branch] = field(default_factory=list)
    count: int = 0

    def take(self, fact: Event) -> None:
        self.count += 1
        kind = type(fact)
        if kind is TakenBack:
            place = bisect_right(self.events, fact[0])
            self.branches.append(Branch(fact[0], tuple(self.events[place:]), self.count))
            del self.events[place:]
        elif kind not in BESIDE:
            self.events.append(self.count)

    def in_force(self, number: int) -> bool:
        """Whether the event is in no undone branch."""
        return not any(branch.after < number < branch.taken_back for branch in self.branches)

    def check(self, fact: TakenBack, ends: Sequence[int], seats: int) -> None:
        """Whether the fact can follow, if the batches so far end at ``ends``.

        Raises CoreError (``wrong_takeback``): ``why`` is a word of docs/notation.md.
        """
        why = ""
        if fact.to not in ends or not self.in_force(fact.to):
            why = "not_an_end"
        elif not self.events or self.events[-1] <= fact.to:
            why = "nothing_undone"
        elif not {fact.seat, *fact.consented} <= {ARBITER if fact.seat == ARBITER else 0, *range(seats)}:
            why = "no_such_seat"
        elif list(fact.consented) != ([] if fact.seat == ARBITER else sorted({*fact.consented} - {fact.seat})):
            why = "consent"
        if why:
            raise CoreError("wrong_takeback", why=why)


def line_of(facts: Iterable[Event]) -> Line:
    """The line after these facts, the first of a stream."""
    line = Line()
    for fact in facts:
        line.take(fact)
    return line


def in_force(facts: Sequence[Event], upto: int | None = None) -> list[Event]:
    """The game's facts that lead to the position after event ``upto`` (by default the last one), in order."""
    told = facts if upto is None else facts[:upto]
    if BESIDE.isdisjoint(map(type, told)):
        return list(told)
    return [told[number - 1] for number in line_of(told).events]


class Learned(NamedTuple):
    """Event ``number`` of an undone branch showed these cards (by number), which the viewer could not see before."""

    number: int
    cards: tuple[int, ...]


def learned(game: Game[Any], facts: Sequence[Event], branch: Branch, viewer: Viewer) -> tuple[Learned, ...]:
    """The cards that the viewer saw in an undone branch and still knows, by event (``shown_anew``)."""
    state = game.initial()
    for fact in in_force(facts, branch.after):
        game.evolve(state, fact)
    told = [game.redact(facts[number - 1], viewer) for number in branch.events]
    anew = shown_anew(game, game.view(state, viewer).copy(), told)
    return tuple(Learned(number, cards) for number, cards in zip(branch.events, anew, strict=True) if cards)


def shown_anew(game: Game[Any], view: Any, facts: Iterable[Event]) -> Iterator[tuple[int, ...]]:
    """For each redacted fact the cards that it shows and that were hidden in the view before, in its order.

    The facts are folded into ``view``. Of cards that are alike (one number), as many as more lie in view then. What a
    game says of its fields beside their types (``said``) counts like the types.
    """
    table = table_of(type(view), game.said.get(type(view)))
    known = Counter(table.lying(view))
    for fact in facts:
        game.evolve(view, fact)
        named = [card for card in cards_in(fact, game.said.get(type(fact))) if card >= 0]  # below: UNKNOWN, no card
        lying = Counter(table.lying(view))
        unnamed = lying - known - Counter(named)  # the fact has it in a field that is not said to hold a card
        shown = [*named, *sorted(card for card in unnamed.elements() if card >= 0)]
        seen = lying | Counter({*shown})
        new = seen - known
        known |= seen
        yield tuple(card for n, card in enumerate(shown) if shown[:n].count(card) < new[card])
