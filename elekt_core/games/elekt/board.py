"""A position laid out as people see it: rows, cards with their words, counters.

This is what pages draw; no rule is judged here. Whatever a view does not know (UNKNOWN) is a face-down card, so a board
never shows more than the view it was made of.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ...contract import UNKNOWN
from . import agenda
from . import events as ev
from .cards import Card, CardSet
from .confrontation import FIRST_EDITION, plan
from .counting import counts
from .decisions import KEEP
from .foresight import standing
from .houses.seals import PRICE as SEALS_FOR_A_TITLE
from .houses.solo import HOUSES, Solo
from .state import State
from .tables import Tables
from .vocabulary import ATTRIBUTES, COURT, DIRECTIONS, NONE, PHASES, ZONES
from .words import CardText, card_text, terms_en, terms_pl

CONFRONTATION = (
    *(ev.ConfrontationStarted, ev.ConfrontationScored, ev.ConfrontationTied),
    *(ev.ConfrontationWon, ev.ConfrontationVoid),
)
Counts = tuple[tuple[str, str, int], ...]
"""``(attribute, its name, how many)``, without zeros."""


@dataclass(frozen=True, slots=True)
class CardFace:
    """A card on the table. ``name`` is the one decisions use (``acolyte.0``); ``""`` for a face-down card."""

    name: str
    id: str = ""
    group: str = ""
    kind: str = ""
    type: str = ""
    words: CardText | None = None
    ability: str = ""
    cost: int = 0
    symbols: Counts = ()
    tokens: Counts = ()
    suppressed: bool = False
    spent: bool = False
    """Its ability was used and cannot be used again this round."""
    titles: int = 0
    also: str = ""
    """Another word by which a decision may name it (``keep_first``)."""

    def __hash__(self) -> int:
        """Of what tells faces apart: all else follows from the card."""
        return hash((self.name, self.id, self.tokens, self.suppressed, self.spent, self.also))


class Count(NamedTuple):
    """What a seat would count in a confrontation here and now: symbols and tokens, as changed by abilities (E8.5).

    ``standing`` is ``leads``, ``ties``, ``trails`` or ``none``; on a tie of Power the court position leads (E9.16).
    """

    attribute: str
    name: str
    n: int
    standing: str


@dataclass(frozen=True, slots=True)
class RowShown:
    """A seat's Units in a Zone, left to right, and its ``counts`` in every attribute."""

    zone: str
    seat: int
    units: tuple[CardFace, ...]
    counts: tuple[Count, ...]


class Column(NamedTuple):
    """A Zone's confrontation: ``state`` is ``now`` while it is resolved, ``skipped`` if a card removes it (E8.15)."""

    attribute: str
    name: str
    state: str


@dataclass(frozen=True, slots=True)
class ZoneShown:
    word: str
    name: str
    card: CardFace | None
    deck: int
    columns: tuple[Column, ...]
    rows: tuple[RowShown, ...]
    confronting: str
    """The attribute that is being resolved here, ``""`` if none."""
    confronting_name: str


@dataclass(frozen=True, slots=True)
class HousesShown:
    """What only the Elder Houses have (E21): Seals, and Titles that lie face down in front of them or are only counted.

    Of the face-down Privileges everybody knows those that were won in view of all.
    """

    seals: int
    seals_to_convert: int
    face_down: tuple[CardFace, ...]
    counted: int


@dataclass(frozen=True, slots=True)
class SeatShown:
    """A side: a seat, or the automaton of a solo game (``houses``), which comes after it."""

    number: int
    position: int
    """In court order, 1 is the highest (E3.3)."""
    holder: bool
    heat: int
    titles: int
    hand: tuple[CardFace, ...]
    drawn: tuple[CardFace, ...]
    acquired: tuple[CardFace, ...]
    assigned: int
    passed: bool
    asked: bool
    conceded: bool
    houses: HousesShown | None = None

    @property
    def hand_known(self) -> bool:
        return any(card.name for card in self.hand)


