"""People are told that a club invites them, in the transaction of the event (docs/notices.md)."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.urls import reverse

from ..notices import messages
from ..notices.telling import take_back, tell
from . import events as e
from .events import ClubEvent
from .state import Club


def changed(state: Club, batch: Sequence[ClubEvent], actor: str) -> None:
    by = UUID(actor.removeprefix("player:")) if actor.startswith("player:") else None
    path = reverse("players:club", args=[state.id])
    for event in batch:
        match event:
            case e.ClubMemberInvited(player):
                key = f"{_key(state)}{player}"  # whoever invites somebody again and again tells them once
                tell(messages.INVITED_TO_CLUB, to=[player], key=key, path=path, about={"club": state.name}, by=by)
            case e.ClubEntryDropped(player):
                take_back(_key(state), player=player)
            case _:
                pass


def _key(state: Club) -> str:
    return f"club-invites:{state.id}:"
