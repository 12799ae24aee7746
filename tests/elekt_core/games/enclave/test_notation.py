"""The decisions of Enclave in the notation: what cannot be read, or is strange, is refused with its field and rule."""

from __future__ import annotations

import re
from typing import Any

import pytest

from elekt_core.contract import UNKNOWN, Decision, SeatNo
from elekt_core.errors import IllegalDecision, MalformedDecision
from elekt_core.games.enclave import agenda as a
from elekt_core.games.enclave import game

from .rules.scenes import ALICE, BOB, Scene, card


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"kind": "dance"}, "kind"),
        ({}, "kind"),
        ({"kind": ["bid"]}, "kind"),
        ({"kind": "bid"}, "amount"),
        ({"kind": "bid", "amount": "3"}, "amount"),
        ({"kind": "bid", "amount": True}, "amount"),
        ({"kind": "place_token", "number": 1, "location": "tree"}, "location"),
        ({"kind": "choose_action", "action": "dance"}, "action"),
        ({"kind": "oracle_look", "counts": {"trap": 1}}, "counts"),
        ({"kind": "put_back", "top": "x", "bottom": []}, "top"),
        ({"kind": "market", "operation": "steal", "card": "office_bone_surgery"}, "operation"),
        ({"kind": "market", "operation": "buy", "card": "excalibur"}, "card"),
        ({"kind": "market", "pass": 1}, "pass"),
        ({"kind": "enclave", "option": "board"}, "card"),
        ({"kind": "use_items", "cards": [], "token": 1}, "token"),
        ({"kind": "use_items", "cards": [7], "token": True}, "cards"),
        ({"kind": "use_tree", "use": True, "source": "hand"}, "source"),
        ({"kind": "use_tree", "use": False}, "use"),
        ({"kind": "purchase", "rest": []}, "card"),
    ],
)
def test_a_decision_that_cannot_be_read_names_its_field(data: Any, field: str) -> None:
    with pytest.raises(MalformedDecision) as caught:
        game.decode_decision(ALICE, data)
    assert caught.value.data["field"] == field


def test_decisions_are_readable() -> None:
    bone = card("office_bone_surgery")
    assert game.encode_decision(Decision(ALICE, "market", ("buy", bone))) == {
        "kind": "market",
        "operation": "buy",
        "card": "office_bone_surgery",
    }
    assert game.encode_decision(Decision(ALICE, "market", ())) == {"kind": "market", "pass": True}
    assert game.parts(Decision(ALICE, "market", ("buy", bone))) == ("offered:office_bone_surgery", "buy")
    assert game.parts(Decision(ALICE, "oracle_look", (0, 0, 1, 2, 0))) == (
        "from:mission",
        "from:trap",
        "from:trap",
        "done",
    )


@pytest.mark.parametrize("choice", [(), (99,), ("x",), (1, 2, 3), ((1,),), (None,), ("buy",), ("buy", -1), (-7, 0)])
def test_strange_choices_are_refused_in_every_question_and_change_nothing(choice: tuple[Any, ...]) -> None:
    scene = Scene(2)
    for _ in range(80):
        s = scene.s
        for kind in (s.question, "heal"):
            seat = s.waiting[0]
            if choice in [option.choice for option in game.options(s, SeatNo(seat)) if option.kind == kind]:
                continue
            code, rule = _refused(scene, seat, kind, choice)
            assert code
            assert re.fullmatch(r"Z\d+(\.\d+)*", rule)
        scene.answer(*game.options(s)[-1].choice, kind=game.options(s)[-1].kind)


def _refused(scene: Scene, seat: int, kind: str, choice: tuple[Any, ...]) -> tuple[str, str]:
    before = scene.s.copy()
    with pytest.raises(IllegalDecision) as caught:
        game.decide(scene.s, Decision(SeatNo(seat), kind, choice), scene.chance)
    assert scene.s == before
    return caught.value.code, caught.value.rule


def test_a_view_is_written_with_null_for_what_is_unknown() -> None:
    scene = Scene(2).begin(a.Plan(0)).answer(2, seat=BOB)
    seen: Any = game.encode_state(game.view(scene.s, ALICE))
    assert seen["seats"][1]["hand"] == [None] * 4
    assert seen["seats"][1]["game"]["chosen"] == [None]
    assert seen["seats"][0]["game"]["chosen"] == []
    assert set(seen["piles"]["trap_pile"]) == {None}
    known: Any = game.encode_state(game.view(scene.s, BOB))
    assert known["seats"][1]["game"]["chosen"] == ["office"]
    assert game.view(scene.s, ALICE).committed[BOB] == UNKNOWN
