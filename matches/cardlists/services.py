"""Every change to card lists. Each either does everything that was asked, or raises and changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated
from uuid import UUID, uuid5

from ledger import store
from ledger.changing import Folds, Kept
from web.errors import of_ledger

from ..play.services import player_actor
from . import commands as c
from . import projection
from .commands import Command
from .decide import check_right, decide
from .events import KINDS, CardListEvent, CardListFold


@dataclass(frozen=True, slots=True)
class CardListChanged:
    list: UUID
    version: int
    number: Annotated[int, "The newest version."]
    cards: str
    repeated: bool = False


def open_list(command: c.OpenCardList, *, by: UUID, decision_id: UUID | None = None) -> CardListChanged:
    """Raises UnknownGame, BadRequest, Conflict; BadCards with every flaw."""
    list_id = store.new_stream() if decision_id is None else uuid5(decision_id, f"card list of {by}")
    return _change(list_id, command, by, decision_id=decision_id)


def change(
    list_id: UUID,
    command: Command,
    *,
    by: UUID,
    decision_id: UUID | None = None,
    expected_version: int | None = None,
) -> CardListChanged:
    """Change a list as its owner asks. Raises NotFound, NotAllowed, BadRequest, Conflict, StaleVersion, BadCards."""
    return _change(
        list_id,
        command,
        by,
        decision_id=decision_id,
        expected_version=expected_version,
        admit=lambda fold: check_right(fold, by),
    )


class CardLists(Folds[CardListFold, CardListEvent]):
    kinds = KINDS
    new = CardListFold
    refusal = staticmethod(of_ledger)

    def keep(self, kept: Kept[CardListFold, Sequence[CardListEvent]]) -> None:
        projection.save(kept.state)


CARD_LISTS = CardLists()


def _change(
    list_id: UUID,
    command: Command,
    by: UUID,
    *,
    decision_id: UUID | None = None,
    expected_version: int | None = None,
    admit: Callable[[CardListFold], None] | None = None,
) -> CardListChanged:
    done = CARD_LISTS.change(
        list_id,
        lambda fold: decide(fold, command, by=by),
        actor=player_actor(by),
        decision_id=decision_id,
        expected_version=expected_version,
        admit=admit,
    )
    fold = CARD_LISTS.load(list_id, upto=done.version) if done.repeated else done.state
    newest = fold.versions[-1]
    return CardListChanged(fold.id, fold.version, newest.number, newest.cards, done.repeated)
