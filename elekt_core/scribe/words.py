"""How what can be entered is named: in the words of the game's own log and questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from ..contract import Event, Game
from ..shorthand.moves import LANGUAGES
from ..shorthand.names import Thing, meant, plain
from ..shorthand.syntax import SEATS
from .asking import SEEN, Asking, Offer

OFFERED = 12
"""So many choices are in sight on a phone before anything is typed."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer. ``label`` names it, ``card`` is its id in the gallery, ``""`` for what is no card."""

    key: str
    sort: str
    label: str
    card: str = ""
    also: tuple[str, ...] = ()
    """Its names in other languages."""
    places: tuple[str, ...] = ()
    """What a board calls that for which it stands, the one of ``key`` first: copies that look the same are one choice.
    Empty where nothing on a board does."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and what can be answered, what was named last first. No choice: the entry is whole."""

    text: str
    choices: tuple[Choice, ...]
    story: tuple[str, ...] = ()
    """What is known of the entry so far, in sentences."""
    taken: tuple[Choice, ...] = ()
    """What was answered so far, but for what the story alone can say."""

    @property
    def whole(self) -> bool:
        return not self.choices


@dataclass
class Wording:
    """``view`` is the position before the entry, ``past`` the picks of the entries so far."""

    game: Game[Any]
    language: str
    names: Sequence[str]
    view: Any
    past: Sequence[Sequence[str]] = ()

    def question(self, asking: Asking, choices: Sequence[Choice]) -> Question:
        taken = [self.choice(offer, asking) for offer in asking.taken if offer.sort in ("seat", "part", "card")]
        return Question(self._heading(asking), tuple(choices), tuple(self.story(asking.agreed)), tuple(taken))

    def showing(self, cards: Sequence[str]) -> Question:
        """Which card of a hand is shown."""
        found: dict[str, Choice] = {}
        for card in cards:
            label, *also = (faces.get(face_of(card), card) for faces in self._all_faces)
            found.setdefault(label, Choice(card, "card", label, face_of(card), tuple(also), (card,)))
        return Question("", tuple(sorted(found.values(), key=lambda one: one.label)))

    def choices(self, asking: Asking) -> tuple[Choice, ...]:
        """The offers by name, one of each name, what was named last first."""
        found: dict[str, Choice] = {}
        for offer in asking.offers:
            one = self.choice(offer, asking)
            same = found.get(one.label)
            if same is None:
                found[one.label] = one
            elif one.sort == "fact":  # the sentence does not tell them apart
                label = f"{one.label} ({_value(offer)})"
                found.setdefault(label, replace(one, label=label))
            else:
                found[one.label] = replace(same, places=same.places + one.places)
        return tuple(sorted(found.values(), key=lambda one: -self._recent.get(one.card or one.key, -1)))

    def names_only_seat(self, pick: str, asking: Asking, choices: Sequence[Choice]) -> bool:
        """Whether the pick says whose decision it is where that can only be one seat."""
        if asking.seat is None or resolved(pick, choices) is not None:
            return False
        return plain(pick) in {plain(self.names[asking.seat]), plain(SEATS[asking.seat])}

    def cards(self, cards: Sequence[str]) -> list[str]:
        """What cards are called."""
        return [self._faces.get(face_of(card), card) for card in cards]

    def only_card(self, name: str, cards: Collection[str]) -> str:
        """The card that a short name means among ``cards``, where there is one copy of it; else ``""``."""
        copies = Counter(map(face_of, cards))
        things = [
            Thing(card, tuple(names[face_of(card)] for names in self._all_faces))
            for card in sorted(cards)
            if copies[face_of(card)] == 1 and face_of(card) in self._faces
        ]
        one = meant(name, things).one
        return "" if one is None else one.part

    def some(self, asking: Asking) -> list[str]:
        return [one.label for one in self.choices(asking)[:8]]

    def story(self, facts: Sequence[Event]) -> list[str]:
        """The facts in sentences, technical ones left out."""
        state, words, told = self.view.copy(), self.game.words(self.language, self.names), []
        for fact in facts:
            self.game.evolve(state, fact)
            told.append(words.event(fact, state))
        return [sentence for sentence in told if sentence]

    @cached_property
    def _recent(self) -> Mapping[str, int]:
        """When something was named last, by its key or its card's id."""
        return {
            name: number
            for number, picks in enumerate(self.past)
            for pick in picks
            for name in (pick, face_of(pick.rpartition("=")[2]), face_of(pick.rpartition(":")[2]))
        }

    def choice(self, offer: Offer, asking: Asking) -> Choice:
        match offer.sort:
            case "seat":
                name = self.names[offer.value]
                return Choice(offer.key, "seat", name, also=(name, SEATS[offer.value]), places=(offer.key,))
            case "part":
                label, *also = (self._part(offer, offer.key, language) for language in self._languages)
                argument = face_of(offer.key.partition(":")[2])
                card = argument if argument in self._faces else ""
                return Choice(offer.key, "part", label, card, tuple(also), (offer.key,))
            case _ if card := self._card_of(offer):
                label, *also = (faces.get(face_of(card), card) for faces in self._all_faces)
                id_ = face_of(card) if face_of(card) in self._faces else ""
                return Choice(offer.key, "card", label, id_, tuple(also), (card,))
            case _ if part := _part_told(offer):
                label, *also = (self._part(offer, part, language) for language in self._languages)
                return Choice(offer.key, "fact", label, "", tuple(also), (part,))
            case _:
                return Choice(offer.key, "fact", self._sentence(offer, asking))

    def _card_of(self, offer: Offer) -> str:
        """The card that the offer names; ``""`` where it names none. Some that may turn up lie in no pile before."""
        if offer.sort == "card":
            return str(offer.value)
        return named if face_of(named := _value(offer)) in self._faces else ""

    def _part(self, offer: Offer, part: str, language: str) -> str:
        """Named as its own seat would, where what it names may be hidden from the scribe."""
        course = offer.witness
        return self.game.words(language, self.names).part(part, self.game.view(course.state, course.seat))

    def _sentence(self, offer: Offer, asking: Asking) -> str:
        """The first sentence from here on that tells this one from others."""
        facts = offer.witness.facts
        said = self.story(facts[: len(asking.agreed) + 1]) if offer.key != SEEN else self.story(facts)
        before = self.story(asking.agreed)
        if len(said) > len(before):
            return said[len(before)] if offer.key != SEEN else said[0]
        if offer.key == SEEN:  # a game that has no sentence for it
            return ", ".join(self._part(offer, part, self.language) for part in offer.witness.path) or SEEN
        return _value(offer) or offer.key

    def _heading(self, asking: Asking) -> str:
        if not asking.offers:
            return ""
        first = asking.offers[0]
        words = self.game.words(self.language, self.names)
        if card := self._card_of(first):
            return self._cut(first, card, asking)
        asked = self.game.awaiting(self.view)
        mine = [one for one in asked if one.seat == first.witness.seat] or asked
        if not mine or asking.agreed:
            return ""
        who = "" if asking.seat is None else f"{self.names[asking.seat]}: "
        return who + words.question(mine[0], self.view)

    def _cut(self, offer: Offer, card: str, asking: Asking) -> str:
        """The sentence of the fact that shows a card, a gap in its place, without what follows from that card."""
        state, at = self.view.copy(), len(asking.agreed)
        for fact in offer.witness.facts[: at + 1]:
            self.game.evolve(state, fact)
        pieces = self.game.words(self.language, self.names).pieces(offer.witness.facts[at], state)
        cards = [number for number, (_, named) in enumerate(pieces) if named]
        here = next((number for number in cards if pieces[number][1] == face_of(card)), None)
        if here is None:
            return ""
        before = "".join(text for text, _ in pieces[:here])
        after = "" if here != cards[-1] else "".join(text for text, _ in pieces[here + 1 :])
        return f"{before}…{after.partition('.')[0]}"

    @property
    def _languages(self) -> tuple[str, ...]:
        return (self.language, *(other for other in LANGUAGES if other != self.language))

    @cached_property
    def _all_faces(self) -> list[Mapping[str, str]]:
        return [names_of_cards(self.game, one) for one in self._languages]

    @property
    def _faces(self) -> Mapping[str, str]:
        return self._all_faces[0]


def _value(offer: Offer) -> str:
    """What is told of a fact: the value in its key."""
    return offer.key.partition("=")[2].removeprefix('"').removesuffix('"')


def _part_told(offer: Offer) -> str:
    """The part of the decision that the fact tells: nobody but its seat sees it, so it is not asked for as a part."""
    part = f"{offer.key.partition('=')[0]}:{_value(offer)}"
    return part if offer.witness.decision is not None and part in offer.witness.path else ""


@lru_cache(32)
def names_of_cards(game: Game[Any], language: str) -> Mapping[str, str]:
    """What each card of the gallery is called, by its id."""
    return {face.id: face.words.name for face in game.gallery(language)}


def face_of(card: str) -> str:
    """The id in the gallery of a card by name: copies are numbered."""
    name, _, copy = card.rpartition(".")
    return name if name and copy.isdecimal() else card


def resolved(pick: str, choices: Sequence[Choice]) -> Choice | None:
    """The choice that a key or a short name means; None where it is none, or may be several."""
    for choice in choices:
        if choice.key == pick:
            return choice
    things = [Thing(choice.key, (choice.label, *choice.also)) for choice in choices]
    one = meant(pick, things).one
    return None if one is None else next(choice for choice in choices if choice.key == one.part)
