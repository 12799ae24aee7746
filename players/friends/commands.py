"""What somebody asks about somebody else: plain data, decided by ``friends.services``."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class AskToBeFriends:
    """Ask somebody to be friends; if they have asked you already, you are friends at once."""

    player: UUID


@dataclass(frozen=True, slots=True)
class AcceptFriend:
    """Accept their request."""

    player: UUID


@dataclass(frozen=True, slots=True)
class EndFriendship:
    """End a friendship, decline a request, or withdraw yours."""

    player: UUID


@dataclass(frozen=True, slots=True)
class RefuseAllRequests:
    """Decline every request that waits for your answer."""


@dataclass(frozen=True, slots=True)
class MutePlayer:
    """Hide what they say from you."""

    player: UUID


@dataclass(frozen=True, slots=True)
class BlockPlayer:
    """Hide what they say from you; they cannot ask or invite you either, and are no longer a friend."""

    player: UUID


@dataclass(frozen=True, slots=True)
class PardonPlayer:
    """Unmute or unblock them."""

    player: UUID


@dataclass(frozen=True, slots=True)
class ShowPresence:
    """Whether your friends see that you are online."""

    shown: bool


Command = (
    AskToBeFriends
    | AcceptFriend
    | EndFriendship
    | RefuseAllRequests
    | MutePlayer
    | BlockPlayer
    | PardonPlayer
    | ShowPresence
)
