"""The position: small integers in flat places, quick to copy, with named accessors on top.

Rows, hands, decks and piles are tuples inside short lists, so a copy shares them all; what is counted per card is a
bytearray, what is counted per seat or attribute, and read in nearly every decision, a short list. A view
is the same thing with UNKNOWN in it (``hidden`` says whose hands). Nothing here knows a rule: ``facts`` changes a
state, ``play`` decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ...contract import UNKNOWN
from .events import Awaiting, GameCreated, GameEnded, Step
from .houses.solo import Solo
from .vocabulary import COURT, NONE

NOWHERE: Final = 255
"""In ``where``: the Unit stands in no Zone."""

HERALD_OPEN: Final = -2
"""In ``herald``: the winner has not answered yet."""


NOTHING_ADDED: Final[Mapping[str, Any]] = {}

NOT_CREATED: Final = GameCreated("", 0, 0, "", (), 0, 0, 0, 0, 0, 0, "")


class State:
    """One position of one match.

    ===============  =======================================================================================
    ``created``      what was agreed at the start, or None before; ``game`` the same for those who know that it has
    begun
    ``basics``       the kinds of Basic Units in play where the card list has more than four (E2.12), else ()
    ``draws``        how many draws have been asked of chance
    ``round``        1, 2, ...; 0 during setup
    ``phase``        index into PHASES, NONE during setup
    ``holder``       who holds the Sceptre; ``direction`` 1 or -1; ``order`` is the court order (E3.3)
    ``decks``        Missions, Influences, Privileges, Elite: tuples, the top card last
    ``aside``        Privileges that left the game unseen; ``removed`` cards that left it in view of all
    ``face_up``      the card on each board, or NONE
    ``discard``      the discard pile, the top card last
    ``hands``        per seat, oldest first
    ``drawn``        cards that ``drawn_by`` has drawn and not yet kept or discarded
    ``rows``         Units of a seat in a Zone, left to right: ``rows[zone * seats + seat]``
    ``where``        per Unit the index of its row, or NOWHERE
    ``active``       per Zone a bit mask of the cards whose abilities are in force there: Units that are not suppressed,
                     the face-up Mission or Influence (a Privilege on its board affects nothing, E9.22), all ``held``
    ``tokens``       ``tokens[4 * unit + attribute]``; ``pool`` per attribute
    ``suppressed``   bit mask of Units whose ability does not work
    ``heat``         per seat; ``heat_pool`` the rest
    ``acquired``     per seat, in the order acquired; ``held`` bit mask of the Privileges in front of players
    ``titles``       per seat
    ``assigned``     assignments made this round, per seat; ``passed`` 1 for those who passed
    ``used_round``   bit mask of cards whose ability was used this round, ``used_game`` in this game
    ``uses``         how often abilities were used this round: with a club's own cards there is a bound
    ``skips``        bit mask ``4 * zone + attribute`` of confrontations that do not take place this round
    ``crowned``      who acquired this round's Privilege, or NONE
    ``conceded``     bit mask of seats that gave up
    ``added``        what expansions keep, an immutable value for each by name (``expansion``)
    ``asked``        who must answer ``question`` (a decision kind, "" for none), asked by ``step``
    ``agenda``       the steps beneath, the next one last
    ``ended``        how it ended, or None; ``herald`` the seat named, NONE, or HERALD_OPEN
    ``hidden``       bit mask of seats whose hands this state does not know (0 but for views)
    ``offered``      the choices of the open question once somebody has asked for them; not part of the position
    ``solo``         what else there is in a solo game (E21), None in all others; ``seats`` then counts its two sides
    ===============  =======================================================================================
    """

    __slots__ = (
        "acquired",
        "active",
        "added",
        "agenda",
        "aside",
        "asked",
        "assigned",
        "basics",
        "conceded",
        "created",
        "crowned",
        "decks",
        "direction",
        "discard",
        "drawn",
        "drawn_by",
        "draws",
        "ended",
        "face_up",
        "game",
        "hands",
        "heat",
        "heat_pool",
        "held",
        "herald",
        "hidden",
        "holder",
        "offered",
        "order",
        "passed",
        "phase",
        "pool",
        "question",
        "removed",
        "round",
        "rows",
        "seats",
        "skips",
        "solo",
        "step",
        "suppressed",
        "titles",
        "tokens",
        "used_game",
        "used_round",
        "uses",
        "where",
    )  # fmt: skip

    def __init__(self, units: int) -> None:
        self.created: GameCreated | None = None
        self.game = NOT_CREATED
        self.seats = 0
        self.basics: tuple[str, ...] = ()
        self.draws = 0
        self.round = 0
        self.phase = NONE
        self.holder = NONE
        self.direction = 1
        self.order: tuple[int, ...] = ()
        self.decks: list[tuple[int, ...]] = [(), (), (), ()]
        self.aside: tuple[int, ...] = ()
        self.removed: tuple[int, ...] = ()
        self.face_up = [NONE, NONE, NONE]
        self.discard: tuple[int, ...] = ()
        self.hands: list[tuple[int, ...]] = []
        self.drawn: tuple[int, ...] = ()
        self.drawn_by = NONE
        self.rows: list[tuple[int, ...]] = []
        self.where = bytearray([NOWHERE]) * units
        self.active = [0, 0, 0]
        self.tokens = bytearray(4 * units)
        self.pool = [0, 0, 0, 0]
        self.suppressed = 0
        self.heat: list[int] = []
        self.heat_pool = 0
        self.acquired: list[tuple[int, ...]] = []
        self.added: Mapping[str, Any] = NOTHING_ADDED
        self.held = 0
        self.titles: tuple[int, ...] = ()
        self.assigned: list[int] = []
        self.passed: list[int] = []
        self.used_round = 0
        self.uses = 0
        self.used_game = 0
        self.skips = 0
        self.crowned = NONE
        self.conceded = 0
        self.asked = NONE
        self.question = ""
        self.step: Step = ()
        self.agenda: tuple[Step, ...] = ()
        self.ended: GameEnded | None = None
        self.herald = HERALD_OPEN
        self.hidden = 0
        self.offered: Sequence[tuple[Any, ...]] | None = None
        self.solo: Solo | None = None

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
        """Whose Unit it is; it stands in a Zone."""
        return self.where[unit] % self.seats

    def zone(self, unit: int) -> int:
        """The Zone of a Unit, NONE if it stands in none."""
        place = self.where[unit]
        return NONE if place == NOWHERE else place // self.seats

    def position(self, unit: int) -> int:
        """1, 2, 3 from the left (E7.11); the Unit stands in a Zone."""
        return self.rows[self.where[unit]].index(unit) + 1

    def tokens_on(self, unit: int) -> bytearray:
        """How many tokens of each attribute."""
        return self.tokens[4 * unit : 4 * unit + 4]

    def hand_known(self, seat: int) -> bool:
        """False in the view of somebody who may not see that hand."""
        return not self.hidden >> seat & 1

    def court_position(self, seat: int) -> int:
        """0 for the highest (E3.3)."""
        return self.order.index(seat)

    def gave_up(self, seat: int) -> bool:
        return bool(self.conceded >> seat & 1)

    def in_court(self, seat: int) -> int:
        """How many Units the seat has in the Court Zone."""
        return len(self.rows[COURT * self.seats + seat])

    def last_question(self) -> Awaiting:
        """The open question as a fact."""
        return Awaiting(self.asked, self.question, self.step, self.agenda)


def unknown(cards: tuple[int, ...]) -> tuple[int, ...]:
    """As many unknown cards."""
    return (UNKNOWN,) * len(cards)
