"""What Enclave and Elector Counts foresee comes true, says nothing of hidden cards, and is said for whole games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from elekt_core.bots import RANDOM, bot_chance
from elekt_core.chance import SeededChance
from elekt_core.contract import Decision, Game, SeatNo, Setup
from elekt_core.foreseen import Foreseen
from elekt_core.games.elector_counts import events as ec
from elekt_core.games.elector_counts import game as counts
from elekt_core.games.elector_counts.play import points
from elekt_core.games.enclave import events as en
from elekt_core.games.enclave import game as enclave
from elekt_core.record.match import Play
from tests.elekt_core import toy

NAMES = ("Alice", "Bob", "Charlie")
Step = tuple[Any, Decision, tuple[Any, ...], Any]


def steps(game: Game[Any], seed: int, limit: int) -> Iterator[Step]:
    """Decisions of random players: the state before, the decision, its facts, the state after."""
    setup = Setup(game.name, game.ruleset().name, 3, game.ruleset().agreed(3, {}))
    play = Play.begin(game, setup, SeededChance(seed.to_bytes(32, "big")))
    while game.outcome(play.state) is None and len(play.batches) < limit:
        seat = game.awaiting(play.state)[0].seat
        before, view = play.state.copy(), game.view(play.state, seat)
        chance = bot_chance(seed.to_bytes(8, "big"), len(play.batches))
        decision = RANDOM.choose(game, view, game.options(view, seat), chance)
        play.decide(decision)
        yield before, decision, play.batches[-1].events, play.state


def test_the_points_of_a_siege_are_those_that_follow() -> None:
    attacks = 0
    for before, decision, events, after in steps(counts, 3, 200):
        foreseen = counts.what_if(counts.view(before, decision.seat), decision, "en", NAMES)
        if decision.kind != "act" or decision.choice[0] not in ("attack", "defend"):
            assert foreseen.outcomes == ()
            continue
        assert len(foreseen.outcomes) == 1
        if any(isinstance(event, ec.SiegePlaced) for event in events):
            scores = points(counts.cards, after)
            assert foreseen.numbers
            assert all(scores[int(one.at.removeprefix("points."))] == one.n for one in foreseen.numbers)
            attacks += 1
    assert attacks > 1


def thoughts(game: Game[Any], view: Any, seat: Any, deal: Any = None) -> list[Foreseen]:
    """What some of the seat's options would lead to, seen from ``view``, or from another that looks alike."""
    options = game.options(view, seat)
    telling = [
        one for one in options if game is enclave or (one.kind == "act" and one.choice[0] in ("attack", "defend"))
    ]
    return [game.what_if(view if deal is None else deal, one, "en", NAMES) for one in telling[:: 1 + len(telling) // 5]]


def test_hidden_cards_are_counted_and_not_added_up() -> None:
    said = [
        outcome.said
        for before, decision, _, _ in steps(counts, 5, 200)
        for foreseen in thoughts(counts, counts.view(before, decision.seat), decision.seat)
        for outcome in foreseen.outcomes
    ]
    assert any(re.search(r": \d+ against \d hidden card", line) for line in said), said


def test_wounds_are_those_that_are_taken_once_the_traps_lie_open() -> None:
    compared = 0
    for seed in range(6):
        for before, decision, events, _ in steps(enclave, seed, 150):
            if decision.kind != "use_items" or len(before.participants) > 1:
                continue
            said = enclave.what_if(enclave.view(before, decision.seat), decision, "en", NAMES).outcomes[0].said
            taken = next((event for event in events if isinstance(event, en.WoundsTaken)), None)
            physical, psychic = (0, 0) if taken is None else taken[1:]
            assert said.startswith(f"you take {physical} physical and {psychic} psychic damage")
            assert ("fails" in said) == any(isinstance(event, en.BoardingFailed) for event in events)
            compared += 1
    assert compared > 2


@pytest.mark.parametrize("game", [counts, enclave], ids=["elector-counts", "enclave"])
def test_it_is_the_same_for_every_deal_that_looks_alike(game: Game[Any]) -> None:
    compared = 0
    for n, (before, decision, _, _) in enumerate(steps(game, 4, 120)):
        view = game.view(before, decision.seat)
        other = game.view(game.redeal(view, SeededChance(n.to_bytes(32, "big"))), decision.seat)
        told = thoughts(game, view, decision.seat)
        assert thoughts(game, view, decision.seat, other) == told
        compared += any(foreseen.outcomes for foreseen in told)
    assert compared > 2


# --- what is asked once more -----------------------------------------------------------------------------------


class Gathering(type(toy.game)):  # type: ignore[misc]
    """An outside game that says nothing of confirmations; its decisions are their own steps."""

    def parts(self, decision: Decision) -> tuple[str, ...]:
        return decision.choice


@pytest.mark.parametrize(
    ("steps", "is_confirmed"),
    [
        ("card:rat", False),
        ("card:rat place:hill", False),
        ("card:rat card:fox place:hill", False),
        ("unit:rat zone:hill number:2", False),
        ("card:rat done", False),
        ("pass", False),
        ("card:rat card:fox", True),
        ("discard card:rat card:fox", True),
        ("card:rat card:fox done", True),
    ],
)
def test_what_is_gathered_is_confirmed_and_a_single_choice_is_not(steps: str, is_confirmed: bool) -> None:
    assert Gathering().is_confirmed(Decision(SeatNo(0), "play", tuple(steps.split()))) == is_confirmed


def test_in_enclave_and_elector_counts_what_is_sealed_or_gathered_is_confirmed() -> None:
    def confirmed(game: Game[Any], kind: str, *choice: Any) -> bool:
        return game.is_confirmed(Decision(SeatNo(0), kind, choice))

    assert confirmed(enclave, "choose_action", 2)
    assert confirmed(enclave, "take_items", 2)
    assert not confirmed(enclave, "take_items")
    assert confirmed(enclave, "put_back", (2, 3), ())
    assert not confirmed(enclave, "put_back", (), (2,))
    assert not confirmed(enclave, "market", "buy", 2)
    assert confirmed(counts, "pass_cards", 1, 2, 3)
    assert confirmed(counts, "casualties", 17)
    assert not confirmed(counts, "act", "sell", 1, 2)
    assert not confirmed(counts, "act", "attack", 1, 2, 3)
    assert not confirmed(counts, "react")
