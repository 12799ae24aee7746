"""Searching the archive. Everybody finds what is listed; those who played or opened a match find it, too.

One table is gone through, whose index says most: cards if a card is asked for, seats if a player is, else games.
A page is asked for by where the one before ended, as in ``tables.own_games``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Any, Literal
from uuid import UUID

from django.db.models import Case, Count, Exists, OuterRef, Q, QuerySet, When
from msgspec import Meta

from elekt_core.folding import folded
from players import queries as players
from web.encoding import component
from web.errors import BadRequest

from .. import names
from ..models import Match, RecordLabels
from ..play.queries import matches_shown
from ..play.shapes import MatchShown
from ..tables.own_games import cursor_of, place_of
from . import events
from .events import Event
from .models import ArchivedCard, ArchivedGame, ArchivedSeat

PAGE = 24
NAMED = 200
"""Players of a name that is asked for, at most."""
COMPARED = 30
"""Two people are compared where so many at most match the name of each: with more it would say nothing."""
BOT = "bot:"
Who = Annotated[str, Meta(max_length=64)]
AGREED = Q(of__recorded=False) | Q(listed=True)
"""Rows of seats whose players all agree to what a scribe has recorded, where one has."""
TYPED = Q(typed__isnull=False)
"""Rows of seats whose name was typed."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which finished games are wanted. An empty field filters nothing."""

    game: Annotated[str, Meta(max_length=40)] = ""
    ruleset: Annotated[str, Meta(max_length=60)] = ""
    player: Annotated[
        Who,
        Meta(
            description="An id, a part of a name, or `bot:` and a bot. The name may be that of an account or a bot, or "
            "one that stands in an imported record or that a scribe has typed."
        ),
    ] = ""
    against: Annotated[Who, Meta(description="Somebody who played, too, said in the same way.")] = ""
    named: Annotated[
        Literal["", "account", "typed"],
        Meta(
            description="`account`: those asked for have accounts or are bots. `typed`: the name of at least one of "
            "them stands in a record or was typed by a scribe, so it may be somebody else of that name."
        ),
    ] = ""
    seat: Annotated[Literal["", "1", "2", "3", "4"], Meta(description="Where the player, or the card, was.")] = ""
    result: Annotated[
        Literal["", "won", "lost", "shared"],
        Meta(description="How it ended for the player, or the seat with the card; `shared`: nobody won alone."),
    ] = ""
    card: Annotated[str, Meta(max_length=60, description="The id of a card; needs `game`.")] = ""
    had: Annotated[
        Literal["", "played", "owned"], Meta(description="The card was played, or lay at its seat at the end.")
    ] = ""
    event: Annotated[
        str, Meta(max_length=120, description="The id of a tournament or league, or a part of the title of an event.")
    ] = ""
    least: Annotated[int | None, Meta(ge=0, le=10**6, description="At least so many decisions.")] = None
    most: Annotated[int | None, Meta(ge=0, le=10**6, description="At most so many decisions.")] = None
    since: Annotated[str, Meta(max_length=10, description="Ended on this day (2026-11-23) or later.")] = ""
    until: Annotated[str, Meta(max_length=10, description="Ended on this day or earlier.")] = ""
    origin: Annotated[
        Literal["", "here", "imported", "recorded"],
        Meta(description="Played here, imported, or recorded at a real table."),
    ] = ""
    placed: Annotated[
        Literal["", "both", "ahead", "behind"],
        Meta(
            description="Needs `player` and `against`: games that count between them (`versus`), all, or those in "
            "which the player was placed before, or behind, the other."
        ),
    ] = ""
    mine: Annotated[Literal["", "1"], Meta(description="Only those in which you have played.")] = ""
    listed: Annotated[Literal["", "1"], Meta(description="Only those that everybody finds.")] = ""
    after: Annotated[str, Meta(max_length=80, description="`next` of the page before.")] = ""


@component("CardCounts")
@dataclass(frozen=True, slots=True)
class CardCounts:
    """How often seats had a card. A seat counts once a game."""

    played: int
    played_won: int
    owned: Annotated[int, "It lay at the seat when the game was over."]
    owned_won: int


