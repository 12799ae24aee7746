"""All queries about ratings. Values are thousandths of a point; ``elo.shown`` rounds them to whole points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Annotated
from uuid import UUID

from django.db import connection
from django.db.models import Q, QuerySet

from web.encoding import UNSHOWN, Named, ShownAs, component
from web.errors import NotFound

from ..models import Player
from . import chances, elo, fide
from .appending import key_of
from .decide import said
from .elo import shown
from .events import FIDE, LadderKey
from .models import NUMBER_BITS, Adjustment, Correction, Ladder, RatedGame, Rating, RatingChange, RevisedChange
from .naming import names
from .one_game import Line
from .outcome import BOT, check_seats, player_of
from .readmodels import ratings_of
from .rerating import Changed, event_of, known_lines, published_lines, replay, rerate
from .services import version_of
from .uncertainty import deviation

MAX_RUNGS = 500
IN_POINTS = ShownAs(float, lambda value: float(value) / 1000)
IN_GAMES = ShownAs(float, lambda value: value / 1_000_000)
ALL = 2**31


@dataclass(frozen=True, slots=True)
class Rung:
    """A row of a ladder. ``rank`` counts those who are not provisional, and is None for the others."""

    rank: Annotated[int | None, "null: a provisional rating."]
    who: Annotated[str, "`player:ID` or `bot:NAME`."]
    is_bot: Annotated[bool, Named("bot")]
    value: Annotated[int, IN_POINTS, Named("rating")]
    games: int
    provisional: bool
    deviation: Annotated[int, "Points by which the rating is usually off; 0 in FIDE mode."]
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OneLadder(LadderKey):
    """A ladder on which something was rated."""

    facts: Annotated[int, "Games, corrections and the rest, so far."]
    rules: Annotated[Mapping[str, int], "`season`, `keep`, `idle`, `decay`; empty: none."]
    month: Annotated[str, "How far the calendar has come: `2026-11`."]


@component("RatingStanding")
@dataclass(frozen=True, slots=True)
class Standing:
    """A listed player's or bot's place on a ladder."""

    ladder: OneLadder
    players: list[Rung]


@dataclass(frozen=True, slots=True)
class Opponent:
    who: str
    value: int
    place: int


@component("Line")
@dataclass(frozen=True, slots=True)
class Change:
    """Why a game moved a player: K times the score less what was expected, shared among the opponents.

    ``expected`` and ``scored`` in millionths: duels with the opponents, or the win where only the winner is known.
    """

    who: str
    place: Annotated[int, "0: only the winner is known."]
    opponents: Annotated[tuple[Opponent, ...], UNSHOWN]
    expected: Annotated[int, IN_GAMES]
    scored: Annotated[int, IN_GAMES]
    k: Annotated[int, "0 in FIDE mode: it is known when the period ends."]
    before: Annotated[int, IN_POINTS]
    after: Annotated[int, IN_POINTS]
    games: Annotated[int, UNSHOWN]


@component("RatedSeat")
@dataclass(frozen=True, slots=True)
class Explained:
    """One seat of a game: as it was published, and as it is known now (None once the game is annulled)."""

    game: Annotated[UUID, UNSHOWN]
    number: Annotated[int, UNSHOWN]
    played_at: Annotated[datetime, UNSHOWN]
    corrected_by: Annotated[int | None, UNSHOWN]
    published: Change
    known: Annotated[Change | None, "null: the game was annulled."]


@component("CorrectionShown")
@dataclass(frozen=True, slots=True)
class Corrected:
    at: datetime
    kind: str
    by: Annotated[str, "`player:ID`, or what did it by itself."]
    reason: str


@component("RatedGame")
@dataclass(frozen=True, slots=True)
class Game:
    """A rated game: why it moved each player, and its corrections."""

    game: UUID
    version: Annotated[int, "It rises with each correction."]
    ladder: LadderKey
    number: int
    played_at: datetime
    annulled: bool
    suspended: Annotated[bool, "Annulled as long as an objection to its result is open."]
    seats: list[Explained]
    corrections: list[Corrected]


@dataclass(frozen=True, slots=True)
class Entry:
    """A line in somebody's history: what a game did (``seat`` is theirs), or a correction of another game, or what
    moved ratings and is no game (``kind``, as in ``models.Correction``; then there is no ``game``).

    ``before`` and ``after`` are as published; ``known`` is the rating after the game as known now, None where the game
    does not count for them any more, or where the line is no game.
    """

    number: int
    game: UUID | None
    seat: int | None
    before: int
    after: int
    known: int | None
    kind: str = ""
    at: datetime | None = None
    """When it was played, or published."""


@component("Move")
@dataclass(frozen=True, slots=True)
class Moved:
    """What a correction does to somebody's rating."""

    who: str
    before: Annotated[int, IN_POINTS]
    after: Annotated[int, IN_POINTS]


