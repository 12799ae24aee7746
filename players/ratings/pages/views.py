"""Ladders, players on them, rated games, and the calculator. Everybody may look."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from elekt_core.registry import bots_of, game_names, get_game
from web.errors import BadRequest, Refused
from web.request import asker, page_number, private
from web.shared import Shared

from ... import taking_part
from ...clubs import queries as clubs
from ...friends.queries import could_be_asked
from ...models import Player
from ...queries import profiles
from ...rosters import queries as rosters
from ..events import FIDE
from ..models import Rating
from ..naming import Named, people
from ..outcome import bot as bot_of
from ..outcome import person as person_of
from ..outcome import player_of
from . import calculating, choosing, game, listing, lists, profile, seasons


@require_safe
def ladder(request: HttpRequest) -> HttpResponse:
    """``?on=`` names the ladder; ``?period=`` in days, ``?seats=`` at a table, ``?club=``, ``?bots=no``, ``?page=``."""
    choices = choosing.ladders()
    choice = choosing.chosen(choices, request.GET.get("on", ""))
    period = request.GET.get("period", "")
    period, bots = period if period in listing.PERIODS else "", request.GET.get("bots") != "no"
    player, club = asker(request), _club(request)
    seats = next((size for size in listing.SIZES if str(size) == request.GET.get("seats")), 0)
    offered = clubs.offered(player, club)
    club = club if any(line.id == club for line in offered) else None
    context: dict[str, Any] = {"choices": choices, "choice": choice, "period": period, "bots": bots}
    context |= {"clubs": offered, "club": club, "seats": seats, "sizes": listing.SIZES}
    names = frozenset[str]() if club is None else rosters.ids(club)
    if choice is not None:
        context["ladder"] = listing.ladder(
            choice.ladder,
            now=timezone.now(),
            me=person_of(player) if player else "",
            period=period,
            bots=bots,
            page=_page(request),
            only=None if club is None else clubs.members_of(club, asker=player) | names,
            names=names,
            size=seats,
        )
        context["asked"] = _asked(choice.on, period, seats, club, bots)
    return private(render(request, "players/ratings/ladder.html", context))


@require_safe
def player(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """A player's page; for a profile that was merged into another, the other's."""
    kept = Player.objects.filter(id=player_id).values_list("merged_into", flat=True).first()
    if kept is not None:
        return redirect("players:player", kept)
    return _profile(request, _person(player_id))


@require_safe
def bot(request: HttpRequest, bot: str) -> HttpResponse:
    return _profile(request, _bot(bot))


def _profile(request: HttpRequest, person: Named) -> HttpResponse:
    choices = choosing.ladders(person.who)
    choice = choosing.chosen(choices, request.GET.get("on", ""))
    context: dict[str, Any] = {"person": person, "choices": choices, "choice": choice}
    text = _("%(name)s: games and ratings.") % {"name": person.name}
    context["share"] = Shared(person.name, text)
    if (player := player_of(person.who)) is not None:
        context |= {
            "clubs": clubs.clubs_of(player, asker=asker(request)),
            "parts": taking_part.parts(profiles(player), asker(request)),
            "home": rosters.home(player, asker(request)),
            "is_me": player == (me := asker(request)),
            "may_challenge": player if me and player != me and not (person.is_guest or person.is_erased) else None,
            "asked_friend": {"player": player} if me and could_be_asked(me, [player]) else None,
        }
    if choice is not None:
        row = Rating.objects.get(ladder=choice.ladder, who=person.who)
        place = listing.place_of(choice.ladder, person.who)
        context["profile"] = profile.profile(person, choice, row, asker(request), place, _page(request))
    return private(render(request, "players/ratings/player.html", context))


@require_safe
def rated_game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    context = {"game": game.game(game_id, asker(request))}
    return private(render(request, "players/ratings/game.html", context))


@require_safe
def rating_lists(request: HttpRequest) -> HttpResponse:
    """``?on=`` names the ladder, ``?month=`` the list."""
    choices = [choice for choice in choosing.ladders() if choice.ladder.mode == FIDE]
    choice = choosing.chosen(choices, request.GET.get("on", ""))
    if choice is None:
        raise Http404
    try:
        shown = lists.listing(choice.ladder, request.GET.get("month", ""))
    except Refused as refused:
        raise Http404 from refused
    return render(request, "players/ratings/lists.html", {"choice": choice, "list": shown})


@require_safe
def rating_seasons(request: HttpRequest) -> HttpResponse:
    """``?on=`` names the ladder, ``?season=`` the month with which a season begins. Lists by FIDE's rules have months
    instead."""
    choices = [choice for choice in choosing.ladders() if choice.ladder.mode != FIDE]
    choice = choosing.chosen(choices, request.GET.get("on", ""))
    if choice is None:
        raise Http404
    shown = seasons.shown(choice.ladder, request.GET.get("season", ""), timezone.now())
    me = asker(request)
    context = {"choices": choices, "choice": choice, "shown": shown, "me": person_of(me) if me else ""}
    return private(render(request, "players/ratings/seasons.html", context))


@require_safe
def head_to_head(request: HttpRequest, one: str, two: str) -> HttpResponse:
    """Two players or bots, named as on ladders; ``?on=`` as for a player."""
    first, second = _named(one), _named(two)
    common = {choice.on for choice in choosing.ladders(second.who)}
    choices = [choice for choice in choosing.ladders(first.who) if choice.on in common]
    choice = choosing.chosen(choices, request.GET.get("on", ""))
    if choice is None or first.who == second.who:
        raise Http404
    rows = {row.who: row for row in Rating.objects.filter(ladder=choice.ladder, who__in=(first.who, second.who))}
    pair = rows[first.who], rows[second.who]
    context = {
        "both": profile.head_to_head(first, second, pair, asker(request)),
        "choices": choices,
        "choice": choice,
    }
    return private(render(request, "players/ratings/head_to_head.html", context))


@require_safe
def calculator(request: HttpRequest) -> HttpResponse:
    done = calculating.calculation({key: str(value) for key, value in request.GET.items()})
    return render(request, "players/ratings/calculator.html", {"form": done}, status=422 if done.refused else 200)


# --- who is asked for -------------------------------------------------------------------------------------


def _person(player_id: UUID) -> Named:
    """Everybody has a page, guests too, except erased people."""
    if not Player.objects.filter(id=player_id, erased_at__isnull=True).exists():
        raise Http404
    who = person_of(player_id)
    return people([who])[who]


def _bot(name: str) -> Named:
    """A bot that plays here, or has played rated games."""
    who = bot_of(name)
    plays = any(name in bots_of(get_game(game)) for game in game_names())
    if not plays and not Rating.objects.filter(who=who).exists():
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


def _club(request: HttpRequest) -> UUID | None:
    try:
        return UUID(request.GET.get("club", ""))
    except ValueError:
        return None


def _asked(on: str, period: str, seats: int, club: UUID | None, bots: bool) -> str:
    """The filters as in an address, for the other pages of a ladder."""
    told = {"on": on, "period": period, "seats": seats or "", "club": club or "", "bots": "" if bots else "no"}
    return urlencode({name: value for name, value in told.items() if value})


def _page(request: HttpRequest) -> int:
    try:
        return page_number(request)
    except BadRequest:
        return 1
