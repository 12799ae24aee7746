"""Pages where a match begins: the home page, playing at once, and the form for a table."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from elekt_core.contract import Game
from elekt_core.registry import bots_of, game_names, get_game
from elekt_core.ruleset import Ruleset
from players import queries as players
from web import explain, languages, limits
from web.errors import BadRequest
from web.request import asker, signed_in, whole

from . import fragments, guests, queries, services
from .forms import TableForm
from .games import usual_game
from .solo import queries as solo

LISTED = 8
STRONGEST_BOT = "greedy"
PARTS_OF_HOME = ("hero", "sigil", "intro")
"""What a game may bring for the home page (``templates/games/<name>/``)."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    me = asker(request)
    mine = queries.matches_of(player=me, over=False, limit=LISTED) if me else []
    running = [m for m in queries.matches(player=me, over=False, limit=LISTED) if m.my_seat is None]
    game = usual_game()
    words = game.words(languages.current(), ())
    context = {
        "tables": queries.open_tables(player=me, limit=LISTED),
        "mine": mine,
        "running": running,
        "finished": queries.matches(player=me, over=True, limit=LISTED),
        "sizes": game.ruleset().seats,
        "solos": solo.offered(game=game.name),
        "game": game.name,
        "title": words.title(),
        "summary": words.summary(),
        "learnable": bool(game.lessons()),
        "others": [_offered(name) for name in game_names() if name != game.name],
        **{f"{part}_template": fragments.game_template(game.name, f"{part}.html") for part in PARTS_OF_HOME},
    }
    return render(request, "matches/home.html", context)


def _offered(name: str) -> dict[str, Any]:
    """Another game, as the home page offers it."""
    game = get_game(name)
    words = game.words(languages.current(), ())
    return {
        "name": name,
        "title": words.title(),
        "summary": words.summary(),
        "sizes": game.ruleset().seats,
        "has_rules": game.rulebook(languages.current()) is not None,
        "has_cards": bool(game.card_set),
    }


@require_POST
def play(request: HttpRequest) -> HttpResponse:
    """Against bots, or against what the rules play, now: whoever is nobody yet becomes a guest."""
    asked = request.POST.get("game")
    game = get_game(asked) if asked else usual_game()
    ruleset = game.ruleset(request.POST.get("ruleset", ""))
    seats, options = _seats(request, ruleset), _options(request, ruleset)
    host = guests.somebody(request)
    limits.OPENED_TABLES.take(str(host))
    bots = dict.fromkeys(range(1, seats), _bot(game))
    opened = services.open_table(
        host=host, game=game.name, ruleset=ruleset.name, seats=seats, bots=bots, options=options, rated=False
    )
    return redirect("matches:table" if opened.match is None else "matches:match", opened.match or opened.table)


def _seats(request: HttpRequest, ruleset: Ruleset) -> int:
    """Raises BadRequest."""
    try:
        seats = whole(request.POST["seats"]) if len(ruleset.seats) > 1 else ruleset.seats[0]
    except (KeyError, ValueError):
        raise BadRequest("bad_field", field="seats") from None
    if seats not in ruleset.seats:
        raise BadRequest("bad_field", field="seats")
    return seats


def _options(request: HttpRequest, ruleset: Ruleset) -> dict[str, Any]:
    """Raises BadRequest."""
    asked: dict[str, Any] = {}
    for option in ruleset.offered:
        text = request.POST.get(option.name)
        if text is None:
            continue
        known = {str(value): value for value in option.values}
        if option.pick != 1 or text not in known:
            raise BadRequest("bad_field", field=option.name)
        asked[option.name] = known[text]
    return asked


def _bot(game: Game[Any]) -> str:
    return STRONGEST_BOT if STRONGEST_BOT in bots_of(game) else "random"


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def open_table(request: HttpRequest) -> HttpResponse:
    """The form; ``?ruleset=``, ``?cards=`` and so on fill it in. Naming players sends it back with them."""
    me = signed_in(request)
    game = get_game(request.GET["game"]) if "game" in request.GET else usual_game()
    if request.POST.get("names"):
        limits.SEARCHES.take(str(me))
    form = TableForm(game, me, request.POST or None, request.GET)
    if "name" in request.POST:
        form.only_name()
    elif request.method == "POST" and form.is_valid():
        try:
            limits.OPENED_TABLES.take(str(me))
            opened = services.open_table(host=me, **form.asked())
        except explain.REFUSED as error:
            form.refuse(explain.explain(error))
        else:
            return redirect("matches:table", opened.table)
    context = {"form": form, "game": game.name}
    return render(request, "matches/open_table.html", context, status=422 if form.errors else 200)


@login_required
@require_safe
def players_called(request: HttpRequest) -> HttpResponse:
    """Names that begin like what stands in the form, as choices for its field."""
    limits.SEARCHES.take(str(request.user.pk))
    before, comma, text = request.GET.get("names", "").rpartition(",")
    found = players.search(" ".join(text.split())) if len(text.strip()) > 1 else []
    names = dict.fromkeys(one.name for one in found if one.id != request.user.pk)
    typed = f"{before}{comma} " if comma else ""
    return render(request, "matches/_names.html", {"names": [typed + name for name in names]})
