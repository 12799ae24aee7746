"""Deal anew what somebody cannot see: the same game to their eyes, with other cards behind the backs.

Whatever that viewer is sent must be the same bytes before and after. Two kinds of dealing anew:

* ``redeal_history`` exchanges, in all facts so far, the cards of which the viewer has never seen the face;
* ``redeal_position`` exchanges, in one position, all cards that are hidden from the viewer at that moment.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from elekt_core.contract import Event, SeatNo
from elekt_core.games.elekt import game
from elekt_core.games.elekt.state import State

CARD_FIELDS = ("unit", "other", "card", "given", "taken")
CARDS_FIELDS = ("units", "cards", "aside")

Viewer = SeatNo | None


def redeal_history(events: Sequence[Event], viewer: Viewer, random: Random) -> list[Event]:
    """The facts of another game that look the same to ``viewer`` to the last one."""
    seen = {card for event in events for card in cards_of(game.redact(event, viewer))}
    exchange = _shuffled((card for card in range(len(game.cards.names)) if card not in seen), random)
    return [_replace(event, exchange) for event in events]


def redeal_position(state: State, viewer: Viewer, random: Random) -> State:
    """Another position that looks the same to ``viewer`` at this moment."""
    view = game.view(state, viewer)
    new = state.copy()
    hidden_hands = [seat for seat in range(state.seats) if not view.hand_known(seat)]
    drawn_hidden = any(card < 0 for card in view.drawn)
    hidden = [card for deck in state.decks for card in deck]
    hidden += state.aside
    hidden += [card for seat in hidden_hands for card in state.hands[seat]]
    hidden += state.drawn if drawn_hidden else ()
    exchange = _shuffled(hidden, random)

    def other(cards: Iterable[int]) -> tuple[int, ...]:
        return tuple(exchange.get(card, card) for card in cards)

    new.decks = [other(deck) for deck in state.decks]
    new.aside = other(state.aside)
    for seat in hidden_hands:
        new.hands[seat] = other(state.hands[seat])
    if drawn_hidden:
        new.drawn = other(state.drawn)
    return new


def cards_of(event: Event) -> list[int]:
    """Every known card that a fact names."""
    fields: dict[str, Any] = event._asdict()  # type: ignore[attr-defined]  # every fact is a NamedTuple
    found = [fields[name] for name in CARD_FIELDS if name in fields]
    for name in CARDS_FIELDS:
        if isinstance(fields.get(name), tuple):
            found += fields[name]
    return [card for card in found if card >= 0]


def _replace(event: Event, exchange: dict[int, int]) -> Event:
    fields: dict[str, Any] = event._asdict()  # type: ignore[attr-defined]
    changed: dict[str, Any] = {name: exchange.get(fields[name], fields[name]) for name in CARD_FIELDS if name in fields}
    for name in CARDS_FIELDS:
        if isinstance(fields.get(name), tuple):
            changed[name] = tuple(exchange.get(card, card) for card in fields[name])
    new: Event = event._replace(**changed)  # type: ignore[attr-defined]
    return new


def _shuffled(cards: Iterable[int], random: Random) -> dict[int, int]:
    """An exchange of these cards within their groups: a Unit stays a Unit, a Mission a Mission."""
    printed = game.cards.printed
    exchange: dict[int, int] = {}
    groups: dict[str, list[int]] = {}
    for card in sorted(cards):
        groups.setdefault(printed[card].group, []).append(card)
    for group in groups.values():
        exchange |= dict(zip(group, random.sample(group, len(group)), strict=True))
    return exchange
