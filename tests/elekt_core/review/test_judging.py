"""Marks, terms, numbers and words."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from elekt_core.contract import Decision, SeatNo
from elekt_core.games.elector_counts import judging as counts_judging
from elekt_core.games.elector_counts.game import game as counts
from elekt_core.games.elekt import game as elekt
from elekt_core.games.elekt.judging import NAMES
from elekt_core.games.elekt.vocabulary import PHASES as ELEKT_PHASES
from elekt_core.games.enclave import game as enclave
from elekt_core.games.enclave import judging as enclave_judging
from elekt_core.games.enclave.events.fields import PHASES as ENCLAVE_PHASES
from elekt_core.review import BUDGETS, exercises, words
from elekt_core.review.confirm import Way, answered, both_ways, is_enough, mean_loss, played_on
from elekt_core.review.marks import mark_of
from elekt_core.review.mining import unpacked
from elekt_core.review.numbers import accuracy, in_whole, mean_of
from elekt_core.review.report import _judged, charge_where_it_is_lost
from elekt_core.review.scan import Bench, Scan, Tried, is_better, is_clearly_better
from elekt_core.review.solving import asked_of, bench_of
from elekt_core.review.subject import asked
from elekt_core.review.terms import RIVALS, difference
from elekt_core.review.words import reasons_of, signed
from elekt_core.review.worlds import Worlds
from elekt_core.search.evaluation import Evaluation
from tests.elekt_core.toy import game as toy
from tests.sampling import sample

from .subjects import subject

FINE, WEIGHT = 10**6, 10**12

PLACINGS = Path(__file__).with_name("placings.jsonl")
UNLUCKY = json.loads(PLACINGS.with_name("unlucky.json").read_text())


def row(
    better: float, played: float, followed: float | None = None, answered: float | None = None, gain: float = 0.0
) -> list[int]:
    """A world of the second judge, by shares of the win."""
    followed, answered = played if followed is None else followed, better if answered is None else answered
    return [WEIGHT, *(round(share * FINE) for share in (better, played, followed, answered, gain))]


def two_options(behind: int, error: int = 0) -> list[dict[str, Any]]:
    """The first judge's rows: a, and b, which stands so far behind it."""
    better = {
        "decision": {"kind": "a"},
        "chance": 6000,
        "loss": 0,
        "error": 0,
        "gain": behind,
        "better": True,
        "line": [],
    }
    worse = {
        "decision": {"kind": "b"},
        "chance": 6000 - behind,
        "loss": behind,
        "error": error,
        "gain": 0,
        "better": False,
    }
    return [better, {**better, **worse}]


def judged(first: int, second: float | None, spread: float = 0.01, **more: Any) -> dict[str, Any]:
    """A decision that the first judge calls a loss of so many hundredths of a point, the second one of such a share."""
    scanned = {
        "options": 2, "sharp": False, "weighted": False, "loss": first, "error": 100, "sample": 1600, "worlds": 16,
        "logit": 10 * first, "chance": 6000 - first, "terms": [["titles", first]], "second": [],
        "best": two_options(first), "doubtful": True, **more,
    }  # fmt: skip
    parts: dict[str, Any] = {"confirm:1/0": {"against": {"kind": "a"}}}
    if second is not None:
        rows = [row(0.6 + sign * spread, 0.6 - second) for sign in (-1, 1) * 4]
        lines = [[{"seat": 0, "decision": {"kind": "a"}}]] * 4
        terms = {"1-2": {"titles": round(8 * second * FINE), "heat": 0}}
        parts["confirm:1/1"] = {"rows": rows, "lines": lines, "world": 0, "terms": terms}
    return _judged(1, {"kind": "b"}, scanned, parts)


@pytest.mark.parametrize(
    ("first", "second", "mark"),
    [
        (1600, 0.16, "blunder"),
        (1600, 0.12, "mistake"),
        (700, 0.3, "inaccuracy"),
        (1600, 0.04, None),
        (1600, -0.1, None),
        (400, None, None),
        (1600, None, None),
    ],
)
def test_a_mark_needs_two_judges(first: int, second: float | None, mark: str | None) -> None:
    found = judged(first, second)
    assert found["mark"] == mark
    assert found["loss"] == (first % 1600 if second is None else max(0, min(first, round(second * 10_000))))
    assert found["spread"] == (0 if second is None else abs(first - round(second * 10_000)))
    assert sum(value for _, value in found["terms"]) == -found["loss"]


