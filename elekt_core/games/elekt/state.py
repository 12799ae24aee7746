"""The position: small integers in flat places, quick to copy, with named accessors on top.

Rows, hands, decks and piles are tuples inside short lists, so a copy shares them all; what is counted per card is a
bytearray, what is counted per seat or attribute, and read in nearly every decision, a short list. A view
is the same thing with UNKNOWN in it (``hidden`` says whose hands). Nothing here knows a rule: ``facts`` changes a
state, ``play`` decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

from ...kit.fields import HIDDEN, KNOWN_TO_EACH, Card, Cards, known_to
from .events import Agenda, Awaiting, Direction, GameCreated, GameEnded, Phase, Seat, Step
from .houses.solo import Solo
from .vocabulary import COURT, NONE

NOWHERE: Final = 255
"""In ``where``: the Unit stands in no Zone."""

HERALD_OPEN: Final = -2
"""In ``herald``: the winner has not answered yet."""


NOTHING_ADDED: Final[Mapping[str, Any]] = {}

NOT_CREATED: Final = GameCreated("", 0, 0, "", (), 0, 0, 0, 0, 0, 0, "")


class State:
    """One position of one match."""

    created: GameCreated | None  # what was agreed at the start, None before
    game: GameCreated  # the same for those who know that it has begun
    seats: int
    basics: tuple[str, ...]  # the kinds of Basic Units in play where the list has more than four (E2.12), else ()
    draws: int  # how many have been asked of chance
    round: int  # 1, 2, ...; 0 during setup
    phase: Phase
    holder: Seat  # of the Sceptre
    direction: Direction
    order: tuple[int, ...]  # the court order (E3.3)
    decks: Annotated[list[Cards], HIDDEN]  # Missions, Influences, Privileges, Elite: the top card last
    aside: Annotated[Cards, HIDDEN]  # Privileges that left the game unseen
    removed: Cards  # left the game in view of all
    face_up: list[Card]  # on each board, or NONE
    discard: Cards  # the top card last
    hands: Annotated[list[Cards], KNOWN_TO_EACH]  # oldest first
    drawn: Annotated[Cards, known_to("drawn_by")]  # and not yet kept or discarded
    drawn_by: Seat
    rows: list[Cards]  # Units of a seat in a Zone, left to right: rows[zone * seats + seat]
    where: bytearray  # per Unit the index of its row, or NOWHERE
    active: list[int]
    """Per Zone a bit mask of the cards whose abilities are in force there: Units that are not suppressed, the face-up
    Mission or Influence (a Privilege on its board affects nothing, E9.22), all ``held``."""
    tokens: bytearray  # tokens[4 * unit + attribute]
    pool: list[int]  # per attribute
    suppressed: int  # bit mask of Units whose ability does not work
    heat: list[int]
    heat_pool: int
    acquired: list[Cards]  # in the order acquired
    held: int  # bit mask of the Privileges in front of players
    titles: tuple[int, ...]
    assigned: list[int]  # assignments made this round
    passed: list[int]  # 1 for those who passed
    used_round: int  # bit mask of cards whose ability was used this round
    used_game: int  # the same in this game
    uses: int  # how often abilities were used this round: with a club's own cards there is a bound
    skips: int  # bit mask 4 * zone + attribute of confrontations that do not take place this round
    crowned: Seat  # who acquired this round's Privilege
    conceded: int  # bit mask of seats that gave up
    added: Mapping[str, Any]  # what expansions keep, an immutable value for each by name (``expansion``)
    asked: Seat  # who must answer
    question: str  # a decision kind, "" for none
    step: Step  # what asks it
    agenda: Agenda  # the steps beneath, the next one last
    ended: GameEnded | None
    herald: int  # the seat named, NONE, or HERALD_OPEN
    hidden: int  # bit mask of seats whose hands this state does not know (0 but for views)
    offered: Sequence[tuple[Any, ...]] | None  # choices of the open question once asked for; not part of the position
    solo: Solo | None  # what else there is in a solo game (E21); ``seats`` then counts its two sides

    __slots__ = tuple(__annotations__)

    def __init__(self, units: int) -> None:
        self.created = None
        self.game = NOT_CREATED
        self.seats = 0
        self.basics = ()
        self.draws = 0
        self.round = 0
        self.phase = NONE
        self.holder = NONE
        self.direction = 1
        self.order = ()
        self.decks = [(), (), (), ()]
        self.aside = ()
        self.removed = ()
        self.face_up = [NONE, NONE, NONE]
        self.discard = ()
        self.hands = []
        self.drawn = ()
        self.drawn_by = NONE
        self.rows = []
        self.where = bytearray([NOWHERE]) * units
        self.active = [0, 0, 0]
        self.tokens = bytearray(4 * units)
        self.pool = [0, 0, 0, 0]
        self.suppressed = 0
        self.heat = []
        self.heat_pool = 0
        self.acquired = []
        self.added = NOTHING_ADDED
        self.held = 0
        self.titles = ()
        self.assigned = []
        self.passed = []
        self.used_round = 0
        self.uses = 0
        self.used_game = 0
        self.skips = 0
        self.crowned = NONE
        self.conceded = 0
        self.asked = NONE
        self.question = ""
        self.step = ()
        self.agenda = ()
        self.ended = None
        self.herald = HERALD_OPEN
        self.hidden = 0
        self.offered = None
        self.solo = None

    def copy(self) -> State:
        """An independent copy: what can change in place is copied, all else is shared."""
        new = State.__new__(State)
        new.created = self.created
        new.game = self.game
        new.seats = self.seats
        new.basics = self.basics
        new.draws = self.draws
        new.round = self.round
        new.phase = self.phase
        new.holder = self.holder
        new.direction = self.direction
        new.order = self.order
        new.decks = self.decks[:]
        new.aside = self.aside
        new.removed = self.removed
        new.face_up = self.face_up[:]
        new.discard = self.discard
        new.hands = self.hands[:]
        new.drawn = self.drawn
        new.drawn_by = self.drawn_by
        new.rows = self.rows[:]
        new.where = self.where[:]
        new.active = self.active[:]
        new.added = self.added
        new.tokens = self.tokens[:]
        new.pool = self.pool[:]
        new.suppressed = self.suppressed
        new.heat = self.heat[:]
        new.heat_pool = self.heat_pool
        new.acquired = self.acquired[:]
        new.held = self.held
        new.titles = self.titles
        new.assigned = self.assigned[:]
        new.passed = self.passed[:]
        new.used_round = self.used_round
        new.uses = self.uses
        new.used_game = self.used_game
        new.skips = self.skips
        new.crowned = self.crowned
        new.conceded = self.conceded
        new.asked = self.asked
        new.question = self.question
        new.step = self.step
        new.agenda = self.agenda
        new.ended = self.ended
        new.herald = self.herald
        new.hidden = self.hidden
        new.offered = None
        new.solo = self.solo
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in State.__slots__ if name != "offered")

    __hash__ = None  # type: ignore[assignment]  # it changes in place

    # --- accessors ------------------------------------------------------------------------------------------

    def row(self, zone: int, seat: int) -> tuple[int, ...]:
        """The seat's Units in the Zone, left to right (E7.11)."""
        return self.rows[zone * self.seats + seat]

    def units_in(self, zone: int) -> list[tuple[int, int]]:
        """``(seat, unit)`` of a Zone: owners in court order, each from left to right (E16.3)."""
        start, rows = zone * self.seats, self.rows
        found = []
        for seat in self.order:
            for unit in rows[start + seat]:
                found.append((seat, unit))
        return found

    def all_units_in(self, zone: int) -> list[int]:
        """The Units of a Zone in the same order."""
        start, rows = zone * self.seats, self.rows
        found: list[int] = []
        for seat in self.order:
            found += rows[start + seat]
        return found

    def in_zone(self, unit: int) -> bool:
        return self.where[unit] != NOWHERE

    def owner(self, unit: int) -> int:
        """The owner of a Unit, which must stand in a Zone."""
        return self.where[unit] % self.seats

    def zone(self, unit: int) -> int:
        """The Zone of a Unit, NONE if it stands in none."""
        place = self.where[unit]
        return NONE if place == NOWHERE else place // self.seats

    def position(self, unit: int) -> int:
        """1, 2, 3 from the left (E7.11); the Unit must stand in a Zone."""
        return self.rows[self.where[unit]].index(unit) + 1

    def tokens_on(self, unit: int) -> bytearray:
        """How many tokens of each attribute."""
        return self.tokens[4 * unit : 4 * unit + 4]

    def hand_known(self, seat: int) -> bool:
        """False in the view of somebody who may not see that hand."""
        return not self.hidden >> seat & 1

    def court_position(self, seat: int) -> int:
        """The seat's court position, 0 for the highest (E3.3)."""
        return self.order.index(seat)

    def gave_up(self, seat: int) -> bool:
        return bool(self.conceded >> seat & 1)

    def in_court(self, seat: int) -> int:
        """How many Units the seat has in the Court Zone."""
        return len(self.rows[COURT * self.seats + seat])

    def last_question(self) -> Awaiting:
        """The open question as a fact."""
        return Awaiting(self.asked, self.question, self.step, self.agenda)
