"""Card texts: a golden file to read, the written prose as oracle, and every word of the vocabulary."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from elekt_core.errors import BadCards
from elekt_core.games.elekt import vocabulary as voc
from elekt_core.games.elekt.cards import CARD_FILE, Card, load_cards, read_cards
from elekt_core.games.elekt.words import LANGUAGES, card_text
from tests.sampling import sample

GOLDEN = Path(__file__).parent / "card_texts.golden.txt"
CARDS = load_cards().cards


def golden() -> str:
    """Every card in both languages, as it stands in the golden file."""
    blocks = []
    for card in CARDS:
        lines = [f"[{card.id}]"]
        for language in LANGUAGES:
            words = card_text(card, language)
            lines.append(f"{language}: {words.full()}")
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def test_every_card_reads_as_in_the_golden_file() -> None:
    assert golden() == GOLDEN.read_text(encoding="utf-8"), (
        "the texts changed: read them, then run python -m tests.elekt_core.games.elekt.words.test_card_text"
    )


def written() -> Mapping[str, str]:
    """The English text that stands in the card file beside the data, written by hand and used for nothing else."""
    data = tomllib.loads(CARD_FILE.read_text(encoding="utf-8"))
    return {entry["id"]: entry["ability"]["text"] for group in voc.GROUPS for entry in data[group]}


MEANINGS = {
    "occultism": r"occultism",
    "cunning": r"cunning",
    "violence": r"violence",
    "power": r"power",
    "heat": r"\bheat\b|\bpay\b",
    "may": r"\bmay\b",
    "cannot": r"cannot|there is no|does not take place",
    "attach": r"attach",
    "detach": r"detach",
    "annihilate": r"annihilat",
    "save": r"\bsav",
    "swap": r"\bswap",
    "hand": r"\bhand\b",
    "cultist": r"cultist",
    "spectre": r"spectre",
    "basic": r"basic",
    "elite": r"elite",
    "tie": r"\btie",
    "opponent": r"opponent",
    "any zone": r"any zone",
    "another zone": r"another zone",
    "court zone": r"court zone",
    "once per round": r"once per round",
    "instead": r"instead",
    "limit": r"limit",
    "discard": r"discard",
    "deck": r"deck",
    "highest": r"highest",
    "lowest": r"lowest",
    "type": r"without a type",
}

REVIEWED = {
    "ecclesiast": {"may"},  # "(it may be this Unit)" is a reminder
    "web_wanderer": {"another zone"},  # "one more such swap" is written out
    "symbiont": {"may"},  # optional in the data, left out in the prose
    "marrow_leech": {"may"},
    "hall_of_astrologers": {"may"},
    "mechanical_staldorg": {"basic", "may"},  # a reminder in the prose
}
"""Where prose and generated text use different words for the same, looked at one by one."""


def meanings(text: str) -> set[str]:
    return {meaning for meaning, pattern in MEANINGS.items() if re.search(pattern, text.lower())}


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_english_text_means_what_the_card_file_says_in_prose(card: Card) -> None:
    text = card_text(card, "en").text
    assert meanings(text) ^ meanings(written()[card.id]) <= REVIEWED.get(card.id, set()), text


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_numbers_in_the_prose_stand_in_the_text_too(card: Card) -> None:
    words = {"one": "1", "another": "1", "a": "1", "an": "1"}
    text = card_text(card, "en").text
    prose = Counter(re.findall(r"\d", written()[card.id]))
    found = Counter(re.findall(r"\d", text)) + Counter(
        words[w] for w in re.findall(r"\b(one|another|an?)\b", text.lower())
    )
    if card.id == "blood_audit":
        assert "all your Heat" in text
    assert not prose - found, (written()[card.id], text)


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_both_languages_name_the_same_numbers_and_attributes(card: Card) -> None:
    polish, english = card_text(card, "pl"), card_text(card, "en")
    stems = {"Okulty": "Occultism", "Podstęp": "Cunning", "Przemoc": "Violence", "Wład": "Power"}
    found = Counter(stems[stem] for stem in re.findall("Okulty|Podstęp|Przemoc|Wład", polish.text))
    assert found == Counter(re.findall("Occultism|Cunning|Violence|Power", english.text))
    assert len(polish.titles) == len(english.titles)
    assert polish.symbols.count(",") == english.symbols.count(",")


def test_a_card_says_its_name_kind_cost_and_titles() -> None:
    by_id = {card.id: card for card in CARDS}
    acolyte = card_text(by_id["acolyte"], "pl")
    assert acolyte.name == "Akolita"
    assert acolyte.type_line == "Jednostka Podstawowa, Kultysta"
    assert acolyte.ability_line == "Zdolność natychmiastowa, 1 Żar"
    assert acolyte.symbols == "1 Okultyzm"
    assert card_text(by_id["dignitary"], "en").type_line == "Basic Unit"  # no type (E1.10)
    assert card_text(by_id["dignitary"], "en").ability_line == "Permanent ability"
    assert card_text(by_id["mechanical_staldorg"], "en").titles == ("Bane of the Staldorg", "Lord of Storms")
    assert card_text(by_id["master_of_pacts"], "pl").titles == ()


# --- every word of the vocabulary, so that a new card needs no new code --------------------------------------


def composed() -> Iterator[dict[str, Any]]:
    """Cards that use each word of the vocabulary at least once, beside those of the set."""
    attach = {"op": "attach", "attribute": "any", "count": 2, "target": "any"}
    effect: dict[str, Any]
    for trigger in voc.TRIGGERS:
        effect = (
            {"op": "add_symbols", "attribute": "power", "amount": 2, "target": "own"} if trigger == "static" else attach
        )
        for who in ("", *voc.TRIGGER_WHO):
            for by in ("", *voc.BY):
                for zone in voc.ABILITY_ZONES:
                    extra = {key: word for key, word in (("who", who), ("by", by), ("zone", zone)) if word}
                    yield {"trigger": trigger, "attributes": ["violence", "power"], "effects": [effect], **extra}
    for selector in voc.UNIT_SELECTORS:
        for filter_ in filters():
            for op in (
                "attach",
                "detach",
                "annihilate",
                "move",
                "place",
                "return_to_hand",
                "discard_unit",
                "suppress_ability",
            ):
                yield {
                    "trigger": "win_after",
                    "attributes": ["cunning"],
                    "effects": [unit_effect(op, selector, filter_)],
                }
            for op in ("count_as", "add_symbols", "protect"):
                yield {"trigger": "static", "effects": [unit_effect(op, selector, filter_)]}
        swap = {"op": "swap", "a": selector, "b": selector}
        token = {"op": "move_token", "attribute": "power", "from": selector, "to": selector}
        stay = {"op": "stay_after_save", "target": selector}
        choose = {"op": "choose_annihilation_target", "target": selector, "savable": True}
        for trigger, effect in (
            ("on_assign_self", swap),
            ("on_swap_in", token),
            ("on_saved", stay),
            ("on_annihilation_target", choose),
        ):
            yield {"trigger": trigger, "effects": [effect]}
    for player in voc.PLAYER_SELECTORS:
        for op in ("gain_heat", "lose_heat", "take_heat"):
            yield {"trigger": "on_acquire_self", "effects": [{"op": op, "player": player, "amount": 2}]}
        for op in ("discard_from_hand", "draw_units", "recover_from_discard"):
            for count in (1, 5):
                yield {"trigger": "on_assign", "who": "any", "effects": [{"op": op, "player": player, "count": count}]}
        yield {"trigger": "assignment_phase_start", "effects": [{"op": "peek_hand", "player": player}]}
    for what in voc.NUMBERS:
        for who in voc.WORDS_OF["who"]:
            for filter_ in filters():
                for change in ({"set": 2}, {"add": 1}, {"add": -2}):
                    effect = {"op": "modify", "what": what, "who": who, "filter": filter_, "minimum": 1, **change}
                    yield {"trigger": "recruit" if what == "recruit_draw" else "static", "effects": [effect]}
                    yield (
                        {"trigger": "on_save_decision", "who": "own", "effects": [effect]}
                        if what == "save_cost"
                        else {
                            "trigger": "static",
                            "effects": [effect],
                        }
                    )
    for action in voc.ACTIONS:
        for who in voc.WORDS_OF["who"]:
            yield {"trigger": "static", "effects": [{"op": "forbid", "action": action, "who": who}]}
        yield {"trigger": "static", "effects": [{"op": "protect", "target": "all", "from": [action]}]}
    for mode in voc.WORDS_OF["mode"]:
        for zone in voc.WORDS_OF["zone"]:
            for attribute in ("power", "choose"):
                effect = {"op": "confrontation", "mode": mode, "zone": zone, "attribute": attribute}
                yield {"trigger": "confrontation_phase_start", "effects": [effect]}
    for winner in voc.WORDS_OF["winner"]:
        for cost in (0, 2):
            yield {
                "trigger": "on_tie",
                "attributes": ["power"],
                "cost": cost,
                "effects": [{"op": "tie_break", "winner": winner}],
            }
    yield {"trigger": "static", "effects": [{"op": "free_tokens", "attribute": "violence"}]}
    for take in voc.WORDS_OF["take"]:
        hand = {"op": "exchange", "what": "hand_card", "partner": "opponent", "give": "choose", "take": take}
        yield {"trigger": "win_after", "attributes": ["power"], "effects": [hand]}
    given = {"op": "exchange", "what": "acquired_card", "partner": "opponent", "kinds": ["privilege"]}
    yield {"trigger": "win_replace", "attributes": ["occultism", "violence"], "effects": [given, attach]}
    for condition in ({"zone": "missions"}, {"other_own_units": 2}, {"other_units": "all", "type": "none", "min": 0}):
        yield {"trigger": "on_assign_self", "condition": condition, "effects": [attach]}


def filters() -> Iterator[dict[str, Any]]:
    yield {}
    for type_ in voc.UNIT_TYPES:
        yield {"type": type_}
        yield {"type": type_, "kind": "elite"}
    yield from ({"kind": "basic"}, {"symbol": "power"}, {"token": True}, {"ability": "instant"}, {"min_cost": 2})


def unit_effect(op: str, selector: str, filter_: dict[str, Any]) -> dict[str, Any]:
    more: dict[str, dict[str, Any]] = {
        "attach": {"attribute": "any", "must_differ": True},
        "detach": {"attribute": "power", "count": 2},
        "move": {"to": "this_zone"},
        "place": {"to": "court"},
        "return_to_hand": {"to": "controller"},
        "count_as": {"from": "power", "to": "cunning"},
        "add_symbols": {"attribute": "power", "amount": -2},
        "protect": {"from": ["swap", "annihilate"]},
        "annihilate": {"savable": False},
    }
    return {"op": op, "target": selector, "filter": filter_, **more.get(op, {})}


def as_card(number: int, group: str, ability: dict[str, Any], *, optional: bool, cost: int) -> dict[str, Any]:
    kind = {"unit": "permanent", "privilege": "privilege"}.get(group, "rule")
    unit = {"kind": "elite", "type": "none", "symbols": {"power": 1}} if group == "unit" else {}
    ability = {"kind": kind, "optional": optional, "cost": cost, **ability}
    return {
        "id": f"new_{number}",
        "name_en": "New",
        "name_pl": "Nowa",
        "provenance": "original",
        "ability": ability,
        **unit,
    }


def test_the_composed_cards_use_every_word_of_the_vocabulary() -> None:
    abilities = list(composed())
    effects = [effect for ability in abilities for effect in ability["effects"]]
    assert {effect["op"] for effect in effects} == set(voc.OPS)
    assert {ability["trigger"] for ability in abilities} == set(voc.TRIGGERS)
    assert {effect["target"] for effect in effects if "target" in effect} == set(voc.UNIT_SELECTORS)
    assert {effect["player"] for effect in effects if "player" in effect} == set(voc.PLAYER_SELECTORS)
    assert {effect["what"] for effect in effects if effect["op"] == "modify"} == set(voc.NUMBERS)
    assert {effect["action"] for effect in effects if "action" in effect} == set(voc.ACTIONS)
    assert {word for effect in effects for word in effect.get("filter", {})} == set(voc.FILTER_WORDS)


@pytest.mark.parametrize("group", voc.GROUPS)
@pytest.mark.parametrize(("optional", "cost"), sample([(True, 1)], [(False, 0), (True, 0), (True, 1)]))
def test_any_card_of_the_vocabulary_has_a_text_in_both_languages(group: str, optional: bool, cost: int) -> None:
    data = tomllib.loads(CARD_FILE.read_text(encoding="utf-8"))
    abilities = [*composed()][optional + cost :: sample(5, 1)]
    new = [as_card(n, group, ability, optional=optional, cost=cost) for n, ability in enumerate(abilities)]
    empty = {**data, **{g: [] for g in voc.GROUPS}}
    cards: list[Card] = []
    for one in new:
        with suppress(BadCards):  # a combination that no file may have (C1.D)
            cards += read_cards({**empty, group: [one]}, "new.toml").cards
    assert len(cards) > 0.6 * len(new)
    for card in cards:
        for language in LANGUAGES:
            text = card_text(card, language).text
            assert text.endswith("."), (card, text)
            assert text[0].isupper(), (card, text)
            assert not re.search(r"_|None|\s\s| [,.;:]|,,|\.\.|\{|\}", text), (card, text)
            assert not re.search(r"\b(other_own|each_opponent|occultism|missions)\b", text), (card, text)


if __name__ == "__main__":
    GOLDEN.write_text(golden(), encoding="utf-8")
