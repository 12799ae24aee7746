"""Messages about positions and scenarios: what is wrong with a file, and what a check found. Part of ``messages``."""

from __future__ import annotations

from collections.abc import Mapping

SORTS: Mapping[str, tuple[str, str]] = {
    "flag": ("true or false", "true albo false"),
    "number": ("a whole number", "liczba całkowita"),
    "text": ("a text", "tekst"),
    "word": ("a word in quotation marks", "słowo w cudzysłowie"),
    "list": ("a list", "lista"),
    "table": ("a table", "tabela"),
    "other": ("a value of another kind", "wartość innego rodzaju"),
    "unit": ("a Unit’s name, or a table with “unit”", "nazwa Jednostki albo tabela z polem „unit”"),
    "draw": (
        "a number, or a list of cards or numbers in their order",
        "liczba albo lista kart lub liczb w ich kolejności",
    ),
    "order": ("a list of cards alone, or of numbers alone", "lista samych kart albo samych liczb"),
    "decision": ("a path of parts, or a table with “kind”", "ścieżka wyboru albo tabela z polem „kind”"),
    "rules": ("true, or a list of rule numbers", "true albo lista numerów zasad"),
}

SENTENCES: Mapping[str, tuple[str, str]] = {
    "bad_toml": ("this is not TOML: {problem}", "to nie jest poprawny TOML: {problem}"),
    "bad_position": (
        "no match can begin from this position: {key}: {problem_en}",
        "od tej pozycji nie można zacząć partii: {key}: {problem_pl}",
    ),
    "bad_scenario": ("{file}: flaws in the scenario: {count}", "{file}: błędy w scenariuszu: {count}"),
    # reading
    "unknown_key": ("there is no “{key}” here; known keys: {known}", "nie ma tu „{key}”; znane klucze: {known}"),
    "unknown_word": (
        "“{value}” is not known here; known words: {known}",
        "„{value}” tu nie pasuje; znane słowa: {known}",
    ),
    "missing_key": ("“{key}” is missing", "brak „{key}”"),
    "wrong_sort": ("{expected} is expected here, not {found}", "tu powinno stać: {expected}, a jest: {found}"),
    "out_of_range": (
        "{value} is out of range: it must be from {least} to {most}",
        "{value} jest poza zakresem: dopuszczalne wartości od {least} do {most}",
    ),
    "too_many_seats": (
        "this is about seat {seat}, but there are only {seats} seats, numbered from 0",
        "to dotyczy miejsca {seat}, a miejsc jest tylko {seats}, licząc od 0",
    ),
    "not_utf8": ("the text is not UTF-8", "tekst nie jest zapisany w UTF-8"),
    "no_checks": (
        "nothing is expected in any step, so nothing would be checked",
        "żaden krok niczego nie oczekuje, więc nie byłoby czego sprawdzać",
    ),
    "no_such_file": ("“{value}” cannot be read: {problem}", "nie można odczytać „{value}”: {problem}"),
    "bad_cards_of_scenario": ("{en}", "{pl}"),
    "said_elsewhere": ("{en}", "{pl}"),
    # positions
    "unknown_card": ("no card here is called “{value}”", "żadna karta nie nazywa się tu „{value}”"),
    "wrong_group": (
        "“{card}” is of the kind {found}, but {expected} is expected here",
        "„{card}” to karta rodzaju {found}, a tu powinna być karta rodzaju {expected}",
    ),
    "too_many_copies": (
        "“{card}” is named more often than there are copies: {copies}",
        "„{card}” wymieniono częściej, niż jest egzemplarzy: {copies}",
    ),
    "not_together": (
        "“{first}” and “{second}” cannot be in the same place",
        "w jednym miejscu nie mogą być „{first}” i „{second}”",
    ),
    "own_attack": ("seat {seat} cannot attack its own location", "miejsce {seat} nie może atakować własnej lokacji"),
    "not_allied": ("these attackers cannot act together", "ci Atakujący nie mogą działać razem"),
    "same_defenders": ("two of these defenders have the same name", "dwóch z tych Obrońców ma tę samą nazwę"),
    "two_garrisons_there": ("only one Garrison can be here", "może tu być tylko jeden Garnizon"),
    "too_many_shillings": (
        "there are {most} shillings, but the players have {found}",
        "szylingów jest {most}, a gracze mają ich {found}",
    ),
    "does_not_stay": ("“{card}” does not stay in play", "„{card}” nie pozostaje w grze"),
    "card_twice": (
        "“{card}” is in two places: {other} already names it",
        "„{card}” jest w dwóch miejscach: wymieniono ją już w {other}",
    ),
    "not_in_game": (
        "“{card}” is not in this game: it belongs to a seat that does not play",
        "„{card}” nie bierze udziału w tej grze: należy do miejsca, które nie gra",
    ),
    "too_many_tokens": (
        "{value} tokens of {attribute} are on Units, but there are only {most}",
        "na Jednostkach leży żetonów: {value} (atrybut {attribute}), a jest ich tylko {most}",
    ),
    "too_much_heat": (
        "the players have {value} Heat in all, but there is only {most}",
        "gracze mają razem {value} Żaru, a jest go tylko {most}",
    ),
    "too_many_units": (
        "{value} Units of seat {seat} stand here, but the limit is {most}",
        "stoi tu {value} Jednostek miejsca {seat}, a limit wynosi {most}",
    ),
    "two_holders": (
        "the Sceptre has exactly one holder: give the number of one seat",
        "Berło ma dokładnie jednego posiadacza: podaj numer jednego miejsca",
    ),
    "says_otherwise": (
        "this says {found}, but the rest of the position says {expected}",
        "tu jest {found}, a z reszty pozycji wynika {expected}",
    ),
    "too_few_cards": (
        "only {most} cards are left for {value} places",
        "zostało tylko {most} kart na {value} miejsc",
    ),
    "other_question": (
        "the position leads to a different question: {found}, not {expected}",
        "pozycja prowadzi do innego pytania: {found}, a nie {expected}",
    ),
    "too_many_rounds": (
        "there are at most {most} rounds",
        "rund jest najwyżej {most}",
    ),
    "still_there": (
        "{card} cannot lie there any more: every round removes the card from its board",
        "{card} nie może już tam leżeć: każda runda zabiera kartę z planszy",
    ),
    "too_many_cards_left": (
        "in round {round} at most {most} cards can be left in this deck, not {value}",
        "w rundzie {round} w tej talii może zostać najwyżej {most} kart, a nie {value}",
    ),
    "already_won": (
        "seat {seat} has {value} Titles, and {most} end the game at once",
        "miejsce {seat} ma Tytułów: {value}, a {most} od razu kończy grę",
    ),
    "units_in_recruitment": (
        "there are no Units in the Zones during recruitment: all went back to hand when the round ended",
        "w rekrutacji w Strefach nie stoi żadna Jednostka: wszystkie wróciły na ręce na końcu rundy",
    ),
    "not_assigned_yet": (
        "nobody has assigned a Unit yet during recruitment",
        "w rekrutacji nikt jeszcze nic nie przydzielił",
    ),
    "not_passed_yet": ("nobody has passed yet during recruitment", "w rekrutacji nikt jeszcze nie spasował"),
    "assigned_none": (
        "this seat has {value} Units in the Zones, so it has assigned at least one",
        "w Strefach stoi {value} Jednostek tego miejsca, więc przydzieliło co najmniej jedną",
    ),
    "too_many_acquired": (
        "{value} acquired cards of the group {group}, but at this point of round {round} there can be at most {most}",
        "zdobytych kart rodzaju {group} jest {value}, a do tej chwili rundy {round} mogło ich być {most}",
    ),
    "markers_too_early": (
        "seat {seat} has {value} markers or played action cards here, but at most {most} are possible by now",
        "miejsce {seat} ma tu {value} znaczników i zagranych kart akcji, a do tej chwili najwyżej {most}",
    ),
    "token_too_early": (
        "tokens for the next turn are gained in boardings and on the Tree, which come later in this turn",
        "żeton na następną turę bierze się podczas abordaży i na Drzewie, a te w tej turze dopiero nastąpią",
    ),
    "nobody_plays_five": (
        'only a player with the Ultima Thule token (extra = "now") plays a fifth card',
        'piątą kartę gra tylko ten, kto ma żeton Ultima Thule (extra = "now")',
    ),
    "round_of_planning": (
        "only the planning phase has rounds",
        "rundy są tylko w fazie planowania",
    ),
    "only_in_solo": (
        "only the solo game has Elder Houses",
        "Starsze Rody są tylko w grze solo",
    ),
    "deck_has_marker": (
        "such a Title counts only when no Privilege is left to mark it, but {value} are left in the deck",
        "taki Tytuł liczy się bez karty tylko wtedy, gdy w talii nie ma już Przywileju, a jest ich tam {value}",
    ),
    "houses_play_on": (
        "the Elder Houses never pass and never concede",
        "Starsze Rody nigdy nie pasują i nie poddają się",
    ),
    "nothing_assigned": (
        "the player has made no assignment in this phase, so there is no last Zone",
        "gracz nie dokonał jeszcze przydziału w tej fazie, więc nie ma ostatniej Strefy",
    ),
    "privilege_face_up": (
        "the Privilege {card} lies face down in front of the Elder Houses: it is not one of their Masters",
        "Przywilej {card} leży przed Starszymi Rodami zakryty: nie jest żadnym z ich Mistrzów",
    ),
    "too_many_masters": (
        "at this level the Elder Houses have at most {most} of the Masters, not {value}",
        "na tym poziomie liczba Mistrzów Starszych Rodów wynosi najwyżej {most}, a nie {value}",
    ),
    "phase_not_under_way": (
        "a step can be under way only in the assignment phase, or before the confrontations that are listed",
        "krok może właśnie trwać tylko w fazie przydziału albo przed wymienionymi konfrontacjami",
    ),
    "needs_its_moment": (
        "the ability of {card} changes a tie, a win, a saving or a number: begin with that instead",
        "zdolność karty {card} zmienia remis, wygraną, ocalenie albo liczbę: zacznij od tego",
    ),
    "needs_a_unit": (
        "the ability of {card} affects a Unit: say which (unit)",
        "zdolność karty {card} dotyczy Jednostki: podaj której (unit)",
    ),
    "not_in_force": (
        "the ability of {card} does not work here, or not for this seat",
        "zdolność karty {card} tu nie działa albo nie należy do tego miejsca",
    ),
    "not_in_a_zone": ("{card} stands in no Zone", "{card} nie stoi w żadnej Strefie"),
    # checking
    "wrong_events": ("this event did not follow", "to zdarzenie nie nastąpiło"),
    "wrong_order": (
        "this event happened, but not in the place where it is expected",
        "to zdarzenie nastąpiło, ale nie w tym miejscu kolejności",
    ),
    "event_occurred": ("this event must not occur", "to zdarzenie nie może nastąpić"),
    "extra_event": ("this event was not expected", "tego zdarzenia nie oczekiwano"),
    "not_offered": ("this decision is not offered", "tej decyzji nie ma wśród możliwych"),
    "wrongly_offered": ("this decision must not be offered", "ta decyzja nie może być możliwa"),
    "other_options": ("different decisions are offered", "możliwe są inne decyzje"),
    "not_refused": ("this decision must be refused", "ta decyzja powinna zostać odrzucona"),
    "other_refusal": ("the decision is refused for a different reason", "decyzja jest odrzucana z innego powodu"),
    "refused_here": ("the decision is refused: {en}", "decyzja została odrzucona: {pl}"),
    "nobody_decides": ("nobody has to decide here", "nikt nie ma tu decyzji do podjęcia"),
    "other_awaiting": ("a different decision is awaited", "oczekiwana jest inna decyzja"),
    "other_state": ("the state differs", "stan się różni"),
    "other_outcome": ("the result differs", "wynik się różni"),
    "no_such_state": ("the state has nothing with this name", "w stanie nie ma nic o tej nazwie"),
    "draw_unused": ("this draw was never made", "tego losowania nie było"),
    "draw_is_an_order": (
        "draw {draw} puts {size} cards in order: a list is expected",
        "losowanie {draw} ustawia {size} kart w kolejności: potrzebna jest lista",
    ),
    "draw_is_a_number": (
        "draw {draw} picks one of {size}: a number from 0 is expected",
        "losowanie {draw} wybiera jedno z {size}: potrzebna jest liczba, licząc od 0",
    ),
    "draw_needs_all": (
        "draw {draw} puts {size} cards in order: list exactly these, not {found}",
        "losowanie {draw} ustawia {size} kart w kolejności i trzeba podać dokładnie te karty, a nie {found}",
    ),
    "bad_order_of_cards": (
        "“{value}” is not a card, or is named twice",
        "„{value}” nie jest kartą albo wymieniono to dwa razy",
    ),
}
