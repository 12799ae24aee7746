"""Elector Counts as a game of the contract: brings all parts together and decides nothing itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from ...chance import Chance
from ...contract import (
    CONCEDE,
    Awaiting,
    Decision,
    Event,
    Game,
    Json,
    Outcome,
    Refusal,
    SeatNo,
    Setup,
    Viewer,
    Words,
)
from ...errors import (
    BadSetup,
    CoreError,
    IllegalDecision,
    MalformedDecision,
    MatchOver,
    NotYourTurn,
    UnknownGame,
)
from ...foreseen import Foreseen
from ...hints import Features
from ...kit.choices import Choice, options_of
from ...kit.knowledge import Knowledge
from ...kit.position_shape import Position
from ...ruleset import Ruleset, nearest
from ...staged import Staged
from . import ahead, conflict, judging, turns  # noqa: F401  they fill the tables
from . import events as e
from .agenda import WORDS
from .cards import CardSet, load_cards
from .codec import Codec, fingerprint_of
from .decisions import CODES, KINDS, NOT_OFFERED, any_order, choices_of, parts
from .facts import FOLDS
from .legal import why_not
from .play import QUESTIONS, Play, play_on, points
from .refusals import refusals
from .state import State
from .turns import created, deal

if TYPE_CHECKING:  # what pages need is loaded when a page asks for it
    from ...kit.card_page import CardPage
    from ...kit.positions import PositionFields
    from ...rulebook import Rulebook
    from .board import Board, CardFace, CardWords
    from .rules import Cited as Citer


POSITION = "position"
"""The setup's option for a match that begins in a position (docs/scenarios.md)."""

KNOWLEDGE: Final = Knowledge(State, e.KINDS.values())
"""K22: it follows from the types of the fields."""

PLAYING: Final = (e.LocationPlayed, e.DefendersPlaced, e.AttackersPlaced, e.SupportPlayed)
CHAPTERS: Final = {e.EndPhaseStarted: 1, e.TurnStarted: 2}


