"""People's programs may name a set of cards in any order: it is the option that the game names in its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import Decision, Game, Setup
from elekt_core.errors import IllegalDecision
from elekt_core.record.match import Play, as_offered
from elekt_core.registry import get_game
from tests.sampling import sample

SETS = {
    "enclave": {"take_items": "cards", "use_items": "cards"},
    "elector_counts": {"pass_cards": "cards", "attack": "cards", "defend": "cards"},
}
"""Decisions (of several actions: the action) that list a set, and the field that does."""


def positions(game: Game[Any], count: int) -> Iterator[Play[Any]]:
    """Of random games, one after the other, in which cards are kept where that is possible."""
    random = Random(5)
    while count > 0:
        number = random.randrange(1 << 30)
        setup = Setup(game.name, game.ruleset().name, 3, {})
        play = Play.begin(game, setup, SeededChance(number.to_bytes(4, "big")))
        while count > 0 and game.outcome(play.state) is None:
            yield play
            count -= 1
            seat = random.choice(game.awaiting(play.state)).seat
            options = [one for one in game.options(play.state, seat) if one.kind != "react" or one.choice]
            play.decide(random.choice(list(options) or list(game.options(play.state, seat))))


def named(game: Game[Any], option: Decision) -> tuple[str, str]:
    """What the decision does, and the field in which it lists a set; ``""`` where it lists none."""
    data = game.encode_decision(option)
    word = str(data.get("action", data["kind"]))
    return word, SETS[game.name].get(word, "")


@pytest.mark.parametrize("name", SETS)
def test_every_order_of_a_set_means_what_is_offered(name: str) -> None:
    game, random, seen = get_game(name), Random(6), Counter[str]()
    for play in positions(game, sample(500, 5000)):
        seat = game.awaiting(play.state)[0].seat
        options = list(game.options(play.state, seat))
        for option in random.sample(options, min(4, len(options))):
            word, field = named(game, option)
            data = dict(game.encode_decision(option))
            if not field or len(data[field]) < 2:
                continue
            data[field] = data[field][::-1]
            other = game.decode_decision(seat, data)
            assert as_offered(game, play.state, other) == option
            seen[word] += other != option
    assert all(seen[word] for word in SETS[name]), seen


def test_those_who_pay_are_named_in_any_order() -> None:
    """A support card takes shillings from two others."""
    game = get_game("elector_counts")
    for play in positions(game, 3000):
        for option in game.options(play.state):
            data: Any = game.encode_decision(option)
            payers = [target for target in data.get("targets", ()) if target and "seat" in target[0]]
            if payers:
                turned = data | {"targets": [target[::-1] for target in data["targets"]]}
                assert as_offered(game, play.state, game.decode_decision(option.seat, turned)) == option
                return
    raise AssertionError("nobody plays such a card")


@pytest.mark.parametrize("name", SETS)
def test_what_no_option_says_stays_as_it_is_and_is_refused(name: str) -> None:
    """A set with a card too many, in whatever order."""
    game, tried = get_game(name), 0
    for play in positions(game, 120):
        before = play.state.copy()
        for option in game.options(play.state):
            word, field = named(game, option)
            data = dict(game.encode_decision(option))
            if not field or len(data[field]) < 2:
                continue
            wrong = game.decode_decision(option.seat, data | {field: data[field][::-1] + data[field][:1]})
            assert as_offered(game, play.state, wrong) == wrong
            with pytest.raises(IllegalDecision) as refusal:
                game.decide(play.state, wrong, play.chance)
            book = game.rulebook("pl")
            assert book is not None
            assert book.rule(refusal.value.rule), (word, refusal.value.rule)
            tried += 1
            break
        assert play.state == before
    assert tried > 3


def test_an_order_that_matters_is_kept() -> None:
    """Cards are sold, and put back on a pile, in the order in which they are named (K14.2, Z11.5)."""
    for name, kind, field in (("elector_counts", "sell", "cards"), ("enclave", "put_back", "top")):
        game = get_game(name)
        for play in positions(game, 1500):
            options = [one for one in game.options(play.state) if named(game, one)[0] == kind]
            listed = {tuple(game.encode_decision(one)[field]) for one in options}
            turned = [cards for cards in listed if cards[::-1] != cards and cards[::-1] in listed]
            if turned:
                assert all(as_offered(game, play.state, one) == one for one in options)
                break
        else:
            raise AssertionError(f"{kind} never names two cards")
