"""Every event kind, question, answer, part and refusal that the engine knows has a sentence in both languages."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import elekt_core
from elekt_core.chance import SeededChance
from elekt_core.contract import UNKNOWN, Awaiting, Decision, SeatNo, Setup
from elekt_core.games.elekt import agenda, decisions, events, game
from elekt_core.games.elekt.cards import load_cards
from elekt_core.games.elekt.houses.reasons import REASONS
from elekt_core.games.elekt.houses.solo import LEVELS
from elekt_core.games.elekt.state import State
from elekt_core.games.elekt.tables import Tables
from elekt_core.games.elekt.vocabulary import NONE
from elekt_core.games.elekt.words import LANGUAGES, Narrator, words_for
from elekt_core.record.match import Play

CARDS = load_cards()
TABLES = Tables(CARDS)
NAMES = ("Alicja", "Bob", "Celina")
IDS = CARDS.ids
ACOLYTE, SYMBIONT, STALDORG = IDS["acolyte.0"], IDS["symbiont"], IDS["mechanical_staldorg"]

SILENT = {"awaiting"}
"""Technical facts: they say nothing to people."""

FIELDS: dict[str, Any] = {
    "ruleset": "elekt-2e-r2",
    "edition": 2,
    "kinds": ("acolyte", "assassin"),
    "by_lot": True,
    "seats": 3,
    "cards": (SYMBIONT, ACOLYTE),
    "aside": (),
    "commitment": "",
    "seed": "",
    "deck": 3,
    "units": (SYMBIONT, ACOLYTE, IDS["necrarch"]),
    "unit": ACOLYTE,
    "other": SYMBIONT,
    "card": STALDORG,
    "given": STALDORG,
    "taken": SYMBIONT,
    "seat": 0,
    "victim": 1,
    "by": 1,
    "owner": 1,
    "partner": 1,
    "other_seat": 1,
    "holder": 2,
    "herald": 1,
    "winner": 0,
    "zone": 0,
    "other_zone": 2,
    "attribute": 1,
    "participants": (0, 1),
    "tied": (0, 1),
    "counts": (3, 2, NONE),
    "titles": (1, 2, 0),
    "scores": (6, 2, 0),
    "ranks": (1, 2, 3),
    "direction": 1,
    "forced": False,
    "question": "assign_or_pass",
    "step": (),
    "agenda": (),
    "what": 1,
    "source": 0,
    "phase": 1,
    "how": 0,
    "reason": 0,
    "level": "hard",
    "set_aside": (0, 3, 3, 3),
    "why": "last_zone",
    "rule": "E21.17",
    "marked": True,
}
HIDDEN: dict[str, Any] = {
    "unit": UNKNOWN,
    "units": (UNKNOWN, UNKNOWN),
    "cards": (UNKNOWN, UNKNOWN),
    "given": UNKNOWN,
    "taken": UNKNOWN,
    "card": UNKNOWN,
}
VARIED = {
    "source": (0, 1, 2),
    "what": (0, 1),
    "how": (0, 1, 2),
    "reason": (0, 1, 2, 3),
    "forced": (False, True),
    "herald": (NONE, 1),
    "phase": (0, 1, 2, 3),
    "deck": (0, 1, 2, 3),
    "attribute": (0, 1, 2, 3),
    "zone": (0, 1, 2),
    "aside": ((), (1, 2)),
    "card": (STALDORG, SYMBIONT),
    "units": ((), (SYMBIONT,)),
    "amount": (0, 1, 2),
    "why": tuple(REASONS),
    "marked": (False, True),
    "level": LEVELS,
    "number": (1, 2, 5),
    "seals": (1, 2, 3, 5),
}
PRIVATE = {
    "hand_dealt",
    "units_drawn",
    "unit_kept",
    "cards_exchanged",
    "hand_shown",
    "deck_shuffled",
    "deck_reshuffled",
    "houses_hand_shuffled",
    "houses_privilege_drawn",
    "seals_converted",
}
"""Events that reach some viewers with unknown cards in them."""


def narrators() -> Iterator[Narrator]:
    for language in LANGUAGES:
        yield words_for(TABLES, language, NAMES)


def table(**fields: Any) -> State:
    """A bare table of three seats."""
    state = State(len(CARDS.groups["unit"]))
    state.created = events.GameCreated(
        "elekt-2e-r2", 2, 3, "", CARDS.tokens, CARDS.heat_tokens, CARDS.heat_limit, 2, 6, 2, 5, ""
    )
    state.seats = 3
    state.order = (0, 1, 2)
    state.assigned, state.heat = [0] * 3, [0] * 3
    state.drawn, state.drawn_by = (SYMBIONT, ACOLYTE), 0
    for name, value in fields.items():
        setattr(state, name, value)
    return state


def samples(kind: str) -> Iterator[tuple[Any, ...]]:
    event_class: Any = events.KINDS[kind]
    base = {name: FIELDS.get(name, 2) for name in event_class._fields}
    yield event_class(**base)
    for name in base:
        for value in VARIED.get(name, ()):
            if (kind, name) != ("first_player_drawn", "units"):
                yield event_class(**{**base, name: value})
    if kind in PRIVATE:
        hidden = {name: value for name, value in HIDDEN.items() if name in base}
        yield event_class(**{**base, **hidden})


def is_sentence(text: str) -> bool:
    return bool(text) and text[-1] in ".?" and not re.search(r"None|-1|\{|\}|_|  |<", text)


@pytest.mark.parametrize("kind", sorted(events.KINDS))
def test_every_event_kind_has_a_sentence_in_both_languages(kind: str) -> None:
    for words in narrators():
        for event in samples(kind):
            text = words.event(event, table())
            if kind in SILENT or (kind == "units_returned" and not event[1]):
                assert text == ""
            else:
                assert is_sentence(text), (event, text)


def test_a_hidden_card_is_told_as_a_unit() -> None:
    polish, english = words_for(TABLES, "pl", NAMES), words_for(TABLES, "en", NAMES)
    assert polish.event(events.UnitKept(0, UNKNOWN), table()) == "Alicja zachowuje Jednostkę."
    assert polish.event(events.UnitKept(0, SYMBIONT), table()) == "Alicja zachowuje Jednostkę: Symbiont."
    assert polish.event(events.UnitsDrawn(1, (UNKNOWN, UNKNOWN)), table()) == "Bob dobiera 2 Jednostki."
    assert english.event(events.UnitsDrawn(1, (UNKNOWN, UNKNOWN)), table()) == "Bob drew 2 Units."


def test_log_sentences_read_well() -> None:
    polish, english = words_for(TABLES, "pl", NAMES), words_for(TABLES, "en", NAMES)
    assigned = events.UnitAssigned(0, ACOLYTE, 0, 1)
    assert polish.event(assigned, table()) == "Alicja przydziela: Akolita → Strefa Misji."
    assert english.event(assigned, table()) == "Alicja assigned Acolyte to the Missions Zone."
    won = events.ConfrontationWon(2, 3, 1, events.BY_COURT)
    assert polish.event(won, table()) == "Bob wygrywa konfrontację Władzy w Strefie Dworu dzięki pozycji na Dworze."
    assert english.event(won, table()) == "Bob won the Power confrontation in the Court Zone by court position."
    paid = events.HeatPaid(0, 2)
    assert polish.event(paid, table()) == "Alicja płaci 2 Żary."


# --- questions ---------------------------------------------------------------------------------------------------

ASKED_BY: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "set_direction": (agenda.SetDirection(0), ()),
    "recruit": (agenda.ChooseKept(0), ()),
    "assign_or_pass": (agenda.Turn(0, NONE), ()),
    "use_instant": (agenda.Ability(0, ACOLYTE, 1, ACOLYTE, 0, NONE, 0), ()),
    "use_optional": (agenda.Ability(0, SYMBIONT, 1, NONE, NONE, NONE, 0), ()),
    "tie_winner": (agenda.Tie(0, 1, 0, 0b11, ((0, IDS["master_of_pacts"]),)), ()),
    "attach_tokens": (agenda.Effect(0, 1, 0, ()), ()),
    "swap_units": (agenda.Effect(0, 1, 1, ()), ()),
    "annihilate_unit": (agenda.Effect(0, 1, 2, ()), ()),
    "choose_victim": (agenda.Designate(0, ACOLYTE, 1, 1, 1), ()),
    "save_unit": (agenda.Save(0, 1, ACOLYTE, 1, ()), ()),
    "discard_from_hand": (agenda.Discard(0, 2), (agenda.Ability(0, STALDORG, 0, ACOLYTE, 0, NONE, 0),)),
    "give_sceptre": (agenda.Sceptre(0), ()),
    "houses_lose": (agenda.HousesLose(0), ()),
    "houses_choice": (agenda.HousesChoice(1, STALDORG, 1, NONE, 1, NONE, 0, ((("token", 3),),)), ()),
    "name_herald": ((), ()),
}


@pytest.mark.parametrize("kind", [kind for kind in decisions.KINDS if kind != "concede"])
def test_every_question_is_asked_in_both_languages(kind: str) -> None:
    step, beneath = ASKED_BY[kind]
    for words in narrators():
        for stack in (beneath, ()):
            awaiting = Awaiting(SeatNo(0), kind, "E0.1", {})
            text = words.question(awaiting, table(step=step, agenda=stack, asked=0, question=kind))
            assert is_sentence(text), text


def test_a_question_names_card_zone_and_cost() -> None:
    english = words_for(TABLES, "en", NAMES)
    step, beneath = ASKED_BY["use_instant"]
    asked = Awaiting(SeatNo(0), "use_instant", "E15.3", {"cost": 1})
    assert (
        english.question(asked, table(step=step))
        == "Use Acolyte in the Influences Zone for 1 Heat? Attach 1 Power token to this Unit."
    )
    step, beneath = ASKED_BY["discard_from_hand"]
    asked = Awaiting(SeatNo(0), "discard_from_hand", "E18.1", {})
    assert (
        english.question(asked, table(step=step, agenda=beneath))
        == "Mechanical Staldorg: discard 2 Units from your hand."
    )


# --- answers -----------------------------------------------------------------------------------------------------

CHOICES: dict[str, list[tuple[Any, ...]]] = {
    "set_direction": [("clockwise",), ("counter_clockwise",)],
    "recruit": [("keep_first",), ("keep_second",), ("redraw",)],
    "assign_or_pass": [(ACOLYTE, 0), ()],
    "use_instant": [("use",), ("use", *((word, 0) for word in decisions.TARGETS)), ()],
    "use_optional": [("use",), ()],
    "tie_winner": [(1,)],
    "attach_tokens": [((0, ACOLYTE), (3, SYMBIONT)), ()],
    "swap_units": [(ACOLYTE, SYMBIONT), ()],
    "annihilate_unit": [(ACOLYTE,), ()],
    "choose_victim": [(ACOLYTE,)],
    "save_unit": [("save",), ("let_go",)],
    "discard_from_hand": [(ACOLYTE, SYMBIONT), ()],
    "give_sceptre": [(1, "clockwise")],
    "houses_lose": [("heat",), ("seals",)],
    "houses_choice": [(("unit", ACOLYTE), ("token", 3))],
    "name_herald": [(1,), ()],
    "concede": [()],
}


@pytest.mark.parametrize("kind", decisions.KINDS)
def test_every_answer_has_a_label_in_both_languages(kind: str) -> None:
    for words in narrators():
        for choice in CHOICES[kind]:
            text = words.decision(Decision(SeatNo(0), kind, choice), table())
            assert text, (kind, choice)
            assert not re.search(r"None|-1|_|\{", text), text


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Violence to Assassin (Bob)"), ("pl", "Przemoc → Zabójca (Bob)")]
)
def test_tokens_for_a_rivals_unit_say_whose_it_is(language: str, said: str) -> None:
    """Both have an Assassin; nobody is named beside one's own Units."""
    zones = {"influences": {"rows": [["acolyte", "assassin"], ["assassin"]]}}
    data = {"phase": "confrontation", "to_resolve": {"influences": ["occultism"]}, "zones": zones}
    play = Play.begin(game, Setup("elekt", "elekt-2e-r2", 2, {"position": data}), SeededChance(bytes(32)))
    words = game.words(language, ("Alice", "Bob"))
    texts = [words.decision(option, play.state) for option in game.options(play.state)]
    assert any(said in text for text in texts)
    assert not any("(Alice)" in text for text in texts)
    assert len({*texts}) == len(texts)


