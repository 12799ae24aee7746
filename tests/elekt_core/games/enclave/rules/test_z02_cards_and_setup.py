"""Z1, Z2, Z3, Z5: components, prospectors, setup."""

from __future__ import annotations

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import Setup
from elekt_core.errors import BadCards, BadSetup
from elekt_core.games.enclave import events as e
from elekt_core.games.enclave import game
from elekt_core.games.enclave.cards import BOARD, CARD_FILE, CARDS, DECKS, PRINTED, Card, parse_cards

from .marks import shows
from .scenes import ALICE, BOB, CHARLIE, DORA, Scene, cards

SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


def group(deck: str) -> list[Card]:
    return [PRINTED[one] for one in CARDS.groups[(*DECKS, "tree").index(deck)]]


@shows("Z2.1")
def test_decks_have_the_printed_numbers_of_cards() -> None:
    sizes = {deck: len(group(deck)) for deck in (*DECKS, "tree")}
    assert sizes == {"trap": 18, "prize": 18, "office": 12, "mission": 18, "knife_square": 34, "tree": 15}


def test_traps_are_eight_and_eight_of_4_or_5_and_two_of_both_kinds() -> None:
    damages = sorted(one.damage for one in group("trap"))
    assert damages.count((3, 3)) == 2
    assert [max(d) for d in damages if 0 in d].count(4) == [max(d) for d in damages if 0 in d].count(5) == 8
    assert sum(d[1] == 0 for d in damages) == sum(d[0] == 0 for d in damages) == 8


def test_a_card_file_with_a_wrong_total_is_refused() -> None:
    text = CARD_FILE.read_text(encoding="utf-8")
    with pytest.raises(BadCards) as caught:
        parse_cards(text.replace("trap = 18", "trap = 17"))
    assert caught.value.code == "bad_total"
    assert caught.value.data["where"] == "trap"


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('kind = "healing"', 'kind = "drinking"', "bad_kind"),
        ("cost = 6", "cost = -6", "bad_number"),
        ('op = "draw_prize"', 'op = "draw_breath"', "bad_reward"),
        ('id = "trap_falling_cornice"', 'id = "trap_wire_thicket"', "double_id"),
        ("[totals]", "[totals", "bad_toml"),
    ],
)
def test_a_card_file_with_a_flaw_is_refused(old: str, new: str, code: str) -> None:
    with pytest.raises(BadCards) as caught:
        parse_cards(CARD_FILE.read_text(encoding="utf-8").replace(old, new, 1))
    assert caught.value.code == code


@SEATS
@shows("Z3.1", "Z3.2", "Z3.7", "Z3.8", "Z3.10", "Z5.5", "Z1.1")
def test_everybody_begins_with_the_same_prospector(seats: int) -> None:
    s = Scene(seats).s
    assert s.condition == s.maximum == [0] * (2 * seats)
    assert (s.sesame, s.sarcophagus, s.score) == ([0] * seats, [2] * seats, [0] * seats)


@shows("Z3.4", "Z3.5")
def test_the_two_lowest_levels_are_critical_and_the_two_highest_are_super() -> None:
    scene = Scene()
    values = []
    for level in range(-5, 6):
        scene.levels(ALICE, level, 0)
        values.append((scene.s.critical(ALICE, 0), scene.s.super(ALICE, 0)))
    assert values == [(2, 0), (1, 0), *[(0, 0)] * 7, (0, 1), (0, 2)]


@SEATS
@shows("Z5.3", "Z25.1")
def test_the_turn_order_is_drawn_and_later_players_have_more_money(seats: int) -> None:
    orders = set()
    for seed in range(30):
        s = Scene(seats, seed=seed, turn_order="random").s
        orders.add(s.order)
        assert [s.money[seat] for seat in s.order] == [8, 9, 10, 11][:seats]
    assert len(orders) > 1


@shows("Z5.3")
def test_the_organiser_may_fix_the_order_by_seats() -> None:
    s = Scene(3).s
    assert (s.order, s.money) == ((0, 1, 2), [8, 9, 10])


