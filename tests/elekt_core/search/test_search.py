"""Bots that know a game by its contract: they settle replies, cannot peek, and repeat themselves exactly."""

from __future__ import annotations

from typing import Any

import pytest

from elekt_core.bots import RANDOM, bot_chance, derive, play_out
from elekt_core.chance import SeededChance
from elekt_core.contract import Bot, SeatNo, Setup
from elekt_core.games.elekt import game
from elekt_core.games.elekt.judging import NAMES as FEATURES
from elekt_core.record.match import Play
from elekt_core.registry import get_game
from elekt_core.search.dice import Dice
from elekt_core.search.evaluation import Evaluation, won
from elekt_core.search.greedy import Greedy, _drawn, ranked_options
from elekt_core.search.levels import BOTS, LEVELS, NAMES, Searcher, level_of
from elekt_core.search.lines import DECISIONS, MIN_WORLDS, PLAYOUT_WORLDS, RUNNERS, Line, Search
from elekt_core.search.playout import Playout
from elekt_core.search.replies import Replies
from elekt_core.search.weights import JUDGE, PLAY, fits, read_weights
from tests.elekt_core.toy import game as toy
from tests.sampling import sample

from .positions import asked

GAMES = [(game, 2), (game, 3), (game, 4), (get_game("enclave"), 3), (get_game("elector_counts"), 2), (toy, 3)]


def test_levels_have_a_name_each_in_both_languages() -> None:
    assert [*LEVELS] == [f"level{number}" for number in range(1, 9)]
    assert {len(set(names)) for names in NAMES.values()} == {len(BOTS)}
    assert (level_of("level3"), level_of("greedy"), level_of("random")) == (3, None, None)


@pytest.mark.parametrize(("of", "seats"), GAMES, ids=lambda value: getattr(value, "name", str(value)))
def test_other_hidden_cards_lead_to_the_same_choice(of: Any, seats: int) -> None:
    """A choice is a function of the view, the options and the bot's own chance (``benchmarks.peeking`` for many)."""
    players: list[Bot] = [Greedy(), BOTS[1], Searcher(16, 12)]
    seen = 0
    for number, one in enumerate(asked(of, seats, seats, every=9)):
        seat = one.options[0].seat
        exchanged = of.view(of.redeal(one.view, SeededChance(b"another deal")), seat)
        for bot in players:
            choices = [
                bot.choose(of, view, of.options(view, seat), bot_chance(b"bot", number))
                for view in (one.view, exchanged)
            ]
            assert choices[0] == choices[1]
            assert choices[0] in one.options
        seen += 1
        if seen == sample(1, 40):
            break
    assert seen > 0


def test_thinking_leaves_the_view_alone() -> None:
    for one in asked(game, 2, 3, every=23):
        before = one.view.copy()
        Search(game, one.view, one.options, Dice(b"1"), 12).run(RUNNERS)
        assert one.view == before


def test_search_repeats_itself_and_says_what_it_looked_at() -> None:
    one = next(asked(game, 2, 4, every=30))
    found = Search(game, one.view, one.options, Dice(b"2"), 12).run(60)
    assert found == Search(game, one.view, one.options, Dice(b"2"), 12).run(60)
    assert 0 < sum(row.visits for row in found.considered) <= 60
    assert found.best == found.considered[0].option
    for row in found.considered:
        assert sum(row.values) == pytest.approx(1)
        assert row.value == row.values[row.option.seat]


