"""Pages of the scenarios that ship with a game: the list with its filter, and each one move by move."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from elekt_core.registry import bots_of, get_game
from web import languages, limits, posted
from web.decoding import Prefixed
from web.errors import BadRequest, NotFound
from web.request import is_htmx, whole

from .. import names
from ..play import fragments, practice
from ..tables import guests
from . import scenarios
from .analysis import seen
from .sources import board_of_setup


@require_safe
@vary_on_headers("HX-Request")
def index(request: HttpRequest, game: str) -> HttpResponse:
    """All scenarios, or those matching ``?rule=``, ``?card=`` and ``?q=``; for scripts only the list."""
    rule, card, query = (request.GET.get(name, "").strip() for name in ("rule", "card", "q"))
    found = scenarios.shipped(game, rule=rule, card=card, query=query)
    context: dict[str, Any] = {"game": game, "found": found, "rule": rule, "card": card, "query": query}
    if is_htmx(request):
        return render(request, "matches/positions/_scenario_list.html", context)
    rules, cards = scenarios.topics(game)
    context |= {"rules": rules, "cards": cards, "desk": get_game(game).position_fields() is not None}
    return render(request, "matches/positions/scenarios.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def scenario(request: HttpRequest, game: str, name: str) -> HttpResponse:
    """One scenario at ``?move=``; if the form is sent, it is played out."""
    variant = request.GET.get("variant", "")
    shown, played = scenarios.played(game, name, variant)
    if request.method == "POST":
        return _play(request, game, played)
    if not played.moves:
        raise NotFound("unknown_scenario", scenario=name)
    number = _move(request, len(played.moves))
    move = played.moves[number]
    rules = get_game(game)
    context: dict[str, Any] = {
        "game": game,
        "scenario": shown,
        "played": played,
        "variants": scenarios.variants(game, name),
        "move": move,
        "before": number - 1 if number else None,
        "behind": number + 1 if number + 1 < len(played.moves) else None,
        "last": len(played.moves) - 1,
        "board": rules.board(move.view, languages.current()),
        "board_template": fragments.game_template(game, "board.html"),
        "position": {"match": seen(rules, played.variant.setup.ruleset, played.seats)},
        "seats": played.seats,
        "can_be_set_up": rules.position_fields() is not None,
        "bots": [(bot, names.bot_name(bot)) for bot in sorted(bots_of(rules))],
        "style": fragments.game_style(game),
    }
    template = "_scenario.html" if is_htmx(request) else "scenario.html"
    return render(request, f"matches/positions/{template}", context)


def _move(request: HttpRequest, moves: int) -> int:
    try:
        number = whole(request.GET.get("move", "0"))
    except ValueError:
        raise BadRequest("bad_field", field="move") from None
    if number >= moves:
        raise NotFound("unknown_position", at=number, last=moves - 1)
    return number


@dataclass(frozen=True, slots=True)
class Opponents:
    """Bots by seat."""

    who: Annotated[dict[str, str], Prefixed("who.")] = field(default_factory=dict)


def _play(request: HttpRequest, game: str, played: scenarios.Played) -> HttpResponse:
    """A practice match that begins as the scenario does. A visitor without a profile becomes a guest."""
    board = board_of_setup(played.variant.setup)
    known, who = bots_of(get_game(game)), posted.read(request, Opponents).who
    bots = {seat: bot for seat in range(board.seats) if (bot := who.get(str(seat), "")) in known}
    host = guests.somebody(request)
    limits.OPENED_TABLES.take(str(host))
    opened = practice.play_board(host=host, board=board, bots=bots)
    return redirect("matches:match", opened.match)
