"""What can happen to a club's roster. Its stream contains only ids: names stand with the players, and can be erased."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from ledger.typed import Kinds


@dataclass(frozen=True, slots=True)
class RosterBegun:
    club: UUID


@dataclass(frozen=True, slots=True)
class PersonListed:
    """A person without an account; ``number`` is theirs on this roster for ever. ``played``: they came at an event."""

    player: UUID
    number: int
    played: bool = False


@dataclass(frozen=True, slots=True)
class PersonRenamed:
    player: UUID


@dataclass(frozen=True, slots=True)
class PersonUnlisted:
    """No longer on the roster; their results stay."""

    player: UUID


RosterEvent = RosterBegun | PersonListed | PersonRenamed | PersonUnlisted
KINDS = Kinds[RosterEvent](RosterEvent, first=RosterBegun)