def test_all_that_run_get_the_same_worlds_until_they_are_out() -> None:
    one = next(asked(game, 2, 4, every=30))
    first = Search(game, one.view, one.options, Dice(b"2"), 12).run(RUNNERS)
    ran = [row.option for row in first.considered if row.visits]
    assert 1 < len(ran) <= RUNNERS
    assert {row.visits for row in first.considered} <= {0, RUNNERS // len(ran)}
    for row in Search(game, one.view, one.options, Dice(b"2"), 12).run(RUNNERS * 6).considered:
        assert row.visits >= MIN_WORLDS if row.option in ran else row.visits == 0


def test_the_further_a_line_reaches_the_longer_it_is_until_the_round_ends() -> None:
    one = next(asked(game, 2, 4, every=30))
    evaluation = Evaluation(game, one.view)

    def line() -> Line:
        return Line(game, evaluation, one.state.copy(), one.options[0], Dice(b"draws"), Dice(b"thoughts"))

    step_by_step, found = line(), []
    for reach in (1, 16, 10**6):
        at_once = line()
        at_once.play(reach)
        step_by_step.play(reach)
        assert at_once.decisions == step_by_step.decisions
        assert game.fingerprint(at_once.state) == game.fingerprint(step_by_step.state)
        found.append((len(at_once.decisions), game.describe(at_once.state).round))
    assert [length for length, _ in found] == sorted({length for length, _ in found})
    before = game.describe(one.state).round
    assert [number for _, number in found] == [before, before, (before or 0) + 1]


def test_a_game_that_says_nothing_is_played_out_to_its_end() -> None:
    """A seer who tries everything wins 65 % of these games (``benchmarks.plain_games`` for more of them)."""
    shares = []
    for number in range(80):
        bots: list[Bot] = [RANDOM, RANDOM]
        bots[number % 2] = LEVELS["level5"]
        play = play_out(toy, Setup("high-card", "high-card-2", 2, {}), bots, derive("played out", number // 2))
        outcome = toy.outcome(play.state)
        assert outcome is not None
        shares.append(won(outcome)[number % 2])
    assert sum(shares) / len(shares) > 0.55


def test_playouts_are_counted_by_their_decisions() -> None:
    one = next(asked(toy, 2, 5))
    for iterations in (1, 2):
        found = Search(toy, one.view, one.options, Dice(b"2"), 12).run(iterations).considered
        assert all(row.visits >= PLAYOUT_WORLDS for row in found)
        assert sum(row.visits for row in found) <= iterations * DECISIONS


def test_greedys_choice_stands_where_nothing_was_tried() -> None:
    one = next(asked(game, 2, 4, every=30))
    assert Search(game, one.view, one.options, Dice(b"2"), 12).run(0).best == (
        ranked_options(game, one.view, one.options, Dice(b"2"))[0].option
    )


@pytest.mark.parametrize(("of", "seats"), GAMES, ids=lambda value: getattr(value, "name", str(value)))
def test_values_are_shares_of_the_win(of: Any, seats: int) -> None:
    one = next(asked(of, seats, 5, every=3))
    evaluation = Evaluation(of, one.view)
    dice = Dice(b"3")
    for state in (one.state, of.redeal(one.view, dice)):
        values = evaluation.values(state)
        assert len(values) == seats
        assert sum(values) == pytest.approx(1)
    assert sum(Playout(of, evaluation, dice).values(one.state.copy())) == pytest.approx(1)
    terms = evaluation.terms(one.state, 0)
    assert sum(terms.values()) == pytest.approx(evaluation.scores(one.state)[0])


def test_a_game_that_is_over_is_worth_its_result() -> None:
    play = play_out(game, Setup(game.name, game.ruleset().name, 3, {}), [RANDOM] * 3, derive("over"))
    winner = game.awaiting(play.state)[0].seat if game.awaiting(play.state) else play.state.ended.winner
    values = Evaluation(game, play.state).values(play.state)
    assert [seat for seat, value in enumerate(values) if value == 1] == [winner]


def test_weights_are_made_for_the_features_that_the_game_has() -> None:
    assert fits(game.weights(), FEATURES)
    for sides in (2, 3, 4):
        assert [*read_weights(game.weights(), sides, PLAY)] == [*FEATURES]


def test_reviews_are_surer_of_a_lead_at_four_seats() -> None:
    """Of 300 games between four of level 2 (benchmarks.fit_weights): who leads wins more often than play counts on."""
    for sides, factor in ((2, 1.0), (3, 1.0), (4, 1.25)):
        play, judge = (read_weights(game.weights(), sides, purpose) for purpose in (PLAY, JUDGE))
        assert judge == {name: factor * weight for name, weight in play.items()}


def test_the_view_of_a_spectator_is_judged_too() -> None:
    """Unknown cards count as average ones."""
    one = next(asked(game, 2, 6, every=20))
    public = game.view(one.state, None)
    assert 0 < Evaluation(game, public).values(public)[0] < 1


def test_violence_is_worth_what_is_left_once_the_unit_is_saved_or_not() -> None:
    """The Assassin's owner can take away the Dignitary that has Power. That it may be saved changes nothing there."""
    zones = {"influences": {"rows": [["assassin"], ["dignitary"]]}}
    data = {"phase": "confrontation", "to_resolve": {"influences": ["violence", "power"]}, "zones": zones}
    play = Play.begin(game, Setup("elekt", "elekt-2e-r2", 2, {"position": data}), SeededChance(bytes(32)))
    view = game.view(play.state, SeatNo(game.awaiting(play.state)[0].seat))
    options = game.options(view)
    assert options[0].kind == "annihilate_unit"
    dice = Dice(b"4")
    replies = Replies(game, Evaluation(game, view), dice)
    world = game.redeal(view, dice)
    mine = options[0].seat
    others = [option for option in options if option.choice and view.owner(option.choice[0]) != mine]
    values, line = replies.line(world, others[0])
    assert [decision.kind for decision in line[:2]] == ["annihilate_unit", "save_unit"]
    assert values[mine] >= replies.settled(world, options[0])[mine]
    assert ranked_options(game, view, options, dice)[0].option == others[0]


def test_dice_repeat_themselves_and_are_fair_enough() -> None:
    one, same, other = Dice(b"a"), Dice(b"a"), Dice(b"b")
    draws = [[dice.below(6) for _ in range(3000)] for dice in (one, same, other)]
    assert draws[0] == draws[1] != draws[2]
    assert all(400 < draws[0].count(number) < 600 for number in range(6))
    assert sorted(one.permutation(0, 50)) == [*range(50)]
    assert list(one.permutation(0, 0)) == []


def planning() -> tuple[Any, Any]:
    """Enclave, two seats: both are asked for a plan. The position, and what seat 0 sees."""
    enclave = get_game("enclave")
    play = Play.begin(enclave, Setup("enclave", enclave.ruleset().name, 2, {}), SeededChance(derive("planning")))
    while enclave.awaiting(play.state)[0].kind != "choose_action":
        play.decide(enclave.options(play.state)[0])
    assert [one.seat for one in enclave.awaiting(play.state)] == [0, 1]
    return enclave, play.state


@pytest.mark.parametrize("seat", [0, 1])
def test_a_secret_choice_is_not_seen_by_those_who_are_asked_at_the_same_time(seat: int) -> None:
    """The other seat answers the same, whatever this one seals."""
    enclave, state = planning()
    view = enclave.view(state, SeatNo(seat))
    options = enclave.options(view, SeatNo(seat))
    evaluation, answers = Evaluation(enclave, view), []
    for option in options:
        line = Line(enclave, evaluation, state.copy(), option, Dice(b"draws"), Dice(b"thoughts"))
        line.play(12)
        answers.append(line.decisions[1])
    assert {answer.seat for answer in answers} == {1 - seat}
    assert len(answers) > 1
    assert len(set(answers)) == 1


def test_a_secret_choice_is_no_reply() -> None:
    enclave, state = planning()
    dice = Dice(b"5")
    replies = Replies(enclave, Evaluation(enclave, state), dice)
    for option in enclave.options(state, SeatNo(0)):
        assert replies.line(state, option)[1] == (option,)


def test_careless_levels_do_not_pass_while_a_unit_can_be_assigned() -> None:
    """However careless: this heat makes all options nearly alike, and passing one draw in some eighty."""
    one = next(one for one in asked(game, 2, 4, every=1) if one.options[0].kind == "assign_or_pass")
    (passing,) = [option for option in one.options if not option.choice]
    ranked = ranked_options(game, one.view, one.options, Dice(b"3"))
    assert passing in [row.option for row in ranked], "it would be looked at"
    drawn = {_drawn(game, one.view, ranked, 5.0, Dice(b"%d" % number)) for number in range(1000)}
    assert len(drawn) > 3
    assert passing not in drawn
    only = [row for row in ranked if row.option == passing]
    assert _drawn(game, one.view, only, 5.0, Dice(b"4")) == passing, "where no Unit can go"


def test_whoever_is_not_careless_may_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """Greedy and the levels that search take what is worth most, whatever it gives up."""
    one = next(one for one in asked(game, 2, 4, every=1) if one.options[0].kind == "assign_or_pass")
    for bot in (Greedy(), *BOTS[4:6]):
        best = bot.choose(game, one.view, one.options, bot_chance(b"bot", 1))
        with monkeypatch.context() as patched:
            patched.setattr(type(game), "gives_up", lambda _self, _view, decision, best=best: decision == best)
            assert bot.choose(game, one.view, one.options, bot_chance(b"bot", 1)) == best