@shows("Z5.4", "Z5.4.1", "Z5.4.2", "Z5.4.3", "Z5.4.4", "Z5.2")
def test_the_auction_goes_once_round_and_orders_by_falling_amounts() -> None:
    scene = Scene(4, turn_order="auction")
    first = scene.facts(e.BidderDrawn)[0].seat
    bidders = [(first + n) % 4 for n in range(4)]
    assert scene.s.money == [11] * 4
    scene.answer(0).answer(3)
    assert scene.s.bids[bidders[1]] == game.view(scene.s, None).bids[bidders[1]] == 3
    scene.refused("bid_named", "Z5.4", 3)
    scene.refused("bid_out_of_bounds", "Z5.4.2", 12)
    assert scene.asked == (bidders[2], "bid")
    scene.answer(0).answer(5)
    assert scene.s.order == (bidders[3], bidders[1], bidders[0], bidders[2])
    assert [scene.s.money[seat] for seat in scene.s.order] == [6, 8, 11, 11]
    assert scene.s.turn == 1


@SEATS
@shows("Z5.1", "Z5.6")
def test_everybody_takes_the_four_items_of_a_colour(seats: int) -> None:
    s = Scene(seats).s
    for hand in s.hands:
        assert sorted(PRINTED[one].protect for one in hand) == [(0, 3), (0, 4), (3, 0), (4, 0)]
    assert len({one for hand in s.hands for one in hand}) == 4 * seats


@pytest.mark.parametrize(("seats", "knife_square"), [(2, 20), (3, 22), (4, 18)])
@shows("Z5.7", "Z5.8", "Z5.9", "Z5.10", "Z5.12", "Z5.13", "Z5.14", "Z24.1", "Z2.2")
def test_the_table_is_laid_for_the_number_of_players(seats: int, knife_square: int) -> None:
    s = Scene(seats).s
    assert len(s.piles[1]) + len(s.rows[1]) == knife_square
    assert [len(row) for row in s.rows] == [3 if seats == 2 else 4] * 2 + [seats]
    assert [len(s.piles[3]), len(s.piles[4])] == [18, 18]
    assert s.limits == [{2: 7, 3: 9, 4: 10}[seats]] * 5
    assert s.turn == 1
    assert s.initiative == [0] * 5
    assert len(CARDS.not_with_two) == 6
    boxed = set(CARDS.not_with_two) & set(s.box)
    assert len(boxed) == (6 if seats == 2 else 0)


@shows("Z5.11")
def test_the_tree_is_drawn_set_for_a_first_game_or_chosen() -> None:
    laid = {Scene(seed=seed, tree="random").s.tree_cards for seed in range(20)}
    assert len(laid) > 5
    assert all([PRINTED[one].level for one in tree] == [1, 2, 3, 4, 5] for tree in laid)
    names = ("tree_loki", "tree_alba_chryzostom", "tree_doktor_tertius", "tree_amber_svensen", "tree_mowiace_lisy")
    assert Scene(tree="first_game").s.tree_cards == cards(*names)
    chosen = Scene(tree="chosen", tree_4="tree_akunen", tree_1="tree_loki").s
    assert {chosen.tree_cards[3], chosen.tree_cards[0]} == set(cards("tree_akunen", "tree_loki"))
    assert len(chosen.tree_cards) + len([one for one in chosen.box if PRINTED[one].deck == 5]) == 15


@pytest.mark.parametrize(
    ("setup", "field"),
    [
        (Setup("enclave", "", 5, {}), "seats"),
        (Setup("enclave", "", 1, {}), "seats"),
        (Setup("enclave", "enclave-r9", 2, {}), "ruleset"),
        (Setup("elekt", "", 2, {}), "game"),
        (Setup("enclave", "", 2, {"turn_order": "alphabet"}), "turn_order"),
        (Setup("enclave", "", 2, {"tree_1": "tree_akunen"}), "tree_1"),
    ],
)
def test_a_bad_setup_is_refused_with_its_field(setup: Setup, field: str) -> None:
    with pytest.raises(BadSetup) as caught:
        game.start(setup, SeededChance(b""))
    assert caught.value.data["field"] == field


@shows("Z25.2")
def test_the_same_seed_and_decisions_lead_to_the_same_facts() -> None:
    one, other = Scene(3, seed=7, tree="random"), Scene(3, seed=7, tree="random")
    assert one.told == other.told


@shows("Z2.6", "Z2.5")
def test_token_supplies_are_those_of_the_box() -> None:
    assert (BOARD.tree_tokens, BOARD.tokens_to_win) == (10, 4)
    s = Scene(4).s
    for seat in (ALICE, BOB, CHARLIE, DORA):
        assert (s.preparation[seat], s.synchron[seat], s.removal[seat]) == (0, 0, 0)
