"""The code on a result slip."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from web.qr import qr

register = template.Library()


@register.filter
def as_qr(address: str) -> SafeString:
    """The address as a QR code, which a phone's camera opens."""
    return qr(address)
