"""The position laid out as on a table, in plain values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...contract import UNKNOWN
from .cards import END, LOCATION, START, Card, CardSet
from .conflict import strengths
from .play import points
from .state import DOWN, NONE, Site, State, Unit
from .support import reserve_limit
from .words.card_text import card_text, keywords, name_of, type_line


@dataclass(frozen=True, slots=True)
class CardWords:
    """A card's words in one language, in the shape that all games share: this game has no ``titles`` and no
    ``ability_line``."""

    name: str
    text: str
    type_line: str = ""
    ability_line: str = ""
    titles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardFace:
    """A card as pages show it; ``id`` is empty for a card that nobody may know here."""

    id: str
    kind: str
    words: CardWords
    strength: int = 0
    shillings: int = 0
    points: int = 0
    order: int = 0
    count: int = 1
    garrison: bool = False
    reaction: bool = False
    persists: bool = False
    starting: bool = False
    keywords: tuple[tuple[str, str], ...] = ()
    """Each with its sign and what stands beside it."""


@dataclass(frozen=True, slots=True)
class UnitShown:
    """``name`` is what a decision calls it (``u17``)."""

    name: str
    face: CardFace
    face_up: bool


@dataclass(frozen=True, slots=True)
class Clash:
    """The conflict that is being resolved: seats, and what each side counts now (None while cards are unknown)."""

    location: CardFace
    attacker: int
    defender: int
    attack: int | None
    defence: int | None


@dataclass(frozen=True, slots=True)
class SiteShown:
    """A location with what lies there. ``attacker`` is a seat or None; strengths are None where a card is unknown."""

    face: CardFace
    attacker: int | None
    siege: bool
    fort: bool
    attackers: tuple[UnitShown, ...]
    defenders: tuple[UnitShown, ...]
    attack: int | None
    defence: int | None
    in_conflict: bool


@dataclass(frozen=True, slots=True)
class SeatShown:
    """``hand`` holds the faces if they are known (``hand_known``), else the same number of unknown ones.

    ``counted`` are the locations that its points come from (K20.5), each with whether it holds them by a siege.
    ``gives_to`` is who is passed its three cards, ``takes_from`` who passes cards to it (K18.1).
    """

    number: int
    turn: bool
    shillings: int
    points: int
    sieges: int
    forts: int
    sieges_left: int
    forts_left: int
    hand_known: bool
    hand: tuple[CardFace, ...]
    reserve: tuple[CardFace, ...]
    reserve_limit: int
    support: tuple[CardFace, ...]
    sites: tuple[SiteShown, ...]
    conceded: bool
    asked: bool
    gives_to: int
    takes_from: int
    counted: tuple[tuple[CardFace, bool], ...]

    @property
    def word(self) -> str:
        """The number as text, for an emblem's name."""
        return str(self.number)


@dataclass(frozen=True, slots=True)
class Board:
    """The discard pile from the top; ``deck`` is the number of cards, ``until_end`` how many of them lie above the End
    card (``above`` at the beginning). ``ends`` are the tokens in play that end the game: Fortifications, Sieges, both
    (K20.1)."""

    seats: tuple[SeatShown, ...]
    pool: int
    deck: int
    until_end: int | None
    discard: tuple[CardFace, ...]
    played: tuple[CardFace, ...]
    end_phase: bool
    turns: int
    above: int = 0
    ends: tuple[int, int, int] = (0, 0, 0)
    clash: Clash | None = None
    over: bool = False

    @property
    def open(self) -> int:
        """The realm to show where only one fits beside the viewer's own: the one in conflict, else the one whose turn
        it is."""
        fought = (seat.number for seat in self.seats if any(site.in_conflict for site in seat.sites))
        return next(fought, next((seat.number for seat in self.seats if seat.turn), 0))


def lay_out(s: State, cards: CardSet, language: str, *, between: bool = False, stopped: bool = False) -> Board:
    """Seats are in the order of play from seat 0. ``between`` two questions, nobody is being asked; once the match was
    ``stopped``, it is nobody's turn either."""
    if s.created is None:
        return Board((), 0, 0, None, (), (), end_phase=False, turns=0)
    faces = _Faces(cards, language)
    return Board(
        seats=tuple(_seat(s, cards, faces, seat, between, stopped) for seat in range(s.seats)),
        pool=s.pool,
        deck=len(s.deck),
        until_end=None if s.end_revealed else max(0, len(s.deck) - s.game.below),
        discard=faces.all(s.discard[::-1]),
        played=faces.all(s.played),
        end_phase=s.end_phase,
        turns=s.turns,
        above=_above(s, cards),
        ends=(cards.end_fortifications, cards.end_sieges, cards.end_combined),
        clash=_clash(s, cards, faces),
        over=s.ended is not None,
    )


