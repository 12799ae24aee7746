"""Playing a scenario and checking it: every failed expectation is a ``Finding`` with its place in the file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..chance import SeededChance
from ..contract import Decision, Event, Game, SeatNo
from ..errors import CoreError, IllegalDecision
from ..kit.toml_lines import Path as Key
from ..messages import describe, sentence
from ..record.match import Play, as_offered
from ..ruleset import nearest
from .comparing import differences, matches
from .flaws import BadPosition
from .scenario import POSITION, SEED, Scenario, Step, Variant, place_of

DEFAULT = "default"
"""As a decision: the choice the platform makes for a seat that does not answer."""


ANY = "any"
"""As a draw: whatever the seed brings."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A failed expectation: ``code`` says what, ``line`` and ``key`` where in the file."""

    variant: str
    key: Key
    line: int
    code: str
    data: Mapping[str, Any]
    expected: Any = None
    found: Any = None
    rule: str = ""

    @property
    def place(self) -> str:
        return ".".join(map(str, self.key))

    def text(self, language: str) -> str:
        rule = f" [{self.rule}]" if self.rule else ""
        return sentence(self.code, self.data, language) + rule

    def json(self) -> dict[str, Any]:
        place = {"variant": self.variant, "line": self.line, "key": self.place}
        return {**place, "code": self.code, "rule": self.rule, "expected": self.expected, "found": self.found}


@dataclass(frozen=True, slots=True)
class Report:
    """``checks`` counts the comparisons. ``plays`` are the variants as they were played, as far as they went."""

    scenario: Scenario
    findings: tuple[Finding, ...]
    checks: int
    plays: Mapping[str, Play[Any]]

    @property
    def ok(self) -> bool:
        return not self.findings


def run(scenario: Scenario) -> Report:
    """Play every variant and check every step. Raises only what a broken game raises."""
    runs = [_Run(scenario, variant) for variant in scenario.variants]
    for one in runs:
        one.run()
    return Report(
        scenario,
        _once(finding for one in runs for finding in one.findings),
        sum(one.checks for one in runs),
        {one.variant.name: one.play for one in runs if one.play is not None},
    )


