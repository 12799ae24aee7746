"""Positions in fields: whatever stands in a position is shown, read back as it was, and changed by one step alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import Game, Setup
from elekt_core.desk import PLAYERS, FieldDesk
from elekt_core.desk_shapes import DeskShown, PartShown
from elekt_core.games.elector_counts import position as counts
from elekt_core.games.elector_counts.cards import Card, load_cards
from elekt_core.games.enclave import position as enclave
from elekt_core.record.match import start
from elekt_core.registry import game_names, get_game
from elekt_core.scenarios.scenario import list_scenarios

Fields = dict[str, list[str]]
KEYS = {"elector_counts": (counts.TOP, counts.PLAYER), "enclave": (enclave.KEYS, enclave.PLAYER_KEYS)}


def of_fields() -> list[str]:
    return [name for name in game_names() if isinstance(get_game(name).desk(), FieldDesk)]


def desk_of(name: str) -> FieldDesk:
    desk = get_game(name).desk()
    assert isinstance(desk, FieldDesk)
    return desk


def sent(desk: DeskShown) -> Fields:
    """The form as a browser sends it, nothing changed."""
    found: Fields = {"position": [desk.position], "shown": []}
    for section in desk.sections:
        _sent(section.part, found)
    return found


def _sent(part: PartShown, found: Fields) -> None:
    for field in part.simple:
        found[f"at.{field.key}"] = [field.value]
    for field in (*part.flags, *part.words):
        found["shown"].append(field.key)
        ticked = ["true"] if field.value else [value for value, _, chosen in field.values if chosen]
        found |= {f"at.{field.key}": ticked} if ticked else {}
    for item in [item for field in part.lists for item in field.items if item.part]:
        assert item.part is not None
        _sent(item.part, found)


def positions(game: Game[Any]) -> Iterator[tuple[int, dict[str, Any]]]:
    for scenario in list_scenarios(game).all.values():
        for variant in scenario.variants:
            if position := variant.setup.options.get("position"):
                yield variant.setup.seats, dict(position)


@pytest.mark.parametrize("name", of_fields())
def test_every_position_is_wholly_shown_and_read_back_as_it_was(name: str) -> None:
    desk = desk_of(name)
    for seats, position in positions(get_game(name)):
        laid = desk.lay_out(seats, position, "pl")
        assert laid.more == ()
        assert desk.read(seats, sent(laid)) == position


@pytest.mark.parametrize("name", of_fields())
def test_there_is_a_field_for_all_that_a_position_may_say(name: str) -> None:
    top, player = KEYS[name]
    keys = [field.key.split(".") for field in desk_of(name).spread(4, {})]
    assert {path[0] for path in keys} == set(top)
    assert {path[2] for path in keys if path[0] == PLAYERS} == set(player)


def test_what_nobody_changed_stays_whatever_it_is() -> None:
    desk = desk_of("enclave")
    odd = {"turn": [7], "phase": "nap", "luck": {"much": 1}, "rows": 3, "players": ["who", {"money": "x", "hand": {}}]}
    laid = desk.lay_out(2, odd, "en")
    assert {key for key, _ in laid.more} == {"luck", "rows", "players.0"}
    assert desk.read(2, sent(laid)) == odd
    assert desk.change(odd, ("drop", "luck"), "") == {key: odd[key] for key in odd if key != "luck"}
    assert desk.read(2, {"position": ["{" * 9]}) == desk.read(2, {"position": ["[1]"]}) == {}


def test_what_is_typed_is_said_and_what_is_emptied_is_said_no_more() -> None:
    desk = desk_of("enclave")
    form = sent(desk.lay_out(2, {"players": [{"money": 3}]}, "en"))
    form |= {"at.players.0.money": [""], "at.players.1.points": ["7"], "at.order": ["[1, 0]"], "at.turn": ["soon"]}
    form |= {"at.players.1.removal": ["true"], "at.players.1.played": ["tree", "oracle"], "at.initiative.oracle": ["4"]}
    assert desk.read(2, form) == {
        "players": [{}, {"points": 7, "removal": True, "played": ["oracle", "tree"]}],
        "order": [1, 0],
        "turn": "soon",
        "initiative": {"oracle": 4},
    }


def test_a_card_of_which_no_copy_is_left_leaves_its_place() -> None:
    desk = desk_of("elector_counts")
    location = next(card.id for card in counts_cards() if card.count == 1 and card.kind == "location")
    several = next(card.id for card in counts_cards() if card.count == 2)
    at_first = {"players": [{"hand": [location, several]}, {"hand": []}]}
    moved = desk.change(at_first, ("add", "players.1.locations"), location)
    assert moved["players"] == [{"hand": [several]}, {"hand": [], "locations": [{"location": location}]}]
    again = desk.change(at_first, ("add", "players.1.hand"), several)
    assert again["players"] == [{"hand": [location, several]}, {"hand": [several]}]


def counts_cards() -> tuple[Card, ...]:
    return load_cards().cards


def test_a_step_moves_one_entry_and_what_is_no_step_changes_nothing() -> None:
    desk = desk_of("enclave")
    at_first = {"markers": {"oracle": [0, 1, 0]}, "players": [{}, {}]}
    for step, left in (
        (("left", "markers.oracle", "1"), [1, 0, 0]),
        (("right", "markers.oracle", "1"), [0, 0, 1]),
        (("take", "markers.oracle", "2"), [0, 1]),
        (("none", "markers.oracle"), []),
    ):
        assert desk.change(at_first, step, "")["markers"] == {"oracle": left}
    assert desk.change(at_first, ("add", "markers.oracle"), "1")["markers"] == {"oracle": [0, 1, 0, 1]}
    assert desk.change(at_first, ("drop", "markers.oracle"), "")["markers"] == {}
    for nothing in (("take", "markers.oracle", "9"), ("add", "players"), ("drop", "players"), ("sing",), ()):
        assert desk.change(at_first, nothing, "1") == at_first


def test_a_location_that_is_only_named_becomes_a_table_when_more_is_said_of_it() -> None:
    desk = desk_of("elector_counts")
    form = sent(desk.lay_out(2, {"players": [{"locations": ["start_altdorf"]}]}, "en"))
    form["at.players.0.locations.0.fortification"] = ["true"]
    assert desk.read(2, form)["players"] == [{"locations": [{"location": "start_altdorf", "fortification": True}]}]


@pytest.mark.parametrize("name", of_fields())
def test_the_empty_desk_is_a_position_without_flaws_for_every_number_of_seats(name: str) -> None:
    game, desk = get_game(name), desk_of(name)
    for seats in game.rulesets[0].seats:
        position = desk.empty(seats)
        assert desk.read(seats, sent(desk.lay_out(seats, position, "en"))) == position
        start(game, Setup(name, game.rulesets[0].name, seats, {"position": position}), SeededChance(bytes(32)))
