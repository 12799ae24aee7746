"""Setting up positions of Elekt by hand: what a form says, step by step, also against the Elder Houses."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import Setup
from elekt_core.games.elekt import game
from elekt_core.record.match import start
from matches.positions.desk import desk_of
from matches.positions.desk_shapes import DeskShown, FieldShown, SectionShown

from .test_desk import sent

DESK = desk_of(game)
EMPTY = DESK.fields.empty
RULESET = game.rulesets[0].name
SOLO = "elekt-solo-r2"


def field_of(desk: DeskShown, key: str) -> FieldShown:
    """The field of this key that is shown."""
    return {field.key: field for section in desk.sections for field in _fields(section)}[key]


def _fields(section: SectionShown) -> Iterator[FieldShown]:
    part = section.part
    yield from (*part.simple, *part.flags, *part.listed, *part.lists)
    for inner in section.parts:
        yield from _fields(inner)


def begun(position: Any, seats: int = 2) -> Any:
    """With one seat it is a solo game."""
    setup = Setup("elekt", SOLO if seats == 1 else RULESET, seats, {"position": position})
    return start(game, setup, SeededChance(b"a test of the desk"))[0]


def again(position: Any, seats: int = 2) -> Any:
    """The position after a form was laid out and sent back."""
    return DESK.read(seats, sent(DESK.lay_out(seats, position, "pl")))


def changed(position: Any, *step: str, picked: str = "", seats: int = 2) -> Any:
    return DESK.change(seats, again(position, seats), step, picked)


# --- the form -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_empty_desk_is_a_position_in_which_play_begins(seats: int) -> None:
    state = begun(EMPTY(seats), seats)
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
    position = changed(EMPTY(2), "add", "zones.missions.rows.0", picked="acolyte.0")
    position = changed(position, "add", "zones.court.rows.1", picked="acolyte.0")
    assert position["zones"]["missions"]["rows"] == [[], []]
    assert position["zones"]["court"]["rows"] == [[], ["acolyte.0"]]
    assert "acolyte.0" not in position["players"][0]["hand"]
    assert begun(position).owner(game.cards.ids["acolyte.0"]) == 1


def test_tokens_move_with_their_unit() -> None:
    position = changed(EMPTY(2), "add", "zones.missions.rows.0", picked="symbiont")
    position["zones"]["missions"]["rows"][0] = [{"unit": "symbiont", "tokens": {"power": 2}}]
    position = changed(position, "add", "zones.court.rows.0", picked="symbiont")
    assert position["zones"]["court"]["rows"][0] == [{"unit": "symbiont", "tokens": {"power": 2}}]


def test_units_change_places_among_their_neighbours_and_leave() -> None:
    position = EMPTY(2)
    for unit in ("symbiont", "necrarch", "bone_carver"):
        position = changed(position, "add", "zones.missions.rows.0", picked=unit)
    row = changed(position, "left", "zones.missions.rows.0", "2")["zones"]["missions"]["rows"][0]
    assert row == ["symbiont", "bone_carver", "necrarch"]
    row = changed(position, "right", "zones.missions.rows.0", "0")["zones"]["missions"]["rows"][0]
    assert row == ["necrarch", "symbiont", "bone_carver"]
    row = changed(position, "left", "zones.missions.rows.0", "0")["zones"]["missions"]["rows"][0]
    assert row == ["symbiont", "necrarch", "bone_carver"]
    row = changed(position, "take", "zones.missions.rows.0", "1")["zones"]["missions"]["rows"][0]
    assert row == ["symbiont", "bone_carver"]


@pytest.mark.parametrize(
    ("step", "picked"),
    [
        (("add", "zones.moon.rows.0"), "symbiont"),
        (("add", "zones.missions.rows.99"), "symbiont"),
        (("add", "zones.missions.rows.0"), "no_such_card"),
        (("take", "zones.missions.rows.0", "7"), ""),
        (("take", "zones.missions.rows.0", "-1"), ""),
        (("left", "zones.missions", "x"), ""),
        (("drop", "zones"), ""),
        (("fly",), ""),
        ((), ""),
    ],
)
def test_a_step_that_is_none_changes_nothing(step: tuple[str, ...], picked: str) -> None:
    position = changed(EMPTY(2), "add", "zones.missions.rows.0", picked="necrarch")
    after = DESK.change(2, position, step, picked)
    assert game.encode_state(begun(after)) == game.encode_state(begun(position))


def test_what_the_form_does_not_show_is_told_and_can_be_dropped() -> None:
    position = {"zones": {"court": {"deck_size": 3}}, "shuffled": False, "players": [{"titles": 0}]}
    desk = DESK.lay_out(2, position, "en")
    assert set(desk.more) == {("shuffled", "false"), ("zones.court.deck_size", "3"), ("players.0.titles", "0")}
    for key, _ in desk.more:
        position = changed(position, "drop", key)
    assert DESK.lay_out(2, position, "en").more == ()


def test_a_seat_that_joins_holds_its_basic_units_and_one_that_leaves_takes_them_along() -> None:
    form = sent(DESK.lay_out(2, EMPTY(2), "en"))
    three = begun(DESK.read(3, form), 3)
    assert [len(hand) for hand in three.hands] == [4, 4, 4]
    form = sent(DESK.lay_out(3, EMPTY(3), "en"))
    assert [len(hand) for hand in begun(DESK.read(2, form)).hands] == [4, 4]


def test_what_was_written_wrongly_stays_as_it_was_written() -> None:
    form = sent(DESK.lay_out(2, EMPTY(2), "en"))
    form |= {"at.round": ["three"], "at.players.0.heat": ["x"], "at.turn": ["nobody"]}
    position = DESK.read(2, form)
    assert (position["round"], position["players"][0]["heat"], position["turn"]) == ("three", "x", "nobody")
    desk = DESK.lay_out(2, position, "en")
    shown = [field_of(desk, key).value for key in ("round", "players.0.heat", "turn")]
    assert shown == ["three", "x", "nobody"]


NONSENSE: list[Any] = [
    {},
    {"zones": 5, "players": "none", "discard": {"a": 1}, "used": 7, "sceptre": []},
    {"zones": {"missions": {"rows": {"0": []}}, "moon": {"rows": [[]]}, "court": None}},
    {"zones": {"missions": {"rows": ["x", [1, None, {"unit": 5}, {"tokens": 7}]]}}},
    {"zones": {"missions": {"rows": [[{"unit": "x", "tokens": {"power": []}}]]}}},
    {"houses": {"won": 3, "drawn": [{}, 7], "seals": [], "titles_without_card": "x", "last_zone": {}, "moon": 1}},
    {"houses": ["won"]},
    {"zones": {"missions": 3}, "players": {}},
    {"players": [None, {"hand": 3}, {"hand": [1]}], "to_resolve": [], "round": None, "phase": 9},
]  # fmt: skip


@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize("position", NONSENSE)
def test_there_is_a_form_for_anything(position: Any, seats: int) -> None:
    desk = DESK.lay_out(seats, position, "pl")
    json.dumps(DESK.read(seats, sent(desk)))
    DESK.change(seats, position, ("add", "zones.missions.rows.0"), "symbiont")
    DESK.change(seats, position, ("take", "players.0.hand", "0"), "")
    DESK.change(seats, position, ("drop", "zones.court.deck"), "")


@pytest.mark.parametrize("beyond", ["{", "[1]", "[" * 100_000])
def test_a_forged_rest_of_the_form_does_no_harm(beyond: str) -> None:
    form = sent(DESK.lay_out(2, EMPTY(2), "en")) | {"position": [beyond]}
    assert len(begun(DESK.read(2, form)).hands[0]) == 4


def test_what_has_no_meaning_at_the_moment_is_not_asked_and_is_forgotten() -> None:
    late = {"phase": "confrontation", "to_resolve": {"court": ["power"]}, "crowned": 1, "turn": 0}
    desk = DESK.lay_out(2, late, "en")
    assert "turn" not in desk.keys
    assert {"begins", "crowned", "to_resolve"} <= desk.keys
    form = sent(desk)
    assert DESK.read(2, form)["to_resolve"] == {"court": ["power"]}
    assert "turn" not in DESK.read(2, form)
    assert "to_resolve" not in DESK.read(2, form | {"at.to_resolve": [""]})
    earlier = DESK.read(2, form | {"at.phase": ["assignment"]})
    assert not {"to_resolve", "crowned"} & earlier.keys()
    assert DESK.lay_out(2, earlier, "en").more == ()


def test_confrontations_are_listed_when_somebody_says_so_and_ticked_one_by_one() -> None:
    form = sent(DESK.lay_out(2, {"phase": "confrontation", "begins": False}, "en"))
    assert "to_resolve" not in DESK.read(2, form)
    listed = DESK.read(2, form | {"at.to_resolve": ["listed"]})
    assert listed["to_resolve"] == {}
    ticked = sent(DESK.lay_out(2, listed, "en")) | {"at.to_resolve.court": ["power", "violence"]}
    assert DESK.read(2, ticked)["to_resolve"] == {"court": ["violence", "power"]}


def test_a_used_ability_is_ticked_at_its_card_and_stays_said_where_the_card_is_not_shown() -> None:
    position = {"players": [{"acquired": ["web_of_informers", "ironworks"]}, {}], "used": ["symbiont", "ironworks"]}
    form = sent(DESK.lay_out(2, position, "en"))
    assert form["at.used"] == ["ironworks"]
    assert DESK.read(2, form)["used"] == ["symbiont", "ironworks"]
    assert DESK.read(2, form | {"at.used": ["web_of_informers"]})["used"] == ["symbiont", "web_of_informers"]


def test_a_card_on_offer_says_where_it_lies_and_a_face_up_one_leaves_its_board() -> None:
    position = {"zones": {"missions": {"face_up": "famine_procession", "rows": [["symbiont"], []]}}}
    offered = {
        name: where
        for kind in ("unit", "prize")
        for _, cards in DESK.lay_out(2, position, "pl").offers[kind]
        for name, _, where in cards
    }
    assert (offered["symbiont"], offered["acolyte.1"], offered["necrarch"]) == ("Strefa Misji 1", "ręka 2", "")
    moved = changed(position, "add", "players.1.acquired", picked="famine_procession")
    assert moved["players"][1]["acquired"] == ["famine_procession"]
    assert "face_up" not in moved["zones"]["missions"]


def test_tokens_are_counted_on_units_and_none_leave_nothing_behind() -> None:
    position = {"zones": {"missions": {"rows": [["symbiont"], []]}}}
    key = "at.zones.missions.rows.0.0.tokens.power"
    form = sent(DESK.lay_out(2, position, "en"))
    assert form[key] == ["0"]
    two = DESK.read(2, form | {key: ["2"]})
    assert two["zones"]["missions"]["rows"][0] == [{"unit": "symbiont", "tokens": {"power": 2}}]
    none = DESK.read(2, sent(DESK.lay_out(2, two, "en")) | {key: ["0"]})
    assert none["zones"]["missions"]["rows"][0] == [{"unit": "symbiont"}]


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
    state = begun(again(EMPTY(1), 1), 1)
    assert (state.asked, state.question) == (0, "assign_or_pass")
    assert [len(hand) for hand in state.hands] == [4, 6]
    assert list(state.heat) == [3, 1]


def test_every_field_of_the_houses_is_read_and_every_key_of_theirs_has_a_place() -> None:
    desk = DESK.lay_out(1, GAMBIT, "en")
    values = [field_of(desk, f"houses.{word}").value for word in ("seals", "titles_without_card", "last_zone")]
    assert values == ["2", "", "missions"]
    assert field_of(desk, "players.1.hand").said
    assert desk.more == ()
    keys = {"houses.seals", "houses.won.0", "houses.drawn.0", "players.1.hand.1", "zones.missions.rows.1.0"}
    assert keys <= desk.keys


def test_cards_are_put_before_the_houses_and_leave_the_place_where_they_lay() -> None:
    position = changed(GAMBIT, "add", "houses.drawn", picked="web_of_informers", seats=1)
    position = changed(position, "add", "zones.court.rows.1", picked="confessor", seats=1)
    assert position["houses"]["drawn"] == ["hidden_dagger", "web_of_informers"]
    assert again(position, 1)["houses"]["won"] == []
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
    solo = DESK.read(1, sent(DESK.lay_out(2, EMPTY(2), "en")))
    assert len(begun(solo, 1).hands[1]) == 6
    two = DESK.read(2, sent(DESK.lay_out(1, GAMBIT, "en")))
    assert "houses" not in two
    assert begun(DESK.read(2, sent(DESK.lay_out(1, EMPTY(1), "en")))).heat[1] == 2


def test_what_the_houses_have_is_kept_where_they_do_not_play() -> None:
    """Nothing is judged by the form: the flaw is told, and the key can be dropped."""
    position = {"houses": {"seals": 1}}
    assert again(position)["houses"] == {"seals": 1}
    assert DESK.lay_out(2, position, "en").more == (("houses", '{"seals": 1}'),)
    assert "houses" not in changed(position, "drop", "houses")
