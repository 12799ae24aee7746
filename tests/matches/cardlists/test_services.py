"""Card lists: made, changed and used by those who may."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any
from uuid import UUID, uuid4

import pytest

from elekt_core.errors import BadCards
from elekt_core.registry import get_game
from ledger import store
from matches.cardlists import queries, services
from matches.cardlists.commands import AddVersion, ChangeCardList, OpenCardList
from matches.cardlists.models import CardList
from matches.games import game_of
from matches.models import Match, Table
from matches.play import queries as match_queries
from matches.play import simulation, verification
from matches.tables import services as table_services
from matches.tables.commands import OpenTable
from tests.matches.factories import person
from web.errors import BadRequest, Conflict, NotAllowed, NotFound, StaleVersion

from .files import broken, built_in, named

pytestmark = pytest.mark.django_db


def opened(owner: UUID, text: str = "", **changes: str) -> UUID:
    asked: dict[str, Any] = {"game": "elekt", "name": "Club", "text": text or named("Companion"), **changes}
    asked["access"] = CardList.Access(asked.get("access", "owner"))
    return services.open_list(OpenCardList(**asked), by=owner).list


def played_with(host: UUID, cards: str) -> Match:
    """A finished match of two bots with these cards."""
    done = table_services.open_table(
        OpenTable(game="elekt", seats=2, host_seat=None, cards=cards, bots={0: "random", 1: "random"}), by=host
    )
    assert done.match is not None
    return simulation.play_out(done.match)


def test_a_list_is_kept_with_its_first_version() -> None:
    alice = person("Alice")
    list_id = opened(alice)
    shown = queries.card_list(list_id=list_id, player=alice)
    assert (shown.name, shown.access, shown.newest, shown.mine) == ("Club", "owner", 1, True)
    text = queries.text(list_id=list_id, player=alice)
    assert text == named("Companion")
    assert queries.versions(list_id=list_id, player=alice)[0].cards == sha256(text.encode()).hexdigest()
    assert [event.kind for event in store.read(list_id)] == ["card_list_opened", "card_list_version_added"]


def test_line_endings_do_not_make_another_list() -> None:
    alice = person("Alice")
    list_id = opened(alice, named("Companion").replace("\n", "\r\n"))
    assert queries.text(list_id=list_id, player=alice) == named("Companion")


def test_a_file_with_flaws_is_refused_with_all_of_them_and_keeps_nothing() -> None:
    alice = person("Alice")
    with pytest.raises(BadCards) as caught:
        opened(alice, broken())
    assert {flaw.code for flaw in caught.value.flaws} == {"wrong_count", "unknown_word"}
    assert queries.lists_of(player=alice) == []


def test_a_new_version_leaves_the_old_one_as_it_is() -> None:
    alice = person("Alice")
    list_id = opened(alice)
    done = services.change(list_id, AddVersion(named("Guest"), "Another name"), by=alice)
    assert done.number == 2
    assert queries.text(list_id=list_id, player=alice, number=1) == named("Companion")
    assert queries.text(list_id=list_id, player=alice) == named("Guest")
    assert [version.note for version in queries.versions(list_id=list_id, player=alice)] == ["Another name", ""]


def test_the_same_text_is_no_new_version() -> None:
    alice = person("Alice")
    list_id = opened(alice)
    with pytest.raises(Conflict) as caught:
        services.change(list_id, AddVersion(named("Companion")), by=alice)
    assert caught.value.code == "same_card_list"


def test_sent_twice_it_counts_once() -> None:
    alice, decision = person("Alice"), uuid4()
    first = services.open_list(OpenCardList(game="elekt", name="Club", text=built_in()), by=alice, decision_id=decision)
    again = services.open_list(OpenCardList(game="elekt", name="Club", text=built_in()), by=alice, decision_id=decision)
    assert (again.list, again.repeated) == (first.list, True)
    version = uuid4()
    services.change(first.list, AddVersion(named("A")), by=alice, decision_id=version)
    assert services.change(first.list, AddVersion(named("A")), by=alice, decision_id=version).repeated
    assert queries.card_list(list_id=first.list, player=alice).newest == 2


@pytest.mark.parametrize("access", ["owner", "link", "everyone"])
def test_nobody_else_changes_a_list(access: str) -> None:
    alice, charlie = person("Alice"), person("Charlie")
    list_id = opened(alice, access=access)
    error = NotFound if access == "owner" else NotAllowed
    changes: list[Callable[[], object]] = [
        lambda: services.change(list_id, AddVersion(named("Mine")), by=charlie),
        lambda: services.change(list_id, ChangeCardList(name="Mine"), by=charlie),
        lambda: services.change(list_id, ChangeCardList(access=CardList.Access.EVERYONE), by=charlie),
        lambda: services.change(list_id, ChangeCardList(retired=True), by=charlie),
        lambda: services.change(list_id, ChangeCardList(retired=False), by=charlie),
    ]
    for change in changes:
        with pytest.raises(error):
            change()
    assert len(store.read(list_id)) == 2


def test_who_may_use_a_list() -> None:
    alice, charlie = person("Alice"), person("Charlie")
    only, link, everyone = (opened(alice, access=access, name=access) for access in ("owner", "link", "everyone"))
    with pytest.raises(NotFound):
        queries.card_list(list_id=only, player=charlie)
    with pytest.raises(NotFound):
        table_services.open_table(OpenTable(game="elekt", seats=2, cards=str(only)), by=charlie)
    assert table_services.open_table(OpenTable(game="elekt", seats=2, cards=str(link)), by=charlie).version
    usable = queries.usable_card_lists(player=charlie, game="elekt")
    assert [shown.id for shown in usable] == [everyone]
    brought = queries.usable_card_lists(player=charlie, game="elekt", also=f"{link}:1")
    assert {shown.id for shown in brought} == {everyone, link}
    assert queries.usable_card_lists(player=charlie, game="elekt", also=f"{only}:1") == usable
    assert {shown.id for shown in queries.usable_card_lists(player=alice, game="elekt")} == {only, link, everyone}


def test_a_retired_list_opens_no_table_until_it_is_restored() -> None:
    alice = person("Alice")
    list_id = opened(alice)
    services.change(list_id, ChangeCardList(retired=True), by=alice)
    assert queries.usable_card_lists(player=alice, game="elekt") == []
    with pytest.raises(Conflict) as caught:
        table_services.open_table(OpenTable(game="elekt", seats=2, cards=str(list_id)), by=alice)
    assert caught.value.code == "card_list_retired"
    services.change(list_id, ChangeCardList(retired=False), by=alice)
    assert table_services.open_table(OpenTable(game="elekt", seats=2, cards=str(list_id)), by=alice).version


def test_a_change_on_an_old_version_is_refused() -> None:
    alice = person("Alice")
    list_id = opened(alice)
    services.change(list_id, ChangeCardList(name="Club of Friends"), by=alice)
    with pytest.raises(StaleVersion):
        services.change(list_id, ChangeCardList(name="Other"), by=alice, expected_version=2)
    assert queries.card_list(list_id=list_id, player=alice).name == "Club of Friends"


@pytest.mark.parametrize("name", ["", "   ", "x" * 81, "a\u0007b"])
def test_a_list_needs_a_name_that_people_can_read(name: str) -> None:
    with pytest.raises(BadRequest) as caught:
        opened(person("Alice"), name=name)
    assert caught.value.data["field"] == "name"


def test_a_text_that_is_too_long_is_refused_before_it_is_read() -> None:
    with pytest.raises(BadRequest) as caught:
        opened(person("Alice"), "#" * (256 * 1024 + 1))
    assert (caught.value.code, caught.value.data["most"]) == ("card_file_too_long", 262144)


@pytest.mark.parametrize("cards", ["club", "0190aaaa-0000-7000-8000-000000000000:x"])
def test_a_choice_that_cannot_be_read_is_a_bad_request(cards: str) -> None:
    with pytest.raises(BadRequest):
        table_services.open_table(OpenTable(game="elekt", seats=2, cards=cards), by=person("Alice"))


def test_a_list_is_for_its_game_alone() -> None:
    alice = person("Alice")
    list_id = opened(alice)
    with pytest.raises(BadRequest) as caught:
        table_services.open_table(OpenTable(game="high-card", seats=2, cards=str(list_id)), by=alice)
    assert caught.value.code == "cards_of_another_game"
    with pytest.raises(BadCards):
        opened(alice, game="high-card")


def test_a_match_keeps_the_cards_that_it_began_with() -> None:
    alice = person("Alice")
    list_id = opened(alice)
    row = played_with(alice, f"{list_id}:1")
    services.change(list_id, AddVersion(named("Guest")), by=alice)
    services.change(list_id, ChangeCardList(retired=True), by=alice)
    assert row.cards == sha256(named("Companion").encode()).hexdigest()
    game = game_of(row)
    assert game.card("symbiont", "en").face.words.name == "Companion"
    assert game.card_set == row.cards != get_game("elekt").card_set
    assert Table.objects.get(match=row.id).card_list == list_id
    shown = match_queries.position(match_id=row.id, player=alice)
    assert shown.game.card_set == row.cards


def test_the_record_of_a_match_proves_itself_with_its_own_cards() -> None:
    alice = person("Alice")
    row = played_with(alice, str(opened(alice)))
    record = verification.record(match_id=row.id, player=None)
    assert record.cards == named("Companion")
    result = verification.of_finished(match_id=row.id, player=None)
    assert result.ok
    assert all(check.status == "ok" for check in result.checks)
