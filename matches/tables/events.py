"""What can happen to a table, and the fold of it. A table's stream holds ids only, never a name.

Once its match has started, the match goes on in a stream of its own, whose events belong to the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, assert_never
from uuid import UUID

from ledger.typed import Kinds


@dataclass(frozen=True, slots=True)
class TableOpened:
    game: str
    ruleset: str
    size: int
    options: Mapping[str, Any]
    access: str
    host: UUID
    invited: tuple[UUID, ...]
    cards: str = ""
    """The hash of an own card list, ``""`` for the game's own cards."""
    card_list: UUID | None = None
    """The list that it was taken from."""


@dataclass(frozen=True, slots=True)
class SeatsReserved:
    """Each seat is kept for somebody; None for a bot's. Without this, the first to come chooses."""

    players: tuple[UUID | None, ...]


@dataclass(frozen=True, slots=True)
class RatingAgreed:
    """What is played here counts on the ladder of this ``speed``. Without this it counts nowhere."""

    speed: str


@dataclass(frozen=True, slots=True)
class RatingWaived:
    """From now on nothing that is played here counts: somebody has left, and the others have ended it."""


@dataclass(frozen=True, slots=True)
class TimeAgreed:
    """How much time each seat has (``clocks.controls.TimeControl``). Without this there are no clocks."""

    mode: str
    base: int
    extra: int
    off: tuple[str, ...]
    flag: str


@dataclass(frozen=True, slots=True)
class TakebacksAgreed:
    """Whether decisions can be taken back by consent. Without this they can where nothing depends on the result: in
    matches that are not rated, and whose seats nobody has reserved."""

    allowed: bool


@dataclass(frozen=True, slots=True)
class BranchedOff:
    """The match begins where the match ``source`` stood after its event ``event`` (with the hash ``head``), as the seat
    ``seen_by`` saw it; None: with every card where it was. Without this it begins by itself."""

    source: UUID
    event: int
    head: str
    seen_by: int | None


@dataclass(frozen=True, slots=True)
class SpectatorsAgreed:
    """How spectators see the match (``watching.rules.SpectatorRule``). Without this they see it as it happens."""

    decisions: int
    minutes: int
    open_hands: bool


@dataclass(frozen=True, slots=True)
class RecordImported:
    """What was played here comes from a record of elsewhere: nobody sits at this table, and it counts for nobody.

    ``by`` gave the record (None: those who run the server). Its hash chain was that of the stream ``source`` and ended
    with ``head``; ``digest`` is what the same match always has. ``proof`` says whether its deal could be proved: by the
    revealed ``seed``, by the ``draws`` that it names, or ``none``. Names of people stand in no event.
    """

    by: UUID | None
    source: str
    head: str
    digest: str
    proof: str


@dataclass(frozen=True, slots=True)
class GameRecorded:
    """What was played here was played at a real table and recorded on a phone: ``by`` says so, in the recording
    ``scribing``. It is known as far as ``seen_by`` could see (``games.viewer_of``), and counts for nobody by itself.
    ``event`` is the tournament at whose table it was."""

    by: UUID
    scribing: UUID
    seen_by: str
    event: UUID | None = None


@dataclass(frozen=True, slots=True)
class RecordIsPartial:
    """Of an imported match not every card is known: it is as far as ``seen_by`` could see (``games.viewer_of``)."""

    seen_by: str


@dataclass(frozen=True, slots=True)
class RecordIsCoarse:
    """Of a game at a real table not every decision is told, but to its end ``rounds`` or the ``result`` alone
    (``elekt_core.record.coarse``)."""

    detail: str


@dataclass(frozen=True, slots=True)
class ListingAgreed:
    """A player of a recorded game agrees, or no longer agrees, that everybody finds it."""

    player: UUID
    agrees: bool


@dataclass(frozen=True, slots=True)
class AccessChanged:
    """From now on these may look at it."""

    access: str


@dataclass(frozen=True, slots=True)
class ReviewAgreed:
    """The match is reviewed by itself once it is over, if it counts. Without this somebody has to ask for it."""


@dataclass(frozen=True, slots=True)
class SeatTaken:
    seat: int
    player: UUID


@dataclass(frozen=True, slots=True)
class BotSeated:
    seat: int
    bot: str


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A player stood up, or a bot was taken away."""

    seat: int


@dataclass(frozen=True, slots=True)
class InvitationWithdrawn:
    """The player is no longer among those who may sit down."""

    player: UUID


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """All seats are taken; the game goes on in the stream ``match``."""

    match: UUID


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The table is closed before a match began; only an open one can be closed."""


