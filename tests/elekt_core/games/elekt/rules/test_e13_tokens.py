"""E13: tokens and pools."""

from __future__ import annotations

from ..builders import position
from .marks import rule

POWER = {"necrarch": ["power"] * 7}


@rule("E13.1")
def test_tokens_count_as_symbols() -> None:
    zones = {"court": {0: ["acolyte"], 1: ["nameless"]}}
    table = position(phase="confrontation", only=("court", "power"), zones=zones, tokens={"nameless": ["power"]})
    assert table.ever("confrontation_scored")[0]["counts"] == [0, 1]


@rule("E13.2")
def test_tokens_stay_on_a_unit_that_is_moved() -> None:
    zones = {"missions": {0: ["symbiont"]}}
    hands = {0: ["nameless", "acolyte"]}
    table = position(zones=zones, hands=hands, tokens={"symbiont": ["violence"]}, passed=[1])
    table.assign("nameless", "court").choose("use", "unit:symbiont")
    assert table.row("court", 0) == ["nameless.0", "symbiont"]
    assert table.tokens("symbiont") == {"violence": 1}


@rule("E13.3")
def test_tokens_of_a_discarded_or_returned_unit_go_to_the_pool() -> None:
    zones = {"court": {0: ["scarifist_guard"], 1: ["dignitary"]}, "missions": {0: ["acolyte"]}}
    for answer in ("save", "let_go"):
        table = position(
            phase="confrontation", only=("court", "violence"), zones=zones, tokens={"dignitary": ["cunning"]}
        )
        assert table.state.pool[1] == 5
        table.choose("unit:dignitary.1").choose(answer)
        assert table.state.pool[1] == 6
        assert table.tokens("dignitary", 1) == {}


@rule("E13.4", "C1.31")
def test_what_is_not_in_the_pool_is_dropped_or_cannot_be_chosen() -> None:
    zones = {"missions": {0: ["necrarch"]}}
    hands = {0: ["acolyte", "ecclesiast"]}
    table = position(zones=zones, hands=hands, tokens=POWER, passed=[1]).assign("acolyte", "court")
    assert table.asked == (0, "assign_or_pass")  # no Power token left: the Acolyte's ability is not offered (E15.8)
    zones = {"court": {0: ["symbiont"]}, "missions": {0: ["necrarch"]}}
    table = position(phase="confrontation", only=("court", "occultism"), zones=zones, tokens=POWER).decline()
    assert table.asked == (0, "use_optional")
    offered = {path.split("token:")[1] for path in table.paths() if "token:" in path}
    assert offered == {"occultism", "cunning", "violence"}


@rule("E13.5", "E18.6", "C1.33")
def test_detached_tokens_go_to_the_pool() -> None:
    hands = {0: ["assassin", "nameless"]}
    zones = {"influences": {1: ["dignitary"]}}
    face_up = {"influences": "plague_market"}
    table = position(zones=zones, hands=hands, tokens={"dignitary": ["power"]}, face_up=face_up, passed=[1])
    table.assign("assassin", "influences").decline()
    assert table.asked == (0, "use_optional")
    table.choose("use", "unit:dignitary.1", "token:power")
    assert table.happened("token_detached")[0]["attribute"] == "power"
    assert table.state.pool[3] == 7


@rule("E13.6")
def test_a_freed_token_can_be_used_by_the_next_effect() -> None:
    zones = {"court": {0: ["necrarch"]}}
    hands = {0: ["salt_alchemist", "nameless"]}
    table = position(zones=zones, hands=hands, tokens=POWER, passed=[1]).assign("salt_alchemist", "court")
    assert "use unit:necrarch token:power token:power" in table.paths()
    table.choose("use", "unit:necrarch", "token:power", "token:power")
    assert [event["attribute"] for event in table.happened("token_attached")] == ["power"]
