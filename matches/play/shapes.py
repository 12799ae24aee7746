"""What queries return: plain values, ready to show, with nothing in them that the asker may not see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from elekt_core.contract import Decision, Event, Game, Outcome
from elekt_core.foreseen import Foreseen
from elekt_core.record.coarse import MOVES
from elekt_core.staged import NOTHING_STAGED, Staged
from web.encoding import BESIDE, UNSHOWN, component

from ..clocks.controls import TimeControl
from ..clocks.shown import ClocksShown
from ..models import Table
from ..names import Agreed
from ..stopped import BESIDE_ENDS
from ..watching.rules import SpectatorRule
from .redaction import Perspective

CardsHash = Annotated[str, "The hash of its own card list, or nothing."]
Terms = Annotated[Agreed, BESIDE]


@component("Seat")
@dataclass(frozen=True, slots=True)
class SeatShown:
    """A seat at a table. ``name`` is ready to show, ``""`` for a free seat; ``kept_for`` is who alone may sit there."""

    number: int
    player: UUID | None
    bot: str
    name: str
    mine: bool
    conceded: bool = False
    rank: int | None = None
    score: int | None = None
    kept_for: Annotated[str, UNSHOWN] = ""
    kept_for_me: Annotated[bool, UNSHOWN] = False
    typed: Annotated[bool, "The name comes from an imported record or a scribe, not from an account."] = False

    @property
    def is_free(self) -> bool:
        return self.player is None and not self.bot


@dataclass(frozen=True, slots=True)
class Guest:
    player: UUID
    name: str


@component("Table")
@dataclass(frozen=True, slots=True)
class TableShown:
    """A table with what the asker may do there."""

    cards: CardsHash
    agreed: Terms
    id: UUID
    version: int
    game: str
    ruleset: str
    access: Table.Access
    status: Table.Status
    host: UUID
    host_name: str
    opened_at: datetime
    seats: tuple[SeatShown, ...]
    match: Annotated[UUID | None, "There once all seats are taken."]
    rated: Annotated[bool, "Opened as one that counts on the ladder."]
    invited: Annotated[tuple[Guest, ...], "Who may sit down at a table for named players."]
    may: Annotated[frozenset[str], "What you may do: sit, stand, seat_bot, close."]
    time: Annotated[TimeControl | None, "null: there are no clocks."] = None
    spectators: Annotated[SpectatorRule | None, "How late spectators see the match; null: as it happens."] = None
    reviewed: Annotated[bool, UNSHOWN] = False
    played_enough: Annotated[
        tuple[str, ...],
        "Pairs of those who sit here, and of you with them, who have played three rated matches within a day: the "
        "match will not be rated.",
    ] = ()

    @property
    def seen_by(self) -> str:
        """Only what was recorded or imported is seen from somewhere, and nobody sits down there."""
        return ""

    @property
    def free(self) -> int:
        return sum(seat.is_free for seat in self.seats)

    @property
    def my_seat(self) -> int | None:
        return next((seat.number for seat in self.seats if seat.mine), None)


@component("Automaton")
@dataclass(frozen=True, slots=True)
class AutomatonShown:
    """A side that the rules play: it comes after the seats. ``rank`` and ``score`` are there once it is over."""

    word: str
    name: str
    rank: int | None
    score: int | None


@dataclass(frozen=True, slots=True)
class GoesOnFrom:
    """The moment of another match in which this one began."""

    match: UUID
    event: Annotated[int, "After this event."]
    seen_by: Annotated[int | None, "What this seat did not know was dealt anew; null: every card is where it was."]


Detail = Annotated[
    Literal["moves", "rounds", "result"],
    "How fine the record is to its end: every decision, who won which card in each round, or the result alone.",
]


@component("ImportedRecord")
@dataclass(frozen=True, slots=True)
class ImportedShown:
    """Where an imported match comes from. Names at its seats are texts of the record, nobody's account."""

    by: Annotated[UUID | None, "Who imported it, and whose word it is; null: those who run the server."]
    by_name: str
    at: datetime
    proof: Annotated[
        Literal["seed", "draws", "none"],
        "`seed`: every draw follows from the revealed seed, which fits the commitment; `draws`: the record names its "
        "draws, and nothing proves them; `none`: it names no draws.",
    ]
    source: Annotated[str, "The id that the match had in the record."]
    head: Annotated[str, "The last hash of the record that was imported; empty for short notation."]
    event: str = ""
    site: str = ""
    seen_by: Annotated[
        str,
        "Where not every card is known: from where it was seen, `spectator`, or seats (`1`, `0-2`). The rest is "
        "unknown, and its deal cannot be proved.",
    ] = ""
    detail: Detail = "moves"


