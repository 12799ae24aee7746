"""The one canonical encoding and the one hash chain, for ledger and records alike."""

from __future__ import annotations

import json
import json.encoder
from functools import lru_cache
from hashlib import sha256
from typing import Any

GENESIS = bytes(32)
"""The predecessor of a stream's first event."""
TIMED = 2
"""The version of the chain that covers when a batch was stored. Version 1 is the same without the time."""

_encoder = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False, check_circular=False
)
_quoted = json.encoder.encode_basestring
# ``encode`` makes a new one of these for every call, which takes as long as encoding a small object.
_make: Any = getattr(json.encoder, "c_make_encoder", None)
_parts = _make and _make(None, _encoder.default, _quoted, None, ":", ",", True, False, False)
_ascii = json.JSONEncoder(separators=(",", ":"), check_circular=False)
_ascii_parts = _make and _make(
    None, _ascii.default, json.encoder.encode_basestring_ascii, None, ":", ",", False, False, True
)


def canonical(value: Any) -> bytes:
    """JSON with sorted keys, no spaces, UTF-8. The value may hold objects, lists, strings, integers, booleans, null.

    Floats have no place in a record: they are the caller's error and are refused by ``refuse_floats``.
    """
    text = "".join(_parts(value, 0)) if _parts else _encoder.encode(value)
    return text.encode()


def compact(value: Any) -> bytes:
    """JSON in ASCII without spaces, object members in the given order: positions are hashed in this form."""
    text = "".join(_ascii_parts(value, 0)) if _ascii_parts else _ascii.encode(value)
    return text.encode()


def link(previous: bytes, envelope: Any) -> bytes:
    """The hash of an event: SHA-256 over its predecessor's hash (32 bytes) and its own canonical envelope."""
    return sha256(previous + canonical(envelope)).digest()


def link_parts(
    previous: bytes, stream: str, seq: int, kind: str, version: int, payload: bytes, decision: bytes = b"null"
) -> bytes:
    """The same for a caller with ``payload`` and ``decision`` already in canonical form, which is most of the work."""
    body = b'{"decision":%b,"kind":%b,"payload":%b,"seq":%d,"stream":%b,"version":%d}'
    return sha256(previous + body % (decision, _word(kind), payload, seq, _word(stream), version)).digest()


def decision_of_parts(decision_id: str | None, actor: str | None, meta: bytes, at: int | None = None) -> bytes:
    """The canonical form of an envelope's ``decision``, given that of ``meta``.

    ``at`` is the time in microseconds since 1970; None where the hash covers no time (version 1 of the chain).
    """
    known = b"null" if decision_id is None else _quoted(decision_id).encode()
    if at is None:
        return b'{"actor":%b,"id":%b,"meta":%b}' % (_word(actor), known, meta)
    return b'{"actor":%b,"at":%d,"id":%b,"meta":%b}' % (_word(actor), at, known, meta)


@lru_cache(4096)  # kinds, streams and actors come again and again
def _word(text: str | None) -> bytes:
    return b"null" if text is None else _quoted(text).encode()


_PLAIN = frozenset({str, int, bool, type(None)})


def refuse_floats(value: Any) -> None:
    """Raise TypeError if ``value`` contains a float, or an object key that is not a string."""
    if isinstance(value, float):
        raise TypeError(f"a float has no canonical form: {value!r}")
    if isinstance(value, dict):
        for key, part in value.items():
            if not isinstance(key, str):
                raise TypeError(f"a key that is no string has no canonical form: {key!r}")
            if type(part) not in _PLAIN:
                refuse_floats(part)
    elif isinstance(value, (list, tuple)):
        for part in value:
            if type(part) not in _PLAIN:
                refuse_floats(part)
