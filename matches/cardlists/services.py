"""Every change to card lists. Each one either does the whole of what was asked, or raises and has changed nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID, uuid5

from django.db import transaction

from elekt_core.errors import BadCards
from elekt_core.registry import get_game
from ledger import store
from ledger.errors import DecisionTaken
from ledger.errors import StaleVersion as LedgerStale

from ..errors import BadRequest, Conflict, NotAllowed, NotFound, StaleVersion
from . import events, projection
from .events import KINDS, CardListEvent, CardListFold
from .models import CardList

MOST_BYTES = 256 * 1024
"""A card file is a tenth of that; more is a mistake, or mischief."""
MOST_LISTS = 50
"""Of one player. Nobody needs more, and each keeps its texts for good."""
MOST_VERSIONS = 100
NAME_LENGTH = 80
NOTE_LENGTH = 200
ATTEMPTS = 5


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
    if CardList.objects.filter(owner=owner).count() >= MOST_LISTS:
        raise Conflict("too_many_card_lists", most=MOST_LISTS)
    list_id = store.new_stream() if decision_id is None else uuid5(decision_id, f"card list of {owner}")

    def decide(fold: CardListFold) -> list[CardListEvent]:
        return [
            events.CardListOpened(game, name, owner, access),
            events.CardListVersionAdded(1, cards, text, note),
        ]

    return _change(list_id, owner, decide, decision_id, new=True)


def add_version(
    *,
    list_id: UUID,
    by: UUID,
    text: str,
    note: str = "",
    decision_id: UUID | None = None,
    expected_version: int | None = None,
) -> CardListChanged:
    """A further version, which new tables get. Raises NotFound, NotAllowed, BadRequest, Conflict, BadCards."""
    note = _note(note)
    row = CardList.objects.filter(id=list_id).first()
    if row is None or row.owner != by:  # the text of somebody else's list is not even looked at
        return _change(list_id, by, lambda fold: [], decision_id)
    text, cards = checked(row.game, text)

    def decide(fold: CardListFold) -> list[CardListEvent]:
        if fold.versions and fold.versions[-1].cards == cards:
            raise Conflict("same_card_list")
        if len(fold.versions) >= MOST_VERSIONS:
            raise Conflict("too_many_card_list_versions", most=MOST_VERSIONS)
        return [events.CardListVersionAdded(len(fold.versions) + 1, cards, text, note)]

    return _change(list_id, by, decide, decision_id, expected_version=expected_version)


def rename(*, list_id: UUID, by: UUID, name: str, expected_version: int | None = None) -> CardListChanged:
    """Raises NotFound, NotAllowed, BadRequest, Conflict."""
    called = _name(name)
    return _change(
        list_id,
        by,
        lambda fold: [] if fold.name == called else [events.CardListRenamed(called)],
        expected_version=expected_version,
    )


def change_access(*, list_id: UUID, by: UUID, access: str, expected_version: int | None = None) -> CardListChanged:
    """Who may use it from now on. Tables that are open, and matches, stay as they are. Raises as ``rename``."""
    _access(access)
    return _change(
        list_id,
        by,
        lambda fold: [] if fold.access == access else [events.CardListAccessChanged(access)],
        expected_version=expected_version,
    )


def retire(*, list_id: UUID, by: UUID, expected_version: int | None = None) -> CardListChanged:
    """No new table opens with it; old matches keep it. Raises NotFound, NotAllowed, Conflict."""
    return _change(
        list_id,
        by,
        lambda fold: [] if fold.retired else [events.CardListRetired()],
        expected_version=expected_version,
    )


def restore(*, list_id: UUID, by: UUID, expected_version: int | None = None) -> CardListChanged:
    """Undo ``retire``. Raises NotFound, NotAllowed, Conflict."""
    return _change(
        list_id,
        by,
        lambda fold: [events.CardListRestored()] if fold.retired else [],
        expected_version=expected_version,
    )


def checked(game: str, text: str) -> tuple[str, str]:
    """The text as it is kept, and its hash. Raises UnknownGame, BadRequest (too long), BadCards with every flaw."""
    if (size := len(text.encode("utf-8", "surrogatepass"))) > MOST_BYTES:
        raise BadRequest("card_file_too_long", field="text", size=size, most=MOST_BYTES)
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


def _change(
    list_id: UUID,
    by: UUID,
    decide: Callable[[CardListFold], list[CardListEvent]],
    decision_id: UUID | None = None,
    *,
    expected_version: int | None = None,
    new: bool = False,
) -> CardListChanged:
    actor = f"player:{by}"
    for attempt in range(ATTEMPTS):
        stored = store.read(list_id)
        fold = KINDS.fold(CardListFold(list_id), stored)
        if not new and not (fold.version and (fold.access != CardList.Access.OWNER or fold.owner == by)):
            raise NotFound("unknown_card_list", list=str(list_id))
        if not new and fold.owner != by:
            raise NotAllowed("not_your_card_list")
        if decision_id is not None and any(event.decision_id == decision_id for event in stored):
            return _changed(fold, repeated=True)
        if expected_version is not None and expected_version != fold.version:
            raise StaleVersion(expected_version, fold.version)
        batch = decide(fold)
        if not batch:
            return _changed(fold)
        try:
            with transaction.atomic():
                done = store.append(list_id, fold.version, KINDS.encoded(batch), decision_id=decision_id, actor=actor)
                for event in batch:
                    fold.apply(event, done.at)
                projection.save(fold)
            return _changed(fold)
        except DecisionTaken as taken:
            raise Conflict("decision_id_taken") from taken
        except LedgerStale as stale:
            if expected_version is not None or attempt == ATTEMPTS - 1:
                raise StaleVersion(stale.expected, stale.actual) from stale
    raise AssertionError("unreachable")


def _changed(fold: CardListFold, *, repeated: bool = False) -> CardListChanged:
    newest = fold.versions[-1]
    return CardListChanged(fold.id, fold.version, newest.number, newest.cards, repeated)


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
