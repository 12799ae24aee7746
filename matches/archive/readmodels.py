"""The rows of a match in the archive: written with the event that ends it, and again from the ledger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from django.db.models import QuerySet

from elekt_core.contract import Event, Game
from elekt_core.folding import folded
from elekt_core.record.coarse import COARSE_FACTS, NOBODY, RoundTold
from ledger import bulk

from ..models import Match, RecordLabels, Seat, Table
from .essence import Essences, essences_of
from .models import MAX_TYPED, ArchivedCard, ArchivedGame, ArchivedSeat

MAX_CARDS = 400
"""Of one match: no game has as many."""


class CardRow(NamedTuple):
    """A row of ``ArchivedCard`` as both databases take it."""

    of_id: str
    seat: int
    game: str
    card: str
    played: bool
    owned: bool
    won: bool
    listed: bool
    imported: bool
    recorded: bool
    ended_at: str


def ended(
    row: Match,
    table: Table,
    seats: Iterable[Seat],
    game: Game[Any],
    facts: Iterable[Event],
    state: Any,
    beside: Iterable[Event] = (),
) -> None:
    """Called where a match ends: ``row`` is the match there, ``facts`` those in force, ``state`` the position.
    ``beside`` are the facts beside the game's, where the record is coarse."""
    if table.access == Table.Access.PRACTICE or row.ended_at is None:
        return
    typed = typed_at(table)
    found, own, cards = rows_of(row, table, seats, game, list(facts), state, coarse_of(beside), typed)
    found.save(force_insert=True)
    ArchivedSeat.objects.bulk_create(own)
    save_cards(cards)


def save_cards(rows: Iterable[CardRow]) -> None:
    bulk.insert_texts(ArchivedCard, CardRow._fields, rows)


def rows_of(
    row: Match,
    table: Table,
    seats: Iterable[Seat],
    game: Game[Any],
    facts: Sequence[Event],
    state: Any,
    coarse: Sequence[Event],
    typed: Sequence[str] = (),
    essences: Essences | None = None,
) -> tuple[ArchivedGame, list[ArchivedSeat], list[CardRow]]:
    """What ``ended`` writes. ``typed`` are names that stand beside the match, by seat; ``essences`` are those of the
    match, for who has them."""
    found, own = game_row(row, table), seat_rows(row, table, sorted(seats, key=lambda seat: seat.number), typed)
    found.length = max(1, found.length - len(coarse))  # a round is no decision
    if essences is None:
        essences = essences_of(game, row.ruleset, table.size, table.options, facts, coarse, row.started_at)
    found.essence, found.seen_by_all = essences
    return found, own, card_rows(found, own, game, facts, state, coarse)


def coarse_of(facts: Iterable[Event]) -> list[Event]:
    return [fact for fact in facts if isinstance(fact, COARSE_FACTS)]


def game_row(row: Match, table: Table) -> ArchivedGame:
    assert row.ended_at is not None
    return ArchivedGame(
        match=row.id,
        table=table.id,
        host=table.host,
        listed=table.access == Table.Access.ANYONE,
        imported=table.imported is not None,
        recorded=table.recorded is not None,
        coarse="detail" in (table.recorded or table.imported or {}),
        game=row.game,
        ruleset=row.ruleset,
        size=table.size,
        length=row.batches,
        winner=row.winner,
        ended_at=row.ended_at,
    )


def seat_rows(row: Match, table: Table, seats: Sequence[Seat], typed: Sequence[str] = ()) -> list[ArchivedSeat]:
    assert row.ended_at is not None
    called = dict(enumerate(typed))
    return [
        ArchivedSeat(
            of_id=row.id,
            seat=seat.number,
            player=seat.player,
            bot=seat.bot,
            typed=typed_name(called.get(seat.number, "")) if seat.player is None and not seat.bot else None,
            rank=row.ranks[seat.number] if row.ranks else None,
            won=row.winner == seat.number,
            listed=table.access == Table.Access.ANYONE,
            ended_at=row.ended_at,
        )
        for seat in seats
    ]


def typed_at(table: Table) -> Sequence[str]:
    """The names that stand beside a match that was not played here, by seat."""
    if table.imported is None and table.recorded is None:
        return ()
    labels = RecordLabels.objects.filter(table=table.id).first()
    return () if labels is None else labels.names


def typed_name(name: str) -> str | None:
    return folded(name)[:MAX_TYPED] or None


def forget_names(labels: QuerySet[RecordLabels], seats: Iterable[int] | None = None) -> None:
    """Nobody is found by these names any more. Called in the transaction that erases them, which it comes behind: a
    rebuild that has read them meanwhile has written its rows by then."""
    games = ArchivedGame.objects.filter(table__in=labels.values("table"))
    rows = ArchivedSeat.objects.filter(of__in=games.values("match"), typed__isnull=False)
    (rows if seats is None else rows.filter(seat__in=seats)).update(typed=None)


def card_rows(
    found: ArchivedGame,
    seats: Sequence[ArchivedSeat],
    game: Game[Any],
    facts: Iterable[Event],
    state: Any,
    coarse: Iterable[Event] = (),
) -> list[CardRow]:
    played, owned = cards_played(game, facts, len(seats)), cards_owned(game, state, len(seats))
    for card, seat in cards_told(coarse):
        owned[seat].add(card)
    match, ended_at = found.match.hex, bulk.moment(found.ended_at.isoformat())
    rows = [
        CardRow(
            match,
            seat.seat,
            found.game,
            card,
            card in played[seat.seat],
            card in owned[seat.seat],
            seat.won,
            found.listed,
            found.imported,
            found.recorded,
            ended_at,
        )
        for seat in seats
        for card in sorted(played[seat.seat] | owned[seat.seat])
    ]
    return rows[:MAX_CARDS]


def cards_played(game: Game[Any], facts: Iterable[Event], seats: int) -> list[set[str]]:
    """By seat, the cards that it played (``Game.plays``)."""
    found: list[set[str]] = [set() for _ in range(seats)]
    for fact in facts:
        seat = getattr(fact, "seat", None)
        if isinstance(seat, int) and 0 <= seat < seats:
            found[seat].update(game.plays(fact))
    return found


def cards_owned(game: Game[Any], state: Any, seats: int) -> list[set[str]]:
    """By seat, the cards that lie at it in the position: in its hand, its piles, its rows and places."""
    found: list[set[str]] = [set() for _ in range(seats)]
    position = game.describe(state)
    for side in position.seats[:seats]:
        for pile in (side.hand, *side.piles.values()):
            found[side.seat].update(_ids(pile))
    for place in position.places.values():
        for seat, row in enumerate(place.rows[:seats]):
            found[seat].update(_ids(piece.card for piece in row))
        if place.owner is not None and place.owner < seats:
            found[place.owner].update(_ids(place.cards))
    return found


def cards_told(coarse: Iterable[Event]) -> Iterator[tuple[str, int]]:
    """The cards that were won in rounds of a coarse record, and by whom."""
    for fact in coarse:
        if isinstance(fact, RoundTold):
            yield from ((card, seat) for card, seat in zip(fact.cards, fact.winners, strict=True) if seat != NOBODY)


def _ids(cards: Iterable[Any]) -> set[str]:
    """Copies of a card (``acolyte.0``) are one card."""
    return {card.partition(".")[0] for card in cards if isinstance(card, str)}
