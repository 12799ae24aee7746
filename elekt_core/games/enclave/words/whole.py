"""What is said of the game as a whole: its name, what it is, and why one is over."""

from __future__ import annotations

from collections.abc import Mapping

from ....contract import Outcome

TITLE = "Enclave"
ABOUT: Mapping[str, str] = {
    "en": "A game of burglars and wizards for two to four. Choose your actions in secret, prepare, break into "
    "the Enclave, and exchange what you find there for Knowledge at the Tree.",
    "pl": "Gra o włamywaczach i czarodziejach dla dwóch do czterech osób. Wybieraj akcje w tajemnicy, przygotowuj się, "
    "włamuj do Enklawy i wymieniaj zdobycze na Wiedzę pod Drzewem.",
}
ENDINGS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "tree_tokens": "Somebody held four Tree tokens at the end of a turn.",
        "victory_points": "The last turn was played; the victory points decided.",
        "forfeit": "{names} conceded.",
    },
    "pl": {
        "tree_tokens": "Ktoś miał na koniec tury cztery żetony Drzewa.",
        "victory_points": "Rozegrano ostatnią turę; zdecydowały punkty zwycięstwa.",
        "forfeit": "{names}: gra poddana.",
    },
}


def ending(language: str, outcome: Outcome, names: Mapping[int, str]) -> str:
    """``names`` by seat."""
    losers = [names[seat] for seat, rank in enumerate(outcome.ranks) if rank > 1]
    return ENDINGS[language][outcome.termination].format(names=", ".join(losers))
