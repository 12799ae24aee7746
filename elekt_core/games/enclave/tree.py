"""Phase IV: the Tree (Z17) and its fifteen cards (Z18)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from . import events as e
from .boarding import begin_boarding
from .cards import DECKS, LOCATIONS, PRINTED
from .events import Step
from .locations import buy
from .play import QUESTIONS, Choice, Play, Question, in_hand, step
from .state import State

FIRST_LEVEL = len(LOCATIONS)
"""The place of level 1."""
USE: Final[Choice] = ("use",)


@step("tree")
def _tree(play: Play) -> None:
    """Z17.1, Z17.2."""
    play.emit(e.PhaseStarted(3))
    for level in range(5, 0, -1):
        where = FIRST_LEVEL + level - 1
        for place, seat in reversed([*enumerate(play.state.places[where])]):
            play.push(("exchange", seat, level), ("use", seat, level, place), ("back", seat, where))


# --- exchange (Z17.3) ---------------------------------------------------------------------------------------


@step("exchange")
def _exchange(play: Play, seat: int, level: int) -> None:
    play.ask(seat, "exchange", ("exchange", seat, level))


def _amounts(s: State, seat: int, step: Step) -> list[Choice]:
    return [(n,) for n in range(min(s.knowledge[seat], s.limits[step[2] - 1]) + 1)]


def _why_no_amount(s: State, seat: int, step: Step, choice: Choice) -> str:
    return "knowledge_lacking" if choice[0] > s.knowledge[seat] else "tree_limit"


def _exchanged(play: Play, seat: int, step: Step, choice: Choice) -> None:
    exchange(play, seat, step[2], choice[0])


QUESTIONS["exchange"] = Question("Z17.3", _amounts, _exchanged, _why_no_amount)


def exchange(play: Play, seat: int, level: int, amount: int) -> None:
    """Z17.3, Z17.5."""
    if amount:
        play.emit(e.KnowledgeExchanged(seat, level, amount))
        if not play.state.limits[level - 1]:
            play.emit(e.TreeMarkerTaken(seat, level))


# --- use of the card (Z18) ----------------------------------------------------------------------------------


class Visit(NamedTuple):
    """A marker on a level; ``place`` is 0 for the first."""

    seat: int
    level: int
    place: int


class Power(NamedTuple):
    """How a Tree card is used, from the table of its effect: the ways that there are, and what one of them does."""

    ways: Callable[[State, Visit, Any], list[Choice]]
    use: Callable[[Play, Visit, Any, Choice], None]


@step("use")
def _use(play: Play, seat: int, level: int, place: int) -> None:
    play.ask(seat, "use_tree", ("use", seat, level, place))


def _ways(s: State, seat: int, step: Step) -> list[Choice]:
    effect = PRINTED[s.tree_cards[step[2] - 1]].effect
    return [(), *POWERS[effect["op"]].ways(s, Visit(*step[1:]), effect)]


def _why_no_way(s: State, seat: int, step: Step, choice: Choice) -> str:
    return "tree_card_not_usable"


def _used(play: Play, seat: int, step: Step, choice: Choice) -> None:
    """Z18.1."""
    if choice:
        card = play.state.tree_cards[step[2] - 1]
        play.emit(e.TreeCardUsed(seat, card))
        effect = PRINTED[card].effect
        POWERS[effect["op"]].use(play, Visit(*step[1:]), effect, choice)


def _from_hand(s: State, seat: int, step: Step) -> bool:
    """Z18.15.1: one of the cards gives for an item of the hand."""
    return PRINTED[s.tree_cards[step[2] - 1]].effect["op"] == "discard_for" and in_hand(s, seat, step)


QUESTIONS["use_tree"] = Question("Z18.1", _ways, _used, _why_no_way, _from_hand)


def _always(s: State, visit: Visit, effect: Any) -> list[Choice]:
    return [USE]


def _victims(s: State, visit: Visit, effect: Any) -> list[Choice]:
    """Z18.2."""
    return [("player", other) for other in range(s.seats) if other != visit.seat and s.hands[other]]


def _steal(play: Play, visit: Visit, effect: Any, choice: Choice) -> None:
    s, victim = play.state, choice[1]
    hand = s.hands[victim]
    play.emit(e.CardStolen(visit.seat, victim, hand[play.chance.pick(s.draws, len(hand))]))


def _sources(s: State, visit: Visit, effect: Any) -> list[Choice]:
    """Z18.3.3: a pile that has a card."""
    deck = DECKS.index(effect["deck"])
    piles = ((e.PILE, s.piles[deck]), (e.DISCARD, s.discards[deck]))
    return [("source", e.FROM[source]) for source, cards in piles if cards]


def _offer(play: Play, visit: Visit, effect: Any, choice: Choice) -> None:
    deck, source = DECKS.index(effect["deck"]), e.FROM.index(choice[1])
    s = play.state
    from_top = s.piles[deck] if source == e.PILE else s.discards[deck][::-1]
    play.emit(e.CardsOffered(visit.seat, deck, source, from_top[: effect["look"]]))
    play.push(("offer", visit.seat, deck, source))


@step("offer")
def _offered(play: Play, seat: int, deck: int, source: int) -> None:
    play.ask(seat, "purchase", ("offer", seat, deck, source))


def _purchases(s: State, seat: int, step: Step) -> list[Choice]:
    """``(bought or NONE, the rest from the top)``: nothing bought and nothing moved first (Z18.3.3)."""
    offer = s.offer
    found: list[Choice] = [(e.NONE, offer)]
    if len(offer) > 1:
        found.append((e.NONE, offer[::-1]))
    affordable = [card for card in offer if card >= 0 and PRINTED[card].value <= s.money[seat]]
    return found + [(card, tuple(one for one in offer if one != card)) for card in affordable]


def _why_no_purchase(s: State, seat: int, step: Step, choice: Choice) -> str:
    return "money_lacking" if choice[0] in s.offer else "not_in_offer"


def _purchase(play: Play, seat: int, step: Step, choice: Choice) -> None:
    _, _, deck, source = step
    bought, rest = choice
    play.push(("check_piles",))
    if bought != e.NONE:
        buy(play, seat, bought, source)
    play.emit(e.CardsReturned(seat, deck, source, rest))


def _face_down(s: State, seat: int, step: Step) -> bool:
    return bool(step[3] == e.PILE)


QUESTIONS["purchase"] = Question("Z18.3", _purchases, _purchase, _why_no_purchase, _face_down)


def _bonus_ways(s: State, visit: Visit, effect: Any) -> list[Choice]:
    """Z18.4."""
    return [USE] if s.money[visit.seat] >= effect["places"][visit.place].get("pay_money", 0) else []


def _bonus(play: Play, visit: Visit, effect: Any, choice: Choice) -> None:
    bonus = effect["places"][visit.place]
    if pay := bonus.get("pay_money", 0):
        play.emit(e.MoneyPaid(visit.seat, pay))
    play.gain_knowledge(visit.seat, bonus.get("gain_knowledge", 0), e.TREE_CARD)
    play.gain_money(visit.seat, bonus.get("gain_money", 0), e.TREE_CARD)


def _sellable(s: State, visit: Visit, effect: Any) -> list[Choice]:
    """Z18.5."""
    return [("card", card) for card in s.attached[2 * visit.seat]]


def _sell_upgrade(play: Play, visit: Visit, effect: Any, choice: Choice) -> None:
    printed = PRINTED[choice[1]]
    play.emit(e.UpgradeRemoved(visit.seat, choice[1]))
    play.gain_money(visit.seat, effect["multiplier"] * printed.value, e.TREE_CARD)
    play.check_pile(printed.deck)


def _exchange_ways(s: State, visit: Visit, effect: Any) -> list[Choice]:
    """Z18.6: how many Knowledge; Z18.15.2: one Tree token, once per game."""
    if effect["give"] == "knowledge":
        return [("amount", n) for n in range(1, s.knowledge[visit.seat] + 1)]
    return [USE] if s.tree_tokens[visit.seat] and not s.tyllo[visit.seat] else []


def _exchange_resources(play: Play, visit: Visit, effect: Any, choice: Choice) -> None:
    if effect["give"] == "knowledge":
        play.emit(e.KnowledgePaid(visit.seat, choice[1]))
        play.gain_money(visit.seat, choice[1] * effect["receive_amount"], e.TREE_CARD)
    else:
        play.emit(e.TreeTokenReturned(visit.seat))
        play.gain_knowledge(visit.seat, effect["receive_amount"], e.TREE_CARD)


def _restore(play: Play, visit: Visit, effect: Any, choice: Choice) -> None:
    """Z18.7."""
    play.emit(e.ConditionsRestored(visit.seat))


def _board(play: Play, visit: Visit, effect: Any, choice: Choice) -> None:
    """Z18.8, Z18.10."""
    begin_boarding(play, visit.seat, play.state.tree_cards[visit.level - 1], False, ())


def _catch(play: Play, visit: Visit, effect: Any, choice: Choice) -> None:
    """Z18.11."""
    play.emit(e.SynchronTaken(visit.seat))


def _peek(play: Play, visit: Visit, effect: Any, choice: Choice) -> None:
    """Z18.12."""
    play.push(("look", visit.seat, effect["amount"]))


def _gain_extra(play: Play, visit: Visit, effect: Any, choice: Choice) -> None:
    """Z18.13."""
    play.emit(e.ExtraActionGained(visit.seat))


def _removal_ways(s: State, visit: Visit, effect: Any) -> list[Choice]:
    """Z18.14."""
    return [] if s.removal[visit.seat] else [USE]


def _take_removal(play: Play, visit: Visit, effect: Any, choice: Choice) -> None:
    play.emit(e.CriticalRemovalTaken(visit.seat))


def _healing_items(s: State, visit: Visit, effect: Any) -> list[Choice]:
    """Z18.15.1."""
    return [("card", card) for card in s.items(visit.seat, effect["kind"])]


def _discard_item(play: Play, visit: Visit, effect: Any, choice: Choice) -> None:
    play.emit(e.ItemDiscarded(visit.seat, choice[1]))
    for then in effect["then"]:
        play.gain_knowledge(visit.seat, then["amount"], e.TREE_CARD)
    play.check_pile(PRINTED[choice[1]].deck)


def _other_levels(s: State, visit: Visit, effect: Any) -> list[Choice]:
    """Z18.16."""
    if not s.knowledge[visit.seat]:
        return []
    return [("level", level) for level, limit in enumerate(s.limits, 1) if limit and level != visit.level]


def _exchange_elsewhere(play: Play, visit: Visit, effect: Any, choice: Choice) -> None:
    exchange(play, visit.seat, choice[1], effect["amount"])


POWERS: Final[dict[str, Power]] = {
    "steal_random_card": Power(_victims, _steal),
    "offer_purchase": Power(_sources, _offer),
    "place_bonus": Power(_bonus_ways, _bonus),
    "sell_attached_upgrade": Power(_sellable, _sell_upgrade),
    "exchange": Power(_exchange_ways, _exchange_resources),
    "heal_to_max": Power(_always, _restore),
    "boarding": Power(_always, _board),
    "gain_synchron": Power(_always, _catch),
    "oracle_peek": Power(_always, _peek),
    "extra_action_next_turn": Power(_always, _gain_extra),
    "remove_critical_levels": Power(_removal_ways, _take_removal),
    "discard_for": Power(_healing_items, _discard_item),
    "remote_knowledge_exchange": Power(_other_levels, _exchange_elsewhere),
}
