"""A record made by who sees one viewer's part is the redacted record of the whole; what cannot be is refused."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import pytest

from elekt_core.bots import derive
from elekt_core.chance import SeededChance
from elekt_core.contract import UNKNOWN, Decision, SeatNo, Setup, Viewer
from elekt_core.errors import CoreError
from elekt_core.record.clocks import ClocksSet
from elekt_core.record.match import Play
from elekt_core.record.record import record_of_play
from elekt_core.record.redact import redacted_record
from elekt_core.record.replay import replay_record
from elekt_core.record.text import format_record, parse_record
from elekt_core.record.unknown import PartialRecord
from elekt_core.record.verify import verify_record
from elekt_core.registry import get_game
from tests.sampling import sample

from ..builders import STREAM

GAMES = ["elekt", "enclave", "elector_counts"]
DECISIONS = sample(16, 400)
NAMES = ["club:1", "club:2", "club:3"]
DEAL = SeededChance(derive("deal", 1))


def begun(name: str, viewer: Viewer, seats: int = 3, seed: str = "") -> tuple[Play[Any], PartialRecord[Any]]:
    """The whole game, and what somebody writes down who sees the viewer's part of it."""
    game = get_game(name)
    setup = Setup(name, game.ruleset().name, seats, {})
    chance = SeededChance(derive("unknown", name, seed))
    play = Play.begin(game, setup, chance)
    partial = PartialRecord.begin(game, setup, viewer, chance, facts=seen(play, viewer))
    return play, partial


def seen(play: Play[Any], viewer: Viewer) -> list[Any]:
    """What the viewer saw of the last batch."""
    return [play.game.redact(fact, viewer) for fact in play.batches[-1].events]


def drawn(play: Play[Any], draw: Random) -> Decision:
    seat = draw.choice(play.game.awaiting(play.state)).seat
    options = play.game.options(play.state, seat)
    return options[draw.randrange(len(options))]


@pytest.mark.parametrize("viewer", sample([SeatNo(2)], [None, SeatNo(0), SeatNo(2)]))
@pytest.mark.parametrize("name", GAMES)
def test_it_is_the_redacted_record_of_the_whole(name: str, viewer: Viewer) -> None:
    play, partial = begun(name, viewer)
    draw = Random(f"{name} {viewer}")
    for number in range(DECISIONS):
        if play.game.outcome(play.state) is not None:
            break
        decision = drawn(play, draw)
        play.decide(decision)
        deal = SeededChance(derive("deal", number))
        facts = partial.decide(decision, play.chance, deal, facts=seen(play, viewer), actor=NAMES[decision.seat])
        assert list(facts) == seen(play, viewer)
        assert partial.view == play.game.view(play.state, viewer)
    whole = record_of_play(play, STREAM, NAMES)
    made = partial.record(STREAM)
    assert made == redacted_record(whole, viewer, play.game)
    assert parse_record(format_record(made)) == made
    assert verify_record(made).ok
    assert replay_record(play.game, made).state() == partial.view


@pytest.mark.parametrize("name", GAMES)
def test_the_cards_that_come_into_view_are_enough(name: str) -> None:
    """The draws are others than those of the real game, and the decisions those of the real one."""
    play, partial = begun(name, SeatNo(0), seed="named")
    draw, compared = Random(name), 0
    for number in range(sample(12, 200)):
        decision = drawn(play, draw)
        play.decide(decision)
        facts = seen(play, SeatNo(0))
        named = partial.newly_shown(facts)
        made = partial.decide(decision, play.chance, SeededChance(derive("other", number)), named=named)
        compared += [type(fact) for fact in made] == [type(fact) for fact in facts]
        if list(made) != facts:  # what follows unseen was not named: whoever saw more says it as facts
            break
    assert compared > 5


def elekt_before_an_assignment() -> tuple[Play[Any], PartialRecord[Any], Decision]:
    """Seat 0 writes, and another seat is about to assign a Unit from its hidden hand."""
    played = _elekt_before_an_assignment()
    stateless = (played[0].game, played[0].chance, DEAL)
    return deepcopy(played, {id(one): one for one in stateless})


@cache
def _elekt_before_an_assignment() -> tuple[Play[Any], PartialRecord[Any], Decision]:
    play, partial = begun("elekt", SeatNo(0), seats=2)
    draw = Random(3)
    while True:
        seat = play.game.awaiting(play.state)[0].seat
        options = [one for one in play.game.options(play.state, seat) if one.kind == "assign_or_pass" and one.choice]
        if seat == 1 and options:
            return play, partial, options[0]
        decision = drawn(play, draw)
        play.decide(decision)
        partial.decide(decision, play.chance, DEAL, facts=seen(play, SeatNo(0)))


