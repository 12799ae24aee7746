"""English sentences."""

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
        "A civil war in cards for two to four counts. Play locations for their shillings, man their "
        "walls, lay siege to the others: at the end points count for what you hold."
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
        "concede": "Give up",
    }

    QUESTIONS = {
        "act": "Which action? Choose cards of the hand, or something else.",
        "act_at_the_end": "The End phase: which one action?",
        "pass_cards": "Which three cards go to {to}? All others of the hand are discarded.",
        "take_from": "The pool is empty: from whom do you take a shilling?",
        "choose_target": "{unit}: which card does it remove?",
        "react": "Conflict at {location}: do you play a reaction?",
        "casualties": "You win at {location}: which attackers are lost?",
    }

    ENDINGS = {
        "fortifications": "{seat} begins a turn with five Fortification tokens in play",
        "sieges": "{seat} begins a turn with five Siege tokens in play",
        "tokens": "{seat} begins a turn with eight tokens in play",
        "no_action": "{seat} cannot act any more",
        "repetition": "The same situation came up again",
        "forfeit": "{seat} gave up",
    }

    RESULTS = {
        "fortifications": "Somebody began a turn with five Fortification tokens in play; the points decided.",
        "sieges": "Somebody began a turn with five Siege tokens in play; the points decided.",
        "tokens": "Somebody began a turn with eight tokens in play; the points decided.",
        "no_action": "Somebody could not act any more; the points decided.",
        "repetition": "The same situation came up again; the points decided.",
        "forfeit": "{names} conceded.",
    }

    REFUSED = "The rules do not allow this."
    REFUSALS = {
        "game_over": "The game is over.",
        "not_your_turn": "It is not your decision now.",
        "another_question": "Something else is asked now.",
        "already_conceded": "You have already given up this game.",
        "malformed": "The decision cannot be read: {field}.",
        "not_in_hand": "{card} is not in your hand, or not as often.",
        "not_location": "{card} is no location.",
        "not_defender": "{card} is no defender.",
        "not_attacker": "{card} is no attacker.",
        "not_support": "{card} is no support card.",
        "no_unit": "Name at least one card.",
        "not_your_location": "{location} is not your location.",
        "same_name": "A second {card} cannot defend the same location.",
        "two_garrisons": "{location} can hold only one Garrison.",
        "not_on_the_table": "{location} is not on the table.",
        "own_location": "{location} is your own location.",
        "attacked_by_another": "{location} is already attacked by {seat}.",
        "not_allied": "Attackers of one location have the same name or the same group of allies.",
        "no_siege_token": "All your {number} Siege tokens are in play.",
        "order_of_hand": "Name the cards in the order in which you hold them.",
        "three_cards": "You must be able to pass on {number} cards at the end of your turn.",
        "too_few_to_pass": "You need {number} cards in hand: take back your reserve, or buy.",
        "must_act": "In the End phase you must take an action.",
        "reaction_only": "{card} is played during a conflict only.",
        "no_effect": "{card} would change nothing now.",
        "bad_target": "{card} cannot be aimed like this.",
        "too_few_shillings": "{number} cost {cost} shillings; you have {shillings}.",
        "too_few_cards": "There are only {available} cards to draw.",
        "sell_one_or_two": "You sell one card or up to {number} at once.",
        "no_reserve_now": "Nothing is put into the reserve in the End phase.",
        "reserve_full": "Your reserve holds {number} cards only.",
        "not_in_reserve": "{card} is not in your reserve.",
        "pass_three": "Name three cards of your hand, in the order in which you hold them.",
        "no_shillings_there": "There is nothing to take.",
        "not_a_target": "The card cannot remove this one.",
        "no_reaction": "This cannot be played in a conflict.",
        "other_casualties": "The losses must come as near as possible to the strength of the defence.",
    }

    def cards(self, n: int) -> str:
        return f"{n} card{'' if n == 1 else 's'}"

    # --- the log ---------------------------------------------------------------------------------------------

    def game_created(self, event: e.GameCreated, after: State) -> str:
        return f"Elector Counts with {event.seats} players."

    def starting_locations_dealt(self, event: e.StartingLocationsDealt, after: State) -> str:
        dealt = ", ".join(f"{self.player(seat)}: {self.card(at)}" for seat, at in enumerate(event.locations))
        return f"Starting locations: {dealt}."

    def first_player_found(self, event: e.FirstPlayerFound, after: State) -> str:
        return f"{self.player(event.seat)} begins."

    def deck_shuffled(self, event: e.DeckShuffled, after: State) -> str:
        return "The deck is shuffled."

    def hand_dealt(self, event: e.HandDealt, after: State) -> str:
        return f"{self.player(event.seat)} is dealt {self.listed(event.cards)}."

    def turn_started(self, event: e.TurnStarted, after: State) -> str:
        return f"Turn of {self.player(event.seat)}."

    def location_played(self, event: e.LocationPlayed, after: State) -> str:
        return f"{self.player(event.seat)} plays the location {self.card(event.location)}."

    def _by(self, card: int) -> str:
        return f" ({self.card(card)})" if card not in (NONE, UNKNOWN) else ""

    def shillings_gained(self, event: e.ShillingsGained, after: State) -> str:
        return f"{self.player(event.seat)} takes {shillings(event.amount)}{self._by(event.card)}."

    def shillings_taken(self, event: e.ShillingsTaken, after: State) -> str:
        whom = self.player(event.victim)
        return f"{self.player(event.seat)} takes {shillings(event.amount)} from {whom}{self._by(event.card)}."

    def defenders_placed(self, event: e.DefendersPlaced, after: State) -> str:
        return f"{self.player(event.seat)} sends defenders to {self.card(event.location)}: {self.listed(event.cards)}."

    def attackers_placed(self, event: e.AttackersPlaced, after: State) -> str:
        return f"{self.player(event.seat)} attacks {self.card(event.location)}: {self.listed(event.cards)}."

    def attackers_spent(self, event: e.AttackersSpent, after: State) -> str:
        who, at = self.player(event.seat), self.card(event.location)
        return f"{who} spends attackers on the Fortification of {at}: {self.listed(event.cards)}."

    def siege_placed(self, event: e.SiegePlaced, after: State) -> str:
        return f"{self.player(event.seat)} puts a Siege token on {self.card(event.location)}."

    def siege_returned(self, event: e.SiegeReturned, after: State) -> str:
        return f"The Siege token at {self.card(event.location)} returns to {self.player(event.seat)}."

    def fortification_placed(self, event: e.FortificationPlaced, after: State) -> str:
        return f"{self.player(event.seat)} fortifies {self.card(event.location)}."

    def fortification_removed(self, event: e.FortificationRemoved, after: State) -> str:
        return f"The Fortification of {self.card(event.location)} is gone."

    def support_played(self, event: e.SupportPlayed, after: State) -> str:
        return f"{self.player(event.seat)} plays {self.card(event.card)}."

    def support_discarded(self, event: e.SupportDiscarded, after: State) -> str:
        return ""

    def support_laid_out(self, event: e.SupportLaidOut, after: State) -> str:
        return f"{self.card(event.card)} stays in play."

    def face_down_seen(self, event: e.FaceDownSeen, after: State) -> str:
        who, at = self.player(event.seat), self.card(event.location)
        return f"{who} looks at the face-down cards at {at}: {self.listed(event.cards)}."

    def attacker_removed(self, event: e.AttackerRemoved, after: State) -> str:
        return f"{self.player(event.seat)} discards {self.card(event.card)} at {self.card(event.location)}."

    def hand_discarded(self, event: e.HandDiscarded, after: State) -> str:
        return f"{self.player(event.seat)} discards the hand: {self.listed(event.cards)}."

    def cards_drawn(self, event: e.CardsDrawn, after: State) -> str:
        return f"{self.player(event.seat)} draws {self.listed(event.cards)}."

    def card_recovered(self, event: e.CardRecovered, after: State) -> str:
        return f"{self.player(event.seat)} takes {self.card(event.card)} from the discard pile."

    def attack_taken_over(self, event: e.AttackTakenOver, after: State) -> str:
        who, former = self.player(event.seat), self.player(event.former)
        return f"{who} takes over the attack of {former} on {self.card(event.location)}."

    def attack_moved(self, event: e.AttackMoved, after: State) -> str:
        who = self.player(event.seat)
        return f"{who} moves the attack on {self.card(event.location)} to {self.card(event.to)}."

    def card_reserved(self, event: e.CardReserved, after: State) -> str:
        return f"{self.player(event.seat)} puts a card into the reserve: {self.card(event.card)}."

    def card_taken_back(self, event: e.CardTakenBack, after: State) -> str:
        return f"{self.player(event.seat)} takes a card from the reserve: {self.card(event.card)}."

    def cards_paid(self, event: e.CardsPaid, after: State) -> str:
        return f"{self.player(event.seat)} buys {self.cards(event.number)} for {shillings(event.shillings)}."

    def cards_sold(self, event: e.CardsSold, after: State) -> str:
        return f"{self.player(event.seat)} sells {self.listed(event.cards)}."

    def conflict_started(self, event: e.ConflictStarted, after: State) -> str:
        who, whom = self.player(event.attacker), self.player(event.defender)
        return f"Conflict at {self.card(event.location)}: {who} against {whom}."

    def units_revealed(self, event: e.UnitsRevealed, after: State) -> str:
        return f"Attack: {self.listed(event.attackers)}. Defence: {self.listed(event.defenders)}."

    def unit_countered(self, event: e.UnitCountered, after: State) -> str:
        return f"COUNTER: {self.card(event.card)} and {self.card(event.other)} are removed."

    def unit_assassinated(self, event: e.UnitAssassinated, after: State) -> str:
        return f"ASSASSINATE: {self.card(event.card)} removes {self.card(event.other)}."

    def strength_added(self, event: e.StrengthAdded, after: State) -> str:
        return f"{self.player(event.seat)} counts {event.amount} more strength."

    def conflict_won_by_defender(self, event: e.ConflictWonByDefender, after: State) -> str:
        return f"{self.player(event.seat)} holds {self.card(event.location)}: {event.defence} against {event.attack}."

    def conflict_won_by_attacker(self, event: e.ConflictWonByAttacker, after: State) -> str:
        who, at = self.player(event.seat), self.card(event.location)
        return f"{who} wins the attack on {at}: {event.attack} against {event.defence}."

    def units_discarded(self, event: e.UnitsDiscarded, after: State) -> str:
        return f"{self.player(event.seat)} discards {self.listed(event.cards)}."

    def units_retreated(self, event: e.UnitsRetreated, after: State) -> str:
        return f"RETREAT: {self.player(event.seat)} takes back {self.listed(event.cards)}."

    def casualties_discarded(self, event: e.CasualtiesDiscarded, after: State) -> str:
        return f"{self.player(event.seat)} loses {self.listed(event.cards)}."

    def conflict_ended(self, event: e.ConflictEnded, after: State) -> str:
        return ""

    def cards_passed(self, event: e.CardsPassed, after: State) -> str:
        return f"{self.player(event.seat)} passes to {self.player(event.to)}: {self.listed(event.cards)}."

    def surplus_discarded(self, event: e.SurplusDiscarded, after: State) -> str:
        return f"{self.player(event.seat)} discards the rest: {self.listed(event.cards)}."

    def deck_reshuffled(self, event: e.DeckReshuffled, after: State) -> str:
        return "The discard pile is shuffled and becomes the deck."

    def end_card_revealed(self, event: e.EndCardRevealed, after: State) -> str:
        return "The card End of the Game is revealed."

    def end_phase_started(self, event: e.EndPhaseStarted, after: State) -> str:
        return "The End phase begins: one action in each turn."

    def seat_conceded(self, event: e.SeatConceded, after: State) -> str:
        return f"{self.player(event.seat)} gives up."

    def game_ended(self, event: e.GameEnded, after: State) -> str:
        return f"{self.told_end(event)}. Points: {self.scores(event)}."

    def awaiting(self, event: e.Awaiting, after: State) -> str:
        return ""
