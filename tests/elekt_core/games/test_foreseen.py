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
from elekt_core.games.elector_counts.conflict import strengths
from elekt_core.games.elector_counts.foresight import SIDES
from elekt_core.games.elector_counts.play import points
from elekt_core.games.elector_counts.state import DOWN
from elekt_core.games.enclave import boarding
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


def summed(line: str) -> tuple[int, int]:
    """What a line says the sum is, and what its parts add up to: ``Points 5 = Salt Market 2 + Ubersreik 3``."""
    total, _, parts = line.partition(" = ")
    known = [part for part in parts.split(" + ") if "at most" not in part]
    return int(total.split()[-1]), sum(int(re.sub(r" \(.*\)$", "", part).split()[-1]) for part in known)


def test_the_terms_of_points_and_strengths_add_up_to_what_counts() -> None:
    compared = 0
    for _, _, _, after in steps(counts, 3, 200):
        for seat, n in enumerate(points(counts.cards, after)):
            (line,) = counts.terms(after, f"points.{seat}", "en", NAMES)
            assert summed(line) == (n, n)
        for location, site in after.sites.items():
            name = counts.cards.cards[location].id
            for side, n in zip(SIDES, strengths(counts.cards, after, location), strict=True):
                (line,) = counts.terms(after, f"{side}.{name}", "en", NAMES)
                assert summed(line) == (n, n)
                compared += n > 0
            seen = counts.terms(counts.view(after, None), f"defence.{name}", "en", NAMES)
            assert all("hidden" in line for line in seen) or not any(unit.face == DOWN for unit in site.defenders)
    assert compared > 50
    for at in ("points.9", "points.x", "attack.nowhere", "walls", ""):
        assert counts.terms(after, at, "en", NAMES) == ()


def test_the_terms_of_a_boarding_add_up_to_its_damage_protection_and_wounds() -> None:
    compared = 0
    for seed in range(3):
        for _, decision, _, after in steps(enclave, seed, 150):
            view = enclave.view(after, decision.seat)
            for kind, name in enumerate(("physical", "psychic")):
                lines = enclave.terms(view, f"boarding.{name}", "en", NAMES)
                assert bool(lines) is bool(view.participants)
                if lines:
                    assert summed(lines[0]) == (boarding.damage(view)[kind],) * 2
                    assert summed(lines[1]) == (boarding.protection(view)[kind],) * 2
                    wounds = [f"{NAMES[one]} takes {boarding.wounds_of(view, one, kind)}" for one in view.participants]
                    assert all(line.startswith(told) for line, told in zip(lines[2:], wounds, strict=True))
                    compared += 1
    assert compared > 20
    assert enclave.terms(view, "boarding.none", "en", NAMES) == ()


def places(game: Game[Any], view: Any) -> list[str]:
    """Where a number has terms."""
    if game is enclave:
        return ["boarding.physical", "boarding.psychic"]
    names = [counts.cards.cards[location].id for location in view.sites]
    return [*(f"points.{seat}" for seat in range(3)), *(f"{side}.{one}" for one in names for side in SIDES)]


@pytest.mark.parametrize("game", [counts, enclave], ids=["elector-counts", "enclave"])
def test_it_is_the_same_for_every_deal_that_looks_alike(game: Game[Any]) -> None:
    compared = 0
    for n, (before, decision, _, _) in enumerate(steps(game, 4, 120)):
        view = game.view(before, decision.seat)
        other = game.view(game.redeal(view, SeededChance(n.to_bytes(32, "big"))), decision.seat)
        told = thoughts(game, view, decision.seat)
        assert thoughts(game, view, decision.seat, other) == told
        for at in places(game, view):
            assert game.terms(view, at, "en", NAMES) == game.terms(other, at, "en", NAMES)
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