def refused(partial: PartialRecord[Any], code: str, *args: Any, **kwargs: Any) -> CoreError:
    before, batches = partial.view.copy(), list(partial.batches)
    with pytest.raises(CoreError, match=code) as error:
        partial.decide(*args, **kwargs)
    assert (partial.view, partial.batches) == (before, batches)
    return error.value


def test_a_hidden_card_that_is_played_is_named() -> None:
    play, partial, decision = elekt_before_an_assignment()
    unit = decision.choice[0]
    assert unit not in play.game.view(play.state, SeatNo(0)).hands[1]
    error = refused(partial, "card_not_named", decision, play.chance, DEAL)
    assert error.data == {"kind": "UnitAssigned", "number": 1}
    made = partial.decide(decision, play.chance, DEAL, named=[unit])
    play.decide(decision)
    assert list(made) == seen(play, SeatNo(0))


def test_a_decision_whose_card_is_unknown_is_any_of_that_kind_that_shows_what_was_named() -> None:
    play, partial, decision = elekt_before_an_assignment()
    unknown = decision._replace(choice=(UNKNOWN, *decision.choice[1:]))
    made = partial.decide(unknown, play.chance, DEAL, named=[decision.choice[0]])
    play.decide(decision)
    assert list(made) == seen(play, SeatNo(0))
    assert partial.view == play.game.view(play.state, SeatNo(0))


def test_a_card_that_is_known_to_lie_elsewhere_is_refused_with_the_event_that_says_so() -> None:
    play, partial, decision = elekt_before_an_assignment()
    own = next(card for card in partial.view.hands[0] if card >= 0)
    error = refused(partial, "no_consistent_deal", decision._replace(choice=(own, *decision.choice[1:])),
                    play.chance, DEAL, named=[own])  # fmt: skip
    seq = error.data["seq"]
    entry = next(entry for batch in partial.batches for entry in batch.entries if entry.seq == seq)
    assert entry.kind in ("hand_dealt", "unit_kept", "units_drawn")


def test_what_no_seat_may_decide_stays_refused() -> None:
    play, partial, _ = elekt_before_an_assignment()
    refused(partial, "no_consistent_deal", Decision(SeatNo(0), "assign_or_pass", ()), play.chance, DEAL)


def test_cards_that_are_shown_later_leave_a_deal_or_are_refused() -> None:
    play, partial, decision = elekt_before_an_assignment()
    names = play.game.encode_state(play.state)
    path, hand = hand_of(names, 1)
    _, own = hand_of(names, 0)
    partial.show(path, hand, DEAL)
    with pytest.raises(CoreError, match="no_consistent_deal") as error:
        partial.show(path, own[:1], DEAL)
    assert own[0] in str(partial.batches[batch_of(partial, error.value.data["seq"])].entries)
    deck = play.state.decks[3]
    wrong = decision._replace(choice=(deck[0], *decision.choice[1:]))
    refused(partial, "no_consistent_deal", wrong, play.chance, DEAL, named=[deck[0]])
    partial.decide(decision, play.chance, DEAL, named=[decision.choice[0]])
    made = partial.record(STREAM)
    assert made.format == 4
    assert parse_record(format_record(made)) == made
    assert verify_record(made).ok
    assert replay_record(play.game, made).state() == partial.view


def test_no_card_is_shown_where_there_is_no_place() -> None:
    play, partial, _ = elekt_before_an_assignment()
    (players, seat, hand), cards = hand_of(play.game.encode_state(play.state), 1)
    for place in sample(
        ([players, "9", hand], [players, seat, hand, "x"]),
        ([players, "9", hand], [players, "one"], [players, "-1", hand], ["nowhere"], [players, seat, hand, "x"]),
    ):
        with pytest.raises(CoreError, match="no_consistent_deal"):
            partial.show(place, cards[:1], DEAL)
    assert partial.open_showings == []


def hand_of(state: Any, seat: int) -> tuple[list[str], list[str]]:
    """Where a hand lies in a written position, and its cards."""
    for name in ("seats", "players"):
        if isinstance(state.get(name), list):
            hand = state[name][seat]["hand"]
            return [name, str(seat), "hand"], [card if isinstance(card, str) else card["card"] for card in hand]
    raise AssertionError(state)


def batch_of(partial: PartialRecord[Any], seq: int) -> int:
    return next(n for n, batch in enumerate(partial.batches) if any(entry.seq == seq for entry in batch.entries))


def test_clocks_run_beside_it() -> None:
    _, partial = begun("elekt", None)
    view = partial.view.copy()
    partial.note(ClocksSet("delay", (1, 1, 1), 1))
    assert partial.view == view
    assert partial.record(STREAM).format == 4
    assert verify_record(partial.record(STREAM)).ok
