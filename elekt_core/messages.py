"""Messages for what the kernel itself refuses or finds wrong. Games bring the messages for their own rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .errors import CoreError
from .scenarios.messages import SENTENCES as SCENARIO_SENTENCES

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
        "gra {game} nie ma wersji zasad „{ruleset}”",
    ),
    "unknown_bot": ("{game} has no bot “{bot}”", "gra {game} nie ma bota „{bot}”"),
    # reading a record
    "not_a_record": ("this is not a game record", "to nie jest zapis gry"),
    "record_too_new": (
        "the record has format {found}, but this program reads formats up to {known} only: use a newer program",
        "zapis ma format {found}, a ten program odczytuje formaty tylko do {known}: użyj nowszego programu",
    ),
    "not_json": ("this line is not JSON", "ten wiersz nie jest zapisem JSON"),
    "line_endings": (
        "the line endings were changed (to CR LF): download the record again and leave it unchanged",
        "zmieniono znaki końca wiersza (na CR LF): pobierz zapis jeszcze raz i niczego w nim nie zmieniaj",
    ),
    "not_an_object": ("this line is not a JSON object", "ten wiersz nie jest obiektem JSON"),
    "missing_field": ("the field “{field}” is missing", "brak pola „{field}”"),
    "bad_field": ("the field “{field}” has a wrong value", "pole „{field}” ma złą wartość"),
    "unknown_field": ("the field “{field}” does not belong here", "pole „{field}” tu nie pasuje"),
    "bad_setup_field": (
        "the setup’s field “{field}” is missing or wrong",
        "w ustawieniach brakuje pola „{field}” albo ma ono złą wartość",
    ),
    "unexpected_line": (
        "a line of kind “{expected}” is expected here, not “{found}”",
        "tu powinien być wiersz rodzaju „{expected}”, a nie „{found}”",
    ),
    "out_of_order": (
        "lines are out of order or missing: “{field}” should be {expected}, but is {found}",
        "wiersze są przestawione albo ich brakuje: „{field}” powinno wynosić {expected}, a wynosi {found}",
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
    "after_end": ("there is more text after the closing line", "po wierszu zamykającym jest jeszcze jakiś tekst"),
    "altered": (
        "the checksum does not match: the text was changed or damaged",
        "suma kontrolna się nie zgadza: tekst zmieniono lub uszkodzono",
    ),
    "already_redacted": (
        "this record already shows only what one side saw ({perspective})",
        "ten zapis pokazuje już tylko to, co widziała jedna strona ({perspective})",
    ),
    # events
    "unknown_kind": (
        "this program does not know the event “{kind}” in version {version}: a newer program wrote it",
        "ten program nie zna zdarzenia „{kind}” w wersji {version}: zapisał je nowszy program",
    ),
    "bad_payload": (
        "the content of the event “{kind}” is not valid",
        "treść zdarzenia „{kind}” jest niepoprawna",
    ),
    "does_not_fold": (
        "this event cannot have happened in this position",
        "to zdarzenie nie mogło zajść w tej pozycji",
    ),
    "card_not_named": (
        "a {kind} shows a card that was not named (number {number})",
        "{kind} pokazuje kartę, której nie podano (numer {number})",
    ),
    "no_consistent_deal": (
        "no deal of the hidden cards agrees with this",
        "nie zgadza się z tym żaden układ ukrytych kart",
    ),
    "wrong_clock": (
        "this fact of a clock cannot follow here ({why})",
        "to zdarzenie zegara nie może tu nastąpić ({why})",
    ),
    "wrong_stand_in": (
        "this fact of a stand-in cannot follow here ({why})",
        "to zdarzenie zastępstwa nie może tu nastąpić ({why})",
    ),
    "wrong_stop": (
        "an arbiter cannot end the match here ({why})",
        "sędzia nie może tu zakończyć partii ({why})",
    ),
    "wrong_takeback": (
        "this takeback cannot follow here ({why})",
        "to cofnięcie nie może tu nastąpić ({why})",
    ),
    "out_of_place": (
        "facts of clocks and takebacks stand behind the game's facts of a batch",
        "zdarzenia zegarów i cofnięcia stoją w pakiecie za zdarzeniami gry",
    ),
    "stops_midway": (
        "the record stops before the end of the game, although nobody has a decision to make",
        "zapis kończy się przed końcem gry, choć nikt nie ma żadnej decyzji do podjęcia",
    ),
    # verifying
    "wrong_hash": (
        "the hash of this event does not match its content",
        "skrót tego zdarzenia nie zgadza się z jego treścią",
    ),
    "missing_hash": ("this event has no hash", "to zdarzenie nie ma skrótu"),
    "wrong_state": (
        "the position after this batch is not the one that was recorded",
        "pozycja po tym pakiecie nie jest tą, którą zapisano",
    ),
    "missing_state": ("this batch has no hash of the position", "ten pakiet nie ma skrótu pozycji"),
    "header_differs": (
        "the header contradicts the setup in the field “{field}”",
        "nagłówek przeczy ustawieniom w polu „{field}”",
    ),
    "other_cards": (
        "the record was made with a different card list from the one installed here",
        "zapis powstał z inną listą kart niż ta, którą tu zainstalowano",
    ),
    "cards_differ": (
        "the card list in the header is not the one the match began with",
        "lista kart z nagłówka nie jest tą, z którą zaczęto partię",
    ),
    "not_utf8": (
        "{where} is not UTF-8 (at byte {position})",
        "{where} nie jest zapisany w UTF-8 (bajt {position})",
    ),
    "bad_list": (
        "the card list in the record is not valid: {problem}",
        "lista kart w zapisie jest błędna: {problem}",
    ),
    "no_own_cards": (
        "{game} cannot be played with custom cards",
        "w {game} nie można grać własnymi kartami",
    ),
    "wrong_seed": (
        "the revealed seed is not the one committed to at the start",
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
        "made again, the decision leads to a different event",
        "powtórzona decyzja prowadzi do innego zdarzenia",
    ),
    # why a check was skipped
    "redacted": ("not possible in a redacted record", "niemożliwe w zapisie okrojonym"),
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
        "there is no seat {seat}: there are {seats} seats, numbered from 0",
        "nie ma miejsca {seat}: liczba miejsc to {seats}, a numery zaczynają się od 0",
    ),
    "endless_game": (
        "{game} did not end after {decisions} decisions",
        "gra {game} nie skończyła się po {decisions} decyzjach",
    ),
    "bad_option": (
        "the option “{field}” cannot be {value}: possible values are {known}",
        "opcja „{field}” nie może wynosić {value}: dopuszczalne wartości to {known}",
    ),
    "bad_options": (
        "the option “{field}” cannot be {value}: it takes {pick} different values from {known}",
        "opcja „{field}” nie może wynosić {value}: wymaga różnych wartości ({pick}) spośród: {known}",
    ),
    "unknown_option": (
        "there is no option “{field}” here; known options: {known}",
        "nie ma tu opcji „{field}”; znane opcje: {known}",
    ),
    "bad_seats": (
        "the game has {least} to {most} seats, not {value}",
        "w tej grze liczba miejsc wynosi od {least} do {most}, a nie {value}",
    ),
    "bad_cards": ("the card list is not valid: {where}: {problem}", "lista kart jest błędna: {where}: {problem}"),
    "card_lacking": (
        "this card list cannot be played: the card “{card}” is missing",
        "tą listą kart nie można grać: brakuje karty „{card}”",
    ),
    "wrong_seats": ("the game cannot have {seats} seats", "w tej grze liczba miejsc nie może wynosić {seats}"),
}

_ALL = {**_SENTENCES, **SCENARIO_SENTENCES}

_PLACES = {
    "en": ("line {line}", "event {seq}", "did you mean “{nearest}”?"),
    "pl": ("wiersz {line}", "zdarzenie {seq}", "może „{nearest}”?"),
}


def sentence(code: str, data: Mapping[str, Any], language: str = "en") -> str:
    """The message for ``code``, without its place; the code itself with its data if the kernel has no words for it."""
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
