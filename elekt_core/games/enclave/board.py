"""A position laid out as people see it: locations with markers and cards, the Tree, a boarding, the players' mats.

This is what pages draw; no rule is judged here. Whatever a view does not know (UNKNOWN) is a face-down card, so a board
never shows more than the view it was made of.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ...contract import UNKNOWN
from . import boarding
from . import events as e
from .agenda import Back, Market
from .cards import ACTIONS, BOARD, DECKS, LOCATIONS
from .faces import CardFace, face
from .foresight import worst_damage
from .memory import HELD
from .state import NOT_CHOSEN, State
from .words import LANGUAGES

ROWS = {"office": 0, "knife_square": 1, "enclave": 2}
"""The face-up row of a location."""
KINDS = ("physical", "psychic")


@dataclass(frozen=True, slots=True)
class Place:
    """Where an action marker stands or may stand; ``seat`` is None while it is free.

    ``gains`` is what the Shepherd pays there: Knowledge, money.
    """

    number: int
    seat: int | None
    gains: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Location:
    """``pile`` is how many cards lie face down beside the row, None where there is no row."""

    word: str
    name: str
    token: int
    """The number of its initiative token, 0 without one."""
    places: tuple[Place, ...]
    row: tuple[CardFace, ...]
    pile: int | None
    resolved: bool
    """It is being resolved now."""


@dataclass(frozen=True, slots=True)
class Level:
    """``limit`` is the value of the Tree marker, ``owner`` the player who has taken it."""

    number: int
    card: CardFace
    limit: int
    owner: int | None
    places: tuple[Place, ...]
    turn_marker: bool
    resolved: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """One level of a condition track; ``critical`` and ``super`` are its value, else 0."""

    number: int
    critical: int
    super: int
    current: bool
    maximum: bool


@dataclass(frozen=True, slots=True)
class Track:
    kind: str
    current: int
    maximum: int
    critical: int
    """The value of the critical level that the marker stands on, else 0."""
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Action:
    """``state`` is ``hand``, ``played``, or ``sealed``: chosen, and not revealed yet."""

    word: str
    name: str
    state: str


@dataclass(frozen=True, slots=True)
class Slots:
    """Attached upgrades of a kind, and how many slots are free."""

    kind: str
    cards: tuple[CardFace, ...]
    free: int


@dataclass(frozen=True, slots=True)
class Mat:
    """A player's card and all that lies with it. ``sealed`` says that an action card lies there face down."""

    number: int
    earned: int
    """Points of the game so far, without the bonus at its end."""
    bonus: int
    points: int
    knowledge: int
    money: int
    tree_tokens: int
    markers: int
    sesame: int
    sarcophagus: int
    tracks: tuple[Track, ...]
    slots: tuple[Slots, ...]
    preparation: str
    """``""``, ``next`` for a token that is for the next turn, ``now`` for a valid one."""
    synchron: str
    partner: int | None
    removal: bool
    extra: bool
    actions: tuple[Action, ...]
    sealed: bool
    hand: tuple[CardFace, ...]
    bid: int | None
    asked: bool
    conceded: bool

    @property
    def hand_known(self) -> bool:
        return any(card.name for card in self.hand)


@dataclass(frozen=True, slots=True)
class Participant:
    """``items`` were taken along; ``used`` are the names of those that are used, ``token`` the preparation token."""

    seat: int
    items: tuple[CardFace, ...]
    used: tuple[str, ...]
    token: bool


class Bar(NamedTuple):
    kind: str
    damage: int
    worst: int
    protection: int
    scale: int

    @property
    def feared(self) -> int:
        return self.worst - self.damage


@dataclass(frozen=True, slots=True)
class Boarding:
    """``damage`` and ``protection`` are physical and psychic, before a participant's own level changes them."""

    card: CardFace
    blind: bool
    participants: tuple[Participant, ...]
    traps: tuple[CardFace, ...]
    revealed: bool
    damage: tuple[int, int]
    worst: tuple[int, int]
    """``damage``, and that of the traps still face down at their worst, as far as the viewer knows."""
    protection: tuple[int, int]

    @property
    def bars(self) -> tuple[Bar, ...]:
        """Damage against protection, each kind by itself, on one scale."""
        most = max(1, *self.worst, *self.protection)
        return tuple(Bar(*one, most) for one in zip(KINDS, self.damage, self.worst, self.protection, strict=True))


