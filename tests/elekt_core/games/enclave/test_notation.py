"""The notation of Enclave: what is written is read again, what cannot be read is refused with its field."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from elekt_core.contract import UNKNOWN, Decision, SeatNo
from elekt_core.errors import BadRecord, CoreError, IllegalDecision, MalformedDecision, UnknownKind
from elekt_core.games.enclave import events as e
from elekt_core.games.enclave import game
from elekt_core.games.enclave.decisions import KINDS
from elekt_core.games.enclave.facts import FOLDS

from .rules.scenes import ALICE, BOB, Scene, card

DOC = Path(__file__).parents[4] / "docs" / "enclave-notation.md"


def test_the_document_lists_every_decision_and_every_fact_with_its_fields() -> None:
    rows = re.findall(r"(?m)^\| `(\w+)` \| (.*?) \|", DOC.read_text(encoding="utf-8"))
    decisions, facts = rows[: len(KINDS)], dict(rows[len(KINDS) :])
    assert [kind for kind, _ in decisions] == list(KINDS)
    assert {kind: tuple(re.findall(r"`(\w+)`", fields)) for kind, fields in facts.items()} == {
        kind: cls._fields  # type: ignore[attr-defined]  # every fact is a NamedTuple
        for kind, cls in e.KINDS.items()
    }


def test_every_fact_has_a_fold() -> None:
    assert set(FOLDS) == set(e.KINDS.values())


@pytest.mark.parametrize(
    ("kind", "version", "payload", "error"),
    [
        ("card_sold", 1, {}, UnknownKind),
        ("bid_made", 2, {"seat": 0, "amount": 1}, UnknownKind),
        ("bid_made", 1, {"seat": 0}, BadRecord),
        ("bid_made", 1, {"seat": 0, "amount": "1"}, BadRecord),
        ("bid_made", 1, {"seat": 0, "amount": True}, BadRecord),
        ("bid_made", 1, {"seat": 0, "amount": 1, "more": 2}, BadRecord),
        ("card_bought", 1, {"seat": 0, "card": "excalibur", "cost": 1, "source": "row"}, BadRecord),
        ("traps_revealed", 1, {"cards": "trap_burning_hymn.1"}, BadRecord),
        ("actions_revealed", 1, {"actions": [["tree"]]}, BadRecord),
    ],
)
def test_a_fact_that_cannot_be_read_is_refused(kind: str, version: int, payload: Any, error: type[CoreError]) -> None:
    with pytest.raises(error) as caught:
        game.decode_event(kind, version, payload)
    assert caught.value.data["kind"] == kind


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
    assert game.parts(Decision(ALICE, "market", ("buy", bone))) == ("buy:office_bone_surgery",)


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
    scene = Scene(2).begin(("plan", 0)).answer(2, seat=BOB)
    seen: Any = game.encode_state(game.view(scene.s, ALICE))
    assert seen["players"][1]["hand"] == [None] * 4
    assert seen["players"][1]["chosen"] == "sealed"
    assert seen["players"][0]["chosen"] is None
    assert set(seen["piles"]["trap"]) == {None}
    known: Any = game.encode_state(game.view(scene.s, BOB))
    assert known["players"][1]["chosen"] == "office"
    assert game.view(scene.s, ALICE).committed[BOB] == UNKNOWN
