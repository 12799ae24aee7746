"""Cards are data: the file is read and checked word by word, and a new card needs no code."""

from __future__ import annotations

import copy
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import elekt_core
from elekt_core.contract import SeatNo
from elekt_core.errors import BadCards, CoreError
from elekt_core.games.elekt import events as e
from elekt_core.games.elekt import game as base_game
from elekt_core.games.elekt.card_lists.file import check_data
from elekt_core.games.elekt.cards import CARD_FILE, CardSet, load_cards, read_cards
from elekt_core.games.elekt.game import Elekt
from elekt_core.games.elekt.tables import polish_key

from .builders import position

BASE: dict[str, Any] = tomllib.loads(CARD_FILE.read_text("utf-8"))


def with_ability(group: str, card: str, **ability: Any) -> Elekt:
    """The base game with the ability of one card written anew."""
    return Elekt(read_cards(changed(group, card, ability=ability), "test.toml"))


def changed(group: str, card: str, **fields: Any) -> dict[str, Any]:
    data = copy.deepcopy(BASE)
    entry = next(entry for entry in data[group] if entry["id"] == card)
    entry.update(fields)
    return data


def refused(data: dict[str, Any]) -> str:
    _, flaws = check_data(data)
    assert flaws
    return "\n".join(f"{flaw.where}: {flaw.key}: {flaw.text('en')}" for flaw in flaws)


# --- the base set against the figures of elekt-cards.md, C3 and C5.3 ---------------------------------------


def test_the_symbols_of_elite_units_add_up() -> None:
    elites = [card for card in base_game.cards.cards if card.kind == "elite"]
    assert [sum(card.symbols[a] for card in elites) for a in range(4)] == [18, 19, 20, 22]
    assert sum(sum(card.symbols) == 2 for card in elites) == 23
    assert sum(sum(card.symbols) == 3 for card in elites) == 11


def test_types_and_abilities_of_elite_units_are_balanced() -> None:
    elites = [card for card in base_game.cards.cards if card.kind == "elite"]
    assert [sum(card.type == kind for card in elites) for kind in ("cultist", "spectre", "none")] == [14, 13, 7]
    assert [sum(card.ability.kind == kind for card in elites) for kind in ("instant", "permanent")] == [15, 19]


@pytest.mark.parametrize(
    ("group", "cards", "titles"), [("mission", 17, 22), ("influence", 17, 19), ("privilege", 12, 0)]
)
def test_titles_add_up(group: str, cards: int, titles: int) -> None:
    found = [card for card in base_game.cards.cards if card.group == group]
    assert len(found) == cards
    assert sum(len(card.titles) for card in found) == titles


def test_copies_are_numbered_and_single_cards_are_not() -> None:
    names = base_game.cards.names
    assert len(names) == len(set(names)) == 96
    assert names[:4] == ("acolyte.0", "acolyte.1", "acolyte.2", "acolyte.3")
    assert "symbiont" in names
    assert base_game.cards.basics(2) == tuple(
        base_game.cards.ids[f"{kind}.2"] for kind in ("acolyte", "nameless", "dignitary", "assassin")
    )


def test_names_are_sorted_as_in_a_polish_dictionary() -> None:
    """E3.6: ą after a and before b, ż last, a space before any letter, case ignored."""
    words = ["Żar", "zar", "ćma", "cis", "Dwór Luster", "dworzanin", "łza", "lza", "Ąb", "az"]
    expected = ["az", "Ąb", "cis", "ćma", "dworzanin", "Dwór Luster", "lza", "łza", "zar", "Żar"]
    assert sorted(words, key=polish_key) == expected


# --- versions -----------------------------------------------------------------------------------------------


def test_a_corrected_text_leaves_the_version_a_changed_rule_does_not() -> None:
    def version(data: dict[str, Any]) -> str:
        return read_cards(data, "test.toml").version

    text = changed("mission", "blood_audit", name_en="Crimson Audit")
    assert version(text) == base_game.cards.version
    ability = {**next(m for m in BASE["mission"] if m["id"] == "blood_audit")["ability"], "cost": 1}
    assert version(changed("mission", "blood_audit", ability=ability)) != base_game.cards.version
    assert base_game.card_set == base_game.cards.version == load_cards().version


