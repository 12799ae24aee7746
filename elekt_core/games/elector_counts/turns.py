"""Setup (K4), the turn (K6), its actions, its end (K18), the End phase (K19) and the end of the game (K20)."""

from __future__ import annotations

from itertools import combinations

from ...contract import Setup
from ...kit.choices import Choice
from ...kit.driver import Question
from . import events as e
from .agenda import Act, Begin, Gain, PassCards, Reinforce, TurnOver
from .cards import START, CardSet
from .conflict import begin_conflict
from .legal import Means, act_choices
from .play import QUESTIONS, STEPS, Play
from .situation import Situation
from .state import NONE, State
from .support import play_support


def created(play: Play, setup: Setup, ruleset: str) -> e.GameCreated:
    """The agreed options (K2.2, K4.1)."""
    cards = play.cards
    return e.GameCreated(
        ruleset, setup.seats, cards.pinned, cards.pool, cards.sieges, cards.fortifications, cards.below,
        play.chance.commitment(),
    )  # fmt: skip


def deal(play: Play) -> None:
    """K4; the random steps are the starting locations, then the deck (K25.1)."""
    cards, s = play.cards, play.state
    seats = s.seats
    locations = play.shuffled(cards.numbers(START))[:seats]
    play.emit(e.StartingLocationsDealt(locations))
    first = max(range(seats), key=lambda seat: cards.cards[locations[seat]].order_value)
    play.emit(e.FirstPlayerFound(first))
    for seat in range(seats):
        play.emit(e.ShillingsGained(seat, cards.starting_shillings, NONE))
    play.emit(e.DeckShuffled(play.shuffled(cards.deck(seats))))
    for seat in range(seats):
        size = cards.hand[seats] - (cards.minus if seat == s.right(first) else 0)
        play.emit(e.HandDealt(seat, s.deck[: -1 - size : -1]))
    play.push(Begin(first))


# --- the turn -----------------------------------------------------------------------------------------------


def _begin(play: Play, step: Begin) -> None:
    """K6.1: the end of the game is checked only at the start of a turn, for the player whose turn it is (K20.2)."""
    seat = step.seat
    s, cards = play.state, play.cards
    forts, sieges = s.forts(seat), s.sieges(seat)
    if forts >= cards.end_fortifications:
        play.end(e.BY_FORTS, seat)
    if sieges >= cards.end_sieges:
        play.end(e.BY_SIEGES, seat)
    if forts + sieges >= cards.end_combined:
        play.end(e.BY_TOKENS, seat)
    if s.end_phase:
        if not can_act(cards, s, seat):
            play.end(e.BY_NO_ACTION, seat)
        if Situation(s, seat) in s.past:
            play.end(e.BY_REPETITION, seat)
    play.emit(e.TurnStarted(seat, s.turns + 1))
    play.push(Act(seat))


def can_act(cards: CardSet, s: State, seat: int) -> bool:
    """K19.6: a card in hand or reserve can always be sold; without one, a card must be bought."""
    return bool(s.hands[seat] or s.reserves[seat] or (s.shillings[seat] >= cards.buy_price and s.available()))


def _act(play: Play, step: Act) -> None:
    play.ask(step.seat, "act", step)


def _acted(play: Play, seat: int, step: Act, choice: Choice) -> None:
    """One action (K6.2); in the End phase the turn is over after it (K19.4)."""
    word = choice[0]
    if word == "end_turn":
        play.push(PassCards(seat))
        return
    over = play.state.end_phase and word != "take"
    play.push(TurnOver(seat) if over else step)
    _ACTIONS[word](play, seat, choice)


def _location(play: Play, seat: int, choice: Choice) -> None:
    """K8.1."""
    card = choice[1]
    play.emit(e.LocationPlayed(seat, card))
    play.push(Gain(seat, play.cards.cards[card].shillings, card))


def _defend(play: Play, seat: int, choice: Choice) -> None:
    """K9.5, K9.6."""
    location = choice[1]
    play.emit(e.DefendersPlaced(seat, location, choice[2:]))
    if play.state.sites[location].attackers:
        begin_conflict(play, seat, location)


def _attack(play: Play, seat: int, choice: Choice) -> None:
    """K10.4-K10.7."""
    location = choice[1]
    site = play.state.sites[location]
    if site.fort:
        play.emit(e.AttackersSpent(seat, location, choice[2:]))
        play.emit(e.FortificationRemoved(site.owner, location, seat))
        return
    play.emit(e.AttackersPlaced(seat, location, choice[2:]))
    if site.defenders:
        begin_conflict(play, seat, location)
    elif not site.siege:
        play.emit(e.SiegePlaced(seat, location))


