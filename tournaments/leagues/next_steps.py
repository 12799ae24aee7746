"""What happens next in a league, and who must do something for it. The page shows it, and reminders follow from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Annotated
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from players import queries as players
from players.ratings.outcome import player_of
from tournaments import queries as tournaments
from tournaments.consent.standing import is_asked
from tournaments.decisions import rounds, windows
from tournaments.formats.contract import EntrantNo
from tournaments.pages import words
from tournaments.queries import Asked as Played
from tournaments.settings import FORFEIT
from tournaments.state import Progress, Role, Stage, State, Table
from web.encoding import component

from . import moving, seasons
from .queries import Asked
from .shapes import PastSeason, SeasonShown, history, season
from .state import League, Season

MAX_NAMES = 6
"""So many people of a step are named; more are counted."""


class By(StrEnum):
    """Who makes a step."""

    ORGANISERS = "organisers"
    PLAYERS = "players"
    ANYBODY = "anybody"
    NOBODY = "nobody"
    """It happens by itself."""


@component("LeagueStep")
@dataclass(frozen=True, slots=True)
class Step:
    code: str
    by: By
    who: Annotated[tuple[UUID, ...], "The profiles that must do something."]
    told: Annotated[str, "A sentence in the language that was asked for."]
    page: str
    until: datetime | None = None
    stage: Annotated[str, "The one concerned; empty: the league itself."] = ""


@dataclass(frozen=True, slots=True)
class StepShown:
    """A step as somebody sees it: ``who`` in words, ``mine`` if they are among them."""

    who: str
    mine: bool
    told: str
    page: str
    until: datetime | None


def shown(asked: Asked, found: Sequence[Step]) -> list[StepShown]:
    """What the asker must do comes first; otherwise in the order of ``found``."""
    own = frozenset() if asked.asker is None else frozenset(players.profiles(asked.asker))
    known = players.names({one for step in found for one in step.who})
    lines = [
        StepShown(_who(step, own, known), not own.isdisjoint(step.who), step.told, step.page, step.until)
        for step in found
    ]
    return sorted(lines, key=lambda line: not line.mine)


def _who(step: Step, own: frozenset[UUID], known: Mapping[UUID, str]) -> str:
    match step.by:
        case By.ANYBODY:
            return _("Anybody with an account")
        case By.NOBODY:
            return _("By itself")
        case By.ORGANISERS:
            return _("Organisers (%(names)s)") % {"names": _names(step.who, own, known)}
        case By.PLAYERS:
            return _names(step.who, own, known)


def _names(who: Sequence[UUID], own: frozenset[UUID], known: Mapping[UUID, str]) -> str:
    """The reader first, as "you"."""
    told = [_("you")] if not own.isdisjoint(who) else []
    told += [known.get(one, "?") for one in who if one not in own]
    more = len(told) - MAX_NAMES
    if more > 0:
        told[MAX_NAMES:] = [ngettext("%(n)s more", "%(n)s more", more) % {"n": more}]
    return ", ".join(told)


# --- what is next -------------------------------------------------------------------------------------------


def now(asked: Asked) -> list[Step]:
    """As ``of``, at this moment."""
    moment = timezone.now()
    return of(asked, season(asked, moment), history(asked), moment)


def of(asked: Asked, running: SeasonShown | None, past: Sequence[PastSeason], at: datetime) -> list[Step]:
    """The season ``running``, and the ``past`` ones, which are closed, as their page shows them. Never empty."""
    state = asked.state
    here = _Here(state, reverse("tournaments:league", args=[state.id]), [one.no for one in past if one.at_odds])
    if state.running is None or running is None:
        return [*_between(here), *_unconfirmed(here)]
    played = tournaments.tournament(tournament_id=running.tournament, player=asked.player)
    desk = reverse("tournaments:desk", args=[running.tournament])
    silent = players.written_down(entry.player for entry in played.state.entries.values() if entry.player)
    found = _season(_Running(here, state.running, running, played, frozenset(silent), desk, at))
    return [*found, *_unconfirmed(here)]


@dataclass(frozen=True, slots=True)
class _Here:
    league: League
    page: str
    to_correct: Sequence[int]
    """Closed seasons that would end otherwise by their results as they are now."""

    def officers(self, *roles: Role) -> tuple[UUID, ...]:
        wanted = roles or (Role.OWNER, Role.ARBITER)
        return tuple(player for player, role in self.league.roles.items() if role in wanted)

    def office(self, code: str, told: str, page: str = "", stage: str = "") -> Step:
        return Step(code, By.ORGANISERS, self.officers(), told, page or self.page, stage=stage)


@dataclass(frozen=True, slots=True)
class _Running:
    here: _Here
    season: Season
    shown: SeasonShown
    played: Played
    silent: frozenset[UUID]
    """Players without an account: organisers say their results."""
    desk: str
    now: datetime

    @property
    def state(self) -> State:
        return self.played.state

    def title(self, key: str) -> str:
        """The stage in the words of the league."""
        for at in range(self.season.divisions):
            name = self.season.name_of(at)
            if key == moving.key_of(at):
                return name
            if key == moving.final_key_of(at):
                return _("%(division)s, final") % {"division": name}
        return words.stage(key)


def _between(here: _Here) -> Iterator[Step]:
    """No season runs."""
    league, no = here.league, len(here.league.seasons) + 1
    yield from _to_correct(here)
    members = sum(map(len, moving.next_divisions(league)))
    if league.open_entry:
        told = _("Sign up for season %(n)s.") % {"n": no}
        yield Step("sign_up", By.ANYBODY, (), told, here.page)
    else:
        yield here.office("enter", _("Enter the players of season %(n)s.") % {"n": no}, f"{here.page}#enter")
    if seasons.can_open(league):
        many = ngettext(
            "Open season %(n)s once all who want to play are in: so far %(many)s player.",
            "Open season %(n)s once all who want to play are in: so far %(many)s players.",
            members,
        )
        yield here.office("open", many % {"n": no, "many": members}, f"{here.page}#coming")
    else:
        told = _("Season %(n)s can be opened once there are enough players for its divisions: so far %(many)s.")
        yield Step("too_few", By.NOBODY, (), told % {"n": no, "many": members}, here.page)


def _to_correct(here: _Here) -> Iterator[Step]:
    """A result was corrected after its season had ended."""
    for no in here.to_correct:
        told = _("A result of season %(n)s was corrected: look at promotion and relegation again.") % {"n": no}
        yield Step(f"correct-{no}", By.ORGANISERS, here.officers(Role.OWNER), told, f"{here.page}#history")


def _unconfirmed(here: _Here) -> Iterator[Step]:
    """Who was entered by an organiser, has an account and has not said yes."""
    league = here.league
    asked = ({*league.waiting} | league.members()) - league.own - league.leaving
    here_only_by_name = players.written_down(asked)
    who = tuple(sorted(one for one in asked if one not in here_only_by_name))
    if who:
        told = _("Confirm that you play in this league: until then, your results at its tables are not rated.")
        yield Step("confirm_membership", By.PLAYERS, who, told, here.page)


def _season(now: _Running) -> Iterator[Step]:
    here, season, shown_ = now.here, now.season, now.shown
    numbered = {"n": season.no}
    if shown_.cancelled:
        told = _("Season %(n)s was called off: reopen it at the desk to go on.") % numbered
        yield Step("reopen", By.ORGANISERS, here.officers(Role.OWNER), told, now.desk)
        return
    if not shown_.begun:
        yield here.office(
            "begin", _("Start season %(n)s: its tables are published then.") % numbered, f"{here.page}#season"
        )
        return
    yield from _to_correct(here)
    for stage in now.state.stages.values():
        yield from _stage(now, stage)
    anchor = f"{here.page}#season"
    if shown_.finals:
        yield here.office("finals", _("Start the finals of the divisions that are over."), anchor)
    if shown_.borders:
        yield here.office("borders", _("Start the play-offs between the divisions that are over."), anchor)
    if shown_.over and not shown_.borders:
        yield here.office("close", _("Close season %(n)s: promotion and relegation follow.") % numbered, anchor)
    elif not shown_.over:
        yield Step("then", By.NOBODY, (), _then(now), anchor)


def _then(now: _Running) -> str:
    rules = now.season.rules
    if any(one.best for one in rules.divisions) and len(now.state.stages) <= now.season.divisions:
        return _("When a division has played all its tables, its final can start.")
    if rules.playoff and now.season.divisions > 1 and not now.shown.border_stages:
        return _("When two neighbouring divisions are over, the play-off between them can start.")
    return _("When all tables are played, the season can be closed.")


@dataclass(slots=True)
class _Sorted:
    """The tables of a stage by what they wait for."""

    rule: list[Table] = field(default_factory=list)
    overdue: list[Table] = field(default_factory=list)
    confirm: list[Table] = field(default_factory=list)
    play: list[Table] = field(default_factory=list)
    agree: list[Table] = field(default_factory=list)


def _sorted(now: _Running, stage: Stage) -> _Sorted:
    found = _Sorted()
    for table in stage.tables():
        if table.is_done:
            if table.objections.open:
                found.rule.append(table)
            elif table.consent is not None and table.consent.missing and is_asked(now.state, table):
                found.agree.append(table)
        elif table.progress is Progress.DISPUTED or table.missed - table.lost:
            found.rule.append(table)
        elif table.progress is Progress.REPORTED:
            found.confirm.append(table)
        elif windows.is_overdue(table, now.now):
            found.overdue.append(table)
        else:
            found.play.append(table)
    return found


def _stage(now: _Running, stage: Stage) -> Iterator[Step]:
    tables, here, key = _sorted(now, stage), now.here, stage.key
    about = {"stage": now.title(key)}
    desk = f"{now.desk}?stage={key}"
    if many := len(tables.rule):
        told = ngettext(
            "%(stage)s: rule on the objection at %(n)s table.",
            "%(stage)s: rule on the objections at %(n)s tables.",
            many,
        )
        yield here.office("rule", told % {**about, "n": many}, desk, key)
    if many := len(tables.overdue):
        told = ngettext(
            "%(stage)s: %(n)s table was not played in time: rule on it or postpone it.",
            "%(stage)s: %(n)s tables were not played in time: rule on them or postpone them.",
            many,
        )
        yield here.office("overdue", told % {**about, "n": many}, desk, key)
    if tables.confirm:
        who = tuple(one for one in _people(now, tables.confirm, reported=True) if one not in now.silent)
        told = _("%(stage)s: confirm the result that was reported, or report another one.") % about
        yield _of_players(now, "confirm", who, told, tables.confirm, key)
    if tables.play:
        yield from _to_play(now, tables.play, key, about)
    if tables.agree and (who := _to_agree(tables.agree)):
        told = _("%(stage)s: say whether the result that was typed in may count for your rating.") % about
        yield _of_players(now, "agree", who, told, tables.agree, key)
    if stage.rounds and not rounds.unfinished(stage) and not stage.closed and not rounds.is_stage_over(now.state, key):
        told = _("%(stage)s: all results are in, pair round %(n)s.") % {**about, "n": len(stage.rounds) + 1}
        yield here.office("pair", told, desk, key)


def _to_play(now: _Running, waiting: Sequence[Table], key: str, about: Mapping[str, str]) -> Iterator[Step]:
    ends = [datetime.fromisoformat(table.until) for table in waiting if table.until]
    until = min(ends, default=None)
    if own := _own(now, waiting):
        yield _own_next(now, own, key, about)
    others = tuple(one for one in _people(now, waiting) if one != now.played.asker)
    if len(own) < len(waiting):
        told = ngettext(
            "%(stage)s: play the %(n)s table that is left, and report its result.",
            "%(stage)s: play the %(n)s tables that are left, and report their results.",
            len(waiting),
        )
        page = reverse("tournaments:tournament", args=[now.shown.tournament])
        yield Step("play", By.PLAYERS, others, told % {**about, "n": len(waiting)}, page, until, key)
    if any(all(_player(now, no) in now.silent for no in table.pairing.seats) for table in waiting):
        told = _("%(stage)s: enter the results of those who have no account.") % about
        yield now.here.office("enter_results", told, f"{now.desk}?stage={key}", key)
    if ends and now.state.settings.window_default == FORFEIT:
        told = _("%(stage)s: a table that nobody has played in time is lost by everybody at it.") % about
        yield Step("forfeit", By.NOBODY, (), told, now.here.page, until, key)


def _own_next(now: _Running, own: Sequence[Table], key: str, about: Mapping[str, str]) -> Step:
    """The reader's own table that is to be played first."""
    table = min(own, key=lambda one: (one.until or "~", one.pairing.round, one.no))
    others = [now.played.names[no] for no in table.pairing.seats if not _is_mine(now, no)]
    told = _("%(stage)s, round %(round)s: play against %(names)s, and report the result.") % {
        **about,
        "round": table.pairing.round,
        "names": ", ".join(others),
    }
    until = datetime.fromisoformat(table.until) if table.until else None
    assert now.played.asker is not None
    return Step("play_own", By.PLAYERS, (now.played.asker,), told, _page_of(now, table, key), until, key)


