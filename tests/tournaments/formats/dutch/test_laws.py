"""What holds in every round of every tournament, by the laws alone and without another engine."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise

import pytest

from tournaments.formats.contract import Bye, CannotPair, Proposal, Stage
from tournaments.formats.dutch import DUTCH
from tournaments.formats.dutch.player import Strength, players_of
from tournaments.formats.dutch.reasons import english

from .build import pairs_in
from .play import Chances, Pair, positions
from .test_peers import ROUGH

FIELDS = [(9, 7, 3, ROUGH), (26, 9, 4, Chances()), (61, 9, 5, ROUGH), (200, 9, 6, Chances()), (501, 5, 7, Chances())]


Paired = list[tuple[Stage, Proposal]]


@pytest.fixture(scope="module", params=FIELDS, ids=lambda one: f"{one[0]} players")
def paired(request: pytest.FixtureRequest) -> Paired:
    """Every round of a tournament: the stage before it, and what was proposed."""
    players, rounds, seed, chances = request.param
    found: Paired = []

    def engine(stage: Stage) -> list[Pair]:
        try:
            found.append((stage, DUTCH.pair(stage)))
        except CannotPair as error:
            raise LookupError from error
        return pairs_in(found[-1][1])

    assert len(list(positions(engine, players, rounds, seed, chances))) == rounds
    return found


def test_everybody_is_paired_or_has_a_bye_once(paired: Paired) -> None:
    for stage, proposal in paired:
        seated = Counter(no for pairing in proposal.pairings for no in pairing.seats)
        seated.update(list(proposal.byes))
        assert set(seated.values()) == {1}
        assert seated.keys() == {entrant.no for entrant in stage.entrants}
        assert {no: bye for no, bye in proposal.byes.items() if bye is not Bye.PAIRING} == stage.absent
        assert len(proposal.bye_reasons) == (len(stage.entrants) - len(stage.absent)) % 2


def test_c1_nobody_meets_twice_and_c2_nobody_has_a_second_bye(paired: Paired) -> None:
    for stage, proposal in paired:
        known = {player.no: player for player in players_of(stage, stage.plan.rounds)}
        assert not any(pairing.seats[1] in known[pairing.seats[0]].met for pairing in proposal.pairings)
        assert all(known[no].may_have_bye for no in proposal.bye_reasons)


def test_c3_no_colour_for_the_third_time_and_no_difference_above_2_but_for_topscorers(paired: Paired) -> None:
    """C.04.1, articles 6 and 7."""
    for stage, proposal in paired:
        known = {player.no: player for player in players_of(stage, stage.plan.rounds)}
        for pairing in proposal.pairings:
            pair = [known[no] for no in pairing.seats]
            if any(player.is_topscorer for player in pair):
                continue
            for player, colour in zip(pair, (1, -1), strict=True):
                assert abs(player.difference + colour) <= 2
                assert [*player.colours[-2:], colour] not in ([1, 1, 1], [-1, -1, -1])


def test_a_stronger_preference_is_never_refused_for_a_weaker_one(paired: Paired) -> None:
    for stage, proposal in paired:
        known = {player.no: player for player in players_of(stage, stage.plan.rounds)}
        for pairing in proposal.pairings:
            white, black = (known[no] for no in pairing.seats)
            if white.prefers == black.prefers == -1:
                assert white.strength <= black.strength
            if white.prefers == black.prefers == 1:
                assert black.strength <= white.strength
            if white.prefers == -1:
                assert black.prefers == -1 or black.strength is not Strength.NONE


def test_tables_are_in_order_of_the_higher_score_then_of_both(paired: Paired) -> None:
    """C.04.2: the score of the higher ranked, the sum of both, the rank of the higher."""
    for stage, proposal in paired:
        known = {player.no: player for player in players_of(stage, stage.plan.rounds)}
        order = []
        for pairing in proposal.pairings:
            higher, lower = sorted((known[no] for no in pairing.seats), key=lambda one: (-one.score, one.tpn))
            order.append((-higher.score, -higher.score - lower.score, higher.tpn))
        assert all(before < after for before, after in pairwise(order))


def test_every_reason_is_plain_data_and_has_words(paired: Paired) -> None:
    for _, proposal in paired[::2]:
        for reason in [*(pairing.reason for pairing in proposal.pairings), *proposal.bye_reasons.values()]:
            assert reason is not None
            assert json.loads(json.dumps(reason.data)) == reason.data
            assert "dutch_passed_for_others" not in [part["code"] for part in reason.data["also"]]
            sentences = list(english(reason))
            assert all(
                sentence.endswith(".") and "{" not in sentence and ": ." not in sentence for sentence in sentences
            )


def test_the_same_stage_gives_the_same_round(paired: Paired) -> None:
    assert DUTCH.pair(paired[-1][0]) == paired[-1][1]
