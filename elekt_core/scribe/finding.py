"""What was answered of an entry, found from its facts: what somebody who has seen it would have told the scribe.

Mostly a course that has gone so is among those that are looked at, and each answer follows from it. Else what goes most
alike is tried.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ..contract import CONCEDE, Event, Json, SeatNo
from .asking import SEEN, Asking, Offer, leaves
from .courses import Course
from .session import CONCEDES, Session
from .words import Choice

FEW = 500
"""So many courses are looked at first, all of them only where these do not tell it."""
MAX_TRIED = 4
"""So many answers are tried at each question to find those that tell what happened."""


class Found(NamedTuple):
    picks: Sequence[str]
    seat: SeatNo | None
    offered: Sequence[Sequence[Choice]]
    """What could be chosen at each pick."""


class Finder:
    """Finds the answers of the session's next entry. Made anew for each."""

    def __init__(
        self, session: Session, told: Json | None, facts: tuple[Event, ...], language: str, names: Sequence[str]
    ) -> None:
        """``told`` is the decision, where it is known."""
        self.session, self.facts, self.language, self.names = session, facts, language, names
        self.game, data = session.game, dict(told or {})
        self.decision = self.game.decode_decision(SeatNo(int(data.pop("seat"))), data) if data else None
        self.path = None if self.decision is None else self.game.parts(self.decision)
        every = [value for fact in facts for _, value in leaves("", self.game.encode_event(fact))]
        self.named = {value: -number for number, value in reversed([*enumerate(every, 1)])}
        """What the facts tell: the larger the earlier."""
        self.same: Course | None = None
        """A course that has gone so."""
        self.looked_at: int | None = FEW
        self.offered: list[Sequence[Choice]] = []
        """What could be chosen at each answer so far."""
        self.strayed = False
        """Whether more was looked at there than is for whoever reads the answers."""

    def found(self) -> Found | None:
        """The answers, if there are any; the session is left where they have just been given."""
        asking = self._searched()
        if asking is None or asking.known is None:
            return None
        picks, seat = [*asking.answered], asking.known.seat
        if not self.strayed:
            self.session._asked = asking
            return Found(picks, seat, self.offered)
        offered = [self._question(picks[:number]) for number in range(len(picks))]
        return Found(picks, seat, offered)

    def _question(self, picks: Sequence[str]) -> Sequence[Choice]:
        return self.session.question(picks, self.language, self.names).choices

    def _searched(self) -> Asking | None:
        if self.decision is not None and self.decision.kind == CONCEDE:
            return self._tried(self.session.asking([f"{CONCEDES}{self.decision.seat}"]))
        asking = self.session.asking([])
        if self.decision is None and self.session.entries and self._course(asking) is None:
            for seat in range(self.session.setup.seats):
                conceded = self._tried(self.session.asking([f"{CONCEDES}{seat}"]))
                if conceded is not None:
                    return conceded
        found = self._tried(asking)
        if found is None:
            self.looked_at = None
            found = self._tried(self.session.asking([]))
        return found

    def _tried(self, asking: Asking) -> Asking | None:
        """The answers that lead to the facts, the likeliest first."""
        words, left = self.session.wording(self.language, self.names), list[list[str]]()
        told, begun = [*asking.answered], asking.answered[:1]
        while True:
            self.offered, self.strayed = [], False
            while asking.offers:
                ranked = self._ranked(asking, told)
                if not ranked:
                    break
                left += reversed([[*asking.answered, offer.key] for offer in ranked[1:MAX_TRIED]])
                self.offered.append(words.choices(asking))
                asking.answer(ranked[0])
            if asking.known is not None and asking.known.facts == self.facts:
                return asking
            if not left:
                return None
            told, asking = left.pop(), self.session.asking(begun)

    def _ranked(self, asking: Asking, told: Sequence[str]) -> list[Offer]:
        """The answers that may be true, the likeliest first; one where it must be that one: it is among those ``told``,
        or follows."""
        first = asking.offers[0]
        if len(asking.answered) < len(told):
            key = told[len(asking.answered)]
            return self._offer(asking, lambda offer: offer.key == key)
        if first.sort == "seat" and self.decision is not None:
            return [offer for offer in asking.offers if offer.value == self.decision.seat]
        if first.sort in ("seat", "part") or any(offer.key == SEEN for offer in asking.offers):
            course = self._course(asking)
            if course is not None:
                return _true_of(course, asking)[:1]
            return self._by_course(asking)
        return self._offer(asking, lambda offer: _tells(offer, asking, self.facts))

    def _offer(self, asking: Asking, wanted: Callable[[Offer], bool]) -> list[Offer]:
        found = next(filter(wanted, asking.offers), None) or self._further(asking, wanted)
        return [] if found is None else [found]

    def _further(self, asking: Asking, wanted: Callable[[Offer], bool]) -> Offer | None:
        self.strayed = True
        return asking.further(wanted)

    def _course(self, asking: Asking) -> Course | None:
        """A course that has gone so; those paths first whose first course goes most alike."""
        if self.same is not None and any(one is self.same for one in asking.pool):
            return self.same
        paths: dict[Any, list[Course]] = {}
        for course in asking.pool:
            if self._may_be(course):
                paths.setdefault((course.seat, course.path), []).append(course)
        alike = sorted(paths.values(), key=lambda courses: _nearness(courses[0].facts, self.facts), reverse=True)
        self.same = next((one for courses in alike for one in courses if one.facts == self.facts), None)
        return self.same

    def _may_be(self, course: Course) -> bool:
        return self.path is None or course.path == self.path

    def _by_course(self, asking: Asking) -> list[Offer]:
        """Those first that lead nearest to the facts, and that name what the facts name first."""
        best: dict[str, tuple[int, int]] = {}
        step = 1 if self.looked_at is None else max(1, len(asking.pool) // self.looked_at)
        for course in filter(self._may_be, asking.pool[::step]):
            near = _nearness(course.facts, self.facts)
            for offer in _true_of(course, asking):
                best[offer.key] = max(near, best.get(offer.key, near))

        def score(offer: Offer) -> tuple[float, ...]:
            return (*best[offer.key], self.named.get(offer.key.rpartition(":")[2], -math.inf))

        ranked = sorted((offer for offer in asking.offers if offer.key in best), key=score, reverse=True)
        if self._is_named(asking, ranked) or asking.offers[0].sort != "part":
            return ranked

        def wanted(offer: Offer) -> bool:
            return offer.key.rpartition(":")[2] in self.named and offer.key not in best

        further = self._further(asking, wanted)
        return ranked if further is None else [further, *ranked]

    def _is_named(self, asking: Asking, ranked: Sequence[Offer]) -> bool:
        """Whether the facts name one of the answers, or no card that is not told yet."""
        told = {key.rpartition(":")[2] for key in asking.answered}
        left = {one for one in self.named if isinstance(one, str) and one in asking.cards} - told
        return not left or any(offer.key.rpartition(":")[2] in left for offer in ranked)


def _true_of(course: Course, asking: Asking) -> list[Offer]:
    """The answers that are true of the course, in the order of its decision."""
    if asking.offers[0].sort == "seat":
        return [offer for offer in asking.offers if offer.value == course.seat]
    rest = asking._rest(course.path)
    if rest is None:
        return []
    found = [offer for offer in asking.offers if offer.key in (rest or (SEEN,))]
    return sorted(found, key=lambda offer: rest.index(offer.key) if rest else 0)


def _tells(offer: Offer, asking: Asking, facts: tuple[Event, ...]) -> bool:
    at = len(asking.agreed)
    if offer.key.startswith("is:"):
        return offer.key == f"is:{asking.game.kind_of(facts[at]) if at < len(facts) else ''}"
    if at >= len(facts):
        return False
    name = offer.key.partition("=")[0]
    true, said = (dict(leaves("", asking.game.encode_event(one[at]))) for one in (facts, offer.witness.facts))
    return bool(name in true and true[name] == said.get(name))


def _nearness(one: Sequence[Event], other: Sequence[Event]) -> tuple[int, int]:
    """How many facts are equal from the beginning on, and how many are of the same kind."""
    equal = alike = 0
    for mine, theirs in zip(one, other, strict=False):
        if type(mine) is not type(theirs):
            break
        equal += equal == alike and mine == theirs
        alike += 1
    return equal, alike
