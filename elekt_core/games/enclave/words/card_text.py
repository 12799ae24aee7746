"""What a card does, in one line, from its data."""

from __future__ import annotations

from typing import Any

from ..cards import Card

KNOWLEDGE = {"en": "Knowledge", "pl": "Wiedza"}
MONEY = {"en": "money", "pl": "pieniądze"}
KINDS = {"en": ("physical", "psychic"), "pl": ("fizyczne", "psychiczne")}
FEATURES = {
    "en": ("maximum physical", "maximum psychic", "sesame", "sarcophagus"),
    "pl": ("maksimum fizyczne", "maksimum psychiczne", "sezam", "sarkofag"),
}
VERBS = {
    "en": {"protect": "protects", "heal": "heals", "damage": "damage"},
    "pl": {"protect": "ochrona", "heal": "leczenie", "damage": "obrażenia"},
}
REWARDS = {
    "en": {
        "gain_knowledge": "Knowledge",
        "gain_money": "money",
        "gain_tree_token": "Tree token",
        "draw_prize": "prize",
        "oracle_peek": "cards to look at, up to",
    },
    "pl": {
        "gain_knowledge": "Wiedza",
        "gain_money": "pieniądze",
        "gain_tree_token": "żeton Drzewa",
        "draw_prize": "pryz",
        "oracle_peek": "karty do obejrzenia, najwyżej",
    },
}
DIFFICULTY = {"en": ("traps", "fixed trap", "reward"), "pl": ("pułapki", "stała pułapka", "nagroda")}


def card_text(card: Card, language: str) -> str:
    """``"heals: physical 6"``; ``""`` for nothing."""
    if card.effect:
        return _power(card, language)
    parts = [
        f"{VERBS[language][word]}: {_pair(pair, language)}"
        for word, pair in (("protect", card.protect), ("heal", card.heal), ("damage", card.damage))
        if any(pair)
    ]
    parts += [f"{name} +{n}" for name, n in zip(FEATURES[language], card.upgrade, strict=True) if n]
    if card.knowledge:
        parts.append(f"{KNOWLEDGE[language]}: {card.knowledge}")
    if card.rewards:
        parts.append(_mission(card, language))
    return ", ".join(parts)


def _pair(pair: tuple[int, int], language: str) -> str:
    return ", ".join(f"{name} {n}" for name, n in zip(KINDS[language], pair, strict=True) if n)


def _mission(card: Card, language: str) -> str:
    traps, fixed, reward = DIFFICULTY[language]
    open_trap = f", {fixed}: {_pair(card.fixed, language)}" if any(card.fixed) else ""
    gains = ", ".join(f"{REWARDS[language][op]} {n}" for op, n in card.rewards)
    return f"{traps}: {card.traps}{open_trap}; {reward}: {gains}"


def _power(card: Card, language: str) -> str:
    """A Tree card (Z18)."""
    effect: Any = card.effect
    match effect["op"]:
        case "boarding":
            return _mission(card, language)
        case "place_bonus":
            return "; ".join(_place(n, place, language) for n, place in enumerate(effect["places"], 1))
        case op:
            key = f"{op}:{effect['give']}" if op == "exchange" else op
            return POWERS[language][key].format_map(effect)


def _place(number: int, place: Any, language: str) -> str:
    gains = [f"{KNOWLEDGE[language]} {n}" for n in (place.get("gain_knowledge", 0),) if n]
    gains += [f"{MONEY[language]} {n}" for n in (place.get("gain_money", 0),) if n]
    pay = place.get("pay_money", 0)
    cost = f" ({'pay' if language == 'en' else 'zapłać'} {pay})" if pay else ""
    return f"{number}. {', '.join(gains)}{cost}"


POWERS = {
    "en": {
        "steal_random_card": "take a random card from the hand of another player",
        "offer_purchase": "look at {look} cards of a pile or a discard pile, buy at most {buy_max}",
        "sell_attached_upgrade": "sell an attached prospector upgrade for {multiplier} times its value",
        "exchange:knowledge": "exchange Knowledge for money, {receive_amount} each",
        "exchange:tree_token": "once per game: give back a Tree token, take {receive_amount} Knowledge",
        "heal_to_max": "raise both conditions to their maximum",
        "gain_synchron": "take a Synchron token for the next turn",
        "oracle_peek": "look at up to {amount} cards",
        "extra_action_next_turn": "play one more action card in the next turn",
        "remove_critical_levels": "you have no critical levels from now on",
        "discard_for": "discard a healing item, take 2 Knowledge",
        "remote_knowledge_exchange": "exchange one Knowledge on another level",
    },
    "pl": {
        "steal_random_card": "zabierz losową kartę z ręki innego gracza",
        "offer_purchase": "obejrzyj {look} karty ze stosu albo z kart odrzuconych, kup najwyżej {buy_max}",
        "sell_attached_upgrade": "sprzedaj dołączone ulepszenie pozyskiwacza za {multiplier}-krotność wartości",
        "exchange:knowledge": "wymień Wiedzę na pieniądze, po {receive_amount}",
        "exchange:tree_token": "raz w grze: oddaj żeton Drzewa, weź {receive_amount} Wiedzy",
        "heal_to_max": "podnieś obie kondycje do maksimum",
        "gain_synchron": "weź żeton Synchronu na następną turę",
        "oracle_peek": "obejrzyj do {amount} kart",
        "extra_action_next_turn": "w następnej turze zagraj o jedną kartę akcji więcej",
        "remove_critical_levels": "od tej chwili nie masz poziomów krytycznych",
        "discard_for": "odrzuć przedmiot leczący, weź 2 Wiedzy",
        "remote_knowledge_exchange": "wymień jedną Wiedzę na innym poziomie",
    },
}
