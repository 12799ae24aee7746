"""The whole account of a pair: every candidate that came before is refused by the criterion that the rules name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from tournaments.formats.contract import Bye, EntrantNo, Reason, Stage
from tournaments.formats.dutch import DUTCH
from tournaments.formats.dutch.account import Teller
from tournaments.formats.dutch.best import Best
from tournaments.formats.dutch.criteria import Bracket
from tournaments.formats.dutch.demand import Demand, left_over, pair_instead, transposed
from tournaments.formats.dutch.engine import pair_field, weighed_whole
from tournaments.formats.dutch.explain import Explainer
from tournaments.formats.dutch.field import Field
from tournaments.formats.dutch.player import Colour, Float, Player, players_of
from tournaments.formats.dutch.reasons import english

from .build import ours, player
from .literal import Literal, Pairs
from .play import Chances, positions, stage_of
from .test_peers import ROUGH

QUALITY = [f"C{number}" for number in range(6, 22)]


def told(players: Sequence[Player], *seats: int) -> list[Reason]:
    return list(Teller(pair_field(Field(players)), Colour.WHITE, {}).of([EntrantNo(no) for no in seats]))


def data_of(reasons: Sequence[Reason], code: str) -> list[Mapping[str, Any]]:
    return [reason.data for reason in reasons if reason.code == code]


def test_the_first_candidate_of_round_one() -> None:
    """4.2: S1 is 1, 2, 3 and S2 is 4, 5, 6."""
    reasons = told([player(no) for no in range(1, 7)], 2, 5)
    assert data_of(reasons, "dutch_halves") == [{"first": [1, 2, 3], "second": [4, 5, 6]}]
    assert data_of(reasons, "dutch_natural_met") == [{"entrant": 2, "other": 5}]
    assert not data_of(reasons, "dutch_passed")


def test_each_candidate_before_with_its_own_criterion() -> None:
    """1 met 5 (C1), must not have 6's colour (C3), and prefers that of 7 (C12); 8 is left."""
    field = [player(1, colours="bb", met=[5]), *(player(no, colours="ww") for no in (2, 3, 4))]
    field += [
        player(5, colours="bw", met=[1]),
        player(6, colours="bb"),
        player(7, colours="wb"),
        player(8, colours="w"),
    ]
    reasons = told(field, 1, 8)
    assert data_of(reasons, "dutch_natural") == [{"entrant": 1, "other": 5}]
    refused = {data["other"]: data["criterion"] for data in data_of(reasons, "dutch_passed")}
    assert refused == {5: "C1", 6: "C3", 7: "C12"}
    assert data_of(reasons, "dutch_taken") == [{"entrant": 1, "other": 8}]


def test_a_natural_opponent_who_was_taken_before() -> None:
    """4.2.2: 1 may not meet 3, so takes 4, whom 2 would have met."""
    reasons = told([player(1, met=[3]), player(2), player(3, met=[1]), player(4)], 2, 3)
    assert data_of(reasons, "dutch_natural") == [{"entrant": 2, "other": 4}]
    assert data_of(reasons, "dutch_natural_taken") == [{"entrant": 4, "other": 1}]


def test_who_floats_and_who_else_could_have() -> None:
    """C14 spares 5, who was moved down before; 4 floats, and the three above could as well, later in the order."""
    field = [*(player(no, 2) for no in (1, 2, 3, 4)), player(5, 2, floats=(Float.DOWN, Float.NONE)), player(6)]
    reasons = told(field, 4, 6)
    assert data_of(reasons, "dutch_odd_bracket") == [{"score": 2, "players": 5, "left": 1}]
    assert data_of(reasons, "dutch_downfloat_refused") == [{"other": 5, "entrant": 4, "criterion": "C14"}]
    assert [data["other"] for data in data_of(reasons, "dutch_downfloat_later")] == [3, 2, 1]


def test_who_has_the_bye_and_who_else_could_have() -> None:
    field = [player(1), player(2, unplayed=1), player(3, may_have_bye=False)]
    reasons = told(field, 1)
    refused = {data["other"]: data["criterion"] for data in data_of(reasons, "dutch_bye_refused")}
    assert refused == {3: "C2", 2: "C9"}


@pytest.mark.parametrize("seats", [(1, 7), (1, 2), (1,)])
def test_there_is_no_account_of_what_the_rules_do_not_give(seats: tuple[int, ...]) -> None:
    assert told([player(no) for no in range(1, 5)], *seats) == []


# --- word for word ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "seed"), [(7, 1), (8, 2), (8, 5), (9, 3)])
def test_the_criteria_are_those_of_the_rules_word_for_word(players: int, seed: int) -> None:
    """All candidates of each bracket that agree with what stood before, compared as article 2 says."""
    compared = 0
    for stage in positions(ours, players, 5, seed):
        field = Field(players_of(stage, stage.plan.rounds))
        paired = pair_field(field)
        explainer, literal = Explainer(paired), Literal(field.players)
        literal.bye_score = field.bye_score
        for number, one in enumerate(paired):
            for at, pair in enumerate(one.arrangement.pairs):
                for other in pair.passed:
                    expected = field.refusal(pair.higher, other) or _first_shortfall(paired, literal, number, at, other)
                    assert explainer.against_pair(number, at, other) == expected, (stage, number, pair, other)
                    compared += 1
        _is_told_in_words(stage)
    assert compared


