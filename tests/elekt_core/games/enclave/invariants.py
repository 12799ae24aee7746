"""What must hold in any game of Enclave: everything is conserved, no limit is passed."""

from __future__ import annotations

from itertools import chain
from typing import Any

from elekt_core.games.enclave import events as e
from elekt_core.games.enclave.cards import BOARD, CARDS, PRINTED
from elekt_core.games.enclave.state import State, levels

Totals = tuple[int, int, int]
"""Money, Knowledge and Tree tokens of all players."""


def totals(s: State) -> Totals:
    return sum(s.money), sum(s.knowledge), sum(s.tree_tokens)


def check(s: State) -> None:
    """At the end of a batch."""
    _cards(s)
    _tracks(s)
    _tokens(s)


def _cards(s: State) -> None:
    """Z21.1: every card is in one place, and in a place where it may be."""
    places = [*s.piles, *s.discards, *s.rows, *s.looked, *s.hands, *s.along, *s.attached, s.traps, s.tree_cards, s.box]
    everything = list(chain(*places, s.offer))
    if s.mission >= 0 and s.mission not in s.tree_cards:
        everything.append(s.mission)
    if s.pending >= 0:
        everything.append(s.pending)
    assert sorted(everything) == list(range(len(CARDS.names))), "a card is lost or double"
    for deck, pile in enumerate(zip(s.piles, s.discards, s.looked, strict=True)):
        assert all(PRINTED[card].deck == deck for cards in pile for card in cards), "a card in a wrong pile"
    assert all(PRINTED[card].kind in ("protective", "healing") for hand in s.hands for card in hand), "Z16.1"
    assert [len(pile) for pile in s.piles] == [len(seen) for seen in s.seen]
    for deck, recalled in enumerate(s.recalled):
        for seat, card, possible in recalled:
            assert list(possible) == sorted(set(possible)), "Z22.1: a place is there twice"
            lies = s.piles[deck].index(card) if card in s.piles[deck] else -1
            assert lies in possible, f"Z22.1: {seat} believes that {card} lies at {possible}, it lies at {lies}"
    for deck, row in enumerate(s.rows):
        assert len(row) <= s.row_size(deck), "Z12.7, Z13.9"


def _tracks(s: State) -> None:
    """Z3.3, Z4.3, Z4.4."""
    for seat in range(s.seats):
        physical, psychic, sesame, sarcophagus = levels(s.attached[2 * seat] + s.attached[2 * seat + 1])
        assert s.maximum[2 * seat : 2 * seat + 2] == [physical, psychic]
        assert (s.sesame[seat], s.sarcophagus[seat]) == (sesame, sarcophagus)
        assert 0 <= sesame <= 6
        assert 2 <= sarcophagus <= 5
        for kind in (0, 1):
            at = 2 * seat + kind
            assert -5 <= s.condition[at] <= s.maximum[at] <= 5
            assert s.maximum[at] >= 0
            assert len(s.attached[at]) <= BOARD.slots[kind]
            assert all(PRINTED[card].slot == kind for card in s.attached[at])
        assert len(s.along[seat]) <= s.sarcophagus[seat]
        assert set(s.used[seat]) <= set(s.along[seat])


def _tokens(s: State) -> None:
    """Z2.5, Z7.2, Z8.6, Z17.5."""
    counted = (s.money, s.knowledge, s.tree_tokens, s.score, s.limits, s.preparation, s.synchron)
    assert all(number >= 0 for numbers in counted for number in numbers), "something is below 0"
    assert sum(s.tree_tokens) <= 10
    placed = [number for number in s.initiative if number]
    assert len(set(placed)) == len(placed)
    assert set(placed) <= {1, 2, 3, 4, 5}
    assert all(len(set(seats)) == len(seats) for seats in s.places), "twice in one place"
    assert all((owner >= 0) == (limit == 0) for owner, limit in zip(s.owners, s.limits, strict=True)), "Z17.5"
    start = BOARD.start_limit[s.seats]
    assert sum(s.score) == sum(start - limit for limit in s.limits), "Z17.3"


def check_flow(event: Any, before: Totals, after: Totals) -> None:
    """Money, Knowledge and Tree tokens move only by facts that say so, and by what they say."""
    money, knowledge, tokens = (new - old for new, old in zip(after, before, strict=True))
    match event:
        case e.MoneyGained(amount=amount) | e.PrizeSold(amount=amount):
            assert (money, knowledge, tokens) == (amount, 0, 0)
        case e.MoneyPaid(amount=amount) | e.CardBought(cost=amount):
            assert (money, knowledge, tokens) == (-amount, 0, 0)
        case e.MoneyDealt(amounts=amounts):
            assert (money, knowledge, tokens) == (sum(amounts), 0, 0)
        case e.KnowledgeGained(amount=amount):
            assert (money, knowledge, tokens) == (0, amount, 0)
        case e.KnowledgePaid(amount=amount) | e.KnowledgeExchanged(amount=amount):
            assert (money, knowledge, tokens) == (0, -amount, 0)
        case e.TreeTokenKept():
            assert (money, knowledge, tokens) == (0, 0, 1)
        case e.TreeTokenReturned():
            assert (money, knowledge, tokens) == (0, 0, -1)
        case _:
            assert (money, knowledge, tokens) == (0, 0, 0), f"{event} moves something"
