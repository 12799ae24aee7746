"""Pages of tables: one that waits for its players, playing at once, and the form that opens one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from elekt_core.contract import Game
from elekt_core.registry import bots_of, get_game
from elekt_core.ruleset import Ruleset
from players import queries as players
from players.forms import NameForm
from web import edit_conflicts, error_words, languages, limits, posted
from web.errors import BadRequest
from web.live import sse
from web.live.admission import Listener
from web.live.audience import Audience
from web.qr import qr
from web.request import asker, private, signed_in
from web.shared import Shared

from .. import names, opponents
from ..clocks import hours
from ..games import usual_game
from ..models import Table
from ..play import fragments
from ..play.shapes import TableShown
from . import commands as c
from . import guests, queries, services
from .forms import TableForm


@require_safe
def table(request: HttpRequest, table_id: UUID) -> HttpResponse:
    shown = queries.table(table_id=table_id, player=asker(request))
    if shown.match is not None:
        return redirect("matches:match", shown.match)
    return _shown(request, shown, NameForm())


def _shown(request: HttpRequest, shown: TableShown, form: NameForm) -> HttpResponse:
    """The page of a table that waits, with the ``form`` for visitors without a profile."""
    stream = Audience("table", shown.id, str(asker(request) or ""), languages.current(), "html")
    anybody = shown.access != Table.Access.NAMED and not shown.invited
    inviting = anybody and not any(seat.kept_for for seat in shown.seats)
    link = request.build_absolute_uri(reverse("matches:table", args=[shown.id]))
    context = {
        **fragments.table_context(shown, asker(request)),
        "link": link,
        "inviting": inviting,
        "share": _shared(shown),
        "qr": qr(link) if inviting and shown.status == Table.Status.OPEN else "",
        "form": form,
        "page": request.path,
        "stream_url": sse.address(stream, shown.version, Listener(asker(request))),
    }
    del context["csrf_token"]
    return private(render(request, "matches/table.html", context, status=422 if form.errors else 200))


def _shared(shown: TableShown) -> Shared:
    title = _("%(name)s’s table") % {"name": shown.host_name}
    free = ngettext("%(n)s free seat", "%(n)s free seats", shown.free) % {"n": shown.free}
    return Shared(title, f"{names.game_title(shown.game)}: {free}.")


@dataclass(frozen=True, slots=True)
class Joining:
    """``agrees``: to spectators seeing one's hand, where the table says so."""

    agrees: bool = False


