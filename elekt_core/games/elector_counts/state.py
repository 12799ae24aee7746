"""The position: what lies where (K3). Flat, quick to copy, folded in place by its owner.

A view is a state of the same kind with UNKNOWN cards in it; ``hidden`` says for whom.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from ...kit.fields import HIDDEN, KNOWN_TO_EACH, Card, CardName, Cards, Known, LeftOut
from ...kit.knowledge import unknown as unknown
from .events import NONE as NONE
from .events import GameCreated, GameEnded, Seat, Step
from .situation import Situation

DOWN, FRESH, UP = 0, 1, 2
"""The face of a unit: down, turned up in the conflict that is being resolved, up (K15.7)."""


class Unit(NamedTuple):
    """An attacker or defender at a location. ``number`` counts the units that were put down in the match.

    ``known`` is the mask of the seats that know it while it lies face down (K22.1, K11.6).
    """

    number: int
    card: Annotated[Card, Known(mask="known", where=("face", DOWN))]
    face: int
    known: int


class Site(NamedTuple):
    """A location on the table (K3.1). Units stand in the order in which they were put down.

    ``attacker`` is the player of the attackers; ``siege`` says that his token lies there, ``fort`` the owner's.
    """

    owner: int
    attacker: int = NONE
    siege: bool = False
    fort: bool = False
    attackers: tuple[Unit, ...] = ()
    defenders: tuple[Unit, ...] = ()


BySeat = list[Cards]
HiddenBySeat = Annotated[list[Cards], KNOWN_TO_EACH]


class State:
    """One position of one match. Lists and tuples are by seat unless it says otherwise."""

    created: GameCreated | None
    draws: int  # how often chance was asked
    first: Seat
    turn: Seat
    turns: int  # how many turns have begun
    end_revealed: bool
    end_phase: bool
    conceded: int  # mask of seats
    units: int  # how many units were put down
    hands: HiddenBySeat  # the card held longest first
    reserves: HiddenBySeat
    laid: BySeat  # persistent support cards
    played: Cards  # support cards that are being resolved
    shillings: list[int]
    pool: int
    sites: dict[Card, Site]  # by location, in the order of playing
    deck: Annotated[Cards, HIDDEN]  # without the End card, the top card last
    discard: Cards  # the top card last
    conflict: CardName  # location, or NONE
    bonus: tuple[int, int]  # attack, defence: what reactions add in this conflict
    asked: Seat
    question: str
    step: Step  # the step that asks
    agenda: tuple[Step, ...]  # steps still to be taken, the last one first
    ended: GameEnded | None
    past: Annotated[tuple[Situation, ...], LeftOut(())]  # how turns of the End phase began (K19.10)
    hidden: int  # mask of the seats whose cards this view does not show; 0 in a whole state
    offered: Annotated[Any, LeftOut(None)]  # choices of the open question, once worked out; no part of the position

    __slots__ = tuple(__annotations__)

    def __init__(self) -> None:
        self.created = self.ended = self.offered = None
        self.agenda = self.step = self.deck = self.discard = self.played = self.past = ()
        self.bonus = (0, 0)
        self.asked = self.conflict = self.first = self.turn = NONE
        self.conceded = self.draws = self.hidden = self.pool = self.turns = self.units = 0
        self.end_phase = self.end_revealed = False
        self.question = ""
        self.hands, self.reserves, self.laid, self.shillings, self.sites = [], [], [], [], {}

    def copy(self) -> State:
        new: State = State.__new__(State)
        new.agenda, new.asked, new.bonus, new.conceded = self.agenda, self.asked, self.bonus, self.conceded
        new.conflict, new.created, new.deck, new.discard = self.conflict, self.created, self.deck, self.discard
        new.draws, new.end_phase, new.end_revealed = self.draws, self.end_phase, self.end_revealed
        new.ended, new.first, new.hidden, new.offered = self.ended, self.first, self.hidden, self.offered
        new.past, new.played, new.pool, new.question = self.past, self.played, self.pool, self.question
        new.step, new.turn, new.turns, new.units = self.step, self.turn, self.turns, self.units
        new.hands, new.reserves, new.laid = self.hands[:], self.reserves[:], self.laid[:]
        new.shillings, new.sites = self.shillings[:], self.sites.copy()
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__ if name != "offered")

    __hash__ = None  # type: ignore[assignment]  # it changes

    @property
    def game(self) -> GameCreated:
        """The agreed options."""
        assert self.created is not None
        return self.created

    @property
    def seats(self) -> int:
        return self.game.seats

    def gave_up(self, seat: int) -> bool:
        return bool(self.conceded >> seat & 1)

    def left(self, seat: int) -> int:
        """The next seat (K0.6), which has the next turn."""
        return (seat + 1) % self.seats

    def right(self, seat: int) -> int:
        """The previous seat (K0.6), which receives the passed cards."""
        return (seat - 1) % self.seats

    def sieges(self, seat: int) -> int:
        """Siege tokens of the seat in play (K20.1)."""
        return sum(site.siege and site.attacker == seat for site in self.sites.values())

    def forts(self, seat: int) -> int:
        """Fortification tokens of the seat in play: they lie on its own locations (K16.8)."""
        return sum(site.fort and site.owner == seat for site in self.sites.values())

    def available(self) -> int:
        """How many cards can be drawn, including any that must be shuffled first (K7.2)."""
        return len(self.deck) + len(self.discard)

    def site_of(self, unit: int) -> int:
        """The location of the unit with this number, NONE if it is gone."""
        for location, site in self.sites.items():
            for one in site.attackers + site.defenders:
                if one.number == unit:
                    return location
        return NONE


def without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """The cards without one copy of ``card``: the copy held longest."""
    i = cards.index(card)
    return cards[:i] + cards[i + 1 :]
