"""The chance of each place at a table of a rated tournament."""

from __future__ import annotations

from django import template

from players.ratings.pages.forecast import Forecast
from tournaments.pages import chances
from tournaments.queries import Asked

register = template.Library()


@register.simple_tag
def chances_at(asked: Asked, stage: str, round_no: int, table_no: int) -> Forecast | None:
    return chances.at_table(asked, stage, round_no, table_no)
