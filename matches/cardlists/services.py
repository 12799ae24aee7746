"""Every change to card lists. Each one either does the whole of what was asked, or raises and has changed nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid5

from elekt_core.errors import BadCards
from elekt_core.registry import get_game
from ledger import store
from ledger.changing import Folds, Kept
from web.errors import BadRequest, Conflict, NotAllowed, NotFound, of_ledger

from . import events, projection
from .events import KINDS, CardListEvent, CardListFold
from .models import CardList

MAX_BYTES = 256 * 1024
"""A card file is a tenth of that; more is a mistake, or mischief."""
MAX_LISTS = 50
"""Of one player. Nobody needs more, and each keeps its texts for good."""
MAX_VERSIONS = 100
NAME_LENGTH = 80
NOTE_LENGTH = 200


@dataclass(frozen=True, slots=True)
class CardListChanged:
    """``number`` is that of the newest version, ``cards`` its hash."""

    list: UUID
    version: int
    number: int
    cards: str
    repeated: bool = False


def open_list(
    *,
    owner: UUID,
    game: str,
    name: str,
    text: str,
    access: str = CardList.Access.OWNER,
    note: str = "",
    decision_id: UUID | None = None,
) -> CardListChanged:
    """A new list with its first version. Raises UnknownGame, BadRequest, Conflict; BadCards with every flaw."""
    name, note = _name(name), _note(note)
    _access(access)
    text, cards = checked(game, text)
    list_id = store.new_stream() if decision_id is None else uuid5(decision_id, f"card list of {owner}")

    def decide(fold: CardListFold) -> list[CardListEvent]:
        if CardList.objects.filter(owner=owner).count() >= MAX_LISTS:
            raise Conflict("too_many_card_lists", most=MAX_LISTS)
        return [
            events.CardListOpened(game, name, owner, access),
            events.CardListVersionAdded(1, cards, text, note),
        ]

    return _change(list_id, owner, decide, new=True, decision_id=decision_id)


def add_version(
    *,
    list_id: UUID,
    by: UUID,
    text: str,
    note: str = "",
    **how: Any,
) -> CardListChanged:
    """A further version, which new tables get. Raises NotFound, NotAllowed, BadRequest, Conflict, BadCards."""
    note = _note(note)
    row = CardList.objects.filter(id=list_id).first()
    if row is None or row.owner != by:  # the text of somebody else's list is not even looked at
        return _change(list_id, by, lambda fold: [], **how)
    text, cards = checked(row.game, text)

    def decide(fold: CardListFold) -> list[CardListEvent]:
        if fold.versions and fold.versions[-1].cards == cards:
            raise Conflict("same_card_list")
        if len(fold.versions) >= MAX_VERSIONS:
            raise Conflict("too_many_card_list_versions", most=MAX_VERSIONS)
        return [events.CardListVersionAdded(len(fold.versions) + 1, cards, text, note)]

    return _change(list_id, by, decide, **how)


def rename(*, list_id: UUID, by: UUID, name: str, **how: Any) -> CardListChanged:
    """Raises NotFound, NotAllowed, BadRequest, Conflict."""
    return revise(list_id=list_id, by=by, name=name, **how)


def change_access(*, list_id: UUID, by: UUID, access: str, **how: Any) -> CardListChanged:
    """Who may use it from now on. Tables that are open, and matches, stay as they are. Raises as ``rename``."""
    return revise(list_id=list_id, by=by, access=access, **how)


def retire(*, list_id: UUID, by: UUID, **how: Any) -> CardListChanged:
    """No new table opens with it; old matches keep it. Raises NotFound, NotAllowed, Conflict."""
    return revise(list_id=list_id, by=by, retired=True, **how)


def restore(*, list_id: UUID, by: UUID, **how: Any) -> CardListChanged:
    """Undo ``retire``. Raises NotFound, NotAllowed, Conflict."""
    return revise(list_id=list_id, by=by, retired=False, **how)


def revise(
    *,
    list_id: UUID,
    by: UUID,
    name: str | None = None,
    access: str | None = None,
    retired: bool | None = None,
    **how: Any,
) -> CardListChanged:
    """Whatever is given becomes so, all of it or nothing. Raises NotFound, NotAllowed, BadRequest, Conflict."""
    called = None if name is None else _name(name)
    if access is not None:
        _access(access)

    def decide(fold: CardListFold) -> list[CardListEvent]:
        batch: list[CardListEvent] = []
        if called not in (None, fold.name):
            batch.append(events.CardListRenamed(called))
        if access not in (None, fold.access):
            batch.append(events.CardListAccessChanged(access))
        if retired not in (None, fold.retired):
            batch.append(events.CardListRetired() if retired else events.CardListRestored())
        return batch

    return _change(list_id, by, decide, **how)


def checked(game: str, text: str) -> tuple[str, str]:
    """The text as it is kept, and its hash. Raises UnknownGame, BadRequest (too long), BadCards with every flaw."""
    if (size := len(text.encode("utf-8", "surrogatepass"))) > MAX_BYTES:
        raise BadRequest("card_file_too_long", field="text", size=size, most=MAX_BYTES)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadRequest("not_utf8", field="text") from None
    rules = get_game(game)
    try:
        played = rules.with_cards(text)
    except RecursionError:
        raise BadCards("too_deep", where="") from None
    return played.card_list, played.card_set


class CardLists(Folds[CardListFold, CardListEvent]):
    kinds = KINDS
    new = CardListFold
    refusal = staticmethod(of_ledger)

    def keep(self, kept: Kept[CardListFold, Sequence[CardListEvent]]) -> None:
        projection.save(kept.state)


CARD_LISTS = CardLists()


def _change(
    list_id: UUID,
    by: UUID,
    decide: Callable[[CardListFold], list[CardListEvent]],
    *,
    new: bool = False,
    decision_id: UUID | None = None,
    expected_version: int | None = None,
) -> CardListChanged:
    done = CARD_LISTS.change(
        list_id,
        decide,
        actor=f"player:{by}",
        decision_id=decision_id,
        expected_version=expected_version,
        admit=None if new else lambda fold: _check_right(fold, by),
    )
    fold = CARD_LISTS.load(list_id, upto=done.version) if done.repeated else done.state
    newest = fold.versions[-1]
    return CardListChanged(fold.id, fold.version, newest.number, newest.cards, done.repeated)


def _check_right(fold: CardListFold, by: UUID) -> None:
    if not fold.version or (fold.access == CardList.Access.OWNER and fold.owner != by):
        raise NotFound("unknown_card_list", list=str(fold.id))
    if fold.owner != by:
        raise NotAllowed("not_your_card_list")


def _name(name: str) -> str:
    """Raises BadRequest."""
    found = " ".join(name.split())
    if not 0 < len(found) <= NAME_LENGTH or not found.isprintable():
        raise BadRequest("bad_card_list_name", field="name", most=NAME_LENGTH)
    return found


def _note(note: str) -> str:
    found = " ".join(note.split())
    if len(found) > NOTE_LENGTH or not found.isprintable():
        raise BadRequest("bad_card_list_note", field="note", most=NOTE_LENGTH)
    return found


def _access(access: str) -> None:
    if access not in CardList.Access.values:
        raise BadRequest("unknown_card_list_access", field="access", value=access)
