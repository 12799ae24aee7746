"""An arbiter's orders at a match being played here. The reason is public, so there must be one.

Where an owner of the tournament sits and the match is rated, only the platform's administrators give them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from tournaments.state import TableRef

from .fields import MAX_NUMBER, SentResult, Text


@dataclass(frozen=True, slots=True)
class RewindMatch:
    """Continue the match at a table from the position after event ``to``. Only for arbiters who do not sit there.

    ``text`` is the reason, shown at the table, in the replay and in the change log.
    """

    ref: TableRef
    to: Annotated[int, Meta(ge=1, le=MAX_NUMBER)]
    text: Text


@dataclass(frozen=True, slots=True)
class RuleMatch:
    """End the match at a table with this result. Only for arbiters who do not sit there.

    ``text`` is the reason. Where somebody forfeits by it, the match counts for no rating.
    """

    ref: TableRef
    result: SentResult
    text: Text


@dataclass(frozen=True, slots=True)
class AnnulMatch:
    """End the match at the table, as if it had not been: it counts for nothing, and the next one is called.

    Only for arbiters who do not sit there; an administrator of the platform needs no role where they alone may.
    ``text`` is the reason.
    """

    ref: TableRef
    text: Text
