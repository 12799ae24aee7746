"""The rows of the ratings: written in the transaction that appends, and by the same functions in a rebuild."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from itertools import chain, groupby, islice
from types import MappingProxyType
from typing import NamedTuple, assert_never
from uuid import UUID

from ledger import bulk
from ledger.events import Json

from .events import (
    FIDE,
    KINDS,
    GameAnnulled,
    GameCorrected,
    GameRated,
    GamesTakenOver,
    ImportUndone,
    LadderKey,
    LadderRuled,
    Measure,
    PeriodClosed,
    RatingEvent,
    RatingsDecayed,
    RatingsImported,
    SeasonBegun,
)
from .models import Adjustment, Correction, Ladder, RatedGame, Rating, RatingChange
from .one_game import SEAT_BITS, Line, Standing, play
from .periods import PeriodRow, months_back, waiting_lines
from .replaying import start_of
from .rerating import COLUMNS, Changed, replay, rerate, store_ends, takeovers, without
from .rerating import store as store_lines

GAME_COLUMNS = ("id", "game", "ladder_id", "number", "played_at", "annulled", "suspended", "source")
AHEAD = 2
"""Lines for each game that are made while the database takes the games in; the others while it takes in lines."""
Rate = Callable[[int, Sequence[Standing], Sequence[int]], list[Line]]
"""A game by its key, who sat there and the places: its lines, and the players are moved."""
NOTHING: Mapping[int, PeriodRow] = MappingProxyType({})


class Fact(NamedTuple):
    """An event of a ladder, with its stream, the server's clock, whose doing it is, and how it is stored: an older
    version may have left out fields that have a default."""

    stream: UUID
    at: datetime
    event: RatingEvent
    actor: str
    payload: Json


def ladder_of(key: LadderKey, *, lock: bool = False) -> Ladder:
    """The ladder's row; with ``lock`` nobody else can add to the ladder until the transaction ends."""
    ladder, _ = Ladder.objects.get_or_create(game=key.game, ruleset=key.ruleset, speed=key.speed, mode=key.mode)
    return Ladder.objects.select_for_update().get(pk=ladder.pk) if lock else ladder


def take(ladder: Ladder, facts: Sequence[Fact]) -> None:
    """Write what follows from the next facts of this ladder, in order."""
    for number, fact in enumerate(facts, ladder.facts + 1):
        if fact.event.number != number:
            raise ValueError(f"{ladder}: fact {fact.event.number} came where {number} is due")
    for rated, run in groupby(facts, lambda fact: type(fact.event) is GameRated):
        if rated:
            _rate(ladder, list(run))
        else:
            for fact in run:
                _other(ladder, fact)
    ladder.facts += len(facts)
    ladder.save(update_fields=["facts", "rules", "month"])


def _other(ladder: Ladder, fact: Fact) -> None:
    event = fact.event
    match event:
        case GameCorrected() | GameAnnulled():
            _correct(ladder, fact, event)
        case LadderRuled():
            ladder.rules, ladder.month = asdict(event.rules), event.month
        case RatingsImported() | SeasonBegun() | RatingsDecayed() | PeriodClosed():
            _measure(ladder, fact, event)
        case ImportUndone():
            _undo(ladder, fact, event)
        case GamesTakenOver():
            _take_over(ladder, fact, event)
        case GameRated():
            raise AssertionError("games are rated many at once")
        case _:
            assert_never(event)


def ratings_of(ladder: Ladder, whos: Iterable[str], *, create: bool = True) -> dict[str, Rating]:
    """Rating rows by player. New players begin as everybody does; without ``create`` they get a row that is not
    stored."""
    wanted = list(dict.fromkeys(whos))
    found = _found(ladder, wanted)
    missing = [who for who in wanted if who not in found]
    start = start_of(ladder.mode)
    if not create:
        new = {who: Rating(pk=-number, ladder=ladder, who=who, value=start) for number, who in enumerate(missing, 1)}
        return found | new
    if missing:
        Rating.objects.bulk_create([Rating(ladder=ladder, who=who, value=start) for who in missing])
        found |= _found(ladder, missing)
    return found


def _found(ladder: Ladder, whos: Sequence[str]) -> dict[str, Rating]:
    return {row.who: row for row in Rating.objects.filter(ladder=ladder, who__in=whos)}


def _standings(ladder: Ladder, whos: Iterable[str]) -> dict[str, Standing]:
    """Standings of these players, new or not; without model objects for rows, since a rebuild asks again and again."""
    wanted = list(dict.fromkeys(whos))
    rows = Rating.objects.filter(ladder=ladder, who__in=wanted).values_list("who", "id", "value", "games", "line")
    found = {who: Standing(key, value, games, line) for who, key, value, games, line in rows}
    if missing := [who for who in wanted if who not in found]:
        found |= {who: Standing(row.pk, row.value, row.games) for who, row in ratings_of(ladder, missing).items()}
    return found


