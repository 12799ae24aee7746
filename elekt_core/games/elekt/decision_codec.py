"""Decisions as readable JSON and back, and as paths of parts (``decisions`` shows each shape)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

from ...contract import Decision, Json
from ...kit.choices import NOTHING, Choices, Shape, entry
from ...kit.fields import Among, GivenCard, OrAbsent, Own, Word
from ...kit.notation import TYPED, Notation, Pair, as_it_is, word
from .codec import Codec
from .decisions import CODES
from .houses.solo import LOSSES
from .vocabulary import ATTRIBUTES, DIRECTIONS, ZONES

Direction = Annotated[str, Among(tuple(DIRECTIONS))]
Zone = Annotated[int, Word(ZONES)]
Player = Annotated[int, Own("player")]
Targets = Annotated[Any, Own("targets"), OrAbsent(())]
OF_UNIT, OF_TARGETS = Shape({"unit": GivenCard}), Shape(rest=("targets", Targets))
MAY_USE: Final = Shape({"use": Annotated[str, Own("use")]}, rest=("targets", Targets), empty={"use": False})
SHAPES: Final[Mapping[str, Shape]] = {
    "set_direction": Shape({"direction": Direction}),
    "recruit": Shape({"option": str}),
    "assign_or_pass": Shape({"unit": GivenCard, "zone": Zone}, empty={"pass": True}),
    "use_instant": MAY_USE,
    "use_optional": MAY_USE,
    "tie_winner": Shape({"player": Player}),
    "attach_tokens": Shape(rest=("tokens", Annotated[Any, Own("tokens"), OrAbsent(())])),
    "swap_units": Shape({"unit": GivenCard, "with": GivenCard}, empty={"unit": None}),
    "annihilate_unit": Shape({"unit": GivenCard}, empty={"unit": None}),
    "choose_victim": OF_UNIT,
    "save_unit": Shape({"save": Annotated[str, Own("save")]}),
    "discard_from_hand": Shape(rest=("units", tuple[GivenCard, ...])),
    "give_sceptre": Shape({"player": Player, "direction": Direction}),
    "houses_lose": Shape({"lose": Annotated[str, Among(LOSSES)]}),
    "houses_choice": OF_TARGETS,
    "name_herald": Shape({"player": Player}, empty={"player": None}),
    "concede": NOTHING,
}


class DecisionCodec:
    """Writers and readers of decisions for one card set."""

    def __init__(self, codec: Codec) -> None:
        self.codec = codec
        self.names = codec.names
        self.of_target = {"card": word(codec.names), "attribute": ATTRIBUTE, "zone": word(ZONES), "seat": PLAYER}
        own: dict[str, Pair] = {
            "player": PLAYER,
            "save": (lambda choice: choice == "save", _read_save),
            "use": (lambda _: True, _read_use),
            "targets": (codec.write_targets, self._read_targets),
            "tokens": (
                lambda tokens: [{"attribute": ATTRIBUTES[x], "unit": self.names[unit]} for x, unit in tokens],
                self._read_tokens,
            ),
        }
        shapes = {**SHAPES, **dict.fromkeys(codec.course.asked_beyond, OF_TARGETS)}
        choices = Choices(Notation({}, codec.names, own), shapes, CODES["malformed"])
        self.encode_decision, self.decode_decision = choices.encode, choices.decode

    def _read_tokens(self, data: Any) -> tuple[tuple[int, int], ...]:
        unit = self.of_target["card"]
        return tuple([(entry(one, "attribute", ATTRIBUTE), entry(one, "unit", unit)) for one in _tables(data)])

    def _read_targets(self, data: Any) -> tuple[tuple[str, int], ...]:
        found = []
        for one in _tables(data):
            ((name, _),) = one.items()
            found.append((name, entry(one, name, self.of_target[self.codec.course.target_words[name]])))
        return tuple(found)

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


def _tables(data: Any) -> list[Json]:
    if not isinstance(data, list) or not all(isinstance(one, Mapping) for one in data):
        raise TypeError(data)
    return data


def _read_player(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 4:
        raise ValueError(value)
    return value


def _read_save(value: Any) -> str:
    return "save" if TYPED[bool][1](value) else "let_go"


def _read_use(value: Any) -> str:
    if value is not True:
        raise ValueError(value)
    return "use"


PLAYER: Final[Pair] = (as_it_is, _read_player)
ATTRIBUTE: Final = word(ATTRIBUTES)
