"""The form of the page on which a position is set up: everything around the game's own desk."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.core import signing
from django.http import QueryDict
from django.utils.translation import gettext as _

from elekt_core.contract import Game
from elekt_core.ruleset import Option, Ruleset
from web import languages
from web.errors import NotFound

from ..cardlists import queries as card_lists
from ..games import game_with
from .desk import desk_of
from .shapes import Board, FlawShown

SALT = "matches.positions.cards"
PINNED = "pinned:"


@dataclass(frozen=True, slots=True)
class OptionField:
    name: str
    label: str
    values: tuple[tuple[str, str, bool], ...]
    """``(value, label, chosen)``."""

    @property
    def chosen(self) -> str:
        return next((value for value, _label, chosen in self.values if chosen), "")


def first_board(game: Game[Any]) -> Board:
    """The board with which setting up begins. Raises NotFound for a game that cannot begin in a position."""
    fields, ruleset = desk_of(game).fields, game.ruleset()
    return Board(game.name, ruleset.name, ruleset.seats[0], position=fields.empty(ruleset.seats[0]))


def read(game: Game[Any], form: QueryDict, player: UUID | None) -> Board:
    """The board that the form describes. Raises NotFound (also for a game that cannot begin in a position), Conflict,
    BadRequest if the cards are not available."""
    known = {ruleset.name: ruleset for ruleset in game.rulesets}
    ruleset = known.get(form.get("ruleset", ""), game.ruleset())
    seats = _seats(form.get("seats", ""), ruleset)
    board = _with_cards(Board(game.name, ruleset.name, seats, _options(form, ruleset)), form.get("cards", ""), player)
    return board.holding(desk_of(game_with(game.name, board.cards)).read(seats, dict(form.lists())))


def _seats(text: str, ruleset: Ruleset) -> int:
    return next((seats for seats in ruleset.seats if text == str(seats)), ruleset.seats[0])


def _options(form: QueryDict, ruleset: Ruleset) -> dict[str, Any]:
    """The options that the form offers, where a value other than the default was chosen."""
    found = {}
    for option in ruleset.offered:
        chosen = {str(value): value for value in option.values}.get(form.get(f"option.{option.name}", ""))
        if option.pick == 1 and chosen is not None and chosen != option.default:
            found[option.name] = chosen
    return found


def _with_cards(board: Board, choice: str, player: UUID | None) -> Board:
    if choice.startswith(PINNED):
        try:
            cards, card_list = signing.loads(choice.removeprefix(PINNED), salt=SALT)
        except signing.BadSignature:
            raise NotFound("unknown_cards") from None
        return replace(board, cards=cards, card_list=UUID(card_list) if card_list else None)
    chosen = card_lists.chosen(choice, player=player, game=board.game) if player is not None else None
    return replace(board, cards=chosen.cards, card_list=chosen.list) if chosen else board


# --- showing ------------------------------------------------------------------------------------------------


def cards_offered(board: Board, player: UUID | None) -> list[tuple[str, str, bool]]:
    """Card lists to choose from, including the one in use: ``(value, label, chosen)``."""
    lists = card_lists.usable_card_lists(player=player, game=board.game) if player is not None else []
    found = [("", _("The game’s own cards"), not board.cards), *((some.choice, some.name, False) for some in lists)]
    if board.cards:
        pinned = signing.dumps([board.cards, str(board.card_list or "")], salt=SALT)
        found.insert(1, (PINNED + pinned, _("The cards of this position"), True))
    return found


def option_fields(game: Game[Any], board: Board, ignored: Collection[str]) -> list[OptionField]:
    words = game.words(languages.current(), ())

    def field(option: Option) -> OptionField:
        chosen = board.options.get(option.name, option.default)
        values = ((str(v), words.option_value(option.name, v), v == chosen) for v in option.values)
        return OptionField(option.name, words.option(option.name), tuple(values))

    return [
        field(option)
        for option in game.ruleset(board.ruleset).offered
        if option.pick == 1 and option.name not in ignored
    ]


def flaws_by_field(flaws: Sequence[FlawShown], keys: Collection[str]) -> dict[str, list[FlawShown]]:
    """Each flaw under the form's key that most closely encloses its own, ``""`` if there is none."""
    found: dict[str, list[FlawShown]] = {}
    for flaw in flaws:
        key = flaw.key
        while key and key not in keys:
            key = key.rpartition(".")[0]
        found.setdefault(key, []).append(flaw)
    return found
