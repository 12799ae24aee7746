"""Writes a position of a match as text, so that a new match can start from it (docs/scenarios.md).

Every card is named, piles from the top, so the new match knows all that the old one did: this is for whoever may see
everything. There are words for the moments in which a token is placed or a round of planning begins; what is being
carried out has none.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from ...chance import Chance
from ...contract import Json
from ...kit.leading_back import leads_back
from .cards import ACTIONS, CARDS, DECKS, LOCATIONS
from .events import NONE, GameCreated
from .play import play_on
from .position import NUMBERED, PLACES, lay_out
from .state import EVERYTHING, NAMES, NOT_CHOSEN, State

NOT_COMPARED = frozenset(("created", "draws", "seen", "recalled", "bids", "box", "extra", "looker", "offer_from"))
"""How it came about, who knows what lies in a pile, who looked last, and what is compared by itself."""
ASKED = ("place_token", "choose_action")


def write(s: State) -> dict[str, Any] | None:
    """The position in which ``s`` asks its question; None if the format cannot express it."""
    if s.question not in ASKED or s.created is None or any(one != NOT_CHOSEN for one in s.committed):
        return None
    position = _written(s)
    return position if leads_back(position, partial(_begun, s.created), partial(_same, s)) else None


def _written(s: State) -> dict[str, Any]:
    planning = s.question == "choose_action"
    return {
        "turn": s.turn,
        "phase": "planning" if planning else "initiative",
        **({"round": s.step.round + 1} if planning else {}),
        "order": list(s.order),
        "next_order": list(s.next_order),
        "initiative": {word: number for word, number in zip(LOCATIONS, s.initiative, strict=True) if number},
        "markers": {word: list(seats) for word, seats in zip(PLACES, s.places, strict=True) if seats},
        "rows": {word: _names(cards) for word, cards in zip(DECKS, s.rows, strict=False)},
        "piles": {word: _names(cards) for word, cards in zip(DECKS, s.piles, strict=True)},
        "discards": {word: _names(cards) for word, cards in zip(DECKS, s.discards, strict=True)},
        "rest": dict.fromkeys(DECKS, "box"),
        "tree": {word: CARDS.names[card] for word, card in zip(NUMBERED, s.tree_cards, strict=True)},
        "limits": {word: n for word, n, owner in zip(NUMBERED, s.limits, s.owners, strict=True) if owner == NONE},
        "owners": {word: owner for word, owner in zip(NUMBERED, s.owners, strict=True) if owner != NONE},
        "players": [_player(s, seat) for seat in range(s.seats)],
    }


def _player(s: State, seat: int) -> dict[str, Any]:
    at = 2 * seat
    player: dict[str, Any] = {
        "hand": _names(s.hands[seat]),
        "upgrades": _names(s.attached[at] + s.attached[at + 1]),
        "physical": s.condition[at],
        "psychic": s.condition[at + 1],
        "money": s.money[seat],
        "knowledge": s.knowledge[seat],
        "points": s.score[seat],
        "tree_tokens": s.tree_tokens[seat],
        "removal": bool(s.removal[seat]),
        "tyllo": bool(s.tyllo[seat]),
        "played": [word for n, word in enumerate(ACTIONS) if s.played[seat] >> n & 1],
        "conceded": s.gave_up(seat),
    }
    for token, turn in (("preparation", s.preparation), ("synchron", s.synchron), ("extra", s.extra)):
        if turn[seat] and turn[seat] >= s.turn - 1:
            player[token] = "next" if turn[seat] == s.turn else "now"
    return player


def _names(cards: tuple[int, ...]) -> list[str]:
    return [CARDS.names[card] for card in cards]


def _begun(created: GameCreated, position: Json, chance: Chance) -> State:
    """The state at the first question. Raises BadPosition."""
    play = play_on(State(), chance)
    laid, steps = lay_out(created, position)
    play.emit(created)
    play.emit(laid)
    play.push_in_order(steps)
    play.emit(play.go_on()[-1])
    return play.state


def _same(s: State, begun: State) -> bool:
    same = zip(NAMES, EVERYTHING(s), EVERYTHING(begun), strict=True)
    return (
        all(one == other for name, one, other in same if name not in NOT_COMPARED)
        and sorted(s.box) == sorted(begun.box)
        and [_still(n, s.turn) for n in s.extra] == [_still(n, s.turn) for n in begun.extra]
    )


def _still(turn: int, now: int) -> int:
    """A token from an earlier turn no longer counts (Z18.13)."""
    return turn if turn >= now - 1 else 0
