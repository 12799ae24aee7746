"""K1-K4, K24, K25: what there is, and how a match begins."""

from __future__ import annotations

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import Setup
from elekt_core.errors import BadSetup
from elekt_core.games.elector_counts import events as e
from elekt_core.games.elector_counts.cards import KINDS
from elekt_core.games.elector_counts.game import game
from elekt_core.record.match import Play

from .builders import At, fresh, position
from .marks import shows

SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


@shows("K1.1")
@pytest.mark.parametrize("seats", [1, 5])
def test_two_to_four_players(seats: int) -> None:
    with pytest.raises(BadSetup):
        game.start(Setup(game.name, game.ruleset().name, seats, {}), SeededChance(b""))


@shows("K1.2")
def test_points_are_counted_for_free_own_and_attacked_foreign_locations() -> None:
    table = position(
        At("eagle_castle", 0),
        At("twin_lakes", 1, ["river_raiders"], 0),
        end_phase=True,
        hands=[["militia"], []],
    )
    table.act("sell", "militia")
    outcome = game.outcome(table.state)
    assert outcome is not None
    assert outcome.scores == (4 + 3, 0)
    assert outcome.winner == 0


@shows("K2.1")
def test_a_hundred_and_twelve_cards() -> None:
    counts = [sum(card.count for card in game.cards.cards if card.kind == kind) for kind in KINDS]
    assert counts == [35, 30, 20, 22, 4, 1]
    assert sum(counts) == 112


@shows("K2.2")
def test_seven_tokens_of_each_kind_and_thirty_shillings() -> None:
    created = fresh(3).one(e.GameCreated)
    assert (created.pool, created.sieges, created.fortifications) == (30, 7, 7)


@shows("K2.3")
def test_locations_show_shillings_and_points_and_starting_ones_an_order_number() -> None:
    locations = [card for card in game.cards.cards if card.kind == "location"]
    assert sorted((card.shillings, card.points) for card in locations) == sorted(
        [(4, 1)] * 5 + [(3, 2)] * 7 + [(2, 3)] * 7 + [(1, 4)] * 3
    )
    starting = {card.name_en: card.order_value for card in game.cards.cards if card.kind == "starting_location"}
    assert starting == {"Altdorf": 4, "Middenheim": 3, "Salzemund": 2, "Ubersreik": 1}


@shows("K2.4")
def test_units_show_a_strength() -> None:
    for kind, total in (("attacker", 86), ("defender", 75)):
        units = [card for card in game.cards.cards if card.kind == kind]
        assert all(card.strength >= 1 for card in units)
        assert sum(card.strength * card.count for card in units) == total


@shows("K3.1", "K3.2", "K3.3")
def test_every_player_has_an_area_a_hand_and_a_supply_and_the_rest_is_common() -> None:
    data = game.encode_state(fresh(3).state)
    for seat, side in enumerate(data["seats"]):
        assert (side["seat"], side["piles"]) == (seat, {"reserve": [], "support": []})
        assert side["counts"] == {"shillings": 3, "sieges_left": 7, "fortifications_left": 7}
    assert [site["owner"] for site in data["places"].values()] == [0, 1, 2]
    assert data["piles"]["discard"] == []
    assert data["counts"]["pool"] == 30 - 9


@shows("K4.1", "K4.3", "K4.4", "K4.5", "K4.8", "K24.1")
@SEATS
def test_starting_locations_are_dealt_and_the_highest_number_begins(seats: int) -> None:
    for seed in range(8):
        table = fresh(seats, bytes([seed]))
        dealt = table.one(e.StartingLocationsDealt).locations
        assert len(set(dealt)) == seats
        values = [game.cards.cards[location].order_value for location in dealt]
        assert table.state.turn == table.state.asked == values.index(max(values))
        assert table.state.shillings == [3] * seats
        assert [site.owner for site in table.state.sites.values()] == list(range(seats))


@shows("K4.2")
def test_three_cards_are_removed_with_two_players() -> None:
    out = {"support_mercenary_captain", "support_katrin_bokha", "support_misleading_cartography"}
    for seats in (2, 3, 4):
        ids = [game.cards.cards[n].id for n in game.cards.deck(seats)]
        assert len(ids) == (104 if seats == 2 else 107)
        assert out.isdisjoint(ids) == (seats == 2)


@shows("K4.6", "K4.7", "K24.1")
@pytest.mark.parametrize(("seats", "hand", "above"), [(2, 7, 73), (3, 6, 72), (4, 5, 70)])
def test_hands_are_dealt_and_twenty_cards_lie_below_the_end_card(seats: int, hand: int, above: int) -> None:
    s = fresh(seats).state
    right = s.right(s.first)
    assert [len(cards) for cards in s.hands] == [hand - 3 * (seat == right) for seat in range(seats)]
    assert len(s.deck) == above + 20
    assert s.game.below == 20
    assert not s.end_revealed
    assert s.discard == ()


@shows("K25.1", "K25.2", "K25.3")
def test_chance_is_asked_for_the_two_shuffles_and_a_replay_draws_nothing() -> None:
    table = fresh(4)
    assert table.state.draws == 2
    assert [type(event) for event in table.events[1:3]] == [e.StartingLocationsDealt, e.FirstPlayerFound]
    play = Play.begin(game, Setup(game.name, game.ruleset().name, 4, {}), SeededChance(b"fresh"))
    assert play.state == table.state
    assert set(map(type, table.events)) <= set(e.KINDS.values())


def test_a_setup_names_this_game_and_a_known_ruleset() -> None:
    with pytest.raises(BadSetup, match="unknown_game"):
        game.start(Setup("chess", game.ruleset().name, 2, {}), SeededChance(b""))
    with pytest.raises(BadSetup, match="unknown_ruleset"):
        game.start(Setup(game.name, "elector-counts-r0", 2, {}), SeededChance(b""))
