"""Ladders, players on them, rated games, and the calculator. Everybody may look."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from ...models import Player
from ..models import Rating
from ..naming import Named, people
from ..outcome import bot as bot_of
from ..outcome import person as person_of
from . import calculating, choosing, lines, listing, profile

MOST_PAGES = 10_000


@require_GET
def ladder(request: HttpRequest) -> HttpResponse:
    """``?on=`` names the ladder; ``?period=`` in days, ``?bots=no`` and ``?page=``."""
    choices = choosing.ladders()
    choice = choosing.chosen(choices, request.GET.get("on", ""))
    period = request.GET.get("period", "")
    period, bots = period if period in listing.PERIODS else "", request.GET.get("bots") != "no"
    context: dict[str, Any] = {"choices": choices, "choice": choice, "period": period, "bots": bots}
    if choice is not None:
        me = person_of(request.user.pk) if request.user.is_authenticated else ""
        page = _page(request)
        context["ladder"] = listing.ladder(
            choice.ladder, now=timezone.now(), me=me, period=period, bots=bots, page=page
        )
    return _private(render(request, "players/ratings/ladder.html", context))


@require_GET
def player(request: HttpRequest, player_id: UUID) -> HttpResponse:
    return _profile(request, _person(player_id))


@require_GET
def bot(request: HttpRequest, bot: str) -> HttpResponse:
    return _profile(request, _bot(bot))


def _profile(request: HttpRequest, person: Named) -> HttpResponse:
    choices = choosing.ladders(person.who)
    choice = choosing.chosen(choices, request.GET.get("on", ""))
    context: dict[str, Any] = {"person": person, "choices": choices, "choice": choice}
    if choice is not None:
        row = Rating.objects.get(ladder=choice.ladder, who=person.who)
        rank = listing.rank_of(choice.ladder, person.who)
        context["profile"] = profile.profile(person, choice, row, _me(request), rank, _page(request))
    return _private(render(request, "players/ratings/player.html", context))


@require_GET
def rated_game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    context = {"game": lines.game(game_id, _me(request))}
    return _private(render(request, "players/ratings/game.html", context))


@require_GET
def head_to_head(request: HttpRequest, one: str, two: str) -> HttpResponse:
    """Of two as ladders name them; ``?on=`` as for a player."""
    first, second = _named(one), _named(two)
    common = {choice.on for choice in choosing.ladders(second.who)}
    choices = [choice for choice in choosing.ladders(first.who) if choice.on in common]
    choice = choosing.chosen(choices, request.GET.get("on", ""))
    if choice is None or first.who == second.who:
        raise Http404
    rows = {row.who: row for row in Rating.objects.filter(ladder=choice.ladder, who__in=(first.who, second.who))}
    pair = rows[first.who], rows[second.who]
    context = {
        "both": profile.head_to_head(first, second, pair, _me(request)),
        "choices": choices,
        "choice": choice,
    }
    return _private(render(request, "players/ratings/head_to_head.html", context))


@require_GET
def calculator(request: HttpRequest) -> HttpResponse:
    done = calculating.calculation({key: str(value) for key, value in request.GET.items()})
    return render(request, "players/ratings/calculator.html", {"form": done}, status=422 if done.refused else 200)


# --- who is asked for -------------------------------------------------------------------------------------


def _person(player_id: UUID) -> Named:
    """Who was erased has no page, nor has a guest who was never rated."""
    row = Player.objects.filter(id=player_id, erased_at__isnull=True).first()
    who = person_of(player_id)
    if row is None or (row.is_guest and not Rating.objects.filter(who=who).exists()):
        raise Http404
    return people([who])[who]


def _bot(name: str) -> Named:
    who = bot_of(name)
    if not Rating.objects.filter(who=who).exists():
        raise Http404
    return people([who])[who]


def _named(who: str) -> Named:
    kind, _, name = who.partition(":")
    if kind == "bot":
        return _bot(name)
    try:
        return _person(UUID(name))
    except ValueError:
        raise Http404 from None


def _me(request: HttpRequest) -> UUID | None:
    return request.user.pk if request.user.is_authenticated else None


def _page(request: HttpRequest) -> int:
    text = request.GET.get("page", "1")
    return min(int(text), MOST_PAGES) if text.isascii() and text.isdigit() and len(text) < 8 else 1


def _private(response: HttpResponse) -> HttpResponse:
    """Which games lead to a replay depends on who looks."""
    response["Cache-Control"] = "private, no-store"
    return response
