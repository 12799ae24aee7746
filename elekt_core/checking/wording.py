"""Notation to text and back, records that verify, and words for everything in every language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ..contract import Awaiting, Decision, Event, Game, Outcome, SeatNo, Viewer, Words
from ..errors import IllegalDecision
from ..messages import LANGUAGES, sentence
from ..record.chain import canonical
from ..record.match import Play
from ..record.record import record_of_play
from ..record.redact import redacted_record
from ..record.text import format_record, parse_record
from ..record.verify import verify_record
from ..ruleset import Ruleset
from .findings import Findings, seen_by, shortened

NOTATION, WORDS, RECORD = "notation", "words", "records"
PLAYERS = ("Ann", "Ben", "Cyd", "Dan", "Eva", "Fay", "Gus", "Hal")
KEY = re.compile(r"\b[a-z]+_[a-z_]+\b|[{}]")
"""A key, or a place that nothing was filled into: no sentence has either."""
HIDDEN = re.compile(r"(?<![\w.])-1(?!\w)")


class Wording:
    """Checks a game's words and notation."""

    def __init__(self, game: Game[Any], seats: int, findings: Findings) -> None:
        self.game, self.findings = game, findings
        names = [PLAYERS[seat % len(PLAYERS)] for seat in range(seats)]
        self.words: dict[str, Words] = {}
        for language in LANGUAGES:
            with findings.unbroken(WORDS, "words", f"making words in “{language}”", stops=True):
                self.words[language] = game.words(language, names)

    # --- notation -------------------------------------------------------------------------------------------

    def fact(self, event: Event) -> None:
        """A fact stays the same when written and read."""
        name = type(event).__name__
        with self.findings.unbroken(NOTATION, "encode_event", f"writing {name}", stops=True):
            kind = self.game.kind_of(event)
            payload = self.game.encode_event(event)
        with self.findings.unbroken(NOTATION, "encode_event", f"{name} as JSON without floats"):
            canonical(payload)
        with self.findings.unbroken(NOTATION, "decode_event", f"reading {name} from {shortened(payload)}", stops=True):
            again = self.game.decode_event(kind, self.game.event_versions.get(kind, 1), payload)
        if type(again) is not type(event) or again != event:
            text = f"written and read again, {shortened(event)} is {shortened(again)}"
            self.findings.note(NOTATION, "decode_event", text, subject=name)

    def decision(self, decision: Decision) -> None:
        """A decision stays the same when written and read."""
        with self.findings.unbroken(NOTATION, "encode_decision", f"writing {decision.kind}{decision.choice}"):
            data = self.game.encode_decision(decision)
            canonical(data)
            again = self.game.decode_decision(decision.seat, data)
            if again != decision:
                text = f"written and read again, {shortened(decision)} is {shortened(again)}"
                self.findings.note(NOTATION, "decode_decision", text, subject=decision.kind)

    def record(self, play: Play[Any], viewers: Sequence[Viewer]) -> None:
        """The whole game as a record: it reads as it was written, and everything in it verifies."""
        with self.findings.unbroken(RECORD, "encode_event", "writing a record"):
            text = format_record(record_of_play(play, "00000000-0000-8000-8000-000000000000"))
            record = parse_record(text)
            self._proved(verify_record(record, self.game), "the record", must_have_seed=True)
            for viewer in viewers:
                cut = redacted_record(record, viewer, self.game)
                self._proved(verify_record(cut, self.game), f"the record as {seen_by(viewer)} may have it")

    def _proved(self, result: Any, what: str, must_have_seed: bool = False) -> None:
        for check in result.checks:
            if check.status == "flaw":
                text = f"{what} fails “{check.name}”: {sentence(check.code, check.data)}, {dict(check.data)}"
                self.findings.note(RECORD, METHODS.get(check.name, "decide"), text, subject=check.name)
            elif must_have_seed and check.code == "no_seed":
                text = (
                    f"{what} cannot be proved by its seed: the first fact needs a field `commitment` "
                    "(chance.commitment()), the last one a field `seed` (chance.reveal())"
                )
                self.findings.note(RECORD, "start", text, subject=check.name)

    # --- words ----------------------------------------------------------------------------------------------

    def about_the_game(self, ruleset: Ruleset) -> None:
        for language, words in self.words.items():
            with self.findings.unbroken(WORDS, "words", f"naming the game in “{language}”"):
                self._said(words.title(), f"the title in “{language}”", "title")
                self._sound(words.summary(), f"the summary in “{language}”")
                self._said(words.score_name(), f"what scores are called in “{language}”", "scores")
                self._said(words.ruleset(ruleset.name), f"the ruleset {ruleset.name} in “{language}”")
                self._sound(words.introduction(ruleset.name), f"the introduction in “{language}”")
            for option in ruleset.offered:
                with self.findings.unbroken(WORDS, "words", f"naming the option {option.name} in “{language}”"):
                    self._said(words.option(option.name), f"the option {option.name} in “{language}”", option.name)
                    for value in option.values:
                        name = words.option_value(option.name, value)
                        self._said(name, f"the value {value} of {option.name} in “{language}”")
            for automaton in ruleset.automata:
                with self.findings.unbroken(WORDS, "words", f"naming {automaton} in “{language}”"):
                    self._said(words.automaton(automaton), f"the side {automaton} in “{language}”")

    def event(self, event: Event, known: Event, view: Any, viewer: Viewer) -> None:
        """The line of the log, as a viewer is told it: in all languages or in none."""
        name, texts = type(event).__name__, {}
        for language, words in self.words.items():
            what = f"{name} for {seen_by(viewer)} in “{language}”"
            with self.findings.unbroken(WORDS, "words", f"the sentence for {what}"):
                text = texts[language] = words.event(known, view)
                self._sound(text, f"the sentence for {what}")
                if known != event and HIDDEN.search(text):
                    said = f"the sentence for {what} calls a hidden card -1: {text!r}"
                    self.findings.note(WORDS, "words", said, subject=name)
                pieces = "".join(piece for piece, _card in words.pieces(known, view))
                if pieces != text:
                    said = f"the pieces of {what} are {pieces!r}, the sentence is {text!r}"
                    self.findings.note(WORDS, "pieces", said, subject=name)
        if len({bool(text) for text in texts.values()}) > 1:
            said = f"{name} is told in one language only: {texts}"
            self.findings.note(WORDS, "words", said, subject=f"{name} in one language")

    def question(self, awaiting: Awaiting, view: Any) -> None:
        for language, words in self.words.items():
            what = f"the question “{awaiting.kind}” in “{language}”"
            with self.findings.unbroken(WORDS, "words", what):
                self._said(words.question(awaiting, view), what, awaiting.kind, f"{awaiting.kind}?")

    def offered(self, decision: Decision, view: Any) -> None:
        for language, words in self.words.items():
            what = f"the decision {shortened(decision.kind)}{decision.choice} in “{language}”"
            with self.findings.unbroken(WORDS, "words", what):
                self._said(words.decision(decision, view), what, decision.kind)
                for part in self.game.parts(decision):
                    self._said(words.part(part, view), f"the step {part} in “{language}”", part)

    def refusal(self, error: IllegalDecision) -> None:
        for language, words in self.words.items():
            what = f"the refusal “{error.code}” in “{language}”"
            with self.findings.unbroken(WORDS, "words", what):
                self._said(words.refusal(error.code, error.rule, error.data), what, error.code)

    def refusals(self, view: Any, seat: SeatNo) -> None:
        """The refusals of choices that a seat may look for."""
        with self.findings.unbroken(WORDS, "refusals", f"listing what seat {seat} cannot have"):
            for one in self.game.refusals(view, seat):
                for language, words in self.words.items():
                    said = words.refusal(one.code, one.rule, one.data)
                    self._said(said, f"the refusal “{one.code}” in “{language}”", one.code)

    def ending(self, outcome: Outcome) -> None:
        for language, words in self.words.items():
            what = f"the ending “{outcome.termination}” in “{language}”"
            with self.findings.unbroken(WORDS, "words", what):
                self._said(words.ending(outcome), what, outcome.termination)

    def _said(self, text: str, what: str, *keys: str) -> None:
        """Text is required: neither nothing nor a bare key."""
        if not text.strip():
            self.findings.note(WORDS, "words", f"{what} has no words", subject=what)
        elif text in keys:
            self.findings.note(WORDS, "words", f"{what} has no words but its key, “{text}”", subject=what)
        else:
            self._sound(text, what)

    def _sound(self, text: str, what: str) -> None:
        if found := KEY.search(text):
            said = f"{what} has a key in it, “{found[0]}”: {shortened(text)!r}"
            self.findings.note(WORDS, "words", said, subject=f"{what}{found[0]}")


METHODS = {
    "header": "start",
    "events": "decode_event",
    "fold": "evolve",
    "states": "fingerprint",
    "seed": "start",
    "decisions": "decide",
}
"""Where to look for what a check of ``verify`` found."""
