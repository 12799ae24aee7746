"""What somebody may know of who waits: their own, and of the others no more than how many they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated
from urllib.parse import urlencode
from uuid import UUID

from django.utils import timezone

from web.encoding import component
from web.errors import NotFound

from ..clocks.controls import PRESETS, TimeControl
from .models import SEATED, WAITING, Seek
from .rule import BOTS_AFTER
from .services import of, reach
from .terms import Pool


@component("Seek")
@dataclass(frozen=True, slots=True)
class SeekShown:
    """Somebody's own place in a queue."""

    id: UUID
    game: str
    ruleset: str
    seats: int
    control: Annotated[str, "The name of the time control."]
    live: Annotated[bool, "Whether it lasts only while you are there."]
    status: Annotated[str, "`waiting`, `seated`, `left` or `dropped` (you were no longer there)."]
    since: datetime
    range: Annotated[int, "How far another's rating may be from yours by now; 0: anybody."]
    others: Annotated[int, "How many others waited there when that was last looked at."]
    bots: Annotated[bool, "Whether bots may fill the table."]
    table: UUID | None
    match: Annotated[UUID | None, "There once you are seated."]
    version: int

    @property
    def time(self) -> TimeControl:
        return PRESETS[self.control]

    @property
    def asked(self) -> str:
        return _asked(self)

    @property
    def is_waiting(self) -> bool:
        return self.status == WAITING

    @property
    def is_seated(self) -> bool:
        return self.status == SEATED

    @property
    def bots_after(self) -> int:
        return BOTS_AFTER if self.bots else 0


@component("Queue")
@dataclass(frozen=True, slots=True)
class QueueShown:
    """Terms on which somebody waits now."""

    game: str
    ruleset: str
    seats: int
    control: str
    waiting: Annotated[int, "How many people wait."]

    @property
    def asked(self) -> str:
        return _asked(self)

    @property
    def time(self) -> TimeControl:
        return PRESETS[self.control]


def _asked(terms: SeekShown | QueueShown) -> str:
    """What fills in the form with these terms, as in an address."""
    rules = f"{terms.game}/{terms.ruleset}"
    return urlencode({"rules": rules, "seats": terms.seats, "control": terms.control})


def seek(seek_id: UUID, *, player: UUID | None, now: datetime | None = None) -> SeekShown:
    """Raises NotFound for everybody but the one who waits there."""
    row = Seek.objects.filter(id=seek_id, player=player).first() if player else None
    if row is None:
        raise NotFound("unknown_seek")
    return shown(row, now or timezone.now())


def shown(row: Seek, now: datetime) -> SeekShown:
    others = row.others
    if row.status == WAITING and not row.told:
        others = Seek.objects.filter(status=WAITING, **of(row)._asdict()).count() - 1
    return SeekShown(
        id=row.id,
        game=row.game,
        ruleset=row.ruleset,
        seats=row.seats,
        control=row.control,
        live=row.live,
        status=row.status,
        since=row.since,
        range=row.range if row.told else reach(row, now),
        others=max(others, 0),
        bots=row.bots,
        table=row.table,
        match=row.match,
        version=row.version,
    )


def mine(player: UUID, now: datetime | None = None) -> list[SeekShown]:
    """Where somebody waits, the live queue first."""
    rows = Seek.objects.filter(player=player, status=WAITING).order_by("-live", "since")
    return [shown(row, now or timezone.now()) for row in rows]


def queues() -> Sequence[QueueShown]:
    """Where anybody waits, most people first."""
    rows = Seek.objects.filter(status=WAITING).values_list("game", "ruleset", "seats", "control")
    found = Counter(Pool(*row) for row in rows)
    return [
        QueueShown(*pool, waiting=count) for pool, count in sorted(found.items(), key=lambda one: (-one[1], one[0]))
    ]
