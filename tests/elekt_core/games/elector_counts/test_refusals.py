"""What a seat may look for and cannot choose says why, with its rule, at the second step as well."""

from __future__ import annotations

import pytest

from elekt_core.contract import SeatNo
from elekt_core.games.elector_counts.game import game

from .builders import At, Table, position

SPARE = ["militia"] * 3
AT = (
    At("salt_market", 0, ["river_raiders"], 1),
    At("eagle_castle", 1, fort=True),
    At("twin_lakes", 2, ["old_bridge"], 1),
    At("amber_creek", 2),
    At("grey_quarry", 1),
)
OWN, FORT, BETWEEN, EMPTY, THEIRS = (f"location:location_{at.location}" for at in AT)


def rules_of(*cards: str) -> dict[tuple[str, ...], tuple[str, str]]:
    table: Table = position(*AT, hands=[[*cards, *SPARE]], seats=3)
    return {one.parts: (one.code, one.rule) for one in game.refusals(table.state, SeatNo(0))}


def test_a_wall_says_why_units_cannot_go_there() -> None:
    refused = rules_of("heavy_lancers", "sappers")
    assert refused["card:attacker_heavy_lancers", "attack", OWN] == ("own_location", "K10.3")
    assert refused["card:defender_sappers", "defend", FORT] == ("not_your_location", "K9.1")
    assert refused["card:attacker_heavy_lancers", "attack", BETWEEN] == ("attacked_by_another", "K10.3")


@pytest.mark.parametrize(
    ("card", "why"),
    [
        ("scouts_report", {FORT: ("all_seen_there", "K11.2"), EMPTY: ("all_seen_there", "K11.2")}),
        ("undermined_walls", {OWN: ("of_others_only", "K11.1"), EMPTY: ("no_fortification_there", "K11.1")}),
        ("mercenary_captain", {OWN: ("between_others", "K11.6"), FORT: ("no_attack_there", "K11.1")}),
        ("misleading_cartography", {FORT: ("no_attack_there", "K11.1"), EMPTY: ("no_attack_there", "K11.1")}),
    ],
)
def test_a_location_says_why_a_support_card_cannot_aim_at_it(card: str, why: dict[str, tuple[str, str]]) -> None:
    refused = rules_of(card)
    for location, reason in why.items():
        assert refused[f"card:support_{card}", "support", location] == reason, location


def test_where_an_attack_cannot_go_is_said_once_it_is_chosen() -> None:
    refused = rules_of("misleading_cartography")
    moved = "card:support_misleading_cartography", "support", OWN
    assert refused[*moved, FORT.replace("location:", "to:")] == ("not_empty_there", "K11.1")
    assert refused[*moved, THEIRS.replace("location:", "to:")] == ("of_a_third_player", "K11.1")


def test_a_unit_says_that_it_attacks_somebody_else() -> None:
    refused = rules_of("ambush")
    units = [path[2] for path in refused if path[:2] == ("card:support_ambush", "support")]
    assert units == ["unit:u1"], "the attacker of Twin Lakes"
    assert refused["card:support_ambush", "support", "unit:u1"] == ("attacks_another", "K11.1")
