"""Names that link to the named person's page; erased people have none."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django import template

from matches.play.shapes import AutomatonShown, SeatShown
from players.ratings import naming
from players.ratings.outcome import bot, person

register = template.Library()
Side = SeatShown | AutomatonShown


@register.simple_tag
def with_pages(sides: Sequence[Side]) -> list[tuple[Side, str]]:
    """Each side with the address of its page, ``""`` if it has none; all looked up at once."""
    whos = [_who(side) for side in sides]
    named = naming.people(who for who in whos if who)
    return [(side, named[who].url if who else "") for side, who in zip(sides, whos, strict=True)]


@register.simple_tag
def page_of(player: UUID | None, bot_name: str = "") -> str:
    """The page of a player or a bot, ``""`` if there is none."""
    who = person(player) if player is not None else bot(bot_name)
    return naming.people([who])[who].url


def _who(side: Side) -> str:
    if isinstance(side, AutomatonShown) or side.is_free:
        return ""
    return person(side.player) if side.player is not None else bot(side.bot)
