"""What can happen to a recorded game, and the fold of it. The stream holds cards and ids, never a name of a person.

Several phones may record one game. Each looks from a seat, or as a spectator; an entry is stored as the phone that made
it knows it, and what another seat alone has seen of it is told by that seat's phone (``ScribeToldOwn``). Which of this
a phone is shown says ``phones``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, assert_never
from uuid import UUID

from ledger.typed import Kinds

ALL_HANDS = 9
"""Instead of a seat: whoever looks from there sees every hand."""


@dataclass(frozen=True, slots=True)
class ScribingBegun:
    """``viewer`` is the seat whose cards the scribe sees, None for a scribe who sees none until it is played.

    ``event`` and ``spot`` are the tournament's table at which it is played, as the hook ``real_tables`` names it, and
    ``players`` who sits there, by seat.
    """

    game: str
    owner: UUID
    ruleset: str
    seats: int
    options: Mapping[str, Any]
    viewer: int | None
    event: UUID | None = None
    spot: str = ""
    players: tuple[UUID | None, ...] = ()
    open_hands: bool = False
    """Whether all hands lie open at the table: every phone looks from ``ALL_HANDS``, and so do spectators."""


@dataclass(frozen=True, slots=True)
class ScribeEntered:
    """An entry, and the facts that followed, as the scribe may know them."""

    picks: tuple[str, ...]
    facts: tuple[Mapping[str, Any], ...]
    decision: Mapping[str, Any] | None
    ranks: tuple[int, ...]
    """Of the result, where the game is over with it."""
    phone: UUID | None = None
    """Whose phone it was; None: that of whoever began the recording."""
    viewer: int | None = None
    """From which seat that phone looked, where ``phone`` is given."""
    seat: int | None = None
    """Whose decision it was."""
    private: tuple[int, ...] = ()
    """Other seats that saw more of it than spectators."""
    scores: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ScribeToldOwn:
    """What ``seat`` alone has seen of entry number ``entry`` (from 1): that entry's facts as this seat knows them."""

    entry: int
    seat: int
    picks: tuple[str, ...]
    facts: tuple[Mapping[str, Any], ...]
    decision: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class ScribeForgotOwn:
    """What ``seat`` has told of entry number ``entry`` (from 1) and of those behind it is to be told again: a card was
    a wrong one. What was told before stays in the stream."""

    entry: int
    seat: int


@dataclass(frozen=True, slots=True)
class ScribeTookBack:
    """The last entry in force is undone. Both stay."""


@dataclass(frozen=True, slots=True)
class ScribeAccessChanged:
    """Who may look at the replay: ``owner``, or ``link``, whoever has its address."""

    access: str


@dataclass(frozen=True, slots=True)
class ScribeJoined:
    """Somebody records, too, from this seat, or as a spectator; again, where they did from another. ``invited``: they
    may because somebody handed them an address."""

    player: UUID
    viewer: int | None
    invited: bool = False


@dataclass(frozen=True, slots=True)
class ScribeInvitationWithdrawn:
    """The addresses that were handed out for this seat lead nowhere any more, and a phone that came by one is gone.
    What it has told stays, and nobody is shown it."""

    seat: int


@dataclass(frozen=True, slots=True)
class ScribePhoneRemoved:
    """A phone that came by an address is gone, and no address that was handed out before leads anywhere any more: it
    does not come back by one. What it has entered stays."""

    player: UUID


@dataclass(frozen=True, slots=True)
class ScribeHandGiven:
    """The game is over, and this seat's player lets what the own phone has told stand in the match that is kept; or
    (``given`` false) no longer."""

    seat: int
    given: bool


@dataclass(frozen=True, slots=True)
class ScribeShownLive:
    """Spectators may follow the game, so many minutes late; None: they may not."""

    minutes: int | None


@dataclass(frozen=True, slots=True)
class ScribeBrokenOff:
    """The game ended without an end: nothing is entered any more."""


@dataclass(frozen=True, slots=True)
class ScribeKept:
    """It has become a match: nothing is entered any more."""

    match: UUID


ScribeEvent = (
    ScribingBegun
    | ScribeEntered
    | ScribeToldOwn
    | ScribeForgotOwn
    | ScribeTookBack
    | ScribeAccessChanged
    | ScribeJoined
    | ScribeInvitationWithdrawn
    | ScribePhoneRemoved
    | ScribeHandGiven
    | ScribeShownLive
    | ScribeBrokenOff
    | ScribeKept
)

KINDS = Kinds[ScribeEvent](ScribeEvent, first=ScribingBegun)


@dataclass(frozen=True, slots=True)
class Stood:
    """An entry in force: when it was stored, and what seats have told of it beside, by seat."""

    entered: ScribeEntered
    at: datetime
    own: Mapping[int, ScribeToldOwn] = field(default_factory=dict)