def test_what_only_one_look_calls_a_loss_stands_below_no_other_choice() -> None:
    """The first judge’s far look gives another choice 16 points more, and nobody has confirmed it."""
    found = judged(1600, None)
    assert [row["decision"] for row in found["best"]] == [{"kind": "b"}, {"kind": "a"}]
    assert found["best"][1]["chance"] == found["chance"] == 4400
    assert (found["logit"], found["terms"]) == (0, [])


def charged(*decisions: tuple[int, int, int, int, int]) -> list[tuple[int, str | None]]:
    """Of a round, by seat, loss, error, the best choice’s chance, and how many judges looked."""
    found: list[dict[str, Any]] = [
        {
            "seat": seat, "round": 1, "loss": loss, "error": error, "mark": mark_of(loss), "logit": loss,
            "judges": [loss] * judges, "terms": [["titles", -loss]] if loss else [], "chance": chance - loss,
            "played": {"kind": "b"}, "best": [{"decision": {"kind": "a"}, "chance": chance, "loss": 0, "error": 9}],
            "proved": False,
        }
        for seat, loss, error, chance, judges in decisions
    ]  # fmt: skip
    charge_where_it_is_lost(found)
    for before, one in zip(decisions, found, strict=True):
        assert sum(value for _, value in one["terms"]) == -one["loss"]
        if before[1] and not one["loss"]:
            assert [row["decision"]["kind"] for row in one["best"]] == ["b", "a"], "nothing better was found"
            assert {row["chance"] for row in one["best"]} == {one["chance"]}
    return [(one["loss"], one["mark"]) for one in found]


def test_an_error_is_charged_where_it_is_made() -> None:
    """At its next choice the seat is given nearly as much as it could have had before: what is lost is lost there."""
    before, rival, then = (0, 2000, 50, 4500, 2), (1, 0, 0, 5500, 0), (0, 1300, 300, 4100, 2)
    assert charged(before, rival, then) == [(400, None), (0, None), (1300, "mistake")]
    assert charged(before, rival, (0, 1300, 300, 3200, 2))[0] == (1300, "mistake")
    assert charged(before, rival, (0, 1300, 300, 5000, 2))[0] == (0, None)


def test_luck_and_the_errors_of_rivals_acquit_nobody() -> None:
    before, then = (0, 2000, 50, 4500, 2), (0, 1300, 300, 4100, 2)
    assert charged((0, 2000, 300, 4500, 2), then)[0] == (2000, "blunder"), "worlds differ: it may have been a gamble"
    assert charged(before, (1, 700, 0, 5500, 2), then)[0] == (2000, "blunder"), "a rival has lost something"
    assert charged(before, (0, 0, 0, 4100, 1))[0] == (2000, "blunder"), "only one judge has looked again"


def test_what_looked_best_and_was_worth_less_when_measured_is_not_called_the_best() -> None:
    found = judged(-800, None)
    assert [(row["decision"], row["loss"]) for row in found["best"]] == [({"kind": "b"}, 0), ({"kind": "a"}, 800)]
    assert (found["loss"], found["mark"], found["as_good"]) == (0, None, [])


def test_a_choice_that_seems_to_lose_more_is_not_as_good_however_little_it_was_measured() -> None:
    for behind, as_good in ((250, [{"kind": "b"}]), (450, [])):
        assert judged(behind, None)["as_good"] == []
        assert judged(behind, None, best=two_options(behind, error=600))["as_good"] == as_good


def test_terms_of_a_larger_loss_are_told_in_proportion() -> None:
    """One judge says 7 points, the other 30: the summands of the 30 are shares of the 7, no constant is taken off."""
    assert judged(700, 0.3)["terms"] == [["titles", -700]]


