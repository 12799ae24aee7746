"""The settings of a tournament, as they stand in its first event, and how organisers are asked for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from msgspec import Meta

from matches.clocks.controls import BOT, TimeControl
from matches.watching.rules import SpectatorRule
from web.decoding import INSIDE, SentAs
from web.errors import BadRequest
from web.setting_fields import Asked, Choice

from .formats.contract import EntrantNo

MAX_ENTRANTS = 6000
MAX_DIVISION = 20
MAX_STAGES = 80
"""Of a tournament. A league's season with 26 divisions has no more than 77: each, its final, and the play-offs between
them."""
Entrants = Annotated[int, Meta(ge=0, le=MAX_ENTRANTS)]
Minutes = Annotated[int, Meta(ge=0, le=100_000)]
LongMinutes = Annotated[int, Meta(ge=0, le=1_000_000)]
OwnWindow = Annotated[
    LongMinutes | None,
    Meta(
        description="Its own window for each round, all rounds of a schedule at once; 0: none. Left out: the settings'."
    ),
]
FORM_MINUTES = 7 * 24 * 60
ARBITER, FORFEIT = "arbiter", "forfeit"
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


TIMES, LATE, OPTIONS, WINDOWS = "times", "late", "options", "windows"
"""Groups of fields in the form."""
Place = Asked(
    _("Where"),
    (Choice("table", _("At real tables"), False), Choice("online", _("Here, in the browser"), True)),
    name="place",
    initial="table",
    radio=True,
    required=True,
)
WindowDefault = Asked(
    _("If a table is not played in time"),
    (
        Choice(ARBITER, _("An arbiter decides"), told=_("If a table is not played in time, an arbiter decides.")),
        Choice(
            FORFEIT, _("Absent players forfeit"), told=_("If a table is not played in time, absent players forfeit.")
        ),
    ),
    part=WINDOWS,
    initial=None,
    required=True,
)


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
    earlier ``stage`` (of each of its groups, if it has groups, and the ``rest`` best beyond these), or those at a
    ``border``; then ``division`` is the stage's own key, which no entrant has.
    """

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


Stages = Annotated[tuple[StagePlan, ...], Meta(max_length=MAX_STAGES)]


