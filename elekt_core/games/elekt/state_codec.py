"""States as readable JSON for programs, and as canonical bytes for the state hash (docs/notation.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from ...chain import compact
from ...contract import Json
from .codec import DIRECTION_WORDS, Codec, maybe
from .houses.solo import Solo
from .state import State
from .vocabulary import ATTRIBUTES, NONE, PHASES, ZONES

if TYPE_CHECKING:
    from .expansion import Expansion

PUBLIC_CONTEXT: Final = ("card", "zone", "attribute", "unit", "by", "with", "number", "seats")
"""Arguments of a step that explain a question."""


class StateCodec:
    """Writers of states for one card set."""

    def __init__(self, codec: Codec, expansions: Sequence[Expansion] = ()) -> None:
        self.codec = codec
        self.expansions = expansions
        self.names = codec.names
        self.card = codec.fields["card"][0]
        self.cards = codec.fields["cards"][0]

    def about(self, state: State) -> Json:
        """The public context of the open question: the arguments of the step that asks."""
        return {word: value for word, value in self.codec.write_step(state.step).items() if word in PUBLIC_CONTEXT}

    def encode_state(self, s: State) -> Json:
        """A state, or a view, for programs: cards by name, ``null`` for an unknown one."""
        names, cards = self.card, self.cards
        zones = {
            word: {
                "face_up": names(s.face_up[z]),
                "deck": len(s.decks[z]),
                "rows": [[self._unit(s, unit) for unit in s.row(z, seat)] for seat in range(s.seats)],
            }
            for z, word in enumerate(ZONES)
        }
        players = [
            {
                "seat": seat,
                "hand": cards(s.hands[seat]),
                "heat": s.heat[seat],
                "titles": s.titles[seat],
                "acquired": cards(s.acquired[seat]),
                "assigned": s.assigned[seat],
                "passed": bool(s.passed[seat]),
                "conceded": s.gave_up(seat),
            }
            for seat in range(s.seats)
        ]
        return {
            "ruleset": s.created.ruleset if s.created else None,
            "round": s.round,
            "phase": None if s.phase == NONE else PHASES[s.phase],
            "sceptre": {"holder": maybe(s.holder), "direction": DIRECTION_WORDS[s.direction], "order": list(s.order)},
            "zones": zones,
            "players": players,
            "drawn": {"seat": s.drawn_by, "units": cards(s.drawn)} if s.drawn else None,
            "elite_deck": len(s.decks[3]),
            "discard": cards(s.discard),
            "removed": cards(s.removed),
            "pool": dict(zip(ATTRIBUTES, s.pool, strict=True)),
            "heat_pool": s.heat_pool,
            "titles_to_win": s.created.titles_to_win if s.created else None,
            "question": {"seat": s.asked, "kind": s.question, **self.about(s)} if s.question else None,
            "ended": self.codec.encode_event(s.ended) if s.ended else None,
            **({"basics": list(s.basics)} if s.basics else {}),
            **self._added(s),
            **({"solo": self._solo(s.solo)} if s.solo else {}),
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
        whole: list[Any] = [
            list(s.created) if s.created else None,
            [
                s.draws,
                s.round,
                s.phase,
                s.holder,
                s.direction,
                s.heat_pool,
                s.drawn_by,
                s.crowned,
                s.conceded,
                s.herald,
            ],
            s.decks,
            s.aside,
            s.removed,
            s.face_up,
            s.discard,
            s.hands,
            s.drawn,
            s.rows,
            s.tokens.hex(),
            list(s.pool),
            s.suppressed,
            list(s.heat),
            s.acquired,
            s.titles,
            list(s.assigned),
            list(s.passed),
            [s.used_round, s.used_game, s.skips],
            [s.asked, s.question, s.step, s.agenda],
            list(s.ended) if s.ended else None,
        ]
        if s.solo is not None:
            whole.append(list(s.solo))
        if s.basics:
            whole.append({"basics": s.basics})
        if s.added:
            whole.append({"added": dict(s.added)})
        if self.codec.bounded:
            whole.append({"uses": s.uses})
        return compact(whole)
