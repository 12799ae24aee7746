"""Whole solo games by random and by greedy players, each proved in every way; tens of thousands by
``python -m benchmarks.fuzz_solo``."""

from __future__ import annotations

import pytest

from elekt_core.bots import bot_chance, derive
from elekt_core.chance import SeededChance
from elekt_core.contract import Decision, SeatNo
from elekt_core.errors import IllegalDecision, MatchOver, NotYourTurn
from elekt_core.games.elekt import events as e
from elekt_core.games.elekt import game
from elekt_core.games.elekt.houses.solo import LEVELS
from elekt_core.games.elekt.redeal import redeal
from elekt_core.games.elekt.state import State
from tests.sampling import sample

from .invariants import check
from .rules.marks import rule
from .solo_fuzz import GREEDY, PLAYER, SoloCoverage, play_solo, players, prove_solo, setup

by_level = pytest.mark.parametrize("level", LEVELS)


def positions(seed: int, level: str, player: str = "random") -> list[State]:
    """Every position of a game in which the player is asked."""
    choose, chance, state = players(seed, level)[player], SeededChance(derive("positions", seed)), game.initial()
    batch, found = game.start(setup(level), chance), list[State]()
    while True:
        for event in batch:
            game.evolve(state, event)
        if not state.question:
            return found
        found.append(state.copy())
        batch = game.decide(state, choose(state, len(found)), chance)


@rule("E24.4", "E21.1")
@by_level
def test_random_solo_games_keep_every_law(level: str) -> None:
    coverage = SoloCoverage()
    for seed in range(5):
        prove_solo(seed, level, "random", coverage)
    assert coverage.games == 5


@rule("E24.4")
@by_level
def test_greedy_solo_games_keep_every_law(level: str) -> None:
    coverage = SoloCoverage()
    prove_solo(7, level, "greedy", coverage)
    assert coverage.games == 1


@pytest.mark.slow
@by_level
@pytest.mark.parametrize(("player", "games"), sample([("random", 8), ("greedy", 1)], [("random", 60), ("greedy", 6)]))
def test_more_solo_games_keep_the_invariants(level: str, player: str, games: int) -> None:
    coverage = SoloCoverage()
    for seed in range(100, 100 + games):
        play_solo(seed, level, player, coverage)
    assert coverage.games == games


def test_both_ways_of_playing_play_the_same_game() -> None:
    one, other = SoloCoverage(), SoloCoverage()
    prove_solo(3, "medium", "random", one)
    play_solo(3, "medium", "random", other)
    assert (one.events, one.decisions, one.titles) == (other.events, other.decisions, other.titles)


@rule("E4.1", "E21.11", "E21.14", "E21.35")
def test_other_hidden_cards_show_the_player_nothing_else() -> None:
    """The hand of the Houses, its order, and the Privileges that they drew, dealt anew."""
    different = 0
    for number, state in enumerate(positions(5, "medium")):
        view = game.view(state, PLAYER)
        other = redeal(game.tables, view, SeededChance(b"%d" % number))
        check(other)
        assert other.hidden == 0
        assert game.view(other, PLAYER) == view
        assert game.fingerprint(game.view(other, PLAYER)) == game.fingerprint(view)
        assert list(game.options(other)) == list(game.options(state))
        assert game.refusals(other, PLAYER) == game.refusals(state, PLAYER)
        different += other.hands[1] != state.hands[1]
    assert different


@rule("E4.1")
def test_a_redacted_event_names_no_hidden_card() -> None:
    for seed in range(4):
        choose, chance, state = players(seed, "easy")["random"], SeededChance(derive("leaks", seed)), game.initial()
        batch, number = game.start(setup("easy"), chance), 0
        while True:
            for event in batch:
                before = hidden(state)
                game.evolve(state, event)
                for viewer in (None, PLAYER):
                    if isinstance(event, e.HandShown | e.AbilityUsed):
                        continue  # C1.58 shows a hand; what was annihilated reacts from where everybody saw it (E14.8)
                    named = numbers_in(game.redact(event, viewer), event)
                    assert not named & before & hidden(state), (event, viewer)
            if not state.question:
                break
            number += 1
            batch = game.decide(state, choose(state, number), chance)


CARD_FIELDS = ("unit", "units", "card", "cards", "other", "given", "taken", "aside")


def numbers_in(event: object, of: tuple[object, ...]) -> set[int]:
    found: set[int] = set()
    for field in of._fields:  # type: ignore[attr-defined]  # every event is a NamedTuple
        if field in CARD_FIELDS:
            value = getattr(event, field)
            found |= set(value) if isinstance(value, tuple) else {value}
    return found


def hidden(state: State) -> set[int]:
    """What the player cannot see: the decks, the Houses' hand, the Privileges that they drew."""
    drawn = state.solo.drawn if state.solo is not None else ()
    hands = state.hands[1] if state.hands else ()
    return {*hands, *drawn, *(card for deck in state.decks for card in deck)}


@rule("E21.40")
def test_the_greedy_player_cannot_peek() -> None:
    asked = 0
    for number, state in enumerate(positions(11, "hard")):
        if number % 4:
            continue
        view = game.view(state, PLAYER)
        anew = redeal(game.tables, view, SeededChance(b"another deal"))
        choices = []
        for position in (state, anew):
            seen = game.view(position, PLAYER)
            choices.append(GREEDY.choose(game, seen, game.options(seen), bot_chance(b"bot", number)))
        assert choices[0] == choices[1]
        asked += 1
    assert asked > 2


@rule("E11.8", "E21.1")
def test_a_player_who_gives_up_loses_to_the_houses() -> None:
    state = positions(2, "easy")[4]
    batch = game.decide(state, Decision(PLAYER, "concede"), SeededChance(b"x"))
    for event in batch:
        game.evolve(state, event)
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.winner, outcome.ranks, outcome.termination) == (None, (2,), "forfeit")
    assert outcome.automata[0].rank == 1
    assert game.awaiting(state) == ()
    with pytest.raises(MatchOver):
        game.decide(state, Decision(PLAYER, "name_herald", ()), SeededChance(b"x"))


@rule("E21.16", "E24.2")
@pytest.mark.parametrize("kind", ["concede", "assign_or_pass", "houses_lose"])
def test_nobody_decides_in_the_name_of_the_houses(kind: str) -> None:
    state = positions(2, "easy")[4]
    with pytest.raises((IllegalDecision, NotYourTurn)):
        game.decide(state, Decision(SeatNo(1), kind, ()), SeededChance(b"x"))


@rule("E11.7")
def test_a_player_who_won_may_name_the_houses_herald() -> None:
    state = positions(2, "easy")[4]
    end = e.GameEnded(e.BY_TITLES, 0, (1, 2), (7, 3), "")
    game.evolve(state, end)
    (awaiting,) = game.awaiting(state)
    assert (awaiting.seat, awaiting.kind, awaiting.optional) == (0, "name_herald", True)
    assert [option.choice for option in game.options(state)] == [(), (1,)]


def test_a_copy_of_a_solo_state_is_independent() -> None:
    for state in positions(9, "medium")[::5]:
        copy = state.copy()
        assert copy == state
        assert game.fingerprint(copy) == game.fingerprint(state)
        chance = SeededChance(b"copy")
        game.advance(copy, game.options(copy)[0], chance)
        assert copy != state
