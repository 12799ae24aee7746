"""Secrets of personal API tokens: shown once, kept as a digest.

A secret has 256 random bits, so a plain SHA-256 is enough: there is nothing to guess that a slow hash could protect.
"""

from __future__ import annotations

import hashlib
import secrets

PREFIX = "elekt_"
HINT_LENGTH = 8


def new_secret() -> str:
    return PREFIX + secrets.token_urlsafe(32)


def digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def hint(secret: str) -> str:
    """Enough of the secret to tell one token from another, too little to use it."""
    return secret.removeprefix(PREFIX)[:4]
