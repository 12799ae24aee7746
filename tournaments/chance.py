"""What nobody can foresee about a command. It is drawn once, however often the command is decided."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from uuid import UUID, uuid4


@dataclass(frozen=True, slots=True)
class Chance:
    """``lots`` is a stage's seed: secret before the stage begins, public afterwards. ``remark`` is the id of the remark
    sent with the command.
    """

    lots: bytes
    remark: UUID


def draw() -> Chance:
    return Chance(lots(), uuid4())


def lots() -> bytes:
    return secrets.token_bytes(32)
