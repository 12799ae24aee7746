"""Notation for what the types of facts and state leave open: steps, sites, and the order of all fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ...contract import Json
from ...kit.agenda import as_objects, as_rows
from ...kit.notation import Notation, Pair, as_it_is
from ...kit.position_shape import Piece, Place, Position, Side
from ...kit.states import fingerprint
from . import events as e
from .agenda import KINDS, WORDS, Support
from .cards import CardSet
from .play import QUESTIONS, points
from .state import DOWN, NONE, Site, State, Unit
from .support import WORDS as TARGETS


class Codec:
    """Writers and readers for one card set."""

    def __init__(self, cards: CardSet) -> None:
        self._cards = cards
        self.names = [card.id for card in cards.cards]
        self._numbers = cards.ids
        own = {"question": (as_it_is, _read_question), "targets": (as_it_is, as_it_is)}
        self.notation = Notation(e.KINDS, self.names, own, steps=self._steps)
        self._card = self.notation.card[0]

    # --- steps ----------------------------------------------------------------------------------------------

    def _steps(self, notation: Notation) -> Pair:
        """The targets of a support card are written according to its effects."""
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
                {word: value if word in ("seat", "unit") else self.names[value]}
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

    def describe(self, s: State) -> Position:
        """The places are the locations, in the order in which they were played; a row has one seat's attackers or
        defenders."""
        if s.created is None:
            return Position()
        reached = points(self._cards, s)
        return Position(
            ruleset=s.game.ruleset,
            round=s.turns,
            phase="end" if s.end_phase else "main",
            seats=[self._seat(s, seat, reached[seat]) for seat in range(s.seats)],
            piles={
                "deck": self._cards_of(s.deck[::-1]),
                "discard": self._cards_of(s.discard[::-1]),
                "played": self._cards_of(s.played),
            },
            places={self.names[location]: self._site(s, location, site) for location, site in s.sites.items()},
            counts={"pool": s.pool},
            game={
                "first": _seat(s.first),
                "turn": _seat(s.turn),
                "end_card_revealed": s.end_revealed,
                "conflict": self._card(s.conflict),
                "bonus": {"attack": s.bonus[0], "defence": s.bonus[1]},
            },
        )

    def _seat(self, s: State, seat: int, reached: int) -> Side:
        return Side(
            seat=seat,
            conceded=s.gave_up(seat),
            score=reached,
            hand=self._cards_of(s.hands[seat]),
            piles={"reserve": self._cards_of(s.reserves[seat]), "support": self._cards_of(s.laid[seat])},
            counts={
                "shillings": s.shillings[seat],
                "sieges_left": s.game.sieges - s.sieges(seat),
                "fortifications_left": s.game.fortifications - s.forts(seat),
            },
        )

    def _site(self, s: State, location: int, site: Site) -> Place:
        rows: list[list[Piece]] = [[] for _ in range(s.seats)]
        rows[site.owner] = [self._piece(unit) for unit in site.defenders]
        if site.attacker != NONE:
            rows[site.attacker] = [self._piece(unit) for unit in site.attackers]
        return Place(
            rows=rows,
            owner=site.owner,
            counts={"siege": int(site.siege), "fortification": int(site.fort)},
            game={"attacker": _seat(site.attacker)},
        )

    def _piece(self, unit: Unit) -> Piece:
        return Piece(card=self._card(unit.card), face_up=unit.face != DOWN, game={"unit": unit.number})

    def _cards_of(self, cards: Sequence[int]) -> list[str | None]:
        return list(map(self._card, cards))

    def about(self, s: State) -> Json:
        """What the open question is about: the arguments of the step that asks."""
        return {name: value for name, value in self.notation.step[0](s.step).items() if name not in ("step", "seat")}


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


def _seat(seat: int) -> int | None:
    return None if seat == NONE else seat


def _int(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(value)
    return value


def _read_question(word: Any) -> str:
    if word not in QUESTIONS:
        raise ValueError(word)
    return str(word)
