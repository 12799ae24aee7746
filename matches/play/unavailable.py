"""A match whose game is not available: what can be read of it without the game.

The package of a game may be removed, or fail to load after an update. Nothing can be folded or cut to a perspective
then, so what is shown comes from the read models, and from the record as far as everybody may see all of it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from ledger import store
from web.errors import GameUnavailable
from web.request import asker, private

from .. import names
from . import queries
from .shapes import MatchShown

View = Callable[..., HttpResponse]


@dataclass(frozen=True, slots=True)
class StoredFact:
    """An event as the record has it. ``payload`` is ``""`` if it may hold hidden cards."""

    seq: int
    at: datetime
    kind: str
    payload: str


@dataclass(frozen=True, slots=True)
class KeptMatch:
    """A match without its game. ``is_open``: the asker may see all of it, and have its record."""

    match: MatchShown
    title: str
    facts: tuple[StoredFact, ...]
    is_open: bool


def kept(*, match_id: UUID, player: UUID | None) -> KeptMatch:
    """What is known of the match without its game. Raises NotFound."""
    shown = queries.match(match_id=match_id, player=player)
    is_open = "open" in queries.perspectives(shown)
    facts = tuple(
        StoredFact(one.seq, one.at, one.kind, _written(one.payload) if is_open else "")
        for one in store.stored(match_id, upto=shown.version)
    )
    return KeptMatch(shown, names.game_title(shown.game), facts, is_open)


def shown_plainly(view: View) -> View:
    """The page of a match, or a plain page with what is stored if the match's game is not available."""

    @wraps(view)
    def shown(request: HttpRequest, match_id: UUID, **named: Any) -> HttpResponse:
        try:
            return view(request, match_id, **named)
        except GameUnavailable:
            found = kept(match_id=match_id, player=asker(request))
            context = {"kept": found, "match": found.match, "page_title": _("Match")}
            return private(render(request, "matches/unavailable.html", context))

    return shown


def _written(payload: Any) -> str:
    return json.dumps(payload, ensure_ascii=False)
