"""Pages on which people find games: the home page, games they have played, and practice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from elekt_core.registry import get_game
from web import languages
from web.decoding import from_query
from web.request import asker, page_number, private

from .. import opponents
from ..games import games_in_order, usual_game
from ..play import fragments
from ..play.shapes import MatchShown, TableShown
from ..seeking import challenge_queries
from ..seeking import queries as seeking
from ..solo import queries as solo
from ..training import queries as training
from . import home as shown
from . import queries as table_queries
from .own_games import OwnGames, Wanted, own_games

PER_PAGE = 24
LISTED = 8
PARTS_OF_HOME = ("hero", "face", "intro")
"""What a game may bring for the home page (``templates/games/<name>/``)."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    me = asker(request)
    running = [m for m in table_queries.matches(player=me, over=False, limit=LISTED) if m.my_seat is None]
    tables = table_queries.open_tables(player=me, limit=LISTED)
    game = usual_game()
    context = {
        "tables": sorted(tables, key=lambda table: table.my_seat is None),
        "mine": shown.mine(me) if me else [],
        "seeks": seeking.mine(me) if me else [],
        "challenges": challenge_queries.waiting(me) if me else [],
        "watched": shown.best(running),
        "running": running,
        "finished": table_queries.matches(player=me, over=True, limit=LISTED // 2),
        "offers": [_offered(name, tables, me) for name in games_in_order()],
        "sizes": game.ruleset().seats,
        "solos": solo.offered(game=game.name),
        "game": game.name,
        "title": game.words(languages.current(), ()).title(),
        "summary": game.words(languages.current(), ()).summary(),
        "learnable": bool(game.lessons()),
        "fan": shown.fan(game),
        "ladder": shown.ladder(game.name),
        "me": me,
        **training.daily_shown(me),
        **{f"{part}_template": fragments.game_template(game.name, f"{part}.html") for part in PARTS_OF_HOME},
    }
    return private(render(request, "matches/home.html", context))


def _offered(name: str, tables: Sequence[TableShown], me: UUID | None) -> dict[str, Any]:
    """A game, as the home page offers it."""
    game = get_game(name)
    words = game.words(languages.current(), ())
    return {
        "name": name,
        "title": words.title(),
        "summary": words.summary(),
        "sizes": game.ruleset().seats,
        "bots": opponents.offered(game),
        "first_bot": opponents.first_for(me, game),
        "open": sum(table.game == name for table in tables),
        "has_rules": game.rulebook(languages.current()) is not None,
        "has_cards": bool(game.card_set),
        "arms": fragments.game_template(name, "arms.html"),
    }


@require_safe
def played(request: HttpRequest) -> HttpResponse:
    """The asker's games as filtered (``own_games.Wanted``), the latest first; without a filter the running ones
    come first, those that wait for the asker at the top."""
    me, wanted = asker(request), from_query(Wanted, request.GET)
    page = OwnGames([]) if me is None else own_games(me, replace(wanted, state=wanted.state or "over"))
    asked = {field: value for field, value in asdict(wanted).items() if value and field != "after"}
    running = shown.mine(me) if me and not asked and not wanted.after else []
    if me and asked and not wanted.state and not wanted.after:
        page = own_games(me, wanted)
    context = {
        "matches": page.matches,
        "running": [match for match, _waits in running],
        "wanted": wanted,
        "asked": asked,
        "first": urlencode(asked),
        "older": urlencode({**asked, "after": page.next}) if page.next else "",
    }
    return private(render(request, "matches/played.html", context))


@require_safe
def practices(request: HttpRequest, game: str) -> HttpResponse:
    """Practice: lessons, positions played out. Nobody else finds it; a visitor without a name has none."""
    name, me = get_game(game).name, asker(request)
    if me is None:
        return _shown(request, "matches/practices.html", lambda limit, skipped: [], game=name)
    return _shown(
        request,
        "matches/practices.html",
        lambda limit, skipped: table_queries.practice_matches(player=me, game=name, limit=limit, skipped=skipped),
        game=name,
    )


def _shown(
    request: HttpRequest, template: str, listed: Callable[[int, int], list[MatchShown]], **more: object
) -> HttpResponse:
    page = page_number(request)
    found = listed(PER_PAGE + 1, (page - 1) * PER_PAGE)
    context = {"matches": found[:PER_PAGE], "page": page, "is_last": len(found) <= PER_PAGE, **more}
    return private(render(request, template, context))
