"""What a table agrees on about spectators: plain data. docs/company.md, "Spectators", says why it is as it is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated, Any

from msgspec import Meta, convert, to_builtins

from web.errors import BadRequest

MAX_DECISIONS, MAX_MINUTES = 50, 120


@dataclass(frozen=True, slots=True, kw_only=True)
class SpectatorRule:
    """How spectators see a match while it goes on: so many ``decisions`` late, or so many ``minutes``."""

    decisions: Annotated[int, Meta(ge=0, le=MAX_DECISIONS, description="Late by so many decisions.")] = 0
    minutes: Annotated[int, Meta(ge=0, le=MAX_MINUTES, description="Or by so many minutes.")] = 0
    open_hands: Annotated[
        bool,
        Meta(
            description="Spectators with an account see every hand, with that delay. Everybody who sits down must "
            "agree; not in rated matches, unless the organiser of a tournament says so."
        ),
    ] = False

    def check(self) -> None:
        """Raises BadRequest."""
        late = bool(self.decisions) + bool(self.minutes)
        if late != 1 or not 0 <= self.decisions <= MAX_DECISIONS or not 0 <= self.minutes <= MAX_MINUTES:
            raise BadRequest("bad_spectator_rule", field="spectators", decisions=MAX_DECISIONS, minutes=MAX_MINUTES)

    @property
    def delay(self) -> timedelta:
        return timedelta(minutes=self.minutes)


def rule_of(agreed: Any) -> SpectatorRule | None:
    """The rule of a table: from its event, or from its row."""
    return None if agreed is None else convert(to_builtins(agreed), SpectatorRule)
