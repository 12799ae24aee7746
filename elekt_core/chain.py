"""The one canonical encoding and the one hash chain, for ledger and records alike."""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

GENESIS = bytes(32)
"""The predecessor of a stream's first event."""

_encoder = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False, check_circular=False
)


def canonical(value: Any) -> bytes:
    """JSON with sorted keys, no spaces, UTF-8. The value holds objects, lists, strings, integers, booleans, null.

    Floats have no place in a record: they are the caller's error and are refused by ``refuse_floats``.
    """
    return _encoder.encode(value).encode()


def link(previous: bytes, envelope: Any) -> bytes:
    """The hash of an event: SHA-256 over its predecessor's hash (32 bytes) and its own canonical envelope."""
    return sha256(previous + canonical(envelope)).digest()


_PLAIN = frozenset({str, int, bool, type(None)})


def refuse_floats(value: Any) -> None:
    """Raise TypeError if a float, or an object's key that is no string, stands anywhere in ``value``."""
    if isinstance(value, float):
        raise TypeError(f"a float has no canonical form: {value!r}")
    inner: Iterable[Any] = ()
    if isinstance(value, dict):
        for key in value:
            if not isinstance(key, str):
                raise TypeError(f"a key that is no string has no canonical form: {key!r}")
        inner = value.values()
    elif isinstance(value, (list, tuple)):
        inner = value
    for part in inner:
        if type(part) not in _PLAIN:
            refuse_floats(part)
