"""Every change to mergers. Each does everything asked, or raises a refusal and changes nothing.

A merger needs proof: the person is logged in as both, an organiser who entered one of them by name says so, the
board of a club finds that two names of its roster are one person, or who runs the platform does it. It can be undone
for some time; then the other profile's name and account go.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.contrib.auth.hashers import make_password
from django.utils import timezone

from ledger import store
from ledger.changing import Kept, Streams
from ledger.events import NewEvent
from web import hooks
from web.errors import Conflict, NotAllowed, NotFound

from .. import returning
from ..clubs import services as clubs
from ..errors import of_ledger
from ..models import Player
from ..notices import services as notices
from . import commands as c
from . import events as e
from . import games
from .commands import Command
from .decide import UNDONE_WITHIN, check_right, decide
from .events import KINDS, MergerEvent
from .models import Merge
from .projection import apply, folded

Obstacle = Callable[[UUID, UUID], str]
"""From the profile that is kept and the one that goes to a code of ``sentences``, ``""`` where nothing stands between
them (hook ``merge_obstacles``)."""
Follow = Callable[[UUID, UUID], None]
"""The same, after they were made one, or two again: each does its own transaction (hooks ``profiles_merged`` and
``profiles_parted``)."""
MAX_ASKED = 20
"""Claims of one person that nobody has answered."""
Batch = Sequence[MergerEvent]


@dataclass(frozen=True, slots=True)
class Changed:
    merger: UUID
    version: int
    repeated: bool = False


def ask(command: c.Ask) -> UUID:
    """Claim a profile; returns the merger's id. Repeating it changes nothing. Raises those of ``check``, and Conflict
    (not_a_name, too_many_claims)."""
    check(command.keeps, command.goes)
    if not is_a_name(_player(command.goes)):
        raise Conflict("merging.not_a_name")
    waiting = Merge.objects.filter(keeps=command.keeps, status=Merge.Status.ASKED)
    if (found := waiting.filter(goes=command.goes, at=command.at).first()) is not None:
        return found.id
    if waiting.count() >= MAX_ASKED:
        raise Conflict("too_many_claims", most=MAX_ASKED)
    return change(store.new_stream(), command, by=command.keeps).merger


def merge(command: c.Merge, *, by: UUID) -> UUID:
    """The merger's id. Raises those of ``check``."""
    assert command.proof in (e.BOTH, e.STAFF, e.CLUB), command.proof
    check(command.keeps, command.goes, names=command.proof == e.CLUB)
    return change(store.new_stream(), command, by=by).merger


def change(
    merger: UUID,
    command: Command,
    *,
    by: UUID,
    now: datetime | None = None,
    decision_id: UUID | None = None,
    expected_version: int | None = None,
) -> Changed:
    """Change a merger as somebody asks. If sent again, its effects in clubs and above are applied again: they may have
    broken off. Raises NotFound, NotAllowed, Conflict (those of ``decide`` and ``check``; merged_since,
    stale_version)."""
    at = now or timezone.now()

    def decided(row: Merge) -> Batch:
        check_right(row, command, by)
        goes = command.goes if isinstance(command, c.Ask | c.Merge) else row.goes
        batch = decide(row, command, also=_merged_into(goes), now=at)
        match command:
            case c.Confirm():
                check(row.keeps, row.goes)
            case c.Part():
                _check_still_merged(row)
            case _:
                pass
        return batch

    done = MERGERS.change(
        merger,
        decided,
        actor=f"player:{by}",
        decision_id=decision_id,
        expected_version=expected_version,
        now=at,
        admit=None if isinstance(command, c.Ask | c.Merge) else _check_there,
        also=_move,
    )
    if isinstance(command, c.Merge | c.Confirm):
        clubs.forget(done.state.goes)
        for follow in hooks.given("profiles_merged"):
            follow(done.state.keeps, done.state.goes)
    if isinstance(command, c.Part):
        for follow in hooks.given("profiles_parted"):
            follow(done.state.keeps, done.state.goes)
    return Changed(merger, done.version, repeated=not done.batch)


