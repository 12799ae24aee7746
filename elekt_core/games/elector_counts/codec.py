"""Notation: facts and states as readable JSON and back, cards by their ids, an unknown card or nobody as ``null``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from ...chain import compact
from ...contract import UNKNOWN, Json
from ...errors import BadRecord, UnknownKind
from . import events as e
from .cards import CardSet
from .events import Step
from .play import FIELDS, RULES
from .state import DOWN, NONE, Site, State, Unit
from .support import WORDS

Write = Callable[[Any], Any]
Read = Callable[[Any], Any]

TEXTS: Final = ("ruleset", "card_set", "commitment", "seed")
SEAT_FIELDS: Final = ("seat", "victim", "to", "by", "former", "attacker", "defender", "asked")


class Codec:
    """Writers and readers for one card set."""

    def __init__(self, cards: CardSet) -> None:
        self._cards = cards
        self._names: dict[int, str | None] = {n: card.id for n, card in enumerate(cards.cards)}
        self._numbers = cards.ids
        one: tuple[Write, Read] = (self._write_card, self._read_card)
        some: tuple[Write, Read] = (
            lambda found: [self._write_card(card) for card in found],
            lambda names: tuple([self._read_unknown(name) for name in names]),
        )
        seat: tuple[Write, Read] = (_maybe, lambda value: NONE if value is None else _int(value))
        self._fields: dict[str, tuple[Write, Read]] = {
            **dict.fromkeys(("card", "other"), one),
            "location": one,
            **dict.fromkeys(("locations", "cards", "attackers", "defenders"), some),
            **dict.fromkeys(SEAT_FIELDS, seat),
            **dict.fromkeys(
                ("units", "ranks", "scores"), (list, lambda values: tuple([_int(value) for value in values]))
            ),
            "reason": (e.REASONS.__getitem__, e.REASONS.index),
            "step": (self._write_step, self._read_step),
            "agenda": (
                lambda steps: [self._write_step(step) for step in steps],
                lambda steps: tuple([self._read_step(step) for step in steps]),
            ),
            "question": (lambda word: word, lambda word: word if word in RULES else _wrong()),
        }
        self._writers = {cls: self._of(cls) for cls in e.KINDS.values()}
        self._readers: dict[str, tuple[Any, list[tuple[str, Read]]]] = {
            kind: (cls, [(field, read) for field, _, read in self._writers[cls]]) for kind, cls in e.KINDS.items()
        }

    def _of(self, cls: Any) -> list[tuple[str, Write, Read]]:
        """Every field of a fact, how it is written and how read."""
        found = []
        for field in cls._fields:
            if field == "to" and cls is e.AttackMoved:
                write, read = self._fields["location"]
            else:
                write, read = self._fields.get(field, (_as_is, _str if field in TEXTS else _int))
            found.append((field, write, read))
        return found

    def _write_card(self, card: int) -> str | None:
        return self._names.get(card)

    def _read_card(self, name: str | None) -> int:
        """A card alone that is ``null`` is nothing where ``card`` may be absent, and unknown elsewhere."""
        return UNKNOWN if name is None else self._numbers[name]

    _read_unknown = _read_card

    # --- events ---------------------------------------------------------------------------------------------

    def encode_event(self, event: Any) -> Json:
        written = {
            field: write(value) for (field, write, _), value in zip(self._writers[type(event)], event, strict=True)
        }
        if type(event) in _MAY_LACK_CARD and event.card == NONE:
            del written["card"]
        return written

    def decode_event(self, kind: str, version: int, payload: Json) -> Any:
        if kind not in self._readers or version != 1:
            raise UnknownKind("unknown_kind", kind=kind, version=version)
        cls, fields = self._readers[kind]
        absent: tuple[int, ...] = ()
        if cls in _MAY_LACK_CARD and "card" not in payload:  # their last field
            fields, absent = fields[:-1], (NONE,)
        try:
            values = [read(payload[field]) for field, read in fields]
        except _UNREADABLE as error:
            raise BadRecord("bad_payload", kind=kind, field=_unreadable(payload, fields)) from error
        if len(payload) != len(fields):
            raise BadRecord("bad_payload", kind=kind, field=min(set(payload) - {field for field, _ in fields}))
        return e.fact(cls, (*values, *absent) if absent else values)

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

    def encode_state(self, s: State) -> Json:
        """A (viewer's) state as JSON. Lists by seat, hands by the order in which cards came, piles from the top."""
        if s.created is None:
            return {}
        return {
            "ruleset": s.game.ruleset,
            "seats": s.seats,
            "first": s.first,
            "turn": _maybe(s.turn),
            "turns": s.turns,
            "end_card_revealed": s.end_revealed,
            "end_phase": s.end_phase,
            "pool": s.pool,
            "shillings": list(s.shillings),
            "sieges_left": [s.game.sieges - s.sieges(seat) for seat in range(s.seats)],
            "fortifications_left": [s.game.fortifications - s.forts(seat) for seat in range(s.seats)],
            "hands": [self._list(hand) for hand in s.hands],
            "reserves": [self._list(cards) for cards in s.reserves],
            "support": [self._list(cards) for cards in s.laid],
            "played": self._list(s.played),
            "locations": [self._site(location, site) for location, site in s.sites.items()],
            "deck": len(s.deck),
            "discard": self._list(s.discard[::-1]),
            "conflict": self._names.get(s.conflict),
            "bonus": list(s.bonus),
            "conceded": [seat for seat in range(s.seats) if s.gave_up(seat)],
            "awaiting": self.about(s) if s.question else None,
            "ended": None if s.ended is None else self.encode_event(s.ended),
        }

    def _list(self, cards: Sequence[int]) -> list[str | None]:
        return [self._names.get(card) for card in cards]

    def _site(self, location: int, site: Site) -> Json:
        return {
            "location": self._names[location],
            "owner": site.owner,
            "attacker": _maybe(site.attacker),
            "siege": site.siege,
            "fortification": site.fort,
            "attackers": [self._unit(unit) for unit in site.attackers],
            "defenders": [self._unit(unit) for unit in site.defenders],
        }

    def _unit(self, unit: Unit) -> Json:
        return {"unit": unit.number, "card": self._names.get(unit.card), "face_up": unit.face != DOWN}

    def about(self, s: State) -> Json:
        """The open question: who, which, and the arguments of the step that asks."""
        step = dict(self._write_step(s.step))
        step.pop("step")
        step.pop("seat")
        return {"seat": s.asked, "question": s.question, **step}

    def fingerprint(self, s: State) -> bytes:
        """Compact JSON of the whole state in this order; cards are their places in the card list, from 0.

        created (its payload as a list); draws, first, turn, turns, end_revealed, end_phase, conceded (a bit mask by
        seat), units put down; hands, reserves, support, played; shillings, pool; locations in the order of playing as
        [location, owner, attacker, siege, fortification, attackers, defenders], each unit as [number, card, face,
        known]; deck and discard from the bottom; conflict, bonus; asked, question, step, agenda; ended; the digests of
        the turns of the End phase (hex). Nobody is -2, an unknown card -1.
        """
        numbers = [s.draws, s.first, s.turn, s.turns, s.end_revealed, s.end_phase, s.conceded, s.units]
        sites = [[location, *site] for location, site in s.sites.items()]
        zones = [s.hands, s.reserves, s.laid, s.played, s.shillings, s.pool, sites, s.deck, s.discard]
        open_ = [s.conflict, s.bonus, s.asked, s.question, s.step, s.agenda]
        past = [situation.digest for situation in s.past]
        return compact([s.created, numbers, zones, open_, s.ended, past])


_MAY_LACK_CARD: Final = (e.ShillingsGained, e.ShillingsTaken)
_UNREADABLE: Final = (KeyError, ValueError, TypeError, IndexError, AttributeError)


def _unreadable(payload: Json, fields: Sequence[tuple[str, Read]]) -> str:
    """The first field that is missing or wrong."""
    for field, read in fields:
        try:
            read(payload[field])
        except _UNREADABLE:
            return field
    raise AssertionError("every field can be read")


def _maybe(value: int) -> int | None:
    return None if value == NONE else value


def _as_is(value: Any) -> Any:
    return value


def _int(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(value)
    return value


def _str(value: Any) -> str:
    if type(value) is not str:
        raise TypeError(value)
    return value


def _wrong() -> str:
    raise ValueError
