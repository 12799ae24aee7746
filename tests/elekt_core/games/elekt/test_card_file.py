"""A club may play with its own card list: what is wrong in it is refused by name, never silently passed over."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from elekt_core.errors import CoreError
from elekt_core.games.elekt.card_lists.file import check_data
from elekt_core.games.elekt.card_lists.flaws import bad_cards
from elekt_core.games.elekt.cards import CARD_FILE, load_cards, read_cards
from elekt_core.games.elekt.game import Elekt

from .random_games import batches

ATTACH = {"op": "attach", "attribute": "power", "count": 1, "target": "this"}
HEAT = {"op": "gain_heat", "player": "controller", "amount": 1}
SUBJECT = {**ATTACH, "target": "subject"}


def data() -> dict[str, Any]:
    return tomllib.loads(CARD_FILE.read_text(encoding="utf-8"))


def entry(cards: Mapping[str, Any], group: str, name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(card for card in cards[group] if card["id"] == name)
    return found


def refused(cards: Mapping[str, Any], *words: str) -> None:
    error = bad_cards("club.toml", check_data(cards)[1])
    where = error.data["where"]
    message = "\n".join(f"{where} {flaw.where}: {flaw.key}: {flaw.text('en')}" for flaw in error.flaws)
    assert all(word in message for word in words), message


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("trigger", "on_asign_self"),
        ("kind", "instnat"),
        ("cost", -1),
        ("cost", True),
        ("optional", "yes"),
        ("frequency", "once"),
        ("optionnal", True),
        ("effects", []),
        ("filter", {"typ": "cultist"}),
        ("condition", {"zone": "courts"}),
    ],
)
def test_a_wrong_word_in_an_ability_is_refused_with_its_card(field: str, value: object) -> None:
    cards = data()
    entry(cards, "unit", "acolyte")["ability"][field] = value
    refused(cards, "club.toml", "acolyte", "ability")


@pytest.mark.parametrize(
    ("field", "value"), [("type", "ghost"), ("kind", "common"), ("symbols", {"magic": 1}), ("cost", 1)]
)
def test_a_wrong_word_on_a_card_is_refused_with_its_card(field: str, value: object) -> None:
    cards = data()
    entry(cards, "unit", "symbiont")[field] = value
    refused(cards, "club.toml", "symbiont")


@pytest.mark.parametrize("op", [
    {"op": "explode"},
    {"op": "attach", "attribute": "power"},
    {"op": "attach", "attribute": "magic", "target": "this"},
    {"op": "attach", "attribute": "power", "target": "thsi"},
    {"op": "modify", "what": "zone_limit"},
    {**ATTACH, "colour": "red"},
])  # fmt: skip
def test_a_wrong_effect_is_refused_with_its_place(op: dict[str, object]) -> None:
    cards = data()
    entry(cards, "unit", "acolyte")["ability"]["effects"] = [op]
    refused(cards, "acolyte", "effects[0]")


@pytest.mark.parametrize(("group", "card", "ability", "word"), [
    ("unit", "symbiont", {"trigger": "win_after", "effects": [SUBJECT]}, "subject"),
    ("unit", "symbiont", {"trigger": "win_after", "effects": [{**ATTACH, "target": "swapped"}]}, "swapped"),
    ("unit", "symbiont", {"trigger": "win_after", "effects": [{**ATTACH, "target": "same"}]}, "same"),
    ("unit", "symbiont", {"trigger": "win_after", "effects": [{**HEAT, "player": "assigner"}]}, "assigner"),
    ("unit", "symbiont", {"trigger": "win_after", "effects": [
        {"op": "tie_break", "winner": "controller"}]}, "tie_break"),
    ("unit", "symbiont", {"trigger": "static", "effects": [
        {"op": "modify", "what": "recruit_draw", "set": 3, "who": "controller"}]}, "recruit_draw"),
    ("unit", "symbiont", {"trigger": "win_after", "effects": [
        {"op": "modify", "what": "zone_limit", "add": 1, "who": "controller"}]}, "zone_limit"),
    ("unit", "symbiont", {"trigger": "win_after", "effects": [
        {"op": "add_symbols", "attribute": "power", "amount": 1, "target": "this"}]}, "add_symbols"),
    ("unit", "symbiont", {"trigger": "on_assign", "who": "winner", "effects": [HEAT]}, "who"),
    ("unit", "symbiont", {"trigger": "on_assign", "who": "own", "by": "opponent", "effects": [HEAT]}, "by"),
    ("unit", "symbiont", {"trigger": "on_assign", "attributes": ["power"], "effects": [HEAT]}, "attributes"),
    ("unit", "symbiont", {"trigger": "on_acquire_self", "effects": [HEAT]}, "on_acquire_self"),
    ("unit", "acolyte", {"trigger": "on_assign", "effects": [HEAT]}, "instant"),
    ("mission", "truce_of_ashes", {"trigger": "on_assign_self", "effects": [HEAT]}, "on_assign_self"),
    ("mission", "truce_of_ashes", {"trigger": "on_assign", "effects": [ATTACH]}, "this"),
    ("mission", "truce_of_ashes", {"trigger": "static", "effects": [
        {"op": "confrontation", "mode": "extra", "attribute": "violence"}]}, "extra"),
    ("mission", "truce_of_ashes", {"trigger": "on_assign", "effects": [
        {"op": "confrontation", "mode": "first", "attribute": "violence"}]}, "first"),
    ("unit", "symbiont", {"trigger": "win_after", "effects": [
        {"op": "place", "target": "own", "to": "this_zone"}]}, "hand_unit"),
    ("unit", "symbiont", {"trigger": "win_after", "effects": [{**ATTACH, "target": "hand_unit"}]}, "hand_unit"),
    ("unit", "symbiont", {"trigger": "win_after", "filter": {"kind": "basic"}, "effects": [HEAT]}, "filter"),
    ("privilege", "web_of_informers", {"trigger": "assignment_phase_start", "zone": "any", "effects": [
        {**ATTACH, "target": "own"}]}, "Zone"),
    ("privilege", "heir_presumptive", {"trigger": "static", "zone": "any", "effects": [
        {"op": "modify", "what": "zone_limit", "add": 1, "who": "controller", "zone": "court"}]}, "zone"),
])  # fmt: skip
def test_words_that_say_nothing_together_are_refused(group: str, card: str, ability: dict[str, Any], word: str) -> None:
    cards = data()
    found = entry(cards, group, card)
    found["ability"] = {"kind": found["ability"]["kind"], **ability}
    refused(cards, card, word)


def test_a_file_that_is_no_toml_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text("[[unit]\nid = 1", encoding="utf-8")
    with pytest.raises(CoreError) as caught:
        load_cards(path)
    assert caught.value.data["where"] == "club.toml"


def test_a_club_plays_with_its_own_cards() -> None:
    cards = data()
    symbiont = entry(cards, "unit", "symbiont")
    symbiont["symbols"] = {"power": 3}
    symbiont["ability"] = {"kind": "permanent", "trigger": "on_assign", "who": "other_own", "effects": [SUBJECT]}
    club = Elekt(read_cards(cards, "club.toml"))
    assert club.card_set != Elekt().card_set
    ends = [batch.events for batch in batches(1, 3, game=club)]
    assert any(type(event).__name__ == "GameEnded" for events in ends for event in events)
