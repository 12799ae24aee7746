"""``check_game`` passes what keeps the contract, and names the mistake of what does not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from elekt_core.checking.playing import Report, check_game, lines_of
from elekt_core.registry import get_game
from tests.sampling import sample

from .conftest import OUTSIDE, Site

GOOD = (OUTSIDE / "high_stakes.py").read_text()


def changed(*changes: tuple[str, str]) -> str:
    """The example with one mistake."""
    text = GOOD
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


WRONG: dict[str, tuple[str, str, str, str]] = {
    "a hand is hidden in the position and told in the fact": (
        changed(('known_to_seat, by_seat = {"hands": CardsDealt}', 'known_to_seat, by_seat = {"hands": None}')),
        "what is hidden",
        "redact",
        "a replay and a live page would differ",
    ),
    "a hand is told to its seat alone and shown to all": (
        changed(
            ("known_to_seat, by_seat = {", "known_to_seat, by_seat = {"),
            ("    def deal(", "    def view(self, state, viewer):\n        return state.copy()\n\n    def deal("),
        ),
        "what is hidden",
        "redact",
        "the facts that a spectator is told lead to seats[0].hand",
    ),
    "a hand that is hidden, but not of cards": (
        changed(
            ("import dataclass, field", "import dataclass, field\nfrom typing import Annotated"),
            (
                "from elekt_core.ruleset",
                "from elekt_core.kit.fields import KNOWN_TO_EACH, KNOWN_TO_SEAT\nfrom elekt_core.ruleset",
            ),
            ('("cards", tuple[int, ...])', '("cards", Annotated[tuple[int, ...], KNOWN_TO_SEAT])'),
            ("hands: list[list[int]]", "hands: Annotated[list[list[int]], KNOWN_TO_EACH]"),
            ('known_to_seat, by_seat = {"hands": CardsDealt}', "known_to_seat, by_seat = {}"),
        ),
        "what is hidden",
        "events",
        "after a takeback nobody could say that it is known",
    ),
    "the fold cannot take a card that is hidden": (
        changed(("remove(card if card in state.hands[seat] else -1)", "remove(card)")),
        "what is hidden",
        "fold",
        "A fold must also work where a card is UNKNOWN",
    ),
    "options come from another hand": (
        changed(("for card in state.hands[seat]]", "for card in state.hands[seat - 1]]")),
        "questions",
        "choices",
        "they depend on cards that the seat cannot see",
    ),
    "a refusal tells another hand": (
        changed(
            (
                "    def deal(",
                "    def refusals(self, state, seat):\n        highest = max(state.hands[seat - 1], default=0)\n"
                "        return (Refusal((f'hand:{highest}',), 'highest', 'R1', {}),)\n\n    def deal(",
            ),
            ("from elekt_core.ruleset", "from elekt_core.contract import Refusal\nfrom elekt_core.ruleset"),
        ),
        "questions",
        "refusals",
        "it tells what is hidden",
    ),
    "a seat without a card is asked": (
        changed(("return None if any(state.hands) else state.tricks", "return None if sum(state.tricks) < 5 else [0]")),
        "questions",
        "choices",
        "is asked and has no option",
    ),
    "the game does not end": (
        changed(
            ("state.hands[seat].remove(card if card in state.hands[seat] else -1)", "pass"),
            ("return None if any(state.hands) else state.tricks", "return None"),
        ),
        "the end",
        "scores",
        "is not over after",
    ),
    "scores for one seat alone": (
        changed(("else state.tricks\n", "else state.tricks[:1]\n")),
        "the end",
        "scores",
        "seats have 1 ranks and 1 scores",
    ),
    "chance of its own": (
        changed(
            ("from dataclasses", "import random\nfrom dataclasses"),
            (
                "deck = self.shuffled(state, chance, range(16))",
                "deck = DeckShuffled(tuple(random.sample(range(16), 16)))",
            ),
        ),
        "the start",
        "deal",
        "all chance must come from `chance`",
    ),
    "playing changes the position that it is given": (
        changed(
            (
                "        table = [*state.table, *choice]\n",
                "        state.table += choice\n        table = state.table\n",
            )
        ),
        "decisions",
        "play",
        "changes the position that it was given: copy it first",
    ),
    "a fact that is not declared": (
        changed(("events, rule = (CardsDealt, CardPlayed, TrickTaken)", "events, rule = (CardsDealt, CardPlayed)")),
        "decisions",
        "play",
        "a TrickTaken, which is not among the game’s kinds",
    ),
    "a question without words": (
        changed(('            "play?": "Which card?",\n', "")),
        "words",
        "texts",
        "the question “play” in “en” has no words but its key",
    ),
    "a sentence with a place that nothing fills": (
        changed(('"{seat} plays {card}."', '"{seat} plays {the_card}."')),
        "words",
        "texts",
        "fails: KeyError: 'the_card'",
    ),
    "a board that shows nothing before the deal": (
        changed(
            (
                "    def deal(",
                "    def board(self, view, language, told=()):\n        return view.hands[0][0], view.table\n\n"
                "    def deal(",
            )
        ),
        "boards",
        "board",
        "the board of a spectator in “pl” fails: IndexError",
    ),
    "a position in a shape of its own": (
        changed(
            (
                "    def deal(",
                "    def encode_state(self, state):\n"
                "        return {**super().encode_state(state), 'table': state.table}\n\n"
                "    def deal(",
            )
        ),
        "positions for programs",
        "describe",
        "`table` is no member of the shape: what only this game has stands in `game`",
    ),
    "a number that stands for a hidden card": (
        changed(
            (
                "    def deal(",
                "    def describe(self, state):\n"
                "        return replace(super().describe(state), piles={'table': [-1]})\n\n"
                "    def deal(",
            ),
            ("from dataclasses import", "from dataclasses import replace,"),
        ),
        "positions for programs",
        "describe",
        "`piles.table.0` is -1; no number under 0 may stand there: what is unknown, or nobody’s, is null",
    ),
    "paths that do not tell options apart": (
        changed(("    def deal(", "    def parts(self, decision):\n        return ('play',)\n\n    def deal(")),
        "questions",
        "parts",
        "a page cannot tell them apart",
    ),
    "a default that is no option": (
        changed(
            (
                "    def deal(",
                "    def default(self, state, seat):\n"
                "        return self.options(state, seat)[0]._replace(choice=(99,))\n\n"
                "    def deal(",
            )
        ),
        "questions",
        "default",
        "is no option",
    ),
    "a notation that loses a card": (
        changed(
            (
                "    def deal(",
                "    def encode_event(self, event):\n"
                "        return {**super().encode_event(event), **({'card': 0} if hasattr(event, 'card') else {})}\n\n"
                "    def deal(",
            )
        ),
        "notation",
        "decode_event",
        "written and read again, CardPlayed",
    ),
    "a fact with the name of a takeback": (
        changed(
            ("TrickTaken", "TakenBack"),
            ('"trick_taken"', '"taken_back"'),
        ),
        "decisions",
        "events",
        "the kind taken_back belongs to the clocks and takebacks of every game",
    ),
    "an answer that gives itself": (
        changed(
            (
                "        return [CardPlayed(seat, *choice), *(trick if len(table) == state.seats else [])]",
                "        played = [CardPlayed(seat, *choice), *(trick if len(table) == state.seats else [])]\n"
                "        hand = state.hands[(state.turn + 1) % state.seats]\n"
                "        if len(table) < state.seats and hand and max(hand) < max(table):\n"
                "            last = (state.turn + 1) % state.seats\n"
                "            table = [*table, min(hand)]\n"
                "            played.append(CardPlayed(last, min(hand)))\n"
                "            if len(table) == state.seats:\n"
                "                played.append(TrickTaken((last + 1 + table.index(max(table))) % state.seats))\n"
                "        return played",
            )
        ),
        "questions",
        "play",
        "learns what a hidden hand holds by what is asked next",
    ),
}


def checked(site: Site, source: str, games: int) -> Report:
    site.install("high_stakes", source)
    return check_game(get_game("high_stakes"), games)


def test_the_projects_example_passes(site: Site) -> None:
    report = checked(site, GOOD, 12)
    assert report.findings == []
    assert (report.games, report.hidden) == (12, {"seats.hand"})


@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_is_named_with_the_method_to_look_at(site: Site, mistake: str) -> None:
    source, law, method, sentence = WRONG[mistake]
    games = 2 if mistake == "an answer that gives itself" else 1  # it is not in the first one
    found = checked(site, source, sample(games, 4)).findings
    fitting = [one for one in found if (one.law, one.method) == (law, method) and sentence in one.text]
    assert fitting, "\n".join(map(str, found)) or "nothing was found"
    assert fitting[0].where.startswith(("First in game ", "Without any game"))
    assert fitting[0] is found[0] or len(found) < 8, "the mistake is not buried"


@pytest.mark.parametrize("name", sample(["enclave"], ["elector_counts", "enclave", "elekt"]))
def test_the_games_of_the_house_pass(name: str) -> None:
    report = check_game(get_game(name), 2, first=10)
    assert report.findings == []


def test_the_command_names_the_mistake_and_fails(site: Site) -> None:
    site.install("high_stakes", WRONG["a question without words"][0])
    line = [sys.executable, "-m", "elekt_core", "check_game", "high_stakes", "--games", "3"]
    environment = {"PYTHONPATH": f"{site.folder}:{Path.cwd()}"}
    done = subprocess.run(line, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 1, done.stderr
    assert "the question “play” in “en” has no words but its key, “play?”" in done.stdout
    assert "Look at `texts`." in done.stdout
    site.install("high_stakes", GOOD)
    done = subprocess.run(line, capture_output=True, text=True, env=environment, check=False)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "all laws hold")


def test_a_game_repeated_by_its_number_does_not_say_that_nothing_is_hidden(site: Site) -> None:
    site.install("high_stakes", GOOD)
    game = get_game("high_stakes")
    assert any("hidden from somebody: seats.hand" in line for line in lines_of(check_game(game, 1)))
    assert not any("hidden" in line for line in lines_of(check_game(game, 1, first=17)))
