"""A decision is written and read as the shape of its kind says, and what cannot be read is named."""

from __future__ import annotations

from typing import Annotated, Any

import pytest

from elekt_core.contract import Decision, SeatNo
from elekt_core.errors import MalformedDecision
from elekt_core.kit.choices import NOTHING, Choices, Shape
from elekt_core.kit.fields import Among, GivenCard, Word
from elekt_core.kit.notation import Notation

SUIT = Annotated[int, Word(("clubs", "hearts"))]
SHAPES = {
    "play": Shape({"card": GivenCard, "suit": SUIT}, empty={"pass": True}),
    "discard": Shape(rest=("cards", tuple[GivenCard, ...])),
    "take": Shape({"card": GivenCard}, empty={"card": None}),
    "act": Shape(
        {"action": Annotated[str, Among(("draw", "bid"))]}, by={"draw": NOTHING, "bid": Shape({"amount": int})}
    ),
    "concede": NOTHING,
}
NOTATION = Notation({}, ("ace", "king", "queen"))
CHOICES = Choices(NOTATION, SHAPES, "T1")


@pytest.mark.parametrize(
    ("kind", "choice", "written"),
    [
        ("play", (1, 0), {"card": "king", "suit": "clubs"}),
        ("play", (), {"pass": True}),
        ("discard", (0, 2), {"cards": ["ace", "queen"]}),
        ("discard", (), {"cards": []}),
        ("take", (2,), {"card": "queen"}),
        ("take", (), {"card": None}),
        ("act", ("draw",), {"action": "draw"}),
        ("act", ("bid", 3), {"action": "bid", "amount": 3}),
        ("concede", (), {}),
    ],
)
def test_a_decision_is_written_as_its_shape_says_and_read_back(kind: str, choice: Any, written: Any) -> None:
    decision = Decision(SeatNo(1), kind, choice)
    assert CHOICES.encode(decision) == {"kind": kind, **written}
    assert CHOICES.decode(SeatNo(1), {"kind": kind, **written}) == decision


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ([], ""),
        ({}, "kind"),
        ({"kind": "dance"}, "kind"),
        ({"kind": "play", "pass": 1}, "pass"),
        ({"kind": "play", "card": "king"}, "suit"),
        ({"kind": "play", "card": None, "suit": "clubs"}, "card"),
        ({"kind": "play", "card": ["king"], "suit": "clubs"}, "card"),
        ({"kind": "discard"}, "cards"),
        ({"kind": "discard", "cards": "ace"}, "cards"),
        ({"kind": "discard", "cards": [None]}, "cards"),
        ({"kind": "take"}, "card"),
        ({"kind": "act", "action": "sleep"}, "action"),
        ({"kind": "act", "action": "bid", "amount": True}, "amount"),
    ],
)
def test_a_decision_that_cannot_be_read_names_its_field(data: Any, field: str) -> None:
    with pytest.raises(MalformedDecision) as caught:
        CHOICES.decode(SeatNo(0), data)
    assert (caught.value.data["field"], caught.value.rule) == (field, "T1")


def test_a_field_that_says_nothing_is_refused_where_that_is_wanted() -> None:
    data = {"kind": "act", "action": "draw", "amount": 3}
    assert CHOICES.decode(SeatNo(0), data).choice == ("draw",)
    with pytest.raises(MalformedDecision) as caught:
        Choices(NOTATION, SHAPES, "T1", exact=True).decode(SeatNo(0), data)
    assert caught.value.data["field"] == "amount"
