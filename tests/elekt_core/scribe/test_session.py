"""A game that is entered as it was seen is the viewer's record of it; what cannot be is refused, with the reason."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from elekt_core.bots import derive
from elekt_core.chance import SeededChance
from elekt_core.contract import SeatNo, Setup, Viewer
from elekt_core.errors import CoreError
from elekt_core.record.match import Play
from elekt_core.record.replay import replay_record
from elekt_core.record.text import format_record, parse_record
from elekt_core.record.verify import verify_record
from elekt_core.registry import get_bot, get_game
from elekt_core.scribe import Entry, Session
from elekt_core.scribe.asking import Asking
from elekt_core.scribe.courses import Course, Wanted
from elekt_core.scribe.session import MAX_PICKS
from elekt_core.scribe.worlds import Spot, World
from tests.sampling import sample

from .witness import NAMES, answers, played, seen

DECISIONS = {"elekt": sample(5, 200), "enclave": sample(2, 60), "elector_counts": sample(3, 200)}


def begun(name: str, viewer: Viewer = None, seats: int = 3) -> tuple[Play[Any], Session]:
    play = played(name, b"table", seats)
    session = Session(play.game, play.setup, viewer, "scribe")
    session.enter(answers(session, None, seen(play, viewer)))
    return play, session


def follow(play: Play[Any], session: Session, draw: Random) -> None:
    """One decision at the table, and its entry."""
    options = play.game.options(play.state, draw.choice(play.game.awaiting(play.state)).seat)
    decision = options[draw.randrange(len(options))]
    play.decide(decision)
    session.enter(answers(session, decision, seen(play, session.viewer)))


@pytest.mark.parametrize(
    ("name", "viewer"),
    [("elekt", SeatNo(1)), ("enclave", None), *sample([], [("elekt", None), ("elector_counts", None)])],
)
def test_a_game_with_hidden_hands_is_entered_as_its_viewer_saw_it(name: str, viewer: Viewer) -> None:
    play, session = begun(name, viewer)
    draw = Random(5)
    for _ in range(DECISIONS[name]):
        if play.game.outcome(play.state) is not None:
            break
        follow(play, session, draw)
        assert list(session.entries[-1].facts) == seen(play, viewer)
        assert session.view == play.game.view(play.state, viewer)
    made = session.record("table")
    assert parse_record(format_record(made)) == made
    assert verify_record(made).ok
    assert replay_record(play.game, made).state() == session.view


@pytest.fixture(scope="module")
def opened() -> Session:
    """Three players at Elekt, before the first decision."""
    return begun("elekt")[1]


def copied(session: Session) -> Session:
    return Session(session.game, session.setup, session.viewer, session.seed, [*session.entries])


def test_what_was_entered_is_folded_again_from_its_facts(opened: Session) -> None:
    again = copied(opened)
    assert again.view == opened.view
    assert again.record("s") == opened.record("s")


def test_what_is_asked_has_names_and_only_what_is_possible(opened: Session) -> None:
    game = opened.game
    first = Session(game, opened.setup).question((), "pl", NAMES)
    assert {choice.sort for choice in first.choices} == {"card"}
    missions = {face.words.name for face in game.gallery("pl") if face.group == "mission"}
    assert {choice.label for choice in first.choices} == missions
    assert first.text == "W Strefie Misji odkryto kartę …"
    taken = first.choices[0].key
    second = Session(game, opened.setup).question([taken], "pl", NAMES)
    assert not missions & {choice.label for choice in second.choices}


def test_short_names_are_enough(opened: Session) -> None:
    session = copied(opened)
    who = NAMES[session.game.awaiting(session.view)[0].seat]
    entry = session.enter([who, "clock"], NAMES)
    assert entry.picks == ("direction:clockwise",)


def test_a_card_that_lies_elsewhere_is_refused_with_the_entry_that_says_so(opened: Session) -> None:
    session = copied(opened)
    session.enter(["clock"])
    mission = session.entries[0].picks[0].partition("=")[2]
    with pytest.raises(CoreError, match="scribe_known_elsewhere") as error:
        session.enter(["redraw", f"unit={mission}"])
    assert (error.value.data["entry"], error.value.data["card"], error.value.data["number"]) == (1, mission, 1)
    name = session.wording("pl", NAMES).cards([mission])[0]
    with pytest.raises(CoreError, match="scribe_known_elsewhere") as error:
        session.enter(["redraw", name])
    assert error.value.data["card"] == mission
    with pytest.raises(CoreError, match="scribe_not_possible") as error:
        session.enter(["redraw", "nobody"])
    assert len(error.value.data["expected"]) == 8
    assert len(session.entries) == 2


@pytest.mark.parametrize("pick", ["", "0", "null", "unit=", "unit=1"])
def test_what_is_no_card_is_known_nowhere(opened: Session, pick: str) -> None:
    with pytest.raises(CoreError, match="scribe_not_possible"):
        copied(opened).enter([pick])


def test_an_entry_that_is_not_whole_says_what_is_missing(opened: Session) -> None:
    with pytest.raises(CoreError, match="scribe_more_expected") as error:
        copied(opened).enter([])
    assert "clockwise" in error.value.data["expected"]
    with pytest.raises(CoreError, match="scribe_too_many"):
        copied(opened).enter(["clock", "clock"])


def test_the_last_entry_is_taken_back(opened: Session) -> None:
    session = copied(opened)
    session.enter(["clock"])
    session.take_back()
    assert session.record("s") == opened.record("s")
    session.take_back()
    with pytest.raises(CoreError, match="scribe_nothing_entered"):
        session.take_back()


@pytest.mark.parametrize("looked_at", [False, True])
def test_somebody_concedes_and_the_game_is_over(looked_at: bool) -> None:
    _, session = begun("elekt", seats=2)
    if looked_at:
        assert session.question([], "en", NAMES).choices
    session.enter(["concede:1"])
    assert session.over
    outcome = session.game.outcome(session.view)
    assert outcome is not None
    assert outcome.winner == 0
    with pytest.raises(CoreError, match="scribe_over"):
        session.enter(["clock"])
    assert verify_record(session.record("s")).ok


def test_a_card_that_is_shown_is_known_from_then_on(opened: Session) -> None:
    session = copied(opened)
    session.enter(["clock"])
    session.enter(["show:1", "acolyte.1"])
    with pytest.raises(CoreError, match="scribe_known_elsewhere"):
        session.enter(["show:0", "acolyte.1"])
    elsewhere = session.entries[0].picks[0].partition("=")[2]
    with pytest.raises(CoreError, match="scribe_known_elsewhere") as error:
        session.enter(["show:1", elsewhere])
    assert error.value.data["entry"] == 1
    assert verify_record(session.record("s")).ok


@pytest.mark.parametrize("pick", ["concede:", "show:"])
@pytest.mark.parametrize("seat", ["9" * 5000, "٠", "", "-1", "3"], ids=lambda seat: seat[:2])
def test_no_other_seat_concedes_or_shows(opened: Session, pick: str, seat: str) -> None:
    with pytest.raises(CoreError, match="scribe_not_possible"):
        copied(opened).enter([pick + seat, "acolyte.1"])


def test_a_card_is_shown_once_and_not_more_than_can_be(opened: Session) -> None:
    session = copied(opened)
    with pytest.raises(CoreError, match="scribe_not_possible") as error:
        session.enter(["show:1", "acolyte.1", "acolyte.1"])
    assert error.value.data["number"] == 2
    for asked in (session.enter, lambda picks: session.question(picks, "en", NAMES)):
        with pytest.raises(CoreError, match="scribe_too_many"):
            asked(["show:1", *["acolyte.1"] * MAX_PICKS])
    assert len(session.entries) == 1


def test_of_cards_with_one_name_the_seats_own_is_offered(opened: Session) -> None:
    for seed in range(8):
        session = Session(opened.game, opened.setup, opened.viewer, str(seed), [*opened.entries])
        offered = session.question(["show:1"], "en", NAMES).choices
        assert "acolyte.1" in [choice.key for choice in offered if choice.label == "Acolyte"]


def test_a_setup_that_cannot_be_is_refused() -> None:
    game = get_game("elekt")
    with pytest.raises(CoreError):
        Session(game, Setup("elekt", game.ruleset().name, 9, {}))


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("enclave", 24),  # items out of a hidden hand, in the order of naming
        ("elector_counts", 69),  # units that lay hidden at a location are turned up, those of both sides
    ],
)
def test_what_lay_hidden_is_named_as_it_was(name: str, number: int) -> None:
    """Decision ``number`` of a game of which only spectators' facts are known."""
    play = played(name, derive("taps", name, 0))
    session, bot = Session(play.game, play.setup, None, "0"), get_bot(play.game, "greedy")
    for made in range(number):
        decision = None if made == 0 else play.batches[-1].decision
        session._add(Entry((), tuple(seen(play, None)), None, None if decision is None else decision.seat))
        seat = play.game.awaiting(play.state)[0].seat
        options = play.game.options(play.state, seat)
        chance = SeededChance(derive("bot", 0, made))
        play.decide(bot.choose(play.game, play.game.view(play.state, seat), options, chance))
    entry = session.enter(answers(session, play.batches[-1].decision, seen(play, None)))
    assert list(entry.facts) == seen(play, None)


def test_of_two_cards_that_lie_hidden_either_may_lie_in_the_others_place() -> None:
    """Two defenders that came from one hand are turned up in the order in which they lay there."""
    looked_at = []

    class Happening:
        card_fields = frozenset({"hands"})

        def in_world(self, world: World, wanted: Wanted | None = None) -> Iterator[Course]:
            looked_at.append(world.pins)
            return iter(())

        def hidden(self, course: Course) -> dict[Spot, int]:
            return {}

    first, second, third = ("hands", 1, 0), ("hands", 1, 1), ("hands", 2, 0)
    world = World(SeededChance(b"any"), pins={first: 23, second: 20, third: 8})
    asking = Asking(get_game("elector_counts"), Happening(), world, frozenset())
    asking._lay(world, first, 20)
    assert {first: 20, second: 23, third: 8} in looked_at
    assert {first: 20, third: 8} in looked_at, "the other place may hold yet another card"
    assert {first: 20, second: 20, third: 8} in looked_at, "or another copy of this one"
    looked_at.clear()
    asking._lay(world, first, 31)
    assert looked_at == [{first: 31, second: 20, third: 8}]