@dataclass(frozen=True, slots=True)
class Board:
    """``seats`` stand in court order, those of a Zone's rows as well."""

    round: int
    rounds: int
    fewer_possible: bool
    """Whether cards that decide how many rounds there are may go before their time (E21.24, E21.33)."""
    phase: str
    phase_name: str
    phases: tuple[tuple[str, str], ...]
    direction: str
    direction_name: str
    zones: tuple[ZoneShown, ...]
    seats: tuple[SeatShown, ...]
    titles_to_win: int
    heat_limit: int
    assignments: int
    zone_limit: int
    heat_pool: int
    pool: Counts
    elite_deck: int
    discard: tuple[CardFace, ...]
    removed: tuple[CardFace, ...]

    def seat(self, number: int) -> SeatShown:
        return next(seat for seat in self.seats if seat.number == number)

    @property
    def at_stake(self) -> ZoneShown:
        """The Zone to show where only one fits: the one in confrontation, else the one with the most Units."""
        return max(self.zones, key=lambda zone: (bool(zone.confronting), sum(len(row.units) for row in zone.rows)))


def lay_out(tables: Tables, state: State, language: str, told: Sequence[object] = ()) -> Board:
    """The board of a (viewer's) state in ``"pl"`` or ``"en"``; the match must have begun.

    ``told`` are the facts since the last question, where the state stands between two of them.
    """
    cards = tables.cards
    painter = _Painter(state, cards, language, tables, told)
    words = painter.terms
    direction = next(word for word, step in DIRECTIONS.items() if step == state.direction)
    phase = PHASES[state.phase] if state.phase != NONE else ""
    order = state.order or tuple(range(state.seats))
    return Board(
        round=state.round,
        rounds=cards.privileges_per_game if state.solo is None else max(state.round, 1) + len(state.decks[COURT]),
        fewer_possible=state.solo is not None,
        phase=phase,
        phase_name=words.PHASES[phase] if phase else "",
        phases=tuple((word, words.PHASES[word]) for word in PHASES),
        direction=direction,
        direction_name=words.DIRECTIONS[direction],
        zones=tuple(painter.zone(zone, order) for zone in range(len(ZONES))),
        seats=tuple(painter.seat(seat, position) for position, seat in enumerate(order, 1)),
        titles_to_win=state.game.titles_to_win,
        heat_limit=state.game.heat_limit,
        assignments=state.game.assignments,
        zone_limit=state.game.zone_limit,
        heat_pool=state.heat_pool,
        pool=tuple((a, words.ATTRIBUTES[a], n) for a, n in zip(ATTRIBUTES, state.pool, strict=True)),
        elite_deck=len(state.decks[-1]),
        discard=painter.faces(reversed(state.discard)),
        removed=painter.faces(state.removed),
    )


def gallery(cards: CardSet, language: str) -> tuple[CardFace, ...]:
    """Every card once, as printed."""
    painter = _Painter(None, cards, language)
    firsts = {card.id: number for number, card in reversed(tuple(enumerate(cards.printed)))}
    return painter.faces(firsts[card.id] for card in cards.cards)


