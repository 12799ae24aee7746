"""E17: golden rules."""

from __future__ import annotations

from ..builders import position
from .marks import rule


@rule("E17.1", "E19.8")
def test_the_text_of_a_card_prevails_over_the_rules() -> None:
    zones = {"court": {0: ["plague_harbinger"]}}
    table = position(phase="confrontation", only=("court", "occultism"), zones=zones)
    table.choose("token:power", "unit:plague_harbinger", "token:power", "unit:plague_harbinger")  # E9.1 wants two kinds
    assert [event["attribute"] for event in table.happened("token_attached")] == ["power", "power"]


@rule("E17.2", "E19.9")
def test_who_has_nothing_to_discard_need_not() -> None:
    mechs = {"missions": "mechs_steal_heat"}
    table = position(hands={0: ["dignitary"]}, face_up=mechs, heat=[0, 0], passed=[1]).assign("dignitary", "missions")
    assert table.ever("heat_discarded") == []
    spent = position(hands={0: ["acolyte"]}, face_up=mechs, heat=[1, 0], passed=[1]).assign("acolyte", "missions")
    spent.choose("use")  # its own ability comes first and takes the last Heat
    assert spent.ever("heat_discarded") == []


@rule("E17.2", "E18.4")
def test_without_the_heat_or_unwilling_what_is_paid_for_is_not_done() -> None:
    poor = position(hands={0: ["acolyte", "nameless"]}, heat=[0, 0], passed=[1]).assign("acolyte", "court")
    assert poor.asked == (0, "assign_or_pass")
    unwilling = (
        position(hands={0: ["acolyte", "nameless"]}, heat=[2, 0], passed=[1]).assign("acolyte", "court").decline()
    )
    assert unwilling.heat()[0] == 2
    assert unwilling.tokens("acolyte") == {}
