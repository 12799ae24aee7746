"""The position: small integers in flat places, quick to copy. A view is the same thing with UNKNOWN in it.

Nothing here knows a rule but Z3 and Z4.4 (how levels follow from attached cards): ``facts`` changes a state.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Annotated, Any, Final

from ...contract import Viewer, sees
from ...kit.fields import KNOWN_TO_EACH, Card, Cards, Known, Maybe, SeenAs, known_to
from .cards import BOARD, OF_KIND, PRINTED
from .events import NONE, PILE, GameCreated, GameEnded, Phase, Step
from .rulesets import FIRST

NOT_CHOSEN: Final = -2
"""In ``committed``: no action card yet. UNKNOWN there is a sealed choice of another seat."""

Bid = Annotated[int, Maybe(NONE)]


def _own(recalled: list[tuple[Recalled, ...]], viewer: Viewer) -> list[tuple[Recalled, ...]]:
    return [tuple([one for one in some if sees(viewer, one[0])]) for some in recalled]


Recalled = tuple[int, int, tuple[int, ...]]
"""(seat, card, places): see ``memory``."""


class State:
    """One position of one match. Lists are by seat unless said otherwise."""

    created: GameCreated | None  # what was agreed at the start, None before
    seats: int
    draws: int  # how many have been asked of chance
    turn: int  # 1-6, 0 during setup
    phase: Phase
    order: tuple[int, ...]  # of the turn
    next_order: tuple[int, ...]  # Z11.2
    piles: Annotated[list[Cards], Known(masks="seen")]  # by deck, the top card first
    seen: list[tuple[int, ...]]  # parallel: bit masks of the seats that know the card there
    recalled: Annotated[list[tuple[Recalled, ...]], SeenAs(_own)]  # by deck: what is known less exactly
    discards: list[Cards]  # by deck, the last discarded card at the end (Z21.7)
    rows: list[Cards]  # office, knife_square, mission: face-up cards, the leftmost first
    tree_cards: Cards  # by level
    limits: list[int]  # by level, the value of the Tree marker
    owners: list[int]  # by level, who took it, or NONE
    box: Cards  # out of the game
    hands: Annotated[list[Cards], KNOWN_TO_EACH]  # oldest first
    attached: list[Cards]  # two entries per seat: prospector, machine upgrades, oldest first
    condition: list[int]  # two entries per seat: physical, psychic
    maximum: list[int]  # the same
    sesame: list[int]
    sarcophagus: list[int]
    money: list[int]
    knowledge: list[int]
    tree_tokens: list[int]
    score: list[int]
    bonus: list[int]  # points of Z20.5
    preparation: list[int]  # turn in which the token was taken, 0 without one
    synchron: list[int]  # the same
    extra: list[int]  # the same (Z18.13)
    removal: list[int]  # 1 with the critical-removal token
    tyllo: list[int]  # 1 once Z18.15.2 was used
    bids: list[Bid]
    initiative: list[int]  # by location, the number of its token, 0 without one
    places: list[tuple[int, ...]]  # five locations, five Tree levels: the seats with a marker, in the order of places
    played: list[int]  # bit mask of action cards played this turn
    committed: Annotated[list[int], Known(each=True, open=(NOT_CHOSEN,))]  # the sealed one, or NOT_CHOSEN
    mission: Card  # boarded against, or NONE
    blind: bool
    participants: tuple[int, ...]
    traps: Cards  # revealed so far
    revealed: int  # 1 from the reveal of traps to the end of the boarding (Z16.3)
    along: list[Cards]  # items on the table
    used: list[Cards]  # those of them that are used
    shielded: list[int]  # 1 with the token
    partner: list[int]  # with whom a Synchron holder jumps, or NONE
    pending: Card  # a prize or an upgrade that waits for its owner's decision, or NONE
    looker: int
    looked: Annotated[list[Cards], known_to("looker")]  # by deck, what ``looker`` looks at
    offer: Annotated[Cards, known_to("looker", where=("offer_from", PILE))]  # to ``looker``, by Z18.3
    offer_from: int
    waiting: tuple[int, ...]  # seats that must answer
    question: str  # "" for none
    step: Step  # what asks it
    agenda: tuple[Step, ...]  # what lies beneath
    conceded: int  # bit mask
    ended: GameEnded | None
    hidden: int  # bit mask of seats whose secrets this state does not know (0 but for views)

    __slots__ = tuple(__annotations__)

    def __init__(self) -> None:
        self.created = None
        self.seats = self.draws = self.turn = self.conceded = self.hidden = self.revealed = 0
        self.phase = self.mission = self.pending = self.looker = self.offer_from = NONE
        self.blind = False
        self.order = ()
        self.next_order = ()
        self.participants = ()
        self.traps = ()
        self.tree_cards = ()
        self.offer = ()
        self.box = ()
        self.waiting = ()
        self.question = ""
        self.step = ()
        self.agenda = ()
        self.ended = None
        self.piles = [()] * 5
        self.seen = [()] * 5
        self.discards = [()] * 5
        self.looked = [()] * 5
        self.recalled = [()] * 5
        self.rows = [()] * 3
        self.places = [()] * 10
        self.initiative = [0] * 5
        self.limits = [0] * 5
        self.owners = [NONE] * 5
        self.sit(0)

    def sit(self, seats: int) -> None:
        """Seat this many players, each with nothing (Z5.5)."""
        self.seats = seats
        self.hands = [()] * seats
        self.along = [()] * seats
        self.used = [()] * seats
        self.attached = [()] * (2 * seats)
        self.condition = [0] * (2 * seats)
        self.maximum = [0] * (2 * seats)
        self.sesame = [0] * seats
        self.sarcophagus = [BOARD.sarcophagus_start] * seats
        self.money = [0] * seats
        self.knowledge = [0] * seats
        self.tree_tokens = [0] * seats
        self.score = [0] * seats
        self.bonus = [0] * seats
        self.preparation = [0] * seats
        self.synchron = [0] * seats
        self.extra = [0] * seats
        self.removal = [0] * seats
        self.shielded = [0] * seats
        self.tyllo = [0] * seats
        self.played = [0] * seats
        self.bids = [NONE] * seats
        self.partner = [NONE] * seats
        self.committed = [NOT_CHOSEN] * seats

    def copy(self) -> State:
        """An independent copy: lists are copied, all else is shared. One line each: a loop takes far longer."""
        new = State.__new__(State)
        new.agenda = self.agenda
        new.blind = self.blind
        new.box = self.box
        new.conceded = self.conceded
        new.created = self.created
        new.draws = self.draws
        new.ended = self.ended
        new.hidden = self.hidden
        new.looker = self.looker
        new.mission = self.mission
        new.next_order = self.next_order
        new.offer = self.offer
        new.offer_from = self.offer_from
        new.order = self.order
        new.participants = self.participants
        new.pending = self.pending
        new.phase = self.phase
        new.question = self.question
        new.revealed = self.revealed
        new.seats = self.seats
        new.step = self.step
        new.traps = self.traps
        new.tree_cards = self.tree_cards
        new.turn = self.turn
        new.waiting = self.waiting
        new.along = self.along[:]
        new.attached = self.attached[:]
        new.bids = self.bids[:]
        new.bonus = self.bonus[:]
        new.committed = self.committed[:]
        new.condition = self.condition[:]
        new.discards = self.discards[:]
        new.extra = self.extra[:]
        new.hands = self.hands[:]
        new.initiative = self.initiative[:]
        new.knowledge = self.knowledge[:]
        new.limits = self.limits[:]
        new.looked = self.looked[:]
        new.maximum = self.maximum[:]
        new.money = self.money[:]
        new.owners = self.owners[:]
        new.partner = self.partner[:]
        new.piles = self.piles[:]
        new.places = self.places[:]
        new.played = self.played[:]
        new.preparation = self.preparation[:]
        new.recalled = self.recalled[:]
        new.removal = self.removal[:]
        new.rows = self.rows[:]
        new.sarcophagus = self.sarcophagus[:]
        new.score = self.score[:]
        new.seen = self.seen[:]
        new.sesame = self.sesame[:]
        new.shielded = self.shielded[:]
        new.synchron = self.synchron[:]
        new.tree_tokens = self.tree_tokens[:]
        new.tyllo = self.tyllo[:]
        new.used = self.used[:]
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return bool(EVERYTHING(self) == EVERYTHING(other))

    __hash__ = None  # type: ignore[assignment]  # it changes in place

    # --- accessors ------------------------------------------------------------------------------------------

    @property
    def first_rules(self) -> bool:
        """Whether the match is under the ruleset that was replaced: what was played under it stays as it was."""
        return self.created is not None and self.created.ruleset == FIRST

    def knows(self, seat: int) -> bool:
        """False in the view of somebody who may not know what that seat knows."""
        return not self.hidden >> seat & 1

    def gave_up(self, seat: int) -> bool:
        return bool(self.conceded >> seat & 1)

    def critical(self, seat: int, kind: int) -> int:
        """Z3.4, Z14.12: the value of the critical level that the seat stands on, else 0."""
        return 0 if self.removal[seat] else BOARD.critical.get(self.condition[2 * seat + kind], 0)

    def super(self, seat: int, kind: int) -> int:
        """Z3.5."""
        return BOARD.super.get(self.condition[2 * seat + kind], 0)

    def prepared(self, seat: int) -> bool:
        """Z13.5, Z13.6: whether the seat holds a token that was taken in the previous turn."""
        return 0 < self.preparation[seat] < self.turn

    def supply_of_tree_tokens(self) -> int:
        """Z2.5."""
        return BOARD.tree_tokens - sum(self.tree_tokens)

    def row_size(self, deck: int) -> int:
        """Z5.10."""
        return (BOARD.mission_row if deck == 2 else BOARD.market_row)[self.seats]

    def items(self, seat: int, kind: str) -> list[int]:
        """Protective or healing items in a hand that is known."""
        of_kind = OF_KIND[kind]
        return [card for card in self.hands[seat] if card in of_kind]

    def question_as_asked(self) -> tuple[Any, ...]:
        return self.waiting, self.question, self.step


NAMES: Final = sorted(State.__slots__)
EVERYTHING: Final = attrgetter(*NAMES)
"""All fields of a state, in the order of their names."""


def levels(attached: Sequence[int]) -> tuple[int, int, int, int]:
    """Z4.4: maximum physical, maximum psychic, sesame, sarcophagus that follow from attached cards."""
    sums = [sum(column) for column in zip((0, 0, 0, 0), *(PRINTED[card].upgrade for card in attached), strict=True)]
    return (
        min(BOARD.highest, sums[0]),
        min(BOARD.highest, sums[1]),
        min(BOARD.sesame_most, sums[2]),
        min(BOARD.sarcophagus_most, BOARD.sarcophagus_start + sums[3]),
    )
