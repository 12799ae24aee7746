"""What players gain and pay: Knowledge, money, prizes (Z15), and what the Tree gives (Z17, Z18)."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ....kit.fields import Card, known_to
from .fields import Gain

# --- Knowledge, money, prizes (Z15) ---------------------------------------------------------------------------


class KnowledgeGained(NamedTuple):
    seat: int
    amount: int
    source: Gain


class MoneyGained(NamedTuple):
    seat: int
    amount: int
    source: Gain


class MoneyPaid(NamedTuple):
    seat: int
    amount: int


class KnowledgePaid(NamedTuple):
    seat: int
    amount: int


class TreeTokenKept(NamedTuple):
    seat: int


class TreeTokenDeclined(NamedTuple):
    seat: int


class TreeTokenReturned(NamedTuple):
    seat: int


class PrizeDrawn(NamedTuple):
    seat: int
    card: Card


class PrizeSold(NamedTuple):
    seat: int
    card: Card
    amount: int


class PrizeKept(NamedTuple):
    seat: int
    card: Card


# --- the Tree (Z17, Z18) --------------------------------------------------------------------------------------


class KnowledgeExchanged(NamedTuple):
    seat: int
    level: int
    amount: int


class TreeMarkerTaken(NamedTuple):
    seat: int
    level: int


class TreeCardUsed(NamedTuple):
    seat: int
    card: Card


class CardStolen(NamedTuple):
    """``seat`` took it from ``victim`` by a random draw (Z18.2)."""

    seat: int
    victim: int
    card: Annotated[Card, known_to("seat", "victim")]


class ConditionsRestored(NamedTuple):
    """Z18.7."""

    seat: int


class ExtraActionGained(NamedTuple):
    """Z18.13."""

    seat: int


class CriticalRemovalTaken(NamedTuple):
    """Z18.14."""

    seat: int
