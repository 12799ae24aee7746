"""Every illegal decision is refused with the number of a rule that the book has, in words, and nothing changes.

Decisions of every kind that were legal somewhere else, and neighbours of them with one thing exchanged, are tried in
random positions, by whoever is asked and by whoever is not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import Decision, Game, SeatNo, Setup
from elekt_core.errors import IllegalDecision, MalformedDecision
from elekt_core.games.elector_counts import decisions as of_elector_counts
from elekt_core.games.elector_counts.legal import ACTIONS
from elekt_core.games.elekt import decisions as of_elekt
from elekt_core.games.enclave import decisions as of_enclave
from elekt_core.record.match import Play, state_hash
from elekt_core.registry import get_game
from tests.sampling import sample

KINDS = {
    "elekt": {*of_elekt.KINDS} - {"houses_lose", "houses_choice", "name_herald"},
    "elector_counts": {*of_elector_counts.KINDS, *ACTIONS} - {"act"},
    "enclave": {*of_enclave.KINDS},
}
"""What can be decided (of several actions: each), but for what only solo games ask and for what follows the end."""
RARE = {
    "elekt": {"tie_winner", "choose_victim", "save_unit", "give_sceptre", "discard_from_hand"},
    "elector_counts": {"casualties", "take_from", "choose_target", "react"},
    "enclave": {"synchron", "purchase", "clear_slot", "tree_token"},
}
"""What a few random games need not come to."""


def positions(name: str, count: int) -> Iterator[Play[Any]]:
    """All along random games of three, one after the other, and at their ends."""
    game, random = get_game(name), Random(4)
    options = {"turn_order": "auction"} if name == "enclave" else {}
    while count > 0:
        chance = SeededChance(random.randbytes(8))
        play = Play.begin(game, Setup(name, game.ruleset().name, 3, options), chance)
        while count > 0 and game.outcome(play.state) is None:
            yield play
            count -= 1
            seat = random.choice(game.awaiting(play.state)).seat
            play.decide(random.choice(game.options(play.state, seat)))
        yield play


def word(game: Game[Any], decision: Decision) -> str:
    data = game.encode_decision(decision)
    return str(data.get("action", decision.kind)) if decision.kind == "act" else decision.kind


def changed(value: Any, random: Random, pool: list[Any]) -> Any:
    """The same shape with one thing exchanged for another of its type."""
    if isinstance(value, Mapping):
        field = random.choice(list(value))
        return {key: changed(inner, random, pool) if key == field else inner for key, inner in value.items()}
    if isinstance(value, list):
        if not value or random.random() < 0.4:
            return [*value, random.choice([one for one in pool if isinstance(one, str)] or ["?"])]
        at = random.randrange(len(value))
        return [changed(one, random, pool) if n == at else one for n, one in enumerate(value)]
    same = [one for one in pool if type(one) is type(value)]
    return random.choice([*same, value, *([value + 1, -1, 99] if type(value) is int else [])])


@pytest.mark.parametrize("name", KINDS)
def test_an_illegal_decision_of_any_kind_is_refused_by_a_rule_and_changes_nothing(name: str) -> None:
    game, random = get_game(name), Random(8)
    book, words = game.rulebook("pl"), [game.words(language, ["Alice", "Bob", "Charlie"]) for language in ("pl", "en")]
    assert book is not None
    known: dict[str, list[Decision]] = {"concede": [Decision(SeatNo(0), "concede")]}
    pool: list[Any] = []
    tried, codes = Counter[str](), set[str]()
    for play in positions(name, sample(700, 20_000)):
        state = play.state
        offered = {seat: game.options(state, SeatNo(seat)) for seat in range(3)}
        for options in offered.values():
            for option in random.sample(list(options), min(2, len(options))):
                known.setdefault(word(game, option), []).append(option)
                pool += [leaf for leaf in leaves(game.encode_decision(option)) if leaf not in pool]
        before = state_hash(game, state)
        asked = random.choice(game.awaiting(state) or [None])
        fitting = [kind for kind in known if asked and asked.kind in (kind, known[kind][0].kind)]
        tries = [(kind, asked.seat) for kind in random.choices(fitting, k=4)] if asked and fitting else []
        tries += [(kind, SeatNo(random.randrange(3))) for kind in random.sample(list(known), min(2, len(known)))]
        for kind, seat in tries:
            data = dict(game.encode_decision(random.choice(known[kind])))
            if random.random() < 0.7:
                field = random.choice([key for key in data if key not in ("kind", "action")] or ["kind"])
                data = data | {field: changed(data[field], random, pool)} if field != "kind" else data
            try:
                decision = game.decode_decision(seat, data)
            except MalformedDecision as refusal:
                error: IllegalDecision = refusal
            else:
                if kind == "concede" or decision in offered[seat]:
                    continue
                with pytest.raises(IllegalDecision) as refused:
                    game.decide(state, decision, play.chance)
                error = refused.value
                tried[kind] += 1
                codes.add(error.code)
            assert book.rule(error.rule), (error.code, error.rule)
            for one in words:
                told = one.refusal(error.code, error.rule, error.data)
                assert told.endswith((".", "!")), told
                assert "{" not in told, told
        assert state_hash(game, state) == before
    assert len(codes - {"not_your_turn", "another_question", "game_over"}) >= 8, codes
    assert KINDS[name] - RARE[name] - {"concede"} <= tried.keys(), KINDS[name] - tried.keys()


def leaves(value: Any) -> Iterator[Any]:
    """The names and numbers of a decision."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if key not in ("kind", "action"):
                yield from leaves(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from leaves(inner)
    elif value is not None:
        yield value
