"""The picture of a finished match, for those who get its link: who won, and how everybody stood.

Nothing is in it but what everybody may read on the match's own page; of a match that goes on, or that is not for
everybody, there is none, and none where our typeface lacks a letter of a name. It is composed as one SVG without
anything outside, the parts of plates that it uses are inside, and drawn as PNG (``web.drawings``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, partial
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from web import drawings, languages
from web.errors import NotFound
from web.shared import Shared

from ..names import game_title
from . import fragments, queries
from .shapes import MatchShown

FIRST_ROW, ROW = 160, 90
PAPER = "#ece2cf"
HALO = {"edge": "5", "stroke": "5.4", "bold": "8"}
"""How wide lines are where a part is drawn as paper behind itself (static/css/cards.css)."""
USED = re.compile(r'href="[^"#]*#([\w-]+)"( class="halo")?')
DEFINED = re.compile(r'<(\w+) id="([\w-]+)"')
VARIABLE = re.compile(r'"var\(--(\w+)(?:,([.\d]+))?\)"')
"""A whole attribute: what a name says is left as it is."""


def of(match_id: UUID) -> MatchShown:
    """Raises NotFound, also for a match that is not over, or not open to everybody, or that cannot be written."""
    shown = queries.match(match_id=match_id, player=None)
    if not shown.is_over or not drawings.can_write(*shown.names):
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
        "paper": PAPER,
        "game": shown.game,
        "arms": fragments.game_template(shown.game, "arms.html"),
    }
    with timezone.override(None):
        return with_parts(render_to_string("matches/picture.svg", context))


def with_parts(svg: str) -> str:
    """The picture with the parts of plates that it uses included, so that it needs no other file, and without
    variables, which nothing but a browser reads: a part is there a second time where it is a halo."""
    found: dict[str, str] = {}

    def used(match: re.Match[str], within: str = "") -> str:
        part, own = match[1], match[2] or ""
        ending = within or ("-halo" if own else "")
        if part in _parts() and part + ending not in found:
            text = VARIABLE.sub(partial(_value, HALO if ending else {}), _parts()[part])
            text = re.sub(r' id="([\w-]+)"', rf' id="\1{ending}"', text)
            found[part + ending] = USED.sub(partial(used, within=ending), text)
        return f'href="#{part}{ending}"{own}'

    inside = VARIABLE.sub(partial(_value, {}), USED.sub(used, svg))
    return inside.replace("<defs/>", f"<defs>{''.join(found[part] for part in sorted(found))}</defs>")


def _value(known: Mapping[str, str], variable: re.Match[str]) -> str:
    return f'"{PAPER if variable[1] == "paper" else known.get(variable[1], variable[2])}"'


@cache
def _parts() -> dict[str, str]:
    """The top-level elements of the sprite, by id: each is on a line of its own."""
    text = (settings.HOME / "static" / "img" / "plates.svg").read_text("utf-8")
    lines = [line.strip() for line in text.splitlines()]
    return {head[2]: line for line in lines if (head := DEFINED.match(line))}


def address(match_id: UUID) -> str:
    """Of the picture as it is now, in the current language; ``""`` if there is none."""
    try:
        digest = _digest(of(match_id))
    except NotFound:
        return ""
    return reverse("matches:picture", args=[match_id, languages.current(), digest])


def _digest(shown: MatchShown) -> str:
    """Names are not in the ledger."""
    return drawings.digest(shown.version, *shown.names)


def shared(shown: MatchShown) -> Shared:
    """What a shared link to the match shows: who plays, who won; the picture once it is over and public."""
    names = " – ".join(side.name for side in shown.sides)
    won = _("%(name)s wins.") % {"name": shown.winner_name} if shown.winner_name else ""
    text = f"{game_title(shown.game)}: {names}. {won}".strip()
    return Shared(names, text, address(shown.id) if shown.is_over else "")


@require_safe
def picture(request: HttpRequest, match_id: UUID, language: str, digest: str) -> HttpResponse:
    """From an address of an earlier one (somebody has another name by now) to that of the present one."""
    if language not in languages.LANGUAGES:
        raise NotFound("unknown_match", match=str(match_id))
    with translation.override(language):
        shown = of(match_id)
        if digest != _digest(shown):
            return redirect(address(match_id))
        return drawings.answer(request, drawn(shown))
