"""Every change to a club goes through here: look up, decide, append, write the read model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated
from uuid import UUID, uuid5

from django.db import transaction

from ledger import store
from ledger.changing import Folds, Kept
from web import hooks
from web.encoding import component
from web.errors import NotFound

from ..errors import of_ledger
from . import commands as c
from . import lookups, rights, telling
from .commands import Command
from .decide import decide, without
from .events import KINDS, ClubEvent
from .models import ClubCandidate, ClubMember, ClubText
from .projection import save
from .state import Club, Role

Batch = Sequence[ClubEvent]


@component("ClubChanged")
@dataclass(frozen=True, slots=True)
class Changed:
    club: UUID
    version: int
    repeated: Annotated[bool, "Nothing was to be done, or it had been done before."] = False


def found(command: c.FoundClub, *, by: UUID, decision_id: UUID | None = None) -> Changed:
    """Found a club; the same decision gives the same club. Raises BadRequest, NotAllowed (a guest), Conflict
    (too_many_clubs, club_called_so)."""
    club_id = store.new_stream() if decision_id is None else uuid5(decision_id, f"club of {by}")
    return change(club_id, command, by=by)


def change(
    club_id: UUID,
    command: Command,
    *,
    by: UUID,
    decision_id: UUID | None = None,
    expected_version: int | None = None,
) -> Changed:
    """Change a club as somebody asks. Raises NotFound, NotAllowed, BadRequest, Conflict (those of ``decide`` and
    ``lookups``, and stale_version)."""
    command = lookups.look_up(command, by)
    about = command.about if isinstance(command, c.FoundClub | c.ChangeClub) else None

    def decided(state: Club) -> Batch:
        rights.check(state, command, by)
        lookups.check_others(state, command, by)
        return decide(state, command, by=by, same_text=about is None or about == lookups.about_of(club_id))

    def keep_about(kept: Kept[Club, Batch]) -> None:
        if about is not None:
            ClubText.objects.update_or_create(club=kept.state.id, defaults={"about": about})

    done = CLUBS.change(
        club_id,
        decided,
        actor=f"player:{by}",
        decision_id=decision_id,
        expected_version=expected_version,
        admit=None if isinstance(command, c.FoundClub) else _check_there,
        also=keep_about,
    )
    return Changed(club_id, done.version, repeated=not done.batch)


def forget(player: UUID) -> None:
    """Remove somebody who is about to be erased from every club."""
    clubs = set(ClubMember.objects.filter(player=player).values_list("club_id", flat=True))
    clubs |= set(ClubCandidate.objects.filter(player=player).values_list("club_id", flat=True))
    for club_id in sorted(clubs):
        CLUBS.change(club_id, lambda state: without(state, player), actor=f"player:{player}", admit=_check_there)


def existing(club_id: UUID) -> Club:
    """Raises NotFound."""
    state = CLUBS.load(club_id)
    _check_there(state)
    return state


def check_owner(club_id: UUID, by: UUID) -> None:
    """Raises NotFound, NotAllowed."""
    rights.check_role(existing(club_id), by, Role.OWNER)


class Clubs(Folds[Club, ClubEvent]):
    kinds = KINDS
    new = Club
    refusal = staticmethod(of_ledger)

    def keep(self, kept: Kept[Club, Batch]) -> None:
        save(kept.state)
        telling.changed(kept.state, kept.batch, kept.actor)
        told = partial(_tell, kept.stream, tuple(kept.batch))
        transaction.on_commit(told, robust=True)


def _tell(club: UUID, batch: Batch) -> None:
    for hear in hooks.given("club_changed"):
        hear(club, batch)


CLUBS = Clubs()


def _check_there(state: Club) -> None:
    if not state.version:
        raise NotFound("unknown_club", club=str(state.id))
