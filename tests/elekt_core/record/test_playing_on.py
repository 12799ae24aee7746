"""Playing on from a moment of another match: what the record says of it is true, and tells nobody a hidden card."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from elekt_core.bots import bot_chance, derive, stream_name
from elekt_core.chance import SeededChance
from elekt_core.contract import Game, SeatNo, Setup
from elekt_core.errors import CoreError
from elekt_core.record.branch import ALL_CARDS, PlayedOn
from elekt_core.record.match import Play, state_after
from elekt_core.record.playing_on import branch_of, check_branch, position_from
from elekt_core.record.record import Record, record_of_play
from elekt_core.record.verify import verify_record
from elekt_core.registry import bots_of, get_game

GAMES = ("elekt", "enclave", "elector_counts")
SEED = bytes(range(32))
Source = tuple[Game[Any], Play[Any], Record]


@pytest.fixture(scope="module", params=GAMES)
def source(request: pytest.FixtureRequest) -> Source:
    """A game of three in full swing."""
    game = get_game(request.param)
    play = Play.begin(game, Setup(game.name, game.ruleset().name, 3, {}), SeededChance(derive("source", game.name)))
    bot = bots_of(game)["random"]
    for number in range(60):
        seat = game.awaiting(play.state)[0].seat
        view = game.view(play.state, seat)
        play.decide(bot.choose(game, view, game.options(view, seat), bot_chance(SEED, number)))
    return game, play, record_of_play(play, stream_name(game.name, 1, 1))


def branched(source: Source, seen_by: int, seed: bytes = SEED) -> Record:
    """A match that goes on from the latest moment for which there are words."""
    game, play, record = source
    facts = play.events
    ends: list[int] = []
    for batch in play.batches:
        ends.append((ends[-1] if ends else 0) + len(batch.events))
    for end in reversed(ends):
        position = position_from(game, state_after(game, facts, end), seen_by, seed)
        if position is not None:
            break
    else:
        raise AssertionError("no words for any moment")
    head = record.entries[end - 1].hash
    assert head is not None
    new = Play.begin(game, replace(play.setup, options={"position": position}), SeededChance(derive("new", end)))
    new.batches[0] = replace(
        new.batches[0], events=(*new.batches[0].events, PlayedOn(record.stream, end, head, seen_by))
    )
    return record_of_play(new, stream_name(game.name, 1, 2))


@pytest.mark.parametrize("seen_by", [ALL_CARDS, 0, 2])
def test_a_branch_proves_where_it_comes_from(source: Source, seen_by: int) -> None:
    game, _, record = source
    branch = branched(source, seen_by)
    assert verify_record(branch).ok
    fact = branch_of(game, branch)
    assert fact is not None
    assert (fact.source, fact.seen_by) == (record.stream, seen_by)
    check_branch(game, branch, record)


def test_a_branch_that_lies_is_found(source: Source) -> None:
    game, play, record = source
    branch = branched(source, ALL_CARDS)
    dealt_anew = branched(source, 1)
    lies = {
        "no_branch": (record, record),
        "other_match": (branch, replace(record, stream=stream_name("x", 1, 1))),
        "other_head": (branch, replace(record_of_play(other_course(game, play), record.stream))),
        "other_position": (replace(branch, options=dealt_anew.options), record),
    }
    for why, (new, old) in lies.items():
        with pytest.raises(CoreError) as refused:
            check_branch(game, new, old)
        assert (refused.value.code, refused.value.data["why"]) == ("wrong_branch", why)


def other_course(game: Game[Any], play: Play[Any]) -> Play[Any]:
    return Play.begin(game, play.setup, SeededChance(derive("another seed")))


def test_what_a_seat_did_not_know_is_nowhere_in_a_branch_dealt_for_it(source: Source) -> None:
    """The position depends on what the seat saw: any other deal that looks the same leads to the same one."""
    game, play, _ = source
    facts = play.events
    end = next(number for number in range(len(facts), 0, -1) if game.position_of(state_after(game, facts, number)))
    state = state_after(game, facts, end)
    for seat in (0, 1):
        other = game.redeal(game.view(state, SeatNo(seat)), SeededChance(derive("elsewhere", seat)))
        assert game.fingerprint(other) != game.fingerprint(state), "something was hidden"
        assert position_from(game, other, seat, SEED) == position_from(game, state, seat, SEED)
        assert position_from(game, state, seat, SEED) != position_from(game, state, seat, bytes(32))


def test_only_the_first_batch_can_say_it() -> None:
    fact = PlayedOn(stream_name("x", 1, 1), 5, "ab" * 32, 1)
    for changed, first, why in ((fact, False, "not_first"), (fact._replace(seen_by=3), True, "no_such_seat")):
        with pytest.raises(CoreError) as refused:
            changed.check(3, is_first=first)
        assert refused.value.data["why"] == why
