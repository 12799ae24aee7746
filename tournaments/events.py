"""What can happen to a tournament. Its stream holds ids only: never a name or free text, which may contain one.

Who did it and when stands on each batch in the ledger; why, in ``Remark`` rows that events name by id, so that a person
can be forgotten while the record stays. ``stage`` is a stage's key, ``round`` and ``table`` count from 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from ledger.typed import Kinds

from .consent.events import ConsentGiven as ConsentGiven
from .consent.events import ConsentNoted as ConsentNoted
from .consent.events import ObjectionsRuled as ObjectionsRuled
from .consent.events import ObjectionWithdrawn as ObjectionWithdrawn
from .consent.events import RatingObjected as RatingObjected
from .field_events import ByeGranted as ByeGranted
from .field_events import ByeRevoked as ByeRevoked
from .field_events import CheckInUndone as CheckInUndone
from .field_events import EntrantChanged as EntrantChanged
from .field_events import EntrantCheckedIn as EntrantCheckedIn
from .field_events import EntrantEntered as EntrantEntered
from .field_events import EntrantRemoved as EntrantRemoved
from .field_events import EntrantReplaced as EntrantReplaced
from .field_events import EntrantReturned as EntrantReturned
from .field_events import EntrantWithdrew as EntrantWithdrew
from .field_events import EntryConfirmed as EntryConfirmed
from .field_events import FieldSeeded as FieldSeeded
from .field_events import PenaltyGiven as PenaltyGiven
from .field_events import PenaltyLifted as PenaltyLifted
from .formats.contract import Bye, EntrantNo, Pairing, Result, RoundNo
from .settings import Settings, StagePlan

NO_ROUND = RoundNo(0)

# --- the tournament ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TournamentOpened:
    """``cards`` is the hash of an own card list, ``""`` for the game's own; ``card_list`` is its source."""

    title: str
    game: str
    ruleset: str
    owner: UUID
    settings: Settings
    stages: tuple[StagePlan, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    cards: str = ""
    card_list: UUID | None = None
    card_list_version: int = 0
    league: UUID | None = None
    """The league that it is a season of."""


@dataclass(frozen=True, slots=True)
class TournamentChanged:
    title: str
    settings: Settings


@dataclass(frozen=True, slots=True)
class StagesPlanned:
    """The stages are replaced; those that have begun are among the new ones, unchanged."""

    stages: tuple[StagePlan, ...]


@dataclass(frozen=True, slots=True)
class RoleGranted:
    """``role`` is ``owner``, ``arbiter`` or ``scorer``; a player has one of them."""

    player: UUID
    role: str


@dataclass(frozen=True, slots=True)
class RoleRevoked:
    player: UUID


@dataclass(frozen=True, slots=True)
class NoteAdded:
    """An arbiter's remark on the tournament, or on an entrant."""

    remark: UUID
    entrant: EntrantNo | None = None


@dataclass(frozen=True, slots=True)
class TournamentClosed:
    """The results are final. It can be opened again."""


@dataclass(frozen=True, slots=True)
class TournamentReopened:
    remark: UUID | None = None


@dataclass(frozen=True, slots=True)
class TournamentCancelled:
    remark: UUID | None = None


@dataclass(frozen=True, slots=True)
class Undone:
    """Events ``first`` to ``last`` are undone: the state is the one before them."""

    first: int
    last: int
    remark: UUID | None = None


# --- stages and rounds ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StageStarted:
    """``seed`` decides all lots of the stage, in hex: public from now on, so that anyone can draw them again."""

    stage: str
    entrants: tuple[EntrantNo, ...]
    seed: str
    moved_up: Mapping[EntrantNo, EntrantNo] = field(default_factory=dict)
    """Who is among them since somebody has left who would have gone on: who, and for whom."""
    by_hand: bool = False
    """An arbiter has decided who goes on."""
    remark: UUID | None = None


@dataclass(frozen=True, slots=True)
class StageJoined:
    """A late entry; it can be paired from ``round`` on."""

    stage: str
    no: EntrantNo
    round: RoundNo


@dataclass(frozen=True, slots=True)
class TablesPaired:
    """Tables are published: a whole round with its byes, or the tables that became possible in a bracket."""

    stage: str
    pairings: tuple[Pairing, ...]
    byes: Mapping[EntrantNo, Bye] = field(default_factory=dict)
    round: RoundNo = NO_ROUND
    """The round that ``byes`` belong to."""
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class TablesRepaired:
    """Published tables of a round are replaced by these; ``removed`` are the numbers of tables that no longer exist."""

    stage: str
    round: RoundNo
    pairings: tuple[Pairing, ...]
    removed: tuple[int, ...]
    byes: Mapping[EntrantNo, Bye]
    remark: UUID | None = None


@dataclass(frozen=True, slots=True)
class RoundUnpaired:
    """The whole round is taken back."""

    stage: str
    round: RoundNo
    remark: UUID | None = None


@dataclass(frozen=True, slots=True)
class EntrantsExchanged:
    """In this stage, the rightful qualifiers take the places and tables of those who qualified by a wrong result."""

    stage: str
    places: Mapping[EntrantNo, EntrantNo]
    """By who was there: who is there now."""
    remark: UUID | None = None


@dataclass(frozen=True, slots=True)
class StageTakenBack:
    """The stage counts as not begun: its tables are removed."""

    stage: str
    remark: UUID | None = None


@dataclass(frozen=True, slots=True)
class TimerStarted:
    """Everybody sees it; ``ends`` is a moment in ISO 8601, UTC."""

    stage: str
    round: RoundNo
    ends: str


@dataclass(frozen=True, slots=True)
class WindowsSet:
    """The deadlines for the tables of these rounds; moments in ISO 8601, UTC."""

    stage: str
    ends: Mapping[RoundNo, str]


@dataclass(frozen=True, slots=True)
class StageClosed:
    stage: str


# --- tables and results -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableCalled:
    """An online table is open for game number ``game`` (from 1) of this pairing."""

    stage: str
    round: RoundNo
    table: int
    game: int
    opened: UUID


@dataclass(frozen=True, slots=True)
class TableStarted:
    """Play has begun: repairs no longer touch the table."""

    stage: str
    round: RoundNo
    table: int


@dataclass(frozen=True, slots=True)
class PlayersCalled:
    """These seats (from 0) of a real table were called. ``last``: by the clock, when their time is nearly over."""

    stage: str
    round: RoundNo
    table: int
    seats: tuple[int, ...]
    last: bool = False


@dataclass(frozen=True, slots=True)
class PresenceNoted:
    """Exactly these seats (from 0) of a real table are known to be there."""

    stage: str
    round: RoundNo
    table: int
    here: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeatsMissed:
    """These seats (from 0) did not come in time. ``forfeit``: they have lost, and the others play without them;
    otherwise the arbiter decides. ``source`` is ``clock`` or ``arbiter``.
    """

    stage: str
    round: RoundNo
    table: int
    seats: tuple[int, ...]
    forfeit: bool
    source: str


@dataclass(frozen=True, slots=True)
class PostponementAsked:
    """A seat (from 0) asks to play by ``until`` instead (ISO 8601, UTC)."""

    stage: str
    round: RoundNo
    table: int
    seat: int
    until: str


@dataclass(frozen=True, slots=True)
class TablePostponed:
    """The table is to be played by ``until``: all its players agree, or an arbiter has ruled. ``anew``: it will be
    called again, and earlier presence no longer counts.
    """

    stage: str
    round: RoundNo
    table: int
    until: str
    remark: UUID | None = None
    anew: bool = False


@dataclass(frozen=True, slots=True)
class ResultReported:
    """One seat (from 0) reports the result."""

    stage: str
    round: RoundNo
    table: int
    seat: int
    result: Result


@dataclass(frozen=True, slots=True)
class ResultDisputed:
    """Reports differ, or somebody objects. Without a ruling the default counts at ``deadline`` (ISO 8601, UTC)."""

    stage: str
    round: RoundNo
    table: int
    deadline: str


@dataclass(frozen=True, slots=True)
class StatementMade:
    """What a seat has to say in a dispute."""

    stage: str
    round: RoundNo
    table: int
    seat: int
    remark: UUID


@dataclass(frozen=True, slots=True)
class GamePlayed:
    """One game of several (best of N) is over."""

    stage: str
    round: RoundNo
    table: int
    game: int
    result: Result
    source: str


@dataclass(frozen=True, slots=True)
class MatchRewound:
    """An arbiter lets the match at the table ``opened`` continue from the position after its event ``to``; if it is not
    ``rated``, the match counts for no rating from now on."""

    stage: str
    round: RoundNo
    table: int
    opened: UUID
    to: int
    remark: UUID
    rated: bool = True


@dataclass(frozen=True, slots=True)
class MatchStopped:
    """An arbiter ends the match at the table ``opened``, game number ``game``: with these places by seat, which count
    for a rating if it is ``rated``; without any the match is annulled, and the game is called again."""

    stage: str
    round: RoundNo
    table: int
    game: int
    opened: UUID
    places: tuple[int, ...]
    rated: bool
    remark: UUID


@dataclass(frozen=True, slots=True)
class ResultStood:
    """The result counts. ``source``: ``match``, ``agreed``, ``scorer``, ``arbiter``, ``clock`` or ``default``."""

    stage: str
    round: RoundNo
    table: int
    result: Result
    source: str
    remark: UUID | None = None


@dataclass(frozen=True, slots=True)
class ResultCorrected:
    """From now on this result counts; None: the table has none yet."""

    stage: str
    round: RoundNo
    table: int
    result: Result | None
    remark: UUID | None = None


TournamentEvent = (
    TournamentOpened
    | TournamentChanged
    | StagesPlanned
    | RoleGranted
    | RoleRevoked
    | NoteAdded
    | TournamentClosed
    | TournamentReopened
    | TournamentCancelled
    | Undone
    | EntrantEntered
    | EntryConfirmed
    | EntrantChanged
    | EntrantReplaced
    | EntrantRemoved
    | EntrantCheckedIn
    | CheckInUndone
    | EntrantWithdrew
    | EntrantReturned
    | ByeGranted
    | ByeRevoked
    | FieldSeeded
    | PenaltyGiven
    | PenaltyLifted
    | StageStarted
    | StageJoined
    | TablesPaired
    | TablesRepaired
    | RoundUnpaired
    | EntrantsExchanged
    | StageTakenBack
    | TimerStarted
    | WindowsSet
    | StageClosed
    | TableCalled
    | TableStarted
    | PlayersCalled
    | PresenceNoted
    | SeatsMissed
    | PostponementAsked
    | TablePostponed
    | ResultReported
    | ResultDisputed
    | StatementMade
    | GamePlayed
    | MatchRewound
    | MatchStopped
    | ResultStood
    | ResultCorrected
    | ConsentNoted
    | ConsentGiven
    | RatingObjected
    | ObjectionWithdrawn
    | ObjectionsRuled
)

KINDS = Kinds[TournamentEvent](TournamentEvent, first=TournamentOpened)