def ladder(key: LadderKey, *, bots: bool = True, limit: int = MAX_RUNGS) -> list[Rung]:
    """The best first, the provisional among them without a rank; bots are ranked with everybody."""
    rows = Rating.objects.filter(_of(key), games__gt=0).order_by("-value", "who")
    if not bots:
        rows = rows.exclude(who__startswith=BOT)
    return _ranked(rows[:limit])


def ladders() -> list[OneLadder]:
    """Every ladder on which something was rated, the busiest first."""
    rows = Ladder.objects.filter(facts__gt=0).order_by("-facts", "game", "ruleset", "speed", "mode")
    return [_one(row) for row in rows]


def ladder_named(key: LadderKey) -> Ladder:
    """Raises NotFound."""
    found = Ladder.objects.filter(game=key.game, ruleset=key.ruleset, speed=key.speed, mode=key.mode).first()
    if found is None:
        raise NotFound("ratings.unknown_ladder", ladder=said(key)[:150])
    return found


def _one(row: Ladder) -> OneLadder:
    return OneLadder(**asdict(key_of(row)), facts=row.facts, rules=row.rules, month=row.month)


def standing(row: Ladder) -> Standing:
    """The first places, by name."""
    rungs = listed(row)
    called = names(rung.who for rung in rungs)
    return Standing(_one(row), [replace(rung, name=called[rung.who]) for rung in rungs])


def listed(row: Ladder, *, limit: int = MAX_RUNGS) -> list[Rung]:
    """The same without guests and erased people, who take no rank; in FIDE mode only rated players."""
    rows = Rating.objects.filter(ladder=row).order_by("-value", "who")
    rows = rows.filter(value__gt=0) if row.mode == FIDE else rows.filter(games__gt=0)
    shown = _with_account(one.who for one in rows)
    return _ranked([one for one in rows if one.who in shown][:limit], fide=row.mode == FIDE)


def top(row: Ladder, *, limit: int) -> list[Rung]:
    """The first few listed players, by name: for a page that has no room for a ladder. Those without a rank are
    provisional, or not among the first few times ``limit``."""
    rows = list(Rating.objects.filter(ladder=row, games__gt=0).order_by("-value", "who")[: 8 * limit])
    ids = {player for one in rows if (player := player_of(one.who)) is not None}
    listed = set(Player.objects.filter(id__in=ids, username__isnull=False, erased_at=None).values_list("id", flat=True))
    shown = [one for one in rows if (player := player_of(one.who)) is None or player in listed]
    rungs = [rung for rung in _ranked(shown, fide=row.mode == FIDE) if rung.rank is not None][:limit]
    called = names(rung.who for rung in rungs)
    return [replace(rung, name=called[rung.who]) for rung in rungs]


def _with_account(whos: Iterable[str]) -> set[str]:
    """Without guests and erased people."""
    known = set(Player.objects.filter(username__isnull=False, erased_at__isnull=True).values_list("id", flat=True))
    return {who for who in whos if (player := player_of(who)) is None or player in known}