def _rate(ladder: Ladder, facts: Sequence[Fact]) -> None:
    """Rate consecutive games."""
    events = [fact.event for fact in facts if isinstance(fact.event, GameRated)]
    standings = _standings(ladder, chain.from_iterable([event.seats for event in events]))
    first, of = ladder.key(events[0].number), ladder.pk
    games = [
        (key, fact.stream.hex, of, event.number, bulk.moment(event.played_at), False, False, event.source)
        for key, fact, event in zip(range(first, first + len(facts)), facts, events, strict=True)
    ]
    lines = _lines_of(first, events, standings, waiting_lines if ladder.mode == FIDE else play)
    ahead: list[Line] = []
    bulk.insert(RatedGame, GAME_COLUMNS, games, meanwhile=lambda: ahead.extend(islice(lines, AHEAD * len(games))))
    bulk.insert(RatingChange, (*COLUMNS, "previous"), chain(ahead, lines))  # which moves the standings
    moved = [(now, now.last or 0) for now in standings.values()]
    rows_now = [(now.value, now.games, ladder.number(last >> SEAT_BITS), last, now.rating) for now, last in moved]
    bulk.update(Rating, ("value", "games", "last", "line"), rows_now)


def _lines_of(first: int, events: Sequence[GameRated], standings: Mapping[str, Standing], rate: Rate) -> Iterator[Line]:
    """Rate consecutive games when their lines are asked for; ``first`` is the key of the first one."""
    for key, event in enumerate(events, first):
        yield from rate(key, [standings[who] for who in event.seats], event.places)


def _correct(ladder: Ladder, fact: Fact, event: GameCorrected | GameAnnulled) -> None:
    annulled = isinstance(event, GameAnnulled)
    seats, places = ((), ()) if isinstance(event, GameAnnulled) else (event.seats, event.places)
    rows = ratings_of(ladder, seats)
    rated = RatedGame.objects.get(game=event.game)
    done = rerate(ladder, [Changed(rated.pk, [rows[who] for who in seats], places, rated.source)])
    store_lines(ladder, done)
    rated.annulled, rated.corrected_by = annulled, event.number
    rated.suspended = isinstance(event, GameAnnulled) and event.suspended
    rated.save(update_fields=["annulled", "suspended", "corrected_by"])
    correction = _row(ladder, fact)
    correction.rated, correction.annulled, correction.reason = rated, annulled, event.reason
    _publish(ladder, correction, done.standings)


def _measure(ladder: Ladder, fact: Fact, event: Measure) -> None:
    correction = _row(ladder, fact)
    if isinstance(event, RatingsImported):
        correction.reason = event.reason
        ratings_of(ladder, [entry.who for entry in event.entries])
    else:
        ladder.month = months_back(event.month, -1) if isinstance(event, PeriodClosed) else event.month
    done = replay(ladder)
    done.measure(correction.pk, event)
    _publish(ladder, correction, done.standings, {row.rating: row for row in done.periods.get(correction.pk, ())})
    store_ends(done.ends)


def _undo(ladder: Ladder, fact: Fact, event: ImportUndone) -> None:
    imported = Correction.objects.get(pk=ladder.key(event.imported))
    done = without(ladder, imported)
    store_lines(ladder, done)
    imported.undone = True
    imported.save(update_fields=["undone"])
    correction = _row(ladder, fact)
    correction.reason = event.reason
    _publish(ladder, correction, done.standings)


def _take_over(ladder: Ladder, fact: Fact, event: GamesTakenOver) -> None:
    rows = ratings_of(ladder, (event.origin, event.target))
    changes = takeovers(ladder, event.games, rows[event.origin], rows[event.target])
    done = rerate(ladder, changes)
    store_lines(ladder, done)
    RatedGame.objects.filter(id__in=[change.key for change in changes]).update(corrected_by=event.number)
    _publish(ladder, _row(ladder, fact), done.standings)


def _row(ladder: Ladder, fact: Fact) -> Correction:
    key, kind = ladder.key(fact.event.number), KINDS.kind(fact.event)
    return Correction(id=key, stream=fact.stream, kind=kind, data=fact.payload, at=fact.at, actor=fact.actor)


def _publish(
    ladder: Ladder,
    correction: Correction,
    standings: Mapping[int, Standing],
    why: Mapping[int, PeriodRow] = NOTHING,
) -> None:
    """The ratings as they are known now, and what that did to each. ``why`` names whom a period has rated: they get a
    line even where it did not move them."""
    correction.save(force_insert=True)
    before = Rating.objects.filter(ladder=ladder).in_bulk(list(standings))
    pairs = [(before[key], now) for key, now in sorted(standings.items())]
    moved = [(row, now) for row, now in pairs if (row.value, row.games) != (now.value, now.games)]
    Adjustment.objects.bulk_create(
        _adjustment(correction, row, now, why.get(row.pk))
        for row, now in pairs
        if row.value != now.value or row.pk in why
    )
    number = ladder.number(correction.pk)
    bulk.update(Rating, ("value", "games", "last"), [(now.value, now.games, number, now.rating) for _, now in moved])


def _adjustment(correction: Correction, row: Rating, now: Standing, why: PeriodRow | None) -> Adjustment:
    made = Adjustment(correction=correction, rating=row, before=row.value, after=now.value)
    if why is not None:
        made.games, made.k, made.expected, made.scored = why.games, why.k, why.expected, why.scored
    return made
