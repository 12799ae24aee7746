"""From what may have happened to what did, one question after another: only what is still possible can be chosen.

First whose decision, then its parts as far as they were seen, then what differs in the facts: mostly a card that came
into view. What can only be one is not asked. After each answer the world in which it is so is turned anew, with what
the answers rest on kept in place (``worlds``).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Protocol

from ..contract import Event, Game, SeatNo
from ..kit.dealing import cards_in
from ..record.unknown import numbers
from .courses import Course, Path, Shape, Wanted, shape_of, told, unseen_parts
from .worlds import MAX_OF_PILE, MAX_PLACES, MAX_SHOWN, MIXED, Rest, Spot, World, resting

SEEN = "seen"
"""The key of the choice that says: it happened, and no more was seen of it."""

MAX_COURSES, MIN_WORLDS = 5000, 12
"""Once so many courses are found no further worlds are looked at beyond so many."""

ENOUGH = 1.33
"""Where an answer leaves so many times fewer worlds, others are looked at."""
REASONS = 2
"""So many other reasons are looked at for which an answer that names no card may be so."""

FURTHER, FURTHER_STEP = 300, 30
"""So many worlds more are looked at for an answer that was not offered."""


class Happening(Protocol):
    """What may happen next, world by world."""

    card_fields: frozenset[str]
    """The fields of a position in which cards lie; what is hidden elsewhere is another number."""

    def in_world(self, world: World, wanted: Wanted | None = None) -> Iterator[Course]: ...
    def hidden(self, course: Course) -> Mapping[Spot, int]: ...


@dataclass(frozen=True, slots=True)
class Offer:
    """One answer: ``key`` names it among the others. ``witness`` is a course in which it is so."""

    key: str
    sort: str
    """``seat``, ``part``, ``card`` (a card by its name in ``value``), or ``fact``."""
    witness: Course
    value: Any = None


@dataclass
class Asking:
    """The answers so far, and what is still possible. ``offers`` is empty once everything is known."""

    game: Game[Any]
    happening: Happening
    world: World
    cards: frozenset[str]
    """The game's cards by name."""
    answered: list[str] = field(default_factory=list)
    taken: list[Offer] = field(default_factory=list)
    """What the answers stand for."""
    seat: SeatNo | None = None
    parts: list[str] = field(default_factory=list)
    agreed: tuple[Event, ...] = ()
    leaves: dict[str, Any] = field(default_factory=dict)
    """What is known of the next fact, by its place there."""
    unseen: frozenset[tuple[Shape, int]] = frozenset()
    pool: list[Course] = field(default_factory=list)
    offers: tuple[Offer, ...] = ()
    _parts_over: bool = False
    _in_order: bool = False
    _rests: dict[Path, Path | None] = field(default_factory=dict)
    """What is left to name, by path, while as much is known as in ``_rests_at``."""
    _rests_at: tuple[Any, ...] = ()
    _rest_of: Rest = field(init=False)

    @classmethod
    def begin(cls, game: Game[Any], happening: Happening, world: World, cards: frozenset[str]) -> Asking:
        asking = cls(game, happening, world, cards)
        asking.pool = [*happening.in_world(world)]
        _tried(asking.pool)
        asking._rest_of = Rest(world, frozenset())
        asking.pool += asking._sampled()
        asking.unseen = unseen_parts(asking.pool)
        asking._proceed()
        return asking

    def conceded(self, key: str) -> None:
        """What was decided is known: a seat gives up."""
        self.answered.append(key)
        self._proceed()

    @property
    def possible(self) -> bool:
        return bool(self.pool)

    @property
    def known(self) -> Course | None:
        """A course that has gone as it is known, once nothing is left to ask."""
        return None if self.offers or not self.pool else self.pool[0]

    def answer(self, offer: Offer) -> None:
        self.answered.append(offer.key)
        self.taken.append(offer)
        self._take(offer)
        before, self.pool = self.pool, [course for course in self.pool if self._follows(course)]
        self.world = offer.witness.world
        _tried(self._following(self.world))
        if _worlds_of(self.pool) * ENOUGH < _worlds_of(before):
            self._turn_anew(offer.witness, 0 if offer.sort in ("card", "part") else REASONS)
        else:
            self._rest_of = replace(self._rest_of, world=self.world)
        self._proceed()

    def _turn_anew(self, witness: Course, reasons: int = 0) -> None:
        """Look at worlds around the one in which the answers are so. It may be so for other reasons in others of those
        that were looked at: worlds around so many of these, too."""
        self._rest_of = self._resting(witness)
        rests, followed = [self._rest_of], self.pool
        self.pool = [*self._following(witness.world), *followed, *self._sampled()]
        for course in followed if reasons else ():
            hidden = self.happening.hidden(course)
            if len(rests) <= reasons and not any(rest.world.pins.items() <= hidden.items() for rest in rests):
                rests.append(self._resting(course))
                for world in rests[-1].world.far(rests[-1].kept):
                    self.pool += self._following(world)

    def _resting(self, course: Course) -> Rest:
        """What the answers rest on in the world of a course that follows them: mostly on the cards that they name."""
        named = {*_cards(self.game, course.facts[: len(self.agreed) + 1])}
        if course.decision is not None:
            named |= {*numbers(course.decision.choice)}
        hidden = self.happening.hidden(course)
        told = [spot for spot, card in hidden.items() if card in named]
        return resting(course.world, hidden, lambda world: any(True for _ in self._following(world)), told)

    def _sampled(self) -> list[Course]:
        """Courses from the worlds around, fewer worlds where there is much to choose."""
        found: list[Course] = []
        around = self._rest_of.world.around(self._rest_of.kept)
        for number, world in enumerate(islice(around, 0 if self.answered else 1, None)):
            found += self._following(world)
            if len(found) > MAX_COURSES and number >= MIN_WORLDS:
                break
        return found

    def _all_cards(self, offers: Mapping[str, Offer]) -> bool:
        """Try each card that may lie there at the hidden places whose cards the offers name: those of its pile, and
        of piles with a card that was found in both."""
        rest, spots = self._rest_of, list(self._places_of(offers))
        if not spots:
            return False
        lying = self._lying()
        self._lay_all(rest.world, spots, lying, self._piles(lying))
        return True

    def _lying(self) -> list[Mapping[Spot, int]]:
        """What lies where in the positions there are."""
        return [self.happening.hidden(one) for one in {id(one.state): one for one in self.pool}.values()]

    def _piles(self, lying: Iterable[Mapping[Spot, int]]) -> dict[Spot, set[int]]:
        """The cards that were found in each pile."""
        alike: dict[tuple[Spot, ...], list[Iterable[int]]] = {}
        for one in lying:
            alike.setdefault(tuple(one), []).append(one.values())
        piles: dict[Spot, set[int]] = {}
        for spots, rows in alike.items():
            for at, cards in zip(spots, zip(*rows, strict=True), strict=True):
                if at[0] in self.happening.card_fields:
                    piles.setdefault(at[:-1], set()).update(cards)
        return piles

    def _lay_all(
        self, world: World, spots: Iterable[Spot], lying: Sequence[Mapping[Spot, int]], piles: Mapping[Spot, set[int]]
    ) -> None:
        """Lay each card at each spot that was found in its pile, or in one with a card in common, and not there. The
        cards that the answers name stay where they lie: that they lie there in all worlds may be but likely."""
        named = self._named_places(world)
        world = replace(world, pins={**named, **world.pins})
        for spot in spots:
            own = piles.get(spot[:-1], set())
            there = set[int]().union(*(pile for pile in piles.values() if pile & own))
            for card in sorted(there - {one[spot] for one in lying if spot in one}):
                self._lay(world, spot, card)

    def _named_places(self, world: World) -> dict[Spot, int]:
        """Where the cards lie in this world, hidden so far, that the answers name."""
        course = next(self._following(world), None)
        if course is None:
            return {}
        at = len(self.agreed)
        named = {*_cards(self.game, course.facts[:at])}
        named |= {_at(fact, name) for fact in course.facts[at : at + 1] for name in self.leaves}
        fields = self.happening.card_fields
        return {
            spot: card for spot, card in self.happening.hidden(course).items() if card in named and spot[0] in fields
        }

    def further(self, wanted: Callable[[Offer], bool]) -> Offer | None:
        """An offer that is wanted and was not among those: in how few of all deals it may be, it is looked for."""
        rest = self._rest_of
        if (found := self._from_elsewhere(wanted)) is not None:
            return found
        for number in range(1, FURTHER + 1):
            self.pool += self._following(rest.world.mixed(MIXED + number, rest.kept))
            if number % FURTHER_STEP == 0:
                self.offers = tuple((self._next_offers() or {}).values())
                if (found := next(filter(wanted, self.offers), None)) is not None:
                    return found
        return None

    def _from_elsewhere(self, wanted: Callable[[Offer], bool]) -> Offer | None:
        """Try, at the hidden places whose cards the offers name, each card that lies hidden in any deal there is: what
        the answers so far seem to rest on may leave no other card free."""
        world, spots = self._rest_of.world, list(self._places_of({offer.key: offer for offer in self.offers}))
        if not spots or any(offer.sort != "card" for offer in self.offers):
            return None
        free = [next(iter(self.happening.in_world(one)), None) for one in islice(World(world.seed).around(), MIXED)]
        piles = self._piles(self.happening.hidden(course) for course in free if course is not None)
        self._lay_all(world, spots, self._lying(), piles)
        self.offers = tuple((self._next_offers() or {}).values())
        return next(filter(wanted, self.offers), None)

    def _lay(self, world: World, spot: Spot, card: int) -> None:
        """Look at what may happen with the card there. From where it was pinned it is gone, or has changed places; or
        there lies another copy of it."""
        elsewhere = [at for at, one in world.pins.items() if one == card and at != spot]
        ways = [{**world.pins, spot: card}]
        for at in elsewhere:
            left = {other: one for other, one in world.pins.items() if other != at}
            ways.append({**left, spot: card})
            if spot in left:
                ways.append({**left, spot: card, at: left[spot]})
        for pins in ways:
            self.pool += self._following(replace(world, pins=pins, orders=dict(world.orders)))

    def _following(self, world: World) -> Iterator[Course]:
        return filter(self._tells, self.happening.in_world(world, self._may))

    def _places_of(self, offers: Mapping[str, Offer]) -> Iterator[Spot]:
        """The hidden places from which the cards come that the offers name: of those that can be chosen two of a pile
        and a few in all."""
        found: dict[Spot, None] = {}
        # A fact may turn up many cards of one pile, and what nobody is asked for must not be a guess.
        of_pile, most = (MAX_SHOWN, MAX_SHOWN) if self._parts_over else (MAX_OF_PILE, MAX_PLACES)
        for offer in offers.values():
            witness = offer.witness
            if witness.state is None or witness.decision is None or (offer.sort == "part" and len(offers) == 1):
                continue
            named = self._told_cards(offer) if self._parts_over else numbers(witness.decision.choice)
            for spot, card in self.happening.hidden(witness).items():
                if card not in named or spot[0] not in self.happening.card_fields:
                    continue
                if sum(one[:-1] == spot[:-1] for one in found) < of_pile:
                    found[spot] = None
            if len(found) >= most:
                break
        yield from [*found][:most]

    def _told_cards(self, offer: Offer) -> list[int]:
        """The cards of the next fact for which an offer stands: the one that is asked for with those before it that
        nobody was asked for, since they were the same in all positions; or all but those known."""
        told_next = offer.witness.facts[len(self.agreed) : len(self.agreed) + 1]
        cards = _cards(self.game, told_next)
        asked = offer.key.partition("=")[0]
        if offer.sort == "card" and _at(told_next[0], asked) in cards:
            places = [name for name, _ in leaves("", self.game.encode_event(told_next[0]))]
            before = [name for name in places[: places.index(asked)] if name not in self.leaves]
            return [card for name in (asked, *before) if (card := _at(told_next[0], name)) in cards]
        known = [_at(fact, name) for fact in told_next for name in self.leaves]
        return [card for card in cards if card not in known]

    # --- what is asked ---------------------------------------------------------------------------------------

    def _proceed(self) -> None:
        """Take what can only be one, up to the next question."""
        while self.pool:
            offers = self._next_offers()
            if offers is None:
                self.offers = self._whole()
                return
            if self._all_cards(offers):
                offers = self._next_offers() or offers
            if len(offers) > 1:
                self.offers = tuple(offers.values())
                return
            self._take(next(iter(offers.values())))
            self.pool = [course for course in self.pool if self._follows(course)]
        self.offers = ()

    def _whole(self) -> tuple[Offer, ...]:
        """A decision that can only be one is answered, too: somebody has made it."""
        if self.answered or self.pool[0].decision is None:
            return ()
        return (Offer(SEEN, "fact", self.pool[0], self.agreed[0] if self.agreed else None),)

    def _next_offers(self) -> Mapping[str, Offer] | None:
        """What can follow, by key; None if nothing is left to ask."""
        if self.seat is None and self.pool[0].seat is not None:
            seats = _first_by(lambda course: course.seat, self.pool)
            return _first(Offer(f"seat:{seat}", "seat", course, seat) for seat, course in seats.items())
        if not self._parts_over:
            ways = _first_by(lambda course: course.path, self.pool).values()
            offers = _first(offer for course in ways for offer in self._part_offers(course))
            if offers.keys() != {SEEN}:
                return offers
            self._finish_parts()
        return self._fact_offers()

    def _part_offers(self, course: Course) -> Iterator[Offer]:
        rest = self._rest(course.path)
        if not rest:
            yield Offer(SEEN, "fact", course, next(iter(course.facts), None))
        for number, part in enumerate(rest or ()):
            if number and not (self.game.any_order(part) and self.game.any_order((rest or ("",))[0])):
                return
            yield Offer(part, "part", course, part)

    def _fact_offers(self) -> Mapping[str, Offer] | None:
        at = len(self.agreed)
        nexts = _first_by(lambda course: told(course.facts[at : at + 1]), self.pool)
        if len(nexts) == 1:
            only = next(iter(nexts.values()))
            if len(only.facts) <= at:
                return None
            return {"": Offer("", "whole", only, only.facts[at])}
        kinds = _first(self._kind_offer(course, at) for course in nexts.values())
        if len(kinds) > 1:
            return kinds
        told_there = [dict(leaves("", self.game.encode_event(course.facts[at]))) for course in nexts.values()]
        name = next(name for name in told_there[0] if any(one.get(name) != told_there[0][name] for one in told_there))
        return _first(
            self._leaf_offer(name, one.get(name), course)
            for one, course in zip(told_there, nexts.values(), strict=True)
        )

    def _kind_offer(self, course: Course, at: int) -> Offer:
        if len(course.facts) <= at:
            return Offer("is:", "fact", course)
        return Offer(f"is:{self.game.kind_of(course.facts[at])}", "fact", course, course.facts[at])

    def _leaf_offer(self, name: str, value: Any, course: Course) -> Offer:
        if isinstance(value, str) and value in self.cards:
            return Offer(f"{name}={value}", "card", course, value)
        return Offer(f"{name}={json.dumps(value)}", "fact", course, course.facts[len(self.agreed)])

    # --- what is known ---------------------------------------------------------------------------------------

    def _take(self, offer: Offer) -> None:
        match offer.sort:
            case "seat":
                self.seat = offer.value
            case "part":
                self.parts.append(offer.key)
            case "whole":
                self.agreed = (*self.agreed, offer.value)
                self.leaves = {}
            case _ if offer.key == SEEN:
                self._finish_parts()
            case _ if offer.key.startswith("is:"):
                self.leaves["is"] = offer.key.removeprefix("is:")
            case _:
                name, _, _ = offer.key.partition("=")
                fact = offer.witness.facts[len(self.agreed)]
                self.leaves[name] = dict(leaves("", self.game.encode_event(fact)))[name]

    def _finish_parts(self) -> None:
        """What may be named in any order was chosen in the order of naming, where there is such a choice."""
        self._parts_over = True
        self._in_order = any(self._visible(course.path) == self.parts for course in self.pool) or self._dealt_in_order()
        self.pool = [course for course in self.pool if self._follows(course)]
        if self.pool and not any(True for _ in self._following(self._rest_of.world)):
            self._turn_anew(self.pool[0])

    def _dealt_in_order(self) -> bool:
        """Find a world in which what was named lies in the order of naming, where it was hidden in another one."""
        other = next((one for one in self.pool if sorted(self._visible(one.path)) == sorted(self.parts)), None)
        if other is None or other.decision is None or len(self.parts) < 2:
            return False
        there, named = ([part for part in parts if ":" in part] for parts in (self._visible(other.path), self.parts))
        choice = numbers(other.decision.choice)
        cards = dict(zip(there, choice, strict=False))
        lying = {card: spot for spot, card in self.happening.hidden(other).items()}
        if not len(there) == len(named) == len(choice) or not lying.keys() >= {*choice}:
            return False
        swapped = {lying[cards[was]]: cards[part] for was, part in zip(there, named, strict=True)}
        world = replace(other.world, pins={**other.world.pins, **swapped}, orders=dict(other.world.orders))
        found = [one for one in self._following(world) if self._visible(one.path) == self.parts]
        if not found:
            return False
        _tried(found)
        self._in_order, self.world = True, world
        self._rest_of = self._resting(found[0])
        self.pool = [*self._following(world), *self._sampled()]
        return True

    def _follows(self, course: Course) -> bool:
        return self._may(course.seat, course.path) and self._tells(course)

    def _may(self, seat: SeatNo | None, path: Path) -> bool:
        """Whether the decision may be the one, whatever follows from it."""
        if self.seat is not None and seat != self.seat:
            return False
        rest = self._rest(path)
        return rest is not None and not (self._parts_over and rest)

    def _tells(self, course: Course) -> bool:
        """Whether its facts are what is known of them."""
        if self._parts_over and not course.facts:
            return False
        at = len(self.agreed)
        if at and told(course.facts[:at]) != told(self.agreed):
            return False
        return not self.leaves or self._hasleaves(course, at)

    def _hasleaves(self, course: Course, at: int) -> bool:
        if len(course.facts) <= at:
            return self.leaves == {"is": ""}
        known = dict(leaves("", self.game.encode_event(course.facts[at])))
        known["is"] = self.game.kind_of(course.facts[at])
        return all(name in known and known[name] == value for name, value in self.leaves.items())

    def _rest(self, path: Path) -> Path | None:
        """The visible parts that are left to name; None if others were named."""
        known = (len(self.parts), self._in_order, self.unseen)
        if self._rests_at != known:
            self._rests_at, self._rests = known, {}
        try:
            return self._rests[path]
        except KeyError:
            rest = self._rests[path] = self._rest_found(path)
            return rest

    def _rest_found(self, path: Path) -> Path | None:
        rest = self._visible(path)
        if self._in_order:
            return () if rest == self.parts else None
        for named in self.parts:
            if named not in rest:
                return None
            at = rest.index(named)
            if at and not all(map(self.game.any_order, rest[: at + 1])):
                return None
            del rest[at]
        return tuple(rest)

    def _visible(self, path: Path) -> list[str]:
        if not self.unseen:
            return [*path]
        shape = shape_of(path)
        return [part for at, part in enumerate(path) if (shape, at) not in self.unseen]


