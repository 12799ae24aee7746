"""Positions as the beginning of a match (docs/scenarios.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from elekt_core.bots import bot_chance
from elekt_core.chance import SeededChance
from elekt_core.contract import SeatNo, Setup, Viewer
from elekt_core.games.elekt import events as e
from elekt_core.games.elekt import game
from elekt_core.games.elekt.state import State
from elekt_core.record.match import Play
from elekt_core.record.record import record_of_play
from elekt_core.record.redact import redacted_record
from elekt_core.record.text import format_record, parse_record
from elekt_core.record.verify import verify_text
from elekt_core.registry import get_bot
from elekt_core.scenarios.flaws import BadPosition

from .invariants import check, check_step
from .rules.marks import rule

SEED = b"a position".ljust(32)

MIDDLE: Mapping[str, Any] = {
    "round": 3,
    "phase": "assignment",
    "turn": 1,
    "sceptre": {"holder": 1, "direction": "counter_clockwise"},
    "zones": {
        "missions": {
            "face_up": "famine_procession",
            "deck": ["blood_audit"],
            "rows": [["nameless"], [{"unit": "rust_marionette", "tokens": {"violence": 2}}]],
        },
        "court": {"rows": [[{"unit": "dignitary", "suppressed": True}], ["symbiont"]]},
    },
    "players": [
        {"hand": ["necrarch", "acolyte"], "heat": 3, "acquired": ["lost_signet", "master_of_pacts"], "assigned": 2},
        {"hand": ["body_thief", "whisper_moth"], "heat": 0, "assigned": 2},
    ],
    "elite_deck": ["bone_carver", "gallows_bride"],
    "discard": ["assassin.0", "marrow_leech"],
}


def begun(position: Mapping[str, Any], seats: int = 2, seed: bytes = SEED) -> Play[State]:
    return Play.begin(game, Setup("elekt", "elekt-2e-r2", seats, {"position": position}), SeededChance(seed))


def flaws(position: Mapping[str, Any], seats: int = 2) -> list[tuple[str, str, str]]:
    """Key, code and rule of all that is wrong."""
    with pytest.raises(BadPosition) as caught:
        begun(position, seats)
    for flaw in caught.value.flaws:
        assert all("{" not in flaw.text(language) for language in ("pl", "en"))
    return [(flaw.key, flaw.code, flaw.rule) for flaw in caught.value.flaws]


# --- what is laid out ---------------------------------------------------------------------------------------


def test_a_position_stands_as_it_says() -> None:
    play = begun(MIDDLE)
    seen = game.encode_state(play.state)
    assert [type(event) for event in play.events] == [e.GameCreated, e.PositionSet, e.Awaiting]
    assert (seen["round"], seen["phase"]) == (3, "assignment")
    assert seen["game"]["sceptre"] == {"holder": 1, "direction": "counter_clockwise", "order": [1, 0]}
    missions, court = seen["places"]["missions"], seen["places"]["court"]
    marionette = {"card": "rust_marionette", "face_up": True, "counts": {"violence": 2}, "game": {"suppressed": False}}
    assert missions["rows"][1] == [marionette]
    assert [(unit["card"], unit["game"]) for unit in court["rows"][0]] == [("dignitary.0", {"suppressed": True})]
    assert missions["cards"] == ["famine_procession"]
    assert seen["seats"][0]["hand"] == ["necrarch", "acolyte.0"]
    assert [side["counts"]["heat"] for side in seen["seats"]] == [3, 0]
    assert [side["score"] for side in seen["seats"]] == [1, 0]
    assert seen["piles"]["discard"] == ["marrow_leech", "assassin.0"]
    assert seen["counts"] == {"occultism": 6, "cunning": 6, "violence": 4, "power": 7, "heat": 10}
    assert (play.state.asked, play.state.question) == (1, "assign_or_pass")


def test_decks_are_as_long_as_the_round_says_and_nothing_is_lost() -> None:
    state = begun(MIDDLE).state
    assert [len(deck) for deck in state.decks[:3]] == [14, 14, 3]  # 17, 17 and 6, less the 3 turned up so far
    names = game.cards.names
    assert names[state.decks[0][-1]] == "blood_audit"
    assert [names[unit] for unit in state.decks[3][-1:-3:-1]] == ["bone_carver", "gallows_bride"]
    assert len(state.aside) == 6
    check(state, game)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_empty_position_is_a_first_round_with_the_starting_hands(seats: int) -> None:
    play = begun({}, seats)
    check(play.state, game)
    assert [sorted(hand) for hand in play.state.hands] == [sorted(game.cards.basics(seat)) for seat in range(seats)]
    assert list(play.state.heat) == [2] * seats
    assert (play.state.round, play.state.asked, play.state.question) == (1, 0, "assign_or_pass")


@pytest.mark.parametrize(
    ("moment", "asked"),
    [
        ({"phase": "recruitment", "round": 2}, (0, "recruit")),
        ({"phase": "recruitment", "begins": False, "turn": 1}, (1, "recruit")),
        ({"phase": "assignment", "begins": True, "sceptre": {"holder": 1}}, (1, "assign_or_pass")),
        ({"phase": "round_end", "crowned": 1}, (1, "give_sceptre")),
    ],
)
def test_a_position_begins_where_it_says(moment: dict[str, Any], asked: tuple[int, str]) -> None:
    play = begun({**moment, "decision": {"seat": asked[0], "kind": asked[1]}})
    assert (play.state.asked, play.state.question) == asked
    assert play.state.round == moment.get("round", 1)


def test_cards_nobody_named_are_shuffled_by_the_seed_and_leave_the_draws_of_play_alone() -> None:
    one, other = begun(MIDDLE), begun(MIDDLE, seed=SEED[::-1])
    assert one.state.decks != other.state.decks
    assert one.state.draws == 0
    unshuffled = {**MIDDLE, "shuffled": False}
    assert begun(unshuffled).state.decks == begun(unshuffled, seed=SEED[::-1]).state.decks


# --- a match like any other ---------------------------------------------------------------------------------


def played_out(play: Play[State]) -> Play[State]:
    bot = get_bot(game, "random")
    while game.outcome(play.state) is None:
        seat = game.awaiting(play.state)[0].seat
        view = game.view(play.state, seat)
        play.decide(bot.choose(game, view, game.options(view, seat), bot_chance(SEED, len(play.batches))))
    return play


@pytest.mark.parametrize("seats", [2, 4])
def test_a_match_from_a_position_is_played_to_its_end_recorded_and_verified(seats: int) -> None:
    play = played_out(begun(MIDDLE, seats))
    text = format_record(record_of_play(play, "a-position"))
    result = verify_text(text)
    assert result.ok, result.flaw
    assert all(one.status == "ok" for one in result.checks)
    assert parse_record(text).options["position"] == MIDDLE


def test_another_position_in_the_header_is_noticed() -> None:
    record = record_of_play(played_out(begun(MIDDLE)), "a-position")
    text = format_record(record)
    assert '"heat":3' in text.splitlines()[0]
    assert not verify_text(text.replace('"heat":3', '"heat":2', 1)).ok


@pytest.mark.parametrize("viewer", [None, SeatNo(0), SeatNo(1)])
def test_the_invariants_and_the_laws_of_views_hold_from_the_first_event(viewer: Viewer) -> None:
    play = played_out(begun(MIDDLE))
    state, seen = game.initial(), game.view(game.initial(), viewer)
    for event in play.events:
        game.evolve(state, event)
        game.evolve(seen, game.redact(event, viewer))
        assert seen == game.view(state, viewer)
        check_step(event, state, game)


def test_every_event_survives_the_notation() -> None:
    laid_out = begun({**MIDDLE, "used": ["master_of_pacts"], "skips": ["court power"], "round": 2}).events[1]
    again = game.decode_event("position_set", 1, game.encode_event(laid_out))
    assert (type(again), again) == (e.PositionSet, laid_out)


# --- what is under way --------------------------------------------------------------------------------------

CARVER: Mapping[str, Any] = {
    "turn": 1,
    "ending": 0,
    "players": [{"heat": 2, "assigned": 1}, {"heat": 1}],
    "zones": {"court": {"rows": [["bone_carver", "gallows_bride"], ["symbiont", "acolyte"]]}},
}


def under_way(*entries: Mapping[str, Any], **more: Any) -> Mapping[str, Any]:
    return {**CARVER, "under_way": [*entries], **more}


def test_an_ability_under_way_is_offered_and_the_turn_ends_after_it() -> None:
    """E7.13, E16.6."""
    play = begun(under_way({"ability": "bone_carver"}))
    assert (play.state.asked, play.state.question) == (0, "use_instant")
    targets = {word for option in game.options(play.state) for word in game.parts(option)}
    assert {"unit:symbiont", "unit:acolyte.1", "unit:gallows_bride"} <= {part for t in targets for part in t.split()}
    play.decide(game.options(play.state)[0])
    assert (play.state.asked, play.state.question) == (1, "assign_or_pass")


def test_of_several_things_under_way_the_first_named_comes_first() -> None:
    play = begun(under_way({"save": "symbiont"}, {"discard": 2, "seat": 1}))
    assert (play.state.asked, play.state.question) == (1, "save_unit")
    play.decide(game.options(play.state)[-1])
    assert (play.state.asked, play.state.question) == (1, "discard_from_hand")


@pytest.mark.parametrize(
    ("entry", "key", "code", "rule"),
    [
        ({"ability": "confessor"}, "under_way.0.ability", "not_in_force", "E15.7"),
        ({"ability": "bone_carver", "seat": 1}, "under_way.0.ability", "not_in_force", "E15.7"),
        ({"ability": "no_such_card"}, "under_way.0.ability", "unknown_card", ""),
        ({"annihilate": "necrarch", "by": 0}, "under_way.0.annihilate", "not_in_a_zone", "E14.5"),
        ({"annihilate": "symbiont"}, "under_way.0.annihilate", "missing_key", ""),
        ({"save": "symbiont", "card": "x"}, "under_way.0.card", "unknown_key", ""),
        ({"discard": 0, "seat": 1}, "under_way.0.discard", "out_of_range", ""),
        ({"houses_lose": True}, "under_way.0.houses_lose", "only_in_solo", "E21"),
        ({}, "under_way.0", "missing_key", ""),
        ("bone_carver", "under_way.0", "wrong_sort", ""),
    ],
)
def test_what_cannot_be_under_way_is_told(entry: Any, key: str, code: str, rule: str) -> None:
    assert flaws(under_way(entry)) == [(key, code, rule)]


def test_nothing_is_under_way_before_the_phase() -> None:
    """E5.1: the phase would begin above it."""
    found = [("under_way", "phase_not_under_way", "E5.1")]
    assert flaws(under_way({"save": "symbiont"}, begins=True)) == found
    assert flaws(under_way({"save": "symbiont"}, phase="confrontation")) == found
    assert flaws(under_way({"save": "symbiont"}, phase="round_end")) == found


def test_an_ability_that_changes_a_tie_needs_the_tie() -> None:
    """E8.11: where there is no tie there is nothing to decide for it."""
    tie = next(n for n, ability in enumerate(game.tables.abilities) if ability.trigger == "on_tie")
    entry = {"ability": game.cards.names[tie], "seat": 0}
    assert flaws(under_way(entry)) == [("under_way.0.ability", "needs_its_moment", "E16.1")]


# --- solo (E21) ---------------------------------------------------------------------------------------------

SOLO: Mapping[str, Any] = {
    "round": 2,
    "phase": "assignment",
    "zones": {"missions": {"rows": [["dignitary"], [{"unit": "symbiont", "tokens": {"power": 1}}]]}},
    "houses": {"seals": 1, "won": ["web_of_informers"], "drawn": ["hidden_dagger"]},
    "players": [{"heat": 2}, {"acquired": ["ironworks", "master_of_swords"], "heat": 1}],
}


EMPTY_COURT: Mapping[str, Any] = {"zones": {"court": {"deck_size": 0}}}


def alone(position: Mapping[str, Any], seed: bytes = SEED) -> Play[State]:
    options = {"level": "easy", "position": position}
    return Play.begin(game, Setup("elekt", "elekt-solo-r2", 1, options), SeededChance(seed))


def test_a_solo_position_has_what_the_houses_have() -> None:
    state = alone(SOLO).state
    check(state, game)
    assert state.solo is not None
    assert (state.solo.seals, state.solo.titles, state.titles) == (1, 2, (0, 3))
    assert list(state.pool) == [5, 3, 3, 3]  # a Seal, three of each set aside (E21.6), a token on the Symbiont
    assert len(state.hands[1]) == 5  # six less the one that stands (E21.13)
    assert len(state.decks[2]) == 11 - 2 - 1  # the whole deck (E21.5), two rounds, one drawn
    assert all(game.cards.names[card] != "body_thief" for card in state.decks[3])


def test_the_masters_are_dealt_by_level_unless_they_are_named() -> None:
    def masters(play: Play[State]) -> set[str]:
        return {name for card in play.state.acquired[1] if (name := game.cards.names[card]).startswith("master_")}

    assert masters(alone(SOLO)) == {"master_of_swords"}
    dealt = {frozenset(masters(alone({}, bytes([n]) * 32))) for n in range(12)}
    assert {len(some) for some in dealt} == {1}
    assert len(dealt) > 1


@pytest.mark.parametrize("viewer", [None, SeatNo(0)])
def test_a_solo_match_from_a_position_keeps_laws_and_invariants_and_verifies(viewer: Viewer) -> None:
    play = played_out(alone(SOLO))
    state, seen = game.initial(), game.view(game.initial(), viewer)
    for event in play.events:
        game.evolve(state, event)
        game.evolve(seen, game.redact(event, viewer))
        assert seen == game.view(state, viewer)
        check_step(event, state, game)
    assert verify_text(format_record(record_of_play(play, "solo"))).ok
    text = format_record(redacted_record(record_of_play(alone(SOLO), "solo"), viewer, game))
    assert "hidden_dagger" not in text
    assert verify_text(text).ok


@pytest.mark.parametrize(
    ("position", "key", "code", "rule"),
    [
        ({"players": [{"hand": ["body_thief"]}]}, "players.0.hand.0", "not_in_game", "E21.10"),
        ({"players": [{}, {"hand": ["acolyte.1"]}]}, "players.1.hand.0", "not_in_game", "E2.7"),
        ({"houses": {"seals": 7}}, "houses.seals", "out_of_range", "E24.4.1"),
        ({"houses": {"seels": 1}}, "houses.seels", "unknown_key", ""),
        ({"houses": {"won": ["hidden_dagger", "hidden_dagger"]}}, "houses.won.1", "card_twice", "E24.4.7"),
        ({**EMPTY_COURT, "houses": {"titles_without_card": 7}}, "players.1.acquired", "already_won", "E11.1"),
        ({"houses": {"titles_without_card": 1}}, "houses.titles_without_card", "deck_has_marker", "E21.24"),
        ({"houses": {"seals": 3}}, "houses.seals", "out_of_range", "E21.24"),
        ({"houses": {"seals": 6}}, "houses.seals", "out_of_range", "E21.24"),
        ({"players": [{}, {"heat": 3}]}, "players.1.heat", "out_of_range", "E21.33"),
        ({"players": [{}, {"passed": True}]}, "players.1.passed", "houses_play_on", "E21.16"),
        ({"players": [{}, {"conceded": True}]}, "players.1.conceded", "houses_play_on", "E21.16"),
        ({"houses": {"last_zone": "court"}}, "houses.last_zone", "nothing_assigned", "E21.18"),
        (
            {"players": [{}, {"acquired": ["hidden_dagger"]}]},
            "players.1.acquired.0",
            "privilege_face_up",
            "E21.35",
        ),
        (
            {"players": [{}, {"acquired": ["master_of_pacts", "master_of_swords"]}]},
            "players.1.acquired",
            "too_many_masters",
            "E21.3",
        ),
    ],
)
def test_a_flaw_of_a_solo_position_names_its_key_and_rule(
    position: dict[str, Any], key: str, code: str, rule: str
) -> None:
    with pytest.raises(BadPosition) as caught:
        alone(position)
    assert [(flaw.key, flaw.code, flaw.rule) for flaw in caught.value.flaws] == [(key, code, rule)]


@pytest.mark.parametrize(
    "position",
    [
        {**EMPTY_COURT, "houses": {"seals": 2, "titles_without_card": 1}},
        {"players": [{"heat": 3}, {"heat": 2}]},
        {"players": [{"assigned": 1}], "houses": {"last_zone": "court"}},
        {"phase": "confrontation", "houses": {"last_zone": "court"}},
        {"players": [{"acquired": ["hidden_dagger", "master_of_pacts"]}, {"acquired": ["master_of_swords"]}]},
        {"houses": {"won": ["master_of_pacts", "hidden_dagger"]}},
    ],
)
def test_what_the_houses_can_have_is_accepted(position: dict[str, Any]) -> None:
    check(alone(position).state, game)


@pytest.mark.parametrize("impossible", [True, ["E21.24", "E21.33"]])
def test_a_position_may_mean_to_have_what_the_houses_convert_at_once(impossible: Any) -> None:
    """E21.33: then the next change of anything converts it."""
    meant = {"houses": {"seals": 4}, "players": [{}, {"heat": 3}], "impossible": impossible}
    state = alone(meant).state
    assert (state.heat[1], state.solo and state.solo.seals) == (3, 4)


def test_other_games_have_no_houses() -> None:
    assert flaws({"houses": {"seals": 1}}) == [("houses", "only_in_solo", "E21")]


# --- hidden means hidden ------------------------------------------------------------------------------------

OTHERS_HANDS = {
    **MIDDLE,
    "players": [MIDDLE["players"][0], {**MIDDLE["players"][1], "hand": ["confessor", "oathbreaker"]}],
}
OTHER_DECK = {
    **MIDDLE,
    "elite_deck": ["ashen_knight"],
    "zones": {**MIDDLE["zones"], "influences": {"deck": ["ironworks"]}},
}


@pytest.mark.parametrize("other", [OTHERS_HANDS, OTHER_DECK], ids=["hand", "deck"])
@pytest.mark.parametrize("viewer", [None, SeatNo(0)])
def test_what_a_viewer_cannot_see_changes_no_byte_of_their_record(other: Mapping[str, Any], viewer: Viewer) -> None:
    positions = [{**position, "shuffled": False} for position in (MIDDLE, other)]
    records = [record_of_play(begun(position), "a-position") for position in positions]
    one, two = (format_record(redacted_record(record, viewer, game)) for record in records)
    assert format_record(records[0]) != format_record(records[1])
    assert one == two


def test_a_redacted_record_leaves_the_position_out_and_still_verifies() -> None:
    record = redacted_record(record_of_play(played_out(begun(MIDDLE)), "a-position"), SeatNo(0), game)
    assert "position" not in record.options
    text = format_record(record)
    assert "whisper_moth" not in text.split("position_set")[0]
    assert verify_text(text).ok


# --- what is wrong ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "key", "code", "rule"),
    [
        ({"phas": "assignment"}, "phas", "unknown_key", ""),
        ({"phase": "asignment"}, "phase", "unknown_word", ""),
        ({"round": "two"}, "round", "wrong_sort", ""),
        ({"sceptre": {"holder": [0, 1]}}, "sceptre.holder", "two_holders", "E24.4.6"),
        ({"sceptre": {"holder": 2}}, "sceptre.holder", "out_of_range", "E24.4.6"),
        ({"players": [{"heat": 4}]}, "players.0.heat", "out_of_range", "E24.4.2"),
        ({"players": [{"assigned": 6}]}, "players.0.assigned", "out_of_range", "E24.4.5"),
        ({"players": [{"hand": ["symbiot"]}]}, "players.0.hand.0", "unknown_card", ""),
        ({"players": [{"hand": ["lost_signet"]}]}, "players.0.hand.0", "wrong_group", ""),
        ({"players": [{"hand": ["acolyte.2"]}]}, "players.0.hand.0", "not_in_game", "E2.7"),
        ({"players": [{}, {}, {}]}, "players.2", "too_many_seats", "E3.4"),
        ({"players": [{"hand": ["symbiont", "symbiont"]}]}, "players.0.hand.1", "card_twice", "E24.4.3"),
        (
            {"players": [{"acquired": ["lost_signet"]}], "zones": {"missions": {"face_up": "lost_signet"}}},
            "zones.missions.face_up",
            "card_twice",
            "E24.4.7",
        ),
        (
            {"zones": {"court": {"rows": [[{"unit": "symbiont", "tokens": {"power": 8}}]]}}},
            "zones",
            "too_many_tokens",
            "E24.4.1",
        ),
        (
            {"zones": {"court": {"rows": [["symbiont", "acolyte", "nameless", "assassin"]]}}},
            "zones.court.rows.0",
            "too_many_units",
            "E24.4.4",
        ),
        (
            {"zones": {"missions": {"face_up": "duel_of_regents", "rows": [["symbiont", "acolyte", "nameless"]]}}},
            "zones.missions.rows.0",
            "too_many_units",
            "E24.4.4",
        ),
        (
            {"players": [{"acquired": ["blood_audit", "werewolf_packs", "march_of_the_drowned", "lost_signet"]}]},
            "players.0.acquired",
            "already_won",
            "E11.1",
        ),
        ({"heat_pool": 3}, "heat_pool", "says_otherwise", "E24.4.2"),
        ({"pool": {"power": 6}}, "pool.power", "says_otherwise", "E24.4.1"),
        ({"players": [{"titles": 2}]}, "players.0.titles", "says_otherwise", "E11.6"),
        ({"decision": {"seat": 1, "kind": "assign_or_pass"}}, "decision", "other_question", "E24.2"),
        ({"zones": {"court": {"deck_size": 12}}}, "zones.court.deck_size", "too_few_cards", "E24.4.7"),
        ({"impossible": ["E24.4.3"]}, "impossible.0", "unknown_word", ""),
        ({"impossible": 3}, "impossible", "wrong_sort", ""),
        ({"skips": ["court cunnin"]}, "skips.0", "unknown_word", ""),
        ({"round": 7}, "round", "too_many_rounds", "E5.2"),
        ({"round": 5, "zones": {"court": {"deck_size": 2}}}, "zones.court.deck_size", "too_many_cards_left", "E9.19"),
        (
            {"round": 3, "zones": {"missions": {"deck_size": 15}}},
            "zones.missions.deck_size",
            "too_many_cards_left",
            "E9.19",
        ),
        (
            {"phase": "round_end", "zones": {"influences": {"face_up": "black_mint"}}},
            "zones.influences.face_up",
            "still_there",
            "E9.19",
        ),
    ],
)
def test_each_flaw_names_its_key_and_the_rule_that_it_breaks(
    position: dict[str, Any], key: str, code: str, rule: str
) -> None:
    assert flaws(position) == [(key, code, rule)]


def test_all_flaws_are_told_at_once_with_the_nearest_word() -> None:
    found = flaws({"phase": "asignment", "players": [{"hand": ["symbiot"], "heta": 3}], "zones": {"cort": {}}})
    assert [key for key, _, _ in found] == ["phase", "players.0.heta", "players.0.hand.0", "zones.cort"]
    with pytest.raises(BadPosition) as caught:
        begun({"players": [{"hand": ["symbiot"]}]})
    assert "symbiont" in caught.value.flaws[0].text("pl")


@pytest.mark.parametrize(
    ("position", "rule"),
    [
        ({"players": [{"heat": 5}]}, "E24.4.2"),
        ({"zones": {"court": {"rows": [["symbiont", "acolyte", "nameless", "assassin"]]}}}, "E24.4.4"),
        ({"zones": {"court": {"rows": [[{"unit": "symbiont", "tokens": {"power": 8}}]]}}}, "E24.4.1"),
        ({"players": [{"assigned": 9}]}, "E24.4.5"),
        ({"round": 9}, "E5.2"),
    ],
)
def test_a_position_may_break_an_invariant_that_it_names(position: dict[str, Any], rule: str) -> None:
    assert begun({**position, "impossible": [rule]}).state.question
    assert begun({**position, "impossible": True}).state.question
    others = [other for other in ("E24.4.1", "E24.4.2", "E24.4.4", "E24.4.5", "E5.2") if other != rule]
    assert [found for _, _, found in flaws({**position, "impossible": others})] == [rule]


def test_a_position_that_is_no_table_is_a_flaw_too() -> None:
    assert flaws("no table") == [("", "wrong_sort", "")]  # type: ignore[arg-type]


MOMENTS = (
    {"phase": "recruitment"},
    {"phase": "assignment"},
    {"phase": "confrontation"},
    {"phase": "confrontation", "from_zone": "court"},
    {"phase": "confrontation", "to_resolve": {"missions": ["power"]}},
    {"phase": "confrontation", "to_resolve": {"court": ["violence"]}},
    {"phase": "round_end"},
    {"phase": "round_end", "crowned": 0},
)


@rule("E5.2", "E9.19")
@pytest.mark.parametrize("solo", [False, True])
@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: " ".join(map(str, moment.values())))
def test_from_no_position_more_rounds_are_played_than_there_are_privileges(moment: dict[str, Any], solo: bool) -> None:
    """E21.5: in solo play 11 at the easy level."""
    most, began = 11 if solo else 6, 0
    for first in range(1, most + 3):
        for size in (None, 0, 1, most - first, most):
            zones = {} if size is None else {"zones": {"court": {"deck_size": max(size, 0)}}}
            setup = Setup(
                "elekt",
                f"elekt-{'solo' if solo else '2e'}-r2",
                2 - solo,
                {"position": {"round": first, **moment, **zones}},
            )
            try:
                play = Play.begin(game, setup, SeededChance(bytes(32)))
            except BadPosition:
                continue
            began += 1
            finished(play)
            assert play.state.round <= most
    assert began >= most


def finished(play: Play[State]) -> None:
    """Played to its end by defaults."""
    while asked := next((one for one in game.awaiting(play.state) if not one.optional), None):
        play.decide(game.default(play.state, asked.seat))