# --- errors name the place ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ability", "problem"),
    [
        (
            {"kind": "instant", "trigger": "on_asign_self", "effects": [{"op": "swap", "a": "own", "b": "other"}]},
            "trigger",
        ),
        ({"kind": "rule", "trigger": "static", "effects": [{"op": "free_tokens", "attribute": "occultism"}]}, "kind"),
        ({"kind": "instant", "trigger": "on_assign_self", "effects": []}, "effects"),
        ({"kind": "instant", "trigger": "on_assign_self", "effects": [{"op": "atach"}]}, "op"),
        (
            {"kind": "instant", "trigger": "on_assign_self", "effects": [{"op": "attach", "target": "this"}]},
            "attribute",
        ),
        (
            {"kind": "instant", "trigger": "on_assign_self", "effects": [{"op": "annihilate", "target": "enemy"}]},
            "target",
        ),
        (
            {
                "kind": "instant",
                "trigger": "on_assign_self",
                "effects": [{"op": "annihilate", "target": "any", "x": 1}],
            },
            "“x”",
        ),
        ({"kind": "permanent", "trigger": "static", "effects": [{"op": "annihilate", "target": "any"}]}, "static"),
        (
            {"kind": "permanent", "trigger": "static", "effects": [{"op": "modify", "what": "save_cost"}]},
            "either “set” or “add”",
        ),
        (
            {
                "kind": "instant",
                "cost": "much",
                "trigger": "on_assign_self",
                "effects": [{"op": "annihilate", "target": "any"}],
            },
            "cost",
        ),
        (
            {
                "kind": "instant",
                "trigger": "on_assign_self",
                "effects": [{"op": "annihilate", "target": "any", "filter": {"colour": "red"}}],
            },
            "colour",
        ),
    ],
)
def test_a_misspelt_ability_is_refused_and_its_place_is_named(ability: dict[str, Any], problem: str) -> None:
    message = refused(changed("unit", "symbiont", ability=ability))
    assert "unit symbiont: ability" in message
    assert problem in message


def test_other_mistakes_in_a_card_file_are_refused() -> None:
    assert "unit symbiont: type" in refused(changed("unit", "symbiont", type="ghost"))
    assert "unit symbiont: symbols" in refused(changed("unit", "symbiont", symbols={"luck": 1}))
    assert "copies" in refused(changed("unit", "symbiont", copies=0))
    assert "name_pl" in refused(changed("mission", "blood_audit", name_pl=7))
    assert "a table is expected here" in refused({**BASE, "heat": 3})


def test_a_file_that_is_no_toml_or_is_missing_is_refused(tmp_path: Path) -> None:
    (tmp_path / "broken.toml").write_text("[[unit", "utf-8")
    for name in ("broken.toml", "absent.toml"):
        with pytest.raises(CoreError) as caught:
            load_cards(tmp_path / name)
        assert caught.value.data["where"] == name


# --- new cards from data alone ------------------------------------------------------------------------------


def test_a_mandatory_ability_that_leaves_a_choice_asks_for_it_without_decline() -> None:
    game = with_ability(
        "mission",
        "burning_archives",
        kind="rule",
        trigger="on_assign",
        who="any",
        effects=[{"op": "attach", "attribute": "any", "target": "subject"}],
    )
    table = position(hands={0: ["dignitary", "nameless"]}, face_up={"missions": "burning_archives"}, game=game)
    table.assign("dignitary", "missions")
    assert table.asked == (0, "use_optional")
    assert table.paths() == [f"use token:{a}" for a in ("occultism", "cunning", "violence", "power")]
    assert table.choose("use", "token:violence").tokens("dignitary") == {"violence": 1}


def test_several_tokens_go_to_the_same_unit() -> None:
    game = with_ability(
        "unit",
        "ecclesiast",
        kind="instant",
        trigger="on_assign_self",
        optional=True,
        effects=[{"op": "attach", "attribute": "power", "count": 2, "target": "any"}],
    )
    table = position(zones={"court": {1: ["nameless"]}}, hands={0: ["ecclesiast"]}, game=game)
    table.assign("ecclesiast", "court")
    table.choose("use", "unit:nameless.1")
    assert table.tokens("nameless", 1) == {"power": 2}


def test_a_chosen_card_of_a_hidden_hand_never_waits_in_the_open() -> None:
    """Two effects, the second from hand: while the first one's victim may be saved, nobody else may read the
    second's card."""
    game = with_ability(
        "unit",
        "bone_carver",
        kind="instant",
        trigger="on_assign_self",
        optional=True,
        effects=[
            {"op": "annihilate", "target": "other", "savable": True},
            {"op": "place", "target": "hand_unit", "to": "this_zone"},
        ],
    )
    table = position(zones={"court": {1: ["nameless"]}}, hands={0: ["bone_carver", "necrarch", "acolyte"]}, game=game)
    table.assign("bone_carver", "court")
    table.choose("use", "unit:nameless.1", "hand:necrarch")
    assert table.asked == (1, "save_unit")
    question = table.events[-1]
    assert isinstance(question, e.Awaiting)
    assert "necrarch" in str(game.encode_event(question))
    assert "necrarch" in str(game.encode_event(game.redact(question, SeatNo(0))))
    for viewer in (SeatNo(1), None):
        assert "necrarch" not in str(game.encode_event(game.redact(question, viewer)))
        assert "necrarch" not in str(game.encode_state(game.view(table.state, viewer)))
    table.choose("let_go")
    assert table.row("court", 0) == ["bone_carver", "necrarch"]


