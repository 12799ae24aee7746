"""The steps of a game, one class each (``kit/agenda.py``). No step holds a hidden card."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ...kit.agenda import step

Seats = tuple[int, ...]


# --- setup and the turn -------------------------------------------------------------------------------------


@step
class Auction(NamedTuple):
    """Z5.4."""


@step
class Bid(NamedTuple):
    seat: int


@step
class AuctionOver(NamedTuple):
    """``bidders`` in the order of bidding."""

    bidders: Seats


@step
class Turn(NamedTuple):
    number: int


@step
class Initiative(NamedTuple):
    """``placed`` tokens lie there (Z7.2)."""

    placed: int


@step
class Plan(NamedTuple):
    """A round of planning, from 0 (Z8.2)."""

    round: int


@step
class Sealed(NamedTuple):
    """The question to ``planners`` for a sealed choice in this round; this step is never taken."""

    round: int
    planners: Seats


@step
class Marker(NamedTuple):
    """Z8.3: where the marker of this action goes."""

    seat: int
    action: int


@step
class TurnOver(NamedTuple):
    """Z19, Z20."""


# --- actions ------------------------------------------------------------------------------------------------


@step
class Actions(NamedTuple):
    """Phase III."""


@step
class Location(NamedTuple):
    location: int


@step
class Back(NamedTuple):
    """Z9.3: the marker is taken back from its place (``State.places``)."""

    seat: int
    place: int


@step
class ActionsOver(NamedTuple):
    """The end of the phase."""


@step
class Look(NamedTuple):
    """Z11.5: look at ``amount`` cards."""

    seat: int
    amount: int


@step
class PutBack(NamedTuple):
    """Put back the cards of this deck that were looked at."""

    seat: int
    deck: int


@step
class CheckPiles(NamedTuple):
    """Z21.3."""


@step
class Market(NamedTuple):
    """Z12.3, Z12.4: ``places`` are still to come in this column, ``again`` have a second operation."""

    location: int
    column: int
    places: Seats
    again: Seats


@step
class Refill(NamedTuple):
    """Z21.5."""

    deck: int


@step
class Attach(NamedTuple):
    """Z4.2."""

    seat: int


# --- boarding -----------------------------------------------------------------------------------------------


@step
class Enclave(NamedTuple):
    """Z13: these seats have markers there."""

    places: Seats


@step
class Declare(NamedTuple):
    """Z14.14."""

    seat: int


@step
class Jump(NamedTuple):
    """Z13.1."""

    seat: int


@step
class Items(NamedTuple):
    """Z14.1, step 2."""

    seat: int


@step
class Reveal(NamedTuple):
    """Z14.1, step 3."""


@step
class Protect(NamedTuple):
    """Z14.1, step 4."""

    seat: int


@step
class Wounds(NamedTuple):
    """Z14.1, steps 5 and 6."""


@step
class BoardingOver(NamedTuple):
    """Z14.1, step 7."""


@step
class Reward(NamedTuple):
    """Z15.2."""

    seat: int
    what: str
    amount: int


@step
class Token(NamedTuple):
    """Z15.4."""

    seat: int


@step
class Prize(NamedTuple):
    """Z15.6."""

    seat: int


# --- the Tree -----------------------------------------------------------------------------------------------


@step
class Tree(NamedTuple):
    """Phase IV."""


@step
class Exchange(NamedTuple):
    """Z17.3."""

    seat: int
    level: int


@step
class Use(NamedTuple):
    """Z18.1: use the card of this level, with the marker in this place, 0 for the first."""

    seat: int
    level: int
    place: int


@step
class Offer(NamedTuple):
    """Z18.3: offer cards of this deck, from the pile or the discards."""

    seat: int
    deck: int
    source: int


WORDS: Final[dict[Any, str]] = {
    Auction: "auction",
    Bid: "bid",
    AuctionOver: "auction_over",
    Turn: "turn",
    Initiative: "initiative",
    Plan: "plan",
    Sealed: "plan",
    Marker: "marker",
    TurnOver: "turn_over",
    Actions: "actions",
    Location: "location",
    Back: "back",
    ActionsOver: "actions_over",
    Look: "look",
    PutBack: "put_back",
    CheckPiles: "check_piles",
    Market: "market",
    Refill: "refill",
    Attach: "attach",
    Enclave: "enclave",
    Declare: "declare",
    Jump: "jump",
    Items: "items",
    Reveal: "reveal",
    Protect: "protect",
    Wounds: "wounds",
    BoardingOver: "boarding_over",
    Reward: "reward",
    Token: "token",
    Prize: "prize",
    Tree: "tree",
    Exchange: "exchange",
    Use: "use",
    Offer: "offer",
}
"""The word of each kind in a record; what asks for sealed choices has that of the round."""
