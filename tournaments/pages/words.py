"""What formats, stages, byes and results are called on pages, in the current language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext

from matches.names import bot_name
from tournaments import plans
from tournaments.formats.contract import Bye, Plan, Result
from tournaments.formats.pods.check import SCORES
from tournaments.scoring import Kind, is_equal_worth
from tournaments.series import BRACKETS
from tournaments.settings import StagePlan
from tournaments.state import Stage
from tournaments.tie_breaks import titles

from . import writing

FORMATS: Mapping[str, Any] = {
    "single_elimination": gettext_lazy("Knock-out"),
    "double_elimination": gettext_lazy("Double knock-out"),
    "round_robin": gettext_lazy("Round robin"),
    "groups": gettext_lazy("Groups"),
    "ladder": gettext_lazy("Rating list"),
    "arena": gettext_lazy("Arena"),
    "dutch": gettext_lazy("Swiss (FIDE Dutch system)"),
    "club_swiss": gettext_lazy("Swiss (club)"),
    "pods": gettext_lazy("Swiss in pods"),
}
STAGES: Mapping[str, Any] = {
    "swiss": gettext_lazy("Rounds"),
    "final": gettext_lazy("Final"),
    "knockout": gettext_lazy("Knock-out"),
    "table": gettext_lazy("Round robin"),
    "groups": gettext_lazy("Groups"),
    "arena": gettext_lazy("Arena"),
    "ladder": gettext_lazy("Rating list"),
    "main": gettext_lazy("Main stage"),
}
"""Stages of the ready plans; others are called by their keys."""
DIVISION = "division-"
"""Before the number of a division: its stage in a league's season."""
FINAL = "-final"
"""Behind it: the final of the division."""
BORDER = "-border"
"""Behind it: the play-off between it and the next division."""
BYES: Mapping[Bye, Any] = {
    Bye.PAIRING: gettext_lazy("bye"),
    Bye.FULL: gettext_lazy("bye, as a win"),
    Bye.HALF: gettext_lazy("bye, as a draw"),
    Bye.ZERO: gettext_lazy("not playing"),
}
KINDS: Mapping[Kind, Any] = {
    Kind.PLAYED: "",
    Kind.FORFEIT_WIN: gettext_lazy("won by forfeit"),
    Kind.FORFEIT_LOSS: gettext_lazy("did not appear"),
    Kind.PAIRING_BYE: BYES[Bye.PAIRING],
    Kind.FULL_BYE: BYES[Bye.FULL],
    Kind.HALF_BYE: BYES[Bye.HALF],
    Kind.ZERO_BYE: BYES[Bye.ZERO],
    Kind.UNDER_WAY: gettext_lazy("under way"),
}
SOURCES: Mapping[str, str] = {
    "match": gettext_noop("The result comes from the match played here."),
    "agreed": gettext_noop("Everybody at the table reported the same."),
    "scorer": gettext_noop("An organiser entered the result."),
    "arbiter": gettext_noop("The arbiter ruled."),
    "clock": gettext_noop("There was one report, and nobody objected in time."),
    "default": gettext_noop("Nobody ruled on the objection in time, so the default result counts."),
    "walkover": gettext_noop("There was nobody to play against."),
}
PARTS: Mapping[str, Any] = {
    "W": gettext_lazy("Main bracket"),
    "L": gettext_lazy("Losers’ bracket"),
    "C": gettext_lazy("Consolation bracket"),
    "3rd": gettext_lazy("Third place"),
    "F": gettext_lazy("Final"),
    "F2": gettext_lazy("Final rematch"),
}


def form(name: str) -> str:
    return str(FORMATS.get(name, name))


def stage(key: str) -> str:
    number = key.removeprefix(DIVISION).removesuffix(FINAL).removesuffix(BORDER)
    if key.startswith(DIVISION) and key.endswith(BORDER) and number.isdigit():
        return _("Play-off between divisions %(upper)s and %(lower)s") % {"upper": number, "lower": int(number) + 1}
    if key.startswith(DIVISION) and number.isdigit():
        name = _("Division %(n)s") % {"n": number}
        return _("%(division)s, final") % {"division": name} if key.endswith(FINAL) else name
    return str(STAGES.get(key, key))


def division(name: str) -> str:
    """The division's name as the organiser gave it; in a league's season it is the key of its stage."""
    return stage(name) if name.startswith(DIVISION) else name


def source(name: str) -> str:
    return _(SOURCES[name]) if name in SOURCES else ""


def about_stage(one: StagePlan) -> list[str]:
    """In sentences: what is played, by whom, for how many points, and how ties are broken."""
    plan = plans.read(one.plan)
    told = [
        _shape(plan),
        _rounds(plan),
        _who(one),
        _window(one),
        _first(plan),
        _worth(plan),
        _draws(plan),
        _ties(plan.tie_breaks),
    ]
    return [sentence for sentence in told if sentence]


def about_plan(plan: Plan) -> str:
    """What is played and for how long, in short."""
    return " ".join(sentence.strip() for sentence in (_shape(plan), _rounds(plan)) if sentence)


def _shape(plan: Plan) -> str:
    name = form(plan.format)
    if plan.seats == 2:
        return _("%(format)s: duels.") % {"format": name}
    if plan.least == plan.seats:
        return _("%(format)s: tables of %(seats)s.") % {"format": name, "seats": plan.seats}
    return _("%(format)s: tables of %(least)s to %(seats)s.") % {
        "format": name,
        "least": plan.least,
        "seats": plan.seats,
    }


