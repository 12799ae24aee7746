"""What is shown of a match where several are watched at once: how it stands, who is awaited, and what happened last.

It is made from what a spectator sees, late where they see it late, whoever looks.
"""

from __future__ import annotations

from uuid import UUID

from django.template.loader import render_to_string

from ..play import fragments, queries
from ..play.shapes import Position

LINES = 2
"""So many of the last sentences of the log are told."""


def tile(match_id: UUID, *, late: int | None = None) -> str:
    """The match now, or at event ``late`` for those who see it late. Their right to look on was checked before."""
    position, lines = queries.live_position(match_id=match_id, perspective="spectator", after=0, late=late)
    context = {
        "match": position.match,
        "position": position,
        "tally": tally(position),
        "lines": lines[-LINES:],
        "awaited": [one.name for one in position.awaiting if not one.optional],
    }
    return render_to_string("matches/watching/_tile.html", context)


def tally(position: Position) -> str:
    """How the match stands, in a few lines of its game's own (``tally.html``)."""
    template = fragments.game_template(position.game.name, "tally.html")
    return render_to_string(template, fragments.board_context(position))
