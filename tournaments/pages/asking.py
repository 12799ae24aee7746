"""Which tournament a page shows, at which moment, and what every page of it needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import ngettext

from matches.names import game_title
from players.clubs import queries as clubs
from tournaments import live, queries
from tournaments.finished import picture
from tournaments.finished.shown import places_told
from tournaments.formats.contract import EntrantNo
from tournaments.queries import Asked
from tournaments.state import Entry, Stage, Status, Table
from web.costly import CHECKING
from web.errors import BadRequest, NotFound
from web.request import asker, asker_or_address, is_htmx, private, whole
from web.shared import Shared

from . import shapes

P = ParamSpec("P")


def club_filter(request: HttpRequest, me: UUID | None) -> tuple[list[clubs.Line], UUID | None]:
    """The clubs by which a list can be filtered, and the one chosen by ``?club=``."""
    try:
        wanted = UUID(request.GET.get("club", ""))
    except ValueError:
        return clubs.offered(me, None), None
    offered = clubs.offered(me, wanted)
    return offered, wanted if any(line.id == wanted for line in offered) else None


@dataclass(frozen=True, slots=True)
class Look:
    """``asked`` is the tournament at the moment shown, ``now`` its present state; rights follow from ``now``."""

    asked: Asked
    now: Asked
    version: int | None
    """The event after which it is shown; None: now."""

    @property
    def is_past(self) -> bool:
        return self.version is not None

    @property
    def past(self) -> str:
        """The query string that keeps an address at this moment."""
        return "" if self.version is None else f"?version={self.version}"

    @property
    def also_past(self) -> str:
        """The same, after other values."""
        return "" if self.version is None else f"&version={self.version}"


View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def at_any_moment(view: View[P]) -> View[P]:
    """Marks a view that shows a tournament as ``look`` finds it: an earlier moment is worked out anew for each who
    asks, from the whole stream, which takes a place among costly work."""

    @wraps(view)
    def answer(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.GET.get("version"):
            return view(request, *args, **kwargs)
        with CHECKING.place(asker_or_address(request)):
            return view(request, *args, **kwargs)

    return answer  # type: ignore[return-value]  # its first argument has a name now


def look(request: HttpRequest, tournament_id: UUID) -> Look:
    """The tournament now, or as it was after ``?version=``. Raises NotFound, BadRequest."""
    me = asker(request)
    now = queries.tournament(tournament_id=tournament_id, player=me)
    text = request.GET.get("version", "")
    if not text:
        return Look(now, now, None)
    try:
        version = whole(text)
    except ValueError:
        raise BadRequest("bad_field", field="version") from None
    if version >= now.state.version:
        return Look(now, now, None)
    return Look(queries.as_it_stood(tournament_id=tournament_id, player=me, version=version), now, version)


def number(request: HttpRequest, name: str, default: int = 0) -> int:
    """The number in ``?name=``. Raises BadRequest."""
    try:
        return whole(request.GET.get(name, str(default)))
    except ValueError:
        raise BadRequest("bad_field", field=name) from None


def stage_of(asked: Asked, key: str) -> Stage:
    """Raises NotFound."""
    if key not in asked.state.stages:
        raise NotFound("unknown_stage", stage=key)
    return asked.state.stages[key]


def table_of(asked: Asked, key: str, round_no: int, table_no: int) -> Table:
    """Raises NotFound."""
    found = stage_of(asked, key).table(round_no, table_no)
    if found is None:
        raise NotFound("table_not_paired", stage=key, round=round_no, table=table_no)
    return found


def entry_of(asked: Asked, no: int) -> Entry:
    """Raises NotFound."""
    found = asked.state.entries.get(EntrantNo(no))
    if found is None:
        raise NotFound("unknown_entrant", no=no)
    return found


def _shared(asked: Asked) -> Shared:
    count = sum(not entry.withdrawn for entry in asked.state.entries.values())
    players = ngettext("%(n)s player", "%(n)s players", count) % {"n": count}
    text = f"{game_title(asked.state.game)}: {players}."
    if told := places_told(asked):
        text = f"{text} {told}."
    return Shared(asked.state.title, text, shared_picture(asked))


def shared_picture(asked: Asked) -> str:
    """The address of the picture to share; ``""`` while it goes on, or if not everybody may see it."""
    return picture.address(asked.state.id) if asked.state.status is Status.CLOSED else ""


def show(request: HttpRequest, template: str, here: Look, **more: Any) -> HttpResponse:
    """A page of a tournament, which refreshes itself if it shows the present; for scripts only the fragment."""
    body = f"tournaments/_{template}.html"
    context = {
        "body": body,
        "look": here,
        "asked": here.asked,
        "tournament": here.asked.state,
        "is_officer": here.now.is_officer,
        "share": _shared(here.asked),
        "stream_url": "" if here.is_past else live.address(here.now.state),
        **more,
    }
    return private(render(request, body if is_htmx(request) else "tournaments/page.html", context))


def stage_key(request: HttpRequest, here: Look) -> str:
    return shapes.current_stage(here.asked, request.GET.get("stage", ""))
