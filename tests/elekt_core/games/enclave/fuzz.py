"""One random game of Enclave, and everything that must hold of any game. The suite plays some hundreds of them,
``python -m benchmarks.fuzz_enclave`` thousands.

Of each game: it ends after at most six turns; the invariants hold; ``decide`` leaves its state alone,
and ``advance`` leads to the same events and position; the position of one viewer, folded from redacted events, is the
view of the position, with the same options; the record is read again as it was written, and every
check of ``verify`` passes, which folds it, compares the hash of every position and makes every decision anew.
``play_game`` looks at a third of that, and takes a third of the time.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from benchmarks.peers.greedy_enclave import Greedy
from elekt_core.bots import derive, stream_name
from elekt_core.chance import NotedChance, SeededChance
from elekt_core.contract import CONCEDE, Decision, SeatNo, Setup
from elekt_core.games.enclave import events as e
from elekt_core.games.enclave import game
from elekt_core.games.enclave.cards import CARDS
from elekt_core.games.enclave.cards import TREE as TREE_CARDS
from elekt_core.games.enclave.decisions import KINDS
from elekt_core.games.enclave.state import State
from elekt_core.kit.notation import kind_of
from elekt_core.record.match import Batch, Play, state_hash
from elekt_core.record.record import record_of_play
from elekt_core.record.text import format_record, parse_record
from elekt_core.record.verify import verify_record

from ..repeating import play_and_repeat
from .invariants import check, check_flow, totals

DECISIONS_AT_MOST = 2000
"""A game has about two hundred."""


OCCURRING = [kind for kind in e.KINDS if kind != "position_set"]
"""Facts of a game that begins at its beginning."""


@dataclass
class Coverage:
    """How often everything occurred that can occur."""

    games: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    decisions: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    cards: Counter[str] = field(default_factory=Counter)
    """Card -> how often it was bought, drawn, boarded against, revealed or (a Tree card) used."""

    def add(self, other: Coverage) -> None:
        self.games += other.games
        for name in ("reasons", "decisions", "events", "cards"):
            getattr(self, name).update(getattr(other, name))

    def missing(self) -> list[str]:
        """Everything that did not occur; starting items are bought only where they came back to the pile."""
        ids = {name.partition(".")[0] for name in CARDS.names}
        wanted = (("decision", KINDS, self.decisions), ("event", OCCURRING, self.events), ("card", ids, self.cards))
        return [f"{what} {name}" for what, names, seen in wanted for name in sorted(names) if not seen[name]]

    def note(self, event: Any) -> None:
        self.events[kind_of(type(event))] += 1
        match event:
            case e.CardBought(card=card) | e.PrizeDrawn(card=card) | e.TreeCardUsed(card=card):
                self.cards[_id(card)] += 1
            case e.BoardingStarted(card=card):
                self.cards[_id(card)] += card not in CARDS.groups[TREE_CARDS]
            case e.TrapsRevealed(cards=cards):
                self.cards.update(map(_id, cards))


def _id(card: int) -> str:
    return CARDS.printed[card].id


def prove_game(seed: int, seats: int, coverage: Coverage, *, with_record: bool = True) -> None:
    """Play and prove one game; raises AssertionError (or whatever broke), naming nothing: the caller knows the seed."""
    setup, viewer, player = _game(seed, seats)
    play = Play.begin(game, setup, SeededChance(derive("fuzz", seats, seed)))
    _prove(play, viewer, player, coverage)
    if with_record:
        _prove_record(play, seed)


def play_game(seed: int, seats: int, coverage: Coverage) -> None:
    """The same game: it ends, keeps the invariants, and is made anew identically; nothing else is looked at."""
    setup, _, player = _game(seed, seats)

    def choose(s: State) -> Decision:
        decision = player.decide(s)
        coverage.decisions[decision.kind] += 1
        return decision

    def see(s: State, batch: tuple[Any, ...]) -> None:
        before = totals(s)
        for event in batch:
            game.evolve(s, event)
            check_flow(event, before, before := totals(s))
            coverage.note(event)
        check(s)

    secret = derive("fuzz", seats, seed)
    s, outcome = play_and_repeat(game, setup, secret, choose, see, DECISIONS_AT_MOST)
    assert s.turn <= 6
    coverage.reasons[outcome.termination] += 1
    coverage.games += 1


def _game(seed: int, seats: int) -> tuple[Setup, SeatNo | None, _Player]:
    draw = random.Random(f"enclave {seed} {seats}")
    options: dict[str, Any] = {"turn_order": draw.choice(["random", "auction", "seats"])}
    options["tree"] = draw.choice(["random", "random", "first_game", "chosen"])
    viewer = draw.choice([None, *map(SeatNo, range(seats))])
    player = _Player(draw, draw.choice([0.0, 0.0, 0.5, 0.9]), draw.choice([0.0] * 9 + [0.01]))
    return Setup(game.name, "enclave-r2", seats, options), viewer, player


class _Player:
    """Decides for any awaited seat, sometimes for another: greedily with probability ``sense``, else at random."""

    def __init__(self, draw: random.Random, sense: float, concede: float) -> None:
        self.draw, self.sense, self.concede = draw, sense, concede
        self.greedy = Greedy()

    def decide(self, s: State) -> Decision:
        draw = self.draw
        if draw.random() < self.concede:
            return Decision(SeatNo(draw.choice([seat for seat in range(s.seats) if not s.gave_up(seat)])), CONCEDE)
        if draw.random() < 0.1:  # an answer is changed, or somebody heals out of turn (Z8.4, Z16.3)
            others = game.options(s, SeatNo(draw.randrange(s.seats)))
            if others:
                return draw.choice(others)
        options = game.options(s, draw.choice(game.awaiting(s)).seat)
        if draw.random() < self.sense:
            return self.greedy.choose(game, s, options, SeededChance(b""))
        return draw.choice(options)


def _prove(play: Play[State], viewer: SeatNo | None, player: _Player, coverage: Coverage) -> None:
    batch = play.batches[0].events
    play.state = game.initial()
    seen = game.view(play.state, viewer)
    _fold(play.state, seen, viewer, batch, coverage)
    while game.awaiting(play.state):
        _same_options(play.state, seen, viewer)
        decision = player.decide(play.state)
        coverage.decisions[decision.kind] += 1
        assert game.decode_decision(decision.seat, game.encode_decision(decision)) == decision
        before = play.state.copy()
        noted = NotedChance(play.chance)
        events = game.decide(play.state, decision, noted)
        assert play.state == before, f"decide changed the state: {decision}"
        assert game.advance(before, decision, play.chance) == events, f"advance differs from decide: {decision}"
        _fold(play.state, seen, viewer, events, coverage)
        assert before == play.state, f"advance leads elsewhere: {decision}"
        play.batches.append(Batch(events, state_hash(game, play.state), decision, draws=tuple(noted.draws)))
        assert len(play.batches) < DECISIONS_AT_MOST, "the game does not end"
    outcome = game.outcome(play.state)
    assert outcome is not None
    assert play.state.turn <= 6
    coverage.reasons[outcome.termination] += 1
    coverage.games += 1


def _fold(s: State, seen: State, viewer: SeatNo | None, batch: tuple[Any, ...], coverage: Coverage) -> None:
    before = totals(s)
    for event in batch:
        game.evolve(s, event)
        game.evolve(seen, game.redact(event, viewer))
        after = totals(s)
        check_flow(event, before, after)
        before = after
        coverage.note(event)
    check(s)
    assert seen == game.view(s, viewer), f"view of {viewer} after {batch}"


def _same_options(s: State, seen: State, viewer: SeatNo | None) -> None:
    """They depend on nothing that the seat cannot know; their paths differ, and none begins another."""
    assert game.awaiting(s) == game.awaiting(seen)
    if viewer is None:
        return
    options = game.options(s, viewer)
    assert options == game.options(seen, viewer)
    paths = sorted(game.parts(option) for option in options)
    assert all(b[: len(a)] != a for a, b in itertools.pairwise(paths)), "a path begins another"


def _prove_record(play: Play[State], seed: int) -> None:
    record = record_of_play(play, stream_name(game.name, seed, play.state.seats))
    again = parse_record(format_record(record))
    assert again == record, "the record is not read as it was written"
    result = verify_record(again, game)
    assert all(check.status == "ok" for check in result.checks), str(result.flaw)
