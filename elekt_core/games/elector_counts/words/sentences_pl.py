"""Polish sentences. What a player does stands in the present tense, which has no gender, all else may be an impersonal
past; names of cards stand uninflected."""

from __future__ import annotations

from collections.abc import Sequence

from ....contract import UNKNOWN
from .. import events as e
from ..state import NONE, State
from .card_text import plural_pl
from .card_text import shillings_pl as shillings
from .narrator import Narrator


class Polish(Narrator):
    LANGUAGE = "pl"
    HIDDEN = "zakryta karta"
    UNIT = "jednostka"

    TITLE = "Książęta-Elektorzy"
    POINTS = "punkty"
    ABOUT = (
        "Karciana wojna domowa dla dwóch do czterech książąt-elektorów. Zagrywaj lokacje dla szylingów, obsadzaj "
        "ich mury i oblegaj cudze: na koniec punkty daje to, co trzymasz."
    )
    RULESETS = {"elector-counts-r1": ("Książęta-Elektorzy", "")}

    PARTS = {
        "end_turn": "Zakończ turę",
        "location": "Zagraj lokację",
        "defend": "Wyślij Obrońców",
        "attack": "Atakuj",
        "support": "Zagraj Wsparcie",
        "buy": "Kup karty",
        "sell": "Sprzedaj",
        "reserve": "Odłóż do Rezerwy",
        "take": "Weź z Rezerwy",
        "pass_cards": "Przekaż",
        "pass": "Bez reakcji",
        "done": "Gotowe",
        "nobody": "nikogo",
        "concede": "Poddaj się",
    }

    QUESTIONS = {
        "act": "Wybierz Akcję albo karty z ręki.",
        "act_at_the_end": "Faza „Końca Gry”: wybierz jedną Akcję.",
        "pass_cards": "Wybierz trzy karty, które dostanie {to}. Reszta ręki zostanie odrzucona.",
        "take_from": "Pula jest pusta: wybierz gracza, od którego bierzesz szylinga.",
        "choose_target": "{unit}: wybierz kartę, którą usuwa.",
        "react": "Konflikt ({location}): zagrać reakcję?",
        "casualties": "Wygrywasz ({location}): wybierz Atakujących, których tracisz.",
    }

    ENDINGS = {
        "fortifications": "{seat} zaczyna turę z pięcioma żetonami Fortyfikacji w grze",
        "sieges": "{seat} zaczyna turę z pięcioma żetonami Oblężenia w grze",
        "tokens": "{seat} zaczyna turę z ośmioma żetonami w grze",
        "no_action": "{seat} nie może już wykonać Akcji",
        "repetition": "Powtórzyła się ta sama sytuacja",
        "forfeit": "{seat} poddaje się",
    }

    RESULTS = {
        "fortifications": "Ktoś zaczął turę z pięcioma żetonami Fortyfikacji w grze; zdecydowały punkty.",
        "sieges": "Ktoś zaczął turę z pięcioma żetonami Oblężenia w grze; zdecydowały punkty.",
        "tokens": "Ktoś zaczął turę z ośmioma żetonami w grze; zdecydowały punkty.",
        "no_action": "Ktoś nie mógł już wykonać Akcji; zdecydowały punkty.",
        "repetition": "Powtórzyła się ta sama sytuacja; zdecydowały punkty.",
        "forfeit": "{names}: gra poddana.",
    }

    REFUSED = "Zasady na to nie pozwalają."
    REFUSALS = {
        "game_over": "Gra jest skończona.",
        "not_your_turn": "Teraz decyduje ktoś inny.",
        "another_question": "Masz teraz do podjęcia inną decyzję.",
        "already_conceded": "Poddanie się jest już zapisane.",
        "malformed": "Nie da się odczytać decyzji: {field}.",
        "not_in_hand": "Nie masz na ręce tej karty albo tylu jej egzemplarzy: {card}.",
        "not_location": "To nie jest lokacja: {card}.",
        "not_defender": "To nie jest Obrońca: {card}.",
        "not_attacker": "To nie jest Atakujący: {card}.",
        "not_support": "To nie jest Wsparcie: {card}.",
        "no_unit": "Wskaż co najmniej jedną kartę.",
        "not_your_location": "To nie jest twoja lokacja: {location}.",
        "same_name": "Jednej lokacji nie mogą bronić dwie takie same karty: {card}.",
        "two_garrisons": "W lokacji może być tylko jeden Garnizon: {location}.",
        "not_on_the_table": "Tej lokacji nie ma na stole: {location}.",
        "own_location": "To twoja własna lokacja: {location}.",
        "attacked_by_another": "Tę lokację ({location}) atakuje już {seat}.",
        "not_allied": "Atakujący jednej lokacji muszą mieć tę samą nazwę albo tę samą grupę sojuszników.",
        "no_siege_token": "Wszystkie twoje żetony Oblężenia ({number}) są w grze.",
        "order_of_hand": "Podaj karty w kolejności, w jakiej są na ręce.",
        "three_cards": "Na koniec tury musisz móc przekazać {number} karty.",
        "too_few_to_pass": "Na ręce muszą być {number} karty: weź karty z Rezerwy albo je kup.",
        "must_act": "W fazie „Końca Gry” trzeba wykonać Akcję.",
        "reaction_only": "Tę kartę zagrywa się tylko w konflikcie: {card}.",
        "no_effect": "Ta karta nic by teraz nie zmieniła: {card}.",
        "bad_target": "Tak nie można użyć karty: {card}.",
        "too_few_shillings": "Kupowane karty: {number}, koszt w szylingach: {cost}; masz ich {shillings}.",
        "too_few_cards": "Liczba kart, które można jeszcze dobrać: {available}.",
        "sell_one_or_two": "Naraz można sprzedać najwyżej {number} karty.",
        "no_reserve_now": "W fazie „Końca Gry” niczego nie odkłada się do Rezerwy.",
        "reserve_full": "Limit kart w twojej Rezerwie: {number}.",
        "not_in_reserve": "Tej karty nie ma w twojej Rezerwie: {card}.",
        "pass_three": "Wybierz trzy karty z ręki i podaj je w kolejności, w jakiej na niej są.",
        "no_shillings_there": "Nie ma tam szylingów do wzięcia.",
        "not_a_target": "Ta karta nie może usunąć wskazanej.",
        "no_reaction": "Tego nie można zagrać w konflikcie.",
        "other_casualties": "Siła traconych kart musi być jak najbliższa sile obrony.",
    }

    def cards(self, n: int) -> str:
        return f"{n} {plural_pl(n, 'kartę', 'karty', 'kart')}"

    def listed(self, cards: Sequence[int]) -> str:
        """As it stands behind a colon."""
        n = len(cards)
        return f"{n} {plural_pl(n, 'karta', 'karty', 'kart')}" if UNKNOWN in cards else super().listed(cards)

    def _gotten(self, cards: Sequence[int]) -> str:
        """Behind a verb: names in the nominative after a colon, or how many in the accusative."""
        return f" {self.cards(len(cards))}" if UNKNOWN in cards else f": {self.listed(cards)}"

    # --- the log ---------------------------------------------------------------------------------------------

    def game_created(self, event: e.GameCreated, after: State) -> str:
        return f"Zaczyna się gra. Liczba graczy: {event.seats}."

    def starting_locations_dealt(self, event: e.StartingLocationsDealt, after: State) -> str:
        dealt = ", ".join(f"{self.player(seat)} – {self.card(at)}" for seat, at in enumerate(event.locations))
        return f"Lokacje Startowe: {dealt}."

    def first_player_found(self, event: e.FirstPlayerFound, after: State) -> str:
        return f"Pierwszy gracz: {self.player(event.seat)}."

    def deck_shuffled(self, event: e.DeckShuffled, after: State) -> str:
        return "Potasowano talię Posiłków."

    def hand_dealt(self, event: e.HandDealt, after: State) -> str:
        return f"{self.player(event.seat)} dostaje{self._gotten(event.cards)}."

    def turn_started(self, event: e.TurnStarted, after: State) -> str:
        return f"Tura: {self.player(event.seat)}."

    def location_played(self, event: e.LocationPlayed, after: State) -> str:
        return f"{self.player(event.seat)} zagrywa lokację: {self.card(event.location)}."

    def _by(self, card: int) -> str:
        return f" ({self.card(card)})" if card not in (NONE, UNKNOWN) else ""

    def shillings_gained(self, event: e.ShillingsGained, after: State) -> str:
        return f"{self.player(event.seat)} bierze {shillings(event.amount)}{self._by(event.card)}."

    def shillings_taken(self, event: e.ShillingsTaken, after: State) -> str:
        who, whom = self.player(event.seat), self.player(event.victim)
        return f"{who} bierze {shillings(event.amount)} od gracza {whom}{self._by(event.card)}."

    def defenders_placed(self, event: e.DefendersPlaced, after: State) -> str:
        who, at = self.player(event.seat), self.card(event.location)
        return f"{who} wysyła Obrońców ({at}): {self.listed(event.cards)}."

    def attackers_placed(self, event: e.AttackersPlaced, after: State) -> str:
        return f"{self.player(event.seat)} atakuje ({self.card(event.location)}): {self.listed(event.cards)}."

    def attackers_spent(self, event: e.AttackersSpent, after: State) -> str:
        who, at = self.player(event.seat), self.card(event.location)
        return f"{who} traci Atakujących na Fortyfikacji ({at}): {self.listed(event.cards)}."

    def siege_placed(self, event: e.SiegePlaced, after: State) -> str:
        return f"{self.player(event.seat)} kładzie żeton Oblężenia: {self.card(event.location)}."

    def siege_returned(self, event: e.SiegeReturned, after: State) -> str:
        return f"Żeton Oblężenia ({self.card(event.location)}) wraca do gracza {self.player(event.seat)}."

    def fortification_placed(self, event: e.FortificationPlaced, after: State) -> str:
        return f"{self.player(event.seat)} kładzie żeton Fortyfikacji: {self.card(event.location)}."

    def fortification_removed(self, event: e.FortificationRemoved, after: State) -> str:
        return f"Usunięto żeton Fortyfikacji: {self.card(event.location)}."

    def support_played(self, event: e.SupportPlayed, after: State) -> str:
        return f"{self.player(event.seat)} zagrywa Wsparcie: {self.card(event.card)}."

    def support_discarded(self, event: e.SupportDiscarded, after: State) -> str:
        return ""

    def support_laid_out(self, event: e.SupportLaidOut, after: State) -> str:
        return f"Karta pozostaje w grze: {self.card(event.card)}."

    def face_down_seen(self, event: e.FaceDownSeen, after: State) -> str:
        who, at = self.player(event.seat), self.card(event.location)
        return f"{who} ogląda zakryte karty ({at}): {self.listed(event.cards)}."

    def attacker_removed(self, event: e.AttackerRemoved, after: State) -> str:
        return f"{self.player(event.seat)} odrzuca Atakującego ({self.card(event.location)}): {self.card(event.card)}."

    def hand_discarded(self, event: e.HandDiscarded, after: State) -> str:
        return f"{self.player(event.seat)} odrzuca rękę: {self.listed(event.cards)}."

    def cards_drawn(self, event: e.CardsDrawn, after: State) -> str:
        return f"{self.player(event.seat)} dobiera{self._gotten(event.cards)}."

    def card_recovered(self, event: e.CardRecovered, after: State) -> str:
        return f"{self.player(event.seat)} bierze ze stosu kart odrzuconych: {self.card(event.card)}."

    def attack_taken_over(self, event: e.AttackTakenOver, after: State) -> str:
        who, former = self.player(event.seat), self.player(event.former)
        return f"{who} przejmuje atak gracza {former}: {self.card(event.location)}."

    def attack_moved(self, event: e.AttackMoved, after: State) -> str:
        return f"{self.player(event.seat)} przenosi atak: {self.card(event.location)} → {self.card(event.to)}."

    def card_reserved(self, event: e.CardReserved, after: State) -> str:
        return f"{self.player(event.seat)} odkłada do Rezerwy: {self.card(event.card)}."

    def card_taken_back(self, event: e.CardTakenBack, after: State) -> str:
        return f"{self.player(event.seat)} bierze z Rezerwy: {self.card(event.card)}."

    def cards_paid(self, event: e.CardsPaid, after: State) -> str:
        return f"{self.player(event.seat)} kupuje {self.cards(event.number)} za {shillings(event.shillings)}."

    def cards_sold(self, event: e.CardsSold, after: State) -> str:
        return f"{self.player(event.seat)} sprzedaje: {self.listed(event.cards)}."

    def conflict_started(self, event: e.ConflictStarted, after: State) -> str:
        who, whom = self.player(event.attacker), self.player(event.defender)
        return f"Konflikt ({self.card(event.location)}): atakuje {who}, broni się {whom}."

    def units_revealed(self, event: e.UnitsRevealed, after: State) -> str:
        return f"Atak: {self.listed(event.attackers)}. Obrona: {self.listed(event.defenders)}."

    def unit_countered(self, event: e.UnitCountered, after: State) -> str:
        return f"KONTRA: usunięto karty {self.card(event.card)} i {self.card(event.other)}."

    def unit_assassinated(self, event: e.UnitAssassinated, after: State) -> str:
        return f"ZABÓJSTWO: {self.card(event.card)} usuwa kartę {self.card(event.other)}."

    def strength_added(self, event: e.StrengthAdded, after: State) -> str:
        return f"{self.player(event.seat)} dodaje {event.amount} do siły."

    def conflict_won_by_defender(self, event: e.ConflictWonByDefender, after: State) -> str:
        who, at = self.player(event.seat), self.card(event.location)
        return f"{who} odpiera atak ({at}): {event.defence} przeciw {event.attack}."

    def conflict_won_by_attacker(self, event: e.ConflictWonByAttacker, after: State) -> str:
        who, at = self.player(event.seat), self.card(event.location)
        return f"{who} wygrywa atak ({at}): {event.attack} przeciw {event.defence}."

    def units_discarded(self, event: e.UnitsDiscarded, after: State) -> str:
        return f"{self.player(event.seat)} odrzuca: {self.listed(event.cards)}."

    def units_retreated(self, event: e.UnitsRetreated, after: State) -> str:
        return f"ODWRÓT: {self.player(event.seat)} bierze z powrotem: {self.listed(event.cards)}."

    def casualties_discarded(self, event: e.CasualtiesDiscarded, after: State) -> str:
        return f"{self.player(event.seat)} traci: {self.listed(event.cards)}."

    def conflict_ended(self, event: e.ConflictEnded, after: State) -> str:
        return ""

    def cards_passed(self, event: e.CardsPassed, after: State) -> str:
        return f"{self.player(event.seat)} przekazuje graczowi {self.player(event.to)}: {self.listed(event.cards)}."

    def surplus_discarded(self, event: e.SurplusDiscarded, after: State) -> str:
        return f"{self.player(event.seat)} odrzuca resztę: {self.listed(event.cards)}."

    def deck_reshuffled(self, event: e.DeckReshuffled, after: State) -> str:
        return "Potasowano stos kart odrzuconych: to nowa talia."

    def end_card_revealed(self, event: e.EndCardRevealed, after: State) -> str:
        return "Odkryto kartę „Koniec gry”."

    def end_phase_started(self, event: e.EndPhaseStarted, after: State) -> str:
        return "Zaczyna się faza „Końca Gry”: jedna Akcja w turze."

    def seat_conceded(self, event: e.SeatConceded, after: State) -> str:
        return f"{self.player(event.seat)} poddaje się."

    def game_ended(self, event: e.GameEnded, after: State) -> str:
        return f"{self.told_end(event)}. Punkty: {self.scores(event)}."

    def awaiting(self, event: e.Awaiting, after: State) -> str:
        return ""