def _tried(courses: Iterable[Course]) -> None:
    """Carry them out, so that their world knows which draws they need."""
    for course in courses:
        _ = course.facts


def _worlds_of(courses: Iterable[Course]) -> int:
    return len({id(course.world) for course in courses})


def _cards(game: Game[Any], facts: Iterable[Event]) -> list[int]:
    return [card for fact in facts for card in cards_in(fact, game.said.get(type(fact)))]


def _first_by(key: Callable[[Course], Any], courses: Iterable[Course]) -> dict[Any, Course]:
    """The first course of each key."""
    found: dict[Any, Course] = {}
    for course in courses:
        found.setdefault(key(course), course)
    return found


def _first(offers: Iterable[Offer]) -> dict[str, Offer]:
    """The first offer of each key."""
    found: dict[str, Offer] = {}
    for offer in offers:
        found.setdefault(offer.key, offer)
    return found


def _at(fact: Event, name: str) -> Any:
    """The value of a fact that its payload has under this name, where it is written as it is; else None."""
    value: Any = fact
    for step in name.split("."):
        if step.isdecimal() and isinstance(value, list | tuple):
            value = value[int(step)] if int(step) < len(value) else None
        else:
            value = getattr(value, step, None)
    return value


def leaves(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Every value of a payload by its place, the length of a list before what is in it."""
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from leaves(f"{name}.{key}" if name else key, part)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        yield f"{name}.#", len(value)
        for number, part in enumerate(value):
            yield from leaves(f"{name}.{number}", part)
    else:
        yield name, value
