"""How a tournament is agreed on, as it stands in its first event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .formats.contract import EntrantNo


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

    stage: str = ""
    division: str = ""
    best: int = 0
    rest: int = 0
    border: Border | None = None


@dataclass(frozen=True, slots=True)
class StagePlan:
    """One stage. ``plan`` is ``formats.contract.Plan`` as plain JSON (``plans.read``, ``plans.plain``)."""

    key: str
    plan: Mapping[str, Any]
    source: Source = field(default_factory=Source)
    window_minutes: int | None = None
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
    capacity: int = 0
    """0 for any number."""
    entries_close: str = ""
    starts: str = ""
    all_rounds: bool = False
    """Rounds that follow from the schedule alone (round robin) are published at once."""
    window_minutes: int = 0
    """How long the tables of a round may be played, any time; of rounds published at once one window follows the other.
    0: there are no windows, tables are played when they are called."""
    window_default: str = "arbiter"
    """What becomes of a table that was not played by then: ``arbiter`` rules, or it is a ``forfeit`` of those who did
    not appear."""
    round_minutes: int = 0
    """How long a round is planned to take, 0 for any time."""
    grace_minutes: int = 0
    """How late players may come to a real table that has no window; who is not known to be there by then is missed.
    0: any time."""
    grace_from: str = "round"
    """From when that counts: ``round``, from the start of its timer (where the tournament runs by itself, from its
    publication), or ``call``, from the first call of the player."""
    grace_default: str = "arbiter"
    """What becomes of who is missed: the ``arbiter`` decides, or it is a ``forfeit``."""
    call_minutes: int = 10
    """How long a table here waits for its players."""
    report_minutes: int = 30
    """How long one report waits for the others' before it stands."""
    dispute_minutes: int = 60
    """How long a dispute waits for the arbiter before the default counts."""
    players_report: bool = True
    rated: bool | None = None
    """Whether its games count on the ladder. Where nothing is said (None, which is nowhere stored): a listed tournament
    is rated, an unlisted one is not."""
    club: str = ""
    """The id of the club whose tournament it is, ``""`` for nobody's."""
    speed: str = "live"

    def __post_init__(self) -> None:
        if self.rated is None:
            object.__setattr__(self, "rated", self.listed)
