"""The page that offers a game's lessons, and the way to start one."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from elekt_core.registry import get_game
from web import languages, limits
from web.request import asker

from ..play import fragments
from ..tables import guests
from . import queries, services


@require_safe
def lessons(request: HttpRequest, game: str) -> HttpResponse:
    language = languages.current()
    offered = [
        {
            "id": lesson.id,
            "title": lesson.title(language),
            "summary": lesson.summary(language),
            "minutes": lesson.minutes,
        }
        for lesson in get_game(game).lessons()
    ]
    player = asker(request)
    context = {
        "game": game,
        "lessons": offered,
        "begun": [] if player is None else queries.begun(player=player, game=game),
    }
    return render(request, "matches/learning/lessons.html", context)


@require_POST
def begin(request: HttpRequest, game: str, lesson: str) -> HttpResponse:
    """No account is needed: a visitor without a profile becomes a guest."""
    held = services.lesson_of(game, lesson)
    player = guests.somebody(request)
    limits.OPENED_TABLES.take(str(player))
    opened = services.begin(player=player, game=game, lesson=lesson)
    assert opened.match is not None
    return redirect(f"{reverse('matches:match', args=[opened.match])}?as={fragments.word_of(held.seat)}")
