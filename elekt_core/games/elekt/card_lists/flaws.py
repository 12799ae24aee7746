"""Flaws of a card file, reported to its author: line, card, key, and what was expected there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ....errors import BadCards
from ....kit.toml_lines import Path, Toml
from ....scenarios.flaws import Flaw
from .. import vocabulary as voc


@dataclass(frozen=True, slots=True)
class CardFlaw:
    """A flaw with its place. ``line`` is 0 where the text is not at hand, ``where`` is ``""`` outside of the tables."""

    line: int
    where: str
    """The table as the file names it: ``unit symbiont``, ``heat``."""
    key: str
    """The field within it: ``ability.effects[0].target``."""
    flaw: Flaw

    @property
    def code(self) -> str:
        return self.flaw.code

    def text(self, language: str) -> str:
        """What is wrong there, in a sentence without the place."""
        from .words import flaw_text  # sentences are loaded when somebody reads one

        return flaw_text(self.flaw, language)

    def full(self, language: str) -> str:
        """The sentence with its place in the file in front: ``unit symbiont: ability.cost: ...``."""
        return ": ".join(part for part in (self.where, self.key, self.text(language)) if part)


def located(flaw: Flaw, data: Mapping[str, Any], toml: Toml | None = None) -> CardFlaw:
    """The flaw with the names of its places and, if the text is at hand, its line."""
    where, rest = _table(flaw.path, data)
    if "line" in flaw.data:
        line = int(flaw.data["line"])
    else:
        line = 0 if toml is None else toml.line(flaw.path)
    return CardFlaw(line, where, key_of(rest), flaw)


def _table(path: Path, data: Mapping[str, Any]) -> tuple[str, Path]:
    if not path:
        return "", ()
    if len(path) > 1 and path[0] in voc.GROUPS and isinstance(path[1], int):
        entry = data[str(path[0])][path[1]]
        name = entry.get("id") if isinstance(entry, Mapping) else None
        return f"{path[0]} {name if isinstance(name, str) and name else path[1] + 1}", path[2:]
    return str(path[0]), path[1:]


def key_of(path: Path) -> str:
    """``ability.effects[0].target``."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else str(part)
    return text


def bad_cards(name: str, flaws: Sequence[CardFlaw]) -> BadCards:
    """The error that lists all flaws, and names the first one by itself."""
    first = flaws[0]
    where = ": ".join(part for part in (name, first.where, first.key) if part)
    data: dict[str, Any] = {"where": where, "problem": first.text("en"), "count": len(flaws)}
    if first.line:
        data["line"] = first.line
    return BadCards("bad_cards", flaws=flaws, **data)


CODES: Final = (
    "bad_text", "bad_identifier", "too_many_entries", "no_effects", "empty_list", "set_or_add", "unknown_section",
    "same_id", "same_name", "wrong_count", "wrong_copies", "too_few", "too_many_cards", "above_limit", "fixed",
    "other_ruleset", "too_many_ways", "unreadable", "too_deep",
)  # fmt: skip
"""The flaws that this folder finds beside those of ``sense``; their sentences stand in ``words``."""
