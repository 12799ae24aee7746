"""Tables: who is present, and how they end."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from msgspec import Meta

from tournaments.corrections import KEEP, Choosing
from tournaments.formats.contract import Proposal
from tournaments.state import TableRef
from web.decoding import INSIDE

from .fields import Reasoned, RoundNumber, Seats, SentCorrection, SentResult, StageKey, Text


@dataclass(frozen=True, slots=True)
class Postpone(Reasoned):
    """Postpone a table that has not begun: arbiters decide, players agree among themselves."""

    ref: TableRef
    until: datetime


@dataclass(frozen=True, slots=True)
class StartTable:
    ref: TableRef


@dataclass(frozen=True, slots=True)
class CallPlayers:
    """Call the players who are not at their real table yet. Officers only."""

    ref: TableRef
    seats: Annotated[Seats | None, Meta(description="From 0; everybody who is not there yet where none are given.")] = (
        None
    )


@dataclass(frozen=True, slots=True)
class CallRound:
    """Call all players of a round who are not at their real tables yet."""

    stage: StageKey
    round_no: RoundNumber


@dataclass(frozen=True, slots=True)
class NotePresence:
    """Note who is at a real table: players themselves or their whole table, officers anybody."""

    ref: TableRef
    seats: Seats
    here: Annotated[bool, Meta(description="false takes it back.")] = True
    silent: Annotated[tuple[int, ...], INSIDE] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """Report how your table ended. The result counts when all players of the table agree.

    Nobody waits for players without an account: they cannot answer. ``silent`` are their seats.
    """

    ref: TableRef
    result: SentResult
    silent: Annotated[tuple[int, ...], INSIDE] = ()


@dataclass(frozen=True, slots=True)
class ObjectTo:
    """Dispute the reported result of your table, with a reason."""

    ref: TableRef
    text: Text


@dataclass(frozen=True, slots=True)
class EnterResult:
    """Enter a result; it counts at once. Officers only.

    Where a game is under way here, only an arbiter may.
    """

    ref: TableRef
    result: SentResult


@dataclass(frozen=True, slots=True)
class Rule(Reasoned):
    """Rule on a table as an arbiter."""

    ref: TableRef
    result: SentResult


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Record no-shows; at a real table the others play without them if at least two are left. Officers only."""

    ref: TableRef
    seats: Seats


@dataclass(frozen=True, slots=True)
class Correct(Reasoned):
    """Correct the result of a table of any round. Arbiters only.

    ``result`` None: none yet. ``choice`` says what becomes of tables published since, ``later`` of the stages that took
    their entrants from this one. ``proposal``: pairing again gives this, as was worked out before.

    A repeat or a second bye that this makes in a Swiss must be meant.
    """

    ref: TableRef
    result: SentCorrection
    choice: Annotated[Choosing, Meta(description="What becomes of the published tables.")] = KEEP
    later: Annotated[
        Choosing,
        Meta(
            description="What becomes of stages that have begun with entrants of this one, where others would have "
            "gone on."
        ),
    ] = KEEP
    proposal: Annotated[Proposal | None, INSIDE] = None
    anyway: Annotated[
        bool, Meta(description="Also where that makes two meet again, or gives somebody a second bye.")
    ] = False