@component("RecordedCardCounts")
@dataclass(frozen=True, slots=True)
class RecordedCardCounts(CardCounts):
    """The same in games recorded at real tables, as far as it was seen."""

    games: Annotated[int, "Recorded games that everybody finds, with the card or without."]
    coarse: Annotated[int, "Of them, those that tell rounds or the result alone: nobody knows who played what."]
    open_ended: Annotated[int, "Of them, those without a result."]


@component("CardStatistics")
@dataclass(frozen=True, slots=True)
class CardStatistics(CardCounts):
    """Of all games played here that everybody finds; those recorded at real tables stand apart, as what was seen of
    them is somebody's word. What is imported may be made up, and is in neither."""

    recorded: RecordedCardCounts


@component("VersusCounts")
@dataclass(frozen=True, slots=True)
class VersusCounts:
    """Games in which both have played, of those that you may find."""

    games: int
    ahead: Annotated[int, "The player was placed before the other."]
    behind: int
    open_ended: Annotated[int, "Further games of both, which have no result."]


@component("Versus")
@dataclass(frozen=True, slots=True)
class Versus(VersusCounts):
    """Between accounts and bots. Games in which one of the two is only a typed name are counted apart: it may be
    somebody else of that name, and an imported game may be made up."""

    typed: VersusCounts = VersusCounts(0, 0, 0, 0)


@component("ArchivedMatch")
@dataclass(frozen=True, slots=True)
class Found:
    match: MatchShown
    length: Annotated[int, "Decisions."]
    event: Annotated[Event | None, "The listed event at which it was played."] = None


@component("ArchivePage")
@dataclass(frozen=True, slots=True)
class Page:
    """A page of games, the latest first."""

    games: list[Found]
    next: Annotated[str, "What to send as `after` for the next page; empty on the last one."] = ""
    card: Annotated[CardStatistics | None, "Of the card that is asked for."] = None
    versus: Annotated[Versus | None, "Of the two players that are asked for."] = None
    too_many: Annotated[bool, "There is no `versus`, because more than 30 match the name of one of the two."] = False


def search(wanted: Wanted, *, player: UUID | None, limit: int = PAGE) -> Page:
    """Raises BadRequest: a malformed day, id or ``after``; a card without its game."""
    asker = _Asker(player)
    ids, more = _ids(wanted, asker, limit)
    games = _shown(ids, player)
    following = cursor_of(games[-1].match.ended_at or games[-1].match.last_at, games[-1].match.id) if more else ""
    if wanted.after:
        return Page(games, following)
    card = card_statistics(wanted.game, wanted.card) if wanted.card else None
    two = bool(wanted.player and wanted.against)
    both = versus(wanted, asker) if two and not asker.names_many else None
    return Page(games, following, card, both, two and asker.names_many)


def found(wanted: Wanted, *, player: UUID | None, limit: int) -> tuple[list[UUID], str]:
    """The ids alone, and where they go on, for exports."""
    ids, more = _ids(wanted, _Asker(player), limit)
    if not more:
        return ids, ""
    return ids, cursor_at(ids[-1])


def cursor_at(match: UUID) -> str:
    """What to send as ``after`` for what follows this game."""
    return cursor_of(ArchivedGame.objects.values_list("ended_at", flat=True).get(match=match), match)


def card_statistics(game: str, card: str) -> CardStatistics:
    # "in" lets SQLite, too, find the rows by the index that counts them, which it does not by a bare boolean
    counted = ArchivedCard.objects.filter(game=game, card=card, listed__in=(True,), imported__in=(False,))
    by_origin = {row[0]: row[1:] for row in counted.values_list("recorded").annotate(**_HAD).order_by()}
    played, played_won, owned, owned_won = by_origin.get(False, _NOTHING)
    recorded = _recorded(game, by_origin.get(True, _NOTHING))
    return CardStatistics(played, played_won, owned, owned_won, recorded)


_HAD = {
    f"n{number}": Count("card", filter=had)
    for number, had in enumerate((Q(played=True), Q(played=True, won=True), Q(owned=True), Q(owned=True, won=True)))
}
"""How often a card was played, played and won with, owned, owned and won with."""
_NOTHING = (0, 0, 0, 0)


