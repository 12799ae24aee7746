"""The archive's page. A view parses, calls one query, renders."""

from __future__ import annotations

from dataclasses import asdict, replace
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from elekt_core.registry import get_game, is_playable
from web import languages, limits, posted
from web.request import asker, private

from .. import names
from . import exports, queries
from .queries import Wanted

MORE = (
    *("placed", "named", "listed", "ruleset", "seat", "result", "had", "event"),
    *("least", "most", "since", "until", "origin"),
)
"""Fields behind *More*: open if one of them is asked for."""


@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    me, wanted = asker(request), posted.read(request, Wanted)
    if not (wanted.player and wanted.against) or wanted.card:
        wanted = replace(wanted, placed="")  # left over from another search in the form
    if not (wanted.player or wanted.against):
        wanted = replace(wanted, named="")  # likewise
    limits.ARCHIVE_SEARCHES.take(limits.address(request))
    page = queries.search(wanted, player=me)
    asked = {field: value for field, value in asdict(wanted).items() if value not in ("", None) and field != "after"}
    context = {
        "page": page,
        "wanted": wanted,
        "asked": asked,
        "more_asked": any(field in asked for field in MORE),
        "cards": _cards(wanted.game),
        "rulesets": _rulesets(wanted.game),
        "seats": "1234",
        "first": urlencode(asked),
        "from_here": urlencode({**asked, "after": wanted.after}) if wanted.after else urlencode(asked),
        "older": urlencode({**asked, "after": page.next}) if page.next else "",
        "people": _people(wanted),
        "links": _links(wanted),
    }
    return private(render(request, "matches/archive/archive.html", context))


def _links(wanted: Wanted) -> dict[str, dict[str, str]]:
    """Where the figures lead: to the games that they count."""
    card = {"game": wanted.game, "card": wanted.card, "listed": "1"}
    had = {"played": {"had": "played"}, "owned": {"had": "owned"}}
    had |= {f"{name}_won": {**asked, "result": "won"} for name, asked in had.items()}
    both = {"player": wanted.player, "against": wanted.against, **({"game": wanted.game} if wanted.game else {})}
    return {
        **{
            links: {one: urlencode({**both, "named": named, "placed": one}) for one in ("both", "ahead", "behind")}
            for links, named in (("versus", "account"), ("versus_typed", "typed"))
        },
        **{
            origin: {name: urlencode({**card, **asked, "origin": origin}) for name, asked in had.items()}
            for origin in ("here", "recorded")
        },
    }


def _people(wanted: Wanted) -> dict[str, str]:
    """What was asked for by id, by name."""
    return {"player": queries.called(wanted.player), "against": queries.called(wanted.against)}


def _cards(game: str) -> list[tuple[str, str]]:
    if not game or not is_playable(game):
        return []
    faces = get_game(game).gallery(languages.current())
    return sorted(((face.id, getattr(face.words, "name", face.id)) for face in faces), key=lambda one: one[1])


def _rulesets(game: str) -> list[tuple[str, str]]:
    if not game or not is_playable(game):
        return []
    return [(rules.name, names.ruleset_title(game, rules.name)) for rules in get_game(game).rulesets]


@require_safe
def export(request: HttpRequest) -> HttpResponse:
    """The open records of what is found, one after another, from ``after`` on."""
    wanted = posted.read(request, Wanted)
    answer = exports.part(request, wanted, player=asker(request))
    answer["Content-Disposition"] = 'attachment; filename="archive.jsonl"'
    return answer
