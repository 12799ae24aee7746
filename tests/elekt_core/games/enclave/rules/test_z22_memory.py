"""Z22.1: who has looked at a card of a pile knows it until the pile is shuffled, whoever looks at it after that."""

from __future__ import annotations

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import UNKNOWN, SeatNo
from elekt_core.games.enclave import agenda as a
from elekt_core.games.enclave import events as e
from elekt_core.games.enclave import game
from elekt_core.games.enclave.board import lay_out
from elekt_core.games.enclave.cards import CARDS, DECKS
from elekt_core.games.enclave.redeal import redeal

from ..invariants import check
from .marks import shows
from .scenes import ALICE, BOB, CHARLIE, Scene, card, cards

TRAP = DECKS.index("trap")
X, Y, Z, W = (CARDS.names[one] for one in CARDS.groups[TRAP][:4])


def table(seats: int = 3, ruleset: str = "enclave-r2") -> Scene:
    return Scene(seats, ruleset=ruleset).on_top("trap", X, Y, Z, W)


def look(scene: Scene, seat: int, count: int, top: tuple[str, ...], bottom: tuple[str, ...] = ()) -> Scene:
    """The seat looks at so many traps and puts them back so."""
    scene.begin(a.Look(seat, 3)).answer(0, 0, 0, count, 0)
    scene.answer(cards(*top), cards(*bottom))
    check(scene.s)
    return scene


def known(scene: Scene, seat: SeatNo) -> dict[int, int]:
    """What the seat knows exactly: place -> card."""
    pile = game.view(scene.s, seat).piles[TRAP]
    return {place: one for place, one in enumerate(pile) if one != UNKNOWN}


def recalled(scene: Scene, seat: SeatNo) -> dict[int, tuple[int, ...]]:
    """What it knows less exactly: card -> places."""
    return {one: places for _, one, places in game.view(scene.s, seat).recalled[TRAP] if len(places) > 1}


@shows("Z22.1")
def test_of_two_cards_that_another_has_put_back_the_first_knows_which_two_they_are_and_not_their_order() -> None:
    scene = look(look(table(), ALICE, 2, (X, Y)), BOB, 2, (Y, X))
    assert recalled(scene, ALICE) == {card(X): (0, 1), card(Y): (0, 1)}
    assert known(scene, ALICE) == {}
    assert known(scene, BOB) == {0: card(Y), 1: card(X)}
    assert (known(scene, CHARLIE), recalled(scene, CHARLIE)) == ({}, {})


@shows("Z22.1", "Z11.9")
def test_a_single_card_that_another_has_moved_is_known_where_it_lies_now() -> None:
    scene = look(look(table(), ALICE, 2, (X, Y)), BOB, 1, (), (X,))
    last = len(scene.s.piles[TRAP]) - 1
    assert known(scene, ALICE) == {0: card(Y), last: card(X)}
    assert known(scene, BOB) == {last: card(X)}


@shows("Z22.1")
def test_cards_on_top_and_at_the_bottom_are_among_all_those_places() -> None:
    scene = look(look(table(), ALICE, 1, (X,)), BOB, 2, (Y,), (X,))
    last = len(scene.s.piles[TRAP]) - 1
    assert recalled(scene, ALICE) == {card(X): (0, last)}


@shows("Z22.1")
def test_while_another_looks_they_are_among_what_is_looked_at() -> None:
    scene = look(table(), ALICE, 2, (X, Y)).begin(a.Look(BOB, 3)).answer(0, 0, 0, 1, 0)
    view = game.view(scene.s, ALICE)
    assert [(one, places) for _, one, places in view.recalled[TRAP]] == [(card(X), (-1,))]
    assert view.looked[TRAP] == (UNKNOWN,)
    assert known(scene, ALICE) == {0: card(Y)}


@shows("Z22.1")
def test_a_card_that_is_turned_up_leaves_its_place_to_no_other() -> None:
    scene = look(look(table(), ALICE, 2, (X, Y)), BOB, 2, (Y, X))
    scene.s.mission = scene.s.rows[2][0]
    game.evolve(scene.s, e.TrapsRevealed((card(Y),)))
    assert known(scene, ALICE) == {0: card(X)}
    assert recalled(scene, ALICE) == {}