def _recorded(game: str, had: tuple[int, int, int, int]) -> RecordedCardCounts:
    games = ArchivedGame.objects.filter(game=game, recorded=True, listed=True)
    counts = games.aggregate(games=Count("match"), coarse=Count("match", filter=Q(coarse=True)))
    placed = ArchivedSeat.objects.filter(of=OuterRef("match"), rank__isnull=False)
    open_ended = games.filter(~Exists(placed), winner__isnull=True).count()  # who has won has a place
    return RecordedCardCounts(*had, counts["games"], counts["coarse"], open_ended)


def versus(wanted: Wanted, asker: _Asker) -> Versus:
    """Both ways of being named are counted, whichever is asked for."""
    known = _counts(replace(wanted, named="account"), asker)
    by_name = _is_name(wanted.player) or _is_name(wanted.against)
    typed = _counts(replace(wanted, named="typed"), asker) if by_name else VersusCounts(0, 0, 0, 0)
    return Versus(known.games, known.ahead, known.behind, known.open_ended, typed)


def _counts(wanted: Wanted, asker: _Asker) -> VersusCounts:
    met = _met(wanted, asker)
    rows = ArchivedSeat.objects.filter(asker.who(wanted, wanted.player), _counting(wanted, met), asker.finds("of"))
    if wanted.game:
        rows = rows.filter(of__game=wanted.game)

    def games(**which: bool) -> Count:
        return Count("of", distinct=True, filter=Q(**which))

    together = rows.filter(Exists(met)).annotate(
        is_ahead=Exists(met.filter(rank__gt=OuterRef("rank"))), is_behind=Exists(met.filter(rank__lt=OuterRef("rank")))
    )
    counts = together.aggregate(
        games=games(rank__isnull=False),  # all seats of a game have a place, or none has
        ahead=games(is_ahead=True),
        behind=games(is_behind=True),
        open_ended=games(rank__isnull=True),
    )
    return VersusCounts(**counts)


def _placed(seats: QuerySet[Any], wanted: Wanted, asker: _Asker) -> QuerySet[Any]:
    """Of seats of the player, those that ``versus`` counts."""
    ranks = {"both": Q(), "ahead": Q(rank__gt=OuterRef("rank")), "behind": Q(rank__lt=OuterRef("rank"))}
    met = _met(wanted, asker).filter(ranks[wanted.placed], rank__isnull=False)
    return seats.filter(_counting(wanted, met), Exists(met), rank__isnull=False)


def _counting(wanted: Wanted, met: QuerySet[Any]) -> Q:
    """Rows of the player in games that count. A typed name asks nobody to agree: where a recorded game is listed, it
    is gone."""
    typed = TYPED | Q(Exists(met.filter(TYPED)))
    return {"": AGREED | typed, "account": AGREED, "typed": typed}[wanted.named]


# --- who asks, and whom they ask for -----------------------------------------------------------------------------