def _own(now: _Running, tables: Sequence[Table]) -> list[Table]:
    return [table for table in tables if any(_is_mine(now, no) for no in table.pairing.seats)]


def _page_of(now: _Running, table: Table, key: str) -> str:
    return reverse("tournaments:table", args=[now.shown.tournament, key, table.pairing.round, table.no])


def _of_players(now: _Running, code: str, who: tuple[UUID, ...], told: str, tables: Sequence[Table], key: str) -> Step:
    """The page is that of the reader's own table, if one is theirs, otherwise the season's."""
    own = _own(now, tables)
    page = _page_of(now, own[0], key) if own else reverse("tournaments:tournament", args=[now.shown.tournament])
    return Step(code, By.PLAYERS, who, told, page, stage=key)


def _is_mine(now: _Running, no: EntrantNo) -> bool:
    player = _player(now, no)
    return player is not None and player == now.played.asker


def _player(now: _Running, no: EntrantNo) -> UUID | None:
    entry = now.state.entries.get(no)
    return None if entry is None else entry.player


def _people(now: _Running, tables: Sequence[Table], *, reported: bool = False) -> tuple[UUID, ...]:
    """Everybody at these tables, once; with ``reported`` those who have not said anything yet."""
    found: dict[UUID, None] = {}
    for table in tables:
        for seat, no in enumerate(table.pairing.seats):
            player = _player(now, no)
            if player is not None and not (reported and seat in table.reports):
                found[player] = None
    return tuple(found)


def _to_agree(tables: Sequence[Table]) -> tuple[UUID, ...]:
    consents = [table.consent for table in tables if table.consent is not None]
    people = [player_of(consent.who[seat]) for consent in consents for seat in consent.missing]
    return tuple(dict.fromkeys(one for one in people if one is not None))
