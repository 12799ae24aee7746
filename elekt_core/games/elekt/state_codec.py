"""States as readable JSON for programs, and as canonical bytes for the state hash (docs/notation.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from ...contract import Json
from ...kit.notation import many
from ...kit.position_shape import Piece, Place, Position, Side
from ...kit.states import arranged
from ...record.chain import compact
from .codec import DIRECTION_WORDS, Codec
from .events import Phase
from .houses.solo import HOUSES, Solo
from .rulesets import is_solo
from .state import State
from .vocabulary import ATTRIBUTES, DECKS, NONE, ZONES

if TYPE_CHECKING:
    from .card_lists import Expansion

PUBLIC_CONTEXT: Final = ("card", "zone", "attribute", "unit", "by", "with", "number", "seats")
"""Arguments of a step that explain a question."""


class StateCodec:
    """Writers of states for one card set."""

    def __init__(self, codec: Codec, expansions: Sequence[Expansion] = ()) -> None:
        self.codec = codec
        self.expansions = expansions
        self.names = codec.names
        self.card = codec.card[0]
        self.cards = many(codec.card)[0]
        self.phase = codec.notation.writer(Phase)
        steps = {"step": codec.mark_step, "agenda": codec.mark_agenda}
        self.words = {cls: word for word, cls in codec.course.kinds.items()}
        self._arranged = arranged(LAYOUT, {"tokens": lambda tokens: tokens.hex(), **steps})

    def about(self, state: State) -> Json:
        """The public context of the open question: the arguments of the step that asks."""
        return {word: value for word, value in self.codec.write_step(state.step).items() if word in PUBLIC_CONTEXT}

    def describe(self, s: State) -> Position:
        """The places are the Zones: the card on the board, and a row of Units for each seat. Piles are from the top."""
        decks = {f"{word}_deck": self.cards(deck[::-1]) for word, deck in zip(DECKS, s.decks, strict=True)}
        return Position(
            ruleset=s.created.ruleset if s.created else None,
            round=s.round,
            phase=self.phase(s.phase),
            seats=[self._side(s, seat) for seat in range(s.seats)],
            piles={**decks, "discard": self.cards(s.discard[::-1]), "removed": self.cards(s.removed)},
            places={word: self._zone(s, zone) for zone, word in enumerate(ZONES)},
            counts={**dict(zip(ATTRIBUTES, s.pool, strict=True)), "heat": s.heat_pool},
            game={
                "sceptre": {
                    "holder": None if s.holder == NONE else s.holder,
                    "direction": DIRECTION_WORDS[s.direction],
                    "order": list(s.order),
                },
                "titles_to_win": s.created.titles_to_win if s.created else None,
                "basics": list(s.basics),
                "solo": self._solo(s.solo) if s.solo else None,
                **self._added(s),
            },
        )

    def _zone(self, s: State, zone: int) -> Place:
        card = s.face_up[zone]
        return Place(
            cards=[] if card == NONE else [self.card(card)],
            rows=[[self._unit(s, unit) for unit in s.row(zone, seat)] for seat in range(s.seats)],
        )

    def _unit(self, s: State, unit: int) -> Piece:
        tokens = {word: n for word, n in zip(ATTRIBUTES, s.tokens_on(unit), strict=True) if n}
        return Piece(card=self.names[unit], counts=tokens, game={"suppressed": bool(s.suppressed >> unit & 1)})

    def _side(self, s: State, seat: int) -> Side:
        is_houses = seat == HOUSES and s.created is not None and is_solo(s.created.ruleset)
        piles = {"acquired": self.cards(s.acquired[seat]), "drawn": self.cards(s.drawn if s.drawn_by == seat else ())}
        counts = {"heat": s.heat[seat], "assigned": s.assigned[seat]}
        if is_houses and s.solo is not None:
            piles["face_down"] = self.cards((*s.solo.won, *s.solo.drawn))
            counts |= {"seals": s.solo.seals, "titles_without_card": s.solo.counted}
        return Side(
            seat=seat,
            automaton="houses" if is_houses else None,
            conceded=s.gave_up(seat),
            score=s.titles[seat],
            hand=self.cards(s.hands[seat]),
            piles=piles,
            counts=counts,
            game={"passed": bool(s.passed[seat])},
        )

    def _solo(self, solo: Solo) -> Json:
        """What a solo game has beyond what the Houses have."""
        return {
            "level": solo.level,
            "last_zone": None if solo.memory == NONE else ZONES[solo.memory],
            "set_aside": dict(zip(ATTRIBUTES, solo.set_aside, strict=True)),
        }

    def _added(self, s: State) -> Json:
        """What expansions keep, each under its name."""
        return {x.name: x.show(s.added[x.name], self.card) for x in self.expansions if x.show and x.name in s.added}

    def fingerprint(self, s: State) -> bytes:
        """The whole state as one JSON array without spaces (docs/notation.md); nothing that affects play is left
        out."""
        whole: list[Any] = self._arranged(s)
        if s.solo is not None:
            whole.append(s.solo)
        if s.basics:
            whole.append({"basics": s.basics})
        if s.added:
            whole.append({"added": dict(s.added)})
        if self.codec.bounded:
            whole.append({"uses": s.uses})
        return compact(whole)


LAYOUT: Final = (
    "created",
    (
        "draws",
        "round",
        "phase",
        "holder",
        "direction",
        "heat_pool",
        "drawn_by",
        "crowned",
        "conceded",
        "herald",
    ),
    "decks",
    "aside",
    "removed",
    "face_up",
    "discard",
    "hands",
    "drawn",
    "rows",
    "tokens",
    "pool",
    "suppressed",
    "heat",
    "acquired",
    "titles",
    "assigned",
    "passed",
    ("used_round", "used_game", "skips"),
    ("asked", "question", "step", "agenda"),
    "ended",
)
"""The fields in a fingerprint."""
