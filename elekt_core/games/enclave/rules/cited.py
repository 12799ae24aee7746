"""Which rules a fact follows from."""

from __future__ import annotations

from typing import Any, Final

from ....contract import Event
from .. import events as e
from ..card_pages import OWN
from ..cards import PRINTED, TREE

CITED: Final[dict[type, tuple[str, ...]]] = {
    e.CardsBoxed: ("Z5.8", "Z5.9"),
    e.TreeCardsLaid: ("Z5.11",),
    e.StartingItemsDealt: ("Z5.6",),
    e.BidderDrawn: ("Z5.4",),
    e.BidMade: ("Z5.4", "Z5.4.2"),
    e.TurnStarted: ("Z6.1",),
    e.InitiativeTokenPlaced: ("Z7.2",),
    e.ActionCommitted: ("Z8.4", "Z8.2"),
    e.ActionsRevealed: ("Z8.2", "Z8.4"),
    e.MarkerReturned: ("Z9.3",),
    e.LocationStarted: ("Z9.1",),
    e.NextOrderFixed: ("Z11.2", "Z11.3"),
    e.CardsLookedAt: ("Z11.5", "Z11.9"),
    e.CardsPutBack: ("Z11.5", "Z11.9"),
    e.CardsOffered: ("Z18.3.3",),
    e.CardsReturned: ("Z18.3.3",),
    e.RowCardDiscarded: ("Z12.5",),
    e.MarketPassed: ("Z12.4", "Z12.8"),
    e.UpgradeAttached: ("Z4.2", "Z4.5"),
    e.Healed: ("Z16.3", "Z16.4"),
    e.ItemDiscarded: ("Z18.15.1",),
    e.SynchronDeclared: ("Z14.14",),
    e.SynchronTaken: ("Z18.11",),
    e.SynchronReturned: ("Z14.16",),
    e.BoardingPassed: ("Z13.2",),
    e.PreparationTaken: ("Z13.1", "Z13.5"),
    e.ItemsTaken: ("Z14.1", "Z3.8"),
    e.TrapsRevealed: ("Z14.1",),
    e.ProtectionUsed: ("Z14.1", "Z14.3"),
    e.WoundsTaken: ("Z14.4",),
    e.BoardingSucceeded: ("Z14.10",),
    e.BoardingFailed: ("Z14.9",),
    e.BoardingEnded: ("Z14.1",),
    e.KnowledgePaid: ("Z18.6",),
    e.TreeTokenKept: ("Z15.4", "Z15.5"),
    e.TreeTokenDeclined: ("Z15.4",),
    e.TreeTokenReturned: ("Z18.15.2",),
    e.PrizeDrawn: ("Z15.6",),
    e.PrizeSold: ("Z15.7",),
    e.PrizeKept: ("Z15.8",),
    e.KnowledgeExchanged: ("Z17.3",),
    e.TreeMarkerTaken: ("Z17.5",),
    e.CardStolen: ("Z18.2",),
    e.ConditionsRestored: ("Z18.7",),
    e.ExtraActionGained: ("Z18.13", "Z8.8"),
    e.CriticalRemovalTaken: ("Z18.14", "Z14.12"),
    e.RowRotated: ("Z19.2",),
    e.TurnOrderChanged: ("Z19.6",),
    e.BonusPointsAwarded: ("Z20.5",),
    e.SeatConceded: ("Z23.2",),
}
"""Fact -> the rules that it follows from; facts of several origins are told apart by ``Cited``."""

PHASES: Final = ("Z7.1", "Z8.2", "Z9.1", "Z17.1", "Z19.1")
SOURCES: Final = ("Z10.2", "Z15.2", "Z15.1", "Z15.4", "Z15.8", "Z18.1")
ENDS: Final = ("Z20.1", "Z20.4", "Z23.2")
"""By the reason of GameEnded."""
TECHNICAL: Final = (e.GameCreated, e.PositionSet, e.Awaiting)


class Cited:
    """The ``Citer`` of contract.py: what follows from the fact, and from the Tree card that is being used."""

    def __init__(self) -> None:
        self._used: tuple[str, ...] = ()

    def rules(self, event: Event, after: Any) -> tuple[str, ...]:
        if isinstance(event, e.TreeCardUsed):
            self._used = OWN[PRINTED[event.card].id]
            return self._used
        if isinstance(event, e.KnowledgeExchanged) and "Z18.16" in self._used:
            return ("Z18.16", "Z17.3")
        if isinstance(event, e.MarkerReturned):
            self._used = ()
        return self._told(event, after)

    def _told(self, event: Event, after: Any) -> tuple[str, ...]:
        match event:
            case e.PhaseStarted(phase=phase):
                return (PHASES[phase],)
            case e.KnowledgeGained(source=source) | e.MoneyGained(source=source):
                return self._used if source == e.TREE_CARD and self._used else (SOURCES[source],)
            case e.GameEnded(reason=reason):
                return (ENDS[reason],)
            case e.PileShuffled() | e.RowRefilled() if not after.turn:
                return ("Z5.10",)
            case e.PileShuffled():
                return ("Z21.2",)
            case e.RowRefilled(deck=deck):
                return ("Z13.9" if deck == 2 else "Z12.6", "Z21.5") if after.phase == 2 else ("Z19.2",)
            case e.TurnOrderSet(by_lot=by_lot):
                return ("Z5.3",) if by_lot or not any(bid >= 0 for bid in after.bids) else ("Z5.4.3",)
            case e.MoneyDealt():
                return ("Z5.3",) if after.order else ("Z5.4",)
            case e.MoneyPaid():
                return self._used or ("Z5.4.3",)
            case e.MarkerPlaced(place=place):
                return ("Z8.3",) if place < 5 else ("Z8.7", "Z8.7.1")
            case e.CardBought(source=source):
                return ("Z12.5",) if source == e.ROW else ("Z18.3.3",)
            case e.UpgradeRemoved():
                return ("Z18.5",) if "Z18.5" in self._used else ("Z4.3",)
            case e.PreparationReturned():
                return ("Z19.4",) if after.phase == 4 else ("Z13.8",)
            case e.BoardingStarted(card=card, participants=participants):
                shared = ("Z14.14",) if len(participants) > 1 else ()
                return (*shared, "Z18.8" if PRINTED[card].deck == TREE else "Z13.1")
        return CITED.get(type(event), ())