def _ranked(rows: Iterable[Rating], *, fide: bool = False) -> list[Rung]:
    rungs, rank = [], 0
    for row in rows:
        provisional = row.is_provisional and not fide
        rank += not provisional
        place = None if provisional else rank
        off = 0 if fide else deviation(row.games)
        rungs.append(Rung(place, row.who, row.is_bot, row.value, row.games, provisional, off))
    return rungs


def rating(key: LadderKey, who: str) -> Rung:
    """Somebody's standing, without a rank; the starting rating if they have not played."""
    row = Rating.objects.filter(_of(key), who=who).first() or Rating(who=who)
    return Rung(None, who, row.is_bot, row.value, row.games, row.is_provisional, deviation(row.games))


def ratings(key: LadderKey, whos: Iterable[str]) -> Mapping[str, int]:
    """The ratings of those of ``whos`` who have played."""
    rows = Rating.objects.filter(_of(key), who__in=set(whos), games__gt=0)
    return dict(rows.values_list("who", "value"))


def chances_of(key: LadderKey, seats: Sequence[str]) -> chances.Chances:
    """The chance of each place for each seat, before they play. Raises Refused."""
    check_seats(seats)
    return chances.of_places([rating(key, who).value for who in seats])


def history(key: LadderKey, who: str) -> list[Entry]:
    """Everything that ever moved this player, in the order of publication."""
    row = Rating.objects.filter(_of(key), who=who).first()
    if row is None:
        return []
    entries = [*_played(row), *_adjusted(row)]
    return sorted(entries, key=lambda entry: entry.number)


def explain(game: UUID) -> list[Explained]:
    """Seat by seat. Raises Refused (unknown_game)."""
    rated = _rated(game)
    mode = rated.ladder.mode
    then = _changes(published_lines(rated), mode)
    now: Sequence[Change | None] = _changes(known_lines(rated), mode) or [None] * len(then)
    place = (rated.game, rated.number, rated.played_at, rated.corrected_by)
    return [Explained(*place, one, two) for one, two in zip(then, now, strict=True)]


def game(rated: RatedGame) -> Game:
    """A game as known now, with all its corrections."""
    made = Correction.objects.filter(rated=rated).order_by("id")
    return Game(
        rated.game,
        version_of(rated),
        key_of(rated.ladder),
        rated.number,
        rated.played_at,
        rated.annulled,
        rated.suspended,
        explain(rated.game),
        [Corrected(one.at, one.kind, one.actor, one.reason) for one in made],
    )


@dataclass(frozen=True, slots=True)
class Told:
    """What would be recorded of a game: who played it and their places; nobody, if it were annulled. A game that is not
    rated yet is ``new``, where it would be rated."""

    game: UUID
    seats: Sequence[str] = ()
    places: Sequence[int] = ()


def preview_of(row: Ladder, changes: Sequence[Told], new: Sequence[Told] = ()) -> list[Moved]:
    """What several changes would do together: corrections and annulments, and games that would be rated after them.

    Places are as they are stored. The largest change first; on a ladder in FIDE mode nothing moves for new games.
    """
    found = ratings_of(row, [who for one in (*changes, *new) for who in one.seats], create=False)
    keys = dict(RatedGame.objects.filter(game__in=[one.game for one in changes]).values_list("game", "id"))
    changed = [Changed(keys[one.game], [found[who] for who in one.seats], one.places) for one in changes]
    behind = row.facts + len(changes)
    changed += [
        Changed(row.key(behind + count), [found[who] for who in one.seats], one.places)
        for count, one in enumerate(new, 1)
    ]
    if not changed:
        return []
    done = rerate(row, changed)
    rows = Rating.objects.in_bulk(list(done.standings)) | {rating.pk: rating for rating in found.values()}
    moved = [Moved(rows[key].who, rows[key].value, now.value) for key, now in done.standings.items()]
    moved = [move for move in moved if move.before != move.after]
    return sorted(moved, key=lambda move: (-abs(move.after - move.before), move.who))


