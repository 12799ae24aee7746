"""Small template tags for the pages on which positions are set up."""

from __future__ import annotations

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from elekt_core.registry import get_game
from web import languages

register = template.Library()


@register.simple_tag
def rule_link(game: str, rule: str) -> SafeString:
    """A rule's number, linked to its page; an invariant (``E24.4.3``) links to the rule that lists it."""
    book = get_game(game).rulebook(languages.current())
    page = next((number for number in (rule, rule.rpartition(".")[0]) if book and number and book.rule(number)), "")
    if not page:
        return format_html('<span class="rule">{}</span>', rule)
    address = reverse("matches:rule", args=[game, page])
    return format_html('<a class="rule" data-rule href="{}" title="{}">{}</a>', address, _("Show the rule"), rule)
