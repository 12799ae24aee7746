"""Notation (docs/notation.md): facts, decisions and states as readable JSON and back, cards by name."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from ...contract import Decision, Json, SeatNo
from ...errors import BadRecord, MalformedDecision, UnknownKind
from . import agenda as a
from . import events as e
from .cards import CardSet
from .decisions import CODES, KINDS, TARGETS
from .events import Step
from .state import State
from .vocabulary import ATTRIBUTES, DECKS, DIRECTIONS, NONE, PHASES, ZONES

Write = Callable[[Any], Any]
Read = Callable[[Any], Any]

DIRECTION_WORDS: Final = {direction: word for word, direction in DIRECTIONS.items()}


def _as_is(value: Any) -> Any:
    return value


def _indexed(words: Sequence[str]) -> tuple[Write, Read]:
    numbers = {word: i for i, word in enumerate(words)}
    return (lambda i: None if i == NONE else words[i]), (lambda word: NONE if word is None else numbers[word])


def _maybe(value: int) -> int | None:
    return None if value == NONE else value


def _back(value: int | None) -> int:
    return NONE if value is None else value


def _maybes(values: Sequence[int]) -> list[int | None]:
    return [None if value == NONE else value for value in values]


def _backs(values: Sequence[int | None]) -> tuple[int, ...]:
    return tuple(NONE if value is None else value for value in values)


class Codec:
    """Writers and readers for one card set. An unknown card, or none, is ``null``."""

    def __init__(self, cards: CardSet) -> None:
        self.names = cards.names
        self.ids: dict[str | None, int] = {None: NONE}
        self.ids.update(cards.ids.items())
        names: dict[int, str | None] = dict(enumerate(cards.names))
        names[NONE] = None
        ids = self.ids
        card: tuple[Write, Read] = (names.__getitem__, ids.__getitem__)
        some: tuple[Write, Read] = (lambda cs: [names[c] for c in cs], lambda ns: tuple([ids[n] for n in ns]))
        seat: tuple[Write, Read] = (_maybe, _back)
        zone, attribute = _indexed(ZONES), _indexed(ATTRIBUTES)
        plain: tuple[Write, Read] = (list, tuple)
        self.fields: dict[str, tuple[Write, Read]] = {
            **dict.fromkeys(("card", "unit", "other", "given", "taken"), card),
            **dict.fromkeys(("cards", "aside", "units"), some),
            **dict.fromkeys(("zone", "other_zone"), zone),
            **dict.fromkeys(("tokens", "participants", "tied", "titles", "ranks", "scores"), plain),
            **dict.fromkeys(("seat", "herald", "by", "winner", "position", "other_position"), seat),
            "counts": (_maybes, _backs),
            "attribute": attribute,
            "deck": _indexed(DECKS),
            "phase": _indexed(PHASES),
            "source": _indexed(e.SOURCES),
            "what": _indexed(e.EXCHANGES),
            "how": _indexed(e.WAYS),
            "reason": _indexed(e.REASONS),
            "direction": (DIRECTION_WORDS.__getitem__, DIRECTIONS.__getitem__),
            "step": (self.write_step, self.read_step),
            "agenda": (
                lambda steps: [self.write_step(s) for s in steps],
                lambda ss: tuple([self.read_step(s) for s in ss]),
            ),
        }
        self.writers = {cls: [(field, self._of(cls, field)[0]) for field in _fields(cls)] for cls in e.KINDS.values()}
        self.readers = {
            kind: (cls, [(field, self._of(cls, field)[1]) for field in _fields(cls)]) for kind, cls in e.KINDS.items()
        }
        self.step_fields: dict[str, tuple[Write, Read]] = {
            **dict.fromkeys(("card", "unit", "with"), card),
            "zone": zone,
            "attribute": attribute,
            "attributes": (lambda xs: [ATTRIBUTES[x] for x in xs], lambda ws: tuple(ATTRIBUTES.index(w) for w in ws)),
            "cards": (self._write_cards, self._read_cards),
            "targets": (self._write_targets, self._read_targets),
        }

    def _of(self, cls: type, field: str) -> tuple[Write, Read]:
        """How a field is written and read; the cards of GameCreated are a version, not cards."""
        if cls is e.GameCreated and field == "cards":
            return _as_is, _as_is
        return self.fields.get(field, (_as_is, _as_is))

    # --- events ---------------------------------------------------------------------------------------------

    def encode_event(self, event: Any) -> Json:
        return {field: write(value) for (field, write), value in zip(self.writers[type(event)], event, strict=True)}

    def decode_event(self, kind: str, version: int, payload: Json) -> Any:
        if kind not in self.readers or version != 1:
            raise UnknownKind("unknown_kind", kind=kind, version=version)
        cls, fields = self.readers[kind]
        try:
            return cls(*[read(payload[field]) for field, read in fields])
        except (KeyError, ValueError, TypeError, IndexError) as error:
            field = next((f for f, read in fields if not _readable(payload, f, read)), "")
            raise BadRecord("bad_payload", kind=kind, field=field) from error

    # --- steps ----------------------------------------------------------------------------------------------

    def write_step(self, step: Step) -> Json:
        """``{"step": word, "seat": n, argument: value, ...}``; what is absent is NONE, or 0 for a number."""
        if not step:
            return {}
        word, names = a.FIELDS[step[0]]
        written: dict[str, Any] = {"step": word}
        if step[1] != NONE:
            written["seat"] = step[1]
        for name, value in zip(names, step[2:], strict=True):
            if value != EMPTY.get(name, NONE):
                write = self.step_fields.get(name)
                written[name] = write[0](value) if write else value
        return written

    def read_step(self, data: Json) -> Step:
        if not data:
            return ()
        step = a.WORDS[data["step"]]
        values: list[Any] = []
        for name in a.FIELDS[step][1]:
            if name in data:
                read = self.step_fields.get(name)
                values.append(read[1](data[name]) if read else data[name])
            else:
                values.append(EMPTY.get(name, NONE))
        return (step, data.get("seat", NONE), *values)

    def _write_cards(self, cards: Sequence[Any]) -> list[Any]:
        return [[c[0], self.names[c[1]]] if isinstance(c, tuple) else self.names[c] for c in cards]

    def _read_cards(self, cards: Sequence[Any]) -> tuple[Any, ...]:
        return tuple((c[0], self.ids[c[1]]) if isinstance(c, list) else self.ids[c] for c in cards)

    def _write_targets(self, targets: Sequence[tuple[str, int]]) -> list[Json]:
        return [{word: self._target(word)[0](value)} for word, value in targets]

    def _read_targets(self, targets: Sequence[Mapping[str, Any]]) -> tuple[tuple[str, int], ...]:
        return tuple((word, self._target(word)[1](value)) for target in targets for word, value in target.items())

    def _target(self, word: str) -> tuple[Write, Read]:
        kind = TARGETS[word]
        return (_as_is, _as_is) if kind == "seat" else self.fields[kind]

    # --- decisions ------------------------------------------------------------------------------------------

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
                return {"use": True, "targets": self._write_targets(c[1:])} if c else {"use": False}
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
            case "name_herald":
                return {"player": c[0] if c else None}
            case _:
                return {}

    def decode_decision(self, seat: SeatNo, data: Json) -> Decision:
        if not isinstance(data, Mapping):
            raise MalformedDecision("malformed", CODES["malformed"], field="", value=str(data)[:80])
        kind = data.get("kind")
        if not isinstance(kind, str) or kind not in KINDS:
            raise MalformedDecision("malformed", CODES["malformed"], field="kind", value=str(kind)[:80])
        return Decision(seat, kind, Reader(self, data).choice(kind))

    def about(self, state: State) -> Json:
        """The public context of the open question: the arguments of the step that asks."""
        return {word: value for word, value in self.write_step(state.step).items() if word in PUBLIC_CONTEXT}

    def parts(self, decision: Decision) -> tuple[str, ...]:
        """See ``decisions``."""
        names, c = self.names, decision.choice
        match decision.kind:
            case "set_direction":
                return (f"direction:{c[0]}",)
            case "recruit" | "save_unit":
                return (c[0],)
            case "assign_or_pass":
                return (f"unit:{names[c[0]]}", f"zone:{ZONES[c[1]]}") if c else ("pass",)
            case "use_instant" | "use_optional":
                return (
                    ("use", *(f"{word}:{self._target(word)[0](value)}" for word, value in c[1:])) if c else ("decline",)
                )
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
            case _:
                return ("concede",)

    # --- states ---------------------------------------------------------------------------------------------

    def encode_state(self, s: State) -> Json:
        """A state, or a view, for programs: cards by name, ``null`` for an unknown one."""
        names, cards = self.fields["card"][0], self.fields["cards"][0]
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
            "sceptre": {"holder": _maybe(s.holder), "direction": DIRECTION_WORDS[s.direction], "order": list(s.order)},
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
            "ended": self.encode_event(s.ended) if s.ended else None,
        }

    def _unit(self, s: State, unit: int) -> Json:
        tokens = {word: n for word, n in zip(ATTRIBUTES, s.tokens_on(unit), strict=True) if n}
        return {"unit": self.names[unit], "tokens": tokens, "suppressed": bool(s.suppressed >> unit & 1)}

    def fingerprint(self, s: State) -> bytes:
        """The whole state as one JSON array without spaces (docs/notation.md); nothing that bears on play is left
        out."""
        whole = [
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
        return _compact(whole).encode()


_compact = json.JSONEncoder(separators=(",", ":"), ensure_ascii=True, check_circular=False).encode

EMPTY: Final[dict[str, Any]] = {"seats": 0, "placed": 0, "done": 0, "cards": (), "targets": ()}
"""What an absent argument of a step stands for, if not NONE."""

PUBLIC_CONTEXT: Final = ("card", "zone", "attribute", "unit", "by", "with", "number", "seats")
"""Arguments of a step that explain a question."""


def _fields(cls: type) -> tuple[str, ...]:
    fields: tuple[str, ...] = cls._fields  # type: ignore[attr-defined]  # every event class is a NamedTuple
    return fields


def _readable(payload: Json, field: str, read: Read) -> bool:
    try:
        read(payload[field])
    except (KeyError, ValueError, TypeError, IndexError):
        return False
    return True


class Reader:
    """Reads a decision; every error names the field."""

    def __init__(self, codec: Codec, data: Json) -> None:
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
            case "name_herald":
                return (self.seat("player"),) if self._given("player") else ()
            case _:
                return ()

    def _given(self, field: str) -> bool:
        if field not in self.data:
            raise self.bad(field)
        return self.data[field] is not None

    def _targets(self) -> list[tuple[str, int]]:
        found = []
        for entry in self.tables("targets"):
            if len(entry) != 1 or next(iter(entry)) not in TARGETS:
                raise self.bad("targets")
            word = next(iter(entry))
            inner = Reader(self.codec, entry)
            match TARGETS[word]:
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