# --- rating periods ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PeriodLine:
    """What a rating period did to somebody: K times the score less what was expected. ``expected`` and ``scored`` in
    hundredths of a game; ``k`` 0 and ``before`` 0 where there was no rating yet."""

    who: str
    before: int
    after: int
    games: int
    k: int
    expected: int
    scored: int


@component("ListedRow")
@dataclass(frozen=True, slots=True)
class Listed:
    """A row of a rating list as it was published; ``known`` is the same as known now. ``games`` and ``change`` are
    those of the period."""

    rank: int
    who: str
    value: Annotated[int, IN_POINTS, Named("rating"), "As published; 0: unrated."]
    known: Annotated[int, IN_POINTS, "As known now."]
    games: Annotated[int, "Of the period."]
    change: Annotated[int, IN_POINTS]
    name: str = ""


@component("RatingListShown")
@dataclass(frozen=True, slots=True)
class RatingList:
    """The list of a rating period."""

    ladder: OneLadder
    periods: Annotated[list[str], "The latest first."]
    month: str
    players: list[Listed]


def named_list(row: Ladder, month: str | None = None) -> RatingList:
    """The list of a month, by default the latest, with names. Raises Refused (unknown_period)."""
    months = periods(row)
    month = month if month is not None else months[0] if months else ""
    players = rating_list(row, month) if month else []
    called = names(one.who for one in players)
    return RatingList(_one(row), months, month, [replace(one, name=called[one.who]) for one in players])


def periods(row: Ladder) -> list[str]:
    """The months rated on this ladder, the latest first."""
    return [correction.data["month"] for correction in _closings(row).order_by("-id")]


def period(row: Ladder, month: str) -> tuple[list[PeriodLine], list[PeriodLine]]:
    """What this period did: as published, and as known now. Raises Refused (unknown_period)."""
    closing = _closing(row, month)
    published = Adjustment.objects.filter(correction=closing).select_related("rating").order_by("rating__who")
    then = [
        PeriodLine(
            *(one.rating.who, one.before, one.after),
            *(one.games or 0, one.k or 0, one.expected or 0, one.scored or 0),
        )
        for one in published
    ]
    done = replay(row, upto=row.number(closing.pk) - 1)
    done.measure(closing.pk, event_of(closing))
    rated = done.periods[closing.pk]
    whos = dict(Rating.objects.filter(id__in=[one.rating for one in rated]).values_list("id", "who"))
    now = [PeriodLine(whos[one.rating], *one[1:]) for one in rated]
    return then, sorted(now, key=lambda line: line.who)


def rating_list(row: Ladder, month: str) -> list[Listed]:
    """The list that was published at the end of this month, the best first: everybody with an account, and bots, who
    were rated then, or are as known now. Raises Refused (unknown_period)."""
    closing = _closing(row, month)
    done = Adjustment.objects.filter(correction__gte=row.key(0), correction__lte=closing.pk).order_by("correction_id")
    values = dict(done.values_list("rating__who", "after"))
    of_period = {one.rating.who: one for one in done.filter(correction=closing).select_related("rating")}
    whos = dict(Rating.objects.filter(ladder=row).values_list("id", "who"))
    known = {whos[key]: now.value for key, now in replay(row, upto=row.number(closing.pk)).standings.items()}
    order = sorted(values.keys() | known.keys(), key=lambda who: (-values.get(who, 0), -known.get(who, 0), who))
    listed, rank = list[Listed](), 0
    shown = _with_account(order)
    for number, who in enumerate((who for who in order if who in shown and (values.get(who) or known.get(who))), 1):
        value, moved = values.get(who, 0), of_period.get(who)
        rank = rank if listed and listed[-1].value == value else number
        games, change = (moved.games or 0, moved.after - moved.before) if moved else (0, 0)
        listed.append(Listed(rank, who, value, known.get(who, 0), games, change))
    return listed


