"""Games from setup to end, checked against every law."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..bots import derive
from ..chance import SeededChance
from ..contract import CONCEDE, Decision, Event, Game, Outcome, SeatNo, Setup, Viewer, sees
from ..errors import BadSetup
from ..kit.position_shape import differing
from ..record.match import Batch, Play, state_hash
from ..ruleset import Ruleset
from . import asking, deciding, knowing, showing
from .findings import Finding, Findings, Stopped, seen_by
from .wording import Wording

GAMES = 200
THOROUGH = 1
"""Of each ruleset and number of seats so many games are looked at after every fact, by everybody."""
BESIDES = 10
"""One time in so many somebody decides who is not asked, where a game lets them."""
CONCEDES = 12
"""In one game of so many somebody gives up."""
REDEALT = 4
"""In the other games hidden cards are dealt anew at one decision of so many."""
TRIES = 6
"""Positions that are dealt until the decision could be made in one of them, too."""
DECISIONS_AT_MOST = 5000
MAX_FINDINGS = 12
MAX_SAID = 6
"""Options of a question whose words are looked at."""

Progress = Callable[[int], None]


@dataclass
class Report:
    """The result of a check. ``hidden`` are the members of the position that were hidden from somebody."""

    game: str
    findings: list[Finding] = field(default_factory=list)
    games: int = 0
    events: int = 0
    setups: int = 0
    hidden: set[str] = field(default_factory=set)
    thorough: int = 0
    """Games that were looked at after every fact, by everybody: only these say what is hidden."""

    @property
    def ok(self) -> bool:
        return not self.findings


def check_game(
    game: Game[Any],
    games: int = GAMES,
    *,
    first: int = 0,
    looks: Sequence[showing.Look] = (),
    progress: Progress | None = None,
) -> Report:
    """Play this many games with the random bot and check everything that a game promises. Raises nothing.

    Game ``first`` can be named, to repeat a game that a finding names. It ends early where much is wrong.
    """
    findings, report = Findings.of(game), Report(game.name)
    setups = [(ruleset, seats) for ruleset in game.current for seats in ruleset.seats]
    report.setups = len(setups)
    for ruleset in game.current:
        try:
            Wording(game, ruleset.seats[-1], findings).about_the_game(ruleset)
        except Stopped:
            break
    for number in range(first, first + games):
        ruleset, seats = setups[number % len(setups)]
        thorough = number < THOROUGH * len(setups)
        _Checked(game, ruleset, seats, number, thorough, looks, findings, report).play()
        report.games += 1
        report.thorough += thorough
        if progress:
            progress(report.games)
        if findings.endless or len(findings.found) >= MAX_FINDINGS:
            break
    report.findings = list(findings)
    return report


def lines_of(report: Report) -> list[str]:
    """The report, for people."""
    lines = [str(finding) for finding in report.findings]
    played = f"{report.game}: {report.games} games, {report.events} events, {report.setups} ways to play"
    if report.thorough:
        hidden = ", ".join(sorted(report.hidden)) or "nothing: is everything open to everybody?"
        played = f"{played}; hidden from somebody: {hidden}"
    return [*lines, played, f"{len(lines)} wrong" if lines else "all laws hold"]


class _Draw:
    """Draws by number, from a seed."""

    def __init__(self, *parts: object) -> None:
        self._chance, self._number = SeededChance(derive("check", *parts)), 0

    def below(self, size: int) -> int:
        self._number += 1
        return self._chance.pick(self._number, size)

    def one(self, among: Sequence[Any]) -> Any:
        return among[self.below(len(among))]


class _Checked:
    """One game."""

    def __init__(
        self,
        game: Game[Any],
        ruleset: Ruleset,
        seats: int,
        number: int,
        thorough: bool,
        looks: Sequence[showing.Look],
        findings: Findings,
        report: Report,
    ) -> None:
        self.game, self.ruleset, self.seats = game, ruleset, seats
        self.thorough, self.looks, self.findings, self.report = thorough, looks, findings, report
        self.name = f"{game.name} {ruleset.name} {seats} {number}"
        self.draw = _Draw(self.name)
        self.chance = SeededChance(derive("check match", self.name))
        everybody = [frozenset(map(SeatNo, range(seats)))] if seats > 1 else []
        self.viewers: list[Viewer] = [None, *map(SeatNo, range(seats)), *everybody]
        self.concedes = number % CONCEDES == CONCEDES - 1
        self.told: dict[Viewer, list[Event]] = {viewer: [] for viewer in self.viewers}
        findings.game = f"game {number} ({ruleset.name}, {seats} seats)"
        findings.event, findings.fact = 0, ""

    def play(self) -> None:
        try:
            self.wording = Wording(self.game, self.seats, self.findings)
            self.knowing = knowing.Knowing(self.game, self.viewers, self.findings)
            self._play()
        except Stopped:
            pass
        except Exception as error:  # a law that this program did not foresee
            self.findings.note("the game", "the traceback", f"it breaks: {type(error).__name__}: {error}")
        self.report.events += self.findings.event

    def _play(self) -> None:
        self.state = self.game.initial()
        setup, facts = self._started()
        self._fold(facts)
        play = Play(self.game, self.chance, self.state)
        play.batches.append(Batch(facts, self._hash(), setup=setup))
        for number in range(DECISIONS_AT_MOST):
            asked = asking.questions(self.game, self.state, self._some_viewers(), self.findings)
            if not asked:
                return self._ended(play)
            decision = self._decided(number, [question.seat for question in asked])
            facts = deciding.carried_out(self.game, self.state, decision, self.chance, self.findings)
            self._dealt_anew(number, decision)
            self._fold(facts)
            play.batches.append(Batch(facts, self._hash(), decision))
        text = f"the game is not over after {DECISIONS_AT_MOST} decisions"
        self.findings.note("the end", "outcome", text)
        self.findings.endless = True
        return None

    # --- the steps ------------------------------------------------------------------------------------------

    def _started(self) -> tuple[Setup, tuple[Event, ...]]:
        for options in (self._some_options(), {}):
            setup = Setup(self.game.name, self.ruleset.name, self.seats, options)
            try:
                facts = self.game.start(setup, self.chance)
            except BadSetup as error:
                if not options:
                    text = f"a match of {self.seats} with the usual options is refused: {error}"
                    self.findings.note("the start", "start", text)
            except Exception as error:
                text = f"starting a match of {self.seats} fails: {type(error).__name__}: {error}"
                self.findings.note("the start", "start", text, subject=type(error).__name__)
                raise Stopped from error
            else:
                deciding.known_kinds(self.game, facts, "start", self.findings)
                if tuple(self.game.start(setup, self.chance)) != tuple(facts):
                    text = "started twice, a match begins with other facts: all chance must come from `chance`"
                    self.findings.note("the start", "start", text)
                return setup, tuple(facts)
        raise Stopped

    def _some_options(self) -> dict[str, Any]:
        """In every second game, draw one of the setup's options."""
        offered = [option for option in self.ruleset.offered if option.pick == 1]
        if not offered or self.draw.below(2):
            return {}
        option = self.draw.one(offered)
        return {option.name: self.draw.one(option.values)}

    def _fold(self, facts: Sequence[Event]) -> None:
        """Fold the facts of a batch, for every viewer."""
        for told in self.told.values():
            told.clear()
        for place, fact in enumerate(facts, 1):
            self.findings.event += 1
            self.findings.fact = f"{type(fact).__name__}{tuple(fact)}"
            self.wording.fact(fact)
            name = type(fact).__name__
            with self.findings.unbroken("folding", "evolve", f"folding {name}", stops=True):
                self.game.evolve(self.state, fact)
            self.knowing.take(fact)
            last = place == len(facts)
            if self.thorough or last:
                self.knowing.compare(self.state, self._some_viewers())
            if self.thorough:
                self._look(fact, last)

    def _look(self, fact: Event, last: bool) -> None:
        """Check what each viewer reads and sees after the fact."""
        with self.findings.unbroken("folding", "chapter", "asking whether a chapter begins"):
            self.game.chapter(fact)
            self.game.begins_scene(fact)
        for viewer in self.viewers:
            known, view = self.game.redact(fact, viewer), self.game.view(self.state, viewer)
            self.told[viewer].append(known)
            told = [] if last else self.told[viewer]
            self.wording.event(fact, known, view, viewer)
            with self.findings.unbroken("pages", "staged", f"what {seen_by(viewer)} sees of it"):
                self.game.staged(view, known)
            at = self.findings.event
            sight = showing.Sight(self.game, self.ruleset.name, self.seats, at, view, viewer, told, last)
            showing.shown(sight, self.findings)
            for look in self.looks:
                with self.findings.unbroken("pages", "board", f"the page of {seen_by(viewer)}"):
                    look(sight)
            self._note_hidden(view)

    def _note_hidden(self, view: Any) -> None:
        whole, seen = self.game.describe(self.state), self.game.describe(view)
        self.report.hidden |= differing(whole, seen)

    def _decided(self, number: int, asked: Sequence[SeatNo]) -> Decision:
        """The random bot's decision, after checking everything that can be chosen."""
        if self.concedes and self.seats > 1 and number == 3 and self.game.outcome(self.state) is None:
            return Decision(SeatNo(self.draw.below(self.seats)), CONCEDE)
        offered = {seat: asking.options(self.game, self.state, seat, self.findings) for seat in asked}
        seat = self.draw.one(asked)
        if self.thorough:
            self._say(offered)
            deciding.refused(
                self.game, self.state, asked, offered[seat], self.seats, self.chance, self.wording, self.findings
            )
        besides = SeatNo(self.draw.below(self.seats))
        if not self.draw.below(BESIDES) and besides not in asked and self.game.options(self.state, besides):
            offered[besides] = asking.options(self.game, self.state, besides, self.findings)
            seat = besides
        decision: Decision = self.draw.one(offered[seat])
        self.wording.decision(decision)
        return decision

    def _say(self, offered: dict[SeatNo, list[Decision]]) -> None:
        for viewer in self.viewers:
            view = self.game.view(self.state, viewer)
            for question in self.game.awaiting(view):
                self.wording.question(question, view)
        for seat, decisions in offered.items():
            view = self.game.view(self.state, seat)
            asking.refusals(self.game, self.state, view, seat, decisions, self.findings)
            self.wording.refusals(view, seat)
            step = max(1, len(decisions) // MAX_SAID)
            for decision in decisions[::step]:
                self.wording.offered(decision, view)
                self.wording.decision(decision)

    def _dealt_anew(self, number: int, decision: Decision) -> None:
        """Deal hidden cards anew for a viewer: they see the same, and are told the same about what follows."""
        if not self.thorough and self.draw.below(REDEALT):
            return
        viewer = self.draw.one([one for one in self.viewers if not sees(one, decision.seat) or self.seats == 1])
        for attempt in range(TRIES):
            seed = f"{self.name} {number} {attempt}"
            other = knowing.deal_anew(self.game, self.state, viewer, seed, self.findings)
            if other is None:
                return
            if decision.kind == CONCEDE or decision in self.game.options(other, decision.seat):
                asking.no_answer_by_itself(self.game, self.state, other, decision, viewer, self.chance, self.findings)
                return

    def _some_viewers(self) -> Sequence[Viewer]:
        return self.viewers if self.thorough else [self.draw.one(self.viewers)]

    def _hash(self) -> str:
        with self.findings.unbroken("notation", "fingerprint", "the fingerprint of a position", stops=True):
            return state_hash(self.game, self.state)
        raise AssertionError

    def _ended(self, play: Play[Any]) -> None:
        outcome = self.game.outcome(self.state)
        assert outcome is not None
        _ranked(outcome, self.seats, self.findings)
        self.wording.ending(outcome)
        for viewer in self.viewers:
            with self.findings.unbroken("the end", "outcome", "the outcome by a view"):
                if self.game.outcome(self.game.view(self.state, viewer)) != outcome:
                    text = "the outcome by a view is another one than by the position"
                    self.findings.note("the end", "outcome", text)
        self.wording.record(play, self.viewers if self.thorough else ())


def _ranked(outcome: Outcome, seats: int, findings: Findings) -> None:
    """Ranks are 1 for the best and one more than the number of better ones, scores are whole numbers."""
    sides = [*outcome.ranks, *(result.rank for result in outcome.automata)]
    if len(outcome.ranks) != seats or len(outcome.scores) != seats:
        text = f"{seats} seats have {len(outcome.ranks)} ranks and {len(outcome.scores)} scores"
        findings.note("the end", "outcome", text)
    elif any(rank != 1 + sum(other < rank for other in sides) for rank in sides):
        findings.note("the end", "outcome", f"the ranks {outcome.ranks} are no ranking: 1, 1, 3 after a tie")
    elif outcome.winner is not None and sides.count(1) == 1 and outcome.ranks[outcome.winner] != 1:
        findings.note("the end", "outcome", f"seat {outcome.winner} has won with rank {outcome.ranks[outcome.winner]}")
    if any(type(score) is not int for score in outcome.scores):
        findings.note("the end", "outcome", f"scores are whole numbers, not {outcome.scores}")
