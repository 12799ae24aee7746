"""What somebody asks about somebody else: plain data, decided by ``friends.services``."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class AskToBeFriends:
    """Ask; whom you ask and who has asked you already is your friend at once."""

    player: UUID


@dataclass(frozen=True, slots=True)
class AcceptFriend:
    """Accept what they asked."""

    player: UUID


@dataclass(frozen=True, slots=True)
class EndFriendship:
    """Be friends no longer; or refuse what they ask, or ask no longer."""

    player: UUID


@dataclass(frozen=True, slots=True)
class MutePlayer:
    """Do not read what they say."""

    player: UUID


@dataclass(frozen=True, slots=True)
class BlockPlayer:
    """Do not read what they say; they cannot ask you or invite you either, and are no friend."""

    player: UUID


@dataclass(frozen=True, slots=True)
class PardonPlayer:
    """Neither mute nor block them any more."""

    player: UUID


@dataclass(frozen=True, slots=True)
class ShowPresence:
    """Whether your friends see that you are here."""

    shown: bool


Command = AskToBeFriends | AcceptFriend | EndFriendship | MutePlayer | BlockPlayer | PardonPlayer | ShowPresence
