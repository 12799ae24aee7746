"""The wall page and the printed sheets: pages without the site's frame."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments import live
from web.request import is_htmx, private

from . import sheets, wall, words
from .asking import at_any_moment, look, number, show, stage_key, stage_of


@require_safe
@at_any_moment
def on_the_wall(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """``?stage=`` limits it to one stage."""
    here = look(request, tournament_id)
    key = request.GET.get("stage", "")
    running = wall.running(here.asked, key)
    context = {
        "tournament": here.asked.state,
        "rounds": running,
        "standings": None if running else wall.standings(here.asked, stage_key(request, here)),
        "stream_url": "" if here.is_past else live.address(here.now.state),
        "now": timezone.now(),
    }
    template = "_wall" if is_htmx(request) else "wall"
    return private(render(request, f"tournaments/{template}.html", context))


@require_safe
@at_any_moment
def prints(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """What can be printed."""
    here = look(request, tournament_id)
    of_round = [(one.value, title) for one, title in sheets.TITLES.items() if one in sheets.OF_ROUND]
    of_stage = [(one.value, title) for one, title in sheets.TITLES.items() if one not in sheets.OF_ROUND]
    cards = max(1, len(here.asked.state.entries) // 2)
    chosen = {"stages": sheets.choices(here.asked), "of_round": of_round, "of_stage": of_stage, "cards": cards}
    return show(request, "prints", here, title=here.asked.state.title, **chosen)


@require_safe
@at_any_moment
def printed(request: HttpRequest, tournament_id: UUID, sheet: str) -> HttpResponse:
    """``?stage=`` and ``?round=``."""
    here, kind = look(request, tournament_id), sheets.sheet_of(sheet)
    key = stage_key(request, here)
    stage = stage_of(here.asked, key)
    context = {
        "tournament": here.asked.state,
        "sheet": kind.value,
        "title": sheets.TITLES[kind],
        "stage": words.stage(key),
        "version": here.asked.state.version,
        "now": timezone.now(),
        **sheets.printed(here.asked, stage, kind, number(request, "round"), f"{request.scheme}://{request.get_host()}"),
    }
    return private(render(request, "tournaments/print.html", context))
