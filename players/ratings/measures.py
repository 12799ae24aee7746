"""What moves ratings and is no game: a ladder's rules, ratings from elsewhere, the calendar. Each locks its ladder
until the transaction ends, and either does the whole, or raises ``Refused`` and has changed nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from uuid import UUID

from django.db import transaction

from web.errors import BadRequest, Conflict, NotFound

from .appending import Rated, append, decided, key_of
from .calendar import advance, month_at
from .events import (
    FIDE,
    MODES,
    Imported,
    ImportUndone,
    LadderKey,
    LadderRuled,
    RatingsImported,
    Rules,
    ladder_stream,
)
from .fide import FLOOR
from .models import Correction, Ladder
from .outcome import player_of
from .readmodels import ladder_of
from .services import check_known, check_reason, said

POINTS = {FIDE: (FLOOR, 4000)}
CLUB_POINTS = (100, 4000)
GAMES = (0, 100_000)
YEARS = (1900, 2200)
MOST_ENTRIES = 5000
LIMITS = {"season": (0, 12), "keep": (0, 100), "idle": (0, 120), "decay": (0, 500)}
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def rule(*, ladder: LadderKey, rules: Rules, now: datetime, actor: str) -> Rated:
    """These rules hold on the ladder from now on. In FIDE mode this opens it: seasons and decay are not for it.

    Raises Refused (unknown_mode, bad_number, bad_rules, same_rules).
    """
    check_mode(ladder)
    check_rules(ladder, rules)
    with transaction.atomic():
        row = ladder_of(ladder, lock=True)
        advance(row, now)
        month = month_at(now) if ladder.mode == FIDE or rules.season or rules.decay else ""
        if (row.rules or asdict(Rules())) == asdict(rules) and (row.month != "") == (month != ""):
            raise Conflict("same_rules", ladder=said(ladder))
        event = LadderRuled(ladder, row.facts + 1, rules, month)
        return Rated(append(row, ladder_stream(ladder, event.number), event, None, actor))


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


def import_ratings(
    *,
    ladder: LadderKey,
    entries: Sequence[Imported],
    now: datetime,
    actor: str,
    decision_id: UUID,
    reason: str = "",
) -> Rated:
    """These stand so from now on. Sent twice with one ``decision_id``, it counts once.

    Raises Refused (unknown_mode, ladder_not_open, nothing_to_import, too_many_entries, player_twice, those of
    ``check_entry``).
    """
    check_mode(ladder)
    check_reason(reason)
    if not entries:
        raise BadRequest("nothing_to_import")
    if len(entries) > MOST_ENTRIES:
        raise BadRequest("too_many_entries", most=MOST_ENTRIES)
    for number, entry in enumerate(entries):
        check_entry(ladder, entry)
        if any(entry.who == other.who for other in entries[:number]):
            raise BadRequest("player_twice", who=entry.who)
    with transaction.atomic():
        row = ladder_of(ladder, lock=True)

        def decide() -> RatingsImported:
            if ladder.mode == FIDE and not row.month:
                raise Conflict("ladder_not_open", ladder=said(ladder))
            advance(row, now)
            return RatingsImported(ladder, row.facts + 1, tuple(entries), reason)

        return decided(row, decision_id, decide, decision_id, actor)


def undo_import(*, ladder: LadderKey, number: int, actor: str, decision_id: UUID, reason: str = "") -> Rated:
    """As if that import had never been: everything after it is rated anew. Raises Refused (unknown_import)."""
    check_reason(reason)
    with transaction.atomic():
        row = ladder_of(ladder, lock=True)

        def decide() -> ImportUndone:
            import_of(row, number)
            return ImportUndone(ladder, row.facts + 1, number, reason)

        return decided(row, decision_id, decide, decision_id, actor)


def import_of(row: Ladder, number: int) -> Correction:
    """Raises Refused (unknown_import)."""
    found = Correction.objects.filter(pk=row.key(number), kind="ratings_imported", undone=False).first()
    if found is None:
        raise NotFound("unknown_import", number=number, ladder=said(key_of(row)))
    return found


def follow_calendar(now: datetime) -> int:
    """Whatever is due on any ladder; how many facts that were."""
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