def _closing(row: Ladder, month: str) -> Correction:
    closing = _closings(row).filter(data__month=month).first()
    if closing is None:
        raise NotFound("unknown_period", month=month[:20], ladder=str(row))
    return closing


def _closings(row: Ladder) -> QuerySet[Correction]:
    return Correction.objects.filter(id__gte=row.key(0), id__lt=row.pk + 1 << NUMBER_BITS, kind="period_closed")


def _of(key: LadderKey) -> Q:
    return Q(ladder__game=key.game, ladder__ruleset=key.ruleset, ladder__speed=key.speed, ladder__mode=key.mode)


def _rated(game: UUID) -> RatedGame:
    rated = RatedGame.objects.select_related("ladder").filter(game=game).first()
    if rated is None:
        raise NotFound("unknown_game", game=game)
    return rated


def _changes(lines: Sequence[Line], mode: str) -> list[Change]:
    whos = Rating.objects.in_bulk([line.rating for line in lines])
    values, places = [line.before for line in lines], [line.place for line in lines]
    table = [Opponent(whos[line.rating].who, line.before, line.place) for line in lines]
    why = zip(lines, table, *wanted_and_got(values, places, mode), strict=True) if lines else ()
    return [
        Change(
            *(own.who, own.place, tuple(other for other in table if other is not own), want, got),
            *(line.k, line.before, line.after, line.games),
        )
        for line, own, want, got in why
    ]


def wanted_and_got(values: Sequence[int], places: Sequence[int], mode: str) -> tuple[list[int], list[int]]:
    """Each seat's expected and actual score, in millionths."""
    return _by_fide(values, places) if mode == FIDE else (elo.expected(values, places), elo.scored(places))


def _by_fide(values: Sequence[int], places: Sequence[int]) -> tuple[list[int], list[int]]:
    """Expected and actual score in a duel; empty if it does not count, against an unrated player."""
    pairs = list(zip(values, values[::-1], strict=True))
    hundredth = elo.ONE // 100
    wanted = [hundredth * fide.expected(shown(own), shown(other)) if own and other else 0 for own, other in pairs]
    got = [score if other else 0 for score, (_, other) in zip(elo.scored(places), pairs, strict=True)]
    return wanted, got


def _played(row: Rating) -> Iterator[Entry]:
    """Games published for this player. ``known`` follows the player, not the seat."""
    published = published_of(row)
    games = RatedGame.objects.in_bulk([line.game_key for line in published])
    revised = RevisedChange.objects.filter(id__in=[line.pk for line in published]).in_bulk()
    for line in published:
        game, now = games[line.game_key], revised.get(line.pk, line)
        known = None if game.annulled or now.rating_id != row.pk else now.after
        yield Entry(game.number, game.game, line.seat, line.before, line.after, known, at=game.played_at)


def published_of(row: Rating, latest: int | None = None) -> list[RatingChange]:
    """Every line published for a player, or the latest ones, in order."""
    table = connection.ops.quote_name(RatingChange._meta.db_table)
    query = f"""
        WITH RECURSIVE line AS (
            SELECT * FROM {table} WHERE id = %s
            UNION ALL
            SELECT earlier.* FROM {table} AS earlier JOIN line ON earlier.id = line.previous
        )
        SELECT * FROM line LIMIT %s
    """  # noqa: S608
    return sorted(RatingChange.objects.raw(query, [row.line, latest or ALL]), key=lambda line: line.pk)


def _adjusted(row: Rating) -> Iterator[Entry]:
    for made in Adjustment.objects.filter(rating=row).select_related("correction__rated"):
        fact = made.correction
        game = fact.rated.game if fact.rated else None
        yield Entry(Ladder.number(fact.pk), game, None, made.before, made.after, None, fact.kind, fact.at)