PARTS = [
    *decisions.KEEP[:2],
    decisions.REDRAW,
    *("pass", "use", "decline", "done", "save", "let_go", "heat", "seals", "none", "concede"),
    *(
        "direction:clockwise",
        "direction:counter_clockwise",
        "seat:1",
        "zone:missions",
        "token:power",
        "attribute:violence",
    ),
    *(
        "unit:acolyte.0",
        "with:symbiont",
        "from:symbiont",
        "hand:acolyte.0",
        "pile:symbiont",
        "give:symbiont",
        "player:2",
    ),
    "take:mechanical_staldorg",
]


@pytest.mark.parametrize("part", PARTS)
def test_every_part_has_a_label_in_both_languages(part: str) -> None:
    texts = [words.part(part, table()) for words in narrators()]
    for text in texts:
        assert text
        assert not re.search(r"None|-1|_|\{|:$", text), text


def test_every_kind_of_target_is_tried_above() -> None:
    assert {part.partition(":")[0] for part in PARTS} >= set(decisions.TARGETS)


# --- refusals ----------------------------------------------------------------------------------------------------

ENGINE = sorted((Path(elekt_core.__file__).parent / "games" / "elekt").glob("*.py"))
REFUSING = {"IllegalDecision", "NotYourTurn", "MatchOver", "MalformedDecision", "Refusal", "refuse", "illegal"}


