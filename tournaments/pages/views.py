"""Pages of tournaments that everybody sees. A view parses, calls a query, and renders."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments import orders, queries, scribed
from tournaments.consent.queries import open_objections
from tournaments.decisions import challenges
from tournaments.finished.shown import finished
from tournaments.formats.contract import EntrantNo
from tournaments.queries import Asked
from tournaments.state import Round, Stage, Status
from web.request import asker, asker_or_address, page_number, private

from . import about, card, consenting, cut_words, games, log, seated, shapes, words
from .asking import (
    Look,
    at_any_moment,
    club_filter,
    entry_of,
    look,
    number,
    shared_picture,
    show,
    stage_key,
    stage_of,
    table_of,
)
from .mine import mine
from .pictures import bracket, cross

LISTED, ALL_LISTED = 12, 100
MAX_ROWS, MAX_TABLES, MAX_NAMES = 64, 64, 200
"""More are shown when they are asked for."""
MANY, MAX_FIND = 16, 60
"""From more players on than ``MANY`` somebody can be looked for."""
SHELVES = (Status.OPEN, Status.RUNNING, Status.CLOSED)


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """``?status=``, ``?game=`` and ``?club=`` filter the list; the reader's own tournaments come first."""
    me, game = asker(request), request.GET.get("game", "")[:40]
    offered, club = club_filter(request, me)
    status = next((one for one in SHELVES if one == request.GET.get("status")), None)
    most = ALL_LISTED if status else LISTED
    found = {
        one: queries.tournaments(player=me, status=[one], game=game, club=club, limit=most)
        for one in SHELVES
        if status in (None, one)
    }
    context = {
        "mine": queries.tournaments(player=me, mine=True, game=game, club=club, limit=LISTED)
        if me and not status
        else [],
        "shelves": [(one.value, about.status(one), lines) for one, lines in found.items()],
        "kinds": [(one.value, about.status(one)) for one in SHELVES],
        "status": status.value if status else "",
        "game": game,
        "clubs": offered,
        "club": club,
        "objections": len(open_objections(me)) if me else 0,
    }
    return private(render(request, "tournaments/list.html", context))


