"""E4: information."""

from __future__ import annotations

from typing import Any

from elekt_core.contract import UNKNOWN, SeatNo, Viewer
from elekt_core.games.elekt import game

from ..builders import Table, position
from .marks import rule

SPECTATOR: Viewer = None


def seen(table: Table, viewer: int | None) -> dict[str, Any]:
    """What the viewer can read as a program would."""
    seat = None if viewer is None else SeatNo(viewer)
    return dict(game.encode_state(game.view(table.state, seat)))


def full() -> Table:
    return position(
        hands={0: ["acolyte", "symbiont"], 1: ["necrarch"]},
        zones={"court": {0: ["assassin"], 1: ["bone_carver", "dignitary"]}},
        tokens={"bone_carver": ["power", "violence"]},
        heat=[1, 3],
        discard=["whisper_moth", "ashen_knight"],
        acquired={1: ["duel_of_regents", "hidden_dagger"]},
    )


@rule("E4.1")
def test_hands_decks_and_privileges_set_aside_are_hidden() -> None:
    table = full()
    mine, spectators = game.view(table.state, SeatNo(0)), game.view(table.state, SPECTATOR)
    assert mine.hands[0] == table.state.hands[0]
    assert mine.hands[1] == (UNKNOWN,)
    assert spectators.hands == [(UNKNOWN, UNKNOWN), (UNKNOWN,)]
    for view in (mine, spectators):
        assert all(set(deck) <= {UNKNOWN} for deck in view.decks)
        assert set(view.aside) == {UNKNOWN}


@rule("E4.2", "E4.7")
def test_table_heat_pools_sceptre_and_titles_are_public() -> None:
    table = full()
    for viewer in (SeatNo(0), SeatNo(1), SPECTATOR):
        view = game.view(table.state, viewer)
        for public in (
            "rows",
            "tokens",
            "pool",
            "heat",
            "heat_pool",
            "face_up",
            "acquired",
            "titles",
            "holder",
            "direction",
        ):
            assert getattr(view, public) == getattr(table.state, public), public
        assert view.titles == (0, 2)


@rule("E4.3", "E4.4")
def test_the_whole_discard_pile_is_public_in_its_order() -> None:
    table = full()
    for viewer in (0, 1, None):
        assert seen(table, viewer)["piles"]["discard"] == ["ashen_knight", "whisper_moth"]


@rule("E4.5")
def test_sizes_are_public_and_a_returned_card_is_not_marked() -> None:
    table = position(phase="round_end", zones={"missions": {0: ["symbiont"]}}, hands={0: ["acolyte"]})
    other = game.view(table.state, SeatNo(1))
    assert "symbiont" in table.hand(0)
    assert other.hands[0] == (UNKNOWN,) * len(table.state.hands[0])
    assert [len(deck) for deck in other.decks] == [len(deck) for deck in table.state.decks]


@rule("E4.6")
def test_the_kept_unit_is_hidden_and_discarded_ones_are_public() -> None:
    table = position(phase="recruitment", deck=["symbiont", "necrarch"])
    assert table.paths() == ["keep_first", "keep_second", "redraw"]
    assert game.view(table.state, SeatNo(1)).drawn == (UNKNOWN, UNKNOWN)
    table.choose("keep_first")
    for viewer in (SeatNo(1), SPECTATOR):
        told = [game.encode_event(game.redact(event, viewer)) for event in table.events]
        assert not any("symbiont" in str(payload) for payload in told)
        assert any(payload.get("unit") == "necrarch" for payload in told)


@rule("E4.6")
def test_units_drawn_for_the_sceptre_are_public() -> None:
    from .test_e03_court import drawing

    drawn = drawing(2, "symbiont", "necrarch")
    assert game.redact(drawn, SPECTATOR) == drawn