def _support(play: Play, seat: int, choice: Choice) -> None:
    play_support(play, seat, choice[1], choice[2])


def _buy(play: Play, seat: int, choice: Choice) -> None:
    """K13.1, K13.3."""
    play.emit(e.CardsPaid(seat, choice[1], choice[1] * play.cards.buy_price))
    play.draw(seat, choice[1])


def _sell(play: Play, seat: int, choice: Choice) -> None:
    """K14.1."""
    play.emit(e.CardsSold(seat, choice[1:]))
    play.push(Gain(seat, len(choice[1:]) * play.cards.sell_price, NONE))


def _reserve(play: Play, seat: int, choice: Choice) -> None:
    """K12.1."""
    play.emit(e.CardReserved(seat, choice[1]))


def _take(play: Play, seat: int, choice: Choice) -> None:
    """K12.3."""
    play.emit(e.CardTakenBack(seat, choice[1]))


_ACTIONS = {
    "location": _location,
    "defend": _defend,
    "attack": _attack,
    "support": _support,
    "buy": _buy,
    "sell": _sell,
    "reserve": _reserve,
    "take": _take,
}


# --- the end of the turn ------------------------------------------------------------------------------------


def pass_choices(cards: CardSet, s: State, seat: int, step: PassCards) -> list[Choice]:
    """K18.1: three cards from hand, in the order in which they are held; of several copies, those held longest."""
    hand = s.hands[seat]
    return list(dict.fromkeys(_first_copies(hand, chosen) for chosen in combinations(hand, cards.to_pass)))


def _first_copies(hand: tuple[int, ...], chosen: tuple[int, ...]) -> tuple[int, ...]:
    left = {card: chosen.count(card) for card in chosen}
    found = []
    for card in hand:
        if left.get(card):
            left[card] -= 1
            found.append(card)
    return tuple(found)


def _pass(play: Play, step: PassCards) -> None:
    """With three cards, or fewer (K7.4), there is nothing to choose."""
    hand = play.state.hands[step.seat]
    if len(hand) > play.cards.to_pass:
        play.ask(step.seat, "pass_cards", step)
    else:
        _passed(play, step.seat, step, hand)


def _passed(play: Play, seat: int, step: PassCards, choice: Choice) -> None:
    """K18.1, K18.2."""
    s = play.state
    if choice:
        play.emit(e.CardsPassed(seat, s.right(seat), choice))
    if s.hands[seat]:
        play.emit(e.SurplusDiscarded(seat, s.hands[seat]))
    play.push(Reinforce(seat))


def _reinforce(play: Play, step: Reinforce) -> None:
    """K18.3; once the End card is revealed, draw the starting hand size instead (K19.2, K19.3)."""
    seat = step.seat
    s, cards = play.state, play.cards
    seats, revealed, before = s.seats, s.end_revealed, len(s.hands[seat])
    play.draw(seat, (cards.hand if revealed else cards.reinforcements)[seats])
    if s.end_revealed and not revealed:
        play.draw(seat, cards.hand[seats] - (len(s.hands[seat]) - before))
    if s.end_revealed:
        play.emit(e.EndPhaseStarted(s.left(seat)))
    play.push(Begin(s.left(seat)))


def _over(play: Play, step: TurnOver) -> None:
    """K19.4: nothing is passed, discarded or drawn."""
    play.push(Begin(play.state.left(step.seat)))


def default_action(cards: CardSet, s: State, seat: int, step: Act) -> Choice:
    """K23.1: end the turn, or sell the card held longest, after anything that is forced first (K7.4, K19.6)."""
    m = Means(cards, s, seat)
    if not s.end_phase and m.may_end():
        return ("end_turn",)
    if s.end_phase and m.hand:
        return ("sell", m.hand[0])
    return ("take", s.reserves[seat][0]) if m.kept else ("buy", 1)


def _held_longest(cards: CardSet, s: State, seat: int, step: PassCards) -> Choice:
    return s.hands[seat][: cards.to_pass]


STEPS[Begin] = _begin
STEPS[Act] = _act
STEPS[PassCards] = _pass
STEPS[Reinforce] = _reinforce
STEPS[TurnOver] = _over
QUESTIONS["act"] = Question("K6.2", act_choices, _acted, default_action)
QUESTIONS["pass_cards"] = Question("K18.1", pass_choices, _passed, _held_longest)