def test_an_ability_can_reach_beyond_its_zone() -> None:
    """C1.5: ``zone = "any"``."""
    game = with_ability(
        "unit",
        "warden_of_the_last_gate",
        kind="permanent",
        trigger="static",
        zone="any",
        effects=[{"op": "modify", "what": "save_cost", "set": 0, "who": "own", "filter": {"kind": "elite"}}],
    )
    zones = {"court": {0: ["warden_of_the_last_gate"]}, "missions": {1: ["scarifist_guard"], 0: ["symbiont"]}}
    table = position(zones=zones, heat=[0, 2], phase="confrontation", only=("missions", "violence"), game=game)
    assert table.asked == (1, "annihilate_unit")
    table.choose("unit:symbiont")
    assert table.asked == (0, "save_unit")


def test_a_unit_can_pay_with_itself() -> None:
    """C1.2: ``remove_self`` of a Unit puts it on the discard pile."""
    game = with_ability(
        "unit",
        "confessor",
        kind="instant",
        trigger="on_assign_self",
        optional=True,
        extra_cost="remove_self",
        effects=[{"op": "gain_heat", "player": "controller", "amount": 1}],
    )
    table = position(hands={0: ["confessor"]}, heat=[0, 2], game=game)
    table.assign("confessor", "court")
    table.choose("use")
    assert table.discard() == ["confessor"]
    assert table.heat() == [1, 2]


def test_a_set_of_other_cards_plays_to_the_end() -> None:
    """A list with fewer cards, of which one Elite Unit has two copies."""
    data = copy.deepcopy(BASE)
    data["unit"] = [unit for unit in data["unit"] if unit["id"] not in ("body_thief", "necrarch")]
    next(unit for unit in data["unit"] if unit["id"] == "symbiont")["copies"] = 2
    cards: CardSet = read_cards(data, "test.toml")
    assert "symbiont.1" in cards.names
    from .invariants import check_step
    from .random_games import batches

    game = Elekt(cards)
    state = game.initial()
    for batch in batches(11, 3, game):
        for event in batch.events:
            game.evolve(state, event)
            check_step(event, state, game)
    assert game.outcome(state)


def test_the_games_own_cards_have_no_flaw_that_a_club_s_list_may_not_have() -> None:
    assert check_data(BASE)[1] == []


def test_a_word_that_cannot_be_read_is_refused_with_its_place() -> None:
    with pytest.raises(BadCards) as caught:
        read_cards(changed("unit", "symbiont", type="ghost"), "test.toml")
    assert str(caught.value.data["where"]).startswith("test.toml: unit.")


WITHOUT_LISTS = """
import sys
sys.modules["elekt_core.games.elekt.card_lists"] = None
from elekt_core.cli.main import main
from elekt_core.games.elekt import game
for seats, ruleset in (("3", game.rulesets[0].name), ("1", "elekt-solo-r2")):
    assert main(["simulate", "--game", "elekt", "--ruleset", ruleset, "--seats", seats, "--out", "games"]) == 0
assert len(game.gallery("pl")) == len(game.cards.cards)
import pathlib
assert main(["verify", *map(str, pathlib.Path("games").glob("*.jsonl"))]) == 0
try:
    game.with_cards("")
except ImportError:
    print("no lists")
"""


def test_the_game_plays_without_the_package_of_card_lists(tmp_path: Path) -> None:
    environment = {"PYTHONPATH": str(Path(elekt_core.__path__[0]).parent)}
    command = [sys.executable, "-c", WITHOUT_LISTS]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.stdout.endswith("no lists\n"), done.stderr


def test_nothing_but_the_game_reads_the_package_of_card_lists() -> None:
    folder = CARD_FILE.parent
    reading = {
        file.relative_to(folder).as_posix()
        for file in folder.rglob("*.py")
        if re.search(r"^ {8,}from \.+card_lists|^ ?from \.+card_lists", file.read_text("utf-8"), re.MULTILINE)
    }
    assert reading == {"game.py"}
