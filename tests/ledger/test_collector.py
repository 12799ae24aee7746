"""The search for cycles is left out only while something is decoded."""

from __future__ import annotations

import gc

import pytest

from ledger.collector import paused


def test_no_search_takes_place_meanwhile() -> None:
    with paused():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_searching_goes_on_after_an_error() -> None:
    with pytest.raises(ValueError, match="flawed"), paused():
        raise ValueError("flawed")
    assert gc.isenabled()


def test_the_outer_one_of_two_ends_the_pause() -> None:
    with paused():
        with paused():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()


def test_who_had_switched_it_off_finds_it_off() -> None:
    gc.disable()
    try:
        with paused():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
