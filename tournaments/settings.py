"""How a tournament is agreed on, as it stands in its first event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from msgspec import Meta

from web.decoding import INSIDE, SentAs

from .formats.contract import EntrantNo

MAX_ENTRANTS = 6000
MAX_DIVISION = 20
Entrants = Annotated[int, Meta(ge=0, le=MAX_ENTRANTS)]
Minutes = Annotated[int, Meta(ge=0, le=100_000)]
LongMinutes = Annotated[int, Meta(ge=0, le=1_000_000)]
OwnWindow = Annotated[
    LongMinutes | None,
    Meta(
        description="Its own window for each round, all rounds of a schedule at once; 0: none. Left out: the settings'."
    ),
]
Default = Literal["arbiter", "forfeit"]
GraceMinutes = Annotated[Minutes, Meta(description="How late players may come to a real table; 0: any time.")]
GraceFrom = Annotated[Literal["round", "call"], Meta(description="From when that counts.")]
GraceDefault = Annotated[Default, Meta(description="What becomes of players who are not there by then.")]
Slug = Annotated[str, Meta(pattern="^[-a-zA-Z0-9_]+$", max_length=40)]
StageName = Annotated[str, Meta(min_length=1, max_length=40, description="An earlier stage.")]
DivisionName = Annotated[str, Meta(min_length=1, max_length=MAX_DIVISION)]
PlanFields = Annotated[dict[str, Any], Meta(description="format, seats, least, rounds, scoring, tie_breaks, settings.")]
Club = Annotated[UUID | None, Meta(description="Whose tournament it is: a club that you run.")]
Rated = Annotated[bool, Meta(description="Left out: a listed tournament is rated, an unlisted one is not.")]


def text_of(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")


@dataclass(frozen=True, slots=True)
class Border:
    """The border under the division ``upper`` (from 0, the top) of a league's season. ``up``, ``down`` and ``playoff``
    are those of ``formats.league.Rule``.

    It holds all that decides who plays off there, so that whoever asks again later is told by the same agreement.
    """

    upper: int
    divisions: tuple[tuple[str, ...], ...]
    """From the top, the stages of each; the places of an earlier one come first."""
    up: int
    down: int
    playoff: int
    members: tuple[EntrantNo, ...]
    """The places of the season. Whoever was entered later counts too, a bot only in one of these."""
    leaving: tuple[EntrantNo, ...] = ()
    """Who plays here to the end, and not in the next season."""


@dataclass(frozen=True, slots=True)
class Source:
    """Who plays a stage: all entries (``stage`` and ``division`` empty), those of a ``division``, the ``best`` of an
    earlier ``stage`` (of each of its groups, where it has groups, and the ``rest`` best beyond these), or those at a
    ``border``; then ``division`` is the stage's own key, which nobody is in."""

    stage: Annotated[str, SentAs(StageName)] = ""
    division: Annotated[str, SentAs(DivisionName)] = ""
    best: Annotated[int, SentAs(Entrants)] = 0
    rest: Annotated[int, SentAs(Entrants)] = 0
    border: Annotated[Border | None, INSIDE] = None


@dataclass(frozen=True, slots=True)
class StagePlan:
    """One stage. ``plan`` is ``formats.contract.Plan`` as plain JSON (``plans.read``, ``plans.plain``)."""

    key: Annotated[str, SentAs(Slug)]
    plan: Annotated[Mapping[str, Any], SentAs(PlanFields)]
    source: Source = field(default_factory=Source)
    window_minutes: Annotated[int | None, SentAs(OwnWindow)] = None
    """A window of its own for each round (``Settings.window_minutes``): rounds that follow from the schedule alone are
    published at once; with 0 there is none, and rounds are paired one after the other. None: as the settings say."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Times are minutes; moments are ISO 8601 in UTC, ``""`` for none."""

    online: bool = True
    """Tables open as matches here; otherwise they are played at a real table and reported."""
    automatic: bool = False
    """Rounds are paired, stages begun and the tournament closed without anybody."""
    listed: bool = True
    open_entry: bool = True
    """Players enter themselves; otherwise the organiser enters them."""
    check_in: bool = False
    """Only who has checked in is paired."""
    late_entry: bool = True
    capacity: Annotated[int, SentAs(Entrants)] = 0
    """0 for any number."""
    entries_close: Annotated[str, SentAs(datetime, text_of)] = ""
    starts: Annotated[str, SentAs(datetime, text_of)] = ""
    all_rounds: bool = False
    """Rounds that follow from the schedule alone (round robin) are published at once."""
    window_minutes: Annotated[int, SentAs(LongMinutes)] = 0
    """How long the tables of a round may be played, any time; of rounds published at once one window follows the other.
    0: there are no windows, tables are played when they are called."""
    window_default: Annotated[str, SentAs(Default)] = "arbiter"
    """What becomes of a table that was not played by then: ``arbiter`` rules, or it is a ``forfeit`` of those who did
    not appear."""
    round_minutes: Annotated[int, SentAs(Minutes)] = 0
    """How long a round is planned to take, 0 for any time."""
    grace_minutes: Annotated[int, SentAs(GraceMinutes)] = 0
    """How late players may come to a real table that has no window; who is not known to be there by then is missed.
    0: any time."""
    grace_from: Annotated[str, SentAs(GraceFrom)] = "round"
    """From when that counts: ``round``, from the start of its timer (where the tournament runs by itself, from its
    publication), or ``call``, from the first call of the player."""
    grace_default: Annotated[str, SentAs(GraceDefault)] = "arbiter"
    """What becomes of who is missed: the ``arbiter`` decides, or it is a ``forfeit``."""
    call_minutes: Annotated[int, SentAs(Minutes)] = 10
    """How long a table here waits for its players."""
    report_minutes: Annotated[int, SentAs(Minutes)] = 30
    """How long one report waits for the others' before it stands."""
    dispute_minutes: Annotated[int, SentAs(Minutes)] = 60
    """How long a dispute waits for the arbiter before the default counts."""
    players_report: bool = True
    rated: Annotated[bool | None, SentAs(Rated)] = None
    """Whether its games count on the ladder. Where nothing is said (None, which is nowhere stored): a listed tournament
    is rated, an unlisted one is not."""
    club: Annotated[str, SentAs(Club, lambda club: str(club or ""))] = ""
    """The id of the club whose tournament it is, ``""`` for nobody's."""
    speed: Annotated[str, INSIDE] = "live"

    def __post_init__(self) -> None:
        if self.rated is None:
            object.__setattr__(self, "rated", self.listed)
