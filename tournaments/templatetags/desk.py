"""Small pieces of markup of the organiser's desk."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _

from elekt_core.registry import is_playable
from matches.games import game_with
from tournaments.desk.look import Look
from tournaments.formats.contract import Reason
from tournaments.pages import words as naming
from tournaments.state import State
from web import languages
from web.error_words import explain
from web.errors import BadRequest

register = template.Library()


@register.filter
def until(text: str) -> str:
    """A moment of an event, as people say it."""
    return naming.until(text)


@register.filter
def stage_title(key: str) -> str:
    return naming.stage(key)


@register.filter
def division_title(name: str) -> str:
    return naming.division(name)


@register.simple_tag
def scores_of(tournament: State) -> str:
    """What players count in the tournament's game, such as Titles; points if the game is not available."""
    if not is_playable(tournament.game):
        return _("points")
    return game_with(tournament.game, tournament.cards).words(languages.current(), ()).score_name()


@register.filter
def refusal(reason: Reason) -> str:
    """Why something was refused, as a sentence."""
    return explain(BadRequest(reason.code, **reason.data)).sentence


@register.simple_tag(takes_context=True)
def entrant_query(context: template.Context, no: int) -> str:
    """The address of the same desk with this entrant's panel open; 0 closes it."""
    look: Look = context["look"]
    return look.query(entrant=no)


@register.simple_tag(takes_context=True)
def missing_query(context: template.Context, wanted: str) -> str:
    """The address of the same desk with only the tables without a result (``yes``), or with all."""
    look: Look = context["look"]
    return look.query(missing=wanted, entrant=0)


@register.filter
def words(text: str) -> list[str]:
    """A list of words, for loops in templates over a few fixed names."""
    return text.split()
