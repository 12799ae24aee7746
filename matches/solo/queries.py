"""All queries about solo play. Each one names the asker, who is linked only to replays that they may see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from elekt_core.contract import Game
from elekt_core.errors import UnknownGame
from elekt_core.registry import get_game
from elekt_core.ruleset import Ruleset
from players import queries as people
from players.models import Player
from web import languages
from web.errors import NotFound

from .. import names
from ..models import Match, SoloStanding, Table
from ..play import queries
from ..play.shapes import MatchShown
from .readmodels import LEVEL, is_solo, levels_of
from .shapes import Again, Ladder, Level, Row, SoloOffered
from .standings import PLACED_FROM

PAGE = 50


def offered(*, game: str) -> list[SoloOffered]:
    """The rulesets of a game that one person plays alone, in the game's order. Raises UnknownGame."""
    rules = get_game(game)
    return [_offered(rules, ruleset) for ruleset in rules.current if is_solo(ruleset)]


def ladder(*, game: str, level: str = "", ruleset: str = "", player: UUID | None, page: int = 1) -> Ladder:
    """The ladder at one level, by default the first level of the game's first solo ruleset.

    Raises UnknownGame, NotFound (no such ruleset for one, no such level, no such page).
    """
    shown = next((some for some in offered(game=game) if ruleset in ("", some.ruleset, some.ladder)), None)
    if shown is None:
        raise NotFound("no_solo", game=game)
    at = next((one for one in shown.levels if level in ("", one.value)), None)
    if at is None:
        raise NotFound("unknown_level", level=level, known=", ".join(one.value for one in shown.levels))
    rows = SoloStanding.objects.filter(game=game, ruleset=shown.ladder, level=at.value, games__gt=0)
    placed = _with_place(rows)
    count = placed.count()
    pages = max(1, -(-count // PAGE))
    if not 1 <= page <= pages:
        raise NotFound("unknown_page", page=page, last=pages)
    top = list(placed.order_by("-order", "player")[(page - 1) * PAGE : page * PAGE])
    rest = list(_without_place(rows).order_by("-order", "-last_at", "player")[:PAGE]) if page == pages else []
    own = rows.filter(player=player).first() if player else None
    made = _Rows([*top, *rest, *([own] if own else [])], player)
    own_place = placed.filter(order__gt=own.order).count() + 1 if own and placed.filter(pk=own.pk).exists() else None
    return Ladder(
        offered=shown,
        level=at,
        levels=shown.levels,
        placed=tuple(made.row(row, place) for row, place in _places(placed, top, (page - 1) * PAGE)),
        unplaced=tuple(made.row(row, None) for row in rest),
        mine=made.row(own, own_place) if own else None,
        players=rows.count(),
        page=page,
        pages=pages,
    )


def again(match: MatchShown) -> Again | None:
    """What the player of this match may play next: the same level, and the one after it."""
    try:
        newest = get_game(match.game).newest(match.ruleset).name
        shown = next((some for some in offered(game=match.game) if some.ruleset == newest), None)
    except UnknownGame:
        return None
    if shown is None or match.practice or match.cards:
        return None
    values = [level.value for level in shown.levels]
    at = values.index(str(match.agreed.values.get(LEVEL, "")))
    return Again(shown, shown.levels[at], shown.levels[at + 1] if at + 1 < len(values) else None)


def _offered(rules: Game[Any], ruleset: Ruleset) -> SoloOffered:
    words = rules.words(languages.current(), ())
    values = levels_of(ruleset)
    return SoloOffered(
        game=rules.name,
        ruleset=ruleset.name,
        ladder=ruleset.ladder,
        name=words.ruleset(ruleset.name),
        about=words.introduction(ruleset.name),
        levels=tuple(Level(value, words.option_value(LEVEL, value) if value else "") for value in values),
        option=LEVEL if values != ("",) else "",
        opponents=tuple(words.automaton(name) for name in ruleset.automata),
    )


def _with_place(rows: QuerySet[SoloStanding]) -> QuerySet[SoloStanding]:
    """People with an account and enough games. Guests have no place: one could come back as another at will."""
    return rows.filter(_has_account(), games__gte=PLACED_FROM)


def _without_place(rows: QuerySet[SoloStanding]) -> QuerySet[SoloStanding]:
    return rows.exclude(_has_account(), games__gte=PLACED_FROM)


def _has_account() -> Exists:
    return Exists(Player.objects.filter(id=OuterRef("player"), username__isnull=False))


def _places(
    placed: QuerySet[SoloStanding], rows: Sequence[SoloStanding], before: int
) -> Iterable[tuple[SoloStanding, int]]:
    """Each row with its place; equal keys share the first of their places."""
    place, key = 0, None
    for number, row in enumerate(rows):
        if row.order != key:
            place = before + number + 1 if number else placed.filter(order__gt=row.order).count() + 1
            key = row.order
        yield row, place


class _Rows:
    """Standings as rows of a page, with names and rights looked up once for all."""

    def __init__(self, rows: Sequence[SoloStanding], player: UUID | None) -> None:
        self._player = player
        ids = {row.player for row in rows}
        self._names = names.players_named(ids)
        self._guests = {found.id for found in people.found(ids) if found.guest}
        best = {row.best for row in rows if row.best}
        seen = Table.objects.filter(queries.open_to(player))
        self._seen = set(Match.objects.filter(id__in=best, table__in=seen).values_list("id", flat=True))

    def row(self, row: SoloStanding, place: int | None) -> Row:
        return Row(
            place=place,
            player=row.player,
            name=names.of_seats([(row.player, "")], self._names)[0],
            guest=row.player in self._guests,
            mine=row.player == self._player,
            games=row.games,
            wins=row.wins,
            percent=(200 * row.wins + row.games) // (2 * row.games),
            best_margin=row.best_margin,
            fewest_rounds=row.fewest_rounds,
            streak=row.streak,
            best_streak=row.best_streak,
            last_at=row.last_at,
            best=row.best if row.best in self._seen else None,
        )