@component("RecordedGame")
@dataclass(frozen=True, slots=True)
class RecordedShown:
    """A game that was played at a real table, and recorded there. Names at seats without a player are texts."""

    by: Annotated[UUID, "Who recorded it, and whose word it is."]
    by_name: str
    seen_by: Annotated[str, "From where: `spectator`, or seats (`1`, `0-2`). What was not seen from there is unknown."]
    detail: Detail = "moves"
    agreed: Annotated[tuple[UUID, ...], UNSHOWN] = ()
    """The players who agree that everybody finds it."""

    has_players: Annotated[bool, UNSHOWN] = True
    """Whether somebody with an account sits there."""


@component("Match")
@dataclass(frozen=True, slots=True)
class MatchShown:
    """Where a match stands: a line of a list, or the head of its pages."""

    cards: CardsHash
    agreed: Terms
    id: UUID
    table: UUID
    game: str
    ruleset: str
    version: int
    batches: Annotated[int, UNSHOWN]
    started_at: datetime
    last_at: datetime
    ended_at: datetime | None
    seats: tuple[SeatShown, ...]
    automata: Annotated[tuple[AutomatonShown, ...], "Sides that the rules play; they come after the seats."]
    awaited: tuple[int, ...]
    """Seats whose decision the match waits for."""
    winner: int | None
    termination: str
    practice: Annotated[bool, "One person alone decides for every seat; it counts for nothing."] = False
    rated: Annotated[bool, "Opened as one that counts on the ladder."] = False
    rated_game: Annotated[UUID | None, "Its id on the ladder, once it has counted there."] = None
    time: TimeControl | None = None
    goes_on_from: Annotated[GoesOnFrom | None, "null: it began by itself."] = None
    spectators: Annotated[SpectatorRule | None, "How late spectators see it; null: as it happens."] = None
    imported: Annotated[ImportedShown | None, "Where it comes from, if it was imported."] = None
    recorded: Annotated[RecordedShown | None, "Who recorded it, if it was played at a real table."] = None
    reviewed: Annotated[bool, UNSHOWN] = False
    takebacks: Annotated[bool, UNSHOWN] = False
    """Whether its table agreed that decisions can be taken back."""
    late: Annotated[bool, "You see it late: all of this is as it was then."] = False
    hands: Annotated[bool, UNSHOWN] = False
    """Whoever looks may look from every seat, late."""

    @property
    def is_over(self) -> bool:
        return self.ended_at is not None

    @property
    def known(self) -> RecordedShown | ImportedShown | None:
        """Who says what is known of it, where it was not played here."""
        return self.recorded or self.imported

    @property
    def seen_by(self) -> str:
        """From where it was seen, if not every card is known; else ``""``."""
        return "" if self.known is None else self.known.seen_by

    @property
    def detail(self) -> str:
        return MOVES if self.known is None else self.known.detail

    @property
    def is_stopped(self) -> bool:
        """Whether it was ended beside the game: by an arbiter, or by a result that a coarse record tells."""
        return self.termination in BESIDE_ENDS

    @property
    def my_seat(self) -> int | None:
        return next((seat.number for seat in self.seats if seat.mine), None)

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names, in the form that games need."""
        return tuple(seat.name for seat in self.seats)

    @property
    def sides(self) -> tuple[SeatShown | AutomatonShown, ...]:
        """All sides, people, bots and automata, by number."""
        return (*self.seats, *self.automata)

    @property
    def side_names(self) -> tuple[str, ...]:
        return tuple(side.name for side in self.sides)

    @property
    def others(self) -> tuple[str, ...]:
        """The names of all sides but one's own."""
        people = [seat.name for seat in self.seats if not seat.mine]
        return (*people, *(automaton.name for automaton in self.automata))

    @property
    def winner_name(self) -> str:
        """The sole winner's name, ``""`` if there is none or none yet."""
        if self.winner is not None:
            return self.seats[self.winner].name
        return next((automaton.name for automaton in self.automata if automaton.rank == 1), "")

    @property
    def first_names(self) -> tuple[str, ...]:
        """Who is first: more than one if they share the place, ``()`` while it goes on."""
        return tuple(side.name for side in self.sides if side.rank == 1)