class _Asker:
    def __init__(self, player: UUID | None) -> None:
        self.profiles = [] if player is None else sorted(players.profiles(player), key=str)
        self._who: dict[tuple[str, bool], Q] = {}
        self.names_many = False
        """Whether somebody was asked for by a part of a name that very many have."""

    def finds(self, key: str) -> Q:
        """Games that this person may find; ``key`` names the game's id in a row."""
        listed = Q(listed=True)
        if not self.profiles:
            return listed
        # Of the others alone, which are few: what everybody finds need not be gone through.
        own = ArchivedSeat.objects.filter(player__in=self.profiles, listed=False).values("of")
        opened = ArchivedGame.objects.filter(host__in=self.profiles, listed=False).values("match")
        return listed | Q(**{f"{key}__in": own}) | Q(**{f"{key}__in": opened})

    def mine(self) -> Q:
        return Q(player__in=self.profiles)

    def who(self, wanted: Wanted, text: str) -> Q:
        """Rows of a seat: an id stands for all profiles of a person. Raises BadRequest."""
        asked = (text.strip(), wanted.named == "account")
        if asked not in self._who:
            self._who[asked] = self._found(*asked)
        return self._who[asked]

    def _found(self, text: str, has_account: bool) -> Q:
        if not text.isprintable():
            raise BadRequest("bad_field", field="player")
        if text.startswith(BOT):
            return Q(bot=text.removeprefix(BOT)) & ~Q(bot="")
        if (id_ := _id_of(text)) is not None:
            return Q(player__in=players.profiles(id_))
        alike = [bot for bot in names.all_bots() if text.casefold() in names.bot_name(bot).casefold()]
        ids, typed = players.called_like(text, NAMED), [] if has_account else self._typed(folded(text))
        self.names_many |= len(ids) + len(typed) > COMPARED
        people = Q(player__in=ids) | Q(bot__in=alike)
        return people | Q(typed__in=typed) if typed else people

    def _typed(self, text: str) -> list[str]:
        """Typed names with this in them that the asker may find, the nearest first."""
        if not text:
            return []
        rows = ArchivedSeat.objects.filter(self.finds("of"), typed__isnull=False, typed__contains=text)
        near = Case(When(typed=text, then=0), When(typed__startswith=text, then=1), default=2)
        found = rows.annotate(near=near).order_by("near", "typed").values_list("typed", flat=True)
        return [name for name in found.distinct()[:NAMED] if name]


def called(text: str) -> str:
    """Who is asked for, as people say it."""
    if text.startswith(BOT):
        return names.bot_name(text.removeprefix(BOT))
    id_ = _id_of(text)
    return text if id_ is None else names.players_named([id_]).get(id_, "")


def _id_of(text: str) -> UUID | None:
    try:
        return UUID(text.strip())
    except ValueError:
        return None


def _is_name(text: str) -> bool:
    return not text.strip().startswith(BOT) and _id_of(text) is None


# --- the query -----------------------------------------------------------------------------------------------------


def _ids(wanted: Wanted, asker: _Asker, limit: int) -> tuple[list[UUID], bool]:
    """The games in order, and whether more follow. A game may have several rows: of each seat, of each card."""
    rows, key, of = _rows(wanted, asker)
    rows = rows.filter(listed=True) if wanted.listed else rows
    rows = rows.filter(_of_game(wanted, of), asker.finds(key))
    if wanted.after:
        at, last = place_of(wanted.after)
        rows = rows.filter(Q(ended_at__lt=at) | Q(**{"ended_at": at, f"{key}__gt": last}), ended_at__lte=at)
    ordered = rows.order_by("-ended_at", key).values_list(key, flat=True)
    most = 1 if not of else 4
    ids = list(dict.fromkeys(ordered[: (limit + 1) * most]))
    return ids[:limit], len(ids) > limit


def _rows(wanted: Wanted, asker: _Asker) -> tuple[QuerySet[Any], str, str]:
    """What is gone through, the name of its match's id, and how its game is reached."""
    at_seat = Q() if not wanted.seat else Q(seat=int(wanted.seat) - 1)
    if wanted.placed and (wanted.card or not (wanted.player and wanted.against)):
        raise BadRequest("bad_field", field="placed")
    if wanted.mine and not asker.profiles:
        return ArchivedGame.objects.none(), "match", ""
    if wanted.named and not (wanted.player or wanted.against):
        raise BadRequest("bad_field", field="named")
    if wanted.card:
        if not wanted.game:
            raise BadRequest("bad_field", field="game")
        rows = ArchivedCard.objects.filter(at_seat, game=wanted.game, card=wanted.card)
        if wanted.had:
            rows = rows.filter(**{wanted.had: True})
        same = ArchivedSeat.objects.filter(of=OuterRef("of"), seat=OuterRef("seat"))
        if wanted.mine:
            rows = rows.filter(Exists(same.filter(asker.mine())))
        if wanted.player:
            same = same.filter(asker.who(wanted, wanted.player))
            rows = rows.filter(Exists(same))
        return _with(rows.filter(_result(wanted)), wanted, asker, Q(Exists(same.filter(TYPED)))), "of", "of__"
    if wanted.player or wanted.mine:
        seats = ArchivedSeat.objects.filter(at_seat, _result(wanted))
        seats = seats.filter(asker.who(wanted, wanted.player)) if wanted.player else seats.filter(asker.mine())
        seats = _placed(seats, wanted, asker) if wanted.placed else seats
        if wanted.mine and wanted.player:
            seats = seats.filter(of__in=ArchivedSeat.objects.filter(asker.mine()).values("of"))
        return _with(seats, wanted, asker, TYPED), "of", "of__"
    if wanted.against:
        return _rows(replace(wanted, player=wanted.against, against=""), asker)
    games: QuerySet[Any] = ArchivedGame.objects.all()
    if wanted.result == "shared":
        games = games.filter(winner__isnull=True)
    elif wanted.seat:
        here = Q(winner=int(wanted.seat) - 1)
        games = games.filter(size__gte=int(wanted.seat))
        games = games.filter(here) if wanted.result == "won" else games
        games = games.filter(~here, winner__isnull=False) if wanted.result == "lost" else games
    elif wanted.result == "won":
        games = games.filter(winner__isnull=False)
    return games, "match", ""