@pytest.mark.parametrize("one", [json.loads(line) for line in PLACINGS.read_text().splitlines()])
def test_a_placing_that_pays_only_later_is_missed(one: dict[str, Any]) -> None:
    """Choices made at random in games of level 6, which an independent judge says to lose over 10 points, and playouts
    that end before the confrontation did not see (``benchmarks.review planted``)."""
    question = asked_of(elekt, unpacked(elekt, one["facts"]), SeatNo(one["seat"]), one["number"], one["played"])
    found = Scan(bench_of(question, b"placings"), BUDGETS["usual"]).result()
    assert found["doubtful"]
    assert one["better"] in [row["decision"] for row in found["best"]]
    assert found["loss"] > 2 * found["error"] > 0 or found["loss"] > 500


def test_a_few_worlds_that_agree_decide_nothing_against_those_in_which_an_option_was_chosen() -> None:
    """In most worlds passing loses the lead of the match, in some the round ends it all the same: the first four new
    ones are such."""
    question = asked_of(elekt, unpacked(elekt, UNLUCKY["facts"]), SeatNo(UNLUCKY["seat"]), 74, UNLUCKY["played"])
    found = Scan(bench_of(question, b"benchmark"), BUDGETS["usual"]).result()
    assert found["best"][0]["decision"] == UNLUCKY["better"]
    assert found["loss"] > 300
    assert found["worlds"] > 4


def test_an_option_that_a_short_look_does_not_prefer_is_no_better_one() -> None:
    """Far lines alone believe that everybody goes on as they do."""
    one, played = Tried(option(0), 0.5), Tried(option(1), 0.5)
    for tried, short, far in ((one, 0.4, 0.9), (played, 0.5, 0.5)):
        tried.short, tried.values = [short] * 8, [far] * 8
    weights = [1.0] * 8
    assert one.above(played, weights).value == pytest.approx(0.4)
    assert not is_better(one, played, weights)
    one.prior = 0.7
    assert is_better(one, played, weights)


def test_options_are_compared_in_worlds_that_both_have_seen() -> None:
    """The first two worlds are lucky for whoever plays in them."""
    one, played = Tried(option(0), 0.5), Tried(option(1), 0.5)
    one.values, played.values = [0.9, 0.8], [0.9, 0.8, 0.1, 0.2]
    weights = [1.0] * 4
    assert one.promise(played, weights) == played.promise(one, weights) == 0
    one.values = [0.9, 1.0]
    assert one.promise(played, weights) == pytest.approx(0.2 / 4)  # the settled values are worth two more worlds


def test_judges_stop_at_a_clear_loss_as_where_there_clearly_is_none() -> None:
    assert [is_enough(rows_of(loss)) for loss in (0.2, 0.07, 0.0)] == [True, False, True]
    assert not is_enough(rows_of(0.2)[:6])
    one, played, weights = Tried(option(0), 0.6), Tried(option(1), 0.5), [1.0] * 8
    played.short = one.short = [0.5] * 8
    played.values = [0.5] * 8
    one.values = [0.6, 0.8] * 4
    assert is_clearly_better(one, played, weights)
    one.values = [0.5, 0.72] * 4
    assert is_better(one, played, weights)
    assert not is_clearly_better(one, played, weights)


def rows_of(loss: float) -> list[list[int]]:
    """Eight worlds of the second judge, in which the loss is a little more or less."""
    return [row(0.5 + loss + off, 0.5) for off in (-0.05, 0.05) * 4]


def option(number: int) -> Decision:
    return Decision(SeatNo(0), f"option{number}")


def test_what_can_be_made_good_by_the_very_next_choice_is_no_loss() -> None:
    """The better option right after the played one is worth as much as at once."""
    rows = [row(0.6 + off, 0.4, followed=0.6 + off) for off in (-0.1, 0.1)]
    assert mean_loss(rows).value == 0
    assert mean_loss([row(0.6 + off, 0.4, followed=0.3) for off in (-0.1, 0.1)]).value == pytest.approx(0.2)


def test_what_a_rival_would_not_answer_is_not_lost() -> None:
    """The answer to the played choice is worth more to the rival after the better one, too: it would give it."""
    assert mean_loss([row(0.6, 0.4, answered=0.45, gain=0.15)] * 8).value == pytest.approx(0.05)
    assert mean_loss([row(0.6, 0.4, answered=0.45, gain=-0.1)] * 8).value == pytest.approx(0.2), "at three seats"
    one = [row(0.6, 0.4, answered=0.3, gain=0.3), *[row(0.6, 0.4, answered=0.7, gain=-0.1)] * 7]
    assert mean_loss(one).value == pytest.approx(0.2), "it does not know which world it is in"


