"""Small pieces of markup of the organiser's desk."""

from __future__ import annotations

from datetime import datetime

from django import template
from django.utils import timezone

from matches.errors import BadRequest
from matches.explain import explain
from tournaments.desk.look import Look
from tournaments.formats.contract import Reason

register = template.Library()


@register.filter
def moment(text: str) -> datetime | None:
    """A moment out of an event (ISO 8601), in the time zone of the moment; None for ``""``."""
    return timezone.localtime(datetime.fromisoformat(text)) if text else None


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
    """The address of the same desk with the tables that are missing alone (``yes``), or with all."""
    look: Look = context["look"]
    return look.query(missing=wanted, entrant=0)


@register.filter
def words(text: str) -> list[str]:
    """For loops in templates over a few fixed names."""
    return text.split()
