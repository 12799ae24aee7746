"""Short matches to review, and the same match with other hidden cards."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from elekt_core.bots import bot_chance, derive
from elekt_core.chance import SeededChance
from elekt_core.contract import Game, SeatNo, Setup
from elekt_core.record.match import Play
from elekt_core.record.record import record_of_play
from elekt_core.registry import get_game
from elekt_core.review import Budget, Subject, subject_of
from elekt_core.review.confirm import confirm
from elekt_core.review.proof import prove
from elekt_core.review.scan import scan
from elekt_core.search.greedy import Greedy
from tests.elekt_core.toy import game as toy
from tests.elekt_core.toy_solo import game as duel

SEED: Final = b"review"
ID: Final = "00000000-0000-8000-8000-000000000001"
CARELESS: Final = Greedy(0.1)
TINY: Final = Budget(4, 2, (6, 8), 8, 3, 6, (200, 400, 600), 3, weighted=False)
WEIGHTED: Final = Budget(3, 2, (6, 8), 8, 3, 0, (200, 400, 600), 3, weighted=True)
GAMES: Final = [
    ("elekt", "", 2),
    ("elekt", "", 4),
    ("elekt", "elekt-solo-r2", 1),
    ("enclave", "", 3),
    ("elector_counts", "", 2),
    ("high-card", "", 3),
    ("duel", "", 1),
]


def game_called(name: str) -> Game[Any]:
    own: dict[str, Game[Any]] = {toy.name: toy, duel.name: duel}
    return own[name] if name in own else get_game(name)


@cache
def play_of(name: str, ruleset: str, seats: int, decisions: int) -> Play[Any]:
    """The beginning of a match by careless players."""
    game = game_called(name)
    chance = SeededChance(derive("review", name))
    play = Play.begin(game, Setup(name, game.ruleset(ruleset).name, seats, {}), chance)
    while len(play.batches) <= decisions and game.awaiting(play.state):
        seat = game.awaiting(play.state)[-1].seat
        view = game.view(play.state, seat)
        play.decide(CARELESS.choose(game, view, game.options(view, seat), bot_chance(b"review", len(play.batches))))
    return play


def subject_of_play(play: Play[Any]) -> Subject:
    ends, end = [], 0
    for batch in play.batches:
        end += len(batch.events)
        ends.append(end)
    return Subject(play.game, play.setup, play.batches, ends)


def subject(name: str, ruleset: str, seats: int, decisions: int) -> Subject:
    return subject_of_play(play_of(name, ruleset, seats, decisions))


def recorded(play: Play[Any]) -> Subject:
    return subject_of(record_of_play(play, ID))


def exchanged(one: Subject, number: int, seat: SeatNo, first: int, deal: int) -> Subject | None:
    """The same match with other hidden cards, as far as this seat can tell, from batch ``first`` to ``number``.

    None where the cards that were dealt do not lead to what the seat has seen.
    """
    game, states = one.game, list(one.states)
    chance = SeededChance(derive("exchanged", number, deal))
    state = game.redeal(game.view(states[first - 1], seat), chance)
    states[first - 1] = state.copy()
    for earlier in range(first, number):
        batch = one.batches[earlier]
        assert batch.decision is not None
        if batch.decision not in game.options(state, batch.decision.seat):
            return None
        facts = game.advance(state, batch.decision, chance)
        if [game.redact(f, seat) for f in facts] != [game.redact(f, seat) for f in batch.events]:
            return None
        states[earlier] = state.copy()
    other = Subject(game, one.setup, one.batches, one.ends)
    other.__dict__["states"] = tuple(states)
    return other


def all_judges(of: Subject, number: int, budget: Budget, parts: int = 2) -> list[Any]:
    """Their parts, the second judge's also where the first sees no loss, and the proof."""
    made: dict[str, Any] = {f"scan:{number}": scan(of, number, budget, SEED)}
    if found := made[f"scan:{number}"]:
        best = [{**found["best"][0], "better": True}, *found["best"][1:]]
        forced = {f"scan:{number}": {**found, "doubtful": True, "best": best}}
        for part in range(parts):
            made[f"confirm:{number}/{part}"] = confirm(of, number, part, {**made, **forced}, budget, SEED)
        for part in range(parts):
            made[f"prove:{number}/{part}"] = prove(of, number, part, {**made, **forced}, budget, SEED)
    return [*made.values()]
