"""A lesson from its file: the coach finds what to say in the events and in the open question."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ....contract import Decision, Event, Game, SeatNo, Setup
from ....lesson import Advice, Coaching, Lesson, Tip, Topic
from .. import events as e
from ..state import State
from ..vocabulary import PHASES
from .tutor import Tutor


def load_course(name: str) -> Mapping[str, Any]:
    """The file of a lesson that ships with the game."""
    return tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text(encoding="utf-8"))


class Course(Lesson):
    """A duel against the tutor, starting from the position in the file."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.id = data["id"]
        self.minutes = data["minutes"]
        self.seat = SeatNo(0)
        self.setup = Setup("elekt", "elekt-2e-r2", 2, {"position": data["position"]})
        self.tutor = Tutor(part_round=data["position"]["round"], **data["tutor"])

    def title(self, language: str) -> str:
        return str(self.data["title"][language])

    def summary(self, language: str) -> str:
        return str(self.data["summary"][language])

    def coach(
        self,
        game: Game[Any],
        events: Sequence[Event],
        view: State,
        options: Sequence[Decision],
        language: str,
    ) -> Coaching:
        return Coaching(
            tips=tuple(self._tips(events, language)),
            advice=self._advice(game, view, options, language) if options else None,
            topics=tuple(
                Topic(topic["id"], topic["title"][language], topic["rules"][0], self._learned(topic["id"], events))
                for topic in self.data["topic"]
            ),
        )

    # --- what has just happened for the first time ------------------------------------------------------------

    def _tips(self, events: Sequence[Event], language: str) -> Iterable[Tip]:
        since, found = self._since(events), []
        for first in self.data["first"]:
            at = next((i for i, event in enumerate(events) if self._is(event, first)), None)
            if at is not None and at >= since:
                found.append((at, first))
        for _at, first in sorted(found, key=lambda pair: pair[0]):
            yield Tip(first["title"][language], first["text"][language], tuple(first["rules"]))

    def _since(self, events: Sequence[Event]) -> int:
        """The index of the first event after the learner's last decision."""
        asked = [i for i, event in enumerate(events[:-1]) if isinstance(event, e.Awaiting) and event.seat == self.seat]
        return asked[-1] + 1 if asked else 0

    def _is(self, event: Event, wanted: Mapping[str, Any]) -> bool:
        if not isinstance(event, e.KINDS[wanted["event"]]):
            return False
        if isinstance(event, e.PhaseStarted):
            return bool(PHASES[event.phase] == wanted["phase"])
        who = wanted.get("who")
        return who is None or (_actor(event) == self.seat) == (who == "me")

    # --- what to do now ------------------------------------------------------------------------------------------

    def _advice(self, game: Game[Any], view: State, options: Sequence[Decision], language: str) -> Advice | None:
        """The first moment of the file that matches the question, the round, the Unit, and a path that is offered."""
        asked = next(iter(game.awaiting(view)), None)
        unit = "" if asked is None else str(asked.data.get("card", ""))
        for moment in self.data["moment"]:
            if moment["question"] != options[0].kind or moment.get("round", view.round) != view.round:
                continue
            if moment.get("unit", unit) != unit:
                continue
            path = tuple(moment.get("try", "").split())
            if path and not any(game.parts(option)[: len(path)] == path for option in options):
                continue
            hint = moment["hint"][language] if path else ""
            return Advice(moment["text"][language], hint, path, tuple(moment["rules"]))
        return None

    # --- what has been learned -----------------------------------------------------------------------------------

    def _learned(self, topic: str, events: Sequence[Event]) -> bool:
        return any(self._shows(topic, event) for event in events)

    def _shows(self, topic: str, event: Event) -> bool:
        match topic:
            case "phases":
                return isinstance(event, e.PhaseStarted) and PHASES[event.phase] == "round_end"
            case "confrontations":
                return isinstance(event, e.ConfrontationWon)
            case "tokens":
                return isinstance(event, e.TokenAttached) and event.seat == self.seat
            case "saving":
                return isinstance(event, e.UnitSaved)
            case "titles":
                return isinstance(event, e.TitlesChanged)
        raise AssertionError(f"a topic that nothing shows: {topic}")


def _actor(event: Event) -> int:
    """The seat that caused the event."""
    for field in ("winner", "seat"):
        if hasattr(event, field):
            return int(getattr(event, field))
    return -1
