"""E21.1-E21.14: aim, setup and recruitment of the solo game."""

from __future__ import annotations

from typing import Any

import pytest

from elekt_core.chance import ListedChance, SeededChance
from elekt_core.contract import Setup
from elekt_core.errors import BadSetup
from elekt_core.games.elekt import events as e
from elekt_core.games.elekt import game
from elekt_core.games.elekt.cards import CARD_FILE
from elekt_core.games.elekt.game import Elekt
from elekt_core.games.elekt.state import State

from ..solo import MASTERS, gambit
from .marks import rule

LEVELS = [("easy", 1, 11), ("medium", 2, 10), ("hard", 3, 9)]
by_level = pytest.mark.parametrize(("level", "masters", "privileges"), LEVELS)


def started(
    level: str = "easy", seed: bytes = b"solo", played: Elekt = game, **options: Any
) -> tuple[State, list[Any]]:
    """The position after the setup, and its facts."""
    agreed = {"level": level, **options}
    batch = played.start(Setup("elekt", "elekt-solo-r2", 1, agreed), SeededChance(seed))
    state = played.initial()
    for event in batch:
        played.evolve(state, event)
    return state, list(batch)


def names(cards: tuple[int, ...] | list[int]) -> list[str]:
    return [game.cards.names[card] for card in cards]


