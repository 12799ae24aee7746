"""Choices near the end of a round, where every hand is known, or few are possible: what is proved has the last word."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from elekt_core.contract import SeatNo
from elekt_core.games.elekt import game
from elekt_core.review import BUDGETS
from elekt_core.review.mining import unpacked
from elekt_core.review.proof import PLAYED, hands, is_for_two, is_open, part_of_proof, whole_proof
from elekt_core.review.proved import judged_by_proof
from elekt_core.review.scan import Bench, bench
from elekt_core.review.solving import asked_of, bench_of

from .subjects import SEED, TINY, subject

ENDINGS = [json.loads(line) for line in Path(__file__).with_name("endings.jsonl").read_text().splitlines()]
"""Two seats; ``worth`` is what the best choice is worth, and the one played, in points. Which of them loses nothing was
found by somebody who read the games and searched the rest of the round with a program of their own."""


UNDOUBTED = json.loads(Path(__file__).with_name("undoubted.json").read_text())
"""An error of which no judge says anything: moved by Nameless, Shadow Tamer keeps the Titles level, and Dark Exarch,
which was moved, loses three. They found that in the same way."""


UNKNOWN = [json.loads(line) for line in Path(__file__).with_name("unknown_hands.jsonl").read_text().splitlines()]
"""One card of the rival is unknown. Two choices lose whatever it is (of the second somebody found, who read the game
with a program of their own, that one other choice wins against each hand); the third is no loss for certain."""


def bench_at(one: dict[str, Any]) -> Bench:
    question = asked_of(game, unpacked(game, one["facts"]), SeatNo(one["seat"]), one["number"], one["played"])
    return bench_of(question, SEED)


@pytest.mark.parametrize("one", ENDINGS, ids=lambda one: f"{one['number']}")
def test_a_choice_is_worth_what_can_be_forced_after_it(one: dict[str, Any]) -> None:
    found = whole_proof(bench_at(one), one["named"], BUDGETS["usual"])
    assert found["is_over"]
    assert found["values"] == pytest.approx([100 * points for points in one["worth"]], abs=150)
    assert (found["best"] == PLAYED) == (one["worth"][0] == one["worth"][1])
    for line, number in zip(found["lines"], (found["best"], PLAYED), strict=True):
        assert line[0]["decision"] == found["options"][number]


def test_what_is_found_to_be_better_is_looked_into_though_nobody_doubted_the_choice() -> None:
    found = bench_at(UNDOUBTED)
    scanned = {"best": [{"decision": one} for one in UNDOUBTED["named"]], "chance": UNDOUBTED["chance"]}
    budget, part = BUDGETS["usual"], None
    for _ in range(budget.proved_in_parts):
        part = part_of_proof(found, part, scanned, budget.proved_with, 0)
        if part["is_over"]:
            break
    assert part is not None
    assert part["is_over"]
    assert part["values"][0] - part["values"][1] > 2_000
    assert "shadow_tamer" in json.dumps(part["options"][part["best"]])


def test_what_is_proved_stands_in_the_report() -> None:
    found = {
        "best": 1, "values": [6200, 5000], "bounds": [[50, 51], [62, 62], [62, 63], [0, 40]], "world": 0,
        "options": [{"kind": name} for name in "abcd"], "lines": [[{"line": 1}], [{"line": 2}]],
        "terms": {"titles": 900, "heat": 299}, "hands": 1,
    }  # fmt: skip
    named = [{"decision": {"kind": "d"}}, {"decision": {"kind": "a"}}]
    scanned = {"best": named, "sharp": True, "second": [["titles", 100]]}
    entry = judged_by_proof(found, scanned)
    assert (entry["loss"], entry["mark"], entry["judges"], entry["error"]) == (1200, "mistake", [1200], 0)
    shown = [(row["decision"]["kind"], row["chance"], row["loss"]) for row in entry["best"]]
    assert shown == [("b", 6200, 0), ("c", 6200, 0), ("a", 5000, 1200)], "the fourth would be worth 40 at most"
    assert entry["as_good"] == [{"kind": "c"}]
    without = judged_by_proof({**found, "bounds": [[50, 51], [62, 62], [0, 58], [0, 40]]}, {**scanned, "best": named})
    assert [(row["chance"], row["at_most"]) for row in without["best"]] == [(6200, False), (5000, False), (4000, True)]
    assert sum(value for _, value in entry["terms"]) == -1200
    assert entry["second"] == [], "the first judge compared others"


@pytest.mark.parametrize("one", UNKNOWN[:2], ids=lambda one: f"{one['number']}")
def test_a_loss_with_each_hand_that_is_possible_is_proved_and_nothing_is_said_of_other_choices(
    one: dict[str, Any],
) -> None:
    found = bench_at(one)
    assert not is_open(found)
    worlds = [found.worlds.world("confirm", n).state for n in hands(found)]
    assert len({tuple(sorted(world.hands[1 - one["seat"]])) for world in worlds}) == one["hands"]
    proof = whole_proof(found, [], BUDGETS["usual"])
    assert proof["hands"] == one["hands"]
    assert proof["values"][0] - proof["values"][1] > 1_000
    scanned = {"best": [{"decision": option} for option in proof["options"][:3]], "sharp": False, "second": []}
    entry = judged_by_proof(proof, scanned)
    assert [row["decision"] for row in entry["best"]] == [proof["options"][proof["best"]], one["played"]]


def test_a_loss_that_is_none_with_some_hand_is_not_proved() -> None:
    found = bench_at(UNKNOWN[2])
    assert len(hands(found)) == UNKNOWN[2]["hands"]
    assert whole_proof(found, [], BUDGETS["usual"]) == {}


def test_where_hands_are_unknown_far_from_the_end_nothing_is_proved() -> None:
    begun = subject("elekt", "", 2, 12)
    for number in begun.numbers:
        found = bench(begun, number, False, SEED)
        if found is not None and any(-1 in hand for hand in found.asked.dealt_from.hands):
            assert not is_open(found)
            assert not hands(found)
            assert whole_proof(found, [], TINY) == {}
            return
    pytest.fail("every hand was known")


def test_three_seats_are_not_two_sides() -> None:
    begun = subject("elekt", "", 4, 3)
    found = next(filter(None, (bench(begun, number, False, SEED) for number in begun.numbers)))
    assert not is_for_two(found)
    assert whole_proof(found, [], TINY) == {}
