"""English sentences: log (in the past tense), questions, answers, labels, refusals."""

from __future__ import annotations

from ....contract import UNKNOWN, Awaiting, Decision
from .. import events as ev
from ..cards import Card
from ..houses.solo import HOUSES
from ..state import State
from ..vocabulary import ATTRIBUTES, DECKS, NONE, PHASES
from . import terms_en as terms
from .houses_en import HousesEnglish
from .phrases_en import ENGLISH

HOW = {ev.BY_COUNT: "", ev.BY_ABILITY: " thanks to an ability", ev.BY_COURT: " by court position"}


def _units(n: int) -> str:
    return f"{n} Unit{'' if n == 1 else 's'}"


def _token(attribute: int) -> str:
    name = terms.ATTRIBUTES[ATTRIBUTES[attribute]]
    return f"{'An' if name[0] in 'AEIOU' else 'A'} {name} token"


class English(HousesEnglish):
    LANGUAGE = "en"
    PHRASES = ENGLISH
    ATTRIBUTE_NAMES = terms.ATTRIBUTES
    ZONE_NAMES = terms.ZONES
    DIRECTION_NAMES = terms.DIRECTIONS

    def name(self, card: Card) -> str:
        return card.name_en

    def keep(self, card: int) -> str:
        return f"Keep {self.card(card)}"

    def redraw(self, drawn: int) -> str:
        what = "Discard it" if drawn == 1 else "Discard both" if drawn == 2 else "Discard all"
        return f"{what} and draw a new Unit"

    def token(self, attribute: str) -> str:
        return f"{terms.ATTRIBUTES[attribute]} token"

    # --- setup -----------------------------------------------------------------------------------------------

    def game_created(self, e: ev.GameCreated, after: State) -> str:
        players = "1 player" if e.seats == 1 else f"{e.seats} players"
        return f"The game began with {players}. Titles needed to win: {e.titles_to_win}."

    def basic_set_chosen(self, e: ev.BasicSetChosen, after: State) -> str:
        how = "drawn" if e.by_lot else "agreed"
        return f"Basic Units in play ({how}): {self._kinds(e.kinds)}."

    def deck_shuffled(self, e: ev.DeckShuffled, after: State) -> str:
        aside = f"; cards removed from the game unseen: {len(e.aside)}" if e.aside else ""
        return f"The {terms.DECKS[DECKS[e.deck]]} was shuffled{aside}."

    def deck_reshuffled(self, e: ev.DeckReshuffled, after: State) -> str:
        return "The discard pile was shuffled and became the new Elite deck."

    def heat_dealt(self, e: ev.HeatDealt, after: State) -> str:
        return f"{self.player(e.seat)} received {e.amount} Heat."

    def hand_dealt(self, e: ev.HandDealt, after: State) -> str:
        return f"{self.player(e.seat)} received the starting hand: {self._known(e.units)}."

    def first_player_drawn(self, e: ev.FirstPlayerDrawn, after: State) -> str:
        drawn = ", ".join(f"{self.player(seat)} – {self.card(unit)}" for seat, unit in enumerate(e.units))
        return f"The draw for the Sceptre: {drawn}. {self.player(e.holder)} drew the first name in the alphabet."

    def sceptre_set(self, e: ev.SceptreSet, after: State) -> str:
        return f"The Sceptre went to {self.player(e.holder)}; direction of play: {self.direction(e.direction)}."

    def card_revealed(self, e: ev.CardRevealed, after: State) -> str:
        return f"{self.card(e.card)} was revealed in the {self.zone(e.zone)}."

    def position_set(self, e: ev.PositionSet, after: State) -> str:
        return f"A position was set up: round {max(e.round, 1)}, {terms.PHASES[PHASES[e.phase]]}."

    def houses_position_set(self, e: ev.HousesPositionSet, after: State) -> str:
        return f"The Elder Houses began with {e.seals} {'Seal' if e.seals == 1 else 'Seals'}."

    # --- rounds, recruitment, assignment -----------------------------------------------------------------------

    def round_started(self, e: ev.RoundStarted, after: State) -> str:
        return f"Round {e.number}."

    def phase_started(self, e: ev.PhaseStarted, after: State) -> str:
        return f"{terms.PHASES[PHASES[e.phase]].capitalize()}."

    def units_drawn(self, e: ev.UnitsDrawn, after: State) -> str:
        return f"{self.player(e.seat)} drew {self._known(e.units)}."

    def unit_kept(self, e: ev.UnitKept, after: State) -> str:
        return f"{self.player(e.seat)} kept {self.card(e.unit)}."

    def unit_discarded(self, e: ev.UnitDiscarded, after: State) -> str:
        if e.source == ev.FROM_ZONE:
            return f"{self.at(e.unit, e.seat, e.zone)} was discarded."
        hand = " from hand" if e.source == ev.FROM_HAND else ""
        return f"{self.player(e.seat)} discarded {self.card(e.unit)}{hand}."

    def unit_assigned(self, e: ev.UnitAssigned, after: State) -> str:
        return f"{self.player(e.seat)} assigned {self.card(e.unit)} to the {self.zone(e.zone)}."

    def player_passed(self, e: ev.PlayerPassed, after: State) -> str:
        return f"{self.player(e.seat)} {'had nothing to assign and passed' if e.forced else 'passed'}."

    def seat_conceded(self, e: ev.SeatConceded, after: State) -> str:
        return f"{self.player(e.seat)} conceded."

    # --- abilities, Heat, tokens -------------------------------------------------------------------------------

    def ability_used(self, e: ev.AbilityUsed, after: State) -> str:
        if self._cards.printed[e.card].group in ("mission", "influence"):
            return f"{self.card(e.card)} took effect for {self.player(e.seat)}."
        return f"{self.player(e.seat)} used the ability of {self.card(e.card)}."

    def ability_declined(self, e: ev.AbilityDeclined, after: State) -> str:
        return f"{self.player(e.seat)} did not use the ability of {self.card(e.card)}."

    def ability_lapsed(self, e: ev.AbilityLapsed, after: State) -> str:
        return f"{self.card(e.card)} had no effect: the limit of {after.uses} abilities in a round was reached."

    def ability_suppressed(self, e: ev.AbilitySuppressed, after: State) -> str:
        return f"The ability of {self.at(e.unit, e.seat, e.zone)} stopped working."

    def heat_paid(self, e: ev.HeatPaid, after: State) -> str:
        return f"{self.player(e.seat)} paid {e.amount} Heat."

    def heat_gained(self, e: ev.HeatGained, after: State) -> str:
        return f"{self.player(e.seat)} gained {e.amount} Heat."

    def heat_discarded(self, e: ev.HeatDiscarded, after: State) -> str:
        return f"{self.player(e.seat)} discarded {e.amount} Heat."

    def heat_taken(self, e: ev.HeatTaken, after: State) -> str:
        return f"{self.player(e.seat)} took {e.amount} Heat from {self.player(e.victim)}."

    def token_attached(self, e: ev.TokenAttached, after: State) -> str:
        token = _token(e.attribute)
        return f"{token} was attached to {self.at(e.unit, e.seat, e.zone)}."

    def token_detached(self, e: ev.TokenDetached, after: State) -> str:
        token = _token(e.attribute)
        return f"{token} was detached from {self.at(e.unit, e.seat, e.zone)}."

    def token_moved(self, e: ev.TokenMoved, after: State) -> str:
        token = _token(e.attribute)
        return f"{token} moved from {self.at(e.other, e.other_seat)} to {self.at(e.unit, e.seat)}."

    # --- Units ---------------------------------------------------------------------------------------------------

    def units_swapped(self, e: ev.UnitsSwapped, after: State) -> str:
        here, there = f"{self.card(e.unit)} ({self.zone(e.zone)})", f"{self.card(e.other)} ({self.zone(e.other_zone)})"
        return f"{self.player(e.seat)} swapped {here} with {there}."

    def unit_moved(self, e: ev.UnitMoved, after: State) -> str:
        return f"{self.at(e.unit, e.seat)} moved from the {self.zone(e.other_zone)} to the {self.zone(e.zone)}."

    def unit_placed(self, e: ev.UnitPlaced, after: State) -> str:
        return f"{self.player(e.seat)} placed {self.card(e.unit)} in the {self.zone(e.zone)}."

    def unit_returned(self, e: ev.UnitReturned, after: State) -> str:
        return f"{self.player(e.seat)} took back {self.card(e.unit)} from the {self.zone(e.zone)}."

    def unit_taken(self, e: ev.UnitTaken, after: State) -> str:
        return f"{self.player(e.seat)} took {self.at(e.unit, e.owner, e.zone)} into hand."

    def unit_recovered(self, e: ev.UnitRecovered, after: State) -> str:
        return f"{self.player(e.seat)} took {self.card(e.unit)} from the discard pile."

    def unit_annihilated(self, e: ev.UnitAnnihilated, after: State) -> str:
        return f"{self.player(e.by)} annihilated {self.at(e.unit, e.seat, e.zone)}."

    def annihilation_redirected(self, e: ev.AnnihilationRedirected, after: State) -> str:
        return f"{self.player(e.seat)} chose {self.card(e.other)} instead of {self.card(e.unit)}."

    def unit_saved(self, e: ev.UnitSaved, after: State) -> str:
        return f"{self.player(e.seat)} saved {self.card(e.unit)}."

    def unit_stayed(self, e: ev.UnitStayed, after: State) -> str:
        return f"{self.card(e.unit)} stayed in the {self.zone(e.zone)}."

    def cards_exchanged(self, e: ev.CardsExchanged, after: State) -> str:
        if UNKNOWN in (e.given, e.taken):
            return f"{self.player(e.seat)} and {self.player(e.partner)} exchanged one Unit each from their hands."
        given, taken = self.card(e.given), self.card(e.taken)
        return f"{self.player(e.seat)} gave {given} to {self.player(e.partner)} and took {taken}."

    def hand_shown(self, e: ev.HandShown, after: State) -> str:
        shown = "" if UNKNOWN in e.units else f": {self.listed(e.units) or 'it was empty'}"
        return f"{self.player(e.seat)} looked at the hand of {self.player(e.owner)}{shown}."

    # --- confrontations ------------------------------------------------------------------------------------------

    def _confrontation(self, zone: int, attribute: int) -> str:
        return f"{terms.ATTRIBUTES[ATTRIBUTES[attribute]]} confrontation in the {self.zone(zone)}"

    def confrontation_skipped(self, e: ev.ConfrontationSkipped, after: State) -> str:
        return f"The {self._confrontation(e.zone, e.attribute)} was cancelled for this round."

    def confrontation_started(self, e: ev.ConfrontationStarted, after: State) -> str:
        who = self.players(e.participants) or "nobody took part"
        return f"{self._confrontation(e.zone, e.attribute)}: {who}."

    def confrontation_scored(self, e: ev.ConfrontationScored, after: State) -> str:
        counts = self.each(e.counts)
        return f"Symbols: {counts}." if counts else ""

    def confrontation_void(self, e: ev.ConfrontationVoid, after: State) -> str:
        return f"The {self._confrontation(e.zone, e.attribute)} was not resolved."

    def confrontation_tied(self, e: ev.ConfrontationTied, after: State) -> str:
        return f"Tied: {self.players(e.tied)}."

    def confrontation_won(self, e: ev.ConfrontationWon, after: State) -> str:
        return f"{self.player(e.seat)} won the {self._confrontation(e.zone, e.attribute)}{HOW[e.how]}."

    def effect_declined(self, e: ev.EffectDeclined, after: State) -> str:
        return f"{self.player(e.seat)} declined the effect of the win."

    def card_acquired(self, e: ev.CardAcquired, after: State) -> str:
        return f"{self.player(e.seat)} acquired {self.card(e.card)}."

    def card_removed(self, e: ev.CardRemoved, after: State) -> str:
        return f"{self.card(e.card)} was removed from the game."

    def titles_changed(self, e: ev.TitlesChanged, after: State) -> str:
        return f"Titles: {self.each(e.titles)}."

    # --- end of round, end of game -----------------------------------------------------------------------------

    def heat_gathered(self, e: ev.HeatGathered, after: State) -> str:
        amount = f"{e.amount} Heat" if e.amount else "no Heat"
        return f"{self.player(e.seat)} gathered {amount} (counted in the Court Zone: {_units(e.counted)})."

    def units_returned(self, e: ev.UnitsReturned, after: State) -> str:
        return f"{self.player(e.seat)} took back {self.listed(e.units)}." if e.units else ""

    def game_ended(self, e: ev.GameEnded, after: State) -> str:
        why = {
            ev.BY_TITLES: f"the required number of Titles was reached ({self.each(e.scores)})",
            ev.BY_PRIVILEGE_DECK: f"no Privilege was left (Titles: {self.each(e.scores)})",
            ev.BY_FORFEIT: "nobody else was left",
            ev.BY_ROUNDS: f"the limit of {after.round} rounds was reached (Titles: {self.each(e.scores)})",
        }[e.reason]
        if e.winner == NONE:
            return f"The game ended: {why}."
        if after.solo is not None and e.winner == HOUSES:
            return f"{self.houses} won: {why}."
        return f"{self.player(e.winner)} became Emperor-Elect: {why}."

    def herald_named(self, e: ev.HeraldNamed, after: State) -> str:
        return f"{self.player(e.seat)} named {'no' if e.herald == NONE else self.player(e.herald) + ' as'} Herald."

    def awaiting(self, e: ev.Awaiting, after: State) -> str:
        return ""

    def _known(self, units: tuple[int, ...]) -> str:
        return _units(len(units)) if UNKNOWN in units else self.listed(units)

    # --- questions -----------------------------------------------------------------------------------------------

    def _where(self, view: State) -> str:
        zone = self.about(view).get("zone", NONE)
        return f" in the {self.zone(zone)}" if zone != NONE else ""

    def _won(self, view: State) -> str:
        attribute = self.about(view).get("attribute")
        on = f" on {terms.ATTRIBUTES[ATTRIBUTES[attribute]]}" if attribute is not None else ""
        return f"You won{on}{self._where(view)}"

    def ask_set_direction(self, asked: Awaiting, view: State) -> str:
        free = " With two players it changes nothing now." if view.seats == 2 else ""
        return f"You hold the Sceptre: choose the direction of play.{free}"

    def ask_recruit(self, asked: Awaiting, view: State) -> str:
        drawn = len(view.drawn)
        if drawn == 1:
            return "Recruitment: keep the drawn Unit, or discard it and draw a new one."
        return f"Recruitment: keep one of the {drawn} drawn Units, or discard them all and draw a new one."

    def ask_assign_or_pass(self, asked: Awaiting, view: State) -> str:
        number, most = view.assigned[asked.seat] + 1, view.game.assignments
        return f"Assign a Unit to a Zone, or pass (assignment {number} of {most})."

    def _cost(self, view: State) -> str:
        cost = self.cost(view)
        return f" for {cost} Heat" if cost else ""

    def ask_use_instant(self, asked: Awaiting, view: State) -> str:
        card = self.asking_card(view)
        return f"Use {self.card(card)}{self._where(view)}{self._cost(view)}?{self.does(card)}"

    def ask_use_optional(self, asked: Awaiting, view: State) -> str:
        card = self.asking_card(view)
        if card != UNKNOWN and not self._cards.printed[card].ability.optional:
            return f"{self.card(card)} takes effect{self._where(view)}: choose what it affects."
        return f"Use {self.card(card)}{self._where(view)}{self._cost(view)}?{self.does(card)}"

    def ask_tie_winner(self, asked: Awaiting, view: State) -> str:
        attribute = self.about(view).get("attribute")
        on = f" on {terms.ATTRIBUTES[ATTRIBUTES[attribute]]}" if attribute is not None else ""
        return f"{terms.joined(self.tied(view), 'and')} tie{on}{self._where(view)}: choose who wins."

    def ask_attach_tokens(self, asked: Awaiting, view: State) -> str:
        return f"{self._won(view)}: attach up to 2 tokens to Units there."

    def ask_swap_units(self, asked: Awaiting, view: State) -> str:
        return f"{self._won(view)}: swap one of your Units there with one of yours in another Zone?"

    def ask_annihilate_unit(self, asked: Awaiting, view: State) -> str:
        return f"{self._won(view)}: annihilate a Unit there? Its owner may save it."

    def ask_choose_victim(self, asked: Awaiting, view: State) -> str:
        about = self.about(view)
        unit, by = self.card(int(about.get("unit", UNKNOWN))), self.player(about.get("seat", NONE))
        return f"{by} annihilates {unit}{self._where(view)}: choose which of your Units there is annihilated."

    def ask_save_unit(self, asked: Awaiting, view: State) -> str:
        unit, cost = self.card(int(self.about(view).get("unit", UNKNOWN))), self.cost(view)
        leaves = f" It returns to your hand and leaves the {self.zone(view.step.zone)}." if self.leaves(view) else ""
        return f"Save {unit}{f' for {cost} Heat' if cost else ' for free'}?{leaves}"

    def ask_discard_from_hand(self, asked: Awaiting, view: State) -> str:
        number = int(self.about(view).get("number", 1))
        card = self.asking_card(view)
        because = "" if card == UNKNOWN else f"{self.card(card)}: "
        return f"{because}{'D' if not because else 'd'}iscard {_units(number)} from your hand."

    def ask_give_sceptre(self, asked: Awaiting, view: State) -> str:
        return "You acquired the Privilege: choose who holds the Sceptre, and the direction of play."

    def ask_name_herald(self, asked: Awaiting, view: State) -> str:
        return "You are the Emperor-Elect: name one of the losers as your Herald, or nobody."

    # --- answers -------------------------------------------------------------------------------------------------

    def chose_set_direction(self, d: Decision, view: State) -> str:
        return f"Direction: {terms.DIRECTIONS[d.choice[0]]}"

    def chose_recruit(self, d: Decision, view: State) -> str:
        return self.part(d.choice[0], view)

    def chose_assign_or_pass(self, d: Decision, view: State) -> str:
        return (
            f"Assign {self.card(d.choice[0])} to the {self.zone(d.choice[1])}"
            if d.choice
            else self.phrases.parts["pass"]
        )

    def chose_use_instant(self, d: Decision, view: State) -> str:
        card = self.asking_card(view)
        of = "" if card == UNKNOWN else f" of {self.card(card)}"
        if not d.choice:
            return f"Do not use the ability{of}"
        targets = self.targets(d.choice[1:], view)
        return f"Use the ability{of}{f': {targets}' if targets else ''}"

    chose_use_optional = chose_use_instant

    def chose_tie_winner(self, d: Decision, view: State) -> str:
        return f"{self.player(d.choice[0])} wins the tie"

    def chose_attach_tokens(self, d: Decision, view: State) -> str:
        tokens = ((terms.ATTRIBUTES[ATTRIBUTES[a]], self.of_whom(unit, view, d.seat)) for a, unit in d.choice)
        placed = ", ".join(f"{token} to {unit}" for token, unit in tokens)
        return f"Attach {placed}" if placed else "Attach nothing"

    def chose_swap_units(self, d: Decision, view: State) -> str:
        return f"Swap {self.card(d.choice[0])} with {self.card(d.choice[1])}" if d.choice else "Do not swap"

    def chose_annihilate_unit(self, d: Decision, view: State) -> str:
        return f"Annihilate {self.placed(d.choice[0], view)}" if d.choice else "Annihilate nothing"

    def chose_choose_victim(self, d: Decision, view: State) -> str:
        return f"Choose {self.card(d.choice[0])}"

    def chose_save_unit(self, d: Decision, view: State) -> str:
        return self.part(d.choice[0], view)

    def chose_discard_from_hand(self, d: Decision, view: State) -> str:
        return f"Discard {self.listed(d.choice)}" if d.choice else "Discard nothing"

    def chose_give_sceptre(self, d: Decision, view: State) -> str:
        return f"Sceptre: {self.player(d.choice[0])}, {terms.DIRECTIONS[d.choice[1]]}"

    def chose_name_herald(self, d: Decision, view: State) -> str:
        return f"Herald: {self.player(d.choice[0])}" if d.choice else "No Herald"

    def chose_concede(self, d: Decision, view: State) -> str:
        return self.phrases.parts["concede"]
