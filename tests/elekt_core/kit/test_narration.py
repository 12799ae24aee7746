"""One narrator fills phrases: facts with variants, cards that a page can link, and dashes for what is not said."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from elekt_core.contract import UNKNOWN, AutomatonResult, Awaiting, Decision, Event, Outcome, SeatNo
from elekt_core.kit.narration import Narrator, Phrases

CARDS = ("ace", "king")


class CardPlayed(NamedTuple):
    seat: int
    card: int
    victim: int


class DeckShuffled(NamedTuple):
    cards: tuple[int, ...]


PHRASES = Phrases(
    title="Cards",
    summary="A game.",
    score_name="tricks",
    hidden_card="a card",
    events={
        "card_played": "{seat} plays {card}.",
        "card_played:hidden": "{seat} plays face down.",
        "deck_shuffled": "",
    },
    questions={"play": "{seat}: which card after {card}?"},
    parts={},
    refusals={"not_in_hand": "{card} is not in your hand ({rule}, {reason})."},
    refused="That cannot be done.",
    endings={"over": "It is over: {names}."},
    rulesets={"cards-1": "Cards"},
    options={"level": "Level"},
    values={"level:1": "easy", "drawn": "drawn by lot"},
    automata={"bank": "The bank"},
)


class Words(Narrator[Phrases]):
    def variant(self, event: Event) -> str:
        return "hidden" if isinstance(event, CardPlayed) and event.card == UNKNOWN else ""

    def value(self, name: str, event: Any) -> str:
        value = getattr(event, name)
        return self.player(value) if name in ("seat", "victim") else self.card(value)

    def card(self, card: int) -> str:
        return self.marked(CARDS[card], CARDS[card].capitalize())

    def datum(self, name: str, value: Any) -> str:
        return self.player(value) if name == "seat" and self.is_seat(value) else str(value)

    def decision(self, decision: Decision, view: Any) -> str:
        return decision.kind

    def part(self, part: str, view: Any) -> str:
        return part


@pytest.fixture
def words() -> Words:
    return Words(PHRASES, ["Alice", "Bob"])


def test_a_fact_fills_the_phrase_of_its_kind_or_variant(words: Words) -> None:
    assert words.event(CardPlayed(0, 1, 1), None) == "Alice plays King."
    assert words.event(CardPlayed(1, UNKNOWN, 0), None) == "Bob plays face down."
    assert words.event(DeckShuffled((0, 1)), None) == ""


def test_a_field_without_a_place_in_the_phrase_is_not_put_into_words(words: Words) -> None:
    assert words.event(CardPlayed(0, 0, 99), None) == "Alice plays Ace.", "nobody sits on seat 99"


def test_pieces_are_the_sentence_cut_where_it_names_cards(words: Words) -> None:
    assert words.pieces(CardPlayed(0, 1, 1), None) == (("Alice plays ", ""), ("King", "king"), (".", ""))
    assert words.pieces(DeckShuffled(()), None) == ()
    assert words.event(CardPlayed(0, 1, 1), None) == "Alice plays King.", "marks are for pieces alone"


def test_what_a_question_or_refusal_does_not_say_is_a_dash(words: Words) -> None:
    assert words.question(Awaiting(SeatNo(0), "play", "", {"seat": 1}), None) == "Bob: which card after –?"
    assert words.refusal("not_in_hand", "R1", {"card": "ace"}) == "ace is not in your hand (R1, –)."
    assert words.refusal("of_tomorrow", "R1", {"seat": 7}) == "That cannot be done."


def test_names_of_what_may_be_agreed_on_fall_back_to_what_they_are(words: Words) -> None:
    said = [words.option("level"), words.option("other"), words.automaton("bank"), words.automaton("dealer")]
    assert said == ["Level", "other", "The bank", "dealer"]
    values = [words.option_value("level", 1), words.option_value("cards", "drawn"), words.option_value("cards", 1)]
    assert values == ["easy", "drawn by lot", "1"]
    assert (words.ruleset("cards-1"), words.introduction("cards-1")) == ("Cards", "")


def test_an_ending_names_those_who_have_not_won(words: Words) -> None:
    outcome = Outcome(None, (1, 2), (3, 1), "over", (AutomatonResult("bank", 3, 0),))
    assert words.ending(outcome) == "It is over: Bob."