def _once(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """A flaw of the base is reported once, not again for each variant."""
    found: dict[tuple[Any, ...], Finding] = {}
    for finding in findings:
        found.setdefault((finding.key, finding.code, repr(finding.data), repr(finding.found)), finding)
    return tuple(found.values())


def begin(scenario: Scenario, variant: Variant) -> Play[Any]:
    """The variant's position, ready for its first decision. Raises BadSetup, BadPosition."""
    return Play.begin(scenario.game, variant.setup, _Draws(scenario.game, variant))


class _Draws:
    """The draws that the scenario names, then those of its seed."""

    def __init__(self, game: Game[Any], variant: Variant) -> None:
        self.game = game
        self.listed = variant.chance
        self.rest = SeededChance(SEED + bytes(str(variant.seed), "ascii"))
        self.used = 0

    def permutation(self, draw: int, size: int) -> Sequence[int]:
        if draw >= len(self.listed):
            return self.rest.permutation(draw, size)
        named = self._take(draw)
        if named == ANY:
            return self.rest.permutation(draw, size)
        if not isinstance(named, list):
            raise CoreError("draw_is_an_order", draw=draw, size=size)
        order = self.game.order_of(named, size) if named and isinstance(named[0], str) else named
        if sorted(order) != list(range(size)):
            raise CoreError("draw_needs_all", draw=draw, size=size, found=len(named))
        return order

    def pick(self, draw: int, size: int) -> int:
        if draw >= len(self.listed):
            return self.rest.pick(draw, size)
        number = self._take(draw)
        if number == ANY:
            return self.rest.pick(draw, size)
        if not isinstance(number, int) or not 0 <= number < size:
            raise CoreError("draw_is_a_number", draw=draw, size=size)
        return number

    def commitment(self) -> str:
        return ""

    def reveal(self) -> str:
        return ""

    def _take(self, draw: int) -> Any:
        self.used = max(self.used, draw + 1)
        return self.listed[draw]


@dataclass
class _Run:
    """One variant being played."""

    scenario: Scenario
    variant: Variant
    findings: list[Finding] = field(default_factory=list)
    checks: int = 0
    play: Play[Any] | None = None
    events: list[Event] = field(default_factory=list)
    """What the present step is about: the events of its decisions, or of the batch before."""

    def __post_init__(self) -> None:
        self.game = self.scenario.game
        self.draws = _Draws(self.game, self.variant)

    def run(self) -> None:
        try:
            self.play = play = Play.begin(self.game, self.variant.setup, self.draws)
        except BadPosition as bad:
            for flaw in bad.flaws:
                self._find((POSITION, *flaw.path), flaw.code, flaw.data, rule=flaw.rule, text=flaw.text)
            return
        except CoreError as error:
            self._problem((), error)
            return
        self.events = play.events
        for step in self.variant.steps:
            if not self._step(play, step):
                return
        if self.draws.used < len(self.variant.chance):
            number = self.draws.used
            self._find(("chance", number), "draw_unused", {}, self.variant.chance[number], None)

    # --- findings -------------------------------------------------------------------------------------------

    def _find(
        self, key: Key, code: str, data: Mapping[str, Any], expected: Any = None, found: Any = None, **more: Any
    ) -> None:
        text = more.pop("text", None)
        if text is not None:
            code, data = "said_elsewhere", {"en": text("en"), "pl": text("pl")}
            more["rule"] = ""
        key, line = self._place(key)
        self.findings.append(Finding(self.variant.name, key, line, code, data, expected, found, **more))

    def _place(self, key: Key) -> tuple[Key, int]:
        whole_file = key[:1] in (("steps",), ("variants",))
        return place_of(self.scenario.toml, [()] if whole_file else self.variant.keys, key)

    def _problem(self, key: Key, error: CoreError) -> None:
        self._find(key, error.code, error.data, text=lambda language: describe(error, language))

    # --- one step -------------------------------------------------------------------------------------------

    def _step(self, play: Play[Any], step: Step) -> bool:
        """Returns False if the variant cannot go on."""
        self._checks(play, step, [check for check in step.expects if check in BEFORE])
        if step.choose and not self._choose(play, step):
            return False
        self._checks(play, step, [check for check in step.expects if check not in BEFORE])
        return True

    def _checks(self, play: Play[Any], step: Step, checks: Iterable[str]) -> None:
        for check in checks:
            try:
                self._check(play, step, check, step.expects[check])
            except CoreError as error:  # what is expected makes no sense here
                self._problem((*step.key, check), error)

    def _choose(self, play: Play[Any], step: Step) -> bool:
        self.events = []
        for number, text in enumerate(step.choose):
            key = (*step.key, "choose") if len(step.choose) == 1 else (*step.key, "choose", number)
            try:
                decision = self._decision(play, text, step.seat)
                if decision is None:
                    self._not_offered(play, key, text)
                    return False
                self.events += play.decide(decision).events
            except IllegalDecision as error:
                words = self.game.words("en", _names(play)), self.game.words("pl", _names(play))
                says = [one.refusal(error.code, error.rule, error.data) for one in words]
                self._find(key, "refused_here", {"en": says[0], "pl": says[1]}, text, error.code, rule=error.rule)
                return False
            except CoreError as error:
                self._problem(key, error)
                return False
        return True

    def _decision(self, play: Play[Any], text: Any, seat: int | None) -> Decision | None:
        """The decision in the text; None if it is a path that is not offered."""
        asked = self._asked(play, seat)
        if isinstance(text, Mapping):
            return as_offered(self.game, play.state, self.game.decode_decision(asked, text))
        if text == DEFAULT:
            return self.game.default(play.state, asked)
        options = self.game.options(play.state, asked)
        return next((option for option in options if " ".join(self.game.parts(option)) == text), None)

    def _asked(self, play: Play[Any], seat: int | None) -> SeatNo:
        """The named seat, by default the one that is asked. Raises CoreError if there is no such seat."""
        if seat is None:
            return next((one.seat for one in self.game.awaiting(play.state)), SeatNo(0))
        if seat >= (seats := play.setup.seats):
            raise CoreError("out_of_range", value=seat, least=0, most=seats - 1)
        return SeatNo(seat)

    def _paths(self, play: Play[Any], seat: int | None) -> list[str]:
        options = self.game.options(play.state, None if seat is None else self._asked(play, seat))
        return [" ".join(self.game.parts(option)) for option in options]

    def _not_offered(self, play: Play[Any], key: Key, text: str) -> None:
        paths = self._paths(play, None)
        if not paths:
            self._find(key, "nobody_decides", {}, text, [])
            return
        self._find(key, "not_offered", {"nearest": nearest(text, paths)}, text, paths[:MAX_LISTED])

    # --- checks ---------------------------------------------------------------------------------------------

    def _check(self, play: Play[Any], step: Step, check: str, expected: Any) -> None:
        key = (*step.key, check)
        match check:
            case "events":
                self._events(key, expected)
            case "exact_events":
                self._exact_events(key, expected)
            case "never":
                self._never(key, expected)
            case "offered" | "not_offered" | "exact_offered":
                self._offered(play, step, check, expected)
            case "refused":
                for number, one in enumerate(expected):
                    self.checks += 1
                    self._refused(play, (*key, number), one, step.seat)
            case "awaiting":
                self._awaiting(play, key, expected)
            case "outcome":
                self._outcome(play, key, expected)
            case "state":
                self._state(key, expected, self.game.encode_state(play.state))
            case "seen":
                for viewer, part in expected.items():
                    seat = self._asked(play, int(viewer)) if viewer.isdecimal() else None
                    self._state((*key, viewer), part, self.game.encode_state(self.game.view(play.state, seat)))

    def _told(self) -> list[dict[str, Any]]:
        """The events of the step as tables; the closing question has its own check."""
        kinds = [self.game.kind_of(event) for event in self.events]
        return [
            {"kind": kind, **self.game.encode_event(event)}
            for kind, event in zip(kinds, self.events, strict=True)
            if kind != "awaiting"
        ]

    def _events(self, key: Key, expected: Iterable[Any]) -> None:
        """Each expected event after the one before it; others may lie between."""
        told, start = self._told(), 0
        for number, one in enumerate(expected):
            self.checks += 1
            at = next((i for i in range(start, len(told)) if matches(_event(one), told[i])), None)
            if at is not None:
                start = at + 1
                continue
            anywhere = any(matches(_event(one), other) for other in told)
            self._find((*key, number), "wrong_order" if anywhere else "wrong_events", {}, one, _like(one, told))

    def _exact_events(self, key: Key, expected: Sequence[Any]) -> None:
        told = self._told()
        self.checks += 1
        for number, one in enumerate(expected):
            if number >= len(told) or not matches(_event(one), told[number]):
                found = told[number] if number < len(told) else None
                self._find((*key, number), "wrong_events", {}, one, found)
                return
        if len(told) > len(expected):
            self._find(key, "extra_event", {}, None, told[len(expected)])

    def _never(self, key: Key, expected: Iterable[Any]) -> None:
        told = self._told()
        for number, one in enumerate(expected):
            self.checks += 1
            for found in told:
                if matches(_event(one), found):
                    self._find((*key, number), "event_occurred", {}, one, found)
                    break

    def _offered(self, play: Play[Any], step: Step, check: str, expected: Iterable[Any]) -> None:
        paths = self._paths(play, step.seat)
        texts = [self._path(play, one, step.seat) for one in expected]
        if check == "exact_offered":
            self.checks += 1
            if sorted(texts) != sorted(paths):
                self._find((*step.key, check), "other_options", {}, sorted(texts), sorted(paths)[:MAX_LISTED])
            return
        for number, text in enumerate(texts):
            self.checks += 1
            fits = [path for path in paths if path == text or path.startswith(f"{text} ")]
            if check == "offered" and not fits:
                data = {"nearest": nearest(text, paths)}
                self._find((*step.key, check, number), "not_offered", data, text, paths[:MAX_LISTED])
            elif check == "not_offered" and fits:
                self._find((*step.key, check, number), "wrongly_offered", {}, text, fits)

    def _path(self, play: Play[Any], one: Any, seat: int | None) -> str:
        if isinstance(one, str):
            return one
        return " ".join(self.game.parts(self.game.decode_decision(self._asked(play, seat), one)))

    def _refused(self, play: Play[Any], key: Key, one: Mapping[str, Any], seat: int | None) -> None:
        """A decision in the notation is really tried; a path is looked up in the game's refusals."""
        seat = one.get("seat", seat)
        text = one["choose"]
        try:
            refusal = self._refusal(play, text, seat)
        except CoreError as error:
            self._problem(key, error)
            return
        if refusal is None:
            self._find(key, "not_refused", {}, text, self._paths(play, seat)[:MAX_LISTED])
            return
        found = dict(zip(("code", "rule", "data"), refusal, strict=True))
        wanted = {name: one[name] for name in ("code", "rule", "data") if name in one}
        if not matches(wanted, found):
            self._find(key, "other_refusal", {}, wanted, found)

    def _refusal(self, play: Play[Any], text: Any, seat: int | None) -> tuple[str, str, Mapping[str, Any]] | None:
        asked = self._asked(play, seat)
        if isinstance(text, str):
            for refusal in self.game.refusals(play.state, asked):
                if " ".join(refusal.parts) == text:
                    return refusal.code, refusal.rule, refusal.data
            return None
        try:
            decision = as_offered(self.game, play.state, self.game.decode_decision(asked, text))
            self.game.decide(play.state, decision, self.draws)
        except IllegalDecision as error:
            return error.code, error.rule, error.data
        return None

    def _awaiting(self, play: Play[Any], key: Key, expected: Any) -> None:
        self.checks += 1
        open_now = [
            {"seat": one.seat, "kind": one.kind, "rule": one.rule, "data": one.data, "optional": one.optional}
            for one in self.game.awaiting(play.state)
        ]
        if expected == "nobody":
            if any(not one["optional"] for one in open_now):
                self._find(key, "other_awaiting", {}, expected, open_now)
        elif not any(matches(expected, one) for one in open_now):
            self._find(key, "other_awaiting", {}, expected, open_now or "nobody")

    def _outcome(self, play: Play[Any], key: Key, expected: Any) -> None:
        self.checks += 1
        outcome = self.game.outcome(play.state)
        found = None if outcome is None else {
            "winner": outcome.winner,
            "ranks": list(outcome.ranks),
            "scores": list(outcome.scores),
            "termination": outcome.termination,
            "automata": [{"name": a.name, "rank": a.rank, "score": a.score} for a in outcome.automata],
        }  # fmt: skip
        for difference in differences(expected, found):
            self._find((*key, *difference.path), "other_outcome", {}, difference.expected, difference.found)

    def _state(self, key: Key, expected: Any, found: Any) -> None:
        self.checks += 1
        for difference in differences(expected, found):
            code = "no_such_state" if difference.missing else "other_state"
            self._find((*key, *difference.path), code, {}, difference.expected, difference.found)


BEFORE = ("offered", "not_offered", "exact_offered", "refused")
"""Checks about the question that is open before the step's decision."""

MAX_LISTED = 12
"""So many of the decisions offered are told."""


def _event(one: Any) -> Any:
    return {"kind": one} if isinstance(one, str) else one


def _like(one: Any, told: Sequence[dict[str, Any]]) -> Any:
    """What happened instead: events of the same kind, or else the kinds that occurred."""
    kind = _event(one)["kind"]
    return [other for other in told if other["kind"] == kind] or [other["kind"] for other in told]


def _names(play: Play[Any]) -> list[str]:
    return [f"#{seat}" for seat in range(play.setup.seats)]
