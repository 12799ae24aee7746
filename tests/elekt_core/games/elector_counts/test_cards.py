"""The card file: what it may say, and that everything wrong in it is named."""

from __future__ import annotations

import pytest

from elekt_core.errors import BadCards
from elekt_core.games.elector_counts.cards import CARD_FILE, OPS, PROVENANCE, read_cards
from elekt_core.games.elector_counts.game import game
from elekt_core.games.elector_counts.support import CARRY_OUT, TARGETS, WORDS

from .marks import TABLE, ability, missing, shows, table

TEXT = CARD_FILE.read_text(encoding="utf-8")


def test_every_rule_and_every_ability_has_a_test_and_the_table_says_which() -> None:
    assert missing() == []
    assert TABLE.read_text(encoding="utf-8") == table()


def test_every_card_says_where_it_comes_from() -> None:
    assert all(one.provenance in PROVENANCE for one in game.cards.cards)
    assert all(one.note for one in game.cards.cards if one.provenance == "completed")


def test_every_effect_has_targets_and_is_carried_out() -> None:
    assert set(WORDS) == set(OPS)
    assert set(TARGETS) == set(CARRY_OUT) == set(OPS) - {"conflict_strength"}


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("attacker = 35", "attacker = 36", "totals.attacker"),
        ('kw = "retreat"', 'kw = "flee"', "attacker_last_lantern"),
        ('group = "riders"', 'group = "riders2"', "attacker_border_riders"),
        ('cards = ["defender_sappers"]', 'cards = ["attacker_hired_knife"]', "attacker_great_bombard"),
        ('timing = "reaction"', 'timing = "action"', "support_rallying_horn"),
        ('op = "redraw_hand"', 'op = "redraw"', "support_change_of_plans"),
        ("strength = 5", "strength = -5", "attacker_great_bombard"),
        ("strength = 5", 'strength = "5"', "attacker_great_bombard"),
        ('id = "start_altdorf"', 'id = "start_middenheim"', "start_middenheim"),
        ("persists = true", "persists = false", "support_field_granary"),
        ('removed_with_two = ["support_m', 'removed_with_two = ["support_x', "setup.removed_with_two"),
        ("order_value = 4", "order = 4", "start_altdorf"),
        ("[meta]", "[meta", "cards.toml"),
    ],
)
def test_what_is_wrong_in_a_file_is_named(old: str, new: str, where: str) -> None:
    assert old in TEXT
    with pytest.raises(BadCards) as bad:
        read_cards(TEXT.replace(old, new, 1))
    assert bad.value.data["where"] == where


def test_names_do_not_change_what_a_record_is_pinned_to_and_values_do() -> None:
    pinned = read_cards(TEXT).pinned
    assert read_cards(TEXT.replace('name_en = "Militia"', 'name_en = "Levy"')).pinned == pinned
    assert read_cards(TEXT.replace("strength = 5", "strength = 6", 1)).pinned != pinned
    assert game.card_set == pinned


@shows("K2.4")
@ability("defender_border_garrison")
def test_the_polish_name_says_who_is_a_garrison() -> None:
    defenders = [one for one in game.cards.cards if one.kind == "defender"]
    assert [one.garrison for one in defenders] == ["Garnizon" in one.name_pl for one in defenders]