def _result(wanted: Wanted) -> Q:
    nobody = Q(of__winner__isnull=True)
    return {"": Q(), "won": Q(won=True), "lost": Q(won=False) & ~nobody, "shared": nobody}[wanted.result]


def _with(rows: QuerySet[Any], wanted: Wanted, asker: _Asker, is_typed: Q) -> QuerySet[Any]:
    """``is_typed`` says of a row that its player's name was typed."""
    if wanted.against:
        met = _met(wanted, asker)
        rows, is_typed = rows.filter(Exists(met)), is_typed | Q(Exists(met.filter(TYPED)))
    return rows.filter(is_typed) if wanted.named == "typed" else rows


def _met(wanted: Wanted, asker: _Asker) -> QuerySet[ArchivedSeat]:
    """The seats of the other in the game of a row."""
    return ArchivedSeat.objects.filter(asker.who(wanted, wanted.against), of=OuterRef("of")).exclude(
        seat=OuterRef("seat")
    )


def _of_game(wanted: Wanted, of: str) -> Q:
    found = Q()
    if wanted.game and not wanted.card:
        found &= Q(**{f"{of}game": wanted.game})
    if wanted.ruleset:
        found &= Q(**{f"{of}ruleset": wanted.ruleset})
    if wanted.least is not None:
        found &= Q(**{f"{of}length__gte": wanted.least})
    if wanted.most is not None:
        found &= Q(**{f"{of}length__lte": wanted.most})
    if wanted.origin:
        found &= Q(**{f"{of}imported": wanted.origin == "imported", f"{of}recorded": wanted.origin == "recorded"})
    if wanted.since:
        found &= Q(ended_at__gte=_day(wanted.since, "since"))
    if wanted.until:
        found &= Q(ended_at__lt=_day(wanted.until, "until") + timedelta(days=1))
    if wanted.event.strip():
        found &= _at_event(wanted.event.strip(), of)
    return found


def _at_event(text: str, of: str) -> Q:
    if not text.isprintable():
        raise BadRequest("bad_field", field="event")
    found = Q(**{f"{of}table__in": RecordLabels.objects.filter(event__icontains=text).values("table")})
    for tables in events.tables_of(text):
        found |= Q(**{f"{of}table__in": tables})
    return found


def _day(text: str, field: str) -> datetime:
    try:
        day = date.fromisoformat(text)
        return datetime(day.year, day.month, day.day, tzinfo=UTC)
    except ValueError:
        raise BadRequest("bad_field", field=field) from None


def _shown(ids: list[UUID], player: UUID | None) -> list[Found]:
    shown = {one.id: one for one in matches_shown(Match.objects.filter(id__in=ids), player)}
    rows = {row.match: row for row in ArchivedGame.objects.filter(match__in=ids)}
    at = events.events_of([row.table for row in rows.values()])
    return [Found(shown[id_], rows[id_].length - 1, at.get(rows[id_].table)) for id_ in ids if id_ in shown]
