"""The chance of each place, on the pages of a table and of its match."""

from __future__ import annotations

from uuid import UUID

from django import template

from matches.play.shapes import MatchShown, TableShown
from matches.tables import forecast
from players.ratings.pages.forecast import Forecast

register = template.Library()


@register.simple_tag
def match_forecast(match: MatchShown, over: bool = False) -> Forecast | None:
    return forecast.of_match(match, over=over)


@register.simple_tag
def table_forecast(table: TableShown, player: UUID | str = "") -> Forecast | None:
    """``player`` is the viewer, ``""`` for a visitor without a profile."""
    return forecast.of_table(table, player if isinstance(player, UUID) else None)
