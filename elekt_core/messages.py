"""Sentences for what the kernel itself refuses or finds wrong. Games bring the sentences for their own rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .errors import CoreError
from .scenario_messages import SENTENCES as SCENARIO_SENTENCES

LANGUAGES = ("en", "pl")

_SENTENCES: Mapping[str, tuple[str, str]] = {
    # registry
    "unknown_game": ("no game is called “{game}”", "nie ma gry „{game}”"),
    "game_quarantined": (
        "“{game}” is installed, but cannot be loaded on this server",
        "gra „{game}” jest zainstalowana, ale nie da się jej tu wczytać",
    ),
    "not_a_game": (
        "“{game}” is installed, but it is a {found}, not a Game",
        "„{game}” jest zainstalowane, ale to {found}, a nie Game",
    ),
    "not_importable": ("importing it failed: {found}", "nie da się tego zaimportować: {found}"),
    "not_usable": (
        "it cannot say its name, its rulesets or its bots: {found}",
        "gra nie podaje swojej nazwy, zasad albo botów: {found}",
    ),
    "other_name": (
        "the entry point calls it “{game}”, but the game’s own name is “{found}”",
        "punkt wejścia nazywa ją „{game}”, a ona sama nazywa się „{found}”",
    ),
    "name_taken": (
        "a built-in game is called “{game}”: this one is not played",
        "„{game}” to nazwa gry wbudowanej: w tę się tu nie gra",
    ),
    "two_packages": (
        "two packages bring a game called “{game}” ({packages}): remove one of them",
        "dwa pakiety mają grę „{game}” ({packages}): usuń jeden z nich",
    ),
    "unknown_ruleset": (
        "{game} has no ruleset “{ruleset}”",
        "gra {game} nie zna zasad „{ruleset}”",
    ),
    "unknown_bot": ("{game} has no bot “{bot}”", "gra {game} nie ma bota „{bot}”"),
    # reading a record
    "not_a_record": ("this is not a game record", "to nie jest zapis gry"),
    "record_too_new": (
        "the record has format {found}, and this program knows formats up to {known}: use a newer program",
        "zapis ma format {found}, a ten program zna formaty do {known}: użyj nowszego programu",
    ),
    "not_json": ("this line is not JSON", "ten wiersz nie jest zapisem JSON"),
    "line_endings": (
        "the line endings were changed (to CR LF): fetch the record again as it is",
        "zmieniono znaki końca wiersza (na CR LF): pobierz zapis jeszcze raz, bez zmian",
    ),
    "not_an_object": ("this line is not a JSON object", "ten wiersz nie jest obiektem JSON"),
    "missing_field": ("the field “{field}” is missing", "brak pola „{field}”"),
    "bad_field": ("the field “{field}” has a wrong value", "pole „{field}” ma złą wartość"),
    "unknown_field": ("the field “{field}” does not belong here", "pole „{field}” tu nie należy"),
    "bad_setup_field": (
        "the setup’s field “{field}” is missing or wrong",
        "w ustawieniach brak pola „{field}” albo jest złe",
    ),
    "unexpected_line": (
        "a line of kind “{expected}” is expected here, not “{found}”",
        "tu powinien być wiersz rodzaju „{expected}”, a nie „{found}”",
    ),
    "out_of_order": (
        "lines are out of order or missing: “{field}” should be {expected}, but is {found}",
        "wiersze są przestawione lub ich brak: „{field}” powinno wynosić {expected}, a wynosi {found}",
    ),
    "empty_batch": ("batch {batch} has no events", "pakiet {batch} nie ma zdarzeń"),
    "no_events": ("there are no events", "nie ma żadnych zdarzeń"),
    "truncated": (
        "the record ends too early: its closing line is missing",
        "zapis urywa się: brak wiersza zamykającego",
    ),
    "wrong_count": (
        "the closing line counts {expected} {field}, but there are {found}",
        "wiersz zamykający podaje {field}: {expected}, a jest {found}",
    ),
    "after_end": ("something follows the closing line", "za wierszem zamykającym coś jeszcze jest"),
    "altered": (
        "the checksum does not fit: the text was altered or damaged",
        "suma kontrolna się nie zgadza: tekst zmieniono lub uszkodzono",
    ),
    "already_redacted": (
        "this record is already cut to one perspective ({perspective})",
        "ten zapis jest już okrojony do jednej perspektywy ({perspective})",
    ),
    # events
    "unknown_kind": (
        "this program does not know the event “{kind}” in version {version}: a newer program wrote it",
        "ten program nie zna zdarzenia „{kind}” w wersji {version}: zapisał je nowszy program",
    ),
    "bad_payload": (
        "the content of the event “{kind}” is not in order",
        "treść zdarzenia „{kind}” jest niepoprawna",
    ),
    "does_not_fold": (
        "this event cannot have happened in this position",
        "to zdarzenie nie mogło zajść w tej pozycji",
    ),
    "stops_midway": (
        "the record stops where nobody has to decide and the game is not over",
        "zapis kończy się, choć nikt nie ma decyzji, a gra nie jest skończona",
    ),
    # verifying
    "wrong_hash": (
        "the hash of this event does not follow from what it covers",
        "skrót tego zdarzenia nie wynika z tego, co obejmuje",
    ),
    "missing_hash": ("this event has no hash", "to zdarzenie nie ma skrótu"),
    "wrong_state": (
        "the position after this batch is not the one that was recorded",
        "pozycja po tym pakiecie nie jest tą, którą zapisano",
    ),
    "missing_state": ("this batch has no hash of the position", "ten pakiet nie ma skrótu pozycji"),
    "header_differs": (
        "the header contradicts the setup in “{field}”",
        "nagłówek przeczy ustawieniom w polu „{field}”",
    ),
    "other_cards": (
        "the record was made with another list of cards than the one installed here",
        "zapis powstał z inną listą kart niż zainstalowana tutaj",
    ),
    "cards_differ": (
        "the card list of the header is not the one that the match began with",
        "lista kart z nagłówka nie jest tą, z którą zaczęto partię",
    ),
    "not_utf8": (
        "{where} is not UTF-8 (at byte {position})",
        "{where} nie jest zapisany w UTF-8 (bajt {position})",
    ),
    "bad_list": (
        "the card list in the record is not in order: {problem}",
        "lista kart w zapisie jest błędna: {problem}",
    ),
    "no_own_cards": (
        "{game} is played with its own cards alone",
        "gra {game} ma tylko własne karty",
    ),
    "wrong_seed": (
        "the revealed seed is not the one that was committed to at the start",
        "ujawnione ziarno nie jest tym, do którego zobowiązano się na początku",
    ),
    "missing_decision": (
        "this batch does not say which decision caused it",
        "ten pakiet nie mówi, jaka decyzja go wywołała",
    ),
    "decision_refused": (
        "the rules do not allow this decision here ({reason})",
        "zasady nie pozwalają tu na tę decyzję ({reason})",
    ),
    "not_an_option": (
        "this decision was not among the options",
        "tej decyzji nie było wśród możliwych",
    ),
    "other_event": (
        "made anew, the decision does not lead to this event",
        "ponowiona decyzja nie prowadzi do tego zdarzenia",
    ),
    # why a check was skipped
    "redacted": ("not in a redacted record", "nie w zapisie okrojonym"),
    "still_secret": (
        "the seed stays secret until the game is over",
        "ziarno pozostaje tajne do końca gry",
    ),
    "no_seed": ("the game was played without a seed", "grę rozegrano bez ziarna"),
    "stopped_before": ("not reached", "nie sprawdzono"),
    # the rest
    "no_such_position": (
        "there is no position {position}: the last one is {last}",
        "nie ma pozycji {position}: ostatnia to {last}",
    ),
    "no_such_seat": (
        "there is no seat {seat}: seats go from 0 to below {seats}",
        "nie ma miejsca {seat}: miejsca są od 0 do mniej niż {seats}",
    ),
    "endless_game": (
        "{game} did not end after {decisions} decisions",
        "gra {game} nie skończyła się po {decisions} decyzjach",
    ),
    "bad_option": (
        "the option “{field}” cannot be {value}: possible are {known}",
        "opcja „{field}” nie może wynosić {value}: dopuszczalne wartości to {known}",
    ),
    "bad_options": (
        "the option “{field}” cannot be {value}: it takes {pick} different ones of {known}",
        "opcja „{field}” nie może wynosić {value}: wymaga {pick} różnych wartości spośród: {known}",
    ),
    "unknown_option": (
        "there is no option “{field}” here; known are: {known}",
        "nie ma tu opcji „{field}”; znane opcje: {known}",
    ),
    "bad_seats": (
        "it is played with {least} to {most} seats, not {value}",
        "gra się przy {least} do {most} miejscach, a nie przy {value}",
    ),
    "bad_cards": ("the card list is not in order: {where}: {problem}", "lista kart jest błędna: {where}: {problem}"),
    "card_lacking": (
        "it cannot be played with this card list: the card “{card}” is missing",
        "nie można grać z tą listą kart: brakuje karty „{card}”",
    ),
    "wrong_seats": ("it cannot be played with {seats} seats", "nie można grać przy {seats} miejscach"),
}

_ALL = {**_SENTENCES, **SCENARIO_SENTENCES}

_PLACES = {
    "en": ("line {line}", "event {seq}", "did you mean “{nearest}”?"),
    "pl": ("wiersz {line}", "zdarzenie {seq}", "może „{nearest}”?"),
}


def sentence(code: str, data: Mapping[str, Any], language: str = "en") -> str:
    """What ``code`` says, without its place; the code itself with its data where the kernel has no words for it."""
    pair = _ALL.get(code)
    if pair is None:
        return " ".join([code, *(f"{name}={value}" for name, value in data.items() if name not in ("line", "seq"))])
    text = pair[language == "pl"]
    try:
        text = text.format_map(data)
    except KeyError:
        text = f"{text} {dict(data)}"
    if data.get("nearest"):
        text += "; " + _PLACES[language][2].format_map(data)
    return text


def place(data: Mapping[str, Any], language: str = "en") -> str:
    """``"line 12, event 9"``, as far as it is known; ``""`` if it is not."""
    line, seq, _ = _PLACES[language]
    parts = [text.format_map(data) for text, name in ((line, "line"), (seq, "seq")) if name in data]
    return ", ".join(parts)


def describe(error: CoreError, language: str = "en") -> str:
    """One line for a person: where, and what is wrong."""
    where = place(error.data, language)
    what = sentence(error.code, error.data, language)
    rule = f" [{error.rule}]" if error.rule else ""
    return f"{where}: {what}{rule}" if where else what + rule