@dataclass(frozen=True, slots=True)
class Pile:
    """``known`` are cards of the pile that the viewer has seen, from the top: position (from 1) and face.

    ``recalled`` are those that another has looked at since: the positions at one of which each lies, and the face.
    """

    word: str
    name: str
    size: int
    known: tuple[tuple[int, CardFace], ...]
    recalled: tuple[tuple[tuple[int, ...], CardFace], ...]
    discard: tuple[CardFace, ...]
    """The last discarded card first."""


@dataclass(frozen=True, slots=True)
class Board:
    turn: int
    turns: int
    phase: str
    phases: tuple[tuple[str, str], ...]
    order: tuple[int, ...]
    next_order: tuple[int, ...]
    """Of the next turn where it is fixed and differs."""
    tokens: tuple[int, ...]
    """Initiative tokens in the supply."""
    tree_tokens: int
    """In the supply."""
    locations: tuple[Location, ...]
    """In the order in which they are resolved, once that is fixed."""
    open: str
    """The location to look at now: the one that is resolved, else the first one that has wares."""
    tree: tuple[Level, ...]
    """The highest level first."""
    boarding: Boarding | None
    pending: CardFace | None
    looked: tuple[CardFace, ...]
    looker: int | None
    mats: tuple[Mat, ...]
    """By seat; those in front of them sit in this order."""
    piles: tuple[Pile, ...]
    bidding: bool
    planning: bool
    over: bool


def lay_out(s: State, language: str, *, between: bool = False) -> Board:
    """The (viewer's) position in words of ``"pl"`` or ``"en"``. ``between`` two questions, nobody is being asked."""
    return _Layout(s, language, between).board()


