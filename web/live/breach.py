"""Masks secrets in pages so that they differ each time: a defence against BREACH.

A page is compressed, and how long that makes it tells whether two of its texts are alike. Whoever can place a text of
their own on somebody's page could so guess a secret of it, letter by letter (BREACH). A secret that looks different
each time is like nothing. Django does the same for its form tokens.
"""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import shake_256

PAD = 12
"""Bytes: the mask follows from them. They hide nothing, for they are sent along."""


def masked(text: str) -> str:
    """The text behind a freshly drawn mask, in letters that an address may contain."""
    pad = secrets.token_bytes(PAD)
    return urlsafe_b64encode(pad + _through(pad, text.encode())).rstrip(b"=").decode()


def unmasked(text: str) -> str:
    """The original text. Raises ValueError if the text was not masked."""
    raw = urlsafe_b64decode(text.encode() + b"=" * (-len(text) % 4))
    if len(raw) < PAD:
        raise ValueError("too short for a mask")
    return _through(raw[:PAD], raw[PAD:]).decode()


def _through(pad: bytes, text: bytes) -> bytes:
    mask = shake_256(pad).digest(len(text))
    return bytes(one ^ other for one, other in zip(text, mask, strict=True))
