"""A quick source of draws for trying things out: never for a match, where each draw must be provable."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import shake_128
from struct import Struct
from typing import Final

from ..chance import Chance

_WORDS: Final = 1024
_UNPACK: Final = Struct(f"<{_WORDS}I").unpack
_SCALE: Final = 2.0**-32


class Dice:
    """Fulfils ``Chance``, but each answer is a new one, whatever the number of the draw."""

    __slots__ = ("_block", "_seed", "_words")

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._block = 0
        self._words: list[int] = []

    @classmethod
    def of(cls, chance: Chance) -> Dice:
        """Dice that depend on draws 0 and 1 of the chance alone."""
        return cls(b"%d,%d" % (chance.pick(0, 1 << 31), chance.pick(1, 1 << 31)))

    @property
    def used(self) -> bool:
        """Whether anything was drawn."""
        return self._block > 0

    def below(self, size: int) -> int:
        """One of ``range(size)``."""
        if not self._words:
            self._refill()
        return self._words.pop() * size >> 32

    def share(self) -> float:
        """From 0 to 1, without 1."""
        if not self._words:
            self._refill()
        return self._words.pop() * _SCALE

    def permutation(self, draw: int, size: int) -> Sequence[int]:
        words = self._words
        if len(words) < size:
            while len(self._words) < size:
                self._refill()
            words = self._words
        keys = words[-size:] if size else []
        del words[len(words) - size :]
        return sorted(range(size), key=keys.__getitem__)

    def pick(self, draw: int, size: int) -> int:
        return self.below(size)

    def commitment(self) -> str:
        return ""

    def reveal(self) -> str:
        return ""

    def _refill(self) -> None:
        self._block += 1
        self._words = [*_UNPACK(shake_128(b"%s:%d" % (self._seed, self._block)).digest(4 * _WORDS)), *self._words]