@component("Question")
@dataclass(frozen=True, slots=True)
class AwaitingShown:
    """An open question. ``stack`` names, innermost first, what is still to be resolved."""

    seat: int
    name: Annotated[str, UNSHOWN]
    kind: str
    rule: str
    question: str
    data: Mapping[str, Any]
    stack: tuple[str, ...]
    optional: bool
    mine: bool
    playable: Annotated[bool, UNSHOWN] = False
    """In practice: the asker decides for that seat, if need be after looking from there."""


@component("Refusal")
@dataclass(frozen=True, slots=True)
class RefusalShown:
    """Something one may look for and cannot have: the path of parts, and why not, with the rule's number."""

    parts: tuple[str, ...]
    code: str
    rule: str
    sentence: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Position:
    """A match at one moment from one perspective. ``view`` is a state of ``game`` with unknown cards in it."""

    match: MatchShown
    game: Game[Any]
    perspective: Perspective
    at: int
    """The number of the last event that has happened here."""
    view: Any
    awaiting: tuple[AwaitingShown, ...]
    options: Sequence[Decision]
    """What the asker may decide now; empty but at the head, for their own seat. A game may let seats decide that are
    not awaited."""
    refusals: tuple[RefusalShown, ...]
    outcome: Outcome | None
    told: tuple[Event, ...] = ()
    """Where a replay stops between two questions: the facts since the last one, as far as ``perspective`` knows."""
    clocks: ClocksShown | None = None
    since: tuple[LogLine, ...] = ()
    """At the head: what has happened since the last decision of the seat looked from, its own included."""

    @property
    def version(self) -> int:
        """The number of the match's last event: what a decision must name as ``expected_version``."""
        return self.match.version

    @property
    def is_head(self) -> bool:
        return self.at == self.match.version

    @property
    def is_paused(self) -> bool:
        """Whether nobody can decide, as the clocks are paused: the question stays, and its options come back."""
        paused = self.clocks is not None and self.clocks.paused
        return paused and self.is_head and not self.match.is_over

    @property
    def is_mine(self) -> bool:
        """Whether the asker must decide here, now."""
        return not self.is_paused and any(question.mine and not question.optional for question in self.awaiting)

    @property
    def may_concede(self) -> bool:
        """Whether the asker may concede; in practice, for the seat from which they look."""
        seat = self.match.my_seat
        return self.is_head and not self.match.is_over and seat is not None and not self.match.seats[seat].conceded


@dataclass(frozen=True, slots=True)
class LogLine:
    """A sentence of the log. ``chapter`` is 1 where a round begins, 2 where a phase begins, else 0.

    ``pieces`` are the text cut where it names cards, with the card's id; ``rules`` the numbers that it follows from.
    """

    seq: int
    text: str
    chapter: int
    kind: str
    pieces: tuple[tuple[str, str], ...] = ()
    rules: tuple[str, ...] = ()
    things: tuple[str, ...] = ()
    """What the fact names, as the viewer may know it, in the words of decisions: where pages show that it happens."""
    scene: bool = False
    """Something begins here that is shown as one."""
    figures: tuple[tuple[str, int], ...] = ()
    """Numbers of the board that have changed with it, by their names there."""
    staged: Staged = NOTHING_STAGED
    winners: tuple[int, ...] = ()
    """The sides that have won the game with it."""

    @property
    def sums(self) -> str:
        """``0 missions.0.violence acolyte.0=2 brute.1=1;...``: what scripts count up."""
        return ";".join(
            " ".join([f"{one.seat} {one.at}", *(f"{thing}={n}" for thing, n in one.terms)]) for one in self.staged.sums
        )


