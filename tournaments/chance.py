"""What nobody can foresee of a command. It is drawn once, however often the command is decided."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from uuid import UUID, uuid4


@dataclass(frozen=True, slots=True)
class Chance:
    """``lots`` is a stage's seed: nobody can foresee it, and everybody knows it once the stage has begun. ``remark`` is
    the id of what is said with the command."""

    lots: bytes
    remark: UUID


def draw() -> Chance:
    return Chance(lots(), uuid4())


def lots() -> bytes:
    return secrets.token_bytes(32)
