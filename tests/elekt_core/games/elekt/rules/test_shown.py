"""Which cards show which rule is worked out from the card data (C1)."""

from __future__ import annotations

import pytest

from elekt_core.games.elekt import game
from elekt_core.games.elekt.rules import rulebook
from elekt_core.games.elekt.rules.shown import rules_of

CARDS = {card.id: card for card in game.cards.cards}


@pytest.mark.parametrize(
    ("card", "numbers"),
    [
        ("acolyte", {"C1.2", "C1.3", "C1.9", "C1.32", "E1.6", "E15.3", "E15.4", "E18.5"}),
        ("nameless", {"C1.36", "C1.27", "E18.7"}),
        ("dignitary", {"C1.8", "C1.30", "C1.46", "E15.7"}),
        ("dark_exarch", {"C1.18", "C1.50", "E19.3"}),
        ("body_thief", {"C1.38", "C1.40", "E19.4"}),
        ("ravenous_skarger", {"C1.52", "E8.16", "E19.5"}),
        ("scarifist_guard", {"C1.26", "C1.49", "E19.2"}),
        ("propaganda_office", {"C1.52", "E8.14", "E19.7", "E15.10"}),
        ("famine_procession", {"C1.54", "C1.62"}),
        ("plague_harbinger", {"C1.51", "E19.8"}),
        ("master_of_pacts", {"C1.15", "C1.53", "E8.18", "E15.11"}),
        ("mechs_steal_heat", {"C1.10", "C1.43", "E17.2", "E19.9"}),
    ],
)
def test_a_card_shows_the_rules_of_its_words(card: str, numbers: set[str]) -> None:
    assert numbers <= rules_of(CARDS[card])
    for number in numbers:
        assert card in game.shown_by(number)


def test_only_rules_that_there_are_are_shown() -> None:
    known = set(rulebook("pl").by_number)
    assert {number for card in CARDS.values() for number in rules_of(card)} <= known


def test_every_trigger_and_effect_of_the_vocabulary_is_shown_by_some_card() -> None:
    """C1.8 to C1.25 and C1.32 to C1.59: the base set uses every word that it defines."""
    numbers = [f"C1.{n}" for n in (*range(8, 26), *range(32, 60))]
    assert [number for number in numbers if not game.shown_by(number)] == []


def test_cards_come_in_the_order_of_the_set_and_a_rule_of_the_course_of_play_has_none() -> None:
    order = list(CARDS)
    instant = game.shown_by("E15.3")
    assert sorted(instant, key=order.index) == list(instant)
    assert game.shown_by("E6.2") == ()
