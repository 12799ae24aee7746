"""States as readable JSON for programs, and as canonical bytes for the state hash (docs/notation.md)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from ...contract import Json
from ...kit.notation import many
from ...kit.states import Part, arranged, state_writer
from ...record.chain import compact
from .codec import DIRECTION_WORDS, Codec
from .houses.solo import Solo
from .state import State
from .vocabulary import ATTRIBUTES, ELITE_DECK, NONE, ZONES

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
        self.encode_state = self._writer()
        steps = {"step": codec.mark_step, "agenda": codec.mark_agenda}
        self.words = {cls: word for word, cls in codec.course.kinds.items()}
        self._arranged = arranged(LAYOUT, {"tokens": lambda tokens: tokens.hex(), **steps})

    def about(self, state: State) -> Json:
        """The public context of the open question: the arguments of the step that asks."""
        return {word: value for word, value in self.codec.write_step(state.step).items() if word in PUBLIC_CONTEXT}

    def _writer(self) -> Callable[[State], Json]:
        """A state, or a view, for programs: cards by name, ``null`` for an unknown one."""
        parts: dict[str, Part] = {
            "ruleset": lambda s: s.created.ruleset if s.created else None,
            "round": "round",
            "phase": "phase",
            "sceptre": lambda s: {
                "holder": None if s.holder == NONE else s.holder,
                "direction": DIRECTION_WORDS[s.direction],
                "order": list(s.order),
            },
            "zones": lambda s: {word: self._zone(s, zone) for zone, word in enumerate(ZONES)},
            "players": lambda s: [self._player(s, seat) for seat in range(s.seats)],
            "drawn": lambda s: {"seat": s.drawn_by, "units": self.cards(s.drawn)} if s.drawn else None,
            "elite_deck": lambda s: len(s.decks[ELITE_DECK]),
            "discard": "discard",
            "removed": "removed",
            "pool": lambda s: dict(zip(ATTRIBUTES, s.pool, strict=True)),
            "heat_pool": "heat_pool",
            "titles_to_win": lambda s: s.created.titles_to_win if s.created else None,
            "question": lambda s: {"seat": s.asked, "kind": s.question, **self.about(s)} if s.question else None,
            "ended": lambda s: self.codec.notation.encode_event(s.ended) if s.ended else None,
        }
        write = state_writer(self.codec.notation, State, parts)

        def encode(s: State) -> Json:
            written = dict(write(s))
            if s.basics:
                written["basics"] = list(s.basics)
            if s.added:
                written |= self._added(s)
            if s.solo:
                written["solo"] = self._solo(s.solo)
            return written

        return encode

    def _zone(self, s: State, zone: int) -> Json:
        return {
            "face_up": self.card(s.face_up[zone]),
            "deck": len(s.decks[zone]),
            "rows": [[self._unit(s, unit) for unit in s.row(zone, seat)] for seat in range(s.seats)],
        }

    def _player(self, s: State, seat: int) -> Json:
        return {
            "seat": seat,
            "hand": self.cards(s.hands[seat]),
            "heat": s.heat[seat],
            "titles": s.titles[seat],
            "acquired": self.cards(s.acquired[seat]),
            "assigned": s.assigned[seat],
            "passed": bool(s.passed[seat]),
            "conceded": s.gave_up(seat),
        }

    def _solo(self, solo: Solo) -> Json:
        """What the Houses have besides what every player has."""
        return {
            "level": solo.level,
            "seals": solo.seals,
            "face_down": self.cards((*solo.won, *solo.drawn)),
            "titles_without_card": solo.counted,
            "last_zone": None if solo.memory == NONE else ZONES[solo.memory],
            "set_aside": dict(zip(ATTRIBUTES, solo.set_aside, strict=True)),
        }

    def _added(self, s: State) -> Json:
        """What expansions keep, each under its name."""
        return {x.name: x.show(s.added[x.name], self.card) for x in self.expansions if x.show and x.name in s.added}

    def _unit(self, s: State, unit: int) -> Json:
        tokens = {word: n for word, n in zip(ATTRIBUTES, s.tokens_on(unit), strict=True) if n}
        return {"unit": self.names[unit], "tokens": tokens, "suppressed": bool(s.suppressed >> unit & 1)}

    def fingerprint(self, s: State) -> bytes:
        """The whole state as one JSON array without spaces (docs/notation.md); nothing that bears on play is left
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