@require_safe
@at_any_moment
def tournament(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """``?stage=`` and ``?round=`` choose, ``?all=`` shows long lists in full, ``?find=`` only players with it in
    their names, and their tables, ``?version=`` an earlier moment."""
    here = look(request, tournament_id)
    key = stage_key(request, here)
    stage = here.asked.state.stages.get(key)
    find = " ".join(request.GET.get("find", "")[:MAX_FIND].split())
    context = {
        "title": here.asked.state.title,
        "about": about.about(here.asked.state),
        "doors": None if here.is_past else about.doors(here.asked, asker(request), timezone.now()),
        "mine": mine(here),
        "stages": shapes.stages_shown(here.asked, key),
        "key": key,
        "plan": here.asked.state.plan(key),
        "level": cut_words.ties(here.asked, key),
        "finished": finished(here.asked, shared_picture(here.now)),
        "picture": stage is not None and _has_picture(stage),
        "all": request.GET.get("all", ""),
        "find": find,
        "can_find": len(here.asked.state.entries) > MANY,
        **_round(here, stage, number(request, "round"), request.GET.get("all", ""), find),
        **_standings(here, stage, request.GET.get("all", ""), find),
        **_field(here.asked, request.GET.get("all", ""), find),
    }
    return show(request, "tournament", here, **context)


def _has_picture(stage: Stage) -> bool:
    return bool(stage.entrants) and str(stage.plan.plan["format"]) != "ladder"


def _is_found(name: str, find: str) -> bool:
    return find.casefold() in name.casefold()


def _round(here: Look, stage: Stage | None, wanted: int, whole: str, find: str) -> dict[str, Any]:
    one = None if stage is None else _chosen(stage, wanted)
    if stage is None or one is None:
        return {"round": None}
    shown = shapes.round_shown(here.asked, stage, one)
    wished = [table for table in shown.tables if any(_is_found(seat.name, find) for seat in table.seats)]
    tables = wished if whole == "tables" else wished[:MAX_TABLES]
    return {
        "round": shown,
        "tables": tables,
        "more_tables": len(wished) - len(tables),
        "rounds": [(each.no, each.is_done) for each in stage.rounds],
        "played": games.matches_at(table.opened for table in tables if table.is_done),
    }


def _chosen(stage: Stage, wanted: int) -> Round | None:
    """The round that was asked for, else the running one."""
    return stage.round(wanted) or (stage.running if stage.rounds else None)


def _standings(here: Look, stage: Stage | None, whole: str, find: str) -> dict[str, Any]:
    rows = [] if stage is None else [row for row in shapes.rows(here.asked, stage.key) if _is_found(row.name, find)]
    in_reach = set() if stage is None else _in_reach(here, stage)
    always = {row.no for row in rows[:MAX_ROWS]} | in_reach
    shown = rows if whole == "standings" else [row for row in rows if row.mine or row.no in always]
    codes = [code for code, _ in rows[0].tie_breaks] if rows else []
    return {"rows": shown, "more_rows": len(rows) - len(shown), "codes": card.titled(codes), "in_reach": in_reach}


def _in_reach(here: Look, stage: Stage) -> set[EntrantNo]:
    """Whom the reader may challenge."""
    if here.is_past or here.asked.entry is None:
        return set()
    return set(challenges.open_to(here.asked.state, stage.key, here.asked.entry.no))


def _field(asked: Asked, whole: str, find: str) -> dict[str, Any]:
    everybody = [one for one in shapes.field_shown(asked) if _is_found(str(one["name"]), find)]
    shown = everybody if whole == "field" else everybody[:MAX_NAMES]
    return {"field": shown, "more_names": len(everybody) - len(shown)}


@require_safe
@at_any_moment
def entrant(request: HttpRequest, tournament_id: UUID, no: int) -> HttpResponse:
    here = look(request, tournament_id)
    entry = entry_of(here.asked, no)
    name = here.asked.names[EntrantNo(no)]
    cards = card.cards(here.asked, entry.no)
    return show(request, "person", here, title=name, name=name, entry=entry, cards=cards)


@require_safe
@at_any_moment
def table(request: HttpRequest, tournament_id: UUID, stage: str, round_no: int, table_no: int) -> HttpResponse:
    here = look(request, tournament_id)
    found = table_of(here.asked, stage, round_no, table_no)
    shown = seated.seated(here, stage_of(here.asked, stage), found)
    rating = consenting.rating_shown(here, found)
    title, recorded = words.table(table_no, round_no), scribed.recorded_at(here.asked, found, stage)
    annuls = not here.is_past and orders.annuls(here.now.state, found, here.now.asker)
    told = {"one": shown, "rating": rating, "recorded": recorded, "annuls": annuls}
    return show(request, "one_table", here, title=title, **told)


@require_safe
@at_any_moment
def change_log(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    here = look(request, tournament_id)
    with queries.place_for_log(here.now.state, asker_or_address(request)):
        told = log.change_log(here.now, asker(request), page_number(request))
    return show(request, "log", here, title=words.log_title(), log=told)


@require_safe
@at_any_moment
def picture(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """``?stage=``; ``?part=`` of a bracket, ``?page=`` of a long table."""
    here = look(request, tournament_id)
    key = stage_key(request, here)
    stage = stage_of(here.asked, key)
    context: dict[str, Any] = {
        "title": words.stage(key),
        "key": key,
        "stages": [one for one in shapes.stages_shown(here.asked, key) if one.begun],
    }
    if str(stage.plan.plan["format"]) in bracket.FORMATS:
        parts = bracket.parts(here.asked, key)
        chosen = next((one for one in parts if one.key == request.GET.get("part")), parts[0])
        context |= {"parts": parts, "part": chosen.key, "drawing": bracket.draw(here.asked, chosen)}
    else:
        page, pages = page_number(request), cross.pages(here.asked, key)
        context |= {"grids": cross.grids(here.asked, key, page), "page": page, "pages": range(1, pages + 1)}
    return show(request, "picture", here, **context)