def _move(kept: Kept[Merge, Batch]) -> None:
    """Move the games and the profiles themselves, with the batch that says so."""
    row, actor = kept.state, kept.actor
    for event in kept.batch:
        match event:
            case e.ProfilesMerged(also=also):
                _check_both_there(row, also)
                games.take_over(kept.stream, row.keeps, row.goes, actor)
                _player(row.goes).api_tokens.all().delete()
                returning.forget(_player(row.goes))
                Player.objects.filter(id__in=also).update(merged_into=row.keeps)
                Player.objects.filter(id=row.goes).update(merged_into=row.keeps, is_active=False)
            case e.ProfilesParted():
                told = map(KINDS.read, store.read(kept.stream))
                (merged,) = (one for one in told if isinstance(one, e.ProfilesMerged))
                games.give_back(kept.stream, row.keeps, row.goes, actor)
                Player.objects.filter(id=row.goes).update(merged_into=None, is_active=True)
                Player.objects.filter(id__in=merged.also, merged_into=row.keeps).update(merged_into=row.goes)
            case _:
                pass


def clear(now: datetime) -> int:
    """Erase names and accounts that were merged too long ago to be separated again; returns how many."""
    old = Merge.objects.filter(status=Merge.Status.MERGED, changed_at__lt=now - UNDONE_WITHIN)
    rows = Player.objects.filter(id__in=old.values("goes"), merged_into__isnull=False).exclude(name="")
    return _clear(list(rows.values_list("id", flat=True)))


def forget(player: UUID) -> None:
    """When somebody is erased, erase all their profiles."""
    _clear(list(Player.objects.filter(merged_into=player).values_list("id", flat=True)))


def _clear(ids: list[UUID]) -> int:
    for id_ in ids:
        notices.forget(id_)
    return Player.objects.filter(id__in=ids).update(
        name="", username=None, password=make_password(None), is_active=False
    )


# --- what stands between them -----------------------------------------------------------------------------


def check(keeps: UUID, goes: UUID, *, names: bool = False) -> None:
    """``names``: both are only names. Raises NotFound, Refused (same_profile, is_staff, played_each_other, and those of
    the apps above)."""
    kept, gone = _player(keeps), _player(goes)
    for one in (kept, gone):
        if one.erased_at is not None or one.merged_into_id is not None:
            raise Conflict("no_profile_any_more")
    if keeps == goes:
        raise Conflict("same_profile")
    if gone.is_staff:
        raise Conflict("is_staff")
    if names and not (is_a_name(kept) and is_a_name(gone)):
        raise Conflict("merging.not_a_name")
    if kept.is_guest and not names:
        raise NotAllowed("needs_account")
    if games.met(keeps, goes):
        raise Conflict("played_each_other")
    for obstacle in hooks.given("merge_obstacles"):
        if code := obstacle(keeps, goes):
            raise Conflict(code)


def is_a_name(player: Player) -> bool:
    """Whether it is only a name written down by an organiser: no browser was ever this guest."""
    return player.written_in is not None and player.is_guest and player.last_login is None


def existing(merger: UUID) -> Merge:
    """Raises NotFound."""
    row = Merge.objects.filter(id=merger).first()
    if row is None:
        raise NotFound("unknown_merger")
    return row


def _player(player: UUID) -> Player:
    row = Player.objects.filter(id=player).first()
    if row is None:
        raise NotFound("unknown_person", player=str(player))
    return row


def _check_still_merged(row: Merge) -> None:
    goes = _player(row.goes)
    if goes.merged_into_id != row.keeps or goes.erased_at is not None or not goes.name:
        raise Conflict("merged_since")


def _check_both_there(row: Merge, also: Sequence[UUID]) -> None:
    """Raises Conflict if another merger of one of them came in between; from here on, others wait for this one."""
    locked = Player.objects.select_for_update().filter(id__in=(row.keeps, row.goes)).order_by("id")
    if any(one.merged_into_id is not None or one.erased_at is not None for one in locked):
        raise Conflict("no_profile_any_more")
    if _merged_into(row.goes) != tuple(also):
        raise Conflict("merged_since")


def _merged_into(player: UUID) -> tuple[UUID, ...]:
    return tuple(sorted(Player.objects.filter(merged_into=player).values_list("id", flat=True)))


def _check_there(row: Merge) -> None:
    if not row.version:
        raise NotFound("unknown_merger")


class Mergers(Streams[Merge, Batch]):
    def load(self, stream: UUID) -> Merge:
        return folded(stream, store.read(stream)) or Merge(id=stream, version=0)

    def version(self, state: Merge) -> int:
        return state.version

    def encoded(self, batch: Batch) -> tuple[Sequence[NewEvent], None]:
        return KINDS.encoded(batch), None

    def after(self, state: Merge, batch: Batch, at: datetime) -> Merge:
        for event in batch:
            apply(state, event, at)
        return state

    def keep(self, kept: Kept[Merge, Batch]) -> None:
        kept.state.save()

    refusal = staticmethod(of_ledger)


MERGERS = Mergers()
