"""Every change to recorded games. A service either does everything that was asked, or raises and changes nothing.
A ``decision_id`` makes a request repeatable: a queue that is sent twice counts once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from uuid import UUID, uuid5

from django.db import transaction

from elekt_core.errors import CoreError
from elekt_core.registry import get_game
from ledger import store
from ledger.changing import Changed, Folds, Kept
from players import queries as players
from web.errors import Conflict, NotFound, of_ledger

from ..play.services import player_actor
from . import commands as c
from . import events as e
from .events import KINDS, ScribeEvent, ScribeFold
from .models import ScribedName, Scribing
from .projection import save
from .sessions import names_of, session_of, stored

MAX_RECORDED = 500
"""Games of one person."""
MAX_ENTRIES = 3000


@dataclass(frozen=True, slots=True)
class Begun:
    scribing: UUID
    version: int


class Scribings(Folds[ScribeFold, ScribeEvent]):
    kinds = KINDS
    new = ScribeFold
    refusal = staticmethod(of_ledger)

    def keep(self, kept: Kept[ScribeFold, Sequence[ScribeEvent]]) -> None:
        save(kept.state)


SCRIBINGS = Scribings()


def begin(command: c.BeginScribing, names: Sequence[str], *, by: UUID, decision_id: UUID | None = None) -> Begun:
    """Raises UnknownGame, BadSetup, Conflict (too many)."""
    scribing = store.new_stream() if decision_id is None else uuid5(decision_id, f"recorded game of {by}")

    def decide(fold: ScribeFold) -> Sequence[ScribeEvent]:
        if Scribing.objects.filter(owner__in=players.profiles(by)).count() >= MAX_RECORDED:
            raise Conflict("too_many_scribings", most=MAX_RECORDED)
        ruleset = get_game(command.game).current[0]
        agreed = ruleset.agreed(command.seats, {})
        viewer = command.viewer if command.viewer is None or command.viewer < command.seats else None
        return [e.ScribingBegun(command.game, by, ruleset.name, command.seats, dict(agreed), viewer)]

    def also(kept: Kept[ScribeFold, Sequence[ScribeEvent]]) -> None:
        typed = [(seat, " ".join(name.split())[:40]) for seat, name in enumerate(names[: command.seats])]
        ScribedName.objects.bulk_create(
            [ScribedName(scribing=kept.stream, seat=seat, name=name) for seat, name in typed if name]
        )

    done = SCRIBINGS.change(scribing, decide, actor=player_actor(by), decision_id=decision_id, also=also)
    return Begun(scribing, done.version)


def enter(
    scribing: UUID, command: c.Enter, *, by: UUID, decision_id: UUID | None = None, expected_version: int | None = None
) -> Changed[ScribeFold, Sequence[ScribeEvent]]:
    """Raises NotFound, Conflict (another phone was faster, too many), CoreError (what cannot be)."""
    typed = typed_names(scribing)

    def decide(fold: ScribeFold) -> Sequence[ScribeEvent]:
        _check_after(fold, command.after)
        if len(fold.entries) >= MAX_ENTRIES:
            raise Conflict("too_many_scribe_entries", most=MAX_ENTRIES)
        session = session_of(fold)
        return [stored(session, session.enter(command.picks, names_of(fold, typed)))]

    return _change(scribing, decide, by, decision_id, expected_version)


def take_back(
    scribing: UUID,
    command: c.TakeBack,
    *,
    by: UUID,
    decision_id: UUID | None = None,
    expected_version: int | None = None,
) -> Changed[ScribeFold, Sequence[ScribeEvent]]:
    """Undo the last entry. Raises NotFound, Conflict (another phone was faster)."""

    def decide(fold: ScribeFold) -> Sequence[ScribeEvent]:
        _check_after(fold, command.after)
        if not fold.entries:
            raise CoreError("scribe_nothing_entered")
        return [e.ScribeTookBack()]

    return _change(scribing, decide, by, decision_id, expected_version)


def share(
    scribing: UUID, command: c.Share, *, by: UUID, decision_id: UUID | None = None, expected_version: int | None = None
) -> Changed[ScribeFold, Sequence[ScribeEvent]]:
    """No effect if it is so already. Raises NotFound."""

    def decide(fold: ScribeFold) -> Sequence[ScribeEvent]:
        return [] if fold.access == command.access else [e.ScribeAccessChanged(command.access)]

    return _change(scribing, decide, by, decision_id, expected_version)


def typed_names(scribing: UUID) -> list[str]:
    """What was typed for each seat, "" where nothing was."""
    by_seat = {one.seat: one.name for one in ScribedName.objects.filter(scribing=scribing)}
    return [by_seat.get(seat, "") for seat in range(max(by_seat, default=-1) + 1)]


def forget(player: UUID) -> None:
    """The names that somebody typed, under any of their profiles, once they are erased."""
    with transaction.atomic():
        own = Scribing.objects.filter(owner__in=players.profiles(player))
        ScribedName.objects.filter(scribing__in=own.values("id")).delete()


def is_own(fold: ScribeFold, by: UUID | None) -> bool:
    """Whether they began it, under this profile or one that was merged into it."""
    return by is not None and (fold.owner == by or fold.owner in players.profiles(by))


def check_look(fold: ScribeFold, by: UUID | None) -> None:
    """Who may look at the replay. Raises NotFound."""
    if not fold.version or (fold.access != "link" and not is_own(fold, by)):
        raise NotFound("unknown_scribing", scribing=str(fold.id))


def check_right(fold: ScribeFold, by: UUID) -> None:
    """Only whoever began it goes on with it. Raises NotFound."""
    if not fold.version or not is_own(fold, by):
        raise NotFound("unknown_scribing", scribing=str(fold.id))


def _check_after(fold: ScribeFold, after: int | None) -> None:
    if after is not None and after != len(fold.entries):
        raise Conflict("scribe_went_on", entries=len(fold.entries))


def _change(
    scribing: UUID,
    decide: Callable[[ScribeFold], Sequence[ScribeEvent]],
    by: UUID,
    decision_id: UUID | None,
    expected_version: int | None,
) -> Changed[ScribeFold, Sequence[ScribeEvent]]:
    return SCRIBINGS.change(
        scribing,
        decide,
        actor=player_actor(by),
        decision_id=decision_id,
        expected_version=expected_version,
        admit=lambda fold: check_right(fold, by),
    )
