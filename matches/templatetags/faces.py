"""Plates of cards and banners of seats in pages (``matches.faces``)."""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.utils.safestring import SafeString

from matches.faces import plate as plates

register = template.Library()
Symbols = Sequence[tuple[str, str, int]]
"""Attribute, its name, how many."""


@register.simple_tag
def plate(card: str, kind: plates.Kind, symbols: Symbols = ()) -> SafeString:
    """The plate of a card; the most frequent of its ``symbols`` leads, the first if tied."""
    return plates.plate(card, kind, _leading(symbols))


@register.simple_tag
def charge(card: str, symbols: Symbols = ()) -> SafeString:
    """The charge of a card's plate alone."""
    return plates.charge(card, _leading(symbols))


@register.simple_tag
def banner(seat: int) -> SafeString:
    """A seat's banner."""
    return plates.banner(seat)


def _leading(symbols: Symbols) -> str:
    return max(symbols, key=lambda symbol: symbol[2])[0] if symbols else ""