def test_the_answer_to_the_played_choice_is_tried_after_the_better_one() -> None:
    found, best = two_units_to_assign()
    game, world = found.asked.game, found.worlds.world("answer", 0)
    better = played_on(found, world, best)
    own = next(one for one in better.line if one.seat != best.seat and one.kind == best.kind)
    state, draws = world.state.copy(), found.worlds.draws(world)
    for made in better.line[: better.line.index(own)]:
        game.advance(state, made, draws)
    other = next(one for one in game.options(state, own.seat) if one.choice and one not in better.line)
    way, gain = answered(found, world, better, Way(0.0, None, [found.asked.played, other]))
    assert next(one for one in way.line if one.seat == other.seat and one.kind == other.kind) == other
    with_it, without = (found.evaluation.values(each.end)[other.seat] for each in (way, better))
    assert gain == pytest.approx((with_it - without) * FINE, abs=1)
    same = Way(0.0, None, [found.asked.played, own])
    assert answered(found, world, better, same) == (better, 0), "it is what the rival does anyway"


def test_the_order_of_two_actions_of_one_turn_is_no_loss() -> None:
    """Played on, the first action with the second as soon as it can be ends as the second with the first."""
    found, best = in_the_same_turn()
    world = found.worlds.world("order", 0)
    plain, after = both_ways(found, world, found.asked.played, best)
    assert after.line[:2] == [found.asked.played, best]
    assert len(plain.line) > 1


def test_an_error_at_the_next_choice_is_not_charged_to_this_one() -> None:
    """What would have been better can still be chosen after the rival's answer, as a Unit that is assigned next; what
    the mover's look of one step does there instead is no loss of the played choice."""
    found, best = two_units_to_assign()
    asked_ = found.asked
    for n in range(sample(3, 20)):
        plain, after = both_ways(found, found.worlds.world("next", n), asked_.played, best)
        own = [one for one in after.line if one.kind == best.kind and one.seat == asked_.seat]
        assert own[:2] == [asked_.played, best]
        assert after.line[1] != best, "the rival answers first"
        assert plain.line[0] == asked_.played


def two_units_to_assign() -> tuple[Bench, Decision]:
    """An assignment, and another Unit that could have been assigned."""
    one = subject("elekt", "", 2, 12)
    for number in reversed(one.numbers):
        question = asked(one, number)
        if question is not None and question.played.kind == "assign_or_pass":
            unit, _ = question.played.choice
            best = next(each for each in question.options if each.choice and each.choice[0] != unit)
            evaluation = Evaluation(elekt, question.view)
            return Bench(question, evaluation, Worlds(question, evaluation, b"next", weighted=False)), best
    raise AssertionError("nobody assigned a Unit")


def in_the_same_turn() -> tuple[Bench, Decision]:
    """A question at which two locations can be played, one after the other."""
    one = subject("elector_counts", "", 2, 60)
    for number in one.numbers:
        question = asked(one, number)
        assert question is not None
        places = [each for each in question.options if each.kind == "act" and each.choice[0] == "location"]
        if len(places) > 1:
            evaluation = Evaluation(counts, question.view)
            asking = replace(question, played=places[0])
            return Bench(asking, evaluation, Worlds(asking, evaluation, b"order", weighted=False)), places[1]
    raise AssertionError("nobody held two locations")


def test_a_careful_line_puts_no_card_back_and_forth() -> None:
    """What is put into the reserve is not taken back in the same turn, where nothing else has changed."""
    found, _ = in_the_same_turn()
    for n in range(sample(3, 40)):
        world = found.worlds.world("reserve", n)
        line = played_on(found, world, found.asked.played).line
        done = [(one.seat, one.choice[0], one.choice[1:]) for one in line if one.kind == "act" and one.choice]
        for one, other in pairwise(done):
            assert not (one[1] == "reserve" and other == (one[0], "take", one[2]))


def test_a_loss_within_two_standard_errors_is_no_mark() -> None:
    assert judged(1600, 0.16, spread=0.3)["mark"] is None


