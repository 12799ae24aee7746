"""Every change to mergers. Each does the whole, or raises Refused and has changed nothing.

A merger needs proof: the person is logged in as both, an organiser who entered one of them by name says so, or who runs
the platform does it. It can be undone for some time; then the other profile's name and account go.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.contrib.auth.hashers import make_password

from ledger import store
from ledger.changing import Kept, Streams
from ledger.events import NewEvent
from web import hooks
from web.errors import Conflict, NotAllowed, NotFound

from ..clubs import services as clubs
from ..errors import of_ledger
from ..models import Player
from . import events as e
from . import games
from .events import KINDS, MergerEvent
from .models import Merge
from .projection import apply, folded

Obstacle = Callable[[UUID, UUID], str]
"""From the profile that is kept and the one that goes to a code of ``sentences``, ``""`` where nothing stands between
them (hook ``merge_obstacles``)."""
Follow = Callable[[UUID, UUID], None]
"""The same, after they were made one: each does its own transaction (hook ``profiles_merged``)."""
UNDONE_WITHIN = timedelta(days=30)
MOST_ASKED = 20
"""Claims of one person that nobody has answered."""


def ask(*, keeps: UUID, goes: UUID, at: UUID) -> UUID:
    """Claim a profile that the organisers of a tournament know; the merger's id. Asked again, it is asked once.

    Raises Refused (those of ``check``; not_a_name, too_many_claims).
    """
    check(keeps, goes)
    if not is_a_name(_player(goes)):
        raise Conflict("merging.not_a_name")
    waiting = Merge.objects.filter(keeps=keeps, status=Merge.Status.ASKED)
    if (found := waiting.filter(goes=goes, at=at).first()) is not None:
        return found.id
    if waiting.count() >= MOST_ASKED:
        raise Conflict("too_many_claims", most=MOST_ASKED)
    merger = store.new_stream()
    _change(merger, lambda _: [e.MergerAsked(keeps, goes, at)], keeps)
    return merger


def decline(*, merger: UUID, by: UUID, **how: Any) -> None:
    """Of an organiser, whose right the caller has checked, or by who asked. Raises NotFound, Refused
    (not_asked)."""
    existing(merger)
    _change(merger, lambda row: [*_asked(row), e.MergerDeclined()], by, **how)


def confirm(*, merger: UUID, by: UUID, **how: Any) -> None:
    """Of an organiser, whose right the caller has checked. Raises Refused (those of ``check``; not_asked,
    own_claim)."""
    claim = existing(merger)

    def decide(row: Merge) -> Sequence[MergerEvent]:
        _asked(row)
        if by == row.keeps:
            raise NotAllowed("own_claim")
        check(row.keeps, row.goes)
        return []

    _merge(merger, decide, claim.keeps, claim.goes, by, e.ORGANISER, **how)


def merge(*, keeps: UUID, goes: UUID, by: UUID, proof: str) -> UUID:
    """At once, where the person has shown that they are both, or who runs the platform says so; the merger's id. The
    caller has checked that. Raises Refused (those of ``check``)."""
    assert proof in (e.BOTH, e.STAFF), proof
    check(keeps, goes)
    merger = store.new_stream()
    _merge(merger, lambda _: [e.MergerAsked(keeps, goes)], keeps, goes, by, proof)
    return merger


def part(*, merger: UUID, by: UUID, now: datetime, **how: Any) -> None:
    """Undo a merger: the games are the other profile's again, and its account can log in. Clubs that it was in, and
    tournaments that run, stay as they are.

    Raises NotFound, Refused (not_merged, too_late, merged_since).
    """
    existing(merger)

    def decide(row: Merge) -> Sequence[MergerEvent]:
        if row.status != Merge.Status.MERGED:
            raise Conflict("not_merged")
        if now - row.changed_at > UNDONE_WITHIN:
            raise Conflict("too_late", days=UNDONE_WITHIN.days)
        goes = _player(row.goes)
        if goes.merged_into_id != row.keeps or goes.erased_at is not None or not goes.name:
            raise Conflict("merged_since")
        return [e.ProfilesParted()]

    def give_back(kept: Kept[Merge, Sequence[MergerEvent]]) -> None:
        keeps, goes = kept.state.keeps, kept.state.goes
        (merged,) = (event for event in map(KINDS.read, store.read(merger)) if isinstance(event, e.ProfilesMerged))
        games.give_back(merger, keeps, goes, f"player:{by}")
        Player.objects.filter(id=goes).update(merged_into=None, is_active=True)
        Player.objects.filter(id__in=merged.also, merged_into=keeps).update(merged_into=goes)

    _change(merger, decide, by, give_back, now=now, **how)


def clear(now: datetime) -> int:
    """Let names and accounts go that were merged so long ago that nobody can undo it; how many."""
    old = Merge.objects.filter(status=Merge.Status.MERGED, changed_at__lt=now - UNDONE_WITHIN)
    rows = Player.objects.filter(id__in=old.values("goes"), merged_into__isnull=False).exclude(name="")
    return _clear(list(rows.values_list("id", flat=True)))


def forget(player: UUID) -> None:
    """With somebody who is erased go all their profiles."""
    _clear(list(Player.objects.filter(merged_into=player).values_list("id", flat=True)))


def _clear(ids: list[UUID]) -> int:
    return Player.objects.filter(id__in=ids).update(
        name="", username=None, password=make_password(None), is_active=False
    )


# --- what stands between them -----------------------------------------------------------------------------


def check(keeps: UUID, goes: UUID) -> None:
    """Raises NotFound, Refused (same_profile, is_staff, played_each_other, and those of the apps above)."""
    kept, gone = _player(keeps), _player(goes)
    for one in (kept, gone):
        if one.erased_at is not None or one.merged_into_id is not None:
            raise Conflict("no_profile_any_more")
    if keeps == goes:
        raise Conflict("same_profile")
    if gone.is_staff:
        raise Conflict("is_staff")
    if kept.is_guest:
        raise NotAllowed("needs_account")
    if games.met(keeps, goes):
        raise Conflict("played_each_other")
    for obstacle in hooks.given("merge_obstacles"):
        if code := obstacle(keeps, goes):
            raise Conflict(code)


def is_a_name(player: Player) -> bool:
    """Whether it is nobody's but an organiser's: they wrote down a name, and no browser ever was this guest."""
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


# --- doing it ---------------------------------------------------------------------------------------------


class Mergers(Streams[Merge, Sequence[MergerEvent]]):
    def load(self, stream: UUID) -> Merge:
        return folded(stream, store.read(stream)) or Merge(id=stream, version=0)

    def version(self, state: Merge) -> int:
        return state.version

    def encoded(self, batch: Sequence[MergerEvent]) -> tuple[Sequence[NewEvent], None]:
        return KINDS.encoded(batch), None

    def after(self, state: Merge, batch: Sequence[MergerEvent], at: datetime) -> Merge:
        for event in batch:
            apply(state, event, at)
        return state

    def keep(self, kept: Kept[Merge, Sequence[MergerEvent]]) -> None:
        kept.state.save()

    refusal = staticmethod(of_ledger)


MERGERS = Mergers()
Decide = Callable[[Merge], Sequence[MergerEvent]]
Also = Callable[[Kept[Merge, Sequence[MergerEvent]]], None]


def _merge(merger: UUID, decide: Decide, keeps: UUID, goes: UUID, by: UUID, proof: str, **how: Any) -> None:
    """``decide`` says what comes before it, or raises. What follows in clubs and above is done again if it was sent
    again: it may have broken off."""
    also = tuple(sorted(Player.objects.filter(merged_into=goes).values_list("id", flat=True)))

    def join(_: Kept[Merge, Sequence[MergerEvent]]) -> None:
        games.take_over(merger, keeps, goes, f"player:{by}")
        gone = _player(goes)
        gone.api_tokens.all().delete()
        Player.objects.filter(id__in=also).update(merged_into=keeps)
        Player.objects.filter(id=goes).update(merged_into=keeps, is_active=False)

    _change(merger, lambda row: [*decide(row), e.ProfilesMerged(proof, also)], by, join, **how)
    clubs.forget(goes)
    for follow in hooks.given("profiles_merged"):
        follow(keeps, goes)


def _change(merger: UUID, decide: Decide, by: UUID, also: Also | None = None, **how: Any) -> None:
    MERGERS.change(merger, decide, actor=f"player:{by}", also=also, **how)


def _asked(row: Merge) -> Sequence[MergerEvent]:
    if row.status != Merge.Status.ASKED:
        raise Conflict("not_asked")
    return []