def _above(s: State, cards: CardSet) -> int:
    """K4.6, K4.7."""
    return len(cards.deck(s.seats)) - (cards.hand[s.seats] * s.seats - cards.minus) - s.game.below


def _clash(s: State, cards: CardSet, faces: _Faces) -> Clash | None:
    if s.conflict == NONE:
        return None
    site = s.sites[s.conflict]
    return Clash(faces.one(s.conflict), site.attacker, site.owner, *_strengths_of(s, cards, site, s.conflict))


def _seat(s: State, cards: CardSet, faces: _Faces, seat: int, between: bool, stopped: bool) -> SeatShown:
    sieges, forts = s.sieges(seat), s.forts(seat)
    return SeatShown(
        number=seat,
        turn=s.turn == seat and s.ended is None and not stopped,
        shillings=s.shillings[seat],
        points=points(cards, s)[seat],
        sieges=sieges,
        forts=forts,
        sieges_left=s.game.sieges - sieges,
        forts_left=s.game.fortifications - forts,
        hand_known=not s.hidden >> seat & 1,
        hand=faces.all(s.hands[seat]),
        reserve=faces.all(s.reserves[seat]),
        reserve_limit=reserve_limit(cards, s, seat),
        support=faces.all(s.laid[seat]),
        sites=tuple(_site(s, cards, faces, at) for at, site in s.sites.items() if site.owner == seat),
        conceded=s.gave_up(seat),
        asked=s.asked == seat and bool(s.question) and not between,
        gives_to=s.right(seat),
        takes_from=s.left(seat),
        counted=tuple(
            (faces.one(location), site.owner != seat)
            for location, site in s.sites.items()
            if (site.attacker if site.attackers else site.owner) == seat
        ),
    )


def _site(s: State, cards: CardSet, faces: _Faces, location: int) -> SiteShown:
    site = s.sites[location]
    attack, defence = _known_strengths(s, cards, site, location)
    return SiteShown(
        face=faces.one(location),
        attacker=None if site.attacker == NONE else site.attacker,
        siege=site.siege,
        fort=site.fort,
        attackers=faces.units(site.attackers),
        defenders=faces.units(site.defenders),
        attack=attack,
        defence=defence,
        in_conflict=s.conflict == location,
    )


def _known_strengths(s: State, cards: CardSet, site: Site, location: int) -> tuple[int | None, int | None]:
    attack, defence = _strengths_of(s, cards, site, location)
    return attack if site.attackers else None, defence if site.defenders else None


def _strengths_of(s: State, cards: CardSet, site: Site, location: int) -> tuple[int | None, int | None]:
    if any(unit.card == UNKNOWN for unit in site.attackers + site.defenders):
        return None, None
    return strengths(cards, s, location)


class _Faces:
    def __init__(self, cards: CardSet, language: str) -> None:
        self._cards, self._language = cards, language

    def one(self, card: int) -> CardFace:
        if card == UNKNOWN:
            return CardFace("", "", CardWords("", ""))
        return face_of(self._cards, self._cards.cards[card], self._language)

    def all(self, cards: Sequence[int]) -> tuple[CardFace, ...]:
        return tuple(self.one(card) for card in cards)

    def units(self, units: Sequence[Unit]) -> tuple[UnitShown, ...]:
        return tuple(UnitShown(f"u{unit.number}", self.one(unit.card), unit.face != DOWN) for unit in units)


def words_of(cards: CardSet, card: Card, language: str) -> CardWords:
    return CardWords(name_of(card, language), card_text(cards, card, language), type_line(card, language))


def face_of(cards: CardSet, card: Card, language: str) -> CardFace:
    return CardFace(
        id=card.id,
        kind="location" if card.kind in (LOCATION, START) else card.kind,
        words=words_of(cards, card, language),
        strength=card.strength,
        shillings=card.shillings,
        points=card.points,
        order=card.order_value,
        count=card.count,
        garrison=card.garrison,
        reaction=card.reaction,
        persists=card.persists,
        starting=card.kind == START,
        keywords=keywords(cards, card, language),
    )


def gallery(cards: CardSet, language: str) -> tuple[CardFace, ...]:
    """Every card once, in the order of the file."""
    return tuple(face_of(cards, card, language) for card in cards.cards if card.kind != END)
