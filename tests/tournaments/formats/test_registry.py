from __future__ import annotations

import pytest

from tournaments.formats.registry import format_of, names


def test_every_format_is_found_by_its_own_name() -> None:
    assert set(names()) == {
        "single_elimination", "double_elimination", "round_robin", "groups", "ladder", "arena",
        "dutch", "club_swiss", "pods",
    }  # fmt: skip
    assert all(format_of(name).name == name for name in names())


def test_an_unknown_name_is_an_error() -> None:
    with pytest.raises(KeyError):
        format_of("roulette")