@dataclass(slots=True)
class ScribeFold:
    """A recorded game folded from its events."""

    id: UUID
    version: int = 0
    game: str = ""
    owner: UUID | None = None
    ruleset: str = ""
    seats: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    viewer: int | None = None
    event: UUID | None = None
    spot: str = ""
    players: tuple[UUID | None, ...] = ()
    stood: tuple[Stood, ...] = ()
    """In force."""
    phones: Mapping[UUID, int | None] = field(default_factory=dict)
    """From where each of those looks who record, in the order in which they came: the owner first."""
    came_at: Mapping[UUID, datetime] = field(default_factory=dict)
    """When they came, also those who are gone."""
    invited: frozenset[UUID] = frozenset()
    """Those who record because they had an address."""
    withdrawn: Mapping[int | None, int] = field(default_factory=dict)
    """How often the addresses for a seat (None: those that show no hand) were withdrawn."""
    open_hands: bool = False
    given: frozenset[int] = frozenset()
    """The seats that let their hands stand in the match."""
    access: str = "owner"
    live: int | None = None
    """How many minutes late spectators follow it."""
    is_broken_off: bool = False
    match: UUID | None = None
    begun_at: datetime | None = None
    changed_at: datetime | None = None

    @property
    def entries(self) -> tuple[ScribeEntered, ...]:
        return tuple(one.entered for one in self.stood)

    @property
    def ranks(self) -> tuple[int, ...]:
        return self.stood[-1].entered.ranks if self.stood else ()

    @property
    def scores(self) -> tuple[int, ...]:
        return self.stood[-1].entered.scores if self.stood else ()

    @property
    def is_over(self) -> bool:
        """Whether nothing more can be entered."""
        return bool(self.ranks) or self.is_broken_off or self.match is not None

    @property
    def can_be_kept(self) -> bool:
        """Whether there is an end of which a match can tell."""
        return bool(self.stood) and (bool(self.ranks) or self.is_broken_off)

    @property
    def public(self) -> int | None:
        """From where somebody looks who sees what lies open at the table."""
        return ALL_HANDS if self.open_hands else None

    @property
    def guests(self) -> tuple[UUID, ...]:
        """Those who came by an address and enter no hand of their own, in the order in which they came."""
        return tuple(one for one, viewer in self.phones.items() if one in self.invited and viewer == self.public)

    @property
    def hands(self) -> tuple[int, ...]:
        """The seats whose hands are entered, each on a phone of its own."""
        return tuple(sorted(seat for seat in self.phones.values() if seat is not None and seat != ALL_HANDS))

    def viewer_of(self, entered: ScribeEntered) -> int | None:
        """From where the phone looked that made it."""
        return self.viewer if entered.phone is None else entered.viewer

    def apply(self, event: ScribeEvent, at: datetime) -> None:
        self.version += 1
        self.changed_at = at
        match event:
            case ScribingBegun():
                self.game, self.owner, self.ruleset = event.game, event.owner, event.ruleset
                self.seats, self.options, self.viewer = event.seats, event.options, event.viewer
                self.event, self.spot, self.players = event.event, event.spot, event.players
                self.phones, self.begun_at, self.open_hands = {event.owner: event.viewer}, at, event.open_hands
                self.came_at = {event.owner: at}
            case ScribeEntered():
                self.stood = (*self.stood, Stood(event, at))
            case ScribeToldOwn():
                one = self.stood[event.entry - 1]
                told = replace(one, own={**one.own, event.seat: event})
                self.stood = (*self.stood[: event.entry - 1], told, *self.stood[event.entry :])
            case ScribeForgotOwn():
                self.stood = tuple(
                    replace(one, own={seat: told for seat, told in one.own.items() if seat != event.seat})
                    if number >= event.entry
                    else one
                    for number, one in enumerate(self.stood, 1)
                )
            case ScribeTookBack():
                self.stood, self.given = self.stood[:-1], frozenset()
            case ScribeAccessChanged(access=access):
                self.access = access
            case ScribeJoined():
                if event.player not in self.phones:
                    self.came_at = {**self.came_at, event.player: at}
                self.phones = {**self.phones, event.player: event.viewer}
                self.invited = self.invited | {event.player} if event.invited else self.invited - {event.player}
            case ScribeInvitationWithdrawn(seat=seat):
                self.withdrawn = {**self.withdrawn, seat: self.withdrawn.get(seat, 0) + 1}
                gone = {one for one, viewer in self.phones.items() if viewer == seat and one in self.invited}
                self.phones = {one: viewer for one, viewer in self.phones.items() if one not in gone}
                self.invited -= gone
            case ScribePhoneRemoved(player=player):
                self.withdrawn = {seat: self.withdrawn.get(seat, 0) + 1 for seat in (None, *range(self.seats))}
                self.phones = {one: viewer for one, viewer in self.phones.items() if one != player}
                self.invited -= {player}
            case ScribeHandGiven():
                self.given = self.given | {event.seat} if event.given else self.given - {event.seat}
            case ScribeShownLive():
                self.live = event.minutes
            case ScribeBrokenOff():
                self.is_broken_off = True
            case ScribeKept():
                self.match = event.match
            case _:
                assert_never(event)
