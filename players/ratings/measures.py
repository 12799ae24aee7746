"""What moves ratings besides games: a ladder's rules, ratings from elsewhere, the calendar. Each locks its ladder
until the transaction ends, and either does everything, or raises ``Refused`` and changes nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import assert_never
from uuid import UUID

from django.db import transaction

from web.errors import BadRequest

from . import commands as c
from .appending import Rated, decided
from .calendar import advance, month_at
from .commands import OfLadder
from .decide import decide
from .events import FIDE, MODES, Imported, LadderKey, RatingEvent, Rules, ladder_stream
from .fide import FLOOR
from .models import NUMBER_BITS, Correction, Ladder
from .outcome import player_of
from .readmodels import ladder_of
from .services import check_known, check_reason

POINTS = {FIDE: (FLOOR, 4000)}
CLUB_POINTS = (100, 4000)
GAMES = (0, 100_000)
YEARS = (1900, 2200)
MAX_ENTRIES = 5000
LIMITS = {"season": (0, 12), "keep": (0, 100), "idle": (0, 120), "decay": (0, 500)}
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def change(command: OfLadder, *, actor: str, now: datetime, decision_id: UUID | None = None) -> Rated:
    """Change a ladder as somebody asks. Sent twice with one ``decision_id``, it counts once. Raises Refused (those of
    ``decide``; unknown_mode, bad_number, bad_rules, bad_reason, nothing_to_import, too_many_entries, player_twice,
    those of ``check_entry``)."""
    check(command)
    with transaction.atomic():
        row = ladder_of(command.ladder, lock=True)

        def decided_on() -> RatingEvent:
            if not isinstance(command, c.UndoImport):
                advance(row, now)
            return decide(row, command, month=month_at(now), imports=_imports(row))

        stream = decision_id or ladder_stream(command.ladder, row.facts + 1)
        return decided(row, stream, decided_on, decision_id, actor)


def check(command: OfLadder) -> None:
    """Check a measure regardless of what is on the ladder. Raises Refused."""
    match command:
        case c.SetRules(ladder, rules):
            check_mode(ladder)
            check_rules(ladder, rules)
        case c.ImportRatings(ladder, entries, reason):
            check_mode(ladder)
            check_reason(reason)
            _check_entries(ladder, entries)
        case c.UndoImport(reason=reason):
            check_reason(reason)
        case _:
            assert_never(command)


def _imports(row: Ladder) -> set[int]:
    """The numbers of the imports in force."""
    rows = Correction.objects.filter(id__gte=row.key(0), id__lt=row.pk + 1 << NUMBER_BITS)
    return {row.number(key) for key in rows.filter(kind="ratings_imported", undone=False).values_list("pk", flat=True)}


def check_mode(ladder: LadderKey) -> None:
    """Raises Refused (unknown_mode)."""
    if ladder.mode not in MODES:
        raise BadRequest("unknown_mode", mode=ladder.mode, known=", ".join(MODES))


def check_rules(ladder: LadderKey, rules: Rules) -> None:
    """Raises Refused (bad_number, bad_rules)."""
    for name, value in asdict(rules).items():
        _whole(name, value, LIMITS[name])
    if ladder.mode == FIDE and rules != Rules():
        raise BadRequest("bad_rules", why="fide")
    if rules.season and 12 % rules.season:
        raise BadRequest("bad_rules", why="season", season=rules.season)
    if bool(rules.idle) != bool(rules.decay):
        raise BadRequest("bad_rules", why="decay")


def check_entry(ladder: LadderKey, entry: Imported) -> None:
    """Raises Refused (not_a_player, unknown_player, bad_number, bad_day)."""
    player_of(entry.who)
    check_known([entry.who])
    _whole("rating", entry.rating, POINTS.get(ladder.mode, CLUB_POINTS))
    _whole("games", entry.games, GAMES)
    if entry.on:
        _day(entry.on)
    if entry.highest:
        _whole("highest", entry.highest, (entry.rating, 4000))
    if entry.young_until:
        _whole("young_until", entry.young_until, YEARS)


def _check_entries(ladder: LadderKey, entries: Sequence[Imported]) -> None:
    if not entries:
        raise BadRequest("nothing_to_import")
    if len(entries) > MAX_ENTRIES:
        raise BadRequest("too_many_entries", most=MAX_ENTRIES)
    whos = set[str]()
    for entry in entries:
        check_entry(ladder, entry)
        if entry.who in whos:
            raise BadRequest("player_twice", who=entry.who)
        whos.add(entry.who)


def follow_calendar(now: datetime) -> int:
    """Apply whatever is due on any ladder; returns the number of facts."""
    due = Ladder.objects.exclude(month="").filter(month__lt=month_at(now)).values_list("pk", flat=True)
    done = 0
    for key in list(due):
        with transaction.atomic():
            done += advance(Ladder.objects.select_for_update().get(pk=key), now)
    return done


def _whole(name: str, value: object, within: tuple[int, int]) -> None:
    if type(value) is not int or not within[0] <= value <= within[1]:
        raise BadRequest("bad_number", field=name, least=within[0], most=within[1], value=str(value)[:100])


def _day(text: str) -> None:
    try:
        assert DAY.fullmatch(text)
        datetime.strptime(text, "%Y-%m-%d")  # noqa: DTZ007
    except (AssertionError, ValueError):
        raise BadRequest("bad_day", value=text[:100]) from None
