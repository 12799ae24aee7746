"""Polish sentences: log, questions, answers, labels, refusals.

Names of players and cards stand in the nominative, after a colon or in brackets where grammar asks for another case.
What a player does stands in the present tense, so that no sentence needs to know anybody's gender; what just happens
stands in the present or as an impersonal past ("odkryto").
"""

from __future__ import annotations

from ....contract import UNKNOWN, Awaiting, Decision
from .. import events as ev
from ..cards import Card
from ..houses.solo import HOUSES
from ..state import State
from ..vocabulary import ATTRIBUTES, DECKS, NONE, PHASES, ZONES
from . import terms_pl as terms
from .houses_pl import HousesPolish
from .phrases_pl import POLISH
from .terms_pl import counted, heat

HOW = {ev.BY_COUNT: "", ev.BY_ABILITY: " dzięki zdolności", ev.BY_COURT: " dzięki pozycji na Dworze"}


def _units(n: int) -> str:
    """Accusative."""
    return counted(n, "Jednostkę", "Jednostki", "Jednostek")


class Polish(HousesPolish):
    LANGUAGE = "pl"
    PHRASES = POLISH
    ATTRIBUTE_NAMES = terms.ATTRIBUTES
    ZONE_NAMES = terms.ZONES
    DIRECTION_NAMES = terms.DIRECTIONS

    def name(self, card: Card) -> str:
        return card.name_pl

    def keep(self, card: int) -> str:
        return "Zachowaj Jednostkę" if card == UNKNOWN else f"Zachowaj: {self.card(card)}"

    def redraw(self, drawn: int) -> str:
        what = "Odrzuć ją" if drawn == 1 else "Odrzuć obie" if drawn == 2 else "Odrzuć wszystkie"
        return f"{what} i dobierz nową Jednostkę"

    def token(self, attribute: str) -> str:
        return f"Żeton {terms.ATTRIBUTES_OF[attribute]}"

    def zone_in(self, zone: int) -> str:
        """Locative, after "w"."""
        return terms.ZONES_IN[ZONES[zone]]

    # --- setup -----------------------------------------------------------------------------------------------

    def game_created(self, e: ev.GameCreated, after: State) -> str:
        return f"Zaczyna się gra. Liczba graczy: {e.seats}. Tytuły potrzebne do zwycięstwa: {e.titles_to_win}."

    def basic_set_chosen(self, e: ev.BasicSetChosen, after: State) -> str:
        how = "wylosowane" if e.by_lot else "uzgodnione"
        return f"Jednostki Podstawowe w grze ({how}): {self._kinds(e.kinds)}."

    def deck_shuffled(self, e: ev.DeckShuffled, after: State) -> str:
        aside = f"; karty odłożone w ciemno poza grę: {len(e.aside)}" if e.aside else ""
        return f"Potasowano talię {terms.DECKS_OF[DECKS[e.deck]]}{aside}."

    def deck_reshuffled(self, e: ev.DeckReshuffled, after: State) -> str:
        return "Potasowano stos Jednostek odrzuconych: to nowa talia Jednostek Elitarnych."

    def heat_dealt(self, e: ev.HeatDealt, after: State) -> str:
        return f"{self.player(e.seat)} otrzymuje {heat(e.amount)}."

    def hand_dealt(self, e: ev.HandDealt, after: State) -> str:
        return f"{self.player(e.seat)} otrzymuje początkową rękę{self._known(e.units)}."

    def first_player_drawn(self, e: ev.FirstPlayerDrawn, after: State) -> str:
        drawn = ", ".join(f"{self.player(seat)} – {self.card(unit)}" for seat, unit in enumerate(e.units))
        return f"Losowanie Berła: {drawn}. Pierwsza w alfabecie jest Jednostka, którą ma {self.player(e.holder)}."

    def sceptre_set(self, e: ev.SceptreSet, after: State) -> str:
        return f"Berło ma {self.player(e.holder)}; kierunek gry: {self.direction(e.direction)}."

    def card_revealed(self, e: ev.CardRevealed, after: State) -> str:
        return f"W {self.zone_in(e.zone)} odkryto kartę {self.card(e.card)}."

    def position_set(self, e: ev.PositionSet, after: State) -> str:
        return f"Rozstawiono pozycję: runda {max(e.round, 1)}, {terms.PHASES[PHASES[e.phase]]}."

    def houses_position_set(self, e: ev.HousesPositionSet, after: State) -> str:
        return f"Pieczęcie Starszych Rodów na początku: {e.seals}."

    # --- rounds, recruitment, assignment -----------------------------------------------------------------------

    def round_started(self, e: ev.RoundStarted, after: State) -> str:
        return f"Runda {e.number}."

    def phase_started(self, e: ev.PhaseStarted, after: State) -> str:
        return f"{terms.PHASES[PHASES[e.phase]].capitalize()}."

    def units_drawn(self, e: ev.UnitsDrawn, after: State) -> str:
        return f"{self.player(e.seat)} dobiera {_units(len(e.units))}{self._known(e.units)}."

    def unit_kept(self, e: ev.UnitKept, after: State) -> str:
        return f"{self.player(e.seat)} zachowuje Jednostkę{self._known((e.unit,))}."

    def unit_discarded(self, e: ev.UnitDiscarded, after: State) -> str:
        if e.source == ev.FROM_ZONE:
            return f"Odrzucono Jednostkę {self.at(e.unit, e.seat, e.zone)}."
        hand = " z ręki" if e.source == ev.FROM_HAND else ""
        return f"{self.player(e.seat)} odrzuca{hand}: {self.card(e.unit)}."

    def unit_assigned(self, e: ev.UnitAssigned, after: State) -> str:
        return f"{self.player(e.seat)} przydziela: {self.card(e.unit)} → {self.zone(e.zone)}."

    def player_passed(self, e: ev.PlayerPassed, after: State) -> str:
        return f"{self.player(e.seat)} {'nie ma czego przydzielić i pasuje' if e.forced else 'pasuje'}."

    def seat_conceded(self, e: ev.SeatConceded, after: State) -> str:
        return f"{self.player(e.seat)} poddaje się."

    # --- abilities, Heat, tokens -------------------------------------------------------------------------------

    def ability_used(self, e: ev.AbilityUsed, after: State) -> str:
        if self._cards.printed[e.card].group in ("mission", "influence"):
            return f"Działa karta {self.card(e.card)} ({self.player(e.seat)})."
        return f"{self.player(e.seat)} używa zdolności: {self.card(e.card)}."

    def ability_declined(self, e: ev.AbilityDeclined, after: State) -> str:
        return f"{self.player(e.seat)} nie używa zdolności: {self.card(e.card)}."

    def ability_lapsed(self, e: ev.AbilityLapsed, after: State) -> str:
        return f"{self.card(e.card)} nie działa: osiągnięto limit zdolności w rundzie ({after.uses})."

    def ability_suppressed(self, e: ev.AbilitySuppressed, after: State) -> str:
        return f"Przestaje działać zdolność Jednostki {self.at(e.unit, e.seat, e.zone)}."

    def heat_paid(self, e: ev.HeatPaid, after: State) -> str:
        return f"{self.player(e.seat)} płaci {heat(e.amount)}."

    def heat_gained(self, e: ev.HeatGained, after: State) -> str:
        return f"{self.player(e.seat)} zyskuje {heat(e.amount)}."

    def heat_discarded(self, e: ev.HeatDiscarded, after: State) -> str:
        return f"{self.player(e.seat)} odrzuca {heat(e.amount)}."

    def heat_taken(self, e: ev.HeatTaken, after: State) -> str:
        return f"{self.player(e.seat)} odbiera {heat(e.amount)}; traci {self.player(e.victim)}."

    def token_attached(self, e: ev.TokenAttached, after: State) -> str:
        token = terms.ATTRIBUTES_OF[ATTRIBUTES[e.attribute]]
        return f"Żeton {token} zostaje dołączony do Jednostki {self.at(e.unit, e.seat, e.zone)}."

    def token_detached(self, e: ev.TokenDetached, after: State) -> str:
        token = terms.ATTRIBUTES_OF[ATTRIBUTES[e.attribute]]
        return f"Żeton {token} zostaje zdjęty z Jednostki {self.at(e.unit, e.seat, e.zone)}."

    def token_moved(self, e: ev.TokenMoved, after: State) -> str:
        token = terms.ATTRIBUTES_OF[ATTRIBUTES[e.attribute]]
        return f"Żeton {token} przechodzi: {self.at(e.other, e.other_seat)} → {self.at(e.unit, e.seat)}."

    # --- Units ---------------------------------------------------------------------------------------------------

    def units_swapped(self, e: ev.UnitsSwapped, after: State) -> str:
        here, there = f"{self.card(e.unit)} ({self.zone(e.zone)})", f"{self.card(e.other)} ({self.zone(e.other_zone)})"
        return f"{self.player(e.seat)} zamienia: {here} ↔ {there}."

    def unit_moved(self, e: ev.UnitMoved, after: State) -> str:
        return f"Jednostka {self.at(e.unit, e.seat)} przechodzi: {self.zone(e.other_zone)} → {self.zone(e.zone)}."

    def unit_placed(self, e: ev.UnitPlaced, after: State) -> str:
        return f"{self.player(e.seat)} umieszcza: {self.card(e.unit)} → {self.zone(e.zone)}."

    def unit_returned(self, e: ev.UnitReturned, after: State) -> str:
        return f"{self.player(e.seat)} cofa do ręki: {self.card(e.unit)} ({self.zone(e.zone)})."

    def unit_taken(self, e: ev.UnitTaken, after: State) -> str:
        return f"{self.player(e.seat)} bierze do ręki: {self.at(e.unit, e.owner, e.zone)}."

    def unit_recovered(self, e: ev.UnitRecovered, after: State) -> str:
        return f"{self.player(e.seat)} bierze ze stosu Jednostek odrzuconych: {self.card(e.unit)}."

    def unit_annihilated(self, e: ev.UnitAnnihilated, after: State) -> str:
        return f"{self.player(e.by)} unicestwia: {self.at(e.unit, e.seat, e.zone)}."

    def annihilation_redirected(self, e: ev.AnnihilationRedirected, after: State) -> str:
        return f"{self.player(e.seat)} wskazuje do unicestwienia: {self.card(e.other)} zamiast {self.card(e.unit)}."

    def unit_saved(self, e: ev.UnitSaved, after: State) -> str:
        return f"{self.player(e.seat)} ocala: {self.card(e.unit)}."

    def unit_stayed(self, e: ev.UnitStayed, after: State) -> str:
        return f"Jednostka {self.card(e.unit)} pozostaje w {self.zone_in(e.zone)}."

    def cards_exchanged(self, e: ev.CardsExchanged, after: State) -> str:
        if UNKNOWN in (e.given, e.taken):
            return f"{self.player(e.seat)} i {self.player(e.partner)} wymieniają po jednej Jednostce z ręki."
        given, taken = self.at(e.given, e.seat), self.at(e.taken, e.partner)
        return f"Zmieniają właścicieli: {given} ↔ {taken}."

    def hand_shown(self, e: ev.HandShown, after: State) -> str:
        shown = "" if UNKNOWN in e.units else f": {self.listed(e.units) or 'pusta'}"
        return f"{self.player(e.seat)} ogląda rękę ({self.player(e.owner)}){shown}."

    # --- confrontations ------------------------------------------------------------------------------------------

    def _confrontation(self, zone: int, attribute: int) -> str:
        """After "konfrontacja" in any case."""
        return f"{terms.ATTRIBUTES_OF[ATTRIBUTES[attribute]]} w {self.zone_in(zone)}"

    def confrontation_skipped(self, e: ev.ConfrontationSkipped, after: State) -> str:
        return f"W tej rundzie nie będzie konfrontacji {self._confrontation(e.zone, e.attribute)}."

    def confrontation_started(self, e: ev.ConfrontationStarted, after: State) -> str:
        who = self.players(e.participants) or "nikt nie bierze udziału"
        return f"Konfrontacja {self._confrontation(e.zone, e.attribute)}: {who}."

    def confrontation_scored(self, e: ev.ConfrontationScored, after: State) -> str:
        counts = self.each(e.counts)
        return f"Liczba symboli: {counts}." if counts else ""

    def confrontation_void(self, e: ev.ConfrontationVoid, after: State) -> str:
        return f"Konfrontacja {self._confrontation(e.zone, e.attribute)} nie jest rozstrzygana."

    def confrontation_tied(self, e: ev.ConfrontationTied, after: State) -> str:
        return f"Remis: {self.players(e.tied)}."

    def confrontation_won(self, e: ev.ConfrontationWon, after: State) -> str:
        return f"{self.player(e.seat)} wygrywa konfrontację {self._confrontation(e.zone, e.attribute)}{HOW[e.how]}."

    def effect_declined(self, e: ev.EffectDeclined, after: State) -> str:
        return f"{self.player(e.seat)} rezygnuje z efektu wygranej."

    def card_acquired(self, e: ev.CardAcquired, after: State) -> str:
        return f"{self.player(e.seat)} zdobywa kartę {self.card(e.card)}."

    def card_removed(self, e: ev.CardRemoved, after: State) -> str:
        return f"Karta {self.card(e.card)} zostaje usunięta z gry."

    def titles_changed(self, e: ev.TitlesChanged, after: State) -> str:
        return f"Tytuły: {self.each(e.titles)}."

    # --- end of round, end of game -----------------------------------------------------------------------------

    def heat_gathered(self, e: ev.HeatGathered, after: State) -> str:
        amount = f"zbiera {heat(e.amount)}" if e.amount else "nie zbiera Żaru"
        return f"{self.player(e.seat)} {amount} (policzone Jednostki w Strefie Dworu: {e.counted})."

    def units_returned(self, e: ev.UnitsReturned, after: State) -> str:
        return f"{self.player(e.seat)} bierze z powrotem do ręki: {self.listed(e.units)}." if e.units else ""

    def game_ended(self, e: ev.GameEnded, after: State) -> str:
        why = {
            ev.BY_TITLES: f"zdobyto wymaganą liczbę Tytułów ({self.each(e.scores)})",
            ev.BY_PRIVILEGE_DECK: f"nie ma już Przywilejów (Tytuły: {self.each(e.scores)})",
            ev.BY_FORFEIT: "nikt inny nie został w grze",
            ev.BY_ROUNDS: f"osiągnięto limit rund: {after.round} (Tytuły: {self.each(e.scores)})",
        }[e.reason]
        if e.winner == NONE:
            return f"Koniec gry: {why}."
        if after.solo is not None and e.winner == HOUSES:
            return f"Wygrywają {self.houses}: {why}."
        return f"Nowym Cesarzem-Elektem zostaje {self.player(e.winner)}: {why}."

    def herald_named(self, e: ev.HeraldNamed, after: State) -> str:
        if e.herald == NONE:
            return f"{self.player(e.seat)} nie mianuje Herolda."
        return f"{self.player(e.seat)} mianuje Herolda: {self.player(e.herald)}."

    def awaiting(self, e: ev.Awaiting, after: State) -> str:
        return ""

    def _known(self, units: tuple[int, ...]) -> str:
        return "" if UNKNOWN in units else f": {self.listed(units)}"

    # --- questions -----------------------------------------------------------------------------------------------

    def _where(self, view: State) -> str:
        zone = self.about(view).get("zone", NONE)
        return f" w {self.zone_in(zone)}" if zone != NONE else ""

    def _on(self, view: State) -> str:
        attribute = self.about(view).get("attribute")
        return f" {terms.ATTRIBUTES_OF[ATTRIBUTES[attribute]]}" if attribute is not None else ""

    def _won(self, view: State) -> str:
        return f"Wygrywasz konfrontację{self._on(view)}{self._where(view)}"

    def ask_set_direction(self, asked: Awaiting, view: State) -> str:
        free = " Przy dwóch graczach niczego to teraz nie zmienia." if view.seats == 2 else ""
        return f"Masz Berło: wybierz kierunek gry.{free}"

    def ask_recruit(self, asked: Awaiting, view: State) -> str:
        drawn = len(view.drawn)
        if drawn == 1:
            return "Rekrutacja: zachowaj dobraną Jednostkę albo odrzuć ją i dobierz nową."
        which = "obie" if drawn == 2 else "wszystkie"
        return f"Rekrutacja: zachowaj jedną z dobranych Jednostek albo odrzuć {which} i dobierz nową."

    def ask_assign_or_pass(self, asked: Awaiting, view: State) -> str:
        number, most = view.assigned[asked.seat] + 1, view.game.assignments
        return f"Przydziel Jednostkę do Strefy albo spasuj (przydział {number} z {most})."

    def _cost(self, view: State) -> str:
        cost = self.cost(view)
        return f" za {heat(cost)}" if cost else ""

    def ask_use_instant(self, asked: Awaiting, view: State) -> str:
        card = self.asking_card(view)
        return f"{self.card(card)}: użyć zdolności{self._where(view)}{self._cost(view)}?{self.does(card)}"

    def ask_use_optional(self, asked: Awaiting, view: State) -> str:
        card = self.asking_card(view)
        if card != UNKNOWN and not self._cards.printed[card].ability.optional:
            return f"Działa karta {self.card(card)}{self._where(view)}: wybierz, czego to dotyczy."
        return f"{self.card(card)}: użyć zdolności{self._where(view)}{self._cost(view)}?{self.does(card)}"

    def ask_tie_winner(self, asked: Awaiting, view: State) -> str:
        who = terms.joined(self.tied(view), "i")
        return f"Remis w konfrontacji{self._on(view)}{self._where(view)} ({who}): wskaż, kto wygrywa."

    def ask_attach_tokens(self, asked: Awaiting, view: State) -> str:
        return f"{self._won(view)}: dołącz najwyżej 2 żetony do Jednostek w tej Strefie."

    def ask_swap_units(self, asked: Awaiting, view: State) -> str:
        return f"{self._won(view)}: zamienić swoją Jednostkę w tej Strefie ze swoją Jednostką w innej Strefie?"

    def ask_annihilate_unit(self, asked: Awaiting, view: State) -> str:
        return f"{self._won(view)}: unicestwić Jednostkę w tej Strefie? Właściciel może ją ocalić."

    def ask_choose_victim(self, asked: Awaiting, view: State) -> str:
        unit = self.card(int(self.about(view).get("unit", UNKNOWN)))
        by = f"{self.player(self.about(view).get('seat', NONE))} unicestwia{self._where(view)}: {unit}."
        return f"{by} Wybierz, która z twoich Jednostek zostanie tam unicestwiona."

    def ask_save_unit(self, asked: Awaiting, view: State) -> str:
        unit, cost = self.card(int(self.about(view).get("unit", UNKNOWN))), self.cost(view)
        leaves = f" Wróci na rękę ze {terms.ZONES_OF[ZONES[view.step.zone]]}." if self.leaves(view) else ""
        return f"Ocalić kartę {unit} {f'za {heat(cost)}' if cost else 'za darmo'}?{leaves}"

    def ask_discard_from_hand(self, asked: Awaiting, view: State) -> str:
        number = int(self.about(view).get("number", 1))
        card = self.asking_card(view)
        because = "" if card == UNKNOWN else f"{self.card(card)}: "
        return f"{because}{'O' if not because else 'o'}drzuć {_units(number)} z ręki."

    def ask_give_sceptre(self, asked: Awaiting, view: State) -> str:
        return "Zdobywasz Przywilej: wskaż, kto otrzymuje Berło, i wybierz kierunek gry."

    def ask_name_herald(self, asked: Awaiting, view: State) -> str:
        return "Zostajesz Cesarzem-Elektem: mianuj swojego Herolda spośród przegranych albo nikogo."

    # --- answers -------------------------------------------------------------------------------------------------

    def chose_set_direction(self, d: Decision, view: State) -> str:
        return f"Kierunek gry: {terms.DIRECTIONS[d.choice[0]]}"

    def chose_recruit(self, d: Decision, view: State) -> str:
        return self.part(d.choice[0], view)

    def chose_assign_or_pass(self, d: Decision, view: State) -> str:
        return (
            f"Przydziel: {self.card(d.choice[0])} → {self.zone(d.choice[1])}"
            if d.choice
            else self.phrases.parts["pass"]
        )

    def chose_use_instant(self, d: Decision, view: State) -> str:
        card = self.asking_card(view)
        of = "" if card == UNKNOWN else f" ({self.card(card)})"
        if not d.choice:
            return f"Nie używaj zdolności{of}"
        targets = self.targets(d.choice[1:], view)
        return f"Użyj zdolności{of}{f': {targets}' if targets else ''}"

    chose_use_optional = chose_use_instant

    def chose_tie_winner(self, d: Decision, view: State) -> str:
        return f"Remis wygrywa: {self.player(d.choice[0])}"

    def chose_attach_tokens(self, d: Decision, view: State) -> str:
        tokens = ((terms.ATTRIBUTES[ATTRIBUTES[a]], self.of_whom(unit, view, d.seat)) for a, unit in d.choice)
        placed = ", ".join(f"{token} → {unit}" for token, unit in tokens)
        return f"Dołącz: {placed}" if placed else "Niczego nie dołączaj"

    def chose_swap_units(self, d: Decision, view: State) -> str:
        return f"Zamień: {self.card(d.choice[0])} ↔ {self.card(d.choice[1])}" if d.choice else "Nie zamieniaj"

    def chose_annihilate_unit(self, d: Decision, view: State) -> str:
        return f"Unicestwij: {self.placed(d.choice[0], view)}" if d.choice else "Niczego nie unicestwiaj"

    def chose_choose_victim(self, d: Decision, view: State) -> str:
        return f"Wybierz: {self.card(d.choice[0])}"

    def chose_save_unit(self, d: Decision, view: State) -> str:
        return self.part(d.choice[0], view)

    def chose_discard_from_hand(self, d: Decision, view: State) -> str:
        return f"Odrzuć: {self.listed(d.choice)}" if d.choice else "Niczego nie odrzucaj"

    def chose_give_sceptre(self, d: Decision, view: State) -> str:
        return f"Berło: {self.player(d.choice[0])}, {terms.DIRECTIONS[d.choice[1]]}"

    def chose_name_herald(self, d: Decision, view: State) -> str:
        return f"Herold: {self.player(d.choice[0])}" if d.choice else "Bez Herolda"

    def chose_concede(self, d: Decision, view: State) -> str:
        return self.phrases.parts["concede"]
