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
    "takes_too_long": (
        "playing the record again takes too long",
        "odtworzenie zapisu trwa zbyt długo",
    ),
    "record_too_long": (
        "a record can have at most {lines} lines and {bytes} bytes",
        "zapis może mieć najwyżej {lines} wierszy i {bytes} bajtów",
    ),
    "nested_too_deep": ("lists are nested too deeply here", "listy są tu zbyt głęboko zagnieżdżone"),
    "nul_sign": ("there is a sign here that no text may have (NUL)", "jest tu znak niedozwolony w tekście (NUL)"),
    "number_too_large": ("this number is too large", "ta liczba jest za duża"),
    "record_not_over": (
        "the match is not over here: only finished matches can be imported",
        "partia się tu nie kończy: importować można tylko partie zakończone",
    ),
    "record_in_future": (
        "this moment is not in the past: the clock of whoever wrote the record was wrong",
        "ta chwila nie leży w przeszłości: zegar osoby, która zapisała partię, był zły",
    ),
    "cards_not_here": (
        "the match was played with a card list that is not here: add the list first, then import the record again",
        "partię rozegrano listą kart, której tu nie ma: najpierw dodaj tę listę, potem zaimportuj zapis jeszcze raz",
    ),
    "record_fails": (
        "the record cannot be played again",
        "zapisu nie da się odtworzyć",
    ),
    "imported_enough": (
        "this is as much as one person can import in a day: import it again tomorrow",
        "więcej jedna osoba nie może zaimportować w ciągu dnia: zaimportuj to jutro jeszcze raz",
    ),
    "not_json": ("this line is not JSON", "ten wiersz nie jest zapisem JSON"),
    "not_canonical": (
        "this line is not in the one form of a record: keys sorted and once, no spaces, whole numbers, only necessary "
        "escapes",
        "ten wiersz nie ma jedynej postaci zapisu: klucze po kolei i raz, bez spacji, liczby całkowite, tylko "
        "konieczne znaki ucieczki",
    ),
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
    "already_open": (
        "the record is open: nothing in it is unknown",
        "zapis jest otwarty: nic w nim nie jest nieznane",
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
    "tells_too_much": (
        "this event tells more than its viewer may know",
        "to zdarzenie mówi więcej, niż może wiedzieć osoba, która je widziała",
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
    "wrong_branch": (
        "the match does not go on from where it says ({why})",
        "partia nie toczy się dalej od miejsca, które podaje ({why})",
    ),
    "wrong_stop": (
        "an arbiter cannot end the match here ({why})",
        "sędzia nie może tu zakończyć partii ({why})",
    ),
    "wrong_coarse": (
        "a coarse record cannot say this here ({why})",
        "zapis mniej dokładny nie może tu tego podać ({why})",
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
    # short notation
    "scribe_not_possible": ("“{pick}” cannot be here now", "„{pick}” nie może tu teraz być"),
    "scribe_known_elsewhere": (
        "“{card}” cannot be here: entry {entry} says where it is",
        "„{card}” nie może tu być: wpis {entry} mówi, gdzie jest",
    ),
    "scribe_more_expected": ("more is to be entered: {expected}", "trzeba wpisać więcej: {expected}"),
    "scribe_too_many": ("nothing more is to be entered here", "nie ma tu już nic do wpisania"),
    "scribe_over": ("the match is over", "partia jest skończona"),
    "scribe_nothing_entered": ("nothing has been entered yet", "nic jeszcze nie wpisano"),
    "shorthand_too_long": (
        "the text is longer than {limit} characters",
        "tekst ma więcej niż {limit} znaków",
    ),
    "shorthand_too_many_moves": ("there are more than {limit} moves", "ruchów jest więcej niż {limit}"),
    "shorthand_too_deep": (
        "there are more than {limit} variations inside each other",
        "wariantów jeden w drugim jest więcej niż {limit}",
    ),
    "shorthand_bad_tag": (
        "a tag is written as [Name “value”], with straight quotation marks",
        "nagłówek zapisuje się jako [Nazwa „wartość”], w prostym cudzysłowie",
    ),
    "shorthand_late_tag": ("tags stand before the first move", "nagłówki stoją przed pierwszym ruchem"),
    "shorthand_tag_twice": ("the tag “{tag}” stands here twice", "nagłówek „{tag}” jest tu dwa razy"),
    "shorthand_tag_missing": ("the tag “{tag}” is missing", "brakuje nagłówka „{tag}”"),
    "shorthand_bad_value": (
        "the tag “{tag}” has a value that is not known here",
        "nagłówek „{tag}” ma wartość, której tu nie znamy",
    ),
    "shorthand_unclosed": ("“{sign}” is missing", "brakuje „{sign}”"),
    "shorthand_after_result": ("nothing may follow the result", "po wyniku nic już nie może stać"),
    "shorthand_seen": (
        "not every card of this game is known: it is no whole match",
        "nie każda karta tej gry jest znana: to nie jest cała partia",
    ),
    "shorthand_not_told": (
        "no entry at a table tells what happened in event {seq}",
        "żaden wpis przy stole nie mówi tego, co stało się w zdarzeniu {seq}",
    ),
    "shorthand_seat_expected": (
        "a move begins with the letter of its seat, not with “{found}”",
        "ruch zaczyna się literą miejsca, a nie „{found}”",
    ),
    "shorthand_place_expected": (
        "a result is a seat and its place, such as A 1, not “{found}”",
        "wynik to miejsce przy stole i zajęta lokata, np. A 1, a nie „{found}”",
    ),
    "shorthand_other_result": ("the match has another result: {found}", "partia ma inny wynik: {found}"),
    "shorthand_wrong_number": (
        "this is move {expected}, not {found}",
        "to jest ruch {expected}, a nie {found}",
    ),
    "shorthand_not_awaited": (
        "seat {seat} has nothing to decide here; asked: {asked}",
        "miejsce {seat} nie ma tu nic do rozstrzygnięcia; pytani: {asked}",
    ),
    "shorthand_no_such_choice": (
        "“{found}” cannot be chosen here; possible: {expected}",
        "„{found}” nie można tu wybrać; możliwe: {expected}",
    ),
    "shorthand_ambiguous": (
        "“{found}” may be several things: {meant}",
        "„{found}” może oznaczać kilka rzeczy: {meant}",
    ),
    "shorthand_more_expected": (
        "the move is not complete; next: {expected}",
        "ruch nie jest pełny; dalej: {expected}",
    ),
    "shorthand_too_many_words": (
        "the move was complete before “{found}”",
        "ruch był już pełny przed „{found}”",
    ),
    "shorthand_too_many_in_line": (
        "a line can have at most {limit} words here",
        "wiersz może tu mieć najwyżej {limit} słów",
    ),
    "shorthand_nothing_before": (
        "a variation stands behind the move that it replaces",
        "wariant stoi za ruchem, który zastępuje",
    ),
    "shorthand_draw_expected": ("~ names what was drawn", "~ podaje, co wylosowano"),
    "shorthand_draw_missing": (
        "this move draws from {size} and the text has no seed: name before it what was drawn, with ~",
        "ten ruch losuje spośród {size}, a w tekście nie ma ziarna: podaj przed nim, co wylosowano, po znaku ~",
    ),
    "shorthand_draw_unused": ("nothing is drawn here", "tu nic się nie losuje"),
    "shorthand_draw_and_seed": (
        "draws follow from the seed; name one or the other",
        "losowania wynikają z ziarna; podaj jedno albo drugie",
    ),
    "shorthand_bad_draw": (
        "an order of {size} is drawn here: cards from the top, or all numbers from 0",
        "losuje się tu kolejność {size} rzeczy: karty od wierzchu albo wszystkie numery od 0",
    ),
    "shorthand_bad_pick": (
        "one number below {size} is drawn here",
        "losuje się tu jedną liczbę mniejszą niż {size}",
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
    "other_draws": (
        "made again, the decision draws otherwise than recorded",
        "powtórzona decyzja losuje inaczej niż w zapisie",
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
    "needs_a_seat": (
        "a review needs the record of the match as somebody who played saw it, not as a spectator did",
        "analiza wymaga zapisu partii tak, jak widział ją ktoś, kto w niej grał, a nie jak widział ją widz",
    ),
    "unknown_budget": ("no budget is called “{budget}” ({known})", "nie ma budżetu „{budget}” ({known})"),
    "unknown_part": ("this review has no part “{part}”", "ta analiza nie ma części „{part}”"),
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
    "en": ("line {line}", "column {column}", "event {seq}", "did you mean “{nearest}”?"),
    "pl": ("wiersz {line}", "kolumna {column}", "zdarzenie {seq}", "może „{nearest}”?"),
}


def sentence(code: str, data: Mapping[str, Any], language: str = "en") -> str:
    """The message for ``code``, without its place; the code itself with its data if the kernel has no words for it.

    Lists of words are told with commas between them.
    """
    pair = _ALL.get(code)
    if pair is None:
        return " ".join([code, *(f"{name}={value}" for name, value in data.items() if name not in ("line", "seq"))])
    text = pair[language == "pl"]
    try:
        text = text.format_map({name: _listed(value) for name, value in data.items()})
    except KeyError:
        text = f"{text} {dict(data)}"
    if data.get("nearest"):
        text += "; " + _PLACES[language][-1].format_map(data)
    return text


def _listed(value: Any) -> Any:
    is_list = isinstance(value, list | tuple) and all(isinstance(one, str) for one in value)
    return ", ".join(value) if is_list else value


def place(data: Mapping[str, Any], language: str = "en") -> str:
    """``"line 12, event 9"``, as far as it is known; ``""`` if it is not."""
    named = zip(_PLACES[language], ("line", "column", "seq"), strict=False)
    return ", ".join(text.format_map(data) for text, name in named if name in data)


def describe(error: CoreError, language: str = "en") -> str:
    """One line for a person: where, and what is wrong."""
    where = place(error.data, language)
    what = sentence(error.code, error.data, language)
    rule = f" [{error.rule}]" if error.rule else ""
    return f"{where}: {what}{rule}" if where else what + rule