class _Layout:
    def __init__(self, s: State, language: str, between: bool) -> None:
        self.s = s
        self.between = between
        self.language = language
        self.phrases = LANGUAGES[language]

    def board(self) -> Board:
        s = self.s
        following = s.next_order if s.next_order != s.order else ()
        locations = tuple(sorted(map(self.location, range(len(LOCATIONS))), key=self.initiative))
        looked = self.faces([card for pile in s.looked for card in pile] + list(s.offer))
        return Board(
            turn=s.turn,
            turns=BOARD.turns,
            phase="" if s.phase == e.NONE else e.PHASES[s.phase],
            phases=tuple((word, self.phrases.phases[word]) for word in e.PHASES),
            order=s.order,
            next_order=following,
            tokens=tuple(n for n in range(1, len(LOCATIONS) + 1) if n not in s.initiative) if s.turn else (),
            tree_tokens=s.supply_of_tree_tokens(),
            locations=locations,
            open=next(place.word for place in sorted(locations, key=lambda one: (not one.resolved, not one.row))),
            tree=tuple(self.level(number) for number in range(len(s.tree_cards), 0, -1)),
            boarding=self.boarding() if s.mission != e.NONE else None,
            pending=face(s.pending, self.language) if s.pending >= 0 else None,
            looked=looked,
            looker=s.looker if looked else None,
            mats=tuple(self.mat(seat) for seat in range(s.seats)),
            piles=tuple(self.pile(deck) for deck in range(len(DECKS))),
            bidding=any(bid != e.NONE for bid in s.bids) or s.question == "bid",
            planning=s.question == "choose_action",
            over=s.ended is not None,
        )

    def faces(self, cards: Sequence[int]) -> tuple[CardFace, ...]:
        return tuple(face(card, self.language) for card in cards)

    def places(self, where: int) -> tuple[Place, ...]:
        """The markers there, and a free place for each player who may still come."""
        seats = self.s.places[where]
        pays = where == 0
        return tuple(
            Place(n + 1, seats[n] if n < len(seats) else None, BOARD.shepherd[n] if pays else None)
            for n in range(self.s.seats)
        )

    def location(self, number: int) -> Location:
        s, word = self.s, LOCATIONS[number]
        row = ROWS.get(word)
        return Location(
            word=word,
            name=self.phrases.locations[word],
            token=s.initiative[number],
            places=self.places(number),
            row=() if row is None else self.faces(s.rows[row]),
            pile=None if row is None else len(s.piles[row]),
            resolved=number == _resolved(s),
        )

    def initiative(self, place: Location) -> int:
        """The place in the order once every location has its token; a dial must not turn while tokens are being
        placed."""
        return place.token if all(self.s.initiative) else 0

    def level(self, number: int) -> Level:
        s = self.s
        where = len(LOCATIONS) + number - 1
        places = tuple(place for place in self.places(where) if place.seat is not None)
        owner = s.owners[number - 1]
        return Level(
            number=number,
            card=face(s.tree_cards[number - 1], self.language),
            limit=s.limits[number - 1],
            owner=None if owner == e.NONE else owner,
            places=places,
            turn_marker=s.turn == number,
            resolved=where == _resolved(s),
        )

    def boarding(self) -> Boarding:
        s = self.s
        return Boarding(
            card=face(s.mission, self.language),
            blind=s.blind,
            participants=tuple(
                Participant(
                    seat,
                    self.faces(s.along[seat]),
                    tuple(one.name for one in self.faces(s.used[seat])),
                    bool(s.shielded[seat]),
                )
                for seat in s.participants
            ),
            traps=self.faces(s.traps),
            revealed=bool(s.revealed),
            damage=boarding.damage(s),
            worst=worst_damage(s),
            protection=boarding.protection(s),
        )

    def mat(self, seat: int) -> Mat:
        s, at = self.s, 2 * seat
        chosen = s.committed[seat]
        return Mat(
            number=seat,
            earned=s.score[seat],
            bonus=s.bonus[seat],
            points=s.score[seat] + s.bonus[seat],
            knowledge=s.knowledge[seat],
            money=s.money[seat],
            tree_tokens=s.tree_tokens[seat],
            markers=s.owners.count(seat),
            sesame=s.sesame[seat],
            sarcophagus=s.sarcophagus[seat],
            tracks=tuple(self.track(seat, kind) for kind in range(2)),
            slots=tuple(
                Slots(kind, self.faces(s.attached[at + n]), BOARD.slots[n] - len(s.attached[at + n]))
                for n, kind in enumerate(("prospector_upgrade", "machine_upgrade"))
            ),
            preparation=_valid(s.preparation[seat], s.turn),
            synchron=_valid(s.synchron[seat], s.turn),
            partner=None if s.partner[seat] == e.NONE else s.partner[seat],
            removal=bool(s.removal[seat]),
            extra=bool(s.extra[seat]) and s.extra[seat] >= s.turn - 1,
            actions=tuple(self.action(seat, number) for number in range(len(ACTIONS))),
            sealed=chosen != NOT_CHOSEN,
            hand=self.faces(s.hands[seat]),
            bid=None if s.bids[seat] == e.NONE else s.bids[seat],
            asked=seat in s.waiting and not self.between,
            conceded=s.gave_up(seat),
        )

    def action(self, seat: int, number: int) -> Action:
        s = self.s
        played = bool(s.played[seat] >> number & 1)
        state = "played" if played else "sealed" if s.committed[seat] == number else "hand"
        return Action(ACTIONS[number], self.phrases.locations[ACTIONS[number]], state)

    def track(self, seat: int, kind: int) -> Track:
        s = self.s
        current, maximum = s.condition[2 * seat + kind], s.maximum[2 * seat + kind]
        cells = tuple(
            Cell(
                number,
                0 if s.removal[seat] else BOARD.critical.get(number, 0),
                BOARD.super.get(number, 0),
                number == current,
                number == maximum,
            )
            for number in range(BOARD.lowest, BOARD.highest + 1)
        )
        return Track(KINDS[kind], current, maximum, s.critical(seat, kind), cells)

    def pile(self, deck: int) -> Pile:
        s = self.s
        known = ((n, face(card, self.language)) for n, card in enumerate(s.piles[deck], 1) if card != UNKNOWN)
        return Pile(
            word=DECKS[deck],
            name=self.phrases.deck_names[DECKS[deck]],
            size=len(s.piles[deck]),
            known=tuple(known) if s.hidden else (),
            recalled=tuple(
                (tuple([place + 1 for place in places]), face(card, self.language))
                for _, card, places in (s.recalled[deck] if s.hidden else ())
                if len(places) > 1 and HELD not in places
            ),
            discard=self.faces(s.discards[deck][::-1]),
        )


def _valid(taken: int, turn: int) -> str:
    """A token that was taken in a turn counts in the next one (Z13.5, Z14.14)."""
    return "" if not taken else "next" if taken == turn else "now"


def _resolved(s: State) -> int:
    """The place of the board where something is being resolved (``State.places``), NONE in other phases.

    The marker of whoever acts goes back when they are done (Z9.3, Z17.2), which stands on the agenda.
    """
    if not s.question or s.phase not in RESOLVING:
        return e.NONE
    for step in (s.step, *reversed(s.agenda)):
        match step:
            case Market(location=place) | Back(place=place):
                return place
    return e.NONE


RESOLVING = (e.PHASES.index("actions"), e.PHASES.index("tree"))
