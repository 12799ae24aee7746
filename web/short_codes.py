"""Short codes of long ids: what a person can type from a poster, and a QR code stays coarse with."""

from __future__ import annotations

from uuid import UUID

LENGTH = 8
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: without the letters that are taken for others."""
BITS = 5
_TAKEN_FOR = str.maketrans("ILO", "110")


def code_of(id_: UUID) -> str:
    """Eight characters of the end of an id, which is random in every kind of id that we use."""
    rest = id_.int
    return "".join(ALPHABET[rest >> BITS * at & 31] for at in reversed(range(LENGTH)))


def read(text: str) -> str:
    """The code as it is kept, of what somebody typed; ``""`` if it is none."""
    code = text.upper().replace("-", "").replace(" ", "").translate(_TAKEN_FOR)
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else ""
