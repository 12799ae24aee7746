"""The examples of the tables of docs/short-notation.md, and where in the games written by hand they were decided."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PAGE = Path("docs/short-notation.md").read_text(encoding="utf-8")
GAMES = {"Elekt": "elekt", "Enclave": "enclave", "Elector Counts": "elector_counts"}
ABILITY = "use"
"""Stands for ``use_instant`` and ``use_optional`` where the page tells the targets of an ability."""


class Example(NamedTuple):
    game: str
    kind: str
    language: str
    text: str

    @property
    def key(self) -> str:
        return f"{self.kind}: {self.text}"


def examples() -> Iterator[Example]:
    """Those of the tables under the headings of the games, row by row."""
    for title, game in GAMES.items():
        section = re.split(r"\n####? |\n## ", PAGE.split(f"#### {title}\n", 1)[1])[0]
        kind = ""
        for line in section.splitlines():
            first, *cells = [cell.strip() for cell in line.strip("|").split("|")]
            if first == "the ability":
                kind = ABILITY
            named = re.search(r"\(`(\w+)`\)", first)
            kind = named[1] if named else kind
            for language, cell in zip(("en", "pl"), cells[1:], strict=False):
                yield from (Example(game, kind, language, text) for text in re.findall(r"`([^`]+)`", cell))


PLACES: dict[int, dict[str, int]] = {
    4: {
        "recruit: keep-Necrarch": 1,
        "recruit: keep Necrarch": 1,
        "recruit: zachowaj-Nekrarcha": 1,
        "swap_units: Necrarch Dignitary": 11,
        "swap_units: Nekrarcha Dygnitarz": 11,
        "houses_lose: Heat": 9,
        "houses_lose: Żar": 9,
    },
    7: {
        "act: Report Bombard sell": 1,
    },
    11: {
        "annihilate_unit: decline": 11,
        "annihilate_unit: zrezygnuj": 11,
        "use: use Missions Violence": 7,
        "use: użyj Misje Przemoc": 7,
    },
    12: {
        "heal: Calming": 87,
        "heal: Kadzidło": 87,
        "clear_slot: Tattoo-Arm": 135,
        "clear_slot: Tatuaż-ramię": 135,
        "take_items: Padded Scale": 16,
        "take_items: Watowany Łuskowa": 16,
        "use_items: token Felt": 142,
        "use_items: żeton Filcowe": 142,
        "tree_token: keep": 143,
        "tree_token: zatrzymaj": 143,
        "use_tree: B": 24,
    },
    13: {
        "act: Border Pikemen defenders Salzemund": 13,
    },
    14: {
        "set_direction: counter": 1,
        "set_direction: przeciwnie": 1,
        "recruit: discard": 2,
        "recruit: odrzuć": 2,
        "assign_or_pass: Acolyte Court": 6,
        "assign_or_pass: pass": 11,
        "assign_or_pass: Akolita Dwór": 6,
        "assign_or_pass: Zabójca Misje": 33,
        "assign_or_pass: Dygnitarz Wpływy": 5,
        "assign_or_pass: pas": 11,
        "use_instant: use": 7,
        "use_instant: use Acolyte": 7,
        "use_instant: decline": 34,
        "use_instant: użyj": 7,
        "use_instant: użyj Akolita": 7,
        "use_instant: zrezygnuj": 34,
        "attach_tokens: Occultism Acolyte Violence Assassin": 37,
        "attach_tokens: Okultyzm Akolita Podstęp Akolita": 14,
        "swap_units: decline": 15,
        "swap_units: zrezygnuj": 15,
        "annihilate_unit: Skarger": 40,
        "annihilate_unit: Dignitary-A": 38,
        "annihilate_unit: Dygnitarz-A": 38,
        "save_unit: save": 39,
        "save_unit: let-go": 42,
        "save_unit: ocal": 39,
        "save_unit: nie-ocalaj": 42,
        "give_sceptre: B clockwise": 43,
        "give_sceptre: B zgodnie": 43,
        "use: use": 7,
        "use: użyj": 7,
        "use: use Acolyte": 7,
        "use: użyj Akolita": 7,
        "use: use Power": 7,
        "use: użyj Władza": 7,
    },
    15: {
        "set_direction: clockwise": 1,
        "set_direction: zgodnie": 1,
        "use_optional: decline": 50,
        "use_optional: zrezygnuj": 50,
        "attach_tokens: Podstęp Spowiednik Władza Spowiednik": 22,
    },
    17: {
        "place_token: 4 Boarding": 2,
        "place_token: 2 Glizda": 3,
        "place_token: 3 Oracle": 4,
        "place_token: 5 Shepherd": 1,
        "place_token: 4 Abordaż": 2,
        "place_token: 2 Kantorek": 3,
        "place_token: 3 Wyrocznia": 4,
        "place_token: 5 Pasterz": 1,
        "choose_action: Oracle": 5,
        "choose_action: Tree": 9,
        "choose_action: Boarding": 11,
        "choose_action: Wyrocznia": 5,
        "choose_action: Drzewo": 9,
        "choose_action: Abordaż": 11,
        "choose_level: 3": 196,
        "oracle_look: Glizda missions prizes": 23,
        "oracle_look: missions missions": 30,
        "oracle_look: Kantorek misje pryzy": 23,
        "oracle_look: misje misje": 30,
        "oracle_look: Plac pułapki pryzy": 197,
        "put_back: Vault-top Hive-bottom Gate-bottom": 59,
        "put_back: Orb-top": 26,
        "put_back: Skarbiec-wierzch Ul-spód Brama-spód": 59,
        "put_back: Most-spód": 25,
        "market: pass": 22,
        "market: Filtr kup": 19,
        "market: Raca odrzuć": 17,
        "market: pas": 22,
        "enclave: Clockwork": 65,
        "enclave: blindly": 32,
        "enclave: prepare": 69,
        "enclave: pass": 109,
        "enclave: Mechaniczna": 65,
        "enclave: w-ciemno": 32,
        "enclave: przygotowanie": 69,
        "enclave: pas": 109,
        "use_items: done": 112,
        "use_items: Watowany": 34,
        "use_items: gotowe": 112,
        "prize: keep": 68,
        "prize: zatrzymaj": 68,
        "exchange: 2": 145,
        "exchange: 0": 35,
        "use_tree: pass": 36,
        "use_tree: A": 38,
        "use_tree: pas": 36,
    },
    18: {
        "place_token: 1 Knife": 49,
        "place_token: 1 Plac": 49,
        "market: Felt buy": 40,
        "market: Padded discard": 60,
        "take_items: done": 141,
        "take_items: gotowe": 141,
        "use_tree: use": 96,
        "use_tree: Level-2": 125,
        "use_tree: From-the-pile": 22,
        "use_tree: skorzystaj": 96,
        "use_tree: Poziom-2": 125,
        "use_tree: Ze-stosu": 22,
        "purchase: nothing Mask-top Muscle-top": 23,
        "purchase: nie-kupuj Maska-wierzch mięśni-wierzch": 23,
    },
    19: {
        "act: Taran atak Przełęcz": 45,
        "act: Łupieżcy Podpalacze atak Akwedukt": 69,
        "act: Garnizon obrońcy Jarmark": 62,
        "act: Pikinierzy Pospolite obrońcy Salzemund": 10,
        "act: Stag play": 74,
        "act: Chest play": 4,
        "act: Captain play Altdorf": 53,
        "act: Ambush play Quarry": 36,
        "act: Skrzynia zagraj": 4,
        "act: Dowódca zagraj Altdorf": 53,
        "act: Zasadzka zagraj Kamieniołom": 36,
        "act: Horn sell": 17,
        "act: Róg sprzedaj": 17,
        "act: Cartography reserve": 3,
        "act: Kartografia rezerwa": 3,
        "act: Cartography": 32,
        "act: Kartografia": 32,
        "act: buy 2": 78,
        "act: kup 2": 78,
        "act: end": 8,
        "act: zakończ": 8,
    },
    20: {
        "act: Ram attack Altdorf": 8,
        "act: Lantern Sash attack Ubersreik": 42,
        "act: Castle defenders Stag": 45,
        "act: Jeleni zagraj": 68,
        "act: Cartography play Ubersreik Weavers": 16,
        "act: Ambush play Duellist": 91,
        "act: March play Bombard": 111,
        "react: no-reaction": 33,
        "react: bez-reakcji": 33,
    },
    26: {
        "use_items: Lead Focus": 20,
        "prize: sell": 49,
        "prize: sprzedaj": 49,
    },
    28: {
        "react: Horn": 66,
        "react: Róg": 66,
    },
    22: {
        "use_optional: use": 36,
        "use_optional: użyj": 36,
        "use: use B": 54,
        "use: użyj B": 54,
    },
    24: {
        "attach_tokens: Cunning Acolyte": 24,
    },
    27: {
        "tree_token: Knowledge": 29,
        "tree_token: Wiedzę": 29,
        "synchron: pass": 140,
        "synchron: pas": 140,
    },
}
"""The number of a game (``by_hand.games``) -> an example -> the number of the decision that it is."""

NOT_PLAYED = {
    "use_optional: use Power",
    "use_optional: użyj Władza",
    "tie_winner: B",
    "choose_victim: Nameless",
    "choose_victim: Bezimienny",
    "discard_from_hand: Assassin",
    "discard_from_hand: Zabójca",
    "name_herald: B",
    "name_herald: nobody",
    "name_herald: nikt",
    "houses_lose: Seals",
    "houses_lose: Pieczęcie",
    "houses_choice: Acolyte",
    "houses_choice: Akolita",
    "use: use Duchess Assassin",
    "use: użyj Księżna Zabójca",
    "use: use Bellringer Occultism",
    "use: użyj Dzwonnik Okultyzm",
    "use: use Crawler Violence Cunning",
    "use: użyj Pełzacz Przemoc Podstęp",
    "use: use Assassin Violence Nameless",
    "use: użyj Zabójca Przemoc Bezimienny",
    "use: use Dignitary C",
    "use: użyj Dygnitarz C",
    "use: use Bride",
    "use: użyj Narzeczona",
    "use: use Nameless",
    "use: użyj Bezimienny",
    "bid: 3",
    "oracle_look: traps",
    "synchron: A",
    "act: Katrin play B C",
    "pass_cards: Raiders Contribution Pikemen",
    "pass_cards: Łupieżcy Kontrybucja Pikinierzy",
    "take_from: B",
    "choose_target: Pikemen",
    "choose_target: Pikinierzy",
    "casualties: Ram",
    "casualties: Taran",
}
"""Examples of what none of these games has."""