@dataclass(frozen=True, slots=True)
class Choice:
    """One next step of a decision. ``decision`` is there (encoded, with its seat) if this step completes it.

    ``besides`` marks what answers no question that is open to the seat: something that is possible meanwhile.
    ``further`` marks one more of several that are chosen in any order. ``undone`` is the path without a step that was
    taken, where one may go back on it alone.
    """

    part: str
    label: str
    path: tuple[str, ...]
    decision: Mapping[str, Any] | None
    besides: bool = False
    further: bool = False
    undone: tuple[str, ...] | None = None
    confirmed: bool = False
    """Pages ask once more before this ``decision`` is made, as its last step alone does not say all of it."""
    foreseen: Foreseen | None = None
    """What the ``decision`` would lead to, or the one that may be closed behind this step; where few can follow."""
    passes: bool = False
    """It answers the question by doing nothing (``Game.is_pass``)."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What can be chosen after ``path``; ``decision`` (encoded) if it is complete, and then nothing is next."""

    seat: int
    version: int
    question: str
    """``""`` where the seat is not asked, and may do something all the same."""
    path: tuple[Choice, ...]
    """The steps taken so far."""
    next: tuple[Choice, ...]
    refusals: tuple[RefusalShown, ...]
    """What cannot be chosen as the next step or below it, or at no step at all."""
    decision: Mapping[str, Any] | None
    sentence: str
    """The complete decision in words, else ``""``."""
    foreseen: Foreseen | None = None
    """What the complete decision would lead to."""
    by_itself: Annotated[str, UNSHOWN] = ""
    """The part of ``next`` that pages choose by themselves, since the answer makes no difference; ``""`` for none."""
    later: Annotated[tuple[str, ...], UNSHOWN] = ()
    """Parts that come after another one of ``next``, and at once nowhere."""
    apart: Annotated[tuple[str, ...], UNSHOWN] = ()
    """Parts of other answers, which do not begin with ``path``."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """Where a round (level 1) or a phase (level 2) begins."""

    seq: int
    level: int
    title: str


@dataclass(frozen=True, slots=True)
class LogPage:
    """Lines of a log in a row. One reads on from the events ``older`` and ``newer``, None where nothing is left."""

    lines: tuple[LogLine, ...]
    older: int | None = None
    newer: int | None = None


@dataclass(frozen=True, slots=True)
class Replay:
    """A position of a replay with links to all others."""

    position: Position
    log: tuple[LogLine, ...]
    """The whole log, from this perspective."""
    chapters: tuple[Chapter, ...]
    steps: tuple[int, ...]
    """The numbers of events after which somebody had to decide, in order: where a replay stops."""
    perspectives: tuple[Perspective, ...]
    """From where the asker may look."""
    undone: tuple[tuple[int, int], ...] = ()
    """The first and the last event of each branch that was taken back."""
    branch: int | None = None
    """The last event of such a branch if the position lies in one: then the log is that of the branch."""

    @property
    def in_undone(self) -> bool:
        return self.branch is not None

    @property
    def previous(self) -> int | None:
        """The step before this position."""
        return next((seq for seq in reversed(self.steps) if seq < self.position.at), None)

    @property
    def next(self) -> int | None:
        return next((seq for seq in self.steps if seq > self.position.at), None)


@component("Fact")
@dataclass(frozen=True, slots=True)
class EventShown:
    """A fact as the asker may know it, in the stored notation."""

    seq: int
    kind: str
    version: Annotated[int, "The version of the kind's notation."]
    payload: Mapping[str, Any]
    at: datetime

    def as_json(self) -> dict[str, Any]:
        return {
            "seq": self.seq,
            "kind": self.kind,
            "version": self.version,
            "payload": self.payload,
            "at": self.at.isoformat(),
        }
