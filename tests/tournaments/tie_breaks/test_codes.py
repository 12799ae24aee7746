"""Abbreviations and their modifiers."""

from __future__ import annotations

import pytest

from tournaments import tie_breaks
from tournaments.formats.contract import BadPlan, Plan
from tournaments.tie_breaks import MAX_TIE_BREAKS, check_tie_breaks, find, known, names


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("BH", "BH"),
        ("bh-c1", "BH-C1"),
        ("BH/C1", "BH-C1"),
        ("SB#M2/P", "SB-M2-P"),
        ("GE", "REP"),
        (" KS/L60 ", "KS-L60"),
    ],
)
def test_a_code_is_found_in_all_its_spellings(written: str, code: str) -> None:
    assert find(written).code == code


def test_modifiers_of_koya_are_per_cent_or_half_points() -> None:
    assert find("KS/L60").modifiers.percent == 60
    assert find("KS/L+1").modifiers.above == 1
    assert find("KS/L-2").modifiers.above == -2


@pytest.mark.parametrize(
    ("written", "nearest"),
    [
        ("BX", "BH"),
        ("BH-C0", "BH-C1"),
        ("SONNEBORN", "SB"),
        ("ARP", "ARO"),
        ("KS/L200", "KS"),
        ("", "DE"),
        ("BH-V1999", "BH"),
    ],
)
def test_an_unknown_code_is_refused_with_the_nearest_one(written: str, nearest: str) -> None:
    with pytest.raises(BadPlan) as refused:
        find(written)
    assert refused.value.field == "tie_breaks"
    assert refused.value.reason.code == "unknown_tie_break"
    assert refused.value.reason.data["code"] == written
    assert refused.value.reason.data["nearest"] in names()
    if written in ("BX", "BH-C0", "ARP"):
        assert refused.value.reason.data["nearest"] == nearest


def test_everything_that_is_offered_can_be_found() -> None:
    assert [find(name).code for name in names()] == names()
    assert {"BH-C1", "BH-C2", "BH-M1", "BH-M2", "SB-C1", "PS-C1", "ARO-C1", "DE-P", "OMW-F"} <= set(names())


def test_a_plan_with_the_same_tie_break_twice_is_refused() -> None:
    check_tie_breaks(Plan("swiss", tie_breaks=("BH", "BH-C1", "SB")))
    with pytest.raises(BadPlan) as refused:
        check_tie_breaks(Plan("swiss", tie_breaks=("BH-C1", "BH/C1")))
    assert refused.value.reason.code == "tie_break_twice"


@pytest.mark.parametrize("code", ["X" * 150_000, "BH" + "-C1" * 50_000])
def test_a_code_of_any_length_is_refused_without_comparing_it(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tie_breaks, "_unknown", lambda code: pytest.fail("compared with every name"))
    with pytest.raises(BadPlan) as refused:
        find(code)
    assert (refused.value.field, refused.value.reason.code) == ("tie_breaks", "tie_break_too_long")
    assert len(str(refused.value.reason.data)) < 40
    assert known(code) is None


def test_a_plan_has_a_bounded_number_of_tie_breaks() -> None:
    check_tie_breaks(Plan("swiss", tie_breaks=tuple(names()[:MAX_TIE_BREAKS])))
    with pytest.raises(BadPlan) as refused:
        check_tie_breaks(Plan("swiss", tie_breaks=tuple(names()[: MAX_TIE_BREAKS + 1])))
    assert (refused.value.field, refused.value.reason.code) == ("tie_breaks", "too_many_tie_breaks")