@shows("Z22.1")
def test_a_look_by_whoever_recalls_makes_it_exact_again() -> None:
    scene = look(look(table(), ALICE, 2, (X, Y)), BOB, 2, (Y, X))
    look(scene, ALICE, 1, (Y,))
    assert known(scene, ALICE) == {0: card(Y), 1: card(X)}, "one of two was seen, so the other is known as well"


@shows("Z22.1")
def test_a_third_look_widens_what_is_possible() -> None:
    scene = look(look(table(), ALICE, 2, (X, Y)), BOB, 2, (Y, X))
    look(scene, CHARLIE, 3, (X, Z), (Y,))
    last = len(scene.s.piles[TRAP]) - 1
    assert recalled(scene, ALICE) == {card(X): (0, 1, last), card(Y): (0, 1, last)}
    assert recalled(scene, BOB) == {card(X): (0, 1, last), card(Y): (0, 1, last)}


@shows("Z21.4", "Z22.1")
def test_a_shuffle_ends_all_knowledge() -> None:
    scene = look(look(table(), ALICE, 2, (X, Y)), BOB, 2, (Y, X))
    game.evolve(scene.s, e.PileShuffled(TRAP, scene.s.piles[TRAP][::-1]))
    for seat in (ALICE, BOB):
        assert (known(scene, seat), recalled(scene, seat)) == ({}, {})


@shows("Z18.3.3", "Z22.1")
def test_a_purchase_takes_the_card_out_of_what_is_recalled() -> None:
    hood, vest = "knife_lead_hood", "knife_scale_vest"
    scene = Scene(2).tree(1, "tree_warsztat_u_anzelma").on_top("knife_square", hood, vest)
    scene.begin(a.Look(BOB, 3)).answer(0, 2, 0, 0, 0).answer(cards(hood, vest), ())
    scene.s.money[ALICE] = 20
    scene.visit(ALICE, 1)
    if scene.s.question == "exchange":
        scene.answer(0)
    scene.answer("source", "pile")
    view = game.view(scene.s, BOB)
    assert {one: places for _, one, places in view.recalled[1]} == {card(hood): (-1,), card(vest): (-1,)}
    scene.answer(card(hood), cards(vest))
    assert game.view(scene.s, BOB).piles[1][0] == card(vest)


def test_nobody_sees_what_another_recalls_and_the_first_ruleset_has_none() -> None:
    scene = look(look(table(), ALICE, 2, (X, Y)), BOB, 2, (Y, X))
    assert not any(game.view(scene.s, BOB).recalled)
    assert not any(game.view(scene.s, None).recalled)
    told = game.encode_state(game.view(scene.s, ALICE))["game"]["recalled"]["trap"]
    assert told == [{"seat": 0, "card": name, "places": [0, 1]} for name in (X, Y)]
    assert b'"recalled":' in game.fingerprint(scene.s)
    old = look(look(table(ruleset="enclave-r1"), ALICE, 2, (X, Y)), BOB, 2, (Y, X))
    assert (known(old, ALICE), recalled(old, ALICE)) == ({}, {})
    assert b"recalled" not in game.fingerprint(old.s)


@pytest.mark.parametrize("language", ["pl", "en"])
def test_the_board_names_the_cards_and_their_places(language: str) -> None:
    scene = look(look(table(), ALICE, 2, (X, Y)), BOB, 2, (Y, X))
    pile = lay_out(game.view(scene.s, ALICE), language).piles[TRAP]
    assert [numbers for numbers, _ in pile.recalled] == [(1, 2), (1, 2)]
    assert pile.known == ()
    assert lay_out(game.view(scene.s, CHARLIE), language).piles[TRAP].recalled == ()


def test_dealt_anew_the_recalled_cards_lie_where_they_may() -> None:
    scene = look(look(table(), ALICE, 2, (X, Y)), BOB, 3, (Z, X), (Y,))
    view = game.view(scene.s, ALICE)
    tops = set()
    for n in range(60):
        other = redeal(view, SeededChance(bytes([n])))
        check(other)
        assert game.view(other, ALICE) == view
        tops.add(other.piles[TRAP][0])
    assert {card(X), card(Y)} < tops, "both come to the top, and so do others"
