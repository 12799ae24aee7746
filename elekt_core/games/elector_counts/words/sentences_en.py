"""English sentences; the log is in the past tense."""

from __future__ import annotations

from ....contract import UNKNOWN
from .. import events as e
from ..state import NONE, State
from .card_text import shillings_en as shillings
from .narrator import Narrator


class English(Narrator):
    LANGUAGE = "en"
    HIDDEN = "face-down card"
    UNIT = "unit"

    TITLE = "Elector Counts"
    POINTS = "points"
    ABOUT = (
        "A card game of civil war for two to four Elector Counts. Play locations for their shillings, man their "
        "walls and besiege your rivals: at the end you score points for what you hold."
    )
    RULESETS = {"elector-counts-r1": ("Elector Counts", "")}

    PARTS = {
        "end_turn": "End the turn",
        "location": "Play a location",
        "defend": "Send defenders",
        "attack": "Attack",
        "support": "Play a support card",
        "buy": "Buy cards",
        "sell": "Sell",
        "reserve": "Put into the reserve",
        "take": "Take from the reserve",
        "pass_cards": "Pass on",
        "pass": "No reaction",
        "done": "Done",
        "nobody": "nobody",
        "concede": "Concede",
    }

    QUESTIONS = {
        "act": "Choose an action, or cards from your hand.",
        "act_at_the_end": "End phase: choose your one action.",
        "pass_cards": "Choose three cards to pass to {to}. The rest of your hand is discarded.",
        "take_from": "The pool is empty: choose a player to take a shilling from.",
        "choose_target": "{unit}: choose the card it removes.",
        "react": "Conflict at {location}: play a reaction?",
        "casualties": "You won at {location}: choose the attackers you lose.",
    }

    ENDINGS = {
        "fortifications": "{seat} began a turn with five Fortification tokens in play",
        "sieges": "{seat} began a turn with five Siege tokens in play",
        "tokens": "{seat} began a turn with eight tokens in play",
        "no_action": "{seat} could not take an action",
        "repetition": "The same situation came up again",
        "forfeit": "{seat} conceded",
    }

    RESULTS = {
        "fortifications": "Somebody began a turn with five Fortification tokens in play; the points decided.",
        "sieges": "Somebody began a turn with five Siege tokens in play; the points decided.",
        "tokens": "Somebody began a turn with eight tokens in play; the points decided.",
        "no_action": "Somebody could not take an action; the points decided.",
        "repetition": "The same situation came up again; the points decided.",
        "forfeit": "{names} conceded.",
    }

    REFUSED = "The rules do not allow this."
    REFUSALS = {
        "game_over": "The game is over.",
        "not_your_turn": "It is not your turn to decide.",
        "another_question": "You have a different decision to make now.",
        "already_conceded": "You have already conceded.",
        "malformed": "The decision cannot be read: {field}.",
        "not_in_hand": "You do not have {card} in your hand, or not enough copies of it.",
        "not_location": "{card} is not a location.",
        "not_defender": "{card} is not a defender.",
        "not_attacker": "{card} is not an attacker.",
        "not_support": "{card} is not a support card.",
        "no_unit": "Choose at least one card.",
        "not_your_location": "{location} is not your location.",
        "same_name": "A second {card} cannot defend the same location.",
        "two_garrisons": "{location} can hold only one Garrison.",
        "not_on_the_table": "{location} is not in play.",
        "own_location": "{location} is your own location.",
        "attacked_by_another": "{seat} is already attacking {location}.",
        "not_allied": "Attackers of one location must have the same name or the same group of allies.",
        "no_siege_token": "All your {number} Siege tokens are in play.",
        "order_of_hand": "List the cards in the order of your hand.",
        "three_cards": "You must be able to pass {number} cards at the end of your turn.",
        "too_few_to_pass": "You need {number} cards in hand: take cards from your reserve, or buy some.",
        "must_act": "In the End phase you must take an action.",
        "reaction_only": "{card} can be played only during a conflict.",
        "no_effect": "{card} would have no effect now.",
        "bad_target": "{card} cannot be used like this.",
        "too_few_shillings": "Buying {number} costs {cost} shillings; you have {shillings}.",
        "too_few_cards": "Only {available} cards are left to draw.",
        "sell_one_or_two": "You can sell at most {number} cards at once.",
        "no_reserve_now": "You cannot put cards into the reserve in the End phase.",
        "reserve_full": "Your reserve can hold at most {number} cards.",
        "not_in_reserve": "{card} is not in your reserve.",
        "pass_three": "Choose three cards from your hand, and list them in the order of your hand.",
        "no_shillings_there": "There are no shillings to take there.",
        "not_a_target": "This card cannot remove that one.",
        "no_reaction": "This card cannot be played in a conflict.",
        "other_casualties": "The strength you lose must be as close as possible to the strength of the defence.",
    }

    def cards(self, n: int) -> str:
        return f"{n} card{'' if n == 1 else 's'}"

    # --- the log ---------------------------------------------------------------------------------------------

    def game_created(self, event: e.GameCreated, after: State) -> str:
        return f"The game began with {event.seats} players."

    def starting_locations_dealt(self, event: e.StartingLocationsDealt, after: State) -> str:
        dealt = ", ".join(f"{self.player(seat)} – {self.card(at)}" for seat, at in enumerate(event.locations))
        return f"Starting locations: {dealt}."

    def first_player_found(self, event: e.FirstPlayerFound, after: State) -> str:
        return f"First player: {self.player(event.seat)}."

    def deck_shuffled(self, event: e.DeckShuffled, after: State) -> str:
        return "The deck was shuffled."

    def hand_dealt(self, event: e.HandDealt, after: State) -> str:
        return f"{self.player(event.seat)} was dealt {self.listed(event.cards)}."

    def turn_started(self, event: e.TurnStarted, after: State) -> str:
        return f"{self.player(event.seat)}’s turn."

    def location_played(self, event: e.LocationPlayed, after: State) -> str:
        return f"{self.player(event.seat)} played the location {self.card(event.location)}."

    def _by(self, card: int) -> str:
        return f" ({self.card(card)})" if card not in (NONE, UNKNOWN) else ""

    def shillings_gained(self, event: e.ShillingsGained, after: State) -> str:
        return f"{self.player(event.seat)} took {shillings(event.amount)}{self._by(event.card)}."

    def shillings_taken(self, event: e.ShillingsTaken, after: State) -> str:
        whom = self.player(event.victim)
        return f"{self.player(event.seat)} took {shillings(event.amount)} from {whom}{self._by(event.card)}."

    def defenders_placed(self, event: e.DefendersPlaced, after: State) -> str:
        return f"{self.player(event.seat)} sent defenders to {self.card(event.location)}: {self.listed(event.cards)}."

    def attackers_placed(self, event: e.AttackersPlaced, after: State) -> str:
        return f"{self.player(event.seat)} attacked {self.card(event.location)}: {self.listed(event.cards)}."

    def attackers_spent(self, event: e.AttackersSpent, after: State) -> str:
        who, at = self.player(event.seat), self.card(event.location)
        return f"{who} spent attackers on the Fortification of {at}: {self.listed(event.cards)}."

    def siege_placed(self, event: e.SiegePlaced, after: State) -> str:
        return f"{self.player(event.seat)} put a Siege token on {self.card(event.location)}."

    def siege_returned(self, event: e.SiegeReturned, after: State) -> str:
        return f"The Siege token at {self.card(event.location)} returned to {self.player(event.seat)}."

    def fortification_placed(self, event: e.FortificationPlaced, after: State) -> str:
        return f"{self.player(event.seat)} fortified {self.card(event.location)}."

    def fortification_removed(self, event: e.FortificationRemoved, after: State) -> str:
        return f"The Fortification of {self.card(event.location)} was removed."

    def support_played(self, event: e.SupportPlayed, after: State) -> str:
        return f"{self.player(event.seat)} played {self.card(event.card)}."

    def support_discarded(self, event: e.SupportDiscarded, after: State) -> str:
        return ""

    def support_laid_out(self, event: e.SupportLaidOut, after: State) -> str:
        return f"{self.card(event.card)} stayed in play."

    def face_down_seen(self, event: e.FaceDownSeen, after: State) -> str:
        who, at = self.player(event.seat), self.card(event.location)
        return f"{who} looked at the face-down cards at {at}: {self.listed(event.cards)}."

    def attacker_removed(self, event: e.AttackerRemoved, after: State) -> str:
        return f"{self.player(event.seat)} discarded {self.card(event.card)} at {self.card(event.location)}."

    def hand_discarded(self, event: e.HandDiscarded, after: State) -> str:
        return f"{self.player(event.seat)} discarded the hand: {self.listed(event.cards)}."

    def cards_drawn(self, event: e.CardsDrawn, after: State) -> str:
        return f"{self.player(event.seat)} drew {self.listed(event.cards)}."

    def card_recovered(self, event: e.CardRecovered, after: State) -> str:
        return f"{self.player(event.seat)} took {self.card(event.card)} from the discard pile."

    def attack_taken_over(self, event: e.AttackTakenOver, after: State) -> str:
        who, former = self.player(event.seat), self.player(event.former)
        return f"{who} took over the attack of {former} on {self.card(event.location)}."

    def attack_moved(self, event: e.AttackMoved, after: State) -> str:
        who = self.player(event.seat)
        return f"{who} moved the attack on {self.card(event.location)} to {self.card(event.to)}."

    def card_reserved(self, event: e.CardReserved, after: State) -> str:
        return f"{self.player(event.seat)} put a card into the reserve: {self.card(event.card)}."

    def card_taken_back(self, event: e.CardTakenBack, after: State) -> str:
        return f"{self.player(event.seat)} took a card from the reserve: {self.card(event.card)}."

    def cards_paid(self, event: e.CardsPaid, after: State) -> str:
        return f"{self.player(event.seat)} bought {self.cards(event.number)} for {shillings(event.shillings)}."

    def cards_sold(self, event: e.CardsSold, after: State) -> str:
        return f"{self.player(event.seat)} sold {self.listed(event.cards)}."

    def conflict_started(self, event: e.ConflictStarted, after: State) -> str:
        who, whom = self.player(event.attacker), self.player(event.defender)
        return f"Conflict at {self.card(event.location)}: {who} against {whom}."

    def units_revealed(self, event: e.UnitsRevealed, after: State) -> str:
        return f"Attack: {self.listed(event.attackers)}. Defence: {self.listed(event.defenders)}."

    def unit_countered(self, event: e.UnitCountered, after: State) -> str:
        return f"COUNTER: {self.card(event.card)} and {self.card(event.other)} were removed."

    def unit_assassinated(self, event: e.UnitAssassinated, after: State) -> str:
        return f"ASSASSINATE: {self.card(event.card)} removed {self.card(event.other)}."

    def strength_added(self, event: e.StrengthAdded, after: State) -> str:
        return f"{self.player(event.seat)} added {event.amount} strength."

    def conflict_won_by_defender(self, event: e.ConflictWonByDefender, after: State) -> str:
        return f"{self.player(event.seat)} held {self.card(event.location)}: {event.defence} against {event.attack}."

    def conflict_won_by_attacker(self, event: e.ConflictWonByAttacker, after: State) -> str:
        who, at = self.player(event.seat), self.card(event.location)
        return f"{who} won the attack on {at}: {event.attack} against {event.defence}."

    def units_discarded(self, event: e.UnitsDiscarded, after: State) -> str:
        return f"{self.player(event.seat)} discarded {self.listed(event.cards)}."

    def units_retreated(self, event: e.UnitsRetreated, after: State) -> str:
        return f"RETREAT: {self.player(event.seat)} took back {self.listed(event.cards)}."

    def casualties_discarded(self, event: e.CasualtiesDiscarded, after: State) -> str:
        return f"{self.player(event.seat)} lost {self.listed(event.cards)}."

    def conflict_ended(self, event: e.ConflictEnded, after: State) -> str:
        return ""

    def cards_passed(self, event: e.CardsPassed, after: State) -> str:
        return f"{self.player(event.seat)} passed to {self.player(event.to)}: {self.listed(event.cards)}."

    def surplus_discarded(self, event: e.SurplusDiscarded, after: State) -> str:
        return f"{self.player(event.seat)} discarded the rest: {self.listed(event.cards)}."

    def deck_reshuffled(self, event: e.DeckReshuffled, after: State) -> str:
        return "The discard pile was shuffled and became the deck."

    def end_card_revealed(self, event: e.EndCardRevealed, after: State) -> str:
        return "The card End of the Game was revealed."

    def end_phase_started(self, event: e.EndPhaseStarted, after: State) -> str:
        return "The End phase began: one action in each turn."

    def seat_conceded(self, event: e.SeatConceded, after: State) -> str:
        return f"{self.player(event.seat)} conceded."

    def game_ended(self, event: e.GameEnded, after: State) -> str:
        return f"{self.told_end(event)}. Points: {self.scores(event)}."

    def awaiting(self, event: e.Awaiting, after: State) -> str:
        return ""
