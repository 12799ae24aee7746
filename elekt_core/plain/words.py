"""The words of a plain game: texts by key, filled with the fact's fields and the choice."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from ..contract import UNKNOWN, Awaiting, Decision, Event, Json, Outcome
from ..ruleset import Value

NOBODY = -2
"""A seat that is none (UNKNOWN is a card that one may not know)."""

USUAL: Mapping[str, Mapping[str, str]] = {
    "en": {
        "over": "The game was played to its end.",
        "forfeit": "Somebody conceded.",
        "scores": "Points",
        "game_over": "The game is over.",
        "not_your_turn": "It is not your turn, or you have a different decision to make.",
        "has_conceded": "You have already conceded.",
        "seat_conceded": "{seat} conceded.",
        "out": "Out",
        "not_offered": "This choice is not possible now.",
        "malformed": "The decision cannot be read.",
    },
    "pl": {
        "over": "Grę rozegrano do końca.",
        "forfeit": "Ktoś się poddał.",
        "scores": "Punkty",
        "game_over": "Gra jest skończona.",
        "not_your_turn": "To nie twoja kolej albo masz teraz do podjęcia inną decyzję.",
        "has_conceded": "Poddanie się jest już zapisane.",
        "seat_conceded": "{seat} poddaje się.",
        "out": "Poza grą",
        "not_offered": "Tego teraz nie można wybrać.",
        "malformed": "Nie da się odczytać decyzji.",
    },
}
"""What every plain game can say, until it says it otherwise."""


def label(texts: Mapping[str, str], field: str) -> str:
    """The name of a state's field on the board."""
    return texts.get(field, field.replace("_", " ").capitalize())


class PlainWords:
    """``Words`` made from texts. The keys:

    * ``title``, ``summary``: the game;
    * the kind of a fact, ``card_played``: its sentence, ``"{seat} played {card}."``; no text, no line in the log;
    * the kind of a question, ``play?``: the question;
    * the kind of a decision, ``play``: its label, ``"Play {0}"``;
    * a code of a refusal, ``not_offered``; ``over`` and ``forfeit``: why a game is over;
    * a field of the state: its label on the board.

    A key without a text has the usual one, or stands for itself.
    """

    def __init__(
        self,
        game: str,
        texts: Mapping[str, str],
        names: Sequence[str],
        kind_of: Callable[[Event], str],
        seats: Mapping[type, Collection[str]],
    ) -> None:
        """``seats`` are the fields of each kind of fact that name a seat."""
        self._game, self._texts, self._names, self._kind_of, self._seats = game, texts, names, kind_of, seats

    def title(self) -> str:
        return self._texts.get("title", self._game)

    def summary(self) -> str:
        return self._texts.get("summary", "")

    def event(self, event: Event, after: Any) -> str:
        text = self._texts.get(self._kind_of(event), "")
        fields = zip(event._fields, event, strict=True)  # type: ignore[attr-defined]  # a NamedTuple
        seats = self._seats[type(event)]
        return text.format_map({name: self._value(value, name in seats) for name, value in fields})

    def pieces(self, event: Event, after: Any) -> tuple[tuple[str, str], ...]:
        text = self.event(event, after)
        return ((text, ""),) if text else ()

    def question(self, awaiting: Awaiting, view: Any) -> str:
        return self._text(f"{awaiting.kind}?")

    def decision(self, decision: Decision, view: Any) -> str:
        return self._text(decision.kind).format(*decision.choice)

    def part(self, part: str, view: Any) -> str:
        kind, _, choice = part.partition(":")
        return self._text(kind).format(*choice.split("."))

    def refusal(self, code: str, rule: str, data: Json) -> str:
        return self._text(code)

    def ending(self, outcome: Outcome) -> str:
        return self._text(outcome.termination)

    def ruleset(self, name: str) -> str:
        return self._texts.get(name, self.title())

    def introduction(self, ruleset: str) -> str:
        return ""

    def option(self, name: str) -> str:
        return self._text(name)

    def option_value(self, name: str, value: Value) -> str:
        return str(value)

    def automaton(self, name: str) -> str:
        return self._text(name)

    def score_name(self) -> str:
        return self._text("scores")

    def _text(self, key: str) -> str:
        return self._texts.get(key, key)

    def _value(self, value: Any, is_seat: bool) -> str:
        if is_seat:
            return str(self._names[value]) if value >= 0 else "–"
        if isinstance(value, tuple):
            return " ".join(self._value(one, False) for one in value)
        return "?" if value == UNKNOWN else "–" if value == NOBODY else str(value)
