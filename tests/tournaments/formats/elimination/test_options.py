from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.formats.playing import plan
from tournaments.formats.contract import BadPlan, Plan
from tournaments.formats.elimination import DOUBLE_ELIMINATION, SINGLE_ELIMINATION

BAD = [
    ("single_elimination", {"nonsense": 1}, "settings.nonsense"),
    ("single_elimination", {"reset": True}, "settings.reset"),
    ("double_elimination", {"third_place": True}, "settings.third_place"),
    ("single_elimination", {"third_place": "yes"}, "settings.third_place"),
    ("single_elimination", {"draws": "coin"}, "settings.draws"),
    ("single_elimination", {"length": 0}, "settings.length"),
    ("single_elimination", {"lengths": {"W1": 1000}}, "settings.lengths.W1"),
    ("single_elimination", {"lengths": [3]}, "settings.lengths"),
    ("single_elimination", {"protected": 9}, "settings.protected"),
    ("single_elimination", {"through": 2}, "settings.through"),
    ("single_elimination", {"seeding": "random"}, "settings.seeding"),
    ("single_elimination", {"winners": 3}, "settings.winners"),
    ("single_elimination", {"winners": 8}, "settings.winners"),
    ("single_elimination", {"winners": 2, "third_place": True}, "settings.winners"),
    ("double_elimination", {"winners": 2}, "settings.winners"),
]


@pytest.mark.parametrize(("name", "settings", "field"), BAD)
def test_a_bad_setting_is_named(name: str, settings: dict[str, Any], field: str) -> None:
    fmt = SINGLE_ELIMINATION if name == "single_elimination" else DOUBLE_ELIMINATION
    with pytest.raises(BadPlan) as refused:
        fmt.check(plan(name, **settings), 8)
    assert refused.value.field == field


@pytest.mark.parametrize("entrants", [0, 1, 1025])
def test_fields_from_two_to_1024(entrants: int) -> None:
    for fmt in (SINGLE_ELIMINATION, DOUBLE_ELIMINATION):
        for allowed in (2, 3, 1024):
            fmt.check(plan(fmt.name), allowed)
        with pytest.raises(BadPlan) as refused:
            fmt.check(plan(fmt.name), entrants)
        assert refused.value.field == "entrants"


def test_what_only_duels_know_is_refused_at_tables() -> None:
    for name, fmt, field in (
        ("third_place", SINGLE_ELIMINATION, "settings.third_place"),
        ("winners", SINGLE_ELIMINATION, "settings.winners"),
        ("reset", DOUBLE_ELIMINATION, "settings.reset"),
    ):
        with pytest.raises(BadPlan) as refused:
            fmt.check(plan(fmt.name, 4, 3, **{name: 2 if name == "winners" else True}), 16)
        assert refused.value.field == field


@pytest.mark.parametrize(
    ("changed", "field"), [({"seats": 5}, "seats"), ({"least": 3}, "least"), ({"rounds": 3}, "rounds")]
)
def test_a_bad_plan_is_named(changed: dict[str, Any], field: str) -> None:
    with pytest.raises(BadPlan) as refused:
        SINGLE_ELIMINATION.check(Plan("single_elimination", **changed), 8)
    assert refused.value.field == field
