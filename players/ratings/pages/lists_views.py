"""Rating lists by month. Everybody may look."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from web.errors import Refused

from ..events import FIDE
from . import choosing
from .lists import listing


@require_safe
def rating_lists(request: HttpRequest) -> HttpResponse:
    """``?on=`` names the ladder, ``?month=`` the list."""
    choices = [choice for choice in choosing.ladders() if choice.ladder.mode == FIDE]
    choice = choosing.chosen(choices, request.GET.get("on", ""))
    if choice is None:
        raise Http404
    try:
        shown = listing(choice.ladder, request.GET.get("month", ""))
    except Refused as refused:
        raise Http404 from refused
    return render(request, "players/ratings/lists.html", {"choice": choice, "list": shown})
