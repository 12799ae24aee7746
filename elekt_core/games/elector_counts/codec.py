"""Notation: what the types of facts and state leave open: steps, sites, and the order of all fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ...contract import Json
from ...kit.agenda import as_objects, as_rows
from ...kit.notation import Notation, Pair, as_it_is
from ...kit.states import count, fingerprint, state_writer
from . import events as e
from .agenda import KINDS, WORDS, Support
from .cards import CardSet
from .play import QUESTIONS
from .state import DOWN, NONE, Site, State, Unit
from .support import WORDS as TARGETS


class Codec:
    """Writers and readers for one card set."""

    def __init__(self, cards: CardSet) -> None:
        self._cards = cards
        self._names = [card.id for card in cards.cards]
        self._numbers = cards.ids
        own = {"question": (as_it_is, _read_question), "targets": (as_it_is, as_it_is)}
        self.notation = Notation(e.KINDS, self._names, own, steps=self._steps)
        self._card = self.notation.card[0]
        self.encode_state = self._state_writer()

    # --- steps ----------------------------------------------------------------------------------------------

    def _steps(self, notation: Notation) -> Pair:
        """The targets of a support card are written by its effects."""
        write, read = as_objects(KINDS, notation)

        def write_step(step: Any) -> Json:
            written = write(step)
            return {**written, "targets": self._write_targets(step)} if type(step) is Support else written

        def read_step(data: Json) -> Any:
            step = read(data)
            return step._replace(targets=self._read_targets(step.targets)) if type(step) is Support else step

        return write_step, read_step

    def _write_targets(self, step: Support) -> list[Any]:
        effects = self._cards.cards[step.card].effects
        return [
            [
                {word: value if word in ("seat", "unit") else self._names[value]}
                for word, value in zip(TARGETS[effect.op], target, strict=False)
            ]
            for effect, target in zip(effects, step.targets, strict=True)
        ]

    def _read_targets(self, targets: Any) -> tuple[tuple[int, ...], ...]:
        return tuple([tuple([self._read_target(one) for one in target]) for target in targets])

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
        step = dict(self.notation.step[0](s.step))
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

mark_step, mark_agenda = as_rows(WORDS)

fingerprint_of: Final = fingerprint(
    LAYOUT,
    {
        "sites": lambda sites: [[location, *site] for location, site in sites.items()],
        "step": mark_step,
        "agenda": mark_agenda,
        "past": lambda past: [situation.digest for situation in past],
    },
)


def _int(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(value)
    return value


def _read_question(word: Any) -> str:
    if word not in QUESTIONS:
        raise ValueError(word)
    return str(word)
