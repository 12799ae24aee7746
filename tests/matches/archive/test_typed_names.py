"""Names that a record says, or that a scribe has typed, are found in the archive, for as long as they stand there, and
are never taken for the account of that name."""

from __future__ import annotations

import re
from functools import partial
from hashlib import sha256
from importlib import import_module
from itertools import product
from typing import Any
from uuid import UUID

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from elekt_core import get_game
from elekt_core.chance import SeededChance
from elekt_core.contract import Setup
from elekt_core.record.match import Play
from elekt_core.record.record import record_of_play
from elekt_core.shorthand import write_shorthand
from ledger.projections import named, rebuild
from matches.archive import queries
from matches.archive.models import ArchivedCard, ArchivedGame, ArchivedSeat
from matches.archive.queries import Versus, VersusCounts, Wanted
from matches.models import RecordLabels
from matches.play import queries as play
from matches.records import services as records
from matches.records.models import ImportItem
from matches.scribe import commands as c
from matches.scribe import keeping
from matches.scribe import services as scribe
from players import services as people
from players.models import Player
from tests.sampling import sample
from web.errors import BadRequest

from ..factories import GAME, account, person, started
from ..scribe.test_keeping import FIRST, answer, kept
from ..scribe.test_scribing import entered
from .plans import INDEX_ALONE, plan_of
from .test_search import figures, ids, listed_on, over

pytestmark = pytest.mark.django_db


def imported(*names: str, by: UUID, access: str = "anyone", deal: int = 1) -> UUID:
    """A game between people of these names, as somebody says."""
    game: Any = get_game(GAME)
    rules = game.ruleset()
    setup = Setup(GAME, rules.name, len(names), rules.agreed(len(names), {}))
    made = Play.begin(game, setup, SeededChance(sha256(f"{deal}".encode()).digest()))
    while game.outcome(made.state) is None:
        made.decide(game.options(made.state, game.awaiting(made.state)[0].seat)[0])
    tags = dict(zip("ABCD", names, strict=False))
    text = write_shorthand(record_of_play(made, ""), "en", tags, game=game)
    row = records.hand_in(text.encode(), by=by, access=access)
    while records.advance(row.id):
        pass
    (item,) = ImportItem.objects.filter(of=row)
    assert item.status == "stored", item.code
    assert item.match is not None
    return item.match


def recorded(*names: str, by: UUID, viewer: int | None = None) -> UUID:
    """A game at a real table, at which A gives up."""
    command = c.BeginScribing(game="elekt", seats=len(names), viewer=viewer)
    scribing = scribe.begin(command, names, by=by).scribing
    answer(scribing, by, *FIRST)
    entered(scribing, by, "concede:0")
    return kept(scribing, by)


def counted(asker: UUID | None, **wanted: Any) -> Versus:
    found = queries.search(Wanted(**wanted), player=asker).versus
    assert found is not None
    return found


@pytest.mark.parametrize("asked", ["Żaneta Łoś", "zaneta los", "ŻANETA  ŁOŚ", "neta", " łoś "])
def test_a_name_in_a_record_is_found_however_it_is_written(asked: str) -> None:
    match = imported("Żaneta Łoś", "Bob", by=account("Charlie"))
    assert ids(player=asked) == [match]
    assert ids(player=asked, against="bob") == ids(against=asked) == [match]
    assert ids(player="zanetka") == ids(player=asked, seat="2") == []


def test_a_name_that_a_scribe_has_typed_is_found_by_those_who_find_the_game() -> None:
    alice, charlie = account("Alice"), account("Charlie")
    match = recorded("", "Żaneta", by=alice, viewer=0)
    assert ids(alice, player="zaneta", against="Alice") == [match]
    assert ids(charlie, player="zaneta") == ids(None, player="zaneta") == []
    assert ids(alice, player="zaneta", result="won") == [match]
    keeping.agree_to_listing(match, by=alice, agrees=True)
    assert ids(charlie) == [match], "all agree who have an account"
    assert ids(alice, player="zaneta") == ids(charlie, player="zaneta") == [], "and she has agreed to nothing"
    assert rebuild(named("archive"), compare=True).differences == []


