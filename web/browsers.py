"""The number that a browser keeps in a cookie, whoever is logged in there: it outlives every session."""

from __future__ import annotations

import secrets

from django.core import signing
from django.http import HttpRequest, HttpResponse

COOKIE = "browser"
LASTS = 365 * 24 * 3600


def number(request: HttpRequest) -> str:
    """``""`` for a browser that has none, or one that is not ours."""
    try:
        return str(request.get_signed_cookie(COOKIE))
    except (KeyError, signing.BadSignature):
        return ""


def new_number() -> str:
    return secrets.token_hex(16)


def keep(answer: HttpResponse, number: str, request: HttpRequest) -> None:
    """The browser that gets the answer has this number from now on."""
    answer.set_signed_cookie(COOKIE, number, max_age=LASTS, httponly=True, samesite="Lax", secure=request.is_secure())
