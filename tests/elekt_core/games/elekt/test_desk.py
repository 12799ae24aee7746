"""Setting up positions by hand: what a form says, step by step, and positions of matches put into words."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import Decision, SeatNo, Setup
from elekt_core.games.elekt import game
from elekt_core.games.elekt.desk_shapes import Desk
from elekt_core.record.match import start

DESK = game.desk()
RULESET = game.rulesets[0].name
SOLO = "elekt-solo-r2"


def form_of(desk: Desk) -> dict[str, list[str]]:
    """The form as a browser sends it that changes nothing."""
    fields: dict[str, list[str]] = {
        "round": [desk.round],
        "phase": [desk.phase],
        "moment": ["begins" if desk.begins else "goes_on"],
        "turn": [desk.turn],
        "crowned": [desk.crowned],
        "from_zone": [desk.from_zone],
        "holder": [desk.holder],
        "direction": [desk.direction],
        "beyond": [desk.beyond],
        "used": [*desk.used_elsewhere, *(i.name for seat in desk.seats for i in seat.acquired.items if i.used)],
        "seat": [str(seat.number) for seat in desk.seats if seat.houses is None],
        "passed": [str(seat.number) for seat in desk.seats if seat.passed],
        "conceded": [str(seat.number) for seat in desk.seats if seat.conceded],
        "resolve": [value for zone in desk.zones for value, _, _, chosen in zone.resolving if chosen],
    }
    if desk.listed:
        fields["listed"] = ["yes"]
    for seat in desk.seats:
        fields[f"heat.{seat.number}"] = [seat.heat]
        fields[f"assigned.{seat.number}"] = [seat.assigned]
    for zone in desk.zones:
        fields[f"face_up.{zone.word}"] = [zone.face_up]
        if houses := seat.houses:
            fields |= {"houses": [str(seat.number)], "seals": [houses.seals], "last_zone": [houses.last_zone]}
            fields |= {"titles_without_card": [houses.counted]}
            fields |= {"pile_by_chance": ["" if houses.pile_named else str(seat.number)]}
    for place in desk.places:
        fields[place.word] = [item.name for item in place.items]
        for item in place.items:
            fields.setdefault("suppressed", []).extend([item.name] if item.suppressed else [])
            for attribute, _, count in item.tokens:
                fields[f"tokens.{item.name}.{attribute}"] = [count]
    return fields


def begun(position: Any, seats: int = 2) -> Any:
    """With one seat it is a solo game."""
    setup = Setup("elekt", SOLO if seats == 1 else RULESET, seats, {"position": position})
    return start(game, setup, SeededChance(b"a test of the desk"))[0]


def again(position: Any, seats: int = 2) -> Any:
    """The position after a form was laid out and sent back."""
    return DESK.read(seats, form_of(DESK.lay_out(seats, position, "pl")))


def changed(position: Any, *step: str, picked: str = "", seats: int = 2) -> Any:
    return DESK.change(again(position, seats), step, picked)


# --- the form -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_empty_desk_is_a_position_in_which_play_begins(seats: int) -> None:
    state = begun(DESK.empty(seats), seats)
    assert (state.asked, state.question) == (0, "assign_or_pass")
    assert [len(hand) for hand in state.hands] == [4] * seats
    assert not any(state.rows)


def test_a_form_that_changes_nothing_says_the_same_position() -> None:
    position = {
        "round": 3,
        "phase": "confrontation",
        "to_resolve": {"missions": ["violence", "power"], "court": ["power"]},
        "sceptre": {"holder": 1, "direction": "counter_clockwise"},
        "zones": {
            "missions": {
                "face_up": "famine_procession",
                "rows": [[{"unit": "symbiont", "tokens": {"power": 2}, "suppressed": True}, "acolyte"], ["nameless"]],
            },
            "court": {"deck_size": 3},
        },
        "players": [{"heat": 1, "acquired": ["web_of_informers"]}, {"hand": [], "heat": 3, "passed": True}],
        "used": ["web_of_informers"],
        "discard": ["necrarch"],
        "pool": {"power": 5},
        "decision": {"seat": 0, "kind": "annihilate_unit"},
    }
    once = again(position)
    assert again(once) == once
    plain, sent = begun(without(position)), begun(without(once))
    assert game.encode_state(plain) == game.encode_state(sent)
    assert once["decision"] == position["decision"]
    assert once["zones"]["court"]["deck_size"] == 3


def without(position: Any) -> Any:
    return {key: value for key, value in position.items() if key != "decision"}


def test_a_card_lies_where_it_was_put_last() -> None:
    position = changed(DESK.empty(2), "add", "missions.0", picked="acolyte.0")
    position = changed(position, "add", "court.1", picked="acolyte.0")
    assert position["zones"]["missions"]["rows"] == [[], []]
    assert position["zones"]["court"]["rows"] == [[], ["acolyte.0"]]
    assert "acolyte.0" not in position["players"][0]["hand"]
    assert begun(position).owner(game.cards.ids["acolyte.0"]) == 1


def test_tokens_move_with_their_unit() -> None:
    position = changed(DESK.empty(2), "add", "missions.0", picked="symbiont")
    position["zones"]["missions"]["rows"][0] = [{"unit": "symbiont", "tokens": {"power": 2}}]
    position = changed(position, "add", "court.0", picked="symbiont")
    assert position["zones"]["court"]["rows"][0] == [{"unit": "symbiont", "tokens": {"power": 2}}]


def test_units_change_places_among_their_neighbours_and_leave() -> None:
    position = DESK.empty(2)
    for unit in ("symbiont", "necrarch", "bone_carver"):
        position = changed(position, "add", "missions.0", picked=unit)
    row = changed(position, "left", "missions.0", "2")["zones"]["missions"]["rows"][0]
    assert row == ["symbiont", "bone_carver", "necrarch"]
    row = changed(position, "right", "missions.0", "0")["zones"]["missions"]["rows"][0]
    assert row == ["necrarch", "symbiont", "bone_carver"]
    row = changed(position, "left", "missions.0", "0")["zones"]["missions"]["rows"][0]
    assert row == ["symbiont", "necrarch", "bone_carver"]
    row = changed(position, "take", "missions.0", "1")["zones"]["missions"]["rows"][0]
    assert row == ["symbiont", "bone_carver"]


@pytest.mark.parametrize(
    ("step", "picked"),
    [
        (("add", "moon.0"), "symbiont"),
        (("add", "missions.99"), "symbiont"),
        (("add", "missions.0"), "no_such_card"),
        (("take", "missions.0", "7"), ""),
        (("take", "missions.0", "-1"), ""),
        (("left", "missions", "x"), ""),
        (("drop", "zones"), ""),
        (("fly",), ""),
        ((), ""),
    ],
)
def test_a_step_that_is_none_changes_nothing(step: tuple[str, ...], picked: str) -> None:
    position = changed(DESK.empty(2), "add", "missions.0", picked="necrarch")
    after = DESK.change(position, step, picked)
    assert game.encode_state(begun(after)) == game.encode_state(begun(position))


def test_what_the_form_does_not_show_is_told_and_can_be_dropped() -> None:
    position = {"zones": {"court": {"deck_size": 3}}, "shuffled": False, "players": [{"titles": 0}]}
    desk = DESK.lay_out(2, position, "en")
    assert desk.more == (("shuffled", "false"), ("zones.court.deck_size", "3"), ("players.0.titles", "0"))
    for key, _ in desk.more:
        position = changed(position, "drop", key)
    assert DESK.lay_out(2, position, "en").more == ()


def test_a_seat_that_joins_holds_its_basic_units_and_one_that_leaves_takes_them_along() -> None:
    form = form_of(DESK.lay_out(2, DESK.empty(2), "en"))
    three = begun(DESK.read(3, form), 3)
    assert [len(hand) for hand in three.hands] == [4, 4, 4]
    form = form_of(DESK.lay_out(3, DESK.empty(3), "en"))
    assert [len(hand) for hand in begun(DESK.read(2, form)).hands] == [4, 4]


def test_what_was_written_wrongly_stays_as_it_was_written() -> None:
    form = form_of(DESK.lay_out(2, DESK.empty(2), "en")) | {"round": ["three"], "heat.0": ["x"], "turn": ["nobody"]}
    position = DESK.read(2, form)
    assert (position["round"], position["players"][0]["heat"], position["turn"]) == ("three", "x", "nobody")
    desk = DESK.lay_out(2, position, "en")
    assert (desk.round, desk.seats[0].heat, desk.turn) == ("three", "x", "nobody")


NONSENSE: list[Any] = [
    {},
    {"zones": 5, "players": "none", "discard": {"a": 1}, "used": 7, "sceptre": []},
    {"zones": {"missions": {"rows": {"0": []}}, "moon": {"rows": [[]]}, "court": None}},
    {"zones": {"missions": {"rows": ["x", [1, None, {"unit": 5}, {"tokens": 7}]]}}},
    {"zones": {"missions": {"rows": [[{"unit": "x", "tokens": {"power": []}}]]}}},
    {"houses": {"won": 3, "drawn": [{}, 7], "seals": [], "titles_without_card": "x", "last_zone": {}, "moon": 1}},
    {"houses": ["won"]},
    {"players": [None, {"hand": 3}, {"hand": [1]}], "to_resolve": [], "round": None, "phase": 9},
]  # fmt: skip


@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize("position", NONSENSE)
def test_there_is_a_form_for_anything(position: Any, seats: int) -> None:
    desk = DESK.lay_out(seats, position, "pl")
    json.dumps(DESK.read(seats, form_of(desk)))
    DESK.change(position, ("add", "missions.0"), "symbiont")
    DESK.change(position, ("take", "hand.0", "0"), "")
    DESK.change(position, ("drop", "zones.court.deck"), "")


@pytest.mark.parametrize("beyond", ["{", "[1]", "[" * 100_000, '{"zones": {"missions": 3}, "players": {}}'])
def test_a_forged_rest_of_the_form_does_no_harm(beyond: str) -> None:
    form = form_of(DESK.lay_out(2, DESK.empty(2), "en")) | {"beyond": [beyond]}
    assert len(begun(DESK.read(2, form)).hands[0]) == 4


# --- solo (E21) ---------------------------------------------------------------------------------------------

GAMBIT: Mapping[str, Any] = {
    "round": 2,
    "phase": "assignment",
    "turn": 0,
    "zones": {"missions": {"rows": [["acolyte"], [{"unit": "symbiont", "tokens": {"power": 1}}, "necrarch"]]}},
    "players": [
        {"heat": 2, "assigned": 1},
        {"hand": ["confessor", "bone_carver"], "heat": 1, "assigned": 2, "acquired": ["master_of_spies", "ironworks"]},
    ],
    "houses": {"seals": 2, "won": ["web_of_informers"], "drawn": ["hidden_dagger"], "last_zone": "missions"},
}


def test_a_solo_form_that_changes_nothing_says_the_same_position() -> None:
    once = again(GAMBIT, 1)
    assert again(once, 1) == once
    assert game.encode_state(begun(once, 1)) == game.encode_state(begun(GAMBIT, 1))
    assert begun(once, 1).hands[1] == begun(GAMBIT, 1).hands[1]


def test_the_empty_solo_desk_is_a_position_in_which_play_begins() -> None:
    """E21.7, E21.13: 3 Heat against 1, and six Units in the pile."""
    state = begun(again(DESK.empty(1), 1), 1)
    assert (state.asked, state.question) == (0, "assign_or_pass")
    assert [len(hand) for hand in state.hands] == [4, 6]
    assert list(state.heat) == [3, 1]


def test_every_field_of_the_houses_is_read_and_every_key_of_theirs_has_a_place() -> None:
    desk = DESK.lay_out(1, GAMBIT, "en")
    houses = desk.seats[1].houses
    assert houses is not None
    assert (houses.seals, houses.counted, houses.last_zone, houses.pile_named) == ("2", "0", "missions", True)
    assert desk.more == ()
    keys = {"houses.seals", "houses.won.0", "houses.drawn.0", "players.1.hand.1", "zones.missions.rows.1.0"}
    assert keys <= desk.keys


def test_cards_are_put_before_the_houses_and_leave_the_place_where_they_lay() -> None:
    position = changed(GAMBIT, "add", "drawn", picked="web_of_informers", seats=1)
    position = changed(position, "add", "court.1", picked="confessor", seats=1)
    assert position["houses"]["drawn"] == ["hidden_dagger", "web_of_informers"]
    assert "won" not in again(position, 1)["houses"]
    assert position["players"][1]["hand"] == ["bone_carver"]
    assert position["zones"]["court"]["rows"] == [[], ["confessor"]]


def test_a_pile_that_nobody_names_is_drawn_at_random_and_a_named_one_can_be_empty() -> None:
    """E21.13: what they lack of 6 Units. E21.17: an empty pile is possible too."""
    by_chance = {**GAMBIT, "players": [GAMBIT["players"][0], {"assigned": 2}]}
    assert "hand" not in again(by_chance, 1)["players"][1]
    assert len(begun(again(by_chance, 1), 1).hands[1]) == 4
    empty = {**GAMBIT, "players": [GAMBIT["players"][0], {"assigned": 2, "hand": []}]}
    assert begun(again(empty, 1), 1).hands[1] == ()


def test_units_that_a_solo_game_leaves_out_are_not_offered_and_no_other_seats_are() -> None:
    """E21.10, E2.7."""
    offered = {name for _, cards in DESK.lay_out(1, GAMBIT, "en").offers["unit"] for name, _, _ in cards}
    assert {"acolyte.0", "necrarch"} <= offered
    assert not {"acolyte.1", "body_thief", "serpent_mouthed_liar"} & offered


def test_a_form_of_two_players_becomes_one_against_the_houses_and_back() -> None:
    solo = DESK.read(1, form_of(DESK.lay_out(2, DESK.empty(2), "en")))
    assert len(begun(solo, 1).hands[1]) == 6
    two = DESK.read(2, form_of(DESK.lay_out(1, GAMBIT, "en")))
    assert "houses" not in two
    assert begun(DESK.read(2, form_of(DESK.lay_out(1, DESK.empty(1), "en")))).heat[1] == 2


def test_what_the_houses_have_is_kept_where_they_do_not_play() -> None:
    """Nothing is judged by the form: the flaw is told, and the key can be dropped."""
    position = {"houses": {"seals": 1}}
    assert again(position)["houses"] == {"seals": 1}
    assert DESK.lay_out(2, position, "en").more == (("houses", '{"seals": 1}'),)
    assert "houses" not in changed(position, "drop", "houses")


# --- positions of matches -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "seed"), [(1, 5), (1, 6), (2, 1), (2, 2), (3, 3), (4, 4)])
def test_a_match_that_begins_in_a_written_position_asks_the_same(seats: int, seed: int) -> None:
    """Play at random; wherever there are words for the position, a new match from them is where the old one is."""
    random = Random(seed)
    state, _ = start(game, Setup("elekt", SOLO if seats == 1 else RULESET, seats, {}), SeededChance(bytes([seed]) * 32))
    asked: Counter[str] = Counter()
    written: Counter[str] = Counter()
    for _ in range(400):
        if state.ended is not None:
            break
        position = game.position_of(state)
        asked[state.question] += state.round > 0
        if position is not None:
            other = begun(json.loads(json.dumps(position)), seats)
            assert whole(other) == whole(state), (state.question, state.step, state.agenda)
            assert list(game.options(other)) == list(game.options(state))
            written[state.question] += 1
        options = game.options(state)
        game.advance(state, options[random.randrange(len(options))], SeededChance(bytes([seed]) * 32))
    assert {"recruit", "assign_or_pass", "use_instant"} <= written.keys()
    assert written["use_instant"] == asked["use_instant"]
    assert written.total() > 0.8 * asked.total()


def whole(state: Any) -> Any:
    """Everything that can be seen and that is hidden but the number of draws so far."""
    return (
        game.encode_state(state),
        state.decks,
        state.aside,
        state.hands,
        state.skips,
        state.used_round,
        state.used_game,
    )


def test_there_are_no_words_before_the_first_round_and_after_the_end() -> None:
    state, _ = start(game, Setup("elekt", RULESET, 2, {}), SeededChance(bytes(32)))
    assert game.position_of(state) is None
    game.advance(state, Decision(SeatNo(0), "concede"), SeededChance(bytes(32)))
    assert game.position_of(state) is None
