"""What has happened can be entered, whichever worlds were looked at: what the answers rest on is what they named, what
may be so for several reasons stays open, and of a game any decision can be entered under any id."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from elekt_core.bots import derive
from elekt_core.chance import SeededChance
from elekt_core.contract import Decision, Event, SeatNo, Viewer
from elekt_core.scribe import Entry, Session
from elekt_core.scribe.asking import Asking
from elekt_core.scribe.courses import Course, Wanted
from elekt_core.scribe.worlds import DEALING, Spot, World, resting
from tests.sampling import sample

from .witness import answered, played, seen

PILES = [("piles", pile, at) for pile in range(4) for at in range(20)]

TRAPS = [
    *((1, 0), (0, 0), (1, 0), (0, 0), (0, 4), (1, 4), (0, 0), (1, 0), (1, 3), (0, 2)),
    *((0, 2), (1, 2), (0, 3), (1, 0), (0, 0), (1, 2), (1, 10), (1, 3), (0, 1), (0, 15)),
]
"""A game of Enclave up to some traps: by seat, which of the options was chosen."""


HAND_SHOWN = [
    *((0, 1), (0, 2), (1, 2), (0, 2), (0, 0), (1, 2), (1, 0), (0, 0), (1, 3), (1, 1), (1, 5), (1, 0), (1, 1)),
    *((1, 3), (0, 44), (1, 0), (1, 117), (1, 6), (1, 3), (1, 0), (1, 3), (1, 0), (0, 2), (1, 17), (1, 1)),
]
"""A game of Elekt up to a hand that is shown, likewise."""

CARDS_PASSED = [
    *((1, 48), (1, 27), (1, 0), (0, 27), (0, 15), (0, 2), (0, 4), (0, 5), (0, 1), (0, 6), (0, 1), (0, 1)),
    *((0, 2), (0, 0), (0, 1), (0, 3), (0, 3), (0, 2), (0, 2), (0, 2), (0, 2), (0, 1), (0, 0), (0, 1)),
    *((0, 1), (0, 1), (0, 0), (0, 0), (0, 1), (0, 0), (0, 1), (0, 1), (0, 1), (0, 0), (0, 0), (0, 1)),
    *((0, 0), (0, 0), (0, 0), (0, 1), (0, 0), (0, 0), (0, 0), (0, 2), (0, 1), (0, 1), (0, 0), (0, 0)),
    *((0, 0), (0, 0), (0, 1), (0, 2), (0, 0), (1, 18), (1, 44), (1, 0), (1, 3)),
]
"""A game of Elector Counts up to three cards that go from hand to hand, likewise."""

COPIES_DRAWN = [
    *((0, 3), (0, 1), (0, 3), (0, 4), (0, 0), (0, 0), (0, 0), (0, 0), (1, 13), (1, 4), (1, 3), (1, 0)),
    *((1, 0), (2, 4), (2, 3), (2, 1), (2, 2), (2, 1), (2, 1), (2, 0), (2, 0), (0, 27), (0, 13), (0, 0)),
    *((1, 2), (1, 1), (1, 27), (1, 1), (1, 1), (1, 0), (1, 2), (1, 0)),
]
"""A game of Elector Counts of three up to a draw of two copies of one card, likewise."""


def dealt(world: World) -> dict[Spot, int]:
    """Four piles of twenty cards each, all shuffled at once; those that are pinned in their places."""
    left = sorted({*range(len(PILES))} - {*world.pins.values()})
    order = [left[at] for at in world.draws(DEALING).permutation(0, len(left))]
    piles = [iter([card for card in order if card // 20 == pile]) for pile in range(4)]
    return {spot: world.pins[spot] if spot in world.pins else next(piles[spot[1]]) for spot in PILES}


@pytest.mark.parametrize("told", [1, 3])
def test_an_answer_rests_on_the_cards_that_it_names(told: int) -> None:
    for seed in range(20):
        world = World(SeededChance(derive("rest", seed)))
        hidden = dealt(world)
        named = {spot: hidden[spot] for spot in PILES[:told]}
        rest = resting(world, hidden, lambda one, named=named: named.items() <= dealt(one).items(), PILES[:told])  # type: ignore[misc]  # named is bound
        assert rest.world.pins == named


class Told(NamedTuple):
    odd: bool
    first_higher: bool


class TwoCards:
    """Of two hidden cards it is told whether their sum is odd, and which is higher."""

    game: Any = SimpleNamespace(
        kind_of=lambda fact: "told",
        encode_event=lambda fact: fact._asdict(),
        redact=lambda fact, viewer: fact,
        said={},
    )
    viewer: Viewer = None
    card_fields = frozenset({"piles"})

    def in_world(self, world: World, wanted: Wanted | None = None) -> Iterator[Course]:
        yield Course(world, Decision(SeatNo(0), "look"), (), self, dealt(world))

    def hidden(self, course: Course) -> Mapping[Spot, int]:
        found: dict[Spot, int] = course.state
        return found

    def carried_out(self, course: Course) -> tuple[Event, ...]:
        first, second = course.state[PILES[0]], course.state[PILES[1]]
        return (Told((first + second) % 2 == 1, first > second),)


def test_what_may_be_so_for_several_reasons_stays_open() -> None:
    for seed in range(5):
        looking = TwoCards()
        asking = Asking.begin(looking.game, looking, World(SeededChance(derive("reasons", seed))), frozenset())
        asking.answer(next(offer for offer in asking.offers if offer.key == "odd=true"))
        assert {offer.key for offer in asking.offers} == {"first_higher=true", "first_higher=false"}


def test_cards_of_a_pile_that_are_turned_up_together_may_be_any() -> None:
    """Two traps with one name, one after the other, and a third."""
    table = played("enclave", derive("gaps", "enclave", 0), 2)
    session = Session(table.game, table.setup)
    for seat, number in TRAPS:
        session._add(Entry((), tuple(seen(table, None))))
        table.decide(table.game.options(table.state, SeatNo(seat))[number])
    for seed in ("enclave 0", *sample([], range(20))):
        session.seed = f"{seed}"
        asking = answered(session, table.batches[-1].decision, seen(table, None))
        assert asking.known is not None
        assert list(asking.known.facts) == seen(table, None)


def test_a_card_of_a_hand_that_is_shown_may_lie_where_it_does_in_few_deals() -> None:
    """Hidden Basic Units are mostly dealt to the first places of a hand; here another unit lies among them."""
    table = played("elekt", derive("gaps", "elekt", 39), 2)
    session = Session(table.game, table.setup, SeatNo(1))
    for seat, number in HAND_SHOWN:
        session._add(Entry((), tuple(seen(table, SeatNo(1)))))
        table.decide(table.game.options(table.state, SeatNo(seat))[number])
    for seed in ("elekt 39", *sample(["another"], range(20))):
        session.seed, session._asked = f"{seed}", None
        asking = answered(session, table.batches[-1].decision, seen(table, SeatNo(1)))
        assert asking.known is not None
        assert list(asking.known.facts) == seen(table, SeatNo(1))


def test_cards_that_were_chosen_in_one_order_are_told_in_any() -> None:
    table = played("elector_counts", derive("gaps", "elector_counts", 21), 2)
    session = Session(table.game, table.setup, SeatNo(0), "elector_counts 21")
    for seat, number in CARDS_PASSED:
        session._add(Entry((), tuple(seen(table, SeatNo(0)))))
        table.decide(table.game.options(table.state, SeatNo(seat))[number])
    asking = answered(session, table.batches[-1].decision, seen(table, SeatNo(0)))
    assert asking.known is not None
    assert list(asking.known.facts) == seen(table, SeatNo(0))


def test_a_further_copy_of_a_card_may_come_after_one_of_them() -> None:
    table = played("elector_counts", b"whole 4", 3)
    session = Session(table.game, table.setup, SeatNo(1))
    for seat, number in COPIES_DRAWN:
        session._add(Entry((), tuple(seen(table, SeatNo(1)))))
        table.decide(table.game.options(table.state, SeatNo(seat))[number])
    for seed in sample(range(3), range(40)):
        session.seed, session._asked = f"gap {seed}", None
        asking = answered(session, table.batches[-1].decision, seen(table, SeatNo(1)))
        assert asking.known is not None
        assert list(asking.known.facts) == seen(table, SeatNo(1))


@pytest.mark.parametrize("name", ["elekt", "enclave", "elector_counts"])
def test_any_decision_of_a_game_can_be_entered_under_any_id(name: str) -> None:
    draw = Random(name)
    table = played(name, derive("any", name), 3)
    while table.game.outcome(table.state) is None:
        options = table.game.options(table.state, draw.choice(table.game.awaiting(table.state)).seat)
        table.decide(options[draw.randrange(len(options))])
    looked_at = {*draw.sample(range(1, len(table.batches)), sample(2, 20))}
    session = Session(table.game, table.setup)
    for number, batch in enumerate(table.batches):
        facts = tuple([table.game.redact(fact, None) for fact in batch.events])
        if number in looked_at:
            session.seed = f"{name} {number}"
            asking = answered(session, batch.decision, facts)
            assert asking.known is not None
            assert asking.known.facts == facts
        session._add(Entry((), facts))
