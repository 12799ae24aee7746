"""What a seat may look for as an answer but cannot choose, with the rule that forbids it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Final

from ...contract import Decision, Refusal, SeatNo
from ...kit.choices import Choice
from .cards import ATTACKER, DEFENDER, LOCATION, SUPPORT, CardSet
from .decisions import CODES, NOT_OFFERED, parts
from .legal import act_choices, why_not
from .play import QUESTIONS
from .state import State, Unit
from .support import TARGETS, WHY_NOT_THERE, WORDS, why_not_moved


def refusals(cards: CardSet, s: State) -> Iterator[Refusal]:
    """Refusals for the open question of the seat that is asked."""
    if s.question == "act":
        yield from _actions(cards, s)
    elif s.question in LYING:
        code = NOT_OFFERED[s.question]
        offered = QUESTIONS[s.question].choices(cards, s, s.asked, s.step)
        answers = {thing for choice in offered for thing in choice}
        for thing in dict.fromkeys(LYING[s.question](s)):
            if thing not in answers:
                path = parts(cards, Decision(SeatNo(s.asked), s.question, (thing,)))
                yield Refusal(path[:1], code, CODES[code], {})


LYING: Final[dict[str, Callable[[State], Iterable[int]]]] = {
    "take_from": lambda s: (seat for seat in range(s.seats) if seat != s.asked),
    "choose_target": lambda s: (unit.number for unit in _units(s)),
    "react": lambda s: s.hands[s.asked],
    "casualties": lambda s: (unit.number for unit in _units(s)),
}
"""By question what lies on the table and may be looked for as an answer."""


def _units(s: State) -> Iterator[Unit]:
    """Both sides of the conflict."""
    site = s.sites[s.conflict]
    return chain(site.attackers, site.defenders)


def _actions(cards: CardSet, s: State) -> Iterator[Refusal]:
    """Ending the turn, buying, the reserve, and each card by itself."""
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
    for card in dict.fromkeys(s.hands[s.asked]):
        path = f"card:{cards.cards[card].id}", "support"
        if path in beginnings:
            yield from _not_aimed_at(cards, s, card, path)


def _not_aimed_at(cards: CardSet, s: State, card: int, path: tuple[str, ...]) -> Iterator[Refusal]:
    """What the first effect of a support card that has a target cannot aim at, and where an attack cannot go."""
    for effect in cards.cards[card].effects:
        words, targets = WORDS[effect.op], TARGETS[effect.op](cards, s, s.asked, effect)
        if words and targets:
            break
    else:
        return
    if words[0] == "unit":
        aimed = {number for (number,) in targets}
        for unit in (unit for site in s.sites.values() for unit in site.attackers + site.defenders):
            if unit.number not in aimed:
                yield Refusal((*path, f"unit:u{unit.number}"), "attacks_another", CODES["attacks_another"], {})
    elif words[0] == "location":
        for location, site in s.sites.items():
            if code := WHY_NOT_THERE[effect.op](s, s.asked, site):
                yield _at(cards, path, "location", location, code)
    if words[1:] == ("to",):
        for start in dict.fromkeys(start for start, _ in targets):
            on = (*path, f"location:{cards.cards[start].id}")
            for location, other in s.sites.items():
                if code := why_not_moved(s.sites[start], other):
                    yield _at(cards, on, "to", location, code)


def _at(cards: CardSet, path: tuple[str, ...], word: str, location: int, code: str) -> Refusal:
    name = cards.cards[location].id
    return Refusal((*path, f"{word}:{name}"), code, CODES[code], {"location": name})


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
            for location in s.sites:
                yield ("defend" if kind == DEFENDER else "attack", location, card)
        yield ("reserve", card)
        yield ("sell", card)
