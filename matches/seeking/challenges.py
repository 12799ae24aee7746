"""Every change to challenges: offered, answered by another offer, accepted, declined, withdrawn, expired.

None of it is in the ledger. An accepted challenge opens its table in one transaction with its own row, so it is
accepted once, on the terms that were seen.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Final, assert_never
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.utils import timezone

from ledger import notify, store
from players import queries as players
from players.friends.models import Presence
from players.friends.shunning import blocked_between
from players.models import Player
from web.errors import BadRequest, Conflict, NotFound
from web.limits import Limit

from .. import telling
from ..models import Table
from ..tables import services as tables
from ..tables.commands import OpenTable
from ..tables.events import TableFold
from . import challenge_terms as c
from .apart import cannot_be_rated
from .busy import playing_live
from .models import ACCEPTED, DECLINED, EXPIRED, OPEN, WITHDRAWN, Challenge

LIVE_LASTS: Final = timedelta(minutes=30)
LASTS: Final = timedelta(days=3)
"""So long an offer waits for its answer: of a live match, and of any other."""
HERE: Final = timedelta(minutes=4)
"""Whoever has had no page open for so long is not taken to a live match."""
MAX_OPEN, MAX_WAITING = 10, 30
"""Challenges of one person, and those that wait for one person's answer."""
MAX_OFFERS: Final = 12
KEPT: Final = timedelta(days=7)
CHALLENGES = Limit("challenges of a player", 40, 3600)
SAME_CHALLENGED = Limit("challenges of the same player", 6, 24 * 3600)


def challenge(command: c.ChallengePlayer, *, by: UUID, now: datetime | None = None) -> Challenge:
    """Ask somebody for a match. Raises BadRequest, Conflict, UnknownGame, BadSetup, TooMany."""
    at = now or timezone.now()
    ruleset = c.check(command.game, command.ruleset, command.seats, command.control)
    _check_pair(by, command.player, at, rated=command.rated)
    opened = Challenge.objects.filter(status=OPEN, expires_at__gt=at)
    if opened.filter(challenger=by).count() >= MAX_OPEN:
        raise Conflict("too_many_challenges", most=MAX_OPEN)
    if opened.filter(turn=command.player).count() >= MAX_WAITING:
        raise Conflict("asked_by_many", most=MAX_WAITING)
    expire(at)
    if opened.filter(_between(by, command.player)).exists():
        raise Conflict("challenged_already")
    CHALLENGES.take(str(by))
    SAME_CHALLENGED.take(str(by), str(command.player))
    try:
        with transaction.atomic():
            row = Challenge.objects.create(
                id=store.new_stream(),
                challenger=by,
                challenged=command.player,
                turn=command.player,
                game=command.game,
                ruleset=ruleset,
                seats=command.seats,
                control=command.control,
                rated=command.rated,
                made_at=at,
                expires_at=_until(command.control, at),
            )
            telling.challenged(row)
            return row
    except IntegrityError:  # the other has just asked
        raise Conflict("challenged_already") from None


def change(challenge_id: UUID, command: c.ChallengeCommand, *, by: UUID, now: datetime | None = None) -> Challenge:
    """Answer a challenge. Raises NotFound (also for everybody but its two parties), Conflict, BadRequest."""
    at = now or timezone.now()
    row = of_party(challenge_id, by)
    if row.status != OPEN or row.expires_at <= at:
        raise Conflict("challenge_over")
    match command:
        case c.DeclineChallenge():
            done = _update(row, status=DECLINED if row.turn == by else WITHDRAWN)
        case c.CounterOffer():
            _check_turn(row, by, command.offer)
            done = _counter(row, command, by, at)
        case c.AcceptChallenge():
            _check_turn(row, by, command.offer)
            _accept(row, by, at)
            done = True
        case _:
            assert_never(command)
    if not done:
        raise Conflict("challenge_changed")
    row.refresh_from_db()
    return row


def of_party(challenge_id: UUID, player: UUID | None) -> Challenge:
    """Raises NotFound for everybody but the two."""
    row = Challenge.objects.filter(Q(challenger=player) | Q(challenged=player), id=challenge_id).first()
    if player is None or row is None:
        raise NotFound("unknown_challenge")
    return row


def other_of(row: Challenge, player: UUID) -> UUID:
    return row.challenged if row.challenger == player else row.challenger