@require_POST
def join(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """From a friend's link to the seat: one name and one tap. People with a name only tap."""
    shown = queries.table(table_id=table_id, player=asker(request))
    if not request.user.is_authenticated:
        form = posted.form(request, NameForm)
        if not (shown.status == Table.Status.OPEN and shown.free):
            return redirect("matches:table", table_id)
        if not form.is_valid():
            return _shown(request, shown, form)
        guests.somebody(request, form.cleaned_data["name"])
    services.change(table_id, c.SitDown(agrees=posted.read(request, Joining).agrees), by=signed_in(request))
    hours.note_zone(signed_in(request), timezone.get_current_timezone_name())
    return redirect("matches:table", table_id)


def change(command: type[c.Command], then: str = "matches:table") -> Callable[..., HttpResponse]:
    """A view that does what its form asks, and redirects to the table, or to ``then``."""

    @login_required
    @require_POST
    def view(request: HttpRequest, table_id: UUID) -> HttpResponse:
        opened = edit_conflicts.sent(request)
        asked = posted.read(request, command)
        services.change(table_id, asked, by=signed_in(request), **opened.how_for(command.__name__))
        if command is c.SitDown:
            hours.note_zone(signed_in(request), timezone.get_current_timezone_name())
        return redirect(then, table_id) if then == "matches:table" else redirect(then)

    return view


# --- playing at once ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlayNow:
    """How a page asks for a match against bots; a ruleset with a fixed number of seats needs none given."""

    game: str = ""
    ruleset: str = ""
    seats: int | None = None
    bot: str = ""
    """How they play; where nothing is said, like the one who asks."""


@require_POST
def play(request: HttpRequest) -> HttpResponse:
    """Play now, against bots or what the rules play: a visitor without a profile becomes a guest."""
    asked = posted.read(request, PlayNow)
    game = get_game(asked.game) if asked.game else usual_game()
    ruleset = game.ruleset(asked.ruleset)
    seats, options = _seats(asked, ruleset), _options(posted.fields(request), ruleset)
    host = guests.somebody(request)
    limits.OPENED_TABLES.take(str(host))
    bots = dict.fromkeys(range(1, seats), _bot(game, ruleset, asked.bot, host))
    command = c.OpenTable(game=game.name, ruleset=ruleset.name, seats=seats, bots=bots, options=options, rated=False)
    opened = services.open_table(command, by=host)
    return redirect("matches:table" if opened.match is None else "matches:match", opened.match or opened.table)


@dataclass(frozen=True, slots=True)
class PlayFriends:
    """How a page asks for a table for friends who get its link."""

    game: str = ""
    seats: int | None = None


@require_POST
def play_friends(request: HttpRequest) -> HttpResponse:
    """A table for whoever gets its link, by default for two; a visitor without a profile becomes a guest."""
    asked = posted.read(request, PlayFriends)
    game = get_game(asked.game) if asked.game else usual_game()
    ruleset = game.ruleset()
    seats = ruleset.seats[0] if asked.seats is None else asked.seats
    if seats not in ruleset.seats:
        raise BadRequest("bad_field", field="seats")
    host = guests.somebody(request)
    limits.OPENED_TABLES.take(str(host))
    command = c.OpenTable(game=game.name, ruleset=ruleset.name, seats=seats, access=Table.Access.LINK)
    return redirect("matches:table", services.open_table(command, by=host).table)


def _seats(asked: PlayNow, ruleset: Ruleset) -> int:
    """Raises BadRequest."""
    seats = asked.seats if len(ruleset.seats) > 1 else ruleset.seats[0]
    if seats is None or seats not in ruleset.seats:
        raise BadRequest("bad_field", field="seats")
    return seats


def _options(form: QueryDict, ruleset: Ruleset) -> dict[str, Any]:
    """Raises BadRequest."""
    agreed: dict[str, Any] = {}
    for option in ruleset.offered:
        text = form.get(option.name)
        if text is None:
            continue
        known = {str(value): value for value in option.values}
        if option.pick != 1 or text not in known:
            raise BadRequest("bad_field", field=option.name)
        agreed[option.name] = known[text]
    return agreed


def _bot(game: Game[Any], ruleset: Ruleset, asked: str, host: UUID) -> str:
    """Raises BadRequest."""
    if asked and asked not in bots_of(game):
        raise BadRequest("bad_field", field="bot")
    return asked or opponents.first_for(host, game, ruleset.name)


# --- opening one --------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def open_table(request: HttpRequest) -> HttpResponse:
    """The form; ``?ruleset=``, ``?cards=`` and so on fill it in. Naming players sends it back with them.

    Whoever is nobody yet becomes a guest with the table; to name players one must be somebody first.
    """
    me = asker(request)
    game = get_game(request.GET["game"]) if "game" in request.GET else usual_game()
    sent = edit_conflicts.sent(request)
    typed = posted.fields(request) if request.method == "POST" else {}
    if me is not None and typed.get("names"):
        limits.SEARCHES.take(str(me))
    form = posted.form(request, lambda data: TableForm(game, me, data, request.GET))
    if me is not None and "name" in typed:
        form.only_name()
    elif request.method == "POST" and form.is_valid():
        try:
            host = guests.somebody(request)
            limits.OPENED_TABLES.take(str(host))
            opened = services.open_table(form.command(), by=host, decision_id=sent.decision_id)
            hours.note_zone(host, timezone.get_current_timezone_name())
        except error_words.REFUSED as error:
            form.refuse(error_words.explain(error))
        else:
            return redirect("matches:table", opened.table)
    context = {"form": form, "game": game.name, "decision_id": uuid4()}
    return render(request, "matches/open_table.html", context, status=422 if form.errors else 200)


@login_required
@require_safe
def players_called(request: HttpRequest) -> HttpResponse:
    """Names beginning with what was typed, as choices for the field."""
    limits.SEARCHES.take(str(request.user.pk))
    before, comma, text = request.GET.get("names", "").rpartition(",")
    found = players.search(" ".join(text.split())) if len(text.strip()) > 1 else []
    names = dict.fromkeys(one.name for one in found if one.id != request.user.pk)
    typed = f"{before}{comma} " if comma else ""
    return render(request, "matches/_names.html", {"names": [typed + name for name in names]})