class _Painter:
    def __init__(
        self,
        state: State | None,
        cards: CardSet,
        language: str,
        tables: Tables | None = None,
        told: Sequence[object] = (),
    ) -> None:
        self._state = state
        self._tables = tables
        self._told = told
        self._cards = cards
        self._language = language
        self.terms = terms_pl if language == "pl" else terms_en

    def _counts(self, numbers: Sequence[int]) -> Counts:
        return tuple((a, self.terms.ATTRIBUTES[a], n) for a, n in zip(ATTRIBUTES, numbers, strict=True) if n)

    def faces(self, cards: Iterable[int]) -> tuple[CardFace, ...]:
        return tuple(self.face(card) for card in cards)

    def face(self, card: int, also: str = "") -> CardFace:
        if card == UNKNOWN:
            return FACE_DOWN
        printed, state = self._cards.printed[card], self._state
        tokens, suppressed, spent = b"", False, False
        if state is not None:
            spent = bool((state.used_round | state.used_game) >> card & 1)
            if printed.group == "unit" and state.in_zone(card):
                tokens, suppressed = bytes(state.tokens_on(card)), bool(state.suppressed >> card & 1)
        key = (id(printed), card, self._language, tokens, suppressed, spent, also)
        known = _faces.get(key)
        if known is None:
            if len(_faces) >= MAX_FACES:
                _faces.clear()
            face = self._painted(card, printed, tokens, suppressed, spent, also)
            known = _faces[key] = (printed, face)
        return known[1]

    def _painted(
        self, card: int, printed: Card, tokens: Sequence[int], suppressed: bool, spent: bool, also: str
    ) -> CardFace:
        return CardFace(
            name=self._cards.names[card],
            id=printed.id,
            group=printed.group,
            kind=printed.kind,
            type=printed.type,
            words=_words(printed, self._language),
            ability=printed.ability.kind,
            cost=printed.ability.cost,
            symbols=self._counts(printed.symbols),
            tokens=self._counts(tokens) if tokens else (),
            suppressed=suppressed,
            spent=spent,
            titles=len(printed.titles),
            also=also,
        )

    def zone(self, zone: int, order: Sequence[int]) -> ZoneShown:
        state = self._state
        assert state is not None
        card = state.face_up[zone]
        confronting = _confronting(state, zone, self._told)
        return ZoneShown(
            word=ZONES[zone],
            name=self.terms.ZONES[ZONES[zone]],
            card=None if card == NONE else self.face(card),
            deck=len(state.decks[zone]),
            columns=self._columns(zone, confronting),
            rows=self._rows(zone, order),
            confronting=confronting,
            confronting_name=self.terms.ATTRIBUTES.get(confronting, ""),
        )

    def _columns(self, zone: int, confronting: str) -> tuple[Column, ...]:
        state, tables = self._state, self._tables
        assert state is not None
        assert tables is not None
        planned = plan(tables, state, zone)
        return tuple(
            Column(
                word,
                self.terms.ATTRIBUTES[word],
                "now" if word == confronting else "" if attribute in planned else "skipped",
            )
            for attribute, word in enumerate(ATTRIBUTES)
        )

    def _rows(self, zone: int, order: Sequence[int]) -> tuple[RowShown, ...]:
        """The rows in court order, which decides ties in Power (E9.16)."""
        state, tables = self._state, self._tables
        assert state is not None
        assert tables is not None
        here = [seat for seat in order if state.row(zone, seat)]
        counted = [counts(tables, state, zone, attribute) if here else () for attribute in range(len(ATTRIBUTES))]
        zero_ties = state.game.edition == FIRST_EDITION
        rows = []
        for seat in order:
            found = [
                Count(
                    word,
                    self.terms.ATTRIBUTES[word],
                    *standing(of, seat, here, by_position=word == "power", zero_ties=zero_ties),
                )
                for word, of in zip(ATTRIBUTES, counted, strict=True)
            ]
            rows.append(RowShown(ZONES[zone], seat, self.faces(state.row(zone, seat)), tuple(found)))
        return tuple(rows)

    def seat(self, seat: int, position: int) -> SeatShown:
        state = self._state
        assert state is not None
        drawn = state.drawn if state.drawn_by == seat else ()
        return SeatShown(
            number=seat,
            position=position,
            holder=state.holder == seat,
            heat=state.heat[seat],
            titles=state.titles[seat] if state.titles else 0,
            hand=self.faces(state.hands[seat]),
            drawn=tuple(self.face(card, KEEP[n]) for n, card in enumerate(drawn)),
            acquired=self.faces(state.acquired[seat]),
            assigned=state.assigned[seat],
            passed=bool(state.passed[seat]),
            asked=state.asked == seat and bool(state.question) and state.ended is None and not self._told,
            conceded=state.gave_up(seat),
            houses=self._houses(state.solo) if state.solo is not None and seat == HOUSES else None,
        )

    def _houses(self, solo: Solo) -> HousesShown:
        return HousesShown(solo.seals, SEALS_FOR_A_TITLE, self.faces((*solo.won, *solo.drawn)), solo.counted)


def _confronting(state: State, zone: int, told: Sequence[object]) -> str:
    """The attribute of the innermost open confrontation in the Zone; between two questions, that of the last one
    told."""
    for event in reversed(told):
        if isinstance(event, ev.PhaseStarted):
            return ""
        if isinstance(event, CONFRONTATION):
            return ATTRIBUTES[event.attribute] if event.zone == zone else ""
    for step in (state.step, *reversed(state.agenda)):
        if isinstance(step, agenda.Tie | agenda.Won | agenda.Effect | agenda.Extend) and step.zone == zone:
            return ATTRIBUTES[step.attribute]
    return ""


FACE_DOWN = CardFace("")
MAX_FACES = 8192
_faces: dict[tuple[object, ...], tuple[Card, CardFace]] = {}
"""Faces once painted, by all that they show: most cards lie as they lay at the decision before, whoever looks."""
_made: dict[tuple[int, str], tuple[Card, CardText]] = {}


def _words(card: Card, language: str) -> CardText:
    """Made once per card: a Card holds tables and cannot be a key, so the key is its identity (the entry keeps it
    alive)."""
    key = (id(card), language)
    if key not in _made:
        _made[key] = (card, card_text(card, language))
    return _made[key][1]