def test_a_mark_whose_second_best_choice_loses_much_is_an_exercise() -> None:
    decision = {
        **judged(1600, 0.16),
        "number": 1,
        "at": 7,
        "seat": 0,
        "kind": "b",
        "round": 1,
        "phase": "",
        "options": 2,
    }
    decision |= {"played": {"kind": "b"}, "second": [["titles", -1600]]}
    (found,) = exercises({"decisions": [decision]})
    assert (found["best"], found["theme"], found["gap"], found["confirmed"]) == ({"kind": "a"}, "titles", 1600, True)
    assert exercises({"decisions": [{**decision, "mark": None}]}) == []


@pytest.mark.parametrize(("name", "seats"), [("elekt", 2), ("elekt", 4), ("elector_counts", 2), ("high-card", 3)])
def test_terms_sum_to_the_difference(name: str, seats: int) -> None:
    one = subject(name, "", seats, 30)
    evaluation = Evaluation(one.game, one.states[0])
    for early, late in zip(one.states[::5], one.states[7::5], strict=False):
        for side in range(seats):
            whole = evaluation.values(late)[side] - evaluation.values(early)[side]
            found = difference(evaluation, late, early, side)
            assert sum(found.values()) == pytest.approx(whole, abs=1e-9)
            assert sum(value for _, value in in_whole(found, round(whole * 10_000))) == (
                round(whole * 10_000) if found else 0
            )


def test_weighted_means_say_how_many_equal_ones_they_are_worth() -> None:
    even = mean_of([1.0, 3.0], [1.0, 1.0])
    assert (even.value, even.error, even.sample) == (2.0, 1.0, 2.0)
    assert mean_of([1.0, 3.0, 9.0], [1.0, 1.0, 0.0])[:2] == even[:2]
    assert mean_of([1.0, 3.0], [3.0, 1.0]).sample == pytest.approx(1.6)
    with pytest.raises(ValueError):
        mean_of([], [])


def test_accuracy_has_an_interval_and_needs_choices() -> None:
    assert accuracy([0.2]) is None
    sure, unsure = accuracy([0.0] * 10), accuracy([0.0, 0.4] * 5)
    assert sure is not None
    assert unsure is not None
    assert (sure.value, sure.low, sure.high) == (10_000, 10_000, 10_000)
    assert unsure.low < unsure.value < unsure.high


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize(
    ("game", "names"), [(elekt, NAMES), (enclave, enclave_judging.NAMES), (counts, counts_judging.NAMES)]
)
def test_every_feature_has_words(game: Any, names: Sequence[str], language: str) -> None:
    pairs = [game.feature_words(name, language) for name in names]
    assert all(less and more and less != more for less, more in pairs)
    assert len(set(pairs)) == len(pairs)


@pytest.mark.parametrize(
    ("game", "phases"), [(elekt, ELEKT_PHASES), (enclave, ENCLAVE_PHASES), (counts, ["main", "end"])]
)
def test_every_phase_has_a_name(game: Any, phases: Sequence[str]) -> None:
    assert all(game.phase_words(phase, "en") != game.phase_words(phase, "pl") != "" for phase in phases)
    assert game.phase_words("no phase", "pl") == ""


def test_the_largest_terms_make_the_sentence() -> None:
    decision = {
        "only": False,
        "mark": "inaccuracy",
        "loss": 912,
        "as_good": [{}, {}],
        "terms": [["titles", -1000], ["heat", 98], ["units", -10]],
    }
    assert words(decision, elekt, "en") == (
        "−9.1 points: fewer Titles (−10.0); but more Heat (+1.0). 2 other choices are as good as the best."
    )
    assert words(decision, elekt, "pl") == (
        "−9,1 pkt: mniej Tytułów (−10,0); ale więcej Żaru (+1,0). Równie dobre jak najlepsza są jeszcze 2 decyzje."
    )
    assert (
        words({**decision, "loss": 0, "mark": None, "spread": 0, "as_good": []}, elekt, "en")
        == "Nothing better was found."
    )
    assert words({**decision, "only": True}, elekt, "pl") == "Nie było w czym wybierać."
    points = {"only": False, "mark": "mistake", "loss": 500, "as_good": [], "terms": [["points", -500]]}
    assert words(points, toy, "en") == "−5.0 points: fewer points (−5.0)."
    outcome = {
        "only": False,
        "mark": "mistake",
        "loss": 500,
        "as_good": [],
        "terms": [["outcome", -450], ["odd_name", -50]],
    }
    assert words(outcome, toy, "pl") == "−5,0 pkt: partia częściej przegrana (−4,5); mniej „odd name” (−0,5)."
    proved = {**outcome, "proved": True, "terms": [["outcome", -500]], "chance": 0, "best": [{"chance": 500}]}
    assert words(proved, toy, "en") == "−5.0 points: the match is lost by force."
    missed = {**proved, "chance": 9500, "best": [{"chance": 10_000}]}
    assert words(missed, toy, "pl") == "−5,0 pkt: przepadła wymuszona wygrana."


