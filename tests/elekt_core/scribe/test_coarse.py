"""Records that are coarser than move by move: round by round, or the result alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from elekt_core.contract import Setup
from elekt_core.errors import CoreError
from elekt_core.record.coarse import RESULT, ROUNDS, RecordedCoarsely, ResultTold, RoundTold
from elekt_core.record.facts import encode_fact
from elekt_core.record.record import Entry as RecordEntry
from elekt_core.record.replay import replay_record
from elekt_core.record.text import format_record, parse_record
from elekt_core.record.verify import verify_record
from elekt_core.registry import game_names, get_game
from elekt_core.scribe import Session

from .witness import NAMES

PLACES = ["2", "1", "3"]


def session(name: str = "elekt") -> Session:
    game = get_game(name)
    return Session(game, Setup(name, game.ruleset().name, 3, {}))


@pytest.mark.parametrize("name", game_names())
def test_a_result_alone_is_a_record_that_verifies_and_replays(name: str) -> None:
    one = session(name)
    one.enter(["coarse:result"])
    one.enter([*PLACES, "17", "20", "0"], NAMES)
    assert (one.over, one.result) == (True, ((2, 1, 3), (17, 20, 0)))
    record = one.record("s")
    assert parse_record(format_record(record)) == record
    verified = verify_record(record)
    assert (verified.ok, verified.over) == (True, True)
    assert len(replay_record(one.game, record)) == 2
    again = Session(one.game, one.setup, None, "", [*one.entries])
    assert again.record("s") == record
    with pytest.raises(CoreError, match="scribe_over"):
        one.enter(PLACES)


def test_rounds_say_who_won_which_card_and_then_the_result() -> None:
    one = session()
    one.enter(["coarse:rounds"])
    assert one.question([], "en", NAMES).text == "Round 1: which card was won?"
    assert [choice.label for choice in one.question(["siege"], "en", NAMES).choices] == [*NAMES[:3], "nobody"]
    one.enter(["siege", "Bob", "Black Mint", "nikt", "runda skończona"], NAMES)
    one.enter(["swords", "C", "round over"], NAMES, "pl")
    assert one.entries[1].facts == (RoundTold(1, ("siege_of_the_salt_gate", "black_mint"), (1, -1)),)
    one.enter(["result", *PLACES, "points unknown"], NAMES)
    assert [type(entry.facts[0]) for entry in one.entries[1:]] == [RoundTold, RoundTold, ResultTold]
    assert verify_record(one.record("s")).ok
    one.take_back()
    one.enter(["coarse:result"])
    assert one.question([], "pl", NAMES).text == "Alice: które miejsce?"


def test_a_game_that_was_begun_move_by_move_goes_on_coarsely_and_comes_back_with_one_entry_taken_back() -> None:
    one = session()
    one.enter(["siege", "mint", "swords", "necrarch", "wildclanner", "symbiont"])
    one.enter(["coarse:rounds"])
    assert (one.detail, one.showable()) == (ROUNDS, ())
    one.enter(["siege", "A", "round over"], NAMES)
    assert verify_record(one.record("s")).ok
    one.take_back()
    one.take_back()
    assert "clockwise" in [choice.label for choice in one.question([], "en", NAMES).choices]


def test_only_places_that_can_be_are_offered() -> None:
    one = session()
    one.enter(["coarse:result"])
    for told, left in (([], {"1", "2", "3"}), (["1", "1"], {"1", "3"}), (["3"], {"1", "2"}), (["3", "2"], {"1"})):
        offered = one.question([f"place:{place}" for place in told], "en", NAMES).choices
        assert {choice.key.removeprefix("place:") for choice in offered} == left


@pytest.mark.parametrize(
    ("picks", "code"),
    [
        (["siege", "A", "siege"], "scribe_not_possible"),
        (["siege", "Zoe"], "scribe_not_possible"),
        (["siege"], "scribe_more_expected"),
        (["round over", "A"], "scribe_too_many"),
        (["coarse:rounds"], "scribe_not_possible"),
        (["coarse:moves"], "scribe_not_possible"),
        (["coarse:result", "A"], "scribe_too_many"),
        (["show:1", "acolyte.1"], "scribe_not_possible"),
        (["result", "3", "3"], "scribe_not_possible"),
    ],
)
def test_what_cannot_be_in_a_round_is_refused(picks: list[str], code: str) -> None:
    one = session()
    one.enter(["coarse:rounds"])
    with pytest.raises(CoreError, match=code):
        one.enter(picks, NAMES)
    assert len(one.entries) == 1


def test_a_record_that_contradicts_itself_has_a_flaw() -> None:
    one = session()
    one.enter(["coarse:rounds"])
    one.enter(["siege", "A", "round over"], NAMES)
    good = one.record("s")
    for wrong, why in (
        (RoundTold(2, ("a",), (0,)), "number"),
        (RoundTold(1, ("a", "a"), (0, 1)), "cards"),
        (RoundTold(1, ("a",), (3,)), "no_such_seat"),
        (ResultTold((2, 2, 3), ()), "places"),
        (ResultTold((1, 2, 3), (1,)), "scores"),
        (RecordedCoarsely(ROUNDS), "detail"),
    ):
        bad = [*good.batches]
        kind = {RoundTold: "round_told", ResultTold: "result_told"}.get(type(wrong), "recorded_coarsely")
        bad[1] = replace(bad[1], entries=(RecordEntry(2, kind, 1, encode_fact(one.game, wrong), None, None),))
        flaw = verify_record(replace(good, batches=tuple(bad))).flaw
        assert flaw is not None
        assert (flaw.code, flaw.data["why"]) == ("wrong_coarse", why)


def test_an_open_record_is_never_coarse() -> None:
    one = session()
    one.enter([f"coarse:{RESULT}"])
    flaw = verify_record(replace(one.record("s"), perspective="open")).flaw
    assert flaw is not None
