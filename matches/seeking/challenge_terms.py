"""What somebody asks about a challenge: plain data, decided by ``seeking.challenges``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from msgspec import Meta

from elekt_core.registry import get_game
from web.errors import BadRequest

from ..clocks.controls import PRESETS, TimeControl
from ..tables.commands import GameName, RulesetName
from ..tables.rating import LIVE as LIVE_SPEED
from .terms import Pool, Seats, is_offered

Control = Annotated[str, Meta(max_length=20, description="The name of a time control; empty: no clocks.")]
Offer = Annotated[int, Meta(ge=1, le=1000, description="The number of the offer that you have seen.")]
Rated = Annotated[bool, Meta(description="Whether it counts on the rating list.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengePlayer:
    """Ask somebody for a match. With three or four seats the others are open to anybody."""

    player: UUID
    game: GameName
    ruleset: Annotated[str, RulesetName] = ""
    seats: Seats = 2
    control: Control = "rapid"
    rated: Rated = False


@dataclass(frozen=True, slots=True)
class AcceptChallenge:
    """Accept the offer; you both sit at the table at once."""

    offer: Offer


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterOffer:
    """Offer other terms instead; it is for the other player to answer then."""

    offer: Offer
    seats: Seats = 2
    control: Control = "rapid"
    rated: Rated = False


@dataclass(frozen=True, slots=True)
class DeclineChallenge:
    """Decline the offer that you have to answer, or withdraw your own."""


ChallengeCommand = AcceptChallenge | CounterOffer | DeclineChallenge


def check(game: str, ruleset: str, seats: int, control: str) -> str:
    """The ruleset's name. Raises UnknownGame, BadSetup, BadRequest."""
    rules = get_game(game).ruleset(ruleset)
    if control and control not in PRESETS:
        raise BadRequest("bad_field", field="control")
    if not is_offered(rules) or seats not in rules.seats:
        least, most = rules.seats[0], rules.seats[-1]
        raise BadRequest("bad_number_of_seats", field="seats", seats=seats, least=least, most=most)
    return rules.name


def time_of(control: str, *, rated: bool) -> TimeControl | None:
    """Running out of time costs the match where it is rated, as for those who are seated from a queue."""
    if not control:
        return None
    return Pool("", "", 2, control).time if rated else PRESETS[control]


def is_live(control: str) -> bool:
    return bool(control) and PRESETS[control].is_live


def speed_of(control: str) -> str:
    return Pool("", "", 2, control).speed if control else LIVE_SPEED