def _check_turn(row: Challenge, by: UUID, offer: int) -> None:
    if row.turn != by:
        raise Conflict("not_your_answer")
    if row.offers != offer:
        raise Conflict("challenge_changed")


def _check_pair(by: UUID, other: UUID, at: datetime, *, rated: bool) -> None:
    if by == other:
        raise BadRequest("not_oneself", field="player")
    there = Player.objects.filter(id=other, is_active=True, erased_at=None, written_in=None, merged_into=None)
    if not there.exists() or blocked_between(by, other):
        raise Conflict("cannot_be_challenged")
    if rated and players.guests([by, other]):
        raise Conflict("rated_needs_account")
    if rated and cannot_be_rated(by, other, at):
        raise Conflict("played_enough_rated")


def _counter(row: Challenge, command: c.CounterOffer, by: UUID, at: datetime) -> bool:
    if row.offers >= MAX_OFFERS:
        raise Conflict("too_many_offers", most=MAX_OFFERS)
    c.check(row.game, row.ruleset, command.seats, command.control)
    other = other_of(row, by)
    _check_pair(by, other, at, rated=command.rated)
    terms = {"seats": command.seats, "control": command.control, "rated": command.rated}
    return _update(row, turn=other, offers=row.offers + 1, expires_at=_until(command.control, at), **terms)


def _accept(row: Challenge, by: UUID, at: datetime) -> None:
    other = other_of(row, by)
    _check_pair(by, other, at, rated=row.rated)
    if c.is_live(row.control):
        if by in (busy := playing_live([by, other])):
            raise Conflict("plays_live_now")
        if other in busy or not Presence.objects.filter(player=other, seen_at__gt=at - HERE).exists():
            raise Conflict("challenger_away")
    is_open = row.rated or row.seats > 2
    command = _table(row, Table.Access.ANYONE if is_open else Table.Access.LINK)
    tables.open_table(command, by=row.challenger, also=_claim(row))


def _table(row: Challenge, access: Table.Access) -> OpenTable:
    """Seats are drawn by lot: the last bits of the challenge's id are random."""
    people = (row.challenger, row.challenged)
    return OpenTable(
        game=row.game,
        ruleset=row.ruleset,
        seats=row.seats,
        access=access,
        host_seat=None,
        seated=people if row.id.int & 1 else people[::-1],
        rated=row.rated,
        time=c.time_of(row.control, rated=row.rated),
        speed=c.speed_of(row.control),
    )


def _claim(row: Challenge) -> Callable[[TableFold], None]:
    """Marks it as accepted in the table's own transaction. Raises Conflict if it has been answered meanwhile."""

    def claim(table: TableFold) -> None:
        if not _update(row, status=ACCEPTED, table=table.id, match=table.match):
            raise Conflict("challenge_changed")

    return claim


def _update(row: Challenge, **changes: object) -> bool:
    """Whether it still stood as ``row`` says."""
    still = Challenge.objects.filter(id=row.id, status=OPEN, offers=row.offers, turn=row.turn)
    with transaction.atomic():
        if not still.update(version=F("version") + 1, **changes):
            return False
        telling.challenge_moved(Challenge.objects.get(id=row.id))
    transaction.on_commit(partial(notify.tell, row.id, row.version + 1), robust=True)
    return True


def part(by: UUID, other: UUID) -> None:
    """One of the two has blocked the other: no challenge between them waits for an answer."""
    for row in Challenge.objects.filter(_between(by, other), status=OPEN):
        _update(row, status=WITHDRAWN)


def _until(control: str, at: datetime) -> datetime:
    return at + (LIVE_LASTS if c.is_live(control) else LASTS)


def _between(one: UUID, other: UUID) -> Q:
    return Q(challenger=one, challenged=other) | Q(challenger=other, challenged=one)


def expire(now: datetime | None = None) -> None:
    """Every second, and before somebody is asked: offers whose time is over."""
    for row in Challenge.objects.filter(status=OPEN, expires_at__lte=now or timezone.now()):
        _update(row, status=EXPIRED)


def forget_old(now: datetime | None = None) -> None:
    """Now and then: challenges that were answered, or have expired, days ago."""
    Challenge.objects.filter(expires_at__lt=(now or timezone.now()) - KEPT).delete()


def forget(player: UUID) -> None:
    """Somebody has erased their account, or it has become another."""
    Challenge.objects.filter(Q(challenger=player) | Q(challenged=player)).delete()
