"""Which actions are legal: all of them in a stable order (``act_choices``), and why any other is not (``why_not``).

=========== ============================================= =====================================================
action      choice                                        rule
=========== ============================================= =====================================================
end_turn    ("end_turn",)                                 K6.4; not in the End phase (K19.5)
location    ("location", card)                            K8
defend      ("defend", location, card, ...)               K9
attack      ("attack", location, card, ...)               K10
support     ("support", card, (target, ...))              K11; a target for each effect of the card
buy         ("buy", number)                               K13
sell        ("sell", card[, card])                        K14, in the order of discarding
reserve     ("reserve", card)                             K12.1
take        ("take", card)                                K12.3: no action
=========== ============================================= =====================================================

Cards are named, not copies. Units that are put down together, and cards that are passed together, are named in the
order in which they are held (the longest first), so that each set has one name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, product
from typing import Any, Final

from ...kit.choices import Choice
from .agenda import Act
from .cards import ATTACKER, DEFENDER, LOCATION, SUPPORT, CardSet
from .state import NONE, Site, State
from .support import certain_change, reserve_limit, support_targets

Why = tuple[str, dict[str, Any]]


class Means:
    """What the active seat has, and what the three-card rule lets it use (K7)."""

    __slots__ = (
        "available",
        "cards",
        "free",
        "hand",
        "kept",
        "money",
        "most_in_conflict",
        "most_in_peace",
        "s",
        "seat",
    )

    def __init__(self, cards: CardSet, s: State, seat: int) -> None:
        self.cards, self.s, self.seat = cards, s, seat
        self.hand = s.hands[seat]
        self.kept = len(s.reserves[seat])
        self.money = s.shillings[seat]
        self.available = len(s.deck) + len(s.discard)
        self.free = s.end_phase
        n = len(self.hand)
        spare = n + self.kept - cards.to_pass
        bought = min(self.money // cards.buy_price, self.available)
        self.most_in_conflict = n if self.free else min(n, spare)
        self.most_in_peace = n if self.free else min(n, spare + bought)

    def leaves_enough(self, hand: int, money: int = 0, available: int = 0) -> bool:
        """Whether K7.2 still holds after these changes, if no conflict starts."""
        if self.free:
            return True
        bought = min((self.money + money) // self.cards.buy_price, self.available + available)
        return len(self.hand) + hand + self.kept + bought >= self.cards.to_pass

    def can_get(self, amount: int) -> int:
        """How many of ``amount`` shillings the seat is certain to get (K5.4)."""
        s = self.s
        return amount if s.pool >= amount else min(amount, s.pool + sum(s.shillings) - self.money)

    def can_buy(self) -> int:
        """K13.2."""
        return min(self.money // self.cards.buy_price, self.available)

    def of_kind(self, kind: str) -> list[int]:
        """The cards of this kind in hand, each once."""
        printed = self.cards.cards
        return [card for card in dict.fromkeys(self.hand) if printed[card].kind == kind]

    def may_end(self) -> bool:
        """K7.1, K7.4: the turn may end with three cards in hand, or when no more can be had."""
        return len(self.hand) >= self.cards.to_pass or (not self.kept and not self.can_buy())


def act_choices(cards: CardSet, s: State, seat: int, step: Act) -> list[Choice]:
    """K6.2, K19.4."""
    m = Means(cards, s, seat)
    found: list[Choice] = [] if s.end_phase or not m.may_end() else [("end_turn",)]
    for card in m.of_kind(LOCATION):
        if m.leaves_enough(-1, m.can_get(cards.cards[card].shillings)):
            found.append(("location", card))
    found += _defences(m)
    found += _attacks(m)
    for card in m.of_kind(SUPPORT):
        if not cards.cards[card].reaction:
            for targets in support_targets(cards, s, m.seat, card):
                if m.leaves_enough(*certain_change(cards, s, m.seat, card, targets)):
                    found.append(("support", card, targets))
    found += [("buy", n) for n in range(1, m.can_buy() + 1)]
    found += _sales(m)
    if not s.end_phase and m.kept < reserve_limit(cards, s, m.seat):
        found += [("reserve", card) for card in dict.fromkeys(m.hand)]
    found += [("take", card) for card in dict.fromkeys(s.reserves[m.seat])]
    return found


def _defences(m: Means) -> list[Choice]:
    """K9: sets of different names, at most one of them a garrison."""
    held = m.of_kind(DEFENDER)
    if not held:
        return []
    printed = m.cards.cards
    sets = [
        chosen
        for size in range(1, min(len(held), max(m.most_in_peace, 0)) + 1)
        for chosen in combinations(held, size)
        if sum(printed[card].garrison for card in chosen) < 2
    ]
    found: list[Choice] = []
    for location, site in m.s.sites.items():
        if site.owner != m.seat:
            continue
        most = m.most_in_conflict if site.attackers else m.most_in_peace
        there = {unit.card for unit in site.defenders}
        garrisoned = any(printed[card].garrison for card in there)
        for chosen in sets:
            if len(chosen) > most or not there.isdisjoint(chosen):
                continue
            if garrisoned and any(printed[card].garrison for card in chosen):
                continue
            found.append(("defend", location, *chosen))
    return found


def _attacks(m: Means) -> list[Choice]:
    """K10: sets of one name or of one ally group."""
    printed, hand = m.cards.cards, m.hand
    bands: dict[Any, dict[int, list[int]]] = {}
    for place, card in enumerate(hand):
        if printed[card].kind == ATTACKER:
            bands.setdefault(band(m.cards, card), {}).setdefault(card, []).append(place)
    if not bands:
        return []
    sets = [(name, chosen) for name, places in bands.items() for chosen in _subsets(hand, places)]
    found: list[Choice] = []
    for location, site in m.s.sites.items():
        if site.owner == m.seat or site.attacker not in (NONE, m.seat):
            continue
        if not site.fort and not site.attackers and m.s.sieges(m.seat) >= m.s.game.sieges:
            continue
        old = band(m.cards, site.attackers[0].card) if site.attackers else None
        most = _most_attackers(m, site)
        found += [
            ("attack", location, *chosen)
            for name, chosen in sets
            if len(chosen) <= most and (old is None or old == name)
        ]
    return found


def band(cards: CardSet, card: int) -> Any:
    """What attackers must share (K10.2): the ally group (the same for all copies of a name), or else the name."""
    return cards.cards[card].ally or card


def _subsets(hand: Sequence[int], places: dict[int, list[int]]) -> list[tuple[int, ...]]:
    """Every selection of at least one copy, as cards in hand order, the smallest first."""
    if len(places) == 1:
        ((card, copies),) = places.items()
        return [(card,) * n for n in range(1, len(copies) + 1)]
    found = []
    for counts in product(*[range(len(copies) + 1) for copies in places.values()]):
        chosen = sorted(place for n, copies in zip(counts, places.values(), strict=True) for place in copies[:n])
        if chosen:
            found.append(tuple([hand[place] for place in chosen]))
    return sorted(found, key=len)


def _most_attackers(m: Means, site: Site) -> int:
    if site.fort:  # what is spent can be drawn again
        n = max(m.most_in_peace, 0)
        while n < len(m.hand) and m.leaves_enough(-n - 1, 0, n + 1):
            n += 1
        return n
    return m.most_in_conflict if site.defenders else m.most_in_peace


def _sales(m: Means) -> list[Choice]:
    """K14: selling one card or two; two different cards in either order."""
    price, most = m.cards.sell_price, m.cards.sell_most
    found: list[Choice] = []
    names = list(dict.fromkeys(m.hand))
    if m.leaves_enough(-1, m.can_get(price), 1):
        found += [("sell", card) for card in names]
    if most > 1 and len(m.hand) > 1 and m.leaves_enough(-2, m.can_get(2 * price), 2):
        found += [("sell", one, other) for one in names for other in names if one != other or m.hand.count(one) > 1]
    return found


# --- why not ------------------------------------------------------------------------------------------------


def why_not(cards: CardSet, s: State, choice: Choice) -> Why | None:
    """Why the asked seat cannot take the action: a code (``decisions.CODES``) and data for a sentence; None if it can.

    Of several reasons the one that is easiest to understand. ``choice`` has the shape that stands above.
    """
    return _CHECKS[choice[0]](Means(cards, s, s.asked), choice)


def _named(m: Means, card: int) -> str:
    return m.cards.cards[card].id


def _held(m: Means, chosen: Sequence[int], kind: str) -> Why | None:
    """Why the cards are not all in hand or not all of this kind; None if they are."""
    for card in chosen:
        if chosen.count(card) > m.hand.count(card):
            return "not_in_hand", {"card": _named(m, card)}
        if kind and m.cards.cards[card].kind != kind:
            return f"not_{kind}", {"card": _named(m, card)}
    return None


def in_order(hand: Sequence[int], chosen: Sequence[int]) -> bool:
    """Whether the cards are named in the order in which they are held and, of copies, those held longest."""
    at: dict[int, int] = {}
    last = -1
    for card in chosen:
        place = hand.index(card, at.get(card, -1) + 1)
        if place < last:
            return False
        at[card] = last = place
    return True


def _few(m: Means) -> Why:
    return "three_cards", {"number": m.cards.to_pass}


def _why_end(m: Means, choice: Choice) -> Why | None:
    if m.s.end_phase:
        return "must_act", {}
    return None if m.may_end() else ("too_few_to_pass", {"number": m.cards.to_pass})


def _why_location(m: Means, choice: Choice) -> Why | None:
    card = choice[1]
    if why := _held(m, (card,), LOCATION):
        return why
    return None if m.leaves_enough(-1, m.can_get(m.cards.cards[card].shillings)) else _few(m)


def _why_defend(m: Means, choice: Choice) -> Why | None:
    _, location, *chosen = choice
    printed, site = m.cards.cards, m.s.sites.get(location)
    if why := _held(m, chosen, DEFENDER):
        return why
    if not chosen:
        return "no_unit", {}
    if site is None or site.owner != m.seat:
        return "not_your_location", {"location": _named(m, location)}
    everybody = [*chosen, *(unit.card for unit in site.defenders)]
    for card in chosen:
        if everybody.count(card) > 1:
            return "same_name", {"card": _named(m, card)}
    if any(printed[card].garrison for card in chosen) and sum(printed[card].garrison for card in everybody) > 1:
        return "two_garrisons", {"location": _named(m, location)}
    if not in_order(m.hand, chosen):
        return "order_of_hand", {}
    return _few(m) if len(chosen) > (m.most_in_conflict if site.attackers else m.most_in_peace) else None


def _why_attack(m: Means, choice: Choice) -> Why | None:
    _, location, *chosen = choice
    s, site = m.s, m.s.sites.get(location)
    if why := _held(m, chosen, ATTACKER):
        return why
    if not chosen:
        return "no_unit", {}
    if site is None:
        return "not_on_the_table", {"location": _named(m, location)}
    if site.owner == m.seat:
        return "own_location", {"location": _named(m, location)}
    if site.attacker not in (NONE, m.seat):
        return "attacked_by_another", {"location": _named(m, location), "seat": site.attacker}
    bands = {band(m.cards, card) for card in [*chosen, *(unit.card for unit in site.attackers)]}
    if len(bands) > 1:
        return "not_allied", {"location": _named(m, location)}
    if not site.fort and not site.attackers and s.sieges(m.seat) >= s.game.sieges:
        return "no_siege_token", {"number": s.game.sieges}
    if not in_order(m.hand, chosen):
        return "order_of_hand", {}
    return _few(m) if len(chosen) > _most_attackers(m, site) else None


def _why_support(m: Means, choice: Choice) -> Why | None:
    _, card, targets = choice
    if why := _held(m, (card,), SUPPORT):
        return why
    if m.cards.cards[card].reaction:
        return "reaction_only", {"card": _named(m, card)}
    possible = support_targets(m.cards, m.s, m.seat, card)
    if not possible:
        return "no_effect", {"card": _named(m, card)}
    if targets not in possible:
        return "bad_target", {"card": _named(m, card)}
    return None if m.leaves_enough(*certain_change(m.cards, m.s, m.seat, card, targets)) else _few(m)


def _why_buy(m: Means, choice: Choice) -> Why | None:
    number = choice[1]
    if number * m.cards.buy_price > m.money:
        return "too_few_shillings", {"number": number, "cost": number * m.cards.buy_price, "shillings": m.money}
    if number < 1 or number > m.available:
        return "too_few_cards", {"number": number, "available": m.available}
    return None


def _why_sell(m: Means, choice: Choice) -> Why | None:
    chosen = choice[1:]
    if why := _held(m, chosen, ""):
        return why
    n = len(chosen)
    if not 0 < n <= m.cards.sell_most:
        return "sell_one_or_two", {"number": m.cards.sell_most}
    return None if m.leaves_enough(-n, m.can_get(n * m.cards.sell_price), n) else _few(m)


def _why_reserve(m: Means, choice: Choice) -> Why | None:
    if why := _held(m, choice[1:], ""):
        return why
    if m.s.end_phase:
        return "no_reserve_now", {}
    limit = reserve_limit(m.cards, m.s, m.seat)
    return ("reserve_full", {"number": limit}) if m.kept >= limit else None


def _why_take(m: Means, choice: Choice) -> Why | None:
    return None if choice[1] in m.s.reserves[m.seat] else ("not_in_reserve", {"card": _named(m, choice[1])})


_CHECKS: Final[dict[str, Callable[[Means, Choice], Why | None]]] = {
    "end_turn": _why_end,
    "location": _why_location,
    "defend": _why_defend,
    "attack": _why_attack,
    "support": _why_support,
    "buy": _why_buy,
    "sell": _why_sell,
    "reserve": _why_reserve,
    "take": _why_take,
}
ACTIONS: Final = tuple(_CHECKS)
