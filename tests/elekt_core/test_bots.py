"""Games between bots: the same seed gives the same game, and no bot sees more than its view."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from elekt_core.bots import RANDOM, RandomBot, bot_chance, derive, play_out, rotated, stream_name
from elekt_core.chance import Chance, SeededChance
from elekt_core.contract import UNKNOWN, Decision, Game, Setup
from elekt_core.errors import BadSetup, CoreError, IllegalDecision, NotYourTurn, UnknownGame
from elekt_core.record.match import Play, decode_setup, encode_setup, start

from .builders import SEED, setup
from .toy import HighCard, Table
from .toy import game as toy


def test_the_same_seed_gives_the_same_game_and_another_one_another() -> None:
    one, again, other = (play_out(toy, setup(), [RANDOM] * 3, seed).batches for seed in (b"a", b"a", b"b"))
    assert one == again
    assert one != other


class Watcher(RandomBot):
    def choose(self, game: Game[Any], view: Any, options: Sequence[Decision], chance: Chance) -> Decision:
        seat = options[0].seat
        assert all(card == UNKNOWN for other, hand in enumerate(view.hands) if other != seat for card in hand)
        assert all(card == UNKNOWN for card in view.deck)
        return super().choose(game, view, options, chance)


def test_a_bot_is_given_the_view_of_its_seat() -> None:
    play_out(toy, setup(), [Watcher()] * 3, SEED)


def test_the_random_bot_takes_each_option_about_as_often() -> None:
    options = [Decision(toy_seat, "play", (card,)) for toy_seat in (0,) for card in range(4)]  # type: ignore[arg-type]
    taken = Counter(RANDOM.choose(toy, None, options, bot_chance(b"s", n)).choice for n in range(4000))
    # 1,000 expected each; the standard deviation is 27.
    assert len(taken) == 4
    assert all(870 < count < 1130 for count in taken.values())


def test_a_game_that_does_not_end_is_stopped() -> None:
    class Endless(HighCard):
        def decide(self, state: Table, decision: Decision, chance: Chance) -> tuple[Any, ...]:
            return ()

    with pytest.raises(CoreError, match="endless_game"):
        play_out(Endless(), setup(), [RANDOM] * 3, SEED)


def test_seats_rotate_from_game_to_game() -> None:
    assert [rotated(["a", "b"], 3, number) for number in range(2)] == [("a", "b", "a"), ("b", "a", "b")]
    assert rotated(["a"], 2, 5) == ("a", "a")


def test_names_of_streams_are_uuids_and_differ() -> None:
    names = {stream_name("g", seed, number) for seed in range(3) for number in range(3)}
    assert len(names) == 9
    for name in names:
        assert re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", name)


def test_derived_seeds_depend_on_every_part() -> None:
    assert len({derive("a", 1, 2), derive("a", 12), derive("b", 1, 2), derive("a", 1, "2", "")}) == 4


# --- match -------------------------------------------------------------------------------------------------


def test_a_refused_decision_changes_nothing() -> None:
    play = Play.begin(toy, setup(), SeededChance(SEED))
    before = play.state.copy()
    turn = toy.awaiting(play.state)[0].seat
    with pytest.raises(IllegalDecision):
        play.decide(Decision(turn, "play", (99,)))
    with pytest.raises(NotYourTurn):
        play.decide(Decision((turn + 1) % 3, "play", (0,)))  # type: ignore[arg-type]
    assert play.state == before
    assert len(play.batches) == 1


def test_advancing_is_deciding_and_folding() -> None:
    play = Play.begin(toy, setup(), SeededChance(SEED))
    while options := toy.options(play.state):
        state = play.state.copy()
        events = toy.advance(state, options[-1], play.chance)
        assert events == play.decide(options[-1]).events
        assert state == play.state


@pytest.mark.parametrize(
    ("bad", "error"),
    [(Setup("high-card", "high-card-7", 3, {}), UnknownGame), (Setup("high-card", "high-card-1", 5, {}), BadSetup)],
)
def test_a_match_that_cannot_be_started_is_refused(bad: Setup, error: type[CoreError]) -> None:
    with pytest.raises(error):
        start(toy, bad, SeededChance(SEED))


def test_a_setup_is_read_as_it_was_written() -> None:
    assert decode_setup(encode_setup(setup())) == setup()


@pytest.mark.parametrize("field", ["game", "ruleset", "seats", "options"])
def test_a_setup_with_a_wrong_field_is_refused_by_name(field: str) -> None:
    for data in (
        {**encode_setup(setup()), field: None},
        {k: v for k, v in encode_setup(setup()).items() if k != field},
    ):
        with pytest.raises(CoreError) as caught:
            decode_setup(data)
        assert caught.value.data == {"field": field}
