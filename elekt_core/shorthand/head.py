"""What the tags of a sheet say: the game, how it is played, and from where it was seen."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ..contract import Game, SeatNo, Setup, Viewer
from ..errors import CoreError
from ..record.record import Record
from ..registry import get_game
from .moves import LANGUAGES
from .syntax import SEATS, Place, Sheet

SEEN_BY = "Seen"
"""The tag of a game of which not every card is known: ``spectator``, or the letters of the
seats whose hands were seen."""


def written_head(
    game: Game[Any], record: Record, language: str, own: Mapping[str, str], tags: Mapping[str, str]
) -> list[str]:
    """The lines of the tags: those of every text, a writer's ``own``, and further ones (Event, Date, Site, A, B...)."""
    agreed = dict(game.ruleset(record.ruleset).agreed(record.seats, {}))
    known = {
        "Game": record.game,
        "Ruleset": record.ruleset,
        "Seats": str(record.seats),
        **({} if record.options == agreed else {"Options": json.dumps(record.options, ensure_ascii=False)}),
        **({"CardSet": record.card_set} if record.cards else {}),
        "Stream": record.stream,
        "Language": language,
        **own,
    }
    return [f'[{name} "{_quoted(value)}"]' for name, value in (known | dict(tags)).items()]


def _quoted(value: str) -> str:
    return " ".join(value.replace("\\", "\\\\").replace('"', '\\"').split())


class Head:
    """Raises BadShorthand at the tag that cannot be."""

    def __init__(self, sheet: Sheet, game: Game[Any] | None = None) -> None:
        """``game`` is the one to play with where it is not the installed one (custom cards)."""
        self.sheet = sheet
        self.game = game or self.tagged("Game", get_game)
        self.language = sheet.tags["Language"].text if "Language" in sheet.tags else "en"
        if self.language not in LANGUAGES:
            sheet.tags["Language"].place.fail("shorthand_bad_value", tag="Language")

    def tagged(self, name: str, read: Any) -> Any:
        word = self.sheet.tags.get(name)
        if word is None:
            Place(1, 1).fail("shorthand_tag_missing", tag=name)
        try:
            return read(word.text)
        except (ValueError, RecursionError, CoreError):
            word.place.fail("shorthand_bad_value", tag=name)

    def setup(self) -> Setup:
        ruleset = self.tagged("Ruleset", self.game.ruleset)
        seats = self.tagged("Seats", int)
        if "Options" in self.sheet.tags:
            options = self.tagged("Options", json.loads)
        else:
            try:
                options = dict(ruleset.agreed(seats, {}))
            except CoreError as error:
                self.sheet.tags["Seats"].place.fail(error.code, **error.data)
        if not isinstance(options, dict):
            self.sheet.tags["Options"].place.fail("shorthand_bad_value", tag="Options")
        known = self.game.cards_under(ruleset.name)
        if "CardSet" in self.sheet.tags and self.sheet.tags["CardSet"].text != known:
            self.sheet.tags["CardSet"].place.fail("shorthand_bad_value", tag="CardSet")
        return Setup(self.game.name, ruleset.name, seats, options)

    def seen_by(self, seats: int) -> Viewer:
        """From where the game was seen; None: as spectators see it."""
        word = self.sheet.tags[SEEN_BY]
        if word.text == "spectator":
            return None
        found = [SeatNo(seat) for seat, letter in enumerate(SEATS[:seats]) if letter in word.text]
        if not found or word.text != "".join(SEATS[seat] for seat in found):
            word.place.fail("shorthand_bad_value", tag=SEEN_BY)
        return found[0] if len(found) == 1 else frozenset(found)