def test_what_explains_a_loss_comes_before_what_speaks_against_it() -> None:
    terms = [["heat", 456], ["units", 400], ["titles", -334], ["sceptre", -300], ["privileges", -290]]
    assert reasons_of(terms, elekt, "en") == ["fewer Titles (−3.3)", "no Sceptre (−3.0)", "but more Heat (+4.6)"]
    assert reasons_of([["heat", 90], ["titles", -80], ["units", -60]], elekt, "pl") == [
        "mniej Tytułów (−0,8)",
        "mniej Jednostek (−0,6)",
        "ale więcej Żaru (+0,9)",
    ], "without the Units it would sum to a gain"


def test_of_judges_who_are_far_apart_it_is_said() -> None:
    decision = {"only": False, "loss": 0, "mark": None, "as_good": [], "terms": [], "judges": [10_000, -40]}
    assert words({**decision, "spread": 10_040}, elekt, "en") == (
        "No mark, as the judges disagree: the first sees a loss of 100.0 points, the second of 0.0."
    )
    assert words({**decision, "judges": [900, 0], "spread": 900}, elekt, "en") == "Nothing better was found."


def test_what_tells_the_same_is_one_reason() -> None:
    terms = [["titles", -1300], ["titles_near_the_end", -1100], ["symbols", -350], ["heat", 291], ["elite_units", 60]]
    assert reasons_of(terms, elekt, "en") == ["fewer Titles (−24.0)", "but more Heat (+2.9)"]
    assert reasons_of([["symbols", -350], ["heat", -291], ["units", -102]], elekt, "pl") == [
        "słabsze Jednostki (−4,5)",
        "mniej Żaru (−2,9)",
    ]


def test_what_rivals_have_more_of_is_said_to_be_theirs() -> None:
    """Nobody of the mover's is lost where a rival keeps one more."""
    terms = [["rivals.elite_units", -135], ["rivals.symbols", -279], ["units", -60], ["rivals.heat", 90]]
    assert reasons_of(terms, elekt, "en") == ["rivals: stronger Units (−4.7)", "but rivals: less Heat (+0.9)"]
    assert reasons_of(terms, elekt, "pl") == ["rywale: silniejsze Jednostki (−4,7)", "ale rywale: mniej Żaru (+0,9)"]
    assert reasons_of([["titles", -700], ["rivals.titles", -700]], elekt, "en") == ["fewer Titles (−14.0)"]


@pytest.mark.parametrize(("name", "seats"), [("elekt", 3), ("elector_counts", 2)])
def test_what_changes_with_rivals_alone_is_a_summand_of_theirs(name: str, seats: int) -> None:
    one = subject(name, "", seats, 30)
    evaluation = Evaluation(one.game, one.states[0])
    alone = 0
    for early, late in pairwise(one.states):
        for side in range(seats):
            found = difference(evaluation, late, early, side)
            changed = evaluation.terms(late, side) != evaluation.terms(early, side)
            assert changed or all(each.startswith(RIVALS) for each in found)
            alone += not changed and bool(found)
    assert alone


@pytest.mark.parametrize(
    ("game", "names"), [(elekt, NAMES), (enclave, enclave_judging.NAMES), (counts, counts_judging.NAMES)]
)
def test_a_reason_is_a_feature_and_its_own_reason(game: Any, names: Sequence[str]) -> None:
    reasons = [game.reason_of(name) for name in names]
    assert set(reasons) <= set(names)
    assert [game.reason_of(name) for name in reasons] == reasons


def test_points_are_rounded_to_tenths() -> None:
    assert [signed(n, "en") for n in (-994, 995, 4, -5)] == ["−9.9", "+10.0", "+0.0", "−0.1"]