def _is_told_in_words(stage: Stage) -> None:
    for pair in ours(stage):
        seats = [no for no in pair if no is not None]
        reasons = DUTCH.teller(stage).of(seats)
        assert reasons
        assert all(sentence.endswith(".") for reason in reasons for sentence in english(reason))


def test_the_account_of_a_round_that_was_published_with_other_colours_says_so() -> None:
    """As rounds of older versions were, where somebody was away: the absent had numbers too."""
    stage = replace(stage_of(6, 4), absent={EntrantNo(1): Bye.ZERO, EntrantNo(6): Bye.ZERO})
    teller = DUTCH.teller(stage)
    for white, black in (pairing.seats for pairing in DUTCH.pair(stage).pairings):
        told, otherwise = (teller.of(seats)[-1] for seats in ((white, black), (black, white)))
        assert (told.code, otherwise.code) == ("dutch_colour", "dutch_colour_otherwise")
        assert told.data == otherwise.data == {"entrant": white, "rule": "5.2.5"}


# --- fields of any size -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "rounds", "seed", "quickly"), [(24, 6, 1, True), (21, 6, 2, False), (90, 4, 5, True)]
)
def test_a_criterion_is_the_first_that_the_best_with_what_was_not_chosen_meets_less_well(
    players: int, rounds: int, seed: int, quickly: bool
) -> None:
    """By force: everybody left weighed once as they are, and once with the pair or the downfloater in question."""
    compared: Counter[str | None] = Counter()
    for stage in islice(positions(ours, players, 8, seed, ROUGH if seed % 2 else Chances()), 1, rounds):
        paired = pair_field(Field(players_of(stage, 8)), quickly=quickly)
        explainer = Explainer(paired)
        for number, one in enumerate(paired):
            if one.solver is None:
                continue
            best = weighed_whole(one.bracket)
            for demand, criterion in _asked(explainer, number):
                assert criterion == _by_force(best, one.bracket, demand), (stage, number, demand.made)
                compared[criterion] += 1
    assert len(compared) > 4


def _asked(explainer: Explainer, number: int) -> Iterator[tuple[Demand, str | None]]:
    """Of each pair who was passed over first, and of a few who were not left over."""
    bracket, made = explainer.paired[number].bracket, explainer.paired[number].arrangement
    for at, pair in enumerate(made.pairs):
        for other in pair.passed[:1]:
            if not bracket.field.refusal(pair.higher, other):
                yield pair_instead(bracket, made, at, other), explainer.against_pair(number, at, other)
    for index in [index for index in reversed(bracket.players) if index not in made.down][:3]:
        yield left_over(bracket, index), explainer.against_downfloat(number, index)
    if any(made.exchanged):
        yield transposed(bracket, made), explainer.against_transpositions(number)


def _by_force(best: Best, bracket: Bracket, demand: Demand) -> str:
    forced = Best(bracket, complete=True, with_c9=best.criteria.with_c9, demand=demand)
    for level in best.criteria.levels:
        reached = forced.best[level] + sum(best.shares(edge).get(level, 0) for edge in demand.made)
        if reached != best.best[level]:
            assert reached < best.best[level]
            return level.criterion
    return ""


def _first_shortfall(paired: Any, literal: Literal, number: int, at: int, other: int) -> str:
    bracket, made = paired[number].bracket, paired[number].arrangement
    moved = paired[number - 1].arrangement.down if number else []
    residents = bracket.residents
    done = {i for one in paired[:number] for pair in one.arrangement.pairs for i in (pair.higher, pair.lower)}
    left = literal.everybody - done

    def key(pairs: Pairs) -> Any:
        return literal._key(pairs, moved, residents, left)

    chosen = key(tuple((pair.higher, pair.lower) for pair in made.pairs))
    best = min(key(pairs) for pairs in _alternatives(literal, made, moved, residents, at, other))
    if best[0]:
        return "C4"
    return next(name for name, mine, theirs in zip(QUALITY, chosen[1], best[1], strict=True) if mine < theirs)


def _alternatives(
    literal: Literal, made: Any, moved: Sequence[int], residents: Sequence[int], at: int, other: int
) -> Iterator[Pairs]:
    """All candidates with the pairs before, the same moved-down players paired, the same S1, and this pair."""
    pair = made.pairs[at]
    wanted = {(one.higher, one.lower) for one in made.pairs[:at]} | {tuple(sorted((pair.higher, other)))}
    lead = {one.higher for one in made.pairs}
    for pairs in literal._candidates(moved, residents):
        if not wanted <= set(pairs):
            continue
        if any(one in moved and one not in lead for one, _ in pairs):
            continue
        if not pair.is_moved and any(one not in lead or two in lead for one, two in pairs if one not in moved):
            continue
        yield pairs
