"""Positions kept by name: who may look, who may change, sent twice, on an old version, rebuilt."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest

from elekt_core.errors import UnknownGame
from ledger import store
from ledger.projections import named, rebuild
from matches.positions import decide, queries, services
from matches.positions.commands import ChangePosition, DropPosition, KeepPosition
from matches.positions.models import KeptPosition
from matches.positions.shapes import Board
from web.errors import BadRequest, Conflict, NotAllowed, NotFound, StaleVersion

from ..factories import GAME, person

pytestmark = pytest.mark.django_db

BOARD = Board(GAME, "", 2, {}, position={"round": 3})


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


@pytest.fixture
def charlie() -> UUID:
    return person("Charlie")


def kept(owner: UUID, **changes: Any) -> UUID:
    asked: dict[str, Any] = {"name": "A ruling", "board": BOARD, **changes}
    return services.keep(KeepPosition(**asked), by=owner).position


def test_a_position_is_kept_and_found_again(alice: UUID) -> None:
    id_ = kept(alice, name="  A   ruling ")
    found = queries.position(position_id=id_, player=alice)
    assert (found.name, found.board, found.mine) == ("A ruling", BOARD, True)
    assert [shown.id for shown in queries.positions_of(player=alice)] == [id_]
    assert [event.kind for event in store.read(id_)] == ["position_kept"]


def test_it_is_its_owners_alone_until_it_is_shared(alice: UUID, charlie: UUID) -> None:
    id_ = kept(alice)
    for outsider in (charlie, None):
        with pytest.raises(NotFound):
            queries.position(position_id=id_, player=outsider)
    services.change(id_, ChangePosition(access=KeptPosition.Access.LINK), by=alice)
    for outsider in (charlie, None):
        assert not queries.position(position_id=id_, player=outsider).mine
    assert queries.positions_of(player=charlie) == []
    services.change(id_, ChangePosition(access=KeptPosition.Access.OWNER), by=alice)
    with pytest.raises(NotFound):
        queries.position(position_id=id_, player=charlie)


def test_only_its_owner_changes_it_and_an_outsider_does_not_learn_that_it_is_there(alice: UUID, charlie: UUID) -> None:
    id_ = kept(alice)
    with pytest.raises(NotFound):
        services.change(id_, ChangePosition(name="Mine"), by=charlie)
    services.change(id_, ChangePosition(access=KeptPosition.Access.LINK), by=alice)
    with pytest.raises(NotAllowed):
        services.change(id_, ChangePosition(board=BOARD), by=charlie)
    with pytest.raises(NotAllowed):
        services.change(id_, DropPosition(), by=charlie)
    assert queries.position(position_id=id_, player=alice).name == "A ruling"


def test_it_is_changed_renamed_and_dropped(alice: UUID) -> None:
    id_ = kept(alice)
    services.change(id_, ChangePosition(board=BOARD.holding({"round": 4})), by=alice)
    services.change(id_, ChangePosition(name="Another"), by=alice)
    found = queries.position(position_id=id_, player=alice)
    assert (found.name, found.board.position, found.version) == ("Another", {"round": 4}, 3)
    services.change(id_, DropPosition(), by=alice)
    with pytest.raises(NotFound):
        queries.position(position_id=id_, player=alice)
    with pytest.raises(NotFound):
        services.change(id_, ChangePosition(name="Again"), by=alice)
    assert len(store.read(id_)) == 4, "what was said stays said"


def test_sent_twice_it_counts_once(alice: UUID, charlie: UUID) -> None:
    id_ = uuid4()
    first = services.keep(KeepPosition(name="A ruling", board=BOARD), by=alice, decision_id=id_)
    again = services.keep(KeepPosition(name="A ruling", board=BOARD), by=alice, decision_id=id_)
    assert (again.position, again.repeated) == (first.position, True)
    other = services.keep(KeepPosition(name="A ruling", board=BOARD), by=charlie, decision_id=id_)
    assert other.position != first.position


def test_a_change_on_an_old_version_is_refused(alice: UUID) -> None:
    id_ = kept(alice)
    services.change(id_, ChangePosition(name="Another"), by=alice, expected_version=1)
    with pytest.raises(StaleVersion):
        services.change(id_, ChangePosition(name="A third"), by=alice, expected_version=1)


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"name": " "}, BadRequest),
        ({"name": "x" * 81}, BadRequest),
        ({"board": Board("chess", "", 2)}, UnknownGame),
        ({"board": Board(GAME, "", 2, cards="0" * 64)}, NotFound),
        ({"board": BOARD.holding({"x": "y" * 20_000})}, BadRequest),
    ],
)
def test_what_cannot_be_kept_is_refused(alice: UUID, changes: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        kept(alice, **changes)
    assert not KeptPosition.objects.exists()


def test_nobody_keeps_too_many(alice: UUID, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decide, "MAX_KEPT", 1)
    kept(alice)
    with pytest.raises(Conflict):
        kept(alice)


def test_an_unknown_position_is_unknown(alice: UUID) -> None:
    with pytest.raises(NotFound):
        queries.position(position_id=uuid4(), player=alice)
    with pytest.raises(NotFound):
        services.change(uuid4(), DropPosition(), by=alice)


def test_kept_positions_are_rebuilt_from_the_ledger(alice: UUID) -> None:
    shared, dropped = kept(alice), kept(alice)
    services.change(shared, ChangePosition(access=KeptPosition.Access.LINK), by=alice)
    services.change(dropped, DropPosition(), by=alice)
    for projection in ("positions", "matches"):
        assert rebuild(named(projection), compare=True).differences == []
    assert KeptPosition.objects.count() == 1


@pytest.mark.parametrize("value", ["a\0b", 1.5, float("inf"), {"a\0": 1}, [{"round": [2.5]}]])
@pytest.mark.parametrize("field", ["position", "options"])
def test_what_the_ledger_cannot_hold_is_refused(alice: UUID, field: str, value: Any) -> None:
    spoilt: dict[str, Any] = {field: {"round": value}}
    with pytest.raises(BadRequest) as caught:
        kept(alice, board=replace(BOARD, **spoilt))
    assert caught.value.data["field"] == field
    assert not KeptPosition.objects.exists()


def test_options_count_towards_the_longest_position(alice: UUID) -> None:
    with pytest.raises(BadRequest):
        kept(alice, board=replace(BOARD, options={"note": "x" * decide.MAX_LENGTH}))


@pytest.mark.parametrize("name", ["a\0b", "a\u202eb"])
def test_a_name_can_be_printed(alice: UUID, name: str) -> None:
    id_ = kept(alice)
    with pytest.raises(BadRequest):
        kept(alice, name=name)
    with pytest.raises(BadRequest):
        services.change(id_, ChangePosition(name=name), by=alice)
