"""Events as frozen dataclasses, between an app's own types and the payloads that a stream stores."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from types import MappingProxyType, UnionType
from typing import Any, Generic, Protocol, TypeVar, cast, get_args

from msgspec import ValidationError, convert, to_builtins

from .events import NewEvent, StoredEvent

_NOT_STORED = (bytes, bytearray, date, datetime, time, timedelta, Decimal)
"""What msgspec has a text for and an event has not: they stay as they are, and the append refuses them."""

E = TypeVar("E")
E_in = TypeVar("E_in", contravariant=True)
F = TypeVar("F", bound="Fold[Any]")


class Fold(Protocol[E_in]):
    """The state folded from a stream, as far as it has been read."""

    def apply(self, event: E_in, at: datetime, /) -> None: ...


class Hex(bytes):
    """Bytes, stored as hexadecimal digits."""


class Kinds(Generic[E]):
    """The kinds of events of one sort of stream: ``Kinds[TableEvent](TableEvent, first=TableOpened)``.

    ``TableEvent`` is the union of the classes. ``TableOpened`` is stored as the kind ``table_opened``, a rename of the
    class therefore needs an upcaster. ``first`` begins every stream of this sort, and stands nowhere else.
    ``versions`` names classes whose version is no longer 1; what is older comes through upcasters
    (``ledger.upcast``).

    A field may be a string, a whole number, a boolean, None, a UUID, an enumeration, ``Hex``, a frozen dataclass,
    ``T | None``, a ``tuple``, ``frozenset`` or ``Mapping`` of these, or ``Any`` for plain JSON. Keys are stored as
    strings. A field with a default may be missing in what was stored.
    """

    def __init__(self, events: UnionType, *, first: type, versions: Mapping[type, int] = MappingProxyType({})) -> None:
        self._kinds = {cls: (_snake_case(cls.__name__), versions.get(cls, 1)) for cls in get_args(events)}
        self._classes = {kind: (cls, version) for cls, (kind, version) in self._kinds.items()}
        assert len(self._classes) == len(self._kinds), "two classes have the same name"
        self.first = self._kinds[first][0]
        self.names = frozenset(self._classes)

    def encoded(self, batch: Iterable[E]) -> list[NewEvent]:
        return [NewEvent(*self._kinds[type(event)], _payload(event)) for event in batch]

    def kind(self, event: E) -> str:
        return self._kinds[type(event)][0]

    def decode(self, kind: str, version: int, payload: Mapping[str, Any]) -> E:
        """Raises KeyError for a kind, ValueError for a version or a payload, that this program does not know."""
        cls, known = self._classes[kind]
        if version != known:
            raise ValueError(f"{kind} has version {version}, this program knows {known}")
        try:
            return cast(E, convert(payload, cls, dec_hook=_from_hex, str_keys=True))
        except ValidationError as error:
            raise ValueError(f"{kind}: {error}") from error

    def read(self, stored: StoredEvent) -> E:
        return self.decode(stored.kind, stored.version, stored.payload)

    def fold(self, folded: F, stored: Sequence[StoredEvent]) -> F:
        """``folded``, once it has taken in a stream from its beginning; of another sort of stream it takes nothing."""
        if stored and stored[0].kind == self.first:
            for event in stored:
                folded.apply(self.read(event), event.at)
        return folded


def _snake_case(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def _payload(event: Any) -> dict[str, Any]:
    return cast(
        dict[str, Any],
        to_builtins(event, builtin_types=_NOT_STORED, str_keys=True, order="deterministic", enc_hook=_plain),
    )


def _plain(value: Any) -> Any:
    if isinstance(value, Hex):
        return value.hex()
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"a {type(value).__name__} cannot be stored in an event")


def _from_hex(cls: type, value: Any) -> Any:
    assert cls is Hex, f"a {cls.__name__} cannot be stored in an event"
    return Hex.fromhex(value)
