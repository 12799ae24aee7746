"""Positions in fields: whatever stands in a position is shown, read back as it was, and changed by one step alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.template.loader import render_to_string

from elekt_core.chance import SeededChance
from elekt_core.contract import Game, Setup
from elekt_core.games.elector_counts import position as counts
from elekt_core.games.elector_counts.cards import Card, load_cards
from elekt_core.games.enclave import position as enclave
from elekt_core.kit import json_path
from elekt_core.kit.positions import PLAYERS, Cards, Choice, Number, PositionFields, Section, Values, applies
from elekt_core.record.match import start
from elekt_core.registry import game_names, get_game
from elekt_core.scenarios.scenario import list_scenarios
from matches.positions import desk as desks
from matches.positions.desk import Desk
from matches.positions.desk_shapes import DeskShown, PartShown, SectionShown

Fields = dict[str, list[str]]
KEYS = {"elector_counts": (counts.TOP, counts.PLAYER), "enclave": (enclave.KEYS, enclave.PLAYER_KEYS)}


def games() -> list[str]:
    return [name for name in game_names() if get_game(name).position_fields() is not None]


def desk_of(name: str) -> Desk:
    return desks.desk_of(get_game(name))


def sent(desk: DeskShown) -> Fields:
    """The form as a browser sends it, nothing changed."""
    found: Fields = {"position": [desk.position], "seated": [str(desk.seats)], "shown": []}
    for section in desk.sections:
        _sent_section(section, found)
    return found


def _sent_section(section: SectionShown, found: Fields) -> None:
    _sent(section.part, found)
    for part in section.parts:
        _sent_section(part, found)


def _sent(part: PartShown, found: Fields) -> None:
    for field in part.simple:
        found[f"at.{field.key}"] = [field.value]
    for field in part.counts:
        found[f"at.{field.key}"] = [field.value or field.usual]
    for field in part.listed:
        found[f"at.{field.key}"] = [value for value, _, chosen in field.values if chosen]
    for field in (*part.flags, *part.words, *(inner for one in part.listed for inner in one.inside)):
        found["shown"].append(field.key)
        ticked = ["true"] if field.value else [value for value, _, chosen in field.values if chosen]
        found |= {f"at.{field.key}": ticked} if ticked else {}
    for item in [item for field in part.lists for item in field.items]:
        for mark in item.marks:
            found["shown"].append(f"{mark.key} {mark.card}")
            found.setdefault(f"at.{mark.key}", []).extend([mark.card] if mark.ticked else [])
        if item.part is not None:
            _sent(item.part, found)


def expected(desk: Desk, seats: int, position: Any) -> dict[str, Any]:
    """The position as it is shown: completed, and without what has no meaning at that moment."""
    shown = desk.fields.reseated(desk.fields.completed(seats, position), seats, seats)
    for field in list(desk.fields.spread(seats, shown)):
        if not applies(field, shown):
            json_path.drop(shown, field.key)
    return shown


def positions(game: Game[Any]) -> Iterator[tuple[int, dict[str, Any]]]:
    for scenario in list_scenarios(game).all.values():
        for variant in scenario.variants:
            if position := variant.setup.options.get("position"):
                yield variant.setup.seats, dict(position)


@pytest.mark.parametrize("name", games())
def test_every_position_is_wholly_shown_and_read_back_as_it_was(name: str) -> None:
    desk = desk_of(name)
    for seats, position in positions(get_game(name)):
        laid = desk.lay_out(seats, position, "pl")
        assert desk.read(seats, sent(laid)) == expected(desk, seats, position)
        assert name == "elekt" or laid.more == ()
        assert name == "elekt" or desk.read(seats, sent(laid)) == position


@pytest.mark.parametrize("name", KEYS)
def test_there_is_a_field_for_all_that_a_position_may_say(name: str) -> None:
    top, player = KEYS[name]
    keys = [field.key.split(".") for field in desk_of(name).fields.spread(4, {})]
    assert {path[0] for path in keys} == set(top)
    assert {path[2] for path in keys if path[0] == PLAYERS} == set(player)


def test_what_nobody_changed_stays_whatever_it_is() -> None:
    desk = desk_of("enclave")
    odd = {"turn": [7], "phase": "nap", "luck": {"much": 1}, "rows": 3, "players": ["who", {"money": "x", "hand": {}}]}
    laid = desk.lay_out(2, odd, "en")
    assert {key for key, _ in laid.more} == {"luck", "rows", "players.0"}
    assert desk.read(2, sent(laid)) == odd
    assert desk.change(2, odd, ("drop", "luck"), "") == {key: odd[key] for key in odd if key != "luck"}
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
    moved = desk.change(2, at_first, ("add", "players.1.locations"), location)
    assert moved["players"] == [{"hand": [several]}, {"hand": [], "locations": [location]}]
    again = desk.change(2, at_first, ("add", "players.1.hand"), several)
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
        assert desk.change(2, at_first, step, "")["markers"] == {"oracle": left}
    assert desk.change(2, at_first, ("add", "markers.oracle"), "1")["markers"] == {"oracle": [0, 1, 0, 1]}
    assert desk.change(2, at_first, ("drop", "markers.oracle"), "")["markers"] == {}
    for nothing in (("take", "markers.oracle", "9"), ("add", "players"), ("drop", "players"), ("sing",), ()):
        assert desk.change(2, at_first, nothing, "1") == at_first


def test_a_location_that_is_only_named_becomes_a_table_when_more_is_said_of_it() -> None:
    desk = desk_of("elector_counts")
    form = sent(desk.lay_out(2, {"players": [{"locations": ["start_altdorf"]}]}, "en"))
    form["at.players.0.locations.0.fortification"] = ["true"]
    assert desk.read(2, form)["players"] == [{"locations": [{"location": "start_altdorf", "fortification": True}]}]


@pytest.mark.parametrize("name", games())
def test_the_empty_desk_is_a_position_without_flaws_for_every_number_of_seats(name: str) -> None:
    game, desk = get_game(name), desk_of(name)
    for seats in game.rulesets[0].seats:
        position = desk.fields.empty(seats)
        assert desk.read(seats, sent(desk.lay_out(seats, position, "en"))) == expected(desk, seats, position)
        start(game, Setup(name, game.rulesets[0].name, seats, {"position": position}), SeededChance(bytes(32)))


class OutsideFields(PositionFields):
    """Another package's game of trumps and tricks."""

    def sections(self, seats: int, language: str) -> list[Section]:
        suits = (("h", "Hearts"), ("s", "Spades"))
        moment = (Choice("trumps", "Trumps", "none", values=suits), Number("tricks", "Tricks", "0"))
        hands = tuple(
            Section(f"players.{seat}", "", (Cards(f"players.{seat}.hand", "Hand", "dealt", offer="card"),), seat)
            for seat in range(seats)
        )
        return [Section("moment", "Moment", moment), *hands]

    def offers(self, seats: int, language: str) -> dict[str, list[tuple[str, Values]]]:
        return {"card": [("", tuple((number, f"Card {number}") for number in range(4)))]}

    def copies(self, card: str) -> int:
        return 1

    def empty(self, seats: int) -> dict[str, Any]:
        return {"players": [{"hand": []} for _ in range(seats)]}


def test_a_game_from_outside_gets_a_desk_by_saying_its_fields() -> None:
    desk = Desk(OutsideFields())
    position = desk.change(2, desk.fields.empty(2), ("add", "players.1.hand"), "3")
    form = sent(desk.lay_out(2, position, "en")) | {"at.trumps": ["s"], "at.tricks": ["4"]}
    after = desk.read(2, form)
    assert after == {"players": [{"hand": []}, {"hand": [3]}], "trumps": "s", "tricks": 4}
    shown = {"desk": desk.lay_out(2, after, "en"), "flaws": {}, "picks": {}, "sides": ({"name": "A"}, {"name": "B"})}
    page = render_to_string("matches/positions/_desk.html", shown)
    assert re.search(r'name="at.tricks"\s+class="number"|class="number"\s+name="at.tricks"', page)
    assert re.search(r'value="take players.1.hand 0"', page)
    assert '<option value="s" selected>Spades</option>' in page
