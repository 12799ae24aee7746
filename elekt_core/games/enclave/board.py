"""A position laid out as worded rows, for the table page that serves any game (templates/games/generic/board.html)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...contract import UNKNOWN
from . import events as e
from .cards import ACTIONS, DECKS, LOCATIONS, PRINTED
from .state import NOT_CHOSEN, State
from .words import LANGUAGES, card_text
from .words.board_terms import TERMS


@dataclass(frozen=True, slots=True)
class Row:
    """``value`` in words; the names of ``seats`` follow it."""

    label: str
    value: str
    seats: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """Under ``title``, or under the name of who sits on ``seat`` where it is not None."""

    title: str
    rows: tuple[Row, ...]
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Board:
    sections: tuple[Section, ...]


def lay_out(s: State, language: str) -> Board:
    """The (viewer's) position: the turn, a boarding under way, the locations, the Tree, the players, the piles."""
    layout = _Layout(s, language)
    sections = [layout.turn(), *layout.boarding(), layout.locations(), layout.tree()]
    sections += [layout.player(seat) for seat in range(s.seats)]
    return Board((*sections, layout.piles()))


class _Layout:
    def __init__(self, s: State, language: str) -> None:
        self.s = s
        self.language = language
        self.terms = TERMS[language]
        self.phrases = LANGUAGES[language]

    def card(self, card: int) -> str:
        """``Healing Talisman (6; heals: physical 6)``."""
        if card == UNKNOWN:
            return "?"
        printed = PRINTED[card]
        about = "; ".join(part for part in (str(printed.value or ""), card_text(printed, self.language)) if part)
        return f"{printed.names[self.language]} ({about})"

    def cards(self, cards: Sequence[int]) -> str:
        """Known ones by name, others by their number."""
        known = [self.card(card) for card in cards if card != UNKNOWN]
        hidden = len(cards) - len(known)
        return ", ".join([*known, *([f"{hidden} × ?"] if hidden else [])]) or "–"

    def rows(self, *pairs: tuple[str, object]) -> Iterable[Row]:
        return (Row(self.terms[label], str(value)) for label, value in pairs)

    def turn(self) -> Section:
        s = self.s
        phase = "" if s.phase == e.NONE else self.phrases.phases[e.PHASES[s.phase]]
        order, following = Row(self.terms["order"], "", s.order), Row(self.terms["next_order"], "", s.next_order)
        return Section(f"{self.terms['turn']} {s.turn}", (*self.rows(("phase", phase)), order, following))

    def boarding(self) -> Iterable[Section]:
        s = self.s
        if s.mission != e.NONE:
            taken = [Row(self.terms["items"], self.cards(s.along[seat]), (seat,)) for seat in s.participants]
            rows = (*self.rows(("card", self.card(s.mission)), ("traps", self.cards(s.traps))), *taken)
            yield Section(self.terms["boarding"], rows)

    def locations(self) -> Section:
        s, rows = self.s, []
        for number, word in enumerate(LOCATIONS):
            token = f"{self.terms['token']} {s.initiative[number] or '–'}"
            row = {"office": 0, "knife_square": 1, "enclave": 2}.get(word)
            shown = f"{token}. {self.cards(s.rows[row])}." if row is not None else f"{token}."
            rows.append(Row(self.phrases.locations[word], shown, s.places[number]))
        return Section(self.terms["locations"], tuple(rows))

    def tree(self) -> Section:
        s, rows = self.s, []
        for level, card in enumerate(s.tree_cards, 1):
            marker = f"{self.terms['marker']} {s.limits[level - 1] or '–'}"
            label = self.phrases.level.format(level=level)
            rows.append(Row(label, f"{self.card(card)}. {marker}.", s.places[len(LOCATIONS) + level - 1]))
        return Section(self.terms["tree"], tuple(rows))

    def player(self, seat: int) -> Section:
        s, at = self.s, 2 * seat
        chosen = s.committed[seat]
        numbers = self.rows(
            ("points", s.score[seat] + s.bonus[seat]),
            ("knowledge", s.knowledge[seat]),
            ("money", s.money[seat]),
            ("tree_tokens", s.tree_tokens[seat]),
            ("physical", f"{s.condition[at]} / {s.maximum[at]}"),
            ("psychic", f"{s.condition[at + 1]} / {s.maximum[at + 1]}"),
            ("machines", f"{s.sesame[seat]} / {s.sarcophagus[seat]}"),
            ("hand", self.cards(s.hands[seat])),
            ("upgrades", self.cards(s.attached[at] + s.attached[at + 1])),
            ("tokens", ", ".join(self._tokens(seat)) or "–"),
            ("played", self._actions([n for n in range(len(ACTIONS)) if s.played[seat] >> n & 1])),
        )
        sealed = () if chosen == NOT_CHOSEN else tuple(self.rows(("chosen", self._actions([chosen]))))
        return Section("", (*numbers, *sealed), seat)

    def _tokens(self, seat: int) -> list[str]:
        s = self.s
        held = (s.preparation[seat], s.synchron[seat], s.removal[seat], s.owners.count(seat))
        return [
            self.terms[word]
            for word, n in zip(("preparation", "synchron", "removal", "markers"), held, strict=True)
            if n
        ]

    def _actions(self, actions: Sequence[int]) -> str:
        names = ("?" if action == UNKNOWN else self.phrases.locations[ACTIONS[action]] for action in actions)
        return ", ".join(names) or "–"

    def piles(self) -> Section:
        s = self.s
        rows = []
        for number, deck in enumerate(DECKS):
            known = [card for card in s.piles[number] if card != UNKNOWN]
            seen = f" ({self.cards(known)})" if known else ""
            value = f"{len(s.piles[number])}{seen}; {self.terms['discarded']} {len(s.discards[number])}"
            rows.append(Row(self.phrases.deck_names[deck], value))
        looked = [card for pile in s.looked for card in pile] + list(s.offer)
        return Section(self.terms["piles"], (*rows, *(self.rows(("looked", self.cards(looked))) if looked else ())))
