"""A club's own card file: read, checked as a whole, and every flaw reported with its line (docs/card-files.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from ....kit.toml_lines import BadToml, Path, Toml
from ....ruleset import nearest
from ....scenarios.flaws import Flaw, Reader
from .. import vocabulary as voc
from ..cards import CARD_FILE, SECTIONS, CardSet, read_set
from ..rulesets import SECOND, SECOND_R1
from .flaws import CardFlaw, bad_cards, located
from .sense import problems

RULESETS: Final = (SECOND, SECOND_R1)
"""What ``meta.ruleset`` may say: the rules for which the words of the vocabulary are written."""

MAX_BYTES: Final = 256 * 1024

ORDER: Final[Mapping[str, tuple[tuple[str, ...], str]]] = {
    "zones": (voc.ZONES, "E1.1"),
    "confrontations": (voc.ATTRIBUTES, "E8.1"),
    "ability_priority": (("privilege", "unit", "mission", "influence"), "E16.1"),
}
"""What the table ``order`` repeats of the rules."""


def parse_cards(text: str, name: str = CARD_FILE.name) -> CardSet:
    """The card set of a club's own file, ready to play with. Raises BadCards with every flaw."""
    text = plain(text)
    cards, flaws = check_text(text)
    if flaws or cards is None:
        raise bad_cards(name, flaws)
    return replace(cards, text=text)


def plain(text: str) -> str:
    """The text that is kept and hashed: without a byte order mark, lines ended by LF alone."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def check_text(text: str) -> tuple[CardSet | None, list[CardFlaw]]:
    """The card set as far as it can be read, and all flaws in the order of the text."""
    if (size := len(text.encode("utf-8", "replace"))) > MAX_BYTES:
        return None, [located(Flaw((), "too_long", "", {"value": size, "most": MAX_BYTES, "line": 1}), {})]
    try:
        toml = Toml(text)
    except BadToml as error:
        return None, [located(Flaw((), error.code, "", error.data), {})]
    return check_data(toml.data, toml)


def check_data(data: Mapping[str, Any], toml: Toml | None = None) -> tuple[CardSet, list[CardFlaw]]:
    """The same for a parsed file; without the text, flaws have no lines and come in the order in which they are
    found."""
    reader = Reader(data)
    cards = read_set(reader)
    flaws = [*reader.flaws, *_whole(data, cards, {flaw.path[:2] for flaw in reader.flaws})]
    found = [located(flaw, data, toml) for flaw in flaws]
    return cards, sorted(found, key=lambda flaw: flaw.line)


def _whole(data: Mapping[str, Any], cards: CardSet, bad: set[Path]) -> Iterator[Flaw]:
    """Flaws that no single word shows. ``bad`` are entries that could not be read; nothing more is said about these."""
    for section in data:
        if section not in SECTIONS:
            said = {"key": section, "known": ", ".join(SECTIONS), "nearest": nearest(section, SECTIONS)}
            yield Flaw((section,), "unknown_section", "", said)
    paths = [
        (group, i) for group in voc.GROUPS for i in range(len(data[group]) if isinstance(data.get(group), list) else 0)
    ]
    if len(paths) == len(cards.cards):
        yield from _names(cards, paths)
        for path, card in zip(paths, cards.cards, strict=True):
            if path not in bad:
                for inner, code, found in problems(card.group, card.ability):
                    yield Flaw((*path, "ability", *inner), code, "", found)
        yield from _copies(cards, paths)
    yield from _counts(data, cards)
    yield from _meta(data, cards)


def _names(cards: CardSet, paths: list[tuple[str, int]]) -> Iterator[Flaw]:
    """E1.7, E3.5: ids and names tell cards apart."""
    for field, code in (("id", "same_id"), ("name_pl", "same_name"), ("name_en", "same_name")):
        seen: dict[str, str] = {}
        for path, card in zip(paths, cards.cards, strict=True):
            value = str(getattr(card, field))
            word = value.casefold()
            if word and word in seen:
                yield Flaw((*path, field), code, "", {"other": seen[word]})
            elif word:
                seen[word] = f"{card.group} {card.id}"


def _copies(cards: CardSet, paths: list[tuple[str, int]]) -> Iterator[Flaw]:
    for path, card in zip(paths, cards.cards, strict=True):
        if card.kind == "basic" and card.copies != voc.BASIC_COPIES:
            yield Flaw((*path, "copies"), "wrong_copies", "", {"expected": voc.BASIC_COPIES})
        elif card.kind != "basic" and card.copies != 1:
            yield Flaw((*path, "copies"), "single_copy", "", {})


def _counts(data: Mapping[str, Any], cards: CardSet) -> Iterator[Flaw]:
    """The table ``counts`` against the file, and the file against what a game of two to four needs."""
    groups = Counter(card.group for card in cards.cards)
    kinds = Counter(card.kind for card in cards.cards)
    found = {
        "missions": groups["mission"],
        "influences": groups["influence"],
        "privileges": groups["privilege"],
        "basic_kinds": kinds["basic"],
        "basic_copies": voc.BASIC_COPIES,
        "elites": kinds["elite"],
    }
    said = data.get("counts")
    for key, number in found.items():
        if isinstance(said, Mapping) and key in said and said[key] != number:
            yield Flaw(("counts", key), "wrong_count", "", {"found": number, "value": str(said[key])})
    needed = {
        ("mission",): (groups["mission"], 1),
        ("influence",): (groups["influence"], 1),
        ("privilege",): (groups["privilege"], cards.privileges_per_game),
        ("unit",): (kinds["elite"], voc.MIN_ELITES),
    }
    for path, (number, least) in needed.items():
        if number < least:
            where: Path = ("counts", "elites") if path == ("unit",) else ("counts", f"{path[0]}s")
            yield Flaw(where, "too_few", "", {"value": number, "least": least})
    if not kinds["basic"]:
        yield Flaw(("counts", "basic_kinds"), "too_few", "", {"value": 0, "least": 1})
    if (number := len(cards.printed)) > voc.MAX_CARDS:
        yield Flaw(("counts",), "too_many_cards", "", {"value": number, "most": voc.MAX_CARDS})


def _meta(data: Mapping[str, Any], cards: CardSet) -> Iterator[Flaw]:
    if cards.ruleset and cards.ruleset not in RULESETS:
        yield Flaw(("meta", "ruleset"), "other_ruleset", "", {"known": ", ".join(RULESETS)})
    if cards.heat_starting > cards.heat_limit:
        yield Flaw(("heat", "starting"), "above_limit", "", {"value": cards.heat_starting, "most": cards.heat_limit})
    order = data.get("order")
    for key, (expected, rule) in ORDER.items():
        if isinstance(order, Mapping) and key in order and order[key] != list(expected):
            yield Flaw(("order", key), "fixed", "", {"expected": ", ".join(expected), "rule_of": rule})
