"""Challenges: asking somebody for a match, and answering. Both work without scripts."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players import queries as players
from players.friends.services import note_presence
from web import error_words, posted
from web.errors import BadRequest
from web.request import private, signed_in

from ..clocks import hours
from . import challenge_queries, challenges, live
from .browsers import known_browser
from .challenge_terms import AcceptChallenge, ChallengeCommand, CounterOffer, DeclineChallenge
from .forms import ChallengeForm, OfferForm
from .views import RELOAD


@login_required
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    shown = challenge_queries.mine(signed_in(request))
    return private(render(request, "matches/seeking/challenges.html", {"challenges": shown}))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@known_browser
def new(request: HttpRequest) -> HttpResponse:
    """``?player=`` is whom one challenges."""
    me, other = signed_in(request), _named(request)
    form = posted.form(request, ChallengeForm)
    if request.method == "POST" and form.is_valid():
        try:
            hours.note_zone(me, timezone.get_current_timezone_name())
            note_presence(me)
            row = challenges.challenge(form.command(other.id), by=me)
        except error_words.REFUSED as refused:
            explained = error_words.explain(refused)
            field = str(explained.data.get("field", ""))
            form.add_error(field if field in form.fields else None, explained.sentence)
        else:
            return redirect("matches:challenge", row.id)
    context = {"form": form, "other": other}
    return private(render(request, "matches/seeking/new_challenge.html", context, status=422 if form.errors else 200))


@login_required
@require_safe
def challenge(request: HttpRequest, challenge_id: UUID) -> HttpResponse:
    me = signed_in(request)
    shown = challenge_queries.challenge(challenge_id, player=me)
    note_presence(me)
    context = {
        "challenge": shown,
        "form": live.counter_form(shown),
        "stream_url": live.challenge_address(shown, me),
        "reload": RELOAD if shown.is_open and not shown.my_turn else 0,
    }
    return private(render(request, "matches/seeking/challenge.html", context))


@login_required
@require_POST
@known_browser
def accept(request: HttpRequest, challenge_id: UUID) -> HttpResponse:
    hours.note_zone(signed_in(request), timezone.get_current_timezone_name())
    return _answered(request, challenge_id, posted.read(request, AcceptChallenge))


@login_required
@require_POST
def decline(request: HttpRequest, challenge_id: UUID) -> HttpResponse:
    return _answered(request, challenge_id, DeclineChallenge())


@login_required
@require_POST
@known_browser
def counter(request: HttpRequest, challenge_id: UUID) -> HttpResponse:
    form = OfferForm(request.POST)
    if not form.is_valid():
        raise BadRequest("bad_field", field=next(iter(form.errors)))
    offer = posted.read(request, AcceptChallenge).offer
    terms = {name: form.cleaned_data[name] for name in ("seats", "control", "rated")}
    return _answered(request, challenge_id, CounterOffer(offer=offer, **terms))


def _answered(request: HttpRequest, challenge_id: UUID, command: ChallengeCommand) -> HttpResponse:
    row = challenges.change(challenge_id, command, by=signed_in(request))
    if row.match:
        return redirect("matches:match", row.match)
    return redirect("matches:table", row.table) if row.table else redirect("matches:challenge", row.id)


def _named(request: HttpRequest) -> players.Found:
    try:
        found = players.found([UUID(request.GET.get("player", ""))])
    except ValueError:
        found = []
    if not found:
        raise Http404
    return found[0]
