"""What follows from a command in a card list's stream, and who may send it. How many lists somebody has is looked
up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never
from uuid import UUID

from elekt_core.errors import BadCards
from elekt_core.registry import get_game
from web.errors import BadRequest, Conflict, NotAllowed, NotFound

from . import commands as c
from . import events as e
from .commands import MAX_NAME, MAX_NOTE, Command
from .events import CardListEvent, CardListFold
from .models import CardList

MAX_BYTES = 256 * 1024
"""A card file is a tenth of that; more is a mistake, or mischief."""
MAX_LISTS = 50
"""Of one player. Nobody needs more, and each keeps its texts for good."""
MAX_VERSIONS = 100


def check_right(fold: CardListFold, by: UUID) -> None:
    """Only its owner changes a list. Raises NotFound where it is not theirs to see, NotAllowed."""
    if not fold.version or (fold.access == CardList.Access.OWNER and fold.owner != by):
        raise NotFound("unknown_card_list", list=str(fold.id))
    if fold.owner != by:
        raise NotAllowed("not_your_card_list")


def decide(fold: CardListFold, command: Command, *, by: UUID) -> Sequence[CardListEvent]:
    """Raises UnknownGame, BadRequest, Conflict; BadCards with every flaw."""
    match command:
        case c.OpenCardList():
            if CardList.objects.filter(owner=by).count() >= MAX_LISTS:
                raise Conflict("too_many_card_lists", most=MAX_LISTS)
            opened = e.CardListOpened(command.game, _named(command.name), by, command.access.value)
            return [opened, _version(1, command.game, command.text, command.note)]
        case c.AddVersion(text, note):
            added = _version(len(fold.versions) + 1, fold.game, text, note)
            if fold.versions and fold.versions[-1].cards == added.cards:
                raise Conflict("same_card_list")
            if len(fold.versions) >= MAX_VERSIONS:
                raise Conflict("too_many_card_list_versions", most=MAX_VERSIONS)
            return [added]
        case c.ChangeCardList():
            return _changed(fold, command)
        case _:
            assert_never(command)


def _changed(fold: CardListFold, command: c.ChangeCardList) -> Sequence[CardListEvent]:
    name = None if command.name is None else _named(command.name)
    batch: list[CardListEvent] = []
    if name not in (None, fold.name):
        batch.append(e.CardListRenamed(name))
    if command.access is not None and command.access != fold.access:
        batch.append(e.CardListAccessChanged(command.access.value))
    if command.retired not in (None, fold.retired):
        batch.append(e.CardListRetired() if command.retired else e.CardListRestored())
    return batch


def _version(number: int, game: str, text: str, note: str) -> e.CardListVersionAdded:
    note = " ".join(note.split())
    if len(note) > MAX_NOTE or not note.isprintable():
        raise BadRequest("bad_card_list_note", field="note", most=MAX_NOTE)
    kept, cards = checked(game, text)
    return e.CardListVersionAdded(number, cards, kept, note)


def checked(game: str, text: str) -> tuple[str, str]:
    """The text as stored, and its hash. Raises UnknownGame, BadRequest (too long), BadCards with every flaw."""
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


def _named(name: str) -> str:
    found = " ".join(name.split())
    if not 0 < len(found) <= MAX_NAME or not found.isprintable():
        raise BadRequest("bad_card_list_name", field="name", most=MAX_NAME)
    return found
