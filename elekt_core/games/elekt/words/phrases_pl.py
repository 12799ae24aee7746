"""Fixed Polish phrases. The log and the questions are in ``sentences_pl``."""

from ....kit.narration import Phrases

POLISH = Phrases(
    title="Elekt",
    summary=(
        "Karciana gra o wpływach i nożach dla dwóch do czterech osób. Wysyłaj Jednostki na Misje, na "
        "salony i na Dwór, wygrywaj konfrontacje, zbieraj Tytuły i zostań Cesarzem-Elektem."
    ),
    score_name="Tytuły",
    hidden_card="zakryta Jednostka",
    parts={
        "pass": "Spasuj",
        "use": "Użyj zdolności",
        "decline": "Zrezygnuj",
        "done": "Gotowe",
        "save": "Ocal: {unit}",
        "let_go": "Nie ocalaj: {unit}",
        "none": "Nikt",
        "heat": "Cały Żar",
        "seals": "Wszystkie Pieczęcie",
        "concede": "Poddaj się",
    },
    rulesets={
        "elekt-2e-r2": "Druga edycja",
        "elekt-1e-r2": "Pierwsza edycja",
        "elekt-solo-r2": "Cesarski Gambit (solo)",
        "elekt-2e-r1": "Druga edycja (wcześniejsze rozstrzygnięcia)",
        "elekt-1e-r1": "Pierwsza edycja (wcześniejsze rozstrzygnięcia)",
        "elekt-solo-r1": "Cesarski Gambit (solo, wcześniejsze rozstrzygnięcia)",
    },
    introductions={
        "elekt-2e-r2": "Zasady z 2021 roku, przeciw ludziom albo botom.",
        "elekt-1e-r2": "Zasady z 2019 roku: gdy nikt nie ma symboli, jest remis, który mogą rozstrzygnąć zdolności.",
        "elekt-solo-r2": "W pojedynkę przeciw Starszym Rodom, które grają według stałych reguł, na trzech poziomach.",
    },
    options={
        "heat_starting": "Początkowy Żar",
        "edition": "Edycja",
        "basic_set": "Jednostki Podstawowe",
        "basics": "Rodzaje Jednostek Podstawowych",
        "level": "Poziom",
    },
    values={
        "edition:1": "pierwsza",
        "edition:2": "druga",
        "basic_set:agreed": "uzgodnione",
        "basic_set:drawn": "wylosowane",
        "level:easy": "łatwy",
        "level:medium": "średni",
        "level:hard": "trudny",
    },
    automata={
        "houses": "Starsze Rody",
    },
    endings={
        "titles": "Zdobyto wymaganą liczbę Tytułów.",
        "privilege_deck": "Rozegrano ostatnią rundę; zdecydowały Tytuły.",
        "privilege_deck_tied": "Tytułów było tyle samo; zdecydowała wyższa pozycja na Dworze.",
        "rounds": "Osiągnięto limit rund; zdecydowały Tytuły.",
        "forfeit": "{names}: gra poddana.",
    },
    refused="Tego teraz nie można zrobić.",
    refusals={
        "game_over": "Gra jest skończona.",
        "not_your_turn": "Teraz decyduje ktoś inny.",
        "another_question": "Masz teraz do podjęcia inną decyzję.",
        "already_conceded": "Poddanie się jest już zapisane.",
        "malformed": "Nie można odczytać decyzji: {field}.",
        "not_offered": "Tego teraz nie można wybrać.",
        "unit_not_in_hand": "Tej Jednostki nie ma na twojej ręce: {unit}.",
        "zone_full": "Twój limit Jednostek jest już osiągnięty ({limit}) – {zone}.",
        "assignment_forbidden": "Karta {card} nie pozwala przydzielić tej Jednostki ({unit}) – {zone}.",
        "no_token_left": "W puli nie ma już żetonu: {attribute}.",
        "tokens_must_differ": "Dołączane żetony muszą mieć różne Atrybuty.",
        "attaching_forbidden": "Karta {card} nie pozwala dołączać żetonów do Jednostki {unit}.",
        "unit_not_here": "Tej Jednostki tam nie ma: {unit} – {zone}.",
        "not_your_unit": "To nie twoja Jednostka: {unit}.",
        "swap_forbidden": "Karta {card} nie pozwala zamienić Jednostki {unit}.",
        "unit_protected": "Jednostki {unit} nie można wybrać, chroni ją karta {card}.",
        "unit_not_swappable": "{unit}: do zamiany potrzeba jednej Jednostki z tej Strefy ({zone}) i jednej z innej.",
        "not_a_loser": "Heroldem może zostać tylko ktoś z przegranych.",
        "not_tied": "{seat} nie należy do remisujących.",
        "saving_forbidden": "Karta {card} nie pozwala ocalać Jednostek.",
        "heat_lacking": "To kosztuje: {cost} (Żar), a masz: {heat}.",
    },
)
