"""Decisions as readable JSON and back, and as paths of parts (``decisions`` shows each shape)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...contract import Decision, Json, SeatNo
from ...errors import MalformedDecision
from .codec import Codec
from .decisions import CODES, KINDS
from .houses.solo import LOSSES
from .vocabulary import ATTRIBUTES, DIRECTIONS, ZONES


class DecisionCodec:
    """Writers and readers of decisions for one card set."""

    def __init__(self, codec: Codec) -> None:
        self.codec = codec
        self.names = codec.names
        self.ids = codec.ids

    def encode_decision(self, decision: Decision) -> Json:
        return {"kind": decision.kind, **self._encode_choice(decision.kind, decision.choice)}

    def _encode_choice(self, kind: str, c: tuple[Any, ...]) -> dict[str, Any]:
        names = self.names
        match kind:
            case "set_direction":
                return {"direction": c[0]}
            case "recruit":
                return {"option": c[0]}
            case "assign_or_pass":
                return {"unit": names[c[0]], "zone": ZONES[c[1]]} if c else {"pass": True}
            case "use_instant" | "use_optional":
                return {"use": True, "targets": self.codec.write_targets(c[1:])} if c else {"use": False}
            case "tie_winner":
                return {"player": c[0]}
            case "attach_tokens":
                return {"tokens": [{"attribute": ATTRIBUTES[x], "unit": names[unit]} for x, unit in c]}
            case "swap_units":
                return {"unit": names[c[0]], "with": names[c[1]]} if c else {"unit": None}
            case "annihilate_unit":
                return {"unit": names[c[0]] if c else None}
            case "choose_victim":
                return {"unit": names[c[0]]}
            case "save_unit":
                return {"save": c[0] == "save"}
            case "discard_from_hand":
                return {"units": [names[unit] for unit in c]}
            case "give_sceptre":
                return {"player": c[0], "direction": c[1]}
            case "houses_lose":
                return {"lose": c[0]}
            case "houses_choice":
                return {"targets": self.codec.write_targets(c)}
            case "name_herald":
                return {"player": c[0] if c else None}
            case _ if kind in self.codec.course.asked_beyond:
                return {"targets": self.codec.write_targets(c)}
            case _:
                return {}

    def decode_decision(self, seat: SeatNo, data: Json) -> Decision:
        if not isinstance(data, Mapping):
            raise MalformedDecision("malformed", CODES["malformed"], field="", value=str(data)[:80])
        kind = data.get("kind")
        if not isinstance(kind, str) or not (kind in KINDS or kind in self.codec.course.asked_beyond):
            raise MalformedDecision("malformed", CODES["malformed"], field="kind", value=str(kind)[:80])
        return Decision(seat, kind, Reader(self, data).choice(kind))

    def parts(self, decision: Decision) -> tuple[str, ...]:
        """See ``decisions``."""
        names, c = self.names, decision.choice
        match decision.kind:
            case "set_direction":
                return (f"direction:{c[0]}",)
            case "recruit" | "save_unit" | "houses_lose":
                return (c[0],)
            case "assign_or_pass":
                return (f"unit:{names[c[0]]}", f"zone:{ZONES[c[1]]}") if c else ("pass",)
            case "use_instant" | "use_optional":
                return ("use", *self._target_parts(c[1:])) if c else ("decline",)
            case "houses_choice":
                return self._target_parts(c)
            case "attach_tokens":
                tokens = tuple(p for x, unit in c for p in (f"token:{ATTRIBUTES[x]}", f"unit:{names[unit]}"))
                return tokens if len(c) == 2 else (*tokens, "done")
            case "swap_units":
                return (f"unit:{names[c[0]]}", f"with:{names[c[1]]}") if c else ("decline",)
            case "annihilate_unit":
                return (f"unit:{names[c[0]]}",) if c else ("decline",)
            case "choose_victim" | "discard_from_hand":
                return tuple(f"unit:{names[unit]}" for unit in c)
            case "tie_winner":
                return (f"seat:{c[0]}",)
            case "give_sceptre":
                return (f"seat:{c[0]}", f"direction:{c[1]}")
            case "name_herald":
                return (f"seat:{c[0]}",) if c else ("none",)
            case kind if kind in self.codec.course.asked_beyond:
                return tuple(f"{word}:{self.codec.target(word)[0](value)}" for word, value in c) or ("decline",)
            case _:
                return ("concede",)

    def _target_parts(self, targets: Sequence[tuple[str, int]]) -> tuple[str, ...]:
        return tuple(f"{word}:{self.codec.target(word)[0](value)}" for word, value in targets)


class Reader:
    """Reads a decision; every error names the field."""

    def __init__(self, codec: DecisionCodec, data: Json) -> None:
        self.codec = codec
        self.data = data

    def bad(self, field: str) -> MalformedDecision:
        return MalformedDecision("malformed", CODES["malformed"], field=field, value=str(self.data.get(field))[:80])

    def word(self, field: str, words: Sequence[str] | Mapping[str, Any] = ()) -> str:
        value = self.data.get(field)
        if not isinstance(value, str) or (words and value not in words):
            raise self.bad(field)
        return value

    def card(self, field: str) -> int:
        return self.codec.ids[self.word(field, self.codec.names)]

    def seat(self, field: str) -> int:
        value = self.data.get(field)
        if type(value) is not int or not 0 <= value < 4:
            raise self.bad(field)
        return value

    def flag(self, field: str) -> bool:
        value = self.data.get(field)
        if not isinstance(value, bool):
            raise self.bad(field)
        return value

    def tables(self, field: str) -> list[Mapping[str, Any]]:
        value = self.data.get(field, [])
        if not isinstance(value, list) or not all(isinstance(entry, Mapping) for entry in value):
            raise self.bad(field)
        return value

    def choice(self, kind: str) -> tuple[Any, ...]:
        data = self.data
        match kind:
            case "set_direction":
                return (self.word("direction", DIRECTIONS),)
            case "recruit":
                return (self.word("option"),)
            case "assign_or_pass":
                if "pass" in data:
                    if data["pass"] is not True:
                        raise self.bad("pass")
                    return ()
                return (self.card("unit"), ZONES.index(self.word("zone", ZONES)))
            case "use_instant" | "use_optional":
                return ("use", *self._targets()) if self.flag("use") else ()
            case "tie_winner":
                return (self.seat("player"),)
            case "attach_tokens":
                tokens = [Reader(self.codec, entry) for entry in self.tables("tokens")]
                return tuple((ATTRIBUTES.index(r.word("attribute", ATTRIBUTES)), r.card("unit")) for r in tokens)
            case "swap_units":
                return (self.card("unit"), self.card("with")) if self._given("unit") else ()
            case "annihilate_unit":
                return (self.card("unit"),) if self._given("unit") else ()
            case "choose_victim":
                return (self.card("unit"),)
            case "save_unit":
                return ("save",) if self.flag("save") else ("let_go",)
            case "discard_from_hand":
                units = data.get("units")
                if not isinstance(units, list) or not all(isinstance(u, str) and u in self.codec.ids for u in units):
                    raise self.bad("units")
                return tuple(self.codec.ids[u] for u in units)
            case "give_sceptre":
                return (self.seat("player"), self.word("direction", DIRECTIONS))
            case "houses_lose":
                return (self.word("lose", LOSSES),)
            case "houses_choice":
                return tuple(self._targets())
            case "name_herald":
                return (self.seat("player"),) if self._given("player") else ()
            case _ if kind in self.codec.codec.course.asked_beyond:
                return tuple(self._targets())
            case _:
                return ()

    def _given(self, field: str) -> bool:
        if field not in self.data:
            raise self.bad(field)
        return self.data[field] is not None

    def _targets(self) -> list[tuple[str, int]]:
        found = []
        for entry in self.tables("targets"):
            if len(entry) != 1 or next(iter(entry)) not in self.codec.codec.course.target_words:
                raise self.bad("targets")
            word = next(iter(entry))
            inner = Reader(self.codec, entry)
            match self.codec.codec.course.target_words[word]:
                case "card":
                    value = inner.card(word)
                case "attribute":
                    value = ATTRIBUTES.index(inner.word(word, ATTRIBUTES))
                case "zone":
                    value = ZONES.index(inner.word(word, ZONES))
                case _:
                    value = inner.seat(word)
            found.append((word, value))
        return found
