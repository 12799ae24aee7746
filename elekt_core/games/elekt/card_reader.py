"""Reads a parsed card file word by word and notes every flaw with its place.

A ``Reader`` (``scenarios.flaws``) stands on one value and gives a harmless one back where it finds a flaw, so that
reading goes on and one look at the errors is enough.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any, Final

from ...scenarios.flaws import Reader
from . import vocabulary as voc
from .card import Ability, Card, Effect, Title

IDENTIFIER: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
NO_ABILITY: Final = Ability("", "", ())


def table(reader: Reader, known: Collection[str], needed: Collection[str] = ()) -> dict[str, Reader]:
    """The values of a table, by key; unknown keys and missing required keys are flaws."""
    found = {}
    for key, inner in reader.entries().items():
        if inner.knows(key, known):
            found[key] = inner
    if isinstance(reader.value, Mapping):
        for key in needed:
            if key not in found:
                reader.flaw("missing_key", key=key)
    return found


def listed(reader: Reader) -> list[Reader]:
    """The entries of a list."""
    if not isinstance(reader.value, list):
        reader.wrong("list")
        return []
    return [reader.at(i, entry) for i, entry in enumerate(reader.value)]


def number(reader: Reader, what: str) -> int:
    """A whole number within ``vocabulary.RANGES``."""
    least, most = voc.RANGES[what]
    return reader.number(least, most, default=max(least, 1))


def text(reader: Reader | None, length: int = voc.NAME_LENGTH) -> str:
    """Text for people, on one line."""
    if reader is None:
        return ""
    found = reader.word()
    if isinstance(reader.value, str) and not (0 < len(found) <= length and found.isprintable() and found.strip()):
        reader.flaw("bad_text", most=length)
    return found


def name_of_set(meta: Mapping[str, Reader]) -> tuple[str, str]:
    """What a file says of all of its cards: the edition of the base game, and the set; both may be unsaid."""
    edition = meta["edition"].value if "edition" in meta else ""
    said = str(edition) if isinstance(edition, int | str) else ""
    return said[: voc.NAME_LENGTH] if said.isprintable() else "", text(meta.get("set"))


def words(reader: Reader | None, known: Collection[str] = ()) -> tuple[str, ...]:
    if reader is None:
        return ()
    found = [entry.word(known) for entry in listed(reader)]
    return tuple(word for word in found if word)


def symbols(reader: Reader | None, what: str = "symbols") -> tuple[int, int, int, int]:
    """A number for each attribute, 0 if none is given."""
    found = {} if reader is None else table(reader, voc.ATTRIBUTES)
    o, c, v, p = (number(found[a], what) if a in found else 0 for a in voc.ATTRIBUTES)
    return o, c, v, p


# --- cards --------------------------------------------------------------------------------------------------


def card(group: str, reader: Reader) -> Card:
    """An entry of ``[[unit]]``, ``[[mission]]``, ``[[influence]]`` or ``[[privilege]]``."""
    unit = group == "unit"
    needed = ("id", "name_en", "name_pl", "provenance", "ability", *(("kind", "type", "symbols") if unit else ()))
    found = table(reader, voc.CARD_FIELDS[group], needed)
    get = found.get
    words(get("known"))
    return Card(
        id=_identifier(get("id")),
        group=group,
        name_en=text(get("name_en")),
        name_pl=text(get("name_pl")),
        provenance=found["provenance"].word(voc.PROVENANCES) if "provenance" in found else "",
        completed=words(get("completed")),
        ability=ability(group, found["ability"]) if "ability" in found else NO_ABILITY,
        copies=number(found["copies"], "copies") if "copies" in found else 1,
        set=text(get("set")),
        kind=found["kind"].word(voc.UNIT_KINDS) if "kind" in found else "",
        type=found["type"].word(voc.UNIT_TYPES) if "type" in found else "",
        symbols=symbols(get("symbols")),
        titles=_titles(get("titles")),
    )


def _identifier(reader: Reader | None) -> str:
    if reader is None:
        return ""
    found = reader.word()
    if isinstance(reader.value, str) and not IDENTIFIER.fullmatch(found):
        reader.flaw("bad_identifier", value=found)
    return found


def _titles(reader: Reader | None) -> tuple[Title, ...]:
    if reader is None:
        return ()
    entries = listed(reader)
    if len(entries) > voc.MAX_TITLES:
        reader.flaw("too_many_entries", most=voc.MAX_TITLES)
    read = [table(entry, ("en", "pl"), ("en", "pl")) for entry in entries]
    return tuple(Title(text(title.get("en")), text(title.get("pl"))) for title in read)


# --- abilities ----------------------------------------------------------------------------------------------


def ability(group: str, reader: Reader) -> Ability:
    """C1.A. Words that are each valid but make no sense together are found by ``sense``."""
    found = table(reader, voc.ABILITY_FIELDS, ("kind", "trigger", "effects"))
    entries = listed(found["effects"]) if "effects" in found else []
    if "effects" in found and isinstance(found["effects"].value, list) and not entries:
        found["effects"].flaw("no_effects")
    if len(entries) > voc.MAX_EFFECTS:
        found["effects"].flaw("too_many_entries", most=voc.MAX_EFFECTS)
        entries = entries[: voc.MAX_EFFECTS]
    if "text" in found:
        found["text"].word()

    def word(field: str, known: Collection[str], default: str = "") -> str:
        return found[field].word(known) if field in found else default

    return Ability(
        kind=word("kind", voc.ABILITY_KINDS[group]),
        trigger=word("trigger", voc.TRIGGERS),
        effects=tuple(effect(entry) for entry in entries),
        cost=number(found["cost"], "cost") if "cost" in found else 0,
        optional=found["optional"].flag() if "optional" in found else False,
        frequency=word("frequency", voc.FREQUENCIES, "unlimited"),
        who=word("who", voc.TRIGGER_WHO),
        by=word("by", voc.BY),
        zone=word("zone", voc.ABILITY_ZONES, "this"),
        extra_cost=word("extra_cost", voc.EXTRA_COSTS),
        attributes=tuple(
            voc.ATTRIBUTES.index(attribute) for attribute in words(found.get("attributes"), voc.ATTRIBUTES)
        ),
        filter=_filter(found["filter"]) if "filter" in found else None,
        condition=_condition(found["condition"]) if "condition" in found else None,
    )


def effect(reader: Reader) -> Effect:
    """C1.D."""
    entries = reader.entries()
    if "op" not in entries:
        if isinstance(reader.value, Mapping):
            reader.flaw("missing_key", key="op")
        return Effect("", {})
    op = entries["op"].word(tuple(voc.OPS))
    if op not in voc.OPS:
        return Effect("", {})
    required, optional = voc.OPS[op]
    found = table(reader, ("op", *sorted(required), *sorted(optional)), sorted(required))
    found.pop("op", None)
    for field, inner in found.items():
        _parameter(op, field, inner)
    if op == "modify" and ("set" in found) == ("add" in found):
        reader.flaw("set_or_add")
    return Effect(op, {field: inner.value for field, inner in found.items()})


def _parameter(op: str, field: str, reader: Reader) -> None:
    known = voc.OWN_WORDS.get((op, field)) or voc.WORDS_OF.get(field, ())
    if field == "filter":
        _filter(reader)
    elif field in voc.FLAGS:
        reader.flag()
    elif (op, field) in voc.LISTS:
        if isinstance(reader.value, list) and not reader.value:
            reader.flaw("empty_list")
        words(reader, known)
    elif known:
        reader.word(known)
    else:
        number(reader, f"{op}.{field}" if f"{op}.{field}" in voc.RANGES else field)


def _filter(reader: Reader) -> Mapping[str, Any]:
    """C1.29."""
    found = table(reader, voc.FILTER_WORDS)
    for field, inner in found.items():
        if field == "token":
            inner.flag()
        elif field == "min_cost":
            number(inner, field)
        else:
            inner.word(voc.FILTERS[field])
    return {field: inner.value for field, inner in found.items()}


def _condition(reader: Reader) -> Mapping[str, Any]:
    """C1.30."""
    found = table(reader, voc.CONDITION_WORDS)
    for field, inner in found.items():
        if field in voc.CONDITIONS:
            inner.word(voc.CONDITIONS[field])
        else:
            number(inner, field)
    return {field: inner.value for field, inner in found.items()}