def codes_in_the_engine() -> set[str]:
    """Words that the engine's sources give to an error or a refusal as its code."""
    found = set(decisions.CODES)
    for path in ENGINE:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in REFUSING:
                first = (*node.args[:2], *(k.value for k in node.keywords if k.arg == "code"))
                found |= {a.value for a in first if isinstance(a, ast.Constant) and isinstance(a.value, str)}
    return found


def test_every_refusal_code_has_a_sentence_in_both_languages() -> None:
    for words in narrators():
        assert codes_in_the_engine() <= set(words.phrases.refusals)
    for code in codes_in_the_engine():
        data = {"unit": "acolyte.0", "card": "famine_procession", "zone": "missions", "attribute": "power", "seat": 1}
        for words in narrators():
            text = words.refusal(code, "E1.1", {**data, "limit": 2, "cost": 2, "heat": 1, "field": "unit"})
            assert is_sentence(text), text
            assert "–" not in text.replace(" – ", ""), text


def test_a_refusal_names_what_and_where() -> None:
    english, polish = words_for(TABLES, "en", NAMES), words_for(TABLES, "pl", NAMES)
    data = {"unit": "acolyte.0", "zone": "missions", "limit": 2}
    assert english.refusal("zone_full", "E7.4", data) == "You have reached your Unit limit in the Missions Zone (2)."
    assert polish.refusal("zone_full", "E7.4", data) == "Twój limit Jednostek jest już osiągnięty (2) – Strefa Misji."


def test_a_refusal_with_missing_or_unknown_words_is_still_a_sentence() -> None:
    for words in narrators():
        assert words.refusal("zone_full", "E7.4", {})
        assert words.refusal("a_code_of_tomorrow", "", {}) == words.phrases.refused
