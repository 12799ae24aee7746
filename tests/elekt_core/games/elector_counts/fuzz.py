"""One random game of Elector Counts, and everything that must hold of any game. The suite plays some, ``python -m
benchmarks.fuzz_elector_counts`` thousands.

Of each game: it ends; the invariants hold after every event; ``decide`` leaves its state alone, and ``advance`` leads
to the same events and position; one viewer's position folded from redacted events is the view of the position, with
the same options; the options are exactly what nothing speaks against; the record is read again as it was written, and
every check of ``verify`` passes: it folds it, compares the hash of every position and makes every decision anew.
``play_game`` looks at a third of that, and takes a third of the time.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmarks.peers.greedy_elector_counts import Greedy
from elekt_core.bots import derive, stream_name
from elekt_core.chance import NotedChance, SeededChance
from elekt_core.contract import CONCEDE, Decision, SeatNo, Setup, Viewer
from elekt_core.games.elector_counts import events as e
from elekt_core.games.elector_counts.cards import SUPPORT
from elekt_core.games.elector_counts.decisions import KINDS
from elekt_core.games.elector_counts.game import game
from elekt_core.games.elector_counts.legal import ACTIONS, why_not
from elekt_core.games.elector_counts.state import State
from elekt_core.kit.notation import kind_of
from elekt_core.record.match import Batch, Play, state_hash
from elekt_core.record.record import record_of_play
from elekt_core.record.text import format_record, parse_record
from elekt_core.record.verify import verify_record

from ..repeating import play_and_repeat
from .invariants import check, check_at_rest

DECISIONS_AT_MOST = 5000
GREEDY = Greedy()
STRONG = ("location", "attack", "defend", "support", "end_turn")
RARE = frozenset({"repetition"})
"""Ends that random players do not find; a test shows them."""


@dataclass
class Coverage:
    """How often everything occurred that can occur."""

    games: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    decisions: Counter[str] = field(default_factory=Counter)
    actions: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    cards: Counter[str] = field(default_factory=Counter)
    """Card -> how often it was played, put down and turned up."""

    def add(self, other: Coverage) -> None:
        self.games += other.games
        for name in ("reasons", "decisions", "actions", "events", "cards"):
            getattr(self, name).update(getattr(other, name))

    def missing(self) -> list[str]:
        """Everything that did not occur."""
        wanted: list[tuple[str, Sequence[str], Counter[str]]] = [
            ("end", [reason for reason in e.REASONS if reason not in RARE], self.reasons),
            ("decision", KINDS, self.decisions),
            ("action", ACTIONS, self.actions),
            ("event", list(e.KINDS), self.events),
            ("card", [card.id for card in game.cards.cards if card.kind != "end_card"], self.cards),
        ]
        return [f"{what} {name}" for what, names, seen in wanted for name in names if not seen[name]]

    def note_decision(self, decision: Decision) -> None:
        self.decisions[decision.kind] += 1
        if decision.kind == "act":
            self.actions[decision.choice[0]] += 1

    def note(self, event: Any) -> None:
        self.events[kind_of(type(event))] += 1
        match event:
            case e.LocationPlayed(location=card) | e.SupportPlayed(card=card):
                self._cards((card,))
            case e.UnitsRevealed():
                self._cards(event.attackers + event.defenders)
            case e.StartingLocationsDealt(locations=cards):
                self._cards(cards)

    def _cards(self, cards: tuple[int, ...]) -> None:
        self.cards.update(game.cards.cards[card].id for card in cards)


Choose = Callable[[State], Decision]


def prove_game(seed: int, seats: int, coverage: Coverage) -> Play[State]:
    """Play and prove one game; raises AssertionError (or whatever broke), naming nothing: the caller knows the seed."""
    return prove(seats, seed, somebody(seed, seats), coverage)


def play_game(seed: int, seats: int, coverage: Coverage) -> None:
    """The same game: it ends, keeps the invariants, and is made anew identically; nothing else is looked at."""
    somebody_here = somebody(seed, seats)

    def choose(state: State) -> Decision:
        decision = somebody_here(state)
        coverage.note_decision(decision)
        return decision

    def see(state: State, batch: tuple[Any, ...]) -> None:
        for event in batch:
            game.evolve(state, event)
            check(state)
            coverage.note(event)
        if state.question in ("act", "pass_cards"):
            check_at_rest(state)

    setup = Setup(game.name, game.ruleset().name, seats, {})
    secret = derive("fuzz", seats, seed)
    _, outcome = play_and_repeat(game, setup, secret, choose, see, DECISIONS_AT_MOST)
    coverage.reasons[outcome.termination] += 1
    coverage.games += 1


def somebody(seed: int, seats: int) -> Choose:
    """Whoever decides for all seats of a game: a style of play, drawn by its seed."""
    draw = random.Random(f"elector counts {seed} {seats}")
    concede = draw.choice([0.0] * 9 + [0.01])
    style = draw.choice(["any", "bold", "strong", "strong", "greedy"])
    return lambda state: decision_in(style, state, draw, concede)


def decision_in(style: str, state: State, draw: random.Random, concede: float) -> Decision:
    """``strong`` players hold their cards together and put down as many units as they can; ``greedy`` are the bots."""
    decision = any_decision(state, draw, concede, style != "any")
    if decision.kind == CONCEDE or style in ("any", "bold"):
        return decision
    seat = SeatNo(state.asked)
    if style == "greedy":
        view = game.view(state, seat)
        return GREEDY.choose(game, view, game.options(view), SeededChance(draw.randbytes(8)))
    options = [x for x in game.options(state) if state.question == "act" and x.choice[0] in STRONG]
    if not options:
        return decision
    word = draw.choice(sorted({option.choice[0] for option in options}))
    options = [option for option in options if option.choice[0] == word]
    most = max(len(option.choice) for option in options)
    return draw.choice([option for option in options if len(option.choice) == most])


def any_decision(state: State, draw: random.Random, concede: float, bold: bool) -> Decision:
    """Any option; a ``bold`` player first draws the kind of action, so that rare ones come up as often."""
    if concede and draw.random() < concede:
        able = [seat for seat in range(state.seats) if not state.gave_up(seat)]
        return Decision(SeatNo(draw.choice(able)), CONCEDE)
    options = game.options(state)
    if bold and state.question == "act":
        kinds = sorted({option.choice[0] for option in options})
        kind = draw.choice(kinds)
        options = [option for option in options if option.choice[0] == kind]
    return options[draw.randrange(len(options))]


def prove(seats: int, seed: int, choose: Choose, coverage: Coverage) -> Play[State]:
    setup = Setup(game.name, game.ruleset().name, seats, {})
    play = Play.begin(game, setup, SeededChance(derive("fuzz", seats, seed)))
    viewers: list[Viewer] = [*map(SeatNo, range(seats)), None]
    watcher = _Watcher(play, viewers[seed % len(viewers)], coverage)
    while awaiting := game.awaiting(play.state):
        assert len(awaiting) == 1
        decision = choose(play.state)
        coverage.note_decision(decision)
        if len(play.batches) % 7 == 0:
            watcher.check_options(awaiting[0].seat)
            check_the_border(play.state, seed)
        before = play.state.copy()
        noted = NotedChance(play.chance)
        events = game.decide(play.state, decision, noted)
        assert play.state == before, f"decide changed the state: {decision}"
        assert game.advance(before, decision, play.chance) == events, f"advance differs from decide: {decision}"
        watcher.see(events)
        assert before == play.state, f"advance leads elsewhere: {decision}"
        play.batches.append(Batch(events, state_hash(game, play.state), decision, draws=tuple(noted.draws)))
        assert len(play.batches) < DECISIONS_AT_MOST, "the game does not end"
    outcome = game.outcome(play.state)
    assert outcome is not None
    coverage.reasons[outcome.termination] += 1
    coverage.games += 1
    _prove_record(play, seed)
    return play


class _Watcher:
    """Folds everything twice: as it is, and as one viewer may know it."""

    def __init__(self, play: Play[State], viewer: Viewer, coverage: Coverage) -> None:
        self.play, self.viewer, self.coverage = play, viewer, coverage
        play.state = game.initial()
        self.seen = game.view(play.state, viewer)
        self.see(play.batches[0].events)

    def see(self, batch: tuple[Any, ...]) -> None:
        state = self.play.state
        for event in batch:
            game.evolve(state, event)
            game.evolve(self.seen, game.redact(event, self.viewer))
            check(state)
            self.coverage.note(event)
        assert self.seen == game.view(state, self.viewer), f"view of {self.viewer} after {batch}"
        if state.question in ("act", "pass_cards"):
            check_at_rest(state)

    def check_options(self, asked: SeatNo) -> None:
        """They depend on nothing that the seat cannot know, have different paths, and are read as they are written."""
        state = self.play.state
        options = list(game.options(state, asked))
        assert options == list(game.options(game.view(state, asked), asked))
        assert game.default(state, asked) in options
        assert len({option.choice for option in options}) == len(options)
        paths = {game.parts(option) for option in options}
        assert len(paths) == len(options)
        assert not any(path[:n] in paths for path in paths for n in range(1, len(path)))
        for option in options:
            assert game.decode_decision(asked, game.encode_decision(option)) == option


def check_the_border(state: State, seed: int) -> None:
    """Whatever is offered is legal, and whatever nothing speaks against is offered, tried with actions at random."""
    if state.question != "act":
        return
    offered = {option.choice for option in game.options(state)}
    for choice in offered:
        assert why_not(game.cards, state, choice) is None, choice
    draw = random.Random(f"border {seed} {state.turns}")
    printed, hand, sites = game.cards.cards, state.hands[state.asked], list(state.sites)
    for _ in range(12):
        some = sorted(draw.sample(range(len(hand)), min(len(hand), draw.randint(1, 3))))
        cards = tuple(hand[place] for place in some)
        for choice in (
            ("attack", draw.choice(sites), *cards),
            ("defend", draw.choice(sites), *cards),
            ("sell", *cards),
            ("buy", draw.randint(1, 8)),
            *(("location", card) for card in cards[:1]),
            *(("reserve", card) for card in cards[:1]),
            *(("support", card, ((),) * len(printed[card].effects)) for card in cards if printed[card].kind == SUPPORT),
            ("end_turn",),
        ):
            if why_not(game.cards, state, choice) is None:
                assert choice in offered, choice


def _prove_record(play: Play[State], seed: int) -> None:
    record = record_of_play(play, stream_name(game.name, seed, play.state.seats))
    again = parse_record(format_record(record))
    assert again == record, "the record is not read as it was written"
    result = verify_record(again, game)
    # It folds to the positions whose hashes live play stored, and every decision made anew leads to the same events.
    assert all(check.status == "ok" for check in result.checks), str(result.flaw)