def _rounds(plan: Plan) -> str:
    length = plan.settings.get("length")
    told = ngettext("%(n)s round.", "%(n)s rounds.", plan.rounds) % {"n": plan.rounds} if plan.rounds else ""
    if isinstance(length, int) and length > 1:
        return f"{told} " + _("Best of %(n)s games.") % {"n": length}
    return told


def _who(one: StagePlan) -> str:
    if one.source.stage:
        told = _("The best %(n)s of “%(stage)s” play.") % {"n": one.source.best, "stage": stage(one.source.stage)}
        return f"{told} " + _(
            "If players are level on the last place that advances, the organiser decides who does; without an "
            "organiser, the better seed."
        )
    if one.source.border is not None:
        return _("Players from both sides of the border play for places in the next season.")
    if one.source.division and one.source.division != one.key:
        return _("Division %(division)s plays here.") % {"division": division(one.source.division)}
    return ""


def _window(one: StagePlan) -> str:
    """The stage's own time limit for a round, if it has one."""
    return window(one.window_minutes) if one.window_minutes else ""


def window(minutes: int) -> str:
    return _("Each round may be played any time within its %(days)s days.") % {"days": -(-minutes // (24 * 60))}


def _worth(plan: Plan) -> str:
    if plan.format in ("single_elimination", "double_elimination", "ladder"):
        return ""
    told = _("Points by place: %(points)s.") % {"points": _points(plan, plan.seats)}
    for size in reversed(range(plan.least, plan.seats)):
        told += " " + _("At a table of %(size)s: %(points)s.") % {"size": size, "points": _points(plan, size)}
    if plan.least < plan.seats and is_equal_worth(plan):
        told += " " + _(
            "A smaller table is worth as much: its winner gets the same points, the others by the share of opponents "
            "they beat."
        )
    return told


def _points(plan: Plan, size: int) -> str:
    return " – ".join(writing.points(one) for one in plan.scoring.by_place.get(size, ()))


def _first(plan: Plan) -> str:
    """What comes first in pods: equal scores, or new opponents."""
    if plan.format != "pods":
        return ""
    if plan.settings.get("first") == SCORES:
        return _(
            "Equal scores come first: from round 2 on the tables are filled from the top of the scores, the leaders at "
            "table 1. Among equal scores, players who have not met sit together, so some may meet again."
        )
    return _(
        "New opponents come first: nobody meets anybody twice if that can be avoided. Then scores are as close as "
        "possible, so leaders may sit at different tables."
    )


def _draws(plan: Plan) -> str:
    """What becomes of a draw in a knock-out."""
    return _drawn(plan.settings) if plan.format in BRACKETS else ""


def drawn(stage: Stage, *, runs_alone: bool) -> str:
    """What becomes of a draw in a stage that is a knock-out."""
    return _drawn({"draws": "replay"} if runs_alone else stage.plan.plan.get("settings", {}))


def _drawn(settings: Mapping[str, Any]) -> str:
    """What becomes of a draw between a player who would advance and one who would not."""
    match settings.get("draws", "refuse"):
        case "seed":
            return _("After a draw the better seed advances.")
        case "replay":
            return _("A drawn table is played again.")
        case "titles":
            return _("A draw is decided by the game’s own points; if they are equal, somebody must still win.")
        case _:
            return _("There are no draws: somebody must win.")


def _ties(codes: Sequence[str]) -> str:
    if not codes:
        return ""
    return _("Tie-breaks: %(names)s.") % {"names": ", ".join(titles.title(code) for code in codes)}


def result(told: Result | None, names: Sequence[str]) -> str:
    """``1. Alice (5), 2. Bob (3)``, best first; those who did not appear last. ``names`` in seat order."""
    if told is None:
        return _("no result")
    if set(told.places) == {1} and not told.forfeited:
        return _("a draw") if len(names) == 2 else _("all share the first place")
    if told.is_lost_by_all:
        return _("lost by both") if len(names) == 2 else _("lost by all")
    seats = sorted(range(len(names)), key=lambda seat: (seat in told.forfeited, told.places[seat]))
    return ", ".join(
        _("%(name)s did not appear") % {"name": names[seat]}
        if seat in told.forfeited
        else f"{writing.seat_result(told, seat)} {names[seat]}"
        for seat in seats
    )


def moment(text: str) -> datetime | None:
    """A moment of a setting or of an event (ISO 8601); None for ``""``."""
    if not text:
        return None
    found = datetime.fromisoformat(text)
    return found if timezone.is_aware(found) else timezone.make_aware(found)


def when(at: datetime) -> str:
    """The time, with the day unless it is today."""
    local = timezone.localtime(at)
    today = local.date() == timezone.localdate()
    return date_format(local, "H:i" if today else "j E, H:i")


def until(text: str) -> str:
    """A moment of an event, in words."""
    at = moment(text)
    return "–" if at is None else when(at)


def listed(names: Iterable[str], most: int = 12) -> str:
    """Names in a row; of a long list the first ones, and how many more there are."""
    all_names = list(names)
    told = ", ".join(all_names[:most])
    more = len(all_names) - most
    return told if more <= 0 else _("%(names)s and %(n)s more") % {"names": told, "n": more}


def bot(name: str, no: int) -> str:
    return f"{bot_name(name)} {no}"


def table(no: int, round_no: int) -> str:
    return _("Table %(table)s, round %(round)s") % {"table": no, "round": round_no}


def why(names: Sequence[str], round_no: int) -> str:
    """Why two players meet, or one has the bye."""
    if len(names) == 1:
        return _("Why %(name)s has the bye in round %(round)s") % {"name": names[0], "round": round_no}
    said = {"one": names[0], "other": names[1], "round": round_no}
    return _("Why %(one)s meets %(other)s in round %(round)s") % said


def log_title() -> str:
    return _("Change log")