TableEvent = (
    TableOpened
    | SeatsReserved
    | RatingAgreed
    | RatingWaived
    | TimeAgreed
    | TakebacksAgreed
    | BranchedOff
    | SpectatorsAgreed
    | RecordImported
    | GameRecorded
    | RecordIsPartial
    | RecordIsCoarse
    | ListingAgreed
    | AccessChanged
    | ReviewAgreed
    | SeatTaken
    | BotSeated
    | SeatLeft
    | InvitationWithdrawn
    | MatchStarted
    | TableClosed
)

KINDS = Kinds[TableEvent](TableEvent, first=TableOpened)
HIDDEN = ("named", "practice")
"""Kinds of access that leave it unknown to others that there is a table."""


@dataclass(slots=True)
class Place:
    """A seat as it stands: ``player`` and ``bot`` are both empty while nobody has it."""

    player: UUID | None = None
    bot: str = ""

    @property
    def is_free(self) -> bool:
        return self.player is None and not self.bot


@dataclass(slots=True)
class TableFold:
    """A table folded from its events."""

    id: UUID
    version: int = 0
    game: str = ""
    ruleset: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    access: str = ""
    host: UUID | None = None
    invited: tuple[UUID, ...] = ()
    cards: str = ""
    card_list: UUID | None = None
    reserved: tuple[UUID | None, ...] = ()
    rated: bool = False
    speed: str = ""
    time: TimeAgreed | None = None
    takebacks: bool = True
    branch: BranchedOff | None = None
    spectators: SpectatorsAgreed | None = None
    imported: RecordImported | None = None
    recorded: GameRecorded | None = None
    partial: str = ""
    """From where an imported match was seen, if not every card is known."""
    detail: str = ""
    """How coarse the record is; ``""`` where it tells every decision."""
    agreed: frozenset[UUID] = frozenset()
    """The players of a recorded game who agree that everybody finds it."""
    reviewed: bool = False
    places: list[Place] = field(default_factory=list)
    status: str = ""
    match: UUID | None = None
    opened_at: datetime | None = None

    def apply(self, event: TableEvent, at: datetime) -> None:
        self.version += 1
        match event:
            case TableOpened():
                self.game, self.ruleset, self.options = event.game, event.ruleset, event.options
                self.access, self.host, self.invited = event.access, event.host, event.invited
                self.cards, self.card_list = event.cards, event.card_list
                self.places = [Place() for _ in range(event.size)]
                self.status, self.opened_at = "open", at
            case SeatsReserved():
                self.reserved, self.takebacks = event.players, False
            case RatingAgreed():
                self.rated, self.speed, self.takebacks = True, event.speed, False
            case RatingWaived():
                self.rated = False
            case TimeAgreed():
                self.time = event
            case TakebacksAgreed():
                self.takebacks = event.allowed
            case BranchedOff():
                self.branch = event
            case SpectatorsAgreed():
                self.spectators = event
            case RecordImported():
                self.imported, self.takebacks = event, False
            case GameRecorded():
                self.recorded, self.takebacks = event, False
            case RecordIsPartial(seen_by=seen_by):
                self.partial = seen_by
            case RecordIsCoarse(detail=detail):
                self.detail = detail
            case ListingAgreed():
                self.agreed = self.agreed | {event.player} if event.agrees else self.agreed - {event.player}
            case AccessChanged():
                self.access = event.access
            case ReviewAgreed():
                self.reviewed = True
            case SeatTaken():
                self.places[event.seat] = Place(player=event.player)
            case BotSeated():
                self.places[event.seat] = Place(bot=event.bot)
            case SeatLeft():
                self.places[event.seat] = Place()
            case InvitationWithdrawn(player):
                self.invited = tuple(guest for guest in self.invited if guest != player)
            case MatchStarted():
                self.status, self.match = "started", event.match
            case TableClosed():
                self.status = "closed"
            case _:
                assert_never(event)

    @property
    def seen_by(self) -> str:
        """From where a game was seen of which not every card is known; ``""`` for all others."""
        return self.partial if self.recorded is None else self.recorded.seen_by

    def is_open_to(self, player: UUID) -> bool:
        """Whether the player may know of the table. At one for named players nobody else ever sits."""
        return self.access not in HIDDEN or player == self.host or player in self.invited

    def may_sit(self, player: UUID) -> bool:
        """Whether a seat may be theirs: at a table with invitations nobody else sits, even where others look on."""
        return not self.invited or player == self.host or player in self.invited

    def seat_of(self, player: UUID | None) -> int | None:
        return next((n for n, place in enumerate(self.places) if player and place.player == player), None)

    def reserved_for(self, seat: int) -> UUID | None:
        """The only player who may sit there; None if anybody may."""
        return self.reserved[seat] if self.reserved else None

    def free_seats(self) -> Sequence[int]:
        return [n for n, place in enumerate(self.places) if place.is_free]
