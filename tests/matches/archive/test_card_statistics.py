"""What a card has won, against a count over the games themselves; and the count is answered by one index."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.archive import queries
from matches.archive.models import ArchivedCard, ArchivedGame
from matches.archive.queries import CardStatistics, RecordedCardCounts
from matches.models import Match, Table
from matches.records import services as records
from matches.scribe import commands as c
from matches.scribe import keeping
from matches.scribe import services as scribe

from ..factories import account
from ..scribe import test_keeping
from ..scribe.test_coarse import coarse
from ..scribe.test_keeping import FIRST, kept, rebuilt_alike
from ..scribe.test_scribing import begun, entered
from .plans import INDEX_ALONE, plan_of
from .test_search import VECTORS, over

pytestmark = pytest.mark.django_db


def of_every_kind() -> None:
    """Games that everybody finds and others: played here, imported, recorded by decisions, by rounds and broken off."""
    alice = account("Alice")
    for access in ("anyone", "link"):
        over("bot:random", "bot:random", game="elekt", access=access)
        text = (VECTORS / f"elekt-{'two-seats' if access == 'anyone' else 'taken-back'}.jsonl").read_bytes()
        row = records.hand_in(text, by=alice, access=access)
        while records.advance(row.id):
            pass
    broken, rounds, result = begun(alice), coarse(alice, "rounds"), coarse(alice, "result", "enclave")
    entered(broken, alice, *FIRST)
    scribe.break_off(broken, c.BreakOff(), by=alice)
    entered(rounds, alice, "siege", "Bartek", "round over")
    entered(rounds, alice, "mint", "Ala", "swords", "nobody", "round over")
    entered(rounds, alice, "result", "1", "2", "points unknown")
    entered(result, alice, "2", "1", "3", "5")
    whole, unlisted = test_keeping.over(alice), coarse(alice, "rounds")
    entered(unlisted, alice, "siege", "Bartek", "round over")
    entered(unlisted, alice, "result", "1", "2", "points unknown")
    for recording in (broken, rounds, result, whole):
        keeping.agree_to_listing(kept(recording, alice), by=alice, agrees=True)
    kept(unlisted, alice)


def counted_over_games(game: str, card: str) -> CardStatistics:
    """By what the tables and the matches say, not by what the archive has copied from them."""
    here, there = [0] * 4, [0] * 4
    games = coarse = open_ended = 0
    for match in Match.objects.filter(game=game, ended_at__isnull=False).select_related("table"):
        table = match.table
        if table.access != Table.Access.ANYONE or table.imported is not None:
            continue
        if table.recorded is not None:
            games += 1
            coarse += "detail" in table.recorded
            open_ended += not match.ranks
        counts = here if table.recorded is None else there
        for row in ArchivedCard.objects.filter(of=match.id, card=card):
            won = match.winner == row.seat
            had = (row.played, row.played and won, row.owned, row.owned and won)
            counts[:] = [count + one for count, one in zip(counts, had, strict=True)]
    played, played_won, owned, owned_won = here
    seen, seen_won, lay, lay_won = there
    recorded = RecordedCardCounts(seen, seen_won, lay, lay_won, games, coarse, open_ended)
    return CardStatistics(played, played_won, owned, owned_won, recorded)


def test_a_card_is_counted_as_the_games_say_that_have_it_also_in_an_older_archive() -> None:
    of_every_kind()
    assert rebuilt_alike()
    cards_learn_where_their_games_come_from()
    cards = {*ArchivedCard.objects.values_list("game", "card"), ("enclave", "none"), ("elekt", "none")}
    told = {card: queries.card_statistics(*card) for card in cards}
    assert told == {card: counted_over_games(*card) for card in cards}
    all_told = [told[card] for card in sorted(cards)]
    assert any(one.owned for one in all_told)
    assert any(one.played for one in all_told)
    assert any(one.recorded.owned for one in all_told)
    elekt, enclave = told["elekt", "none"].recorded, told["enclave", "none"].recorded
    assert (elekt.games, elekt.coarse, elekt.open_ended) == (3, 1, 1)
    assert (enclave.games, enclave.coarse, enclave.open_ended) == (1, 1, 0)


def test_a_game_that_is_listed_or_no_longer_counts_or_not() -> None:
    alice = account("Alice")
    rounds, card = coarse(alice, "rounds"), ("elekt", "siege_of_the_salt_gate")
    entered(rounds, alice, "siege", "Bartek", "round over")
    entered(rounds, alice, "result", "2", "1", "points unknown")
    match = kept(rounds, alice)
    for agrees in (False, True, False):
        keeping.agree_to_listing(match, by=alice, agrees=agrees)
        told = queries.card_statistics(*card)
        assert told == counted_over_games(*card)
        assert (told.recorded.games, told.recorded.owned_won) == (agrees, agrees)


def cards_learn_where_their_games_come_from() -> None:
    before = origins()
    assert {row[1:] for row in before["cards"]} == {(False, False), (True, False), (False, True)}
    assert {row[1] for row in before["games"]} == {True, False}
    ArchivedCard.objects.update(imported=False, recorded=False)
    ArchivedGame.objects.update(coarse=False)
    for _ in range(2):
        import_module("matches.migrations.0043_archive_card_origins").fill(apps, None)
        assert origins() == before


def origins() -> dict[str, list[tuple[Any, ...]]]:
    cards = ArchivedCard.objects.order_by("of", "seat", "card").values_list("of", "imported", "recorded")
    return {"cards": list(cards), "games": list(ArchivedGame.objects.order_by("match").values_list("match", "coarse"))}


def test_the_count_of_a_card_reads_one_index_and_no_game_of_it() -> None:
    """It once looked up the game of each card, which took six times as long in an archive of 100,000 games."""
    over("Alice", "bot:random")
    with CaptureQueriesContext(connection) as asked:
        queries.card_statistics("elekt", "none")
    cards, games = ArchivedCard._meta.db_table, ArchivedGame._meta.db_table
    counting = [one["sql"] for one in asked.captured_queries if cards in one["sql"]]
    assert len(asked) == 3
    assert len(counting) == 1
    assert games not in counting[0]
    others = [one["sql"] for one in asked.captured_queries if cards not in one["sql"]]
    assert not any(f'"{Table._meta.db_table}"' in one for one in others), "all tables would be gone through"
    plan = plan_of(counting[0])
    assert f"{INDEX_ALONE} archive_counts_cards" in plan
    if connection.vendor == "sqlite":
        assert "(game=? AND card=? AND listed=? AND imported=?)" in plan
    assert not any(more in plan for more in ("Filter", "TEMP B-TREE")), "rows that do not count, or sorting"
