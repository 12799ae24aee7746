"""What a field's type says is how it is written, who may know it, and what is dealt anew."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Annotated, Any, NamedTuple

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import UNKNOWN, SeatNo, Viewer
from elekt_core.errors import BadRecord, CoreError, UnknownKind
from elekt_core.kit.dealing import Table as Zones
from elekt_core.kit.dealing import filled
from elekt_core.kit.fields import (
    HIDDEN,
    KNOWN_TO_EACH,
    KNOWN_TO_SEAT,
    Card,
    CardName,
    Cards,
    Known,
    LeftOut,
    Maybe,
    OneOf,
    OrAbsent,
    Word,
    known_to,
)
from elekt_core.kit.knowledge import Knowledge
from elekt_core.kit.notation import Notation, kinds_in
from elekt_core.kit.states import fingerprint, state_writer

NAMES = ("ace", "king", "queen", "jack")
NOBODY = -2


class CardsDealt(NamedTuple):
    seat: int
    cards: Annotated[Cards, KNOWN_TO_SEAT]


class CardPassed(NamedTuple):
    seat: int
    to: Annotated[int, Maybe(NOBODY)]
    card: Annotated[Card, known_to("seat", "to", where=("open", 0))]
    open: int


class PhaseBegun(NamedTuple):
    phase: Annotated[int, Word(("deal", "play"))]
    card: Annotated[Card, OrAbsent(NOBODY)]


KINDS = kinds_in(globals())


class Lying(NamedTuple):
    card: Annotated[Card, Known(mask="known", where=("face", 0))]
    face: int
    known: int


@dataclass
class Table:
    seats: int = 3
    hidden: int = 0
    hands: Annotated[list[Cards], KNOWN_TO_EACH] = field(default_factory=list)
    deck: Annotated[list[Card], HIDDEN] = field(default_factory=list)
    pile: Annotated[list[Cards], Known(masks="seen")] = field(default_factory=list)
    seen: list[tuple[int, ...]] = field(default_factory=list)
    sealed: Annotated[list[int], Known(each=True, open=(NOBODY,))] = field(default_factory=list)
    places: dict[Card, tuple[Lying, ...]] = field(default_factory=dict)
    trump: CardName = NOBODY
    offered: Annotated[Any, LeftOut(None)] = None

    def copy(self) -> Table:
        return replace(self)


KNOWLEDGE: Knowledge[Table] = Knowledge(Table, KINDS.values())
NOTATION = Notation(KINDS, NAMES)


@pytest.mark.parametrize(
    ("fact", "written"),
    [
        (CardsDealt(1, (0, UNKNOWN)), {"seat": 1, "cards": ["ace", None]}),
        (CardPassed(1, NOBODY, 3, 1), {"seat": 1, "to": None, "card": "jack", "open": 1}),
        (PhaseBegun(1, 2), {"phase": "play", "card": "queen"}),
        (PhaseBegun(0, NOBODY), {"phase": "deal"}),
    ],
)
def test_a_fact_is_written_as_its_types_say_and_read_back(fact: Any, written: Any) -> None:
    kind = next(kind for kind, cls in KINDS.items() if cls is type(fact))
    assert NOTATION.encode_event(fact) == written
    assert NOTATION.decode_event(kind, 1, written) == fact


@pytest.mark.parametrize(
    ("kind", "payload", "field"),
    [
        ("cards_dealt", {"seat": "1", "cards": []}, "seat"),
        ("cards_dealt", {"seat": 1, "cards": "ace"}, "cards"),
        ("cards_dealt", {"seat": 1, "cards": ["joker"]}, "cards"),
        ("cards_dealt", {"seat": 1}, "cards"),
        ("cards_dealt", {"seat": 1, "cards": [], "more": 1}, "more"),
        ("phase_begun", {"phase": "sleep"}, "phase"),
    ],
)
def test_what_cannot_be_read_is_named(kind: str, payload: Any, field: str) -> None:
    with pytest.raises(BadRecord) as caught:
        NOTATION.decode_event(kind, 1, payload)
    assert caught.value.data["field"] == field


def test_a_kind_or_version_that_is_not_known_is_refused() -> None:
    for kind, version in (("cards_burnt", 1), ("cards_dealt", 2)):
        with pytest.raises(UnknownKind):
            NOTATION.decode_event(kind, version, {"seat": 1, "cards": []})


def test_a_type_that_does_not_say_how_it_is_written_is_refused_when_the_game_is_made() -> None:
    class Odd(NamedTuple):
        weight: float

    with pytest.raises(TypeError, match="float"):
        Notation({"odd": Odd})


def test_a_fact_tells_its_cards_to_whom_it_says() -> None:
    dealt, passed = CardsDealt(1, (0, 3)), CardPassed(1, 2, 3, 0)
    assert [KNOWLEDGE.redact(dealt, viewer).cards for viewer in (SeatNo(1), SeatNo(2), None)] == [
        (0, 3),
        (-1, -1),
        (-1, -1),
    ]
    seats = [*map(SeatNo, range(3)), None]
    assert [KNOWLEDGE.redact(passed, viewer).card for viewer in seats] == [UNKNOWN, 3, 3, UNKNOWN]
    assert KNOWLEDGE.redact(passed._replace(open=1), None).card == 3
    assert KNOWLEDGE.redact(PhaseBegun(1, 2), None) == PhaseBegun(1, 2)


def table() -> Table:
    down, up = Lying(2, 0, 0b010), Lying(3, 1, 0)
    return Table(
        hands=[(0,), (1, 2)],
        deck=[3, 0],
        pile=[(1, 2)],
        seen=[(0b001, 0b010)],
        sealed=[NOBODY, 4],
        places={1: (down, up)},
        trump=3,
        offered=[1],
    )


@pytest.mark.parametrize(
    ("viewer", "hands", "pile", "sealed", "lying", "hidden"),
    [
        (SeatNo(0), [(0,), (-1, -1)], [(1, -1)], [NOBODY, -1], -1, 0b11110),
        (SeatNo(1), [(-1,), (1, 2)], [(-1, 2)], [NOBODY, 4], 2, 0b11101),
        (None, [(-1,), (-1, -1)], [(-1, -1)], [NOBODY, -1], -1, 0b11111),
        (frozenset((SeatNo(0), SeatNo(1))), [(0,), (1, 2)], [(1, 2)], [NOBODY, 4], 2, 0b11100),
    ],
)
def test_a_view_has_unknown_cards_where_the_types_say(
    viewer: Viewer, hands: Any, pile: Any, sealed: Any, lying: int, hidden: int
) -> None:
    whole = table()
    seen = KNOWLEDGE.view(whole, viewer)
    assert (seen.hands, seen.pile, seen.sealed, seen.hidden) == (hands, pile, sealed, hidden)
    assert [one.card for one in seen.places[1]] == [lying, 3]
    assert (seen.deck, seen.offered, seen.trump) == ([UNKNOWN, UNKNOWN], None, 3)
    assert whole == table()


def test_unseen_cards_are_those_that_lie_nowhere_in_view() -> None:
    seen = KNOWLEDGE.view(table(), SeatNo(1))
    unseen = Zones(Table).unseen(seen, [0, 0, 1, 1, 2, 2, 2, 3, 3])
    assert unseen == [0, 0, 3]
    assert filled((UNKNOWN, 2, UNKNOWN), iter(unseen)) == (0, 2, 0)


@dataclass
class Auction:
    hidden: int = 0
    hands: Annotated[list[Cards], KNOWN_TO_EACH] = field(default_factory=list)
    bids: Annotated[list[int], KNOWN_TO_EACH, OneOf((5, 6))] = field(default_factory=list)
    shown: list[Card] = field(default_factory=list)

    def copy(self) -> Auction:
        return replace(self)


def test_hidden_cards_become_unseen_ones_and_other_secrets_what_they_can_be() -> None:
    whole, knowledge = Auction(hands=[(0, 1), (2,)], bids=[5, 5], shown=[3]), Knowledge(Auction, [])
    view = knowledge.view(whole, SeatNo(1))
    dealt = [Zones(Auction).dealt_anew(view, range(6), SeededChance(bytes([n]))) for n in range(20)]
    assert {*dealt[0].hands[0]} <= {0, 1, 4, 5}
    assert {one.bids[0] for one in dealt} == {5, 6}
    for one in dealt:
        assert (one.hands[1], one.bids[1], one.shown, one.hidden) == ((2,), 5, [3], 0)
        assert knowledge.view(one, SeatNo(1)) == view


def test_a_secret_that_can_be_nothing_is_named_and_not_looked_for_without_end() -> None:
    @dataclass
    class Sealed:
        bids: Annotated[list[int], KNOWN_TO_EACH, OneOf(())] = field(default_factory=list)

        def copy(self) -> Sealed:
            return replace(self)

    with pytest.raises(CoreError) as refused:
        Zones(Sealed).dealt_anew(Sealed([UNKNOWN]), (), SeededChance(b""))
    assert refused.value.data["field"] == "bids"


def test_a_position_is_written_and_hashed_as_laid_out() -> None:
    assert state_writer(NOTATION, Table, ("hands", "trump", "seats"))(table()) == {
        "hands": [["ace"], ["king", "queen"]],
        "trump": "jack",
        "seats": 3,
    }
    made = fingerprint(("seats", ("hands", "deck"), ("trump",)), {"trump": NAMES.__getitem__, "deck": sum})
    assert made(table()) == b'[3,[[[0],[1,2]],3],["jack"]]'
