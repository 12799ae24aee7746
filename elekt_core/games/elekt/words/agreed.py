"""Names of the rulesets, of what may be agreed on, and of sides that are no seat."""

from __future__ import annotations

from collections.abc import Mapping

TITLE = "Elekt"
GAME: Mapping[str, str] = {
    "en": "A card game of influence and knives for two to four. Send your Units to the Missions, to the salons and to "
    "the Court, win the confrontations, gather Titles, and be crowned Emperor-Elect.",
    "pl": "Karciana gra o wpływach i nożach dla dwóch do czterech osób. Wysyłaj Jednostki na Misje, na salony i na "
    "Dwór, wygrywaj konfrontacje, zbieraj Tytuły i zostań Cesarzem-Elektem.",
}
"""What the game is."""

SCORES: Mapping[str, str] = {"en": "Titles", "pl": "Tytuły"}

RULESETS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "elekt-2e-r2": "Second edition",
        "elekt-1e-r2": "First edition",
        "elekt-solo-r2": "Imperial Gambit (solo)",
        "elekt-2e-r1": "Second edition (earlier rulings)",
        "elekt-1e-r1": "First edition (earlier rulings)",
        "elekt-solo-r1": "Imperial Gambit (solo, earlier rulings)",
    },
    "pl": {
        "elekt-2e-r2": "Druga edycja",
        "elekt-1e-r2": "Pierwsza edycja",
        "elekt-solo-r2": "Cesarski Gambit (solo)",
        "elekt-2e-r1": "Druga edycja (wcześniejsze rozstrzygnięcia)",
        "elekt-1e-r1": "Pierwsza edycja (wcześniejsze rozstrzygnięcia)",
        "elekt-solo-r1": "Cesarski Gambit (solo, wcześniejsze rozstrzygnięcia)",
    },
}

ABOUT: Mapping[str, Mapping[str, str]] = {
    "en": {
        "elekt-2e-r2": "The rules of 2021, against people or bots.",
        "elekt-1e-r2": "The rules of 2019: if nobody has any symbols, it is a tie, and abilities may break it.",
        "elekt-solo-r2": "Alone against the Elder Houses, who play by fixed rules, at three levels.",
    },
    "pl": {
        "elekt-2e-r2": "Zasady z 2021 roku, przeciw ludziom albo botom.",
        "elekt-1e-r2": "Zasady z 2019 roku: gdy nikt nie ma symboli, jest remis, który mogą rozstrzygnąć zdolności.",
        "elekt-solo-r2": "W pojedynkę przeciw Starszym Rodom, które grają według stałych reguł, na trzech poziomach.",
    },
}
"""One sentence for who chooses a ruleset."""

OPTIONS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "heat_starting": "Starting Heat",
        "edition": "Edition",
        "basic_set": "Basic Units",
        "basics": "Kinds of Basic Units",
        "level": "Level",
    },
    "pl": {
        "heat_starting": "Początkowy Żar",
        "edition": "Edycja",
        "basic_set": "Jednostki Podstawowe",
        "basics": "Rodzaje Jednostek Podstawowych",
        "level": "Poziom",
    },
}

VALUES: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    "en": {
        "edition": {"1": "first", "2": "second"},
        "basic_set": {"agreed": "agreed", "drawn": "drawn at random"},
        "level": {"easy": "easy", "medium": "medium", "hard": "hard"},
    },
    "pl": {
        "edition": {"1": "pierwsza", "2": "druga"},
        "basic_set": {"agreed": "uzgodnione", "drawn": "wylosowane"},
        "level": {"easy": "łatwy", "medium": "średni", "hard": "trudny"},
    },
}
"""By language, option and value; a number without a name of its own stands as it is."""

ENDINGS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "titles": "The required number of Titles was reached.",
        "privilege_deck": "The last round was played; the Titles decided.",
        "privilege_deck_tied": "The Titles were equal; the higher court position decided.",
        "rounds": "The limit of rounds was reached; the Titles decided.",
        "forfeit": "{names} conceded.",
    },
    "pl": {
        "titles": "Zdobyto wymaganą liczbę Tytułów.",
        "privilege_deck": "Rozegrano ostatnią rundę; zdecydowały Tytuły.",
        "privilege_deck_tied": "Tytułów było tyle samo; zdecydowała wyższa pozycja na Dworze.",
        "rounds": "Osiągnięto limit rund; zdecydowały Tytuły.",
        "forfeit": "{names}: gra poddana.",
    },
}
"""Why a game is over, by its termination."""

AUTOMATA: Mapping[str, Mapping[str, str]] = {
    "en": {"houses": "The Elder Houses"},
    "pl": {"houses": "Starsze Rody"},
}
