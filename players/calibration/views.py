"""The public page that shows how good our chances are."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ..ratings.pages import choosing
from . import drawing, queries

SIZES = ("", "2", "3", "4")
PLACES = ("1", "0")
"""Who wins, or every place."""


@require_safe
def calibration(request: HttpRequest) -> HttpResponse:
    """``?on=`` names the ladder, ``?seats=`` the size of the tables, ``?settled=yes``, ``?place=0`` every place."""
    choices = choosing.ladders()
    choice = choosing.chosen(choices, request.GET.get("on", ""))
    seats, place = request.GET.get("seats", ""), request.GET.get("place", "1")
    context: dict[str, Any] = {
        "choices": choices,
        "choice": choice,
        "sizes": SIZES,
        "seats": seats if seats in SIZES else "",
        "settled": request.GET.get("settled") == "yes",
        "place": place if place in PLACES else "1",
    }
    if choice is not None:
        found = queries.calibrated(
            choice.ladder, size=int(context["seats"] or 0), settled=context["settled"], place=int(context["place"])
        )
        context |= {"found": found, "drawing": drawing.draw(found.bins)}
    return render(request, "players/ratings/calibration.html", context)