def test_whoever_leaves_a_recorded_game_leaves_no_name_there() -> None:
    alice = account("Alice")
    match = recorded("Ala", "Żaneta", by=alice, viewer=0)
    RecordLabels.objects.update(names=["Ala", "Żaneta"])
    keeping.leave(match, by=alice)
    assert RecordLabels.objects.get().names == ["", "Żaneta"]
    assert ids(alice, player="ala") == []
    assert ids(alice, player="zaneta") == [match]
    assert rebuild(named("archive"), compare=True).differences == []


@pytest.mark.parametrize("whose", ["owner", "staff", "account"])
def test_an_erased_name_is_found_no_more(whose: str) -> None:
    charlie = account("Charlie")
    match = imported("Żaneta", "Bob", by=charlie)
    own = recorded("Żaneta", "Bob", by=charlie)
    assert ids(charlie, player="Żaneta") == [own, match]
    by = charlie if whose == "owner" else account("Stella", staff=True)
    if whose == "account":
        records.forget(charlie)
    else:
        for one in (match, own):
            records.erase_labels(match_id=one, by=by, staff=whose == "staff")
            assert one not in ids(charlie, player="Żaneta")
    assert ids(charlie, player="Żaneta") == ids(charlie, against="b", player="Bob") == []
    assert not ArchivedSeat.objects.filter(typed__isnull=False).exists(), "nor does it stand anywhere"
    assert match in ids(charlie)
    assert rebuild(named("archive"), compare=True).differences == []


def test_erasing_an_account_erases_the_names_in_its_imports_and_its_own() -> None:
    charlie = account("Charlie")
    match, played = imported("Żaneta", "Bob", by=charlie), started("Charlie", "Bob")
    played.play_out()
    people.erase(player=Player.objects.get(id=charlie), now=timezone.now())
    assert ids(player="zaneta") == []
    assert ids(player="charlie") == [played.match], "the other one of that name"
    assert match in ids()


def test_a_name_in_a_hidden_import_is_told_to_nobody() -> None:
    charlie = account("Charlie")
    match = imported("Żaneta", "Bob", by=charlie, access="link")
    assert ids(None, player="zaneta") == ids(account("Dora"), player="zaneta") == []
    assert ids(charlie, player="zaneta") == [match]
    assert counted(None, player="zaneta", against="bob") == Versus(0, 0, 0, 0)


def test_names_of_others_push_no_exact_name_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Abuse: many are typed that have somebody's name in them."""
    monkeypatch.setattr(queries, "NAMED", 2)
    charlie = account("Charlie")
    for deal in range(3):
        imported(f"A Bob {deal}", "Dora", by=charlie, deal=deal)
        person(f"A Bob {deal}")
    match, played = imported("Bob", "Eve", by=charlie, deal=9), over("Bob", "Alice")
    assert set(ids(player="bob")) >= {match, played.match}


def test_a_typed_name_is_no_account_of_that_name() -> None:
    """Abuse: somebody makes up games that Alice has lost."""
    played = over("Alice", "Bob")
    ArchivedSeat.objects.filter(of=played.match).update(rank=F("seat") + 1)
    before = counted(None, player="Alice", against="Bob")
    assert before == Versus(1, 1, 0, 0)
    charlie = account("Charlie")
    made_up = [imported("Bob", "Alice", by=charlie, deal=deal) for deal in range(3)]
    ArchivedSeat.objects.filter(of__in=made_up[:2]).update(rank=F("seat") + 1)
    ArchivedSeat.objects.filter(of=made_up[2]).update(rank=None)
    assert counted(None, player="Alice", against="Bob") == Versus(1, 1, 0, 0, VersusCounts(2, 0, 2, 1))
    alice, bob = (str(one) for one in played.players)
    assert counted(None, player=alice, against=bob) == before
    assert ids(player=alice) == ids(player="alice", named="account") == [played.match]
    assert ids(player="alice", named="typed") == made_up[::-1]
    assert ids(player="alice") == [*made_up[::-1], played.match]
    for seat in play.match(match_id=made_up[0], player=None).seats:
        assert (seat.player, seat.typed) == (None, True)
    client = Client(headers={"Accept-Language": "en"})
    page = client.get("/archive/?player=alice").content.decode()
    entries = re.findall(r'<li class="entry">.*?</h3>', page, re.DOTALL)
    assert [entry.count("(typed)") for entry in entries] == [2, 2, 2, 0]
    found = client.get("/api/v1/archive/?player=alice").json()["games"]
    assert [[seat["typed"] for seat in one["match"]["seats"]] for one in found] == [[True] * 2] * 3 + [[False] * 2]


