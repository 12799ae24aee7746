"""What an arbiter orders at a match that is being played here. The reason is public, so there must be one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from tournaments.state import TableRef

from .fields import MAX_NUMBER, Text


@dataclass(frozen=True, slots=True)
class RewindMatch:
    """The match at the table goes on from the position after event ``to``. Arbiters who do not sit there only.

    ``text`` is the reason, shown at the table, in the replay and in the change log.
    """

    ref: TableRef
    to: Annotated[int, Meta(ge=1, le=MAX_NUMBER)]
    text: Text
