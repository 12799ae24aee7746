"""What can be asked of a club: plain data, decided by ``clubs.decide``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from msgspec import Meta

from .models import MAX_ABOUT, MAX_NAME
from .state import Role

MIN_NAME = 2
You = Annotated[UUID | None, Meta(description="You, if it is left out.")]


@dataclass(frozen=True, slots=True)
class _Described:
    """What a club says about itself. ``about`` is in no event, so that it can be erased."""

    name: Annotated[str, Meta(min_length=MIN_NAME, max_length=MAX_NAME)]
    place: Annotated[str, Meta(max_length=MAX_NAME)] = ""
    about: Annotated[str, Meta(max_length=MAX_ABOUT)] = ""
    open_entry: Annotated[bool, Meta(description="Whoever wants to joins; else they ask.")] = False
    listed: bool = True


@dataclass(frozen=True, slots=True)
class FoundClub(_Described):
    """Found a club; you are its owner."""


@dataclass(frozen=True, slots=True)
class ChangeClub(_Described):
    """Change what the club says about itself. Owners only.

    What is left out is as for a new club. Another text about it alone is a change of the club, too."""


@dataclass(frozen=True, slots=True)
class Join:
    """Join a club that is open or has invited you; otherwise ask to join."""


@dataclass(frozen=True, slots=True)
class Invite:
    """Invite somebody, or admit somebody who has asked."""

    player: UUID


@dataclass(frozen=True, slots=True)
class Admit:
    """Admit somebody who has asked to join."""

    player: UUID


@dataclass(frozen=True, slots=True)
class Drop:
    """Decline or take back an invitation or a request.

    The player themselves (None), or an officer."""

    player: You = None


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the club; or, for those who run it, remove a member.

    An officer sends members away, an owner officers too. The last one in it closes the club."""

    player: You = None


@dataclass(frozen=True, slots=True)
class GrantRole:
    """Make a member owner, officer or member."""

    player: UUID
    role: Role


@dataclass(frozen=True, slots=True)
class Hide:
    """Hide or show your membership to people outside the club."""

    hidden: Annotated[bool, Meta(description="Only the club can see that you are a member.")]


@dataclass(frozen=True, slots=True)
class Close:
    """Close the club: nobody can join, and no list shows it."""


Command = FoundClub | ChangeClub | Join | Invite | Admit | Drop | Leave | GrantRole | Hide | Close
