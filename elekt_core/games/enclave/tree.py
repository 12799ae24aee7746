"""Phase IV: the Tree (Z17) and its fifteen cards (Z18)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from ...kit.choices import Choice
from . import agenda as a
from . import events as e
from .boarding import begin_boarding
from .cards import DECKS, LOCATIONS, PRINTED
from .locations import buy
from .play import Play, question, takes
from .state import State

FIRST_LEVEL = len(LOCATIONS)
"""The place of level 1."""
USE: Final[Choice] = ("use",)


@takes(a.Tree)
def _tree(play: Play, step: a.Tree) -> None:
    """Z17.1, Z17.2."""
    play.emit(e.PhaseStarted(3))
    for level in range(5, 0, -1):
        where = FIRST_LEVEL + level - 1
        for place, seat in reversed([*enumerate(play.state.places[where])]):
            play.push_in_order([a.Exchange(seat, level), a.Use(seat, level, place), a.Back(seat, where)])


# --- exchange (Z17.3) ---------------------------------------------------------------------------------------


@takes(a.Exchange)
def _exchange(play: Play, step: a.Exchange) -> None:
    play.ask_in_view(step.seat, "exchange", step)


def _amounts(s: State, seat: int, step: a.Exchange) -> list[Choice]:
    return [(n,) for n in range(min(s.knowledge[seat], s.limits[step.level - 1]) + 1)]


def _why_no_amount(s: State, seat: int, step: a.Exchange, choice: Choice) -> str:
    return "knowledge_lacking" if choice[0] > s.knowledge[seat] else "tree_limit"


def _exchanged(play: Play, seat: int, step: a.Exchange, choice: Choice) -> None:
    exchange(play, seat, step.level, choice[0])


question("exchange", "Z17.3", _amounts, _exchanged, _why_no_amount)


def exchange(play: Play, seat: int, level: int, amount: int) -> None:
    """Z17.3, Z17.5."""
    if amount:
        play.emit(e.KnowledgeExchanged(seat, level, amount))
        if not play.state.limits[level - 1]:
            play.emit(e.TreeMarkerTaken(seat, level))


# --- use of the card (Z18) ----------------------------------------------------------------------------------


Why = Iterator[tuple[Choice, str]]
"""Ways that may be looked for and are none, each with the code of its refusal."""


def _none_lacking(s: State, visit: a.Use, effect: Any) -> Why:
    return iter(())


class Power(NamedTuple):
    """How a Tree card is used, by its effect: the possible ways, what one of them does, and why others are none."""

    ways: Callable[[State, a.Use, Any], list[Choice]]
    use: Callable[[Play, a.Use, Any, Choice], None]
    lacking: Callable[[State, a.Use, Any], Why] = _none_lacking


@takes(a.Use)
def _use(play: Play, step: a.Use) -> None:
    """Z18.15.1: one card gives something for an item in hand; ask any hand with cards, as others see only their
    number."""
    gives = PRINTED[play.state.tree_cards[step.level - 1]].effect["op"] == "discard_for"
    if gives and play.state.hands[step.seat]:
        play.ask(step.seat, "use_tree", step)
    else:
        play.ask_in_view(step.seat, "use_tree", step)


def _ways(s: State, seat: int, step: a.Use) -> list[Choice]:
    effect = PRINTED[s.tree_cards[step.level - 1]].effect
    return [(), *POWERS[effect["op"]].ways(s, step, effect)]


def lacking_ways(s: State, step: a.Use) -> dict[Choice, str]:
    """What the visitor may look for in the Tree card and cannot do, with the code of the reason."""
    effect = PRINTED[s.tree_cards[step.level - 1]].effect
    return dict(POWERS[effect["op"]].lacking(s, step, effect))


def _why_no_way(s: State, seat: int, step: a.Use, choice: Choice) -> str:
    return lacking_ways(s, step).get(choice, "tree_card_not_usable")


def _used(play: Play, seat: int, step: a.Use, choice: Choice) -> None:
    """Z18.1."""
    if choice:
        card = play.state.tree_cards[step.level - 1]
        play.emit(e.TreeCardUsed(seat, card))
        effect = PRINTED[card].effect
        POWERS[effect["op"]].use(play, step, effect, choice)


question("use_tree", "Z18.1", _ways, _used, _why_no_way)


def _always(s: State, visit: a.Use, effect: Any) -> list[Choice]:
    return [USE]


def _victims(s: State, visit: a.Use, effect: Any) -> list[Choice]:
    """Z18.2."""
    return [("player", other) for other in range(s.seats) if other != visit.seat and s.hands[other]]


def _no_victims(s: State, visit: a.Use, effect: Any) -> Why:
    return ((("player", other), "empty_hand") for other in range(s.seats) if other != visit.seat and not s.hands[other])


def _steal(play: Play, visit: a.Use, effect: Any, choice: Choice) -> None:
    s, victim = play.state, choice[1]
    hand = s.hands[victim]
    play.emit(e.CardStolen(visit.seat, victim, hand[play.chance.pick(s.draws, len(hand))]))


def _sources(s: State, visit: a.Use, effect: Any) -> list[Choice]:
    """Z18.3.3: a pile that has a card."""
    return [("source", source) for source, cards in _piles(s, effect) if cards]


def _no_sources(s: State, visit: a.Use, effect: Any) -> Why:
    return ((("source", source), "no_cards_there") for source, cards in _piles(s, effect) if not cards)


def _piles(s: State, effect: Any) -> tuple[tuple[str, tuple[int, ...]], ...]:
    deck = DECKS.index(effect["deck"])
    return (e.FROM[e.PILE], s.piles[deck]), (e.FROM[e.DISCARD], s.discards[deck])


def _offer(play: Play, visit: a.Use, effect: Any, choice: Choice) -> None:
    deck, source = DECKS.index(effect["deck"]), e.FROM.index(choice[1])
    s = play.state
    from_top = s.piles[deck] if source == e.PILE else s.discards[deck][::-1]
    play.emit(e.CardsOffered(visit.seat, deck, source, from_top[: effect["look"]]))
    play.push(a.Offer(visit.seat, deck, source))


@takes(a.Offer)
def _offered(play: Play, step: a.Offer) -> None:
    """Cards from the pile are seen by the player who may buy one."""
    if step.source == e.PILE:
        play.ask(step.seat, "purchase", step)
    else:
        play.ask_in_view(step.seat, "purchase", step)


def _purchases(s: State, seat: int, step: a.Offer) -> list[Choice]:
    """``(bought or NONE, the rest from the top)``: buying nothing and moving nothing comes first (Z18.3.3)."""
    offer = s.offer
    found: list[Choice] = [(e.NONE, offer)]
    if len(offer) > 1:
        found.append((e.NONE, offer[::-1]))
    affordable = [card for card in offer if card >= 0 and PRINTED[card].value <= s.money[seat]]
    return found + [(card, tuple(one for one in offer if one != card)) for card in affordable]


def _why_no_purchase(s: State, seat: int, step: a.Offer, choice: Choice) -> str:
    return "money_lacking" if choice[0] in s.offer else "not_in_offer"


def _purchase(play: Play, seat: int, step: a.Offer, choice: Choice) -> None:
    _, deck, source = step
    bought, rest = choice
    play.push(a.CheckPiles())
    if bought != e.NONE:
        buy(play, seat, bought, source)
    play.emit(e.CardsReturned(seat, deck, source, rest))


question("purchase", "Z18.3", _purchases, _purchase, _why_no_purchase)


def _bonus_ways(s: State, visit: a.Use, effect: Any) -> list[Choice]:
    """Z18.4."""
    return [USE] if s.money[visit.seat] >= effect["places"][visit.place].get("pay_money", 0) else []


def _bonus(play: Play, visit: a.Use, effect: Any, choice: Choice) -> None:
    bonus = effect["places"][visit.place]
    if pay := bonus.get("pay_money", 0):
        play.emit(e.MoneyPaid(visit.seat, pay))
    play.gain_knowledge(visit.seat, bonus.get("gain_knowledge", 0), e.TREE_CARD)
    play.gain_money(visit.seat, bonus.get("gain_money", 0), e.TREE_CARD)


def _sellable(s: State, visit: a.Use, effect: Any) -> list[Choice]:
    """Z18.5."""
    return [("card", card) for card in s.attached[2 * visit.seat]]


def _not_sellable(s: State, visit: a.Use, effect: Any) -> Why:
    return ((("card", card), "prospector_upgrades_only") for card in s.attached[2 * visit.seat + 1])


def _sell_upgrade(play: Play, visit: a.Use, effect: Any, choice: Choice) -> None:
    printed = PRINTED[choice[1]]
    play.emit(e.UpgradeRemoved(visit.seat, choice[1]))
    play.gain_money(visit.seat, effect["multiplier"] * printed.value, e.TREE_CARD)
    play.check_pile(printed.deck)


def _exchange_ways(s: State, visit: a.Use, effect: Any) -> list[Choice]:
    """Z18.6: how many Knowledge; Z18.15.2: one Tree token, once per game."""
    if effect["give"] == "knowledge":
        return [("amount", n) for n in range(1, s.knowledge[visit.seat] + 1)]
    return [USE] if s.tree_tokens[visit.seat] and not s.tyllo[visit.seat] else []


def _exchange_resources(play: Play, visit: a.Use, effect: Any, choice: Choice) -> None:
    if effect["give"] == "knowledge":
        play.emit(e.KnowledgePaid(visit.seat, choice[1]))
        play.gain_money(visit.seat, choice[1] * effect["receive_amount"], e.TREE_CARD)
    else:
        play.emit(e.TreeTokenReturned(visit.seat))
        play.gain_knowledge(visit.seat, effect["receive_amount"], e.TREE_CARD)


def _restore(play: Play, visit: a.Use, effect: Any, choice: Choice) -> None:
    """Z18.7."""
    play.emit(e.ConditionsRestored(visit.seat))


def _board(play: Play, visit: a.Use, effect: Any, choice: Choice) -> None:
    """Z18.8, Z18.10."""
    begin_boarding(play, visit.seat, play.state.tree_cards[visit.level - 1], False, ())


def _catch(play: Play, visit: a.Use, effect: Any, choice: Choice) -> None:
    """Z18.11."""
    play.emit(e.SynchronTaken(visit.seat))


def _peek(play: Play, visit: a.Use, effect: Any, choice: Choice) -> None:
    """Z18.12."""
    play.push(a.Look(visit.seat, effect["amount"]))


def _gain_extra(play: Play, visit: a.Use, effect: Any, choice: Choice) -> None:
    """Z18.13."""
    play.emit(e.ExtraActionGained(visit.seat))


def _removal_ways(s: State, visit: a.Use, effect: Any) -> list[Choice]:
    """Z18.14."""
    return [] if s.removal[visit.seat] else [USE]


def _take_removal(play: Play, visit: a.Use, effect: Any, choice: Choice) -> None:
    play.emit(e.CriticalRemovalTaken(visit.seat))


def _healing_items(s: State, visit: a.Use, effect: Any) -> list[Choice]:
    """Z18.15.1."""
    return [("card", card) for card in s.items(visit.seat, effect["kind"])]


def _no_healing_items(s: State, visit: a.Use, effect: Any) -> Why:
    return ((("card", card), "healing_items_only") for card in s.items(visit.seat, "protective"))


def _discard_item(play: Play, visit: a.Use, effect: Any, choice: Choice) -> None:
    play.emit(e.ItemDiscarded(visit.seat, choice[1]))
    for then in effect["then"]:
        play.gain_knowledge(visit.seat, then["amount"], e.TREE_CARD)
    play.check_pile(PRINTED[choice[1]].deck)


def _other_levels(s: State, visit: a.Use, effect: Any) -> list[Choice]:
    """Z18.16."""
    if not s.knowledge[visit.seat]:
        return []
    return [("level", level) for level, limit in enumerate(s.limits, 1) if limit and level != visit.level]


def _no_other_levels(s: State, visit: a.Use, effect: Any) -> Why:
    for level, limit in enumerate(s.limits, 1):
        if level == visit.level:
            yield ("level", level), "this_level"
        elif not limit:
            yield ("level", level), "marker_gone"


def _exchange_elsewhere(play: Play, visit: a.Use, effect: Any, choice: Choice) -> None:
    exchange(play, visit.seat, choice[1], effect["amount"])


POWERS: Final[dict[str, Power]] = {
    "steal_random_card": Power(_victims, _steal, _no_victims),
    "offer_purchase": Power(_sources, _offer, _no_sources),
    "place_bonus": Power(_bonus_ways, _bonus),
    "sell_attached_upgrade": Power(_sellable, _sell_upgrade, _not_sellable),
    "exchange": Power(_exchange_ways, _exchange_resources),
    "heal_to_max": Power(_always, _restore),
    "boarding": Power(_always, _board),
    "gain_synchron": Power(_always, _catch),
    "oracle_peek": Power(_always, _peek),
    "extra_action_next_turn": Power(_always, _gain_extra),
    "remove_critical_levels": Power(_removal_ways, _take_removal),
    "discard_for": Power(_healing_items, _discard_item, _no_healing_items),
    "remote_knowledge_exchange": Power(_other_levels, _exchange_elsewhere, _no_other_levels),
}