@rule("E21.1", "E11.1")
@pytest.mark.parametrize(("titles", "ends"), [(5, False), (6, True)])
def test_the_first_side_with_seven_titles_wins_at_once(titles: int, ends: bool) -> None:
    mine = ["duel_of_regents", "march_of_the_drowned", "blood_audit"][: titles // 2]
    mine += ["trial_of_masks"] if titles % 2 else []
    table = gambit(
        phase="confrontation",
        only=("missions", "power"),
        zones={"missions": {0: ["dignitary"]}},
        face_up={"missions": "lost_signet"},
        acquired={0: mine},
    )
    assert table.titles() == (titles + 1, 0)
    assert bool(table.happened("game_ended")) is ends
    if ends:
        outcome = table.game.outcome(table.state)
        assert outcome is not None
        assert (outcome.winner, outcome.ranks, outcome.scores, outcome.termination) == (0, (1,), (7,), "titles")
        assert [(x.name, x.rank, x.score) for x in outcome.automata] == [("houses", 2, 0)]


@rule("E21.1")
def test_the_houses_can_win_too() -> None:
    table = gambit(
        phase="confrontation",
        only=("missions", "power"),
        zones={"missions": {1: ["ecclesiast"]}},
        face_up={"missions": "lost_signet"},
        acquired={1: ["duel_of_regents", "march_of_the_drowned"], 0: ["trial_of_masks"]},
        won=["grand_inquisitor"],
        counted=1,
    )
    outcome = table.game.outcome(table.state)
    assert outcome is not None
    assert (outcome.winner, outcome.ranks, outcome.scores) == (None, (2,), (1,))
    assert [(x.name, x.rank, x.score) for x in outcome.automata] == [("houses", 1, 7)]
    assert table.game.awaiting(table.state) == ()  # nobody asks the Houses for a Herald


@rule("E21.2", "E11.2")
@pytest.mark.parametrize(("mine", "winner"), [(["trial_of_masks"], 1), (["blood_audit"], 0)])
def test_the_game_ends_with_the_privilege_deck_too(mine: list[str], winner: int) -> None:
    """The face-up Privilege is the last one when none lies under it. Here the player acquires it."""
    table = gambit(
        phase="confrontation",
        only=("court", "power"),
        zones={"court": {0: ["dignitary"]}},
        privileges_left=0,
        acquired={0: mine, 1: ["lost_signet"]},
    )
    assert table.asked == (0, "give_sceptre")
    table.choose("seat:1", "direction:clockwise")  # equal Titles go by the court order after this step (E11.4)
    (end,) = table.happened("game_ended")
    assert (end["reason"], end["winner"]) == ("privilege_deck", winner)


@rule("E21.2")
def test_with_a_face_down_privilege_left_the_game_goes_on() -> None:
    table = gambit(phase="round_end", privileges_left=1, face_up={"court": None}, hands={0: ["acolyte"]})
    assert table.happened("game_ended") == []
    assert table.happened("round_started") == [{"number": 2}]


@rule("E21.3")
@by_level
def test_the_houses_get_masters_by_level_at_random_and_face_up(level: str, masters: int, privileges: int) -> None:
    seen = set()
    for seed in range(30):
        state, _ = started(level, bytes([seed]))
        got = names(state.acquired[1])
        assert len(got) == masters
        assert set(got) <= set(MASTERS)
        assert game.view(state, None).acquired[1] == state.acquired[1]  # face up
        seen.add(frozenset(got))
    assert len(seen) == {1: 3, 2: 3, 3: 1}[masters]


@rule("E21.4")
@pytest.mark.parametrize(
    ("master", "attribute", "mine", "theirs"),
    [
        ("master_of_pacts", "occultism", "plague_harbinger", "necrarch"),
        ("master_of_spies", "cunning", "web_wanderer", "forger_of_history"),
        ("master_of_swords", "violence", "rust_marionette", "scarifist_guard"),
    ],
)
def test_a_master_of_the_houses_gives_them_the_tie_without_heat(
    master: str, attribute: str, mine: str, theirs: str
) -> None:
    table = gambit(
        phase="confrontation",
        only=("missions", attribute),
        zones={"missions": {0: [mine], 1: [theirs]}},
        masters=[master],
        heat=(0, 0),
    )
    (won,) = table.happened("confrontation_won")
    assert (won["seat"], won["how"]) == (1, "ability")
    assert table.happened("ability_used")[0] == {"seat": 1, "card": master, "zone": "missions"}
    assert [paid for paid in table.happened("heat_paid") if paid["seat"] == 1] == []
    assert "names_itself E21.4" in table.reasons()


@rule("E21.4")
def test_a_master_stays_out_of_other_ties_and_is_no_title() -> None:
    table = gambit(
        phase="confrontation",
        only=("missions", "cunning"),
        zones={"missions": {0: ["web_wanderer"], 1: ["forger_of_history"]}},
        masters=["master_of_pacts", "master_of_swords"],
    )
    assert table.happened("confrontation_won") == []
    assert table.happened("confrontation_tied")[0]["tied"] == [0, 1]
    assert table.titles() == (0, 0)
    for level, _, _ in LEVELS:
        assert started(level)[0].titles == (0, 0)


@rule("E21.4", "C4.6.17")
def test_the_players_master_still_costs_heat_and_names_whom_it_likes() -> None:
    table = gambit(
        phase="confrontation",
        only=("missions", "cunning"),
        zones={"missions": {0: ["web_wanderer"], 1: ["forger_of_history"]}},
        acquired={0: ["master_of_spies"]},
        heat=(1, 0),
    )
    assert table.asked == (0, "use_optional")
    table.choose("use")
    assert table.asked == (0, "tie_winner")
    assert table.paths() == ["seat:0", "seat:1"]
    assert table.heat() == [0, 0]


@rule("E21.5", "E20.5")
@by_level
def test_all_other_privileges_are_the_deck_of_the_court(level: str, masters: int, privileges: int) -> None:
    state, _ = started(level)
    assert len(state.decks[2]) + 1 == privileges  # one of them is face up
    assert state.aside == ()
    everything = {*state.decks[2], state.face_up[2], *state.acquired[1]}
    assert everything == set(game.cards.groups["privilege"])


@rule("E21.6")
def test_three_tokens_of_each_attribute_but_occultism_are_set_aside() -> None:
    state, _ = started()
    assert list(state.pool) == [6, 3, 3, 4]  # Occultism, Cunning, Violence, Power
    assert state.solo is not None
    assert state.solo.set_aside == (0, 3, 3, 3)


@rule("E21.7", "E20.6")
def test_the_houses_get_one_heat_and_the_player_three() -> None:
    state, _ = started()
    assert (list(state.heat), state.heat_pool) == ([3, 1], 9)


@rule("E21.8", "E3.8")
def test_the_player_has_the_sceptre_and_is_not_asked_for_a_direction() -> None:
    state, batch = started()
    assert (state.holder, state.order) == (0, (0, 1))
    assert not [event for event in batch if isinstance(event, e.FirstPlayerDrawn)]
    assert state.question == "recruit"
    table = gambit(phase="round_end", crowned=0)
    assert table.paths() == ["seat:0 direction:clockwise", "seat:1 direction:clockwise"]


@rule("E21.9", "E20.7")
def test_the_player_starts_with_the_usual_basic_units() -> None:
    state, batch = started()
    assert names(state.hands[0]) == ["acolyte.0", "nameless.0", "dignitary.0", "assassin.0"]
    assert not [event for event in batch if type(event).__name__ == "BasicSetChosen"]


@rule("E21.9")
def test_the_player_chooses_four_different_kinds_where_there_are_more() -> None:
    more = with_a_fifth_kind()
    kinds = ["acolyte", "courtesan", "dignitary", "assassin"]
    state, _ = started("easy", b"solo", more, basics=kinds)
    assert sorted(more.cards.printed[unit].id for unit in state.hands[0]) == sorted(kinds)
    with pytest.raises(BadSetup):
        started("easy", b"solo", more, basics=["acolyte", "acolyte", "dignitary", "assassin"])
    assert "basic_set" not in [option.name for option in more.ruleset("elekt-solo-r2").options]  # never by lot


def with_a_fifth_kind() -> Elekt:
    text = CARD_FILE.read_text(encoding="utf-8")
    entry = next(part for part in text.split("[[unit]]") if 'id = "acolyte"' in part)
    fifth = (
        entry.replace('"acolyte"', '"courtesan"').replace('"Acolyte"', '"Courtesan"').replace("Akolita", "Kurtyzana")
    )
    text = text.replace(f"[[unit]]{entry}", f"[[unit]]{entry}[[unit]]{fifth}", 1)
    text = text.replace("basic_kinds = 4", "basic_kinds = 5")
    return game.with_cards(text)


@rule("E21.10")
def test_two_units_leave_the_elite_deck() -> None:
    state, batch = started()
    assert names(state.removed) == ["serpent_mouthed_liar", "body_thief"]
    left = {*state.decks[3], *state.hands[1], *state.drawn}
    assert left == set(game.cards.elites) - set(state.removed)
    prepared = next(event for event in batch if isinstance(event, e.GambitPrepared))
    assert names(prepared.units) == ["serpent_mouthed_liar", "body_thief"]


@rule("E21.11", "E20.7")
def test_the_houses_hold_six_elite_units_that_the_player_does_not_see() -> None:
    state, _ = started()
    assert len(state.hands[1]) == 6
    assert not [unit for unit in state.hands[1] if game.tables.basic[unit]]
    for viewer in (None, 0):
        assert game.view(state, viewer).hands[1] == (-1,) * 6  # type: ignore[arg-type]  # a plain number will do


@rule("E21.12", "E21.38")
def test_the_random_steps_come_in_their_order() -> None:
    _, batch = started("medium")
    random_steps: list[Any] = []
    for event in batch:
        match event:
            case e.MastersDealt():
                random_steps.append("masters")
            case e.DeckShuffled(deck=deck):
                random_steps.append(("missions", "influences", "privileges", "elite")[deck])
            case e.UnitsDrawn(seat=1):
                random_steps.append("hand of the Houses")
            case _:
                pass
    order = ["masters", "privileges", "missions", "influences", "elite", "hand of the Houses"]
    assert random_steps == order


@rule("E21.12")
def test_each_random_step_takes_one_draw_from_chance() -> None:
    """Draws in this order: the Masters, Privileges, Missions, Influences, Elite deck; the hand is its top six."""
    draws: list[list[int]] = [[2, 0, 1], list(range(10)), list(range(17)), list(range(17)), list(range(32))]
    state = game.initial()
    for event in game.start(Setup("elekt", "elekt-solo-r2", 1, {"level": "medium"}), ListedChance(draws)):
        game.evolve(state, event)
    assert names(state.acquired[1]) == ["master_of_swords", "master_of_pacts"]
    assert state.draws == len(draws)
    elites = [unit for unit in game.cards.elites if unit not in state.removed]
    assert list(state.hands[1]) == elites[:6]
    assert list(state.drawn) == elites[6:8]


@rule("E21.13", "E6.2")
def test_the_houses_fill_their_hand_up_to_six() -> None:
    table = gambit(
        phase="recruitment",
        hands={1: ["confessor", "necrarch"]},
        deck=["symbiont", "bone_carver", "oathbreaker", "salt_alchemist", "ashen_knight", "whisper_moth"],
        holder=1,
    )
    drawn = [event for event in table.happened("units_drawn") if event["seat"] == 1]
    assert drawn == [{"seat": 1, "units": ["symbiont", "bone_carver", "oathbreaker", "salt_alchemist"]}]
    assert len(table.hand(1)) == 6
    assert table.asked == (0, "recruit")  # then the player recruits as usual
    assert table.happened("units_drawn")[-1] == {"seat": 0, "units": ["ashen_knight", "whisper_moth"]}


@rule("E21.13")
@pytest.mark.parametrize("held", [6, 7])
def test_with_six_or_more_units_the_houses_draw_none(held: int) -> None:
    hand = ["confessor", "necrarch", "symbiont", "bone_carver", "oathbreaker", "salt_alchemist", "ashen_knight"][:held]
    table = gambit(phase="recruitment", hands={1: hand}, holder=1)
    assert [event["seat"] for event in table.happened("units_drawn")] == [0]
    assert sorted(table.hand(1)) == sorted(hand)


@rule("E21.13", "E3.3")
def test_the_player_with_the_sceptre_recruits_first() -> None:
    table = gambit(phase="recruitment", hands={1: ["confessor"]}, deck=["symbiont", "bone_carver"])
    assert table.asked == (0, "recruit")
    assert table.hand(1) == ["confessor"]
    table.choose("keep_first")
    assert len(table.hand(1)) == 6


@rule("E21.14")
def test_the_pile_is_shuffled_after_recruitment_and_played_from_its_top() -> None:
    hand = ["confessor", "necrarch", "symbiont", "bone_carver", "oathbreaker", "salt_alchemist"]
    table = gambit(phase="recruitment", hands={0: ["acolyte"], 1: hand}, holder=1, draws=[[5, 0, 1, 2, 3, 4]])
    ordered = sorted(hand, key=lambda name: table.game.cards.ids[name])
    order = [ordered[i] for i in (5, 0, 1, 2, 3, 4)]
    assert table.hand(1) == order
    table.choose("keep_first")
    assert table.assigned_to()[0][0] == order[0]
    assert table.hand(1)[: len(order) - 1] == order[1:]


@rule("E21.14")
def test_nobody_sees_the_order_of_the_pile() -> None:
    table = gambit(phase="recruitment", hands={1: ["confessor"]}, holder=1)
    (shuffled,) = [event for event in table.events if isinstance(event, e.HousesHandShuffled)]
    for viewer in (None, 0):
        seen: Any = table.game.redact(shuffled, viewer)  # type: ignore[arg-type]  # a plain number will do
        assert seen.units == (-1,) * 6


@rule("E21.3", "E24.5")
def test_a_record_says_the_level_and_that_one_person_plays() -> None:
    _, batch = started("hard")
    assert (batch[0].ruleset, batch[0].seats, batch[0].titles_to_win, batch[0].zone_limit) == ("elekt-solo-r2", 1, 7, 2)
    prepared = next(event for event in batch if isinstance(event, e.GambitPrepared))
    assert prepared.level == "hard"


@rule("E21.3")
@pytest.mark.parametrize(("field", "setup"), [("level", {"level": "cruel"}), ("edition", {"edition": 1})])
def test_a_bad_setup_is_refused_by_its_field(field: str, setup: dict[str, Any]) -> None:
    with pytest.raises(BadSetup) as caught:
        game.start(Setup("elekt", "elekt-solo-r2", 1, setup), SeededChance(b"x"))
    assert caught.value.data["field"] == field


@rule("E21.1")
def test_nobody_else_can_sit_at_a_solo_game() -> None:
    with pytest.raises(BadSetup) as caught:
        game.start(Setup("elekt", "elekt-solo-r2", 2, {}), SeededChance(b"x"))
    assert caught.value.data["field"] == "seats"


@rule("E21.3")
def test_a_card_list_without_the_masters_cannot_be_played_alone() -> None:
    text = CARD_FILE.read_text(encoding="utf-8").replace('id = "master_of_spies"', 'id = "master_of_moths"')
    with pytest.raises(BadSetup) as caught:
        started("easy", b"x", game.with_cards(text))
    assert (caught.value.code, caught.value.data["card"]) == ("card_lacking", "master_of_spies")
