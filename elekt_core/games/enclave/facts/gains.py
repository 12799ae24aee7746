"""What gains and payments change: Knowledge, money, prizes (Z15), and the Tree (Z17, Z18)."""

from __future__ import annotations

from typing import Final

from .. import events as e
from ..cards import PRINTED
from ..state import State
from .moves import Folds, discard, draw, into_hand, told, without

# --- Knowledge, money, prizes (Z15) ---------------------------------------------------------------------------


def _knowledge(s: State, event: e.KnowledgeGained) -> None:
    s.knowledge[event.seat] += event.amount


def _money(s: State, event: e.MoneyGained) -> None:
    s.money[event.seat] += event.amount


def _money_paid(s: State, event: e.MoneyPaid) -> None:
    s.money[event.seat] -= event.amount


def _knowledge_paid(s: State, event: e.KnowledgePaid) -> None:
    s.knowledge[event.seat] -= event.amount


def _token_kept(s: State, event: e.TreeTokenKept) -> None:
    s.tree_tokens[event.seat] += 1


def _token_returned(s: State, event: e.TreeTokenReturned) -> None:
    s.tree_tokens[event.seat] -= 1
    s.tyllo[event.seat] = 1


def _prize_drawn(s: State, event: e.PrizeDrawn) -> None:
    draw(s, PRINTED[event.card].deck, (event.card,))
    s.pending = event.card


def _prize_sold(s: State, event: e.PrizeSold) -> None:
    s.pending = e.NONE
    discard(s, (event.card,))
    s.money[event.seat] += event.amount


def _prize_kept(s: State, event: e.PrizeKept) -> None:
    """Z15.8; an upgrade waits until it is attached."""
    kind = PRINTED[event.card].kind
    if PRINTED[event.card].slot >= 0:
        return
    s.pending = e.NONE
    if kind == "knowledge":
        discard(s, (event.card,))
    else:
        into_hand(s, event.seat, (event.card,))


# --- the Tree (Z17, Z18) --------------------------------------------------------------------------------------


def _exchanged(s: State, event: e.KnowledgeExchanged) -> None:
    s.knowledge[event.seat] -= event.amount
    s.score[event.seat] += event.amount
    s.limits[event.level - 1] -= event.amount


def _marker_taken(s: State, event: e.TreeMarkerTaken) -> None:
    s.owners[event.level - 1] = event.seat


def _stolen(s: State, event: e.CardStolen) -> None:
    s.draws += 1
    s.hands[event.victim] = without(s.hands[event.victim], event.card)
    into_hand(s, event.seat, (event.card,))


def _restored(s: State, event: e.ConditionsRestored) -> None:
    for at in (2 * event.seat, 2 * event.seat + 1):
        s.condition[at] = s.maximum[at]


def _extra(s: State, event: e.ExtraActionGained) -> None:
    s.extra[event.seat] = s.turn


def _removal(s: State, event: e.CriticalRemovalTaken) -> None:
    s.removal[event.seat] = 1


FOLDS: Final[Folds] = {
    e.KnowledgeGained: _knowledge,
    e.MoneyGained: _money,
    e.MoneyPaid: _money_paid,
    e.KnowledgePaid: _knowledge_paid,
    e.TreeTokenKept: _token_kept,
    e.TreeTokenDeclined: told,
    e.TreeTokenReturned: _token_returned,
    e.PrizeDrawn: _prize_drawn,
    e.PrizeSold: _prize_sold,
    e.PrizeKept: _prize_kept,
    e.KnowledgeExchanged: _exchanged,
    e.TreeMarkerTaken: _marker_taken,
    e.TreeCardUsed: told,
    e.CardStolen: _stolen,
    e.ConditionsRestored: _restored,
    e.ExtraActionGained: _extra,
    e.CriticalRemovalTaken: _removal,
}