@dataclass(frozen=True, slots=True)
class Settings:
    """Times are minutes; moments are ISO 8601 in UTC, ``""`` for none."""

    online: Annotated[bool, Place] = True
    """Tables open as matches here; otherwise they are played at a real table and reported."""
    automatic: Annotated[bool, Asked(_("Automatic: rounds are paired without an organiser"), part=OPTIONS, at=6)] = (
        False
    )
    """Rounds are paired, stages begun and the tournament closed without anybody."""
    listed: Annotated[bool, Asked(_("Listed for everybody"), part=OPTIONS, at=4)] = True
    open_entry: Annotated[bool, Asked(_("Players enter themselves"), part=OPTIONS, at=1)] = True
    """Otherwise the organiser enters them."""
    check_in: Annotated[bool, Asked(_("Only players who have checked in are paired"), part=OPTIONS, at=2)] = False
    late_entry: Annotated[bool, Asked(_("Players can enter after the start, too"), part=OPTIONS, at=3)] = True
    capacity: Annotated[
        int, SentAs(Entrants), Asked(_("Maximum number of players (0: no limit)"), part=TIMES, at=2)
    ] = 0
    entries_close: Annotated[str, SentAs(datetime, text_of), Asked(_("Entries close"), part=TIMES, at=4)] = ""
    starts: Annotated[str, SentAs(datetime, text_of), Asked(_("Starts"), part=TIMES, at=3)] = ""
    all_rounds: bool = False
    """Rounds that follow from the schedule alone (round robin) are published at once."""
    window_minutes: Annotated[int, SentAs(LongMinutes)] = 0
    """How long the tables of a round may be played, any time; of rounds published at once one window follows the other.
    0: there are no windows, tables are played when they are called."""
    window_default: Annotated[str, SentAs(Default)] = ARBITER
    """What becomes of a table that was not played by then: the arbiter rules, or it is a forfeit of those who did not
    appear."""
    round_minutes: Annotated[
        int,
        SentAs(Minutes),
        Asked(_("Minutes for a round, or for the whole arena (0: no limit)"), part=TIMES, at=1, most=FORM_MINUTES),
    ] = 0
    grace_minutes: Annotated[
        int,
        SentAs(GraceMinutes),
        Asked(_("At real tables: minutes a player may be late (0: no limit)"), part=LATE, most=FORM_MINUTES),
    ] = 0
    """At a real table that has no window; who is not known to be there by then is missed."""
    grace_from: Annotated[
        str,
        SentAs(GraceFrom),
        Asked(
            _("Counted from"),
            (
                Choice(
                    "round",
                    _("the start of the round’s timer"),
                    told=_("Time to get to the table: %(grace_minutes)s min. from the start of the round."),
                ),
                Choice(
                    "call",
                    _("the first call"),
                    told=_("Time to get to the table: %(grace_minutes)s min. from the first call."),
                ),
            ),
            part=LATE,
        ),
    ] = "round"
    """From when that counts: from the start of the round's timer (where the tournament runs by itself, from its
    publication), or from the first call of the player."""
    grace_default: Annotated[
        str,
        SentAs(GraceDefault),
        Asked(
            _("Players who are not here by then"),
            (
                Choice(
                    ARBITER,
                    _("are left to the arbiter"),
                    told=_(
                        "The arbiter decides for players who are not here by then; the clock makes a last call before "
                        "that."
                    ),
                ),
                Choice(
                    FORFEIT,
                    _("forfeit automatically"),
                    told=_("Players who are not here by then forfeit; the clock makes a last call before that."),
                ),
            ),
            part=LATE,
        ),
    ] = ARBITER
    call_minutes: Annotated[int, SentAs(Minutes)] = 10
    """How long a table here waits for its players."""
    report_minutes: Annotated[int, SentAs(Minutes)] = 30
    """How long one report waits for the others' before it stands."""
    dispute_minutes: Annotated[int, SentAs(Minutes)] = 60
    """How long a dispute waits for the arbiter before the default counts."""
    players_report: Annotated[bool, Asked(_("Players report their results themselves"), part=OPTIONS, at=5)] = True
    rated: Annotated[
        bool | None,
        SentAs(Rated),
        Asked(
            _("Games are rated"),
            (
                Choice("", _("if the tournament is listed"), None),
                Choice("yes", _("yes"), True),
                Choice("no", _("no"), False),
            ),
        ),
    ] = None
    """Whether its games count on the ladder. Where nothing is said (None, which is nowhere stored): a listed tournament
    is rated, an unlisted one is not."""
    club: Annotated[str, SentAs(Club, lambda club: str(club or "")), Asked(_("Club"))] = ""
    """The id of the club whose tournament it is, ``""`` for nobody's."""
    time: Annotated[
        TimeControl | None,
        Meta(
            description="The time control of every table that opens here; null: no clocks. Only with `online`. Where a "
            "bot plays on for whoever runs out of time, the games are not rated."
        ),
    ] = None
    spectators: Annotated[
        SpectatorRule | None,
        Meta(
            description="How late spectators see every match here; null: as it happens. With open hands the organiser "
            "answers for it: players are not asked, and rated games may have them."
        ),
    ] = None
    speed: Annotated[str, INSIDE] = "live"

    def __post_init__(self) -> None:
        if self.rated is None:
            object.__setattr__(self, "rated", self.listed and not self.has_stand_ins)

    @property
    def has_stand_ins(self) -> bool:
        """Whether a bot plays on for a player whose time runs out."""
        return self.time is not None and self.time.flag == BOT

    def check_tables(self) -> None:
        """Raises BadRequest where tables cannot have that time control, or those spectators."""
        if self.spectators is not None:
            self.spectators.check()
        if self.time is None:
            return
        self.time.check()
        if not self.online:
            raise BadRequest("clocks_only_here", field="time")
        if self.rated and self.has_stand_ins:
            raise BadRequest("stand_ins_not_rated", field="flag")


BY_CLOCK = Settings(online=False, grace_minutes=15, grace_from="call", grace_default=FORFEIT)
"""Nobody is waited for: whoever is late after the first call forfeits."""