class ElectorCounts(Game[State]):
    """The game for 2, 3 and 4 players (rules K0-K25)."""

    name = "elector_counts"
    writes_positions = True
    rulesets: Sequence[Ruleset] = (Ruleset("elector-counts-r1", range(2, 5)),)
    event_kinds = e.KINDS
    event_versions: Mapping[str, int] = {}
    playout_decisions = 10

    def __init__(self, cards: CardSet | None = None) -> None:
        self.cards = cards or load_cards()
        self.card_set = self.cards.pinned
        self._codec = Codec(self.cards)
        self._choices = choices_of(self.cards)

    # --- the course of a game -------------------------------------------------------------------------------

    def initial(self) -> State:
        return State()

    def start(self, setup: Setup, chance: Chance) -> tuple[Event, ...]:
        ruleset = self._ruleset(setup)
        ruleset.agreed(setup.seats, self.public_options(setup.options))
        play = play_on(self.cards, self.initial(), chance)
        play.emit(created(play, setup, ruleset.name))
        if POSITION in setup.options:
            self._lay_out(play, setup.options[POSITION])
        else:
            deal(play)
        return play.go_on()

    def _lay_out(self, play: Play, position: Json) -> None:
        """Start from a position instead of the setup."""
        from .position import lay_out  # most matches begin at the beginning

        facts, step = lay_out(self.cards, play.state.game, position, play.chance)
        for fact in facts:
            play.emit(fact)
        play.push(step)

    def public_options(self, options: Json) -> Json:
        return {name: value for name, value in options.items() if name != POSITION}

    def scenario_files(self) -> Mapping[str, str]:
        from .scenarios import files

        return files()

    def order_of(self, cards: Sequence[str], size: int) -> Sequence[int]:
        """A shuffle takes the cards in file order, copies side by side; copies are interchangeable."""
        ids = self.cards.ids
        for card in cards:
            if card not in ids:
                raise CoreError("bad_order_of_cards", value=card, nearest=nearest(card, ids))
        if len(cards) != size:
            raise CoreError("bad_order_of_cards", value=cards[0] if cards else "", nearest="")
        left = sorted((ids[card], place) for place, card in enumerate(cards))
        order = [0] * size
        for rank, (_, place) in enumerate(left):
            order[place] = rank
        return order

    def _ruleset(self, setup: Setup) -> Ruleset:
        if setup.game != self.name:
            raise BadSetup("unknown_game", field="game", game=setup.game, nearest=self.name)
        try:
            return self.ruleset(setup.ruleset)
        except UnknownGame as unknown:
            raise BadSetup(unknown.code, field="ruleset", **unknown.data) from unknown

    def evolve(self, state: State, event: Event) -> None:
        if state.question:  # it is answered now
            state.question, state.offered = "", None
        FOLDS[type(event)](state, event)

    def decide(self, state: State, decision: Decision, chance: Chance) -> tuple[Event, ...]:
        if decision.kind != state.question or decision.seat != state.asked:
            return self._besides(state, decision, chance)
        self._check(state, decision.choice)
        return self._carry_out(state.copy(), decision, chance)

    def advance(self, state: State, decision: Decision, chance: Chance) -> tuple[Event, ...]:
        """``decide`` in place: the state ends up as if the events had been folded into it."""
        if decision.kind != state.question or decision.seat != state.asked:
            return super().advance(state, decision, chance)
        self._check(state, decision.choice)
        events = self._carry_out(state, decision, chance)
        state.question = ""
        if state.ended is None:
            FOLDS[e.Awaiting](state, events[-1])
        return events

    def _check(self, state: State, choice: Choice) -> None:
        """Raises IllegalDecision."""
        kind = state.question
        if state.offered is not None and choice in state.offered:
            return
        if kind == "act":
            if why := why_not(self.cards, state, choice):
                raise IllegalDecision(why[0], CODES[why[0]], **why[1])
        elif choice not in QUESTIONS[kind].choices(self.cards, state, state.asked, state.step):
            code = NOT_OFFERED[kind]
            raise IllegalDecision(code, CODES[code])

    def _carry_out(self, state: State, decision: Decision, chance: Chance) -> tuple[Event, ...]:
        state.offered = None
        return play_on(self.cards, state, chance).answer(decision, state.step)

    def _besides(self, state: State, decision: Decision, chance: Chance) -> tuple[Event, ...]:
        """Handles a decision that does not answer the open question: a concession or an error."""
        seat, kind = decision.seat, decision.kind
        if kind not in KINDS:
            raise MalformedDecision("malformed", CODES["malformed"], field="kind", value=kind)
        if not 0 <= seat < state.seats:
            raise MalformedDecision("malformed", CODES["malformed"], field="seat", value=seat)
        if state.ended is not None:
            raise MatchOver("game_over", CODES["game_over"])
        if kind == CONCEDE:
            return self._concede(state, seat, chance)
        code = "another_question" if seat == state.asked else "not_your_turn"
        raise NotYourTurn(code, CODES[code], seat=state.asked, question=state.question)

    def _concede(self, state: State, seat: int, chance: Chance) -> tuple[Event, ...]:
        """If only one player is left the game ends; else the defaults are played for the seat that gave up (K23.2)."""
        if state.gave_up(seat):
            raise IllegalDecision("already_conceded", CODES["already_conceded"], seat=seat)
        play = play_on(self.cards, state.copy(), chance)
        play.emit(e.SeatConceded(seat))
        if sum(not play.state.gave_up(other) for other in range(state.seats)) == 1:
            return play.carry_out(play.end, e.BY_FORFEIT, seat)
        return play.carry_out(play.ask, state.asked, state.question, state.step)

    # --- questions ------------------------------------------------------------------------------------------

    def awaiting(self, state: State) -> tuple[Awaiting, ...]:
        if not state.question:
            return ()
        data = self._codec.about(state)
        stack = tuple(WORDS[type(step)] for step in (state.step, *reversed(state.agenda)))
        rule = "K19.4" if state.question == "act" and state.end_phase else QUESTIONS[state.question].rule
        return (Awaiting(SeatNo(state.asked), state.question, rule, data, stack),)

    def options(self, state: State, seat: SeatNo | None = None) -> Sequence[Decision]:
        if not state.question or seat not in (None, state.asked):
            return ()
        if state.offered is None:
            state.offered = QUESTIONS[state.question].choices(self.cards, state, state.asked, state.step)
        return options_of(state.asked, state.question, state.offered)

    def refusals(self, state: State, seat: SeatNo) -> tuple[Refusal, ...]:
        return tuple(refusals(self.cards, state)) if state.question and seat == state.asked else ()

    def default(self, state: State, seat: SeatNo) -> Decision:
        if not state.question or seat != state.asked:
            raise NotYourTurn("not_your_turn", CODES["not_your_turn"], seat=state.asked, question=state.question)
        return Decision(seat, state.question, QUESTIONS[state.question].default_of(self.cards, state, seat, state.step))

    def expected(self, view: State, seat: SeatNo) -> State | None:
        return ahead.expected(view, seat)

    def concerns(self, event: Event, before: State, seat: SeatNo) -> bool:
        return ahead.concerns(event, before, seat)

    # --- knowledge ------------------------------------------------------------------------------------------

    def view(self, state: State, viewer: Viewer) -> State:
        return KNOWLEDGE.view(state, viewer)

    def redact(self, event: Event, viewer: Viewer) -> Event:
        redacted: Event = KNOWLEDGE.redact(event, viewer)
        return redacted

    def redeal(self, view: State, chance: Chance) -> State:
        from .redeal import redeal  # who only plays thinks nothing out

        return redeal(self.cards, view, chance)

    def outcome(self, state: State) -> Outcome | None:
        end = state.ended
        if end is None:
            return None
        winner = SeatNo(end.ranks.index(1)) if end.ranks.count(1) == 1 else None  # K20.7
        return Outcome(winner, end.ranks, end.scores, e.REASONS[end.reason])

    def tally(self, state: State) -> Sequence[int]:
        return points(self.cards, state)

    def figures(self, view: State) -> Mapping[str, int]:
        if not view.seats:
            return {}
        numbers = {
            "points": points(self.cards, view),
            "shillings": view.shillings,
            "sieges": [view.sieges(seat) for seat in range(view.seats)],
            "forts": [view.forts(seat) for seat in range(view.seats)],
        }
        found = {f"{what}.{seat}": n for what, by_seat in numbers.items() for seat, n in enumerate(by_seat)}
        for location, site in view.sites.items():
            for token in ("siege", "fort"):
                if getattr(site, token):
                    found[f"{token}.{self.cards.cards[location].id}"] = 1
        return found

    def things(self, event: Event) -> Sequence[str]:
        match event:
            case e.UnitCountered(unit=unit, victim=victim) | e.UnitAssassinated(unit=unit, victim=victim):
                units: tuple[int, ...] = (unit, victim)
            case e.AttackerRemoved(unit=unit):
                units = (unit,)
            case e.UnitsDiscarded(units=units) | e.UnitsRetreated(units=units) | e.CasualtiesDiscarded(units=units):
                pass
            case _:
                return ()
        return tuple(f"unit:u{unit}" for unit in units)

    def staged(self, view: State, event: Event) -> Staged:
        from .staging import staged

        return staged(self.cards, view, event)

    def chapter(self, event: Event) -> int:
        return CHAPTERS.get(type(event), 0)

    def is_confirmed(self, decision: Decision) -> bool:
        """Casualties, be it a single one, and what is gathered, such as cards to pass. An attack or a defence ends at
        its wall, and a sale with a word of its own."""
        gathered = super().is_confirmed(decision) and decision.choice[0] != "sell"
        return gathered or decision.kind == "casualties"

    def what_if(self, view: State, decision: Decision, language: str, names: Sequence[str]) -> Foreseen:
        from .foresight import what_if

        return what_if(self.cards, view, decision, language, names)

    def terms(self, view: State, at: str, language: str, names: Sequence[str]) -> tuple[str, ...]:
        from .foresight import terms

        return terms(self.cards, view, at, language, names)

    def begins_scene(self, event: Event) -> bool:
        return type(event) in CHAPTERS or type(event) is e.ConflictStarted

    # --- for those who think it out -------------------------------------------------------------------------

    def features(self, view: State, sides: int) -> Sequence[Features]:
        return judging.features(self.cards, view)

    def inclination(self, view: State, decision: Decision) -> float:
        return judging.inclination(self.cards, view, decision)

    def weights(self) -> str:
        return judging.weights()

    def feature_words(self, name: str, language: str) -> tuple[str, str]:
        from .words import feature_words  # pages only

        return feature_words.WORDS.get(name, feature_words.NONE)[language == "pl"]

    def reason_of(self, name: str) -> str:
        from .words import feature_words

        return feature_words.SAME.get(name, name)

    def phase_words(self, phase: str, language: str) -> str:
        from .words import feature_words

        return feature_words.PHASES.get(phase, ("", ""))[language == "pl"]

    # --- notation -------------------------------------------------------------------------------------------

    def encode_event(self, event: Event) -> Json:
        return self._codec.notation.encode_event(event)

    def decode_event(self, kind: str, version: int, payload: Json) -> Event:
        event: Event = self._codec.notation.decode_event(kind, version, payload)
        return event

    def payload_schemas(self) -> tuple[Mapping[str, Json], Mapping[str, Json]]:
        from . import payloads

        return payloads.schemas(self._codec)

    def encode_decision(self, decision: Decision) -> Json:
        return self._choices.encode(decision)

    def decode_decision(self, seat: SeatNo, data: Json) -> Decision:
        return self._choices.decode(seat, data)

    def describe(self, state: State) -> Position:
        return self._codec.describe(state)

    def fingerprint(self, state: State) -> bytes:
        return fingerprint_of(state)

    def parts(self, decision: Decision) -> tuple[str, ...]:
        return parts(self.cards, decision)

    def any_order(self, part: str) -> bool:
        return any_order(part)

    def words(self, language: str, names: Sequence[str]) -> Words:
        from .words import words_for

        return words_for(self.cards, language, names)

    def position_of(self, state: State) -> Json | None:
        from .position_write import write

        return write(self.cards, state)

    def position_fields(self) -> PositionFields:
        from .position_fields import CountsPositions

        return CountsPositions(self.cards)

    # --- for pages ------------------------------------------------------------------------------------------

    def board(self, view: State, language: str, told: Sequence[Event] = ()) -> Board:
        from ...record.coarse import ENDS_BESIDE
        from .board import lay_out

        stopped = any(isinstance(fact, ENDS_BESIDE) for fact in told)
        return lay_out(view, self.cards, language, between=bool(told), stopped=stopped)

    def gallery(self, language: str) -> Sequence[CardFace]:
        from .board import gallery

        return gallery(self.cards, language)

    def plays(self, event: Event) -> Sequence[str]:
        if not isinstance(event, PLAYING):
            return ()
        told = self.encode_event(event)
        named = told.get("cards") or [told.get("card") or told["location"]]
        return tuple(card.partition(".")[0] for card in named if card is not None)  # one that is hidden has no name

    def card(self, id_: str, language: str) -> CardPage[CardFace, CardWords] | None:
        from .card_pages import page_of

        return page_of(self.cards, id_, language)

    def rulebook(self, language: str) -> Rulebook:
        from .rules import rulebook

        return rulebook(language)

    def citer(self) -> Citer:
        from .rules import Cited

        return Cited(self.cards)

    def shown_by(self, number: str) -> Sequence[str]:
        from .rules import shown_by

        return shown_by(self.cards, number)


game = ElectorCounts()
