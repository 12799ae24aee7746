"""Small pieces of markup of the pages on which positions are set up."""

from __future__ import annotations

from django import template

register = template.Library()


@register.filter
def paragraph(rule: str) -> str:
    """The rule that has a page: ``E24.4`` for its third invariant, ``E24.4.3``."""
    return ".".join(rule.split(".")[:2])
