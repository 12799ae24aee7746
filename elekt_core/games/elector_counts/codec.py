"""Notation: what the types of facts and state leave open: steps, sites, and the order of all fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from ...contract import Json
from ...kit.notation import Notation, as_it_is
from ...kit.states import count, fingerprint, state_writer
from . import events as e
from .cards import CardSet
from .events import Step
from .play import FIELDS, RULES
from .state import DOWN, NONE, Site, State, Unit
from .support import WORDS


class Codec:
    """Writers and readers for one card set."""

    def __init__(self, cards: CardSet) -> None:
        self._cards = cards
        self._names = [card.id for card in cards.cards]
        self._numbers = cards.ids
        step = (self._write_step, self._read_step)
        self.notation = Notation(e.KINDS, self._names, {"step": step, "question": (as_it_is, _read_question)})
        self._card = self.notation.card[0]
        self.encode_state = self._state_writer()

    # --- steps ----------------------------------------------------------------------------------------------

    def _write_step(self, step: Step) -> Json:
        """``{"step": word, "seat": n, argument: value, ...}``."""
        if not step:
            return {}
        word, seat, *arguments = step
        written: dict[str, Any] = {"step": word, "seat": seat}
        for name, value in zip(FIELDS[word], arguments, strict=True):
            if name == "targets":
                written[name] = self._write_targets(written["card"], value)
            elif name not in ("card", "location"):
                written[name] = value
            elif value != NONE:
                written[name] = self._names[value]
        return written

    def _read_step(self, data: Json) -> Step:
        if not data:
            return ()
        word = data["step"]
        values: list[Any] = []
        for name in FIELDS[word]:
            if name == "targets":
                values.append(tuple([tuple([self._read_target(one) for one in target]) for target in data[name]]))
            elif name in ("card", "location"):
                values.append(self._numbers[data[name]] if name in data else NONE)
            else:
                values.append(_int(data[name]))
        return (word, _int(data["seat"]), *values)

    def _write_targets(self, card: str, targets: Sequence[Sequence[int]]) -> list[Any]:
        effects = self._cards.cards[self._numbers[card]].effects
        return [
            [
                {word: value if word in ("seat", "unit") else self._names[value]}
                for word, value in zip(WORDS[effect.op], target, strict=False)
            ]
            for effect, target in zip(effects, targets, strict=True)
        ]

    def _read_target(self, target: Mapping[str, Any]) -> int:
        ((word, value),) = target.items()
        return _int(value) if word in ("seat", "unit") else self._numbers[value]

    # --- states ---------------------------------------------------------------------------------------------

    def _state_writer(self) -> Callable[[State], Json]:
        """A (viewer's) state as JSON. Lists by seat, hands by the order in which cards came, piles from the top."""
        written = state_writer(
            self.notation,
            State,
            {
                "ruleset": lambda s: s.game.ruleset,
                "seats": lambda s: s.seats,
                "first": lambda s: s.first,
                "turn": "turn",
                "turns": "turns",
                "end_card_revealed": "end_revealed",
                "end_phase": "end_phase",
                "pool": "pool",
                "shillings": "shillings",
                "sieges_left": lambda s: [s.game.sieges - s.sieges(seat) for seat in range(s.seats)],
                "fortifications_left": lambda s: [s.game.fortifications - s.forts(seat) for seat in range(s.seats)],
                "hands": "hands",
                "reserves": "reserves",
                "support": "laid",
                "played": "played",
                "locations": lambda s: [self._site(location, site) for location, site in s.sites.items()],
                "deck": count("deck"),
                "discard": lambda s: [self._card(card) for card in s.discard[::-1]],
                "conflict": "conflict",
                "bonus": lambda s: list(s.bonus),
                "conceded": lambda s: [seat for seat in range(s.seats) if s.gave_up(seat)],
                "awaiting": lambda s: self.about(s) if s.question else None,
                "ended": lambda s: None if s.ended is None else self.notation.encode_event(s.ended),
            },
        )
        return lambda s: {} if s.created is None else written(s)

    def _site(self, location: int, site: Site) -> Json:
        return {
            "location": self._card(location),
            "owner": site.owner,
            "attacker": None if site.attacker == NONE else site.attacker,
            "siege": site.siege,
            "fortification": site.fort,
            "attackers": [self._unit(unit) for unit in site.attackers],
            "defenders": [self._unit(unit) for unit in site.defenders],
        }

    def _unit(self, unit: Unit) -> Json:
        return {"unit": unit.number, "card": self._card(unit.card), "face_up": unit.face != DOWN}

    def about(self, s: State) -> Json:
        """The open question: who, which, and the arguments of the step that asks."""
        step = dict(self._write_step(s.step))
        step.pop("step")
        step.pop("seat")
        return {"seat": s.asked, "question": s.question, **step}


LAYOUT: Final = (
    "created",
    ("draws", "first", "turn", "turns", "end_revealed", "end_phase", "conceded", "units"),
    ("hands", "reserves", "laid", "played", "shillings", "pool", "sites", "deck", "discard"),
    ("conflict", "bonus", "asked", "question", "step", "agenda"),
    "ended",
    "past",
)
"""The fingerprint: each site is [location, owner, attacker, siege, fortification, attackers, defenders], each unit
[number, card, face, known], each turn of the End phase its digest (hex). Cards are their places in the card list, from
0; piles from the bottom; nobody is -2, an unknown card -1; ``units`` counts those that were put down."""

fingerprint_of: Final = fingerprint(
    LAYOUT,
    {
        "sites": lambda sites: [[location, *site] for location, site in sites.items()],
        "past": lambda past: [situation.digest for situation in past],
    },
)


def _int(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(value)
    return value


def _read_question(word: Any) -> str:
    if word not in RULES:
        raise ValueError(word)
    return str(word)
