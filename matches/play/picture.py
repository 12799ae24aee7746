"""The picture of a finished match, for those who get its link: who won, and how everybody stood.

Nothing is in it but what everybody may read on the match's own page; of a match that goes on, or that is not for
everybody, there is none. It is one SVG without anything outside: the parts of plates that it uses are inside.
"""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_response_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import condition, require_safe

from web import languages
from web.errors import NotFound
from web.shared import Shared

from ..names import game_title
from . import fragments, queries
from .shapes import MatchShown

TYPE = "image/svg+xml; charset=utf-8"
KEPT_SECONDS = 3600
"""By whoever fetched it: a name may be erased."""
FIRST_ROW, ROW = 160, 90
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
USED = re.compile(r'href="[^"#]*#([\w-]+)"')
DEFINED = re.compile(r'<(\w+) id="([\w-]+)"')


def of(match_id: UUID) -> MatchShown:
    """Raises NotFound, also for a match that is not over, or that is not open to everybody."""
    shown = queries.match(match_id=match_id, player=None)
    if not shown.is_over:
        raise NotFound("unknown_match", match=str(match_id))
    return shown


def drawn(shown: MatchShown) -> str:
    """The same for the same match, names and language, whoever asks: its day is that of the server's clock."""
    position = queries.replay_of(shown, perspective="spectator").position
    context = {
        "rows": [
            (FIRST_ROW + n * ROW, side) for n, side in enumerate(fragments.standing_context(position)["standing"])
        ],
        "match": shown,
        "game": shown.game,
        "arms": fragments.game_template(shown.game, "arms.html"),
    }
    with timezone.override(None):
        return with_parts(render_to_string("matches/picture.svg", context))


def with_parts(svg: str) -> str:
    """The picture with the parts of plates that it uses included, so that it needs no other file."""
    found: dict[str, str] = {}
    wanted = USED.findall(svg)
    while wanted:
        part = wanted.pop()
        if part not in found and part in _parts():
            found[part] = _parts()[part]
            wanted += USED.findall(found[part])
    inside = USED.sub(r'href="#\1"', svg)
    return inside.replace("<defs/>", f"<defs>{''.join(found[part] for part in sorted(found))}</defs>")


@cache
def _parts() -> dict[str, str]:
    """The top-level elements of the sprite, by id: each is on a line of its own."""
    text = (settings.HOME / "static" / "img" / "plates.svg").read_text("utf-8")
    lines = [line.strip() for line in text.splitlines()]
    return {head[2]: line for line in lines if (head := DEFINED.match(line))}


def _version(request: HttpRequest, match_id: UUID) -> str:
    shown = of(match_id)
    return f'"{shown.version}.{languages.current()}.{hash_of(shown)}"'


def hash_of(shown: MatchShown) -> str:
    """A hash of the names, which are not in the ledger."""
    return sha256("/".join(shown.names).encode()).hexdigest()[:16]


def shared(shown: MatchShown) -> Shared:
    """What a shared link to the match shows: who plays, who won; the picture once it is over and public."""
    names = " – ".join(side.name for side in shown.sides)
    won = _("%(name)s wins.") % {"name": shown.winner_name} if shown.winner_name else ""
    text = f"{game_title(shown.game)}: {names}. {won}".strip()
    try:
        path = reverse("matches:picture", args=[of(shown.id).id]) if shown.is_over else ""
    except NotFound:
        path = ""
    return Shared(names, text, path)


@require_safe
@condition(etag_func=_version)
def picture(request: HttpRequest, match_id: UUID) -> HttpResponse:
    response = HttpResponse(drawn(of(match_id)), content_type=TYPE)
    response["Content-Security-Policy"] = POLICY
    patch_response_headers(response, KEPT_SECONDS)
    return response
