"""Flaws of a card file, in both languages. Words from the file are quoted as they stand there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ....scenarios.flaws import Flaw

FLAWS: Final[Mapping[str, tuple[str, str]]] = {
    # the file
    "bad_toml": ("this is not TOML: {problem}", "to nie jest poprawny TOML: {problem}"),
    "too_long": (
        "the file has {value} bytes; the limit is {most}",
        "plik ma {value} bajtów, a może mieć najwyżej {most}",
    ),
    "unknown_section": (
        "a card file has no table “{key}”; known tables: {known}",
        "plik kart nie ma tabeli „{key}”; znane tabele: {known}",
    ),
    "other_ruleset": (
        "this ruleset is not known; a card list is written for {known}",
        "ta wersja zasad nie jest znana; listę kart pisze się dla {known}",
    ),
    "fixed": (
        "a card list cannot change this; the rules say {expected} [{rule_of}]",
        "tego lista kart nie może zmienić; zasady mówią: {expected} [{rule_of}]",
    ),
    # values
    "bad_text": (
        "a text of 1 to {most} characters on one line is expected here",
        "tu powinien być tekst w jednym wierszu, od 1 do {most} znaków",
    ),
    "bad_identifier": (
        "“{value}” is not an id: use up to 40 lower-case letters a-z, digits and underscores, starting with a letter",
        "„{value}” to nie identyfikator: użyj do 40 małych liter a-z, cyfr i podkreśleń, a zacznij od litery",
    ),
    "too_many_entries": ("the limit here is {most} entries", "limit pozycji wynosi tu {most}"),
    "empty_list": ("the list is empty", "lista jest pusta"),
    "no_effects": ("an ability needs at least one effect", "zdolność musi mieć co najmniej jeden efekt"),
    "set_or_add": (
        "“modify” needs either “set” or “add”, and not both",
        "„modify” wymaga albo „set”, albo „add”, lecz nie obu naraz",
    ),
    # counts
    "same_id": ("{other} already has this id", "ten identyfikator ma już {other}"),
    "same_name": (
        "{other} already has this name, and names must differ [E1.7, E3.5]",
        "tę nazwę nosi już {other}, a nazwy muszą być różne [E1.7, E3.5]",
    ),
    "wrong_count": (
        "the file has {found}, not {value}",
        "w pliku jest {found}, a nie {value}",
    ),
    "wrong_copies": (
        "a Basic Unit has {expected} copies, one for each seat [E1.6]",
        "Jednostka Podstawowa ma {expected} kopie, po jednej na miejsce [E1.6]",
    ),
    "single_copy": ("only Basic Units have copies [E1.7]", "kopie mają tylko Jednostki Podstawowe [E1.7]"),
    "too_few": (
        "a game needs at least {least} of these, but there are {value}",
        "gra wymaga ich co najmniej {least}, a jest {value}",
    ),
    "too_many_cards": (
        "the file has {value} cards; the limit is {most}",
        "plik ma {value} kart, a może mieć najwyżej {most}",
    ),
    "above_limit": (
        "{value} is above the limit of {most} [E12.2]",
        "{value} przekracza limit {most} [E12.2]",
    ),
    # abilities
    "instant_trigger": (
        "an instant ability has the trigger “on_assign_self”, not “{trigger}” [E15.3]",
        "zdolność natychmiastowa ma wyzwalacz „on_assign_self”, a nie „{trigger}” [E15.3]",
    ),
    "trigger_of_units": ("“{trigger}” is for Units only [C1.9]", "„{trigger}” jest tylko dla Jednostek [C1.9]"),
    "trigger_not_of_units": (
        "“{trigger}” is not for Units: nobody acquires them [C1.21]",
        "„{trigger}” nie jest dla Jednostek: nikt ich nie zdobywa [C1.21]",
    ),
    "trigger_of_owners": (
        "“{trigger}” needs the owner of the card, and a Mission or Influence on its board has none [C1.6]",
        "„{trigger}” dotyczy właściciela karty, a Misja ani Wpływ na planszy go nie ma [C1.6]",
    ),
    "wrong_who": (
        "with “{trigger}” this cannot be “{value}”, only {known}",
        "przy „{trigger}” nie może tu być „{value}”, tylko {known}",
    ),
    "no_who": ("“{trigger}” has no “who”", "„{trigger}” nie ma pola „who”"),
    "needs_who": (
        "“{trigger}” needs “who”: {known}",
        "„{trigger}” wymaga pola „who”: {known}",
    ),
    "says_nothing": ("“{key}” has no meaning with “{trigger}”", "„{key}” nic nie znaczy przy „{trigger}”"),
    "says_nothing_here": ("“{key}” has no meaning with “{what}”", "„{key}” nic nie znaczy przy „{what}”"),
    "filter_of_nobody": (
        "with “{trigger}” there is no Unit to filter [C1.29]",
        "przy „{trigger}” nie ma Jednostki, której mógłby dotyczyć filtr [C1.29]",
    ),
    "static_has_no": (
        "an ability that works all the time (“static”) has no “{key}” [C1.8]",
        "zdolność, która działa stale („static”), nie ma pola „{key}” [C1.8]",
    ),
    "not_static": (
        "“{op}” cannot work all the time (trigger “static”)",
        "„{op}” nie może działać stale (wyzwalacz „static”)",
    ),
    "wrong_trigger": (
        "“{op}” does nothing with “{trigger}”; it works with {known}",
        "„{op}” nic nie robi przy „{trigger}”; działa przy {known}",
    ),
    "means_nobody": (
        "“{value}” means nobody with “{trigger}”; it works with {known}",
        "„{value}” nikogo nie oznacza przy „{trigger}”; działa przy {known}",
    ),
    "this_is_no_unit": (
        "“this” is for Units only, and this card is not a Unit",
        "„this” jest tylko dla Jednostek, a ta karta nie jest Jednostką",
    ),
    "nobody_owns": (
        "“{key}” means nobody here: a Mission or Influence on its board has no owner [C1.6]",
        "„{key}” nikogo tu nie oznacza: Misja ani Wpływ na planszy nie ma właściciela [C1.6]",
    ),
    "same_as_nothing": (
        "“same” needs an effect before it that is about a Unit [C1.27]",
        "„same” wymaga wcześniejszego efektu dotyczącego Jednostki [C1.27]",
    ),
    "selector_needs_zone": (
        "“{value}” needs a Zone, and a Privilege with “{trigger}” has none",
        "„{value}” wymaga Strefy, a Przywilej z „{trigger}” jej nie ma",
    ),
    "privilege_needs_zone": (
        "a Privilege with “{trigger}” must say in which “zone” the confrontation is",
        "Przywilej z „{trigger}” musi podać w polu „zone”, w której Strefie jest konfrontacja",
    ),
    "hand_unit_elsewhere": (
        "“hand_unit” is for “place” only: “{op}” is about Units in a Zone",
        "„hand_unit” jest tylko dla „place”: „{op}” dotyczy Jednostek w Strefie",
    ),
    "must_be_last": (
        "“{op}” must be the last effect of the ability",
        "„{op}” musi być ostatnim efektem zdolności",
    ),
    "other_zone": (
        "“zone” of “modify” must be the ability’s own zone, “{zone}”",
        "„zone” w „modify” musi być strefą samej zdolności, „{zone}”",
    ),
    "does_nothing": ("{value} changes nothing", "{value} niczego nie zmienia"),
    "same_word": ("“{value}” already counts as itself", "„{value}” i tak liczy się jako to samo"),
    "wrong_mode": (
        "a confrontation cannot be “{mode}” with “{trigger}” [C1.52]",
        "konfrontacja nie może być „{mode}” przy „{trigger}” [C1.52]",
    ),
    "static_chooses": (
        "an ability that works all the time cannot let anybody choose “{key}”",
        "przy zdolności, która działa stale, nikt nie może wybierać „{key}”",
    ),
    "static_elsewhere": (
        "give “{zone}” as the zone of the ability itself",
        "podaj „{zone}” jako strefę samej zdolności",
    ),
    "choices_of_nothing": (
        '“choices” can stand only with attribute = "choose"',
        '„choices” może stać tylko przy attribute = "choose"',
    ),
    "needs_other_units": (
        '“{key}” can stand only with other_units = "all" [C1.30]',
        '„{key}” może stać tylko przy other_units = "all" [C1.30]',
    ),
    "never_holds": (
        "the condition is never true: the ability works only in “{zone}”",
        "warunek nigdy nie będzie spełniony: zdolność działa tylko w „{zone}”",
    ),
    "too_many_ways": (
        "one use could offer about {value} choices; the limit is {most}: make the effects leave fewer choices",
        "jedno użycie dawałoby około {value} możliwości, a limit to {most}: niech efekty zostawiają mniej wyboru",
    ),
}
"""Code -> English, Polish."""

TOML_PROBLEMS: Final[Mapping[str, str]] = {
    "Invalid statement": "niepoprawny wiersz",
    "Invalid value": "niepoprawna wartość",
    "Invalid initial character for a key part": "klucz zaczyna się niedozwolonym znakiem",
    "Invalid date or datetime": "niepoprawna data",
    "Expected '=' after a key in a key/value pair": "po kluczu brak znaku „=”",
    "Expected newline or end of document after a statement": "po wartości stoi coś jeszcze: brak końca wiersza",
    "Expected ']' at the end of a table declaration": "nagłówek tabeli nie kończy się znakiem „]”",
    "Expected ']]' at the end of an array declaration": "nagłówek listy tabel nie kończy się znakami „]]”",
    "Unclosed array": "lista nie jest zamknięta znakiem „]”",
    "Unclosed inline table": "tabela w wierszu nie jest zamknięta znakiem „}”",
    "Unterminated string": "tekst nie jest zamknięty cudzysłowem",
    "Unescaped '\\' in a string": "w tekście stoi pojedynczy znak „\\”",
    "Cannot overwrite a value": "ten klucz ma już wartość",
    "Duplicate inline table key": "klucz powtarza się w tabeli",
    "Too many dots in one line": "w jednym wierszu jest zbyt wiele kropek",
    "Nested too deeply": "zagnieżdżenie jest zbyt głębokie",
    "Cannot mutate immutable namespace": "tej tabeli nie można już uzupełnić",
}
"""What ``tomllib`` says, in Polish; the rest is quoted."""


def flaw_text(flaw: Flaw, language: str) -> str:
    """The sentence without its place, with the word that was probably meant, if there is one."""
    pair = FLAWS.get(flaw.code)
    if pair is None:
        return flaw.text(language)
    data = dict(flaw.data)
    if flaw.code == "bad_toml" and language == "pl":
        data["problem"] = toml_problem(str(data["problem"]))
    said = pair[language == "pl"].format_map(data)
    if nearest := data.get("nearest"):
        said += f"; może „{nearest}”?" if language == "pl" else f"; did you mean “{nearest}”?"
    return said


def toml_problem(said: str) -> str:
    for english, polish in TOML_PROBLEMS.items():
        if said.startswith(english):
            return polish + said[len(english) :]
    return said
