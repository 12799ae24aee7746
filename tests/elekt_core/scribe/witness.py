"""Somebody who has seen a whole game answers what the scribe is asked, from what the viewer saw of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

from elekt_core.chance import SeededChance
from elekt_core.contract import Decision, Event, SeatNo, Setup, Viewer
from elekt_core.record.match import Play
from elekt_core.registry import get_game
from elekt_core.scribe import Other, Session
from elekt_core.scribe.asking import SEEN, Asking, Offer, leaves

NAMES = ["Alice", "Bob", "Charlie", "Dora"]


class TableChance(SeededChance):
    """The cards of a real table: shuffled, and no seed was ever committed to."""

    def commitment(self) -> str:
        return ""

    def reveal(self) -> str:
        return ""


def played(name: str, seed: bytes, seats: int = 3) -> Play[Any]:
    game = get_game(name)
    return Play.begin(game, Setup(name, game.ruleset().name, seats, {}), TableChance(seed))


def seen(play: Play[Any], viewer: Viewer) -> list[Event]:
    return [play.game.redact(fact, viewer) for fact in play.batches[-1].events]


class Gap(AssertionError):
    """The truth cannot be chosen."""


def answers(session: Session, decision: Decision | None, facts: Sequence[Event]) -> list[str]:
    """The picks that say what has happened. Raises Gap."""
    return answered(session, decision, facts).answered


def answered(
    session: Session, decision: Decision | None, facts: Sequence[Event], further: Counter[str] | None = None
) -> Asking:
    """What has happened is answered. Raises Gap. ``further`` counts answers that were not offered, by sort."""
    asking = session.asking(())
    while asking.offers:
        offer = true_offer(asking, decision, facts)
        if offer is None:
            offer = asking.further(lambda one: is_true(one, asking, decision, facts))
            if offer is None:
                raise Gap(decision, asking.answered, [one.key for one in asking.offers], facts)
            if further is not None:
                further[offer.sort] += 1
        asking.answer(offer)
    return asking


def own_answers(session: Session, said: Other, decision: Decision | None, facts: Sequence[Event]) -> list[str]:
    """What the phone of a seat is asked of somebody else's entry, answered by the truth. Raises Gap."""
    picks: list[str] = []
    while True:
        asking, _ = session._completed(said, picks, session.wording("en", NAMES))
        if not asking.offers:
            return picks
        offer = true_offer(asking, decision, facts)
        offer = offer or asking.further(partial(is_true, asking=asking, decision=decision, facts=facts))
        if offer is None:
            raise Gap(decision, asking.answered, [one.key for one in asking.offers], facts)
        picks.append(offer.key)


def true_offer(asking: Asking, decision: Decision | None, facts: Sequence[Event]) -> Offer | None:
    return next((one for one in asking.offers if is_true(one, asking, decision, facts)), None)


def is_true(offer: Offer, asking: Asking, decision: Decision | None, facts: Sequence[Event]) -> bool:
    if offer.sort == "seat":
        return decision is not None and offer.value == decision.seat
    left = _left(asking, decision)
    if offer.sort == "part":
        return bool(left) and offer.key == left[0]
    if offer.key == SEEN:
        return not left
    at = len(asking.agreed)
    if offer.key.startswith("is:"):
        return offer.key == f"is:{asking.game.kind_of(facts[at]) if at < len(facts) else ''}"
    name = offer.key.partition("=")[0]
    true, said = (dict(leaves("", asking.game.encode_event(one[at]))) for one in (facts, offer.witness.facts))
    return name in true and true[name] == said[name]


def _left(asking: Asking, decision: Decision | None) -> list[str]:
    """The parts of the true decision that can be seen and are not named yet."""
    if decision is None:
        return []
    path = asking.game.parts(decision)
    shape = tuple(part.partition(":")[0] for part in path)
    left = [part for at, part in enumerate(path) if (shape, at) not in asking.unseen]
    for named in asking.parts:
        left.remove(named)
    return left


def asked_seat(play: Play[Any]) -> SeatNo:
    return play.game.awaiting(play.state)[0].seat
