"""Plates of cards in pages (``matches.faces``)."""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.utils.safestring import SafeString

from matches.faces import plate as plates

register = template.Library()


@register.simple_tag
def plate(card: str, kind: plates.Kind, symbols: Sequence[tuple[str, str, int]] = ()) -> SafeString:
    """The plate of a card; of its ``symbols`` (attribute, name, how many) the most frequent one, the first of equals,
    leads."""
    leading = max(symbols, key=lambda symbol: symbol[2])[0] if symbols else ""
    return plates.plate(card, kind, leading)
