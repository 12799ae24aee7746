"""E2.12, E21.9: with more than four kinds of Basic Units, the set of four is agreed, or drawn."""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache
from typing import Any

import pytest

from elekt_core.bots import RANDOM, play_out
from elekt_core.chance import ListedChance, SeededChance
from elekt_core.contract import SeatNo, Setup
from elekt_core.errors import BadSetup
from elekt_core.games.elekt import events as e
from elekt_core.games.elekt import game as base_game
from elekt_core.games.elekt.cards import CARD_FILE, read_cards
from elekt_core.games.elekt.game import Elekt
from elekt_core.games.elekt.redeal import redeal
from elekt_core.games.elekt.state import State
from elekt_core.record.record import record_of_play
from elekt_core.record.text import format_record, parse_record
from elekt_core.record.verify import verify_record
from elekt_core.registry import get_bot
from tests.sampling import sample

from .invariants import check_step
from .random_games import batches
from .rules.marks import rule

KINDS = ("acolyte", "nameless", "dignitary", "assassin", "artisan")
PLAYED = pytest.mark.parametrize("ruleset", ["elekt-2e-r2", "elekt-1e-r2"])


@cache
def five_kinds() -> Elekt:
    """The base list with a fifth kind of Basic Unit."""
    data = tomllib.loads(CARD_FILE.read_text(encoding="utf-8"))
    place, acolyte = next((i, unit) for i, unit in enumerate(data["unit"]) if unit["id"] == "acolyte")
    artisan = {**acolyte, "id": "artisan", "name_en": "Artisan", "name_pl": "Rzemieślnik", "provenance": "original"}
    data["unit"].insert(place + 4, artisan)
    data["counts"]["basic_kinds"] = 5
    return Elekt(read_cards(data, "five kinds"))


def dealt(ruleset: str, seats: int = 2, **options: Any) -> tuple[State, list[Any]]:
    game = five_kinds()
    batch = game.start(Setup("elekt", ruleset, seats, options), SeededChance(b"basics"))
    state = game.initial()
    for event in batch:
        game.evolve(state, event)
        if seats > 1:
            check_step(event, state, game)
    return state, list(batch)


def hands(state: State) -> list[list[str]]:
    return [[five_kinds().cards.printed[unit].id for unit in hand] for hand in state.hands]


@rule("E2.12")
@PLAYED
def test_the_base_list_has_exactly_four_kinds_and_nothing_to_choose(ruleset: str) -> None:
    assert [option.name for option in base_game.ruleset(ruleset).offered] == ["heat_starting"]
    started = base_game.start(Setup("elekt", ruleset, 2, {}), SeededChance(b"basics"))
    assert not any(isinstance(event, e.BasicSetChosen) for event in started)
    with pytest.raises(BadSetup, match="unknown_option"):
        base_game.start(Setup("elekt", ruleset, 2, {"basic_set": "drawn"}), SeededChance(b"basics"))


@rule("E2.12")
@PLAYED
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_agreed_set_is_dealt_to_everybody_alike(ruleset: str, seats: int) -> None:
    agreed = ["artisan", "acolyte", "assassin", "dignitary"]
    state, batch = dealt(ruleset, seats, basics=agreed)
    assert batch[1] == e.BasicSetChosen(("acolyte", "dignitary", "assassin", "artisan"), False)
    assert hands(state) == [["acolyte", "dignitary", "assassin", "artisan"]] * seats


@rule("E2.12")
def test_without_a_word_the_first_four_kinds_are_played_with() -> None:
    state, _ = dealt("elekt-2e-r2")
    assert hands(state) == [["acolyte", "nameless", "dignitary", "assassin"]] * 2


@rule("E2.12")
def test_a_drawn_set_is_one_of_each_kind_shuffled_and_four_taken() -> None:
    game = five_kinds()
    order = (4, 2, 0, 1, 3)
    draws = [order, *(tuple(range(n)) for n in (17, 17, 12, 34, 34))]
    setup = Setup("elekt", "elekt-2e-r2", 2, {"basic_set": "drawn"})
    batch = game.start(setup, ListedChance(draws))
    assert batch[1] == e.BasicSetChosen(("acolyte", "nameless", "dignitary", "artisan"), True)
    seen: Counter[str] = Counter()
    for seed in range(200):
        chosen = game.start(setup, SeededChance(b"%d" % seed))[1]
        assert isinstance(chosen, e.BasicSetChosen)
        assert len(set(chosen.kinds)) == 4
        seen.update(chosen.kinds)
    assert all(120 < seen[kind] < 200 for kind in KINDS)  # 160 are to be expected


