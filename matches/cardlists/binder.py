"""A gallery as a binder: the cards of a game or a list, filtered by the address's query."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from elekt_core.contract import Game
from elekt_core.folding import folded

from .shapes import CardListShown

MAX_TEXT: Final = 80
"""Characters of the text that is looked for."""
Named = tuple[str, str]
"""A word for addresses and its name in the reader's language."""


SET: Final = "set"


class Known(NamedTuple):
    """Of a card: the word for its provenance and the sentence that explains it, and its set, if the game has any."""

    origin: Named
    in_set: Named | None


@dataclass(frozen=True, slots=True)
class Option:
    value: str
    label: str
    count: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class Facet:
    """One way to filter, with every value found on the binder's cards."""

    name: str
    label: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Binder:
    """``faces`` are those that pass every filter, out of ``total``; ``origins`` gives each card's provenance."""

    faces: tuple[Any, ...]
    total: int
    text: str
    facets: tuple[Facet, ...]
    origins: Mapping[str, Named]

    @property
    def is_filtered(self) -> bool:
        return bool(self.text) or any(option.chosen for facet in self.facets for option in facet.options)


def binder(game: Game[Any], language: str, asked: Mapping[str, str]) -> Binder:
    """``asked`` is the query of an address; a word that matches no card filters nothing."""
    faces = tuple(game.gallery(language))
    known = _known(game, language)
    origins = {id_: one.origin for id_, one in known.items()}
    text = asked.get("text", "").strip()[:MAX_TEXT]
    facets, passing = [], [face for face in faces if folded(text) in _text_of(face)]
    for name, label, of in _ways(faces, known):
        counted = _counted(of.values())
        if len(counted) < (1 if name == SET else 2):  # to know of one set that all are from it is worth a line
            continue
        chosen = asked.get(name, "")
        if any(value == chosen for value, _label, _count in counted):
            passing = [face for face in passing if chosen in {value for value, _label in of.get(face.id, ())}]
        options = tuple(Option(value, text_, count, value == chosen) for value, text_, count in counted)
        facets.append(Facet(name, label, options))
    return Binder(tuple(passing), len(faces), text, tuple(facets), origins)


def by_owner(lists: Iterable[CardListShown]) -> list[tuple[str, list[CardListShown]]]:
    """Whose lists there are to choose from, the asker's own (``""``) first, the others' by name."""
    found: dict[tuple[bool, str, UUID], list[CardListShown]] = {}
    for one in lists:
        found.setdefault((not one.mine, one.owner_name.casefold(), one.owner), []).append(one)
    return [("" if theirs[0].mine else theirs[0].owner_name, theirs) for _owner, theirs in sorted(found.items())]


def _ways(faces: Sequence[Any], known: Mapping[str, Known]) -> list[tuple[str, str, dict[str, set[Named]]]]:
    """What people can filter by: name in addresses, label, and the values of each card."""
    names = {
        "rulebook": _("in the rulebook"),
        "public": _("on a public page"),
        "completed": _("completed by us"),
        "original": _("made by us"),
    }
    origins = {id_: {(one.origin[0], names.get(one.origin[0], one.origin[0]))} for id_, one in known.items()}
    return [
        ("kind", _("Kind"), {face.id: _kind_of(face) for face in faces}),
        ("attribute", _("Attribute"), {face.id: _attributes_of(face) for face in faces}),
        (SET, pgettext("of cards", "Set"), {id_: {one.in_set} for id_, one in known.items() if one.in_set}),
        ("origin", pgettext("of a card", "Origin"), origins),
    ]


def _kind_of(face: Any) -> set[Named]:
    """As its type line says; in addresses, words that are the same in every language."""
    words = [getattr(face, part, "") for part in ("group", "deck", "kind", "type")]
    line = getattr(face.words, "type_line", "") or face.words.name
    return {("-".join(dict.fromkeys(filter(None, words))) or line, line)}


def _attributes_of(face: Any) -> set[Named]:
    """Symbols, keywords or signs: whichever of these a game's cards have."""
    symbols = {(word, name) for word, name, _n in getattr(face, "symbols", ())}
    keywords = {(word, text.partition(" ")[0].strip(":").capitalize()) for word, text in getattr(face, "keywords", ())}
    kinds = {mark.kind for mark in (*getattr(face, "marks", ()), *getattr(face, "rewards", ())) if mark.kind}
    return symbols | keywords | {(kind, _(kind).capitalize()) for kind in kinds}


def _counted(values: Iterable[set[Named]]) -> list[tuple[str, str, int]]:
    found: dict[str, tuple[str, int]] = {}
    for named in values:
        for value, label in named:
            found[value] = (label, found.get(value, ("", 0))[1] + 1)
    return sorted(((value, label, count) for value, (label, count) in found.items()), key=lambda one: one[1].casefold())


def _text_of(face: Any) -> str:
    words = face.words
    lines = [getattr(words, part, "") for part in ("name", "type_line", "ability_line", "text")]
    return folded(" ".join([*lines, *getattr(words, "titles", ())]))


@lru_cache(maxsize=32)
def _known(game: Game[Any], language: str) -> Mapping[str, Known]:
    pages = {face.id: game.card(face.id, language) for face in game.gallery(language)}
    return {
        id_: Known((getattr(page, "provenance", ""), page.origin), getattr(page, "in_set", None))
        for id_, page in pages.items()
        if page is not None
    }
