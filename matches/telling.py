"""What players of tables and matches are told while they have no page open (docs/notices.md): challenges, invitations,
turns by correspondence. Each is written in the transaction of what it tells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from players import queries as players
from players.notices import messages
from players.notices.digest import Line
from players.notices.telling import take_back, tell

from .models import Match, Seat
from .names import game_title
from .seeking.models import OPEN, Challenge
from .tables.events import TableFold
from .tables.turns import turns

# --- challenges and invitations -----------------------------------------------------------------------------


def challenged(row: Challenge) -> None:
    """A challenge, or another offer in answer to one, waits for ``row.turn``."""
    by = row.challenger if row.turn == row.challenged else row.challenged
    tell(
        messages.CHALLENGE,
        to=[row.turn],
        key=f"challenge:{row.id}:{row.offers}",
        path=reverse("matches:challenge", args=[row.id]),
        about={"who": players.names([by]).get(by, ""), "game": game_title(row.game)},
        by=by,
    )


def challenge_moved(row: Challenge) -> None:
    """It was answered, or its time is over; another offer is told to the other."""
    take_back(f"challenge:{row.id}:")
    if row.status == OPEN:
        challenged(row)


def invited(table: TableFold) -> None:
    """Whoever is named may sit down at a new table."""
    host = table.host
    if host is None or not table.invited:
        return
    tell(
        messages.INVITED_TO_TABLE,
        to=table.invited,
        key=f"table:{table.id}",
        path=reverse("matches:table", args=[table.id]),
        about={"who": players.names([host]).get(host, ""), "game": game_title(table.game)},
        by=host,
    )


# --- turns by correspondence --------------------------------------------------------------------------------


def moved(row: Match, seats: Sequence[Seat], awaited_before: int, *, is_live: bool) -> None:
    """Call it once the row says whom it waits for now: whoever is newly awaited is told, whoever no longer is, not."""
    if is_live:
        return
    waiting = 0 if row.ended_at is not None else row.awaited & ~row.automatic
    people = {seat.number: seat.player for seat in seats if seat.player is not None}
    for number in people:
        if awaited_before >> number & 1 and not waiting >> number & 1:
            take_back(f"turn:{row.id}:{number}:")
    newly = [number for number in people if (waiting & ~awaited_before) >> number & 1]
    if not newly:
        return
    called = players.names(people.values())
    for number in newly:
        others = [called.get(player, "") for other, player in sorted(people.items()) if other != number]
        tell(
            messages.YOUR_TURN,
            to=[people[number]],
            key=f"turn:{row.id}:{number}:{row.version}",
            path=reverse("matches:match", args=[row.id]),
            about={"game": game_title(row.game), "opponents": ", ".join(others) or _("bots")},
        )


# --- the week -----------------------------------------------------------------------------------------------

MAX_TURNS = 5


def digest_lines(player: UUID, now: datetime) -> Iterable[Line]:
    """Matches that wait for somebody (hook ``digest_lines``)."""
    waiting = turns(player, now).waiting[:MAX_TURNS]
    games = dict(Match.objects.filter(id__in=waiting).values_list("id", "game"))
    for match in waiting:
        text = _("Your turn: %(game)s") % {"game": game_title(games.get(match, ""))}
        yield Line(text, reverse("matches:match", args=[match]))