@rule("E2.12")
@pytest.mark.parametrize(
    "wrong",
    [
        {"basics": ["acolyte", "nameless", "dignitary"]},
        {"basics": ["acolyte", "acolyte", "nameless", "dignitary"]},
        {"basics": ["acolyte", "nameless", "dignitary", "symbiont"]},
        {"basics": "acolyte"},
        {"basic_set": "random"},
    ],
)
def test_a_set_of_anything_but_four_different_kinds_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadSetup) as caught:
        dealt("elekt-2e-r2", **wrong)
    assert caught.value.data["field"] in wrong


@rule("E2.12")
@pytest.mark.parametrize("how", [{"basic_set": "drawn"}, {"basics": ["artisan", "acolyte", "nameless", "assassin"]}])
def test_whole_games_keep_every_law_and_verify(how: dict[str, Any]) -> None:
    game = five_kinds()
    bot = get_bot(game, "greedy")
    for seats in sample((2,), (2, 3, 4)):
        state = game.initial()
        for batch in batches(seats, seats, game=game, **how):
            for event in batch.events:
                game.evolve(state, event)
                check_step(event, state, game)
        assert game.outcome(state) is not None
        record = record_of_play(
            play_out(
                game, Setup("elekt", "elekt-2e-r2", seats, how), [bot if seats == 2 else RANDOM] * seats, b"%d" % seats
            ),
            "a-record",
        )
        result = verify_record(parse_record(format_record(record)), game)
        assert all(check.status == "ok" for check in result.checks), str(result.flaw)


@rule("E2.12")
def test_who_deals_anew_in_thought_deals_no_kind_that_is_not_in_play() -> None:
    game = five_kinds()
    state, _ = dealt("elekt-2e-r2", 3, basics=["acolyte", "nameless", "dignitary", "artisan"])
    for number in range(20):
        again = redeal(game.tables, game.view(state, SeatNo(0)), SeededChance(b"%d" % number))
        units = {game.cards.printed[unit].id for unit in (*again.decks[3], *(u for hand in again.hands for u in hand))}
        assert "artisan" in units
        assert "assassin" not in units


@rule("E2.12")
@pytest.mark.parametrize(
    ("language", "said"), [("en", "Acolyte, Dignitary, Assassin, Artisan"), ("pl", "Akolita, Dygnitarz, Zabójca")]
)
def test_forms_and_log_name_the_kinds(language: str, said: str) -> None:
    words = five_kinds().words(language, ["Alice", "Bob"])
    option = five_kinds().ruleset("elekt-2e-r2").options[-1]
    assert (option.name, option.pick, option.values) == ("basics", 4, KINDS)
    assert words.option_value("basics", "acolyte") in said
    assert words.option("basics") != words.option("basic_set")
    state, batch = dealt("elekt-2e-r2", basics=["artisan", "acolyte", "assassin", "dignitary"])
    assert said in words.event(batch[1], state)


@rule("E21.9")
def test_alone_the_player_chooses_freely_and_nothing_is_drawn() -> None:
    game = five_kinds()
    assert [option.name for option in game.ruleset("elekt-solo-r2").offered] == ["level", "basics"]
    state, batch = dealt("elekt-solo-r2", 1, basics=["artisan", "acolyte", "nameless", "assassin"])
    assert batch[1] == e.BasicSetChosen(("acolyte", "nameless", "assassin", "artisan"), False)
    assert hands(state)[0] == ["acolyte", "nameless", "assassin", "artisan"]
    with pytest.raises(BadSetup, match="bad_options"):
        dealt("elekt-solo-r2", 1, basics=["acolyte", "acolyte", "nameless", "assassin"])
    with pytest.raises(BadSetup, match="unknown_option"):
        dealt("elekt-solo-r2", 1, basic_set="drawn")
