"""Actions that a seat may look for but cannot take, with the rule that forbids them."""

from __future__ import annotations

from collections.abc import Iterator

from ...contract import Decision, Refusal, SeatNo
from ...kit.choices import Choice
from .cards import ATTACKER, DEFENDER, LOCATION, SUPPORT, CardSet
from .decisions import CODES, parts
from .legal import act_choices, why_not
from .state import State


def refusals(cards: CardSet, s: State) -> Iterator[Refusal]:
    """Refusals for the open action: ending the turn, buying, the reserve, and each card by itself."""
    offered = {
        parts(cards, Decision(SeatNo(s.asked), "act", choice)) for choice in act_choices(cards, s, s.asked, s.step)
    }
    beginnings = {path[:n] for path in offered for n in range(1, len(path) + 1)}
    seen = set()
    for choice in _looked_for(cards, s):
        why = why_not(cards, s, choice)
        path = parts(cards, Decision(SeatNo(s.asked), "act", choice))
        if why is not None and path not in beginnings and path not in seen:
            seen.add(path)
            yield Refusal(path, why[0], CODES[why[0]], why[1])


def _looked_for(cards: CardSet, s: State) -> Iterator[Choice]:
    yield ("end_turn",)
    yield ("buy", 1)
    for card in dict.fromkeys(s.hands[s.asked]):
        kind = cards.cards[card].kind
        if kind == LOCATION:
            yield ("location", card)
        elif kind == SUPPORT:
            yield ("support", card, ((),) * len(cards.cards[card].effects))
        elif kind in (ATTACKER, DEFENDER):
            for location, site in s.sites.items():
                if (site.owner == s.asked) == (kind == DEFENDER):
                    yield ("defend" if kind == DEFENDER else "attack", location, card)
        yield ("reserve", card)
        yield ("sell", card)