def test_parts_of_names_that_very_many_have_compare_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Abuse: what everybody is called, twice, counted the games of everybody against everybody."""
    match = imported("Alice", "Alicja", by=account("Charlie"))
    asked = "player=ali&against=alic"
    client = Client(headers={"Accept-Language": "en"})
    assert counted(None, player="ali", against="alic").typed.games == 1
    monkeypatch.setattr(queries, "COMPARED", 1)
    answer = client.get(f"/api/v1/archive/?{asked}").json()
    assert (answer["versus"], answer["too_many"]) == (None, True)
    assert [one["match"]["id"] for one in answer["games"]] == [str(match)]
    assert "Too many names match to compare two people" in client.get(f"/archive/?{asked}").content.decode()
    assert counted(None, player="alice", against="alicja").typed.games == 1


def test_each_figure_of_two_names_opens_its_games() -> None:
    played = over("Alice", "Bob")
    ArchivedSeat.objects.filter(of=played.match).update(rank=F("seat") + 1)
    charlie = account("Charlie")
    made_up = [imported("Bob", "Alice", by=charlie, deal=deal) for deal in range(3)]
    for number, match in enumerate(made_up):
        ArchivedSeat.objects.filter(of=match).update(rank=F("seat") + 1 if number else 2 - F("seat"))
    client = Client(headers={"Accept-Language": "en"})
    page = client.get("/archive/?player=Alice&against=Bob").content.decode()
    assert "Where one of them is only a typed name" in page
    found = re.findall(r'<a href="(\?[^"]*placed=[^"]*)">([^<]*)</a>', page)
    told = [(" ".join(text.split()), listed_on(client, at.replace("&amp;", "&"))) for at, text in found]
    expected = [("1 game", 1), ("1 ahead", 1), ("0 behind", 0), ("3 games", 3), ("1 ahead", 1), ("2 behind", 2)]
    assert told == expected
    assert figures(page)


def test_each_figure_of_any_two_is_the_number_of_games_that_it_opens() -> None:
    """Of accounts and bots, of names in imports and in recorded games, for whoever asks."""
    alice, charlie = account("Alice"), account("Charlie")
    for _ in range(2):
        over("Alice", "Bob")
    over("Alice", "bot:random")
    for deal in range(3):
        imported(*("Alice", "Bob", "Ala")[deal != 1 :], by=charlie, deal=deal, access="anyone" if deal else "link")
    recorded("", "Bob", by=alice, viewer=0)
    keeping.agree_to_listing(recorded("", "Bob", by=charlie, viewer=0), by=charlie, agrees=True)
    asked = sample(("alice", "bob"), ("alice", "bob", "charlie", str(alice)))
    seen = set()
    for asker in (None, alice, charlie):
        for player in asked:
            for against in asked:
                two = {"player": player, "against": against}
                told = counted(asker, **two)
                for named_so, counts in (("account", told), ("typed", told.typed)):
                    for placed, number in (("both", counts.games), ("ahead", counts.ahead), ("behind", counts.behind)):
                        opened = ids(asker, **two, placed=placed, named=named_so)
                        assert len(opened) == number, (asker, two, placed, named_so)
                    seen.add((named_so, counts.games))
                there = counted(asker, **two, game="elekt")
                assert there.typed.games == len(ids(asker, **two, game="elekt", placed="both", named="typed"))
    assert {("account", 2), ("typed", 0)} < seen
    assert (
        counted(alice, player="alice", against="bob").typed.games
        > counted(None, player="alice", against="bob").typed.games
    )


FILTERS: tuple[dict[str, str | int], ...] = (
    {},
    {"seat": "1"},
    {"seat": "2"},
    {"result": "won"},
    {"result": "lost"},
    {"result": "shared"},
    {"game": "elekt"},
    {"game": GAME},
    {"ruleset": "elekt-2e-r2"},
    {"origin": "imported"},
    {"origin": "recorded"},
    {"origin": "here"},
    {"least": 3},
    {"most": 3},
    {"since": "2020-01-01"},
    {"until": "2020-01-01"},
    {"event": "nothing"},
    {"mine": "1"},
    {"listed": "1"},
)


def test_every_filter_holds_for_typed_names_as_for_accounts() -> None:
    """What is found by a name and a filter is what each of them finds, seat by seat."""
    charlie = account("Charlie")
    over("Alice", "Bob")
    for deal in range(2):
        imported("Ala", "Alice", by=charlie, deal=deal)
    recorded("", "Alice", by=charlie, viewer=0)
    recorded("Ala", "Alicja", by=charlie)
    names: dict[UUID, list[tuple[ArchivedSeat, str]]] = {one: [] for one in ids(charlie)}
    for row in ArchivedSeat.objects.order_by("of", "seat").select_related("of"):
        called = [one.name for one in play.match(match_id=row.of_id, player=charlie).seats][row.seat]
        names[row.of_id].append((row, called.lower()))
    everything = ids(charlie)
    for asked, wanted in product(("alice", "ala", "charlie"), FILTERS):
        alone = set(ids(charlie, **{name: value for name, value in wanted.items() if name not in ("seat", "result")}))
        expected = [
            match
            for match in everything
            if match in alone and any(asked in called and _fits(row, wanted) for row, called in names[match])
        ]
        assert ids(charlie, player=asked, **wanted) == expected, (asked, wanted)
        for how, is_typed in (("typed", True), ("account", False)):
            some = [
                match
                for match in expected
                if any(
                    asked in called and _fits(row, wanted) and (row.typed is not None) is is_typed
                    for row, called in names[match]
                )
            ]
            assert ids(charlie, player=asked, named=how, **wanted) == some, (how, asked, wanted)
    for asked, card in product(("alice", "ala", "charlie"), ArchivedCard.objects.all()[:6]):
        at = {"game": card.game, "card": card.card}
        expected = [
            match
            for match in ids(charlie, **at)
            if any(
                asked in called and ArchivedCard.objects.filter(of=match, seat=row.seat, card=card.card).exists()
                for row, called in names[match]
            )
        ]
        assert ids(charlie, player=asked, **at) == expected


def _fits(row: ArchivedSeat, wanted: dict[str, str | int]) -> bool:
    alone = row.of.winner is not None
    result = {"won": row.won, "lost": alone and not row.won, "shared": not alone}
    return str(row.seat + 1) == wanted.get("seat", str(row.seat + 1)) and result.get(str(wanted.get("result")), True)


def test_how_a_name_came_there_is_asked_of_somebody() -> None:
    for how in ("typed", "account"):
        with pytest.raises(BadRequest):
            ids(named=how)
    assert Client().get("/archive/?named=typed").status_code == 200, "left over in the form"
    assert Client().get("/api/v1/archive/?named=typed").status_code == 400


def test_names_of_an_older_archive_are_found_once_it_is_brought_up_to_date() -> None:
    match = imported("Żaneta", "Bob", by=account("Charlie"))
    own = recorded("", "Dora", by=(alice := account("Alice")), viewer=0)
    over("Alice", "Bob")
    kept_before = list(ArchivedSeat.objects.order_by("of", "seat").values_list("typed", flat=True))
    ArchivedSeat.objects.update(typed=None)
    import_module("matches.migrations.0041_archive_typed_names").fill(apps, None)
    assert list(ArchivedSeat.objects.order_by("of", "seat").values_list("typed", flat=True)) == kept_before
    assert (ids(player="zaneta"), ids(alice, player="dora")) == ([match], [own])


@pytest.mark.one_database
@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL counts its rows and chooses by that")
def test_typed_names_are_looked_up_and_games_are_not_gone_through() -> None:
    find = partial(queries._Asker(None).who, Wanted())
    ArchivedGame.objects.all()
    imported("Żaneta", "Bob", by=account("Charlie"))
    rows = ArchivedSeat.objects.filter(find("zaneta")).order_by("-ended_at").values("of")
    with connection.cursor() as cursor:
        sql, given = rows.query.sql_with_params()
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}", given)
        assert "archive_of_typed" in str(cursor.fetchall())


def test_a_part_of_a_name_is_looked_for_in_an_index_alone() -> None:
    """Whether a row is listed, and of which game it is, stands there, too: most of the time went into reading rows."""
    alice = account("Alice")
    imported("Żaneta", "Bob", by=alice)
    for asker in (None, alice):
        with CaptureQueriesContext(connection) as asked:
            assert queries._Asker(asker)._typed("zan") == ["zaneta"]
        assert f"{INDEX_ALONE} archive_of_typed" in plan_of(asked.captured_queries[-1]["sql"])
