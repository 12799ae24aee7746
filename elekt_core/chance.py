"""The source of draws. The core owns no randomness: it asks a ``Chance`` that is handed in.

Draws are numbered within a match (the state counts them), and a source answers by the number alone. So the source
has nothing to remember: a match goes on after a crash, and a takeback changes no draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import count
from struct import Struct
from typing import NamedTuple, Protocol

from .errors import CoreError


class Chance(Protocol):
    """A source of draws."""

    def permutation(self, draw: int, size: int) -> Sequence[int]:
        """Draw number ``draw``: an order of ``range(size)``."""

    def pick(self, draw: int, size: int) -> int:
        """Draw number ``draw``: one of ``range(size)``."""

    def commitment(self) -> str:
        """What is published before the first draw: SHA-256 of the seed in hex, or ``""`` if there is no seed."""

    def reveal(self) -> str:
        """What is published after the last draw: the seed in hex, or ``""``."""


class Draw(NamedTuple):
    """One draw as it was made: an order of ``range(size)``, or one of these numbers."""

    number: int
    size: int
    result: int | tuple[int, ...]


class NotedChance:
    """Another source whose draws are noted as they are made, for the record."""

    __slots__ = ("_source", "draws")

    def __init__(self, source: Chance) -> None:
        self._source = source
        self.draws: list[Draw] = []

    def permutation(self, draw: int, size: int) -> Sequence[int]:
        order = self._source.permutation(draw, size)
        self.draws.append(Draw(draw, size, tuple(order)))
        return order

    def pick(self, draw: int, size: int) -> int:
        number = self._source.pick(draw, size)
        self.draws.append(Draw(draw, size, number))
        return number

    def commitment(self) -> str:
        return self._source.commitment()

    def reveal(self) -> str:
        return self._source.reveal()


def commitment_of(seed: bytes) -> str:
    """The published hash of a secret seed: SHA-256, hex."""
    return sha256(seed).hexdigest()


class SeededChance:
    """Draws from a secret seed that is committed to at the start and revealed at the end.

    Draw ``d`` reads 32-bit big-endian words from the blocks ``HMAC-SHA256(seed, d || block)`` (both as 4 bytes
    big-endian, block 0, 1, ...). A word ``w`` gives a number below ``k`` as ``w mod k``, unless ``w`` is not below
    the largest multiple of ``k`` that fits into 32 bits; then the next word is taken. A permutation is Fisher and
    Yates' shuffle from the right: for i from size-1 down to 1, j below i+1, exchange i and j.
    """

    __slots__ = ("_inner", "_outer", "_seed")

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        key = (sha256(seed).digest() if len(seed) > _HASH_BLOCK else seed).ljust(_HASH_BLOCK, b"\0")
        self._inner = sha256(key.translate(_INNER))
        self._outer = sha256(key.translate(_OUTER))

    def permutation(self, draw: int, size: int) -> list[int]:
        order, k = list(range(size)), size
        if k < 2:
            return order
        sure = _WORDS - size  # a word up to here is below every limit
        for words in self._blocks(draw):
            for word in words:
                j = word % k
                if word > sure and word - j > _WORDS - k:
                    continue
                k -= 1
                order[k], order[j] = order[j], order[k]
                if k == 1:
                    return order
        raise AssertionError("there is always another block")

    def pick(self, draw: int, size: int) -> int:
        if size < 1:
            raise CoreError("nothing_to_pick", size=size)
        limit = _WORDS - _WORDS % size
        return next(word for words in self._blocks(draw) for word in words if word < limit) % size

    def commitment(self) -> str:
        return commitment_of(self._seed)

    def reveal(self) -> str:
        return self._seed.hex()

    def _blocks(self, draw: int) -> Iterator[tuple[int, ...]]:
        """The words, eight at a time. HMAC as RFC 2104 builds it, from two hashes that have taken in the key already:
        half the time of copying what ``hmac.new`` gives."""
        for block in count(draw << 32):
            inner, outer = self._inner.copy(), self._outer.copy()
            inner.update(block.to_bytes(8, "big"))
            outer.update(inner.digest())
            yield _EIGHT_WORDS(outer.digest())


_HASH_BLOCK = 64
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
_WORDS = 1 << 32
_EIGHT_WORDS = Struct(">8I").unpack


class ListedChance:
    """Draws written down beforehand, for tests and for play at a real table: ``draws[d]`` answers draw ``d``.

    An order for a permutation, a number for a pick. Raises CoreError where a draw is missing or does not fit.
    """

    def __init__(self, draws: Sequence[Sequence[int] | int]) -> None:
        self._draws = draws

    def permutation(self, draw: int, size: int) -> Sequence[int]:
        order = self._get(draw)
        if isinstance(order, int) or sorted(order) != list(range(size)):
            raise CoreError("draw_does_not_fit", draw=draw, size=size)
        return order

    def pick(self, draw: int, size: int) -> int:
        number = self._get(draw)
        if not isinstance(number, int) or not 0 <= number < size:
            raise CoreError("draw_does_not_fit", draw=draw, size=size)
        return number

    def commitment(self) -> str:
        return ""

    def reveal(self) -> str:
        return ""

    def _get(self, draw: int) -> Sequence[int] | int:
        if draw >= len(self._draws):
            raise CoreError("draw_missing", draw=draw)
        return self._draws[draw]


class RecordedChance(ListedChance):
    """The draws that a record names, by number, of a seed that is secret or was never there.

    Raises CoreError where a draw is missing or was made among another number of things.
    """

    def __init__(self, draws: Iterable[Draw], commitment: str = "") -> None:
        self._by_number = {draw.number: draw for draw in draws}
        self._commitment = commitment

    def commitment(self) -> str:
        return self._commitment

    def pick(self, draw: int, size: int) -> int:
        if draw in self._by_number and self._by_number[draw].size != size:
            raise CoreError("draw_does_not_fit", draw=draw, size=size)
        return super().pick(draw, size)

    def _get(self, draw: int) -> Sequence[int] | int:
        if draw not in self._by_number:
            raise CoreError("draw_missing", draw=draw)
        return self._by_number[draw].result
