"""docs/card-files.md tells every word of the vocabulary, and none that does not exist. ``python -m
tests.elekt_core.games.elekt.test_card_files_doc`` writes the table of ranges."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from elekt_core.games.elekt import game
from elekt_core.games.elekt import vocabulary as voc
from elekt_core.games.elekt.cards import COUNTS, META, PLAYERS, SECTIONS
from elekt_core.games.elekt.rules.shown import OP_RULES, TRIGGER_RULES

from .own_lists import BASE, toml

DOC = Path(__file__).parents[4] / "docs" / "card-files.md"
TEXT = DOC.read_text(encoding="utf-8")
CODE = {word for code in re.findall(r"`([^`\n]+)`", TEXT) for word in re.findall(r"[a-z_]+", code)}
BEGIN, END = "<!-- ranges: begin -->\n", "<!-- ranges: end -->"


def ranges() -> str:
    rows = [f"| `{name}` | {least} | {most} |" for name, (least, most) in voc.RANGES.items()]
    return "\n".join(["| number | least | most |", "|---|---|---|", *rows, ""])


def test_every_word_is_documented() -> None:
    words = {
        *voc.TRIGGERS, *voc.OPS, *voc.UNIT_SELECTORS, *voc.PLAYER_SELECTORS, *voc.ACTIONS, *voc.NUMBERS,
        *voc.ABILITY_FIELDS, *voc.FILTER_WORDS, *voc.CONDITION_WORDS, *voc.TRIGGER_WHO, *voc.BY, *voc.EXTRA_COSTS,
        *voc.FREQUENCIES, *voc.ABILITY_ZONES, *voc.PROVENANCES, *voc.UNIT_KINDS, *voc.UNIT_TYPES, *voc.ATTRIBUTES,
        *COUNTS, *META, *PLAYERS, *SECTIONS,
    }  # fmt: skip
    words |= {field for fields in voc.CARD_FIELDS.values() for field in fields}
    words |= {word for known in (*voc.WORDS_OF.values(), *voc.OWN_WORDS.values()) for word in known}
    words |= {kind for kinds in voc.ABILITY_KINDS.values() for kind in kinds}
    assert not words - CODE


@pytest.mark.parametrize("op", sorted(voc.OPS))
def test_every_effect_is_documented_with_its_parameters_and_its_rule(op: str) -> None:
    required, optional = voc.OPS[op]
    row = next(line for line in TEXT.splitlines() if line.startswith(f"| `{op}` |"))
    _, _, needs, may, rule, _ = [cell.strip() for cell in row.split("|")]
    found = [set(re.findall(r"`([a-z_]+)`", re.sub(r"\([^)]*\)", "", cell))) for cell in (needs, may)]
    if op == "modify":
        found = [found[0] - {"set", "add"}, found[1] | {"set", "add"}]
    assert found == [set(required), set(optional)]
    assert rule == OP_RULES[op][0]


@pytest.mark.parametrize("trigger", voc.TRIGGERS)
def test_every_trigger_is_documented_with_its_rule(trigger: str) -> None:
    row = next(line for line in TEXT.splitlines() if line.startswith("| `") and f"`{trigger}`" in line.split("|")[1])
    assert row.split("|")[3].strip() == TRIGGER_RULES[trigger][0]


def test_the_ranges_are_those_that_are_checked() -> None:
    written = TEXT.split(BEGIN)[1].split(END)[0]
    assert written == ranges(), "python -m tests.elekt_core.games.elekt.test_card_files_doc"


def test_the_example_is_a_card_with_the_text_that_stands_below_it() -> None:
    example = TEXT.split("```toml\n")[1].split("```")[0]
    card = tomllib.loads(example)["unit"][0]
    own = game.with_cards(toml({**BASE, "counts": {"privileges_per_game": 6}, "unit": [*BASE["unit"], card]}))
    page = own.card("lamplighter", "en")
    assert page is not None
    assert f"> {dict(page.texts)['en'].text}\n" in TEXT


def test_the_bounds_are_those_that_hold() -> None:
    for number in (voc.MAX_EFFECTS, voc.MAX_WAYS, voc.MAX_USES, voc.MAX_ROUNDS, voc.MAX_CARDS, voc.MIN_ELITES):
        assert re.search(rf"\b{number}\b", TEXT)


if __name__ == "__main__":
    head, rest = TEXT.split(BEGIN)
    DOC.write_text(head + BEGIN + ranges() + END + rest.split(END)[1], encoding="utf-8")
