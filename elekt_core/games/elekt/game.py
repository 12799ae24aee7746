"""Elekt as a game of the contract: brings all parts together and decides nothing itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from ...chance import Chance
from ...contract import (
    UNKNOWN,
    AutomatonResult,
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
from ...errors import BadSetup, CoreError, IllegalDecision, MalformedDecision, MatchOver, NotYourTurn, UnknownGame
from ...foreseen import Foreseen
from ...hints import Features
from ...kit.choices import Options
from ...kit.knowledge import Knowledge
from ...kit.position_shape import Position
from ...ruleset import Ruleset, nearest
from ...staged import Staged
from . import (  # noqa: F401  they fill the tables
    abilities,
    ahead,
    assignment,
    confrontation,
    judging,
    life,
    recruitment,
    round_end,
    wins,
)
from . import events as e
from .cards import CARD_FILE, CardSet
from .codec import Codec
from .course import BASE
from .decision_codec import DecisionCodec
from .decisions import CODES, KINDS
from .houses.setup import begin as begin_solo
from .houses.setup import deal as deal_solo
from .houses.solo import HOUSES
from .houses.table import SoloPlay, play_for
from .options import choices, herald_open
from .play import Play, play_on
from .readings import built_in_cards
from .refusals import refusals, why_not
from .rulesets import READINGS, SECOND, is_solo, rulesets
from .setup import agreed, deal
from .setup import begin as begin_game
from .state import State
from .state_codec import StateCodec
from .tables import Tables, TablesByRuleset
from .vocabulary import ATTRIBUTES, NONE

if TYPE_CHECKING:  # what pages need is loaded when a page asks for it
    from ...kit.card_page import CardPage
    from ...kit.positions import PositionFields
    from ...kit.remembering import Memory
    from ...lesson import Lesson
    from ...rulebook import Rulebook
    from .board import Board, CardFace
    from .card_lists import Expansion, KnownSet
    from .card_pages import CardChange
    from .rules.cited import Cited as Citer
    from .words import CardText, Narrator

POSITION = "position"
"""The option of a setup that holds a position (docs/scenarios.md). Whoever reads it knows all hands."""

KNOWLEDGE: Final = Knowledge(State, e.KINDS.values())
"""E4: it follows from the types of the fields."""

CONFIRMED: Final = frozenset({"annihilate_unit", "choose_victim", "swap_units", "attach_tokens", "tie_winner"})

CHAPTERS: Final = {e.RoundStarted: 1, e.PositionSet: 1, e.PhaseStarted: 2}
BROUGHT: Final = {
    e.UnitAssigned: attrgetter("unit"),
    e.UnitPlaced: attrgetter("unit"),
    e.CardRevealed: attrgetter("card"),
}


class Elekt(Game[State]):
    """The base game for 2, 3 and 4 players (rules E0-E20, E24), with any card set written in the vocabulary of C1."""

    name = "elekt"
    writes_positions = True
    event_kinds = e.KINDS
    event_versions: Mapping[str, int] = {}
    playout_decisions = 6

    def __init__(self, cards: CardSet | None = None, expansions: Sequence[Expansion] = ()) -> None:
        self.expansions = tuple(expansions)
        self._list = cards
        self.course = BASE
        if self.expansions:
            self._expand()
        self._tables = TablesByRuleset(self._tables_under)
        self.tables = self._tables[SECOND]
        self.cards = self.tables.cards
        self.card_set = self.cards.pinned
        self.card_list = self.cards.text
        self.rulesets = rulesets(self.cards, solo=all(x.solo for x in self.expansions))
        self._folds = self.course.folds
        self._codec = Codec(self.cards, self.course)
        self._decisions = DecisionCodec(self._codec)
        self._states = StateCodec(self._codec, self.expansions)

    def _expand(self) -> None:
        """Give the game its own name and card set, so that no record is taken for one of the base game."""
        self.name = "-".join((Elekt.name, *(x.name for x in self.expansions)))
        self.course = BASE.extended(self.expansions)
        self.event_kinds = self.course.events

    def _tables_under(self, ruleset: str) -> Tables:
        reading = READINGS[ruleset]
        cards = self._list or built_in_cards(reading)
        if self.expansions:
            from .card_lists import with_expansions

            cards = with_expansions(cards, self.expansions)
        return Tables(cards, self.course, reading)

    def tables_of(self, state: State) -> Tables:
        """The cards and the readings used in this match, which must have begun."""
        return self._tables[state.game.ruleset]

    def cards_under(self, ruleset: str) -> str:
        return self._tables[ruleset].cards.pinned

    def with_cards(self, text: str) -> Elekt:
        return Elekt(_own_cards(text), self.expansions) if self.expansions else _with_cards(text)

    # --- the course of a game -------------------------------------------------------------------------------

    def initial(self) -> State:
        return State(self.tables.units)

    def start(self, setup: Setup, chance: Chance) -> tuple[Event, ...]:
        if POSITION in setup.options:
            return self._start_from_position(setup, chance)
        ruleset = self._ruleset(setup)
        tables = self._tables[ruleset.name]
        created = agreed(tables.cards, ruleset, setup, chance.commitment())
        if is_solo(created.ruleset):
            return self._start_solo(setup, created, chance)
        play = play_on(tables, self.initial(), chance)
        deal(play, created, self.ruleset(created.ruleset).agreed(setup.seats, setup.options), self.expansions)
        return play.go_on()

    def _start_solo(self, setup: Setup, created: e.GameCreated, chance: Chance) -> tuple[Event, ...]:
        tables = self._tables[created.ruleset]
        play = SoloPlay().begin(tables.course, tables, self.initial(), chance)
        deal_solo(play, created, self.ruleset(created.ruleset).agreed(setup.seats, setup.options))
        return play.go_on()

    def check_new(self, setup: Setup, chance: Chance) -> None:
        if POSITION in setup.options:
            self._start_from_position(setup, chance, new=True)

    def _start_from_position(self, setup: Setup, chance: Chance, *, new: bool = False) -> tuple[Event, ...]:
        """Start from the position instead of the setup, and continue until somebody must decide. ``new``: it is set up
        now."""
        from .position import asked_otherwise, lay_out  # most matches begin at the beginning

        data, agreed_on = setup.options[POSITION], self.public_options(setup.options)
        setup = replace(setup, options=agreed_on)
        ruleset = self._ruleset(setup)
        tables = self._tables[ruleset.name]
        created = agreed(tables.cards, ruleset, setup, chance.commitment())
        table = play_on(tables, self.initial(), chance)
        begin = begin_solo if is_solo(created.ruleset) else begin_game
        begin(table, created, self.ruleset(created.ruleset).agreed(setup.seats, agreed_on))
        layout = lay_out(tables, table.state, data, chance, new=new)
        for event in layout.events:
            table.emit(event)
        for expansion in self.expansions:
            expansion.setup(table)
        play = play_for(tables, table.state, chance)
        play.events += table.events
        play.push(*layout.agenda)
        events = play.go_on()
        asked = play.question and (play.question[0], play.question[1])
        if layout.decision not in (None, asked):
            raise asked_otherwise(data, layout.decision, asked)
        return events

    def public_options(self, options: Json) -> Json:
        return {name: value for name, value in options.items() if name != POSITION}

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
        self._folds[type(event)](state, event)

    def decide(self, state: State, decision: Decision, chance: Chance) -> tuple[Event, ...]:
        seat, kind, choice = decision
        if kind != state.question or seat != state.asked:
            return self._besides(state, decision, chance)
        if choice not in choices(self._tables[state.game.ruleset], state):
            raise self._illegal(state, choice)
        return play_for(self._tables[state.game.ruleset], state.copy(), chance).answer(decision, state.step)

    def advance(self, state: State, decision: Decision, chance: Chance) -> tuple[Event, ...]:
        """``decide`` in place: the state ends up as if the events had been folded into it."""
        seat, kind, choice = decision
        if kind != state.question or seat != state.asked:
            return super().advance(state, decision, chance)
        offered = state.offered
        if choice not in (choices(self._tables[state.game.ruleset], state) if offered is None else offered):
            raise self._illegal(state, choice)
        state.offered = None
        play, tables = Play() if state.solo is None else SoloPlay(), self._tables[state.game.ruleset]
        events = play.begin(tables.course, tables, state, chance).answer(decision, state.step)
        state.question = ""
        if state.ended is None:
            state.asked, state.question, state.step, state.agenda = events[-1]  # the fold of Awaiting
            state.offered = play.offered
        return events

    def _besides(self, state: State, decision: Decision, chance: Chance) -> tuple[Event, ...]:
        """Handles a decision that does not answer the open question: a concession, the Herald, or an error."""
        seat, kind = decision.seat, decision.kind
        if kind not in KINDS and kind not in self.course.asked_beyond:
            raise MalformedDecision("malformed", CODES["malformed"], field="kind", value=kind)
        if not 0 <= seat < state.game.seats:
            raise MalformedDecision("malformed", CODES["malformed"], field="seat", value=seat)
        if kind == "concede":
            return self._concede(state, seat, chance)
        if state.ended is not None:
            return self._name_herald(state, decision)
        if seat != state.asked:
            raise NotYourTurn("not_your_turn", CODES["not_your_turn"], seat=state.asked, question=state.question)
        raise NotYourTurn("another_question", CODES["another_question"], seat=seat, question=state.question)

    def _illegal(self, state: State, choice: tuple[Any, ...]) -> IllegalDecision:
        code, data = why_not(self._tables[state.game.ruleset], state, choice)
        return IllegalDecision(code, CODES[code], **data)

    def _name_herald(self, state: State, decision: Decision) -> tuple[Event, ...]:
        """E11.7: naming the Herald is the only decision that may follow the end."""
        assert state.ended is not None
        if decision.kind != "name_herald" or not herald_open(state):
            raise MatchOver("game_over", CODES["game_over"])
        if decision.seat != state.ended.winner:
            raise NotYourTurn("not_your_turn", CODES["not_your_turn"], seat=state.ended.winner, question="name_herald")
        if decision.choice not in choices(self._tables[state.game.ruleset], state):
            raise self._illegal(state, decision.choice)
        return (e.HeraldNamed(decision.seat, decision.choice[0] if decision.choice else NONE),)

    def _concede(self, state: State, seat: int, chance: Chance) -> tuple[Event, ...]:
        """E11.8: the game ends with two players or if only one is left; else the seat stays and plays the defaults."""
        if state.ended is not None:
            raise MatchOver("game_over", CODES["game_over"])
        if state.gave_up(seat):
            raise IllegalDecision("already_conceded", CODES["already_conceded"], seat=seat)
        play = play_for(self._tables[state.game.ruleset], state.copy(), chance)
        play.emit(e.SeatConceded(seat))
        if sum(not play.state.gave_up(other) for other in range(state.seats)) == 1:
            return play.carry_out(play.end, e.BY_FORFEIT)
        return play.carry_out(play.ask, state.asked, state.question, state.step)

    # --- questions ------------------------------------------------------------------------------------------

    def awaiting(self, state: State) -> tuple[Awaiting, ...]:
        if state.question:
            about = self._states.about(state)
            stack = tuple(self._states.words[type(step)] for step in (state.step, *reversed(state.agenda)))
            return (
                Awaiting(SeatNo(state.asked), state.question, self.course.questions[state.question].rule, about, stack),
            )
        if herald_open(state):
            assert state.ended is not None
            return (Awaiting(SeatNo(state.ended.winner), "name_herald", "E11.7", {}, (), optional=True),)
        return ()

    def options(self, state: State, seat: SeatNo | None = None) -> Sequence[Decision]:
        asked, kind = state.asked, state.question
        if not kind:
            if state.ended is None:
                return ()
            asked, kind = state.ended.winner, "name_herald"
        if seat is not None and seat != asked:
            return ()
        offered = state.offered
        found = Options()  # what ``options_of`` does: this is asked at every decision of a search
        found.seat = asked  # type: ignore[assignment]
        found.kind = kind
        found.choices = choices(self._tables[state.game.ruleset], state) if offered is None else offered
        return found

    def refusals(self, state: State, seat: SeatNo) -> tuple[Refusal, ...]:
        return (
            tuple(refusals(self._tables[state.game.ruleset], state)) if state.question and seat == state.asked else ()
        )

    def default(self, state: State, seat: SeatNo) -> Decision:
        if state.question and seat == state.asked:
            asked, tables = self.course.questions[state.question], self._tables[state.game.ruleset]
            return Decision(seat, state.question, asked.default_of(tables, state, seat, state.step))
        if herald_open(state) and state.ended is not None and seat == state.ended.winner:
            return Decision(seat, "name_herald", ())
        raise NotYourTurn("not_your_turn", CODES["not_your_turn"], seat=state.asked, question=state.question)

    def expected(self, view: State, seat: SeatNo) -> State | None:
        return ahead.expected(self.tables_of(view), view, seat)

    def is_pass(self, decision: Decision) -> bool:
        return decision.kind != "assign_or_pass" and super().is_pass(decision)  # a pass there ends one's assigning

    def concerns(self, event: Event, before: State, seat: SeatNo) -> bool:
        return self.chapter(event) > 0 or ahead.concerns(event, before, seat)

    # --- scenarios ------------------------------------------------------------------------------------------

    def scenario_files(self) -> Mapping[str, str]:
        from .scenarios import files

        return files()

    def order_of(self, cards: Sequence[str], size: int) -> Sequence[int]:
        ids = self.cards.ids
        for card in cards:
            if card not in ids or cards.count(card) > 1:
                raise CoreError("bad_order_of_cards", value=card, nearest=nearest(card, ids))
        named = [ids[card] for card in cards]
        groups = self.cards.groups
        for deck in (self.cards.elites, groups["mission"], groups["influence"], groups["privilege"]):
            if size == len(deck) > len(named) and set(named) <= set(deck):
                named += [card for card in deck if card not in named]
        ranks = sorted(named)
        return [ranks.index(card) for card in named]

    # --- knowledge ------------------------------------------------------------------------------------------

    def view(self, state: State, viewer: Viewer) -> State:
        seen = KNOWLEDGE.view(state, viewer)
        if self.expansions:
            seen.added = {x.name: x.view(state.added[x.name], viewer) for x in self.expansions if x.name in state.added}
        return seen

    def redact(self, event: Event, viewer: Viewer) -> Event:
        own = self.course.redactions.get(type(event))
        redacted: Event = KNOWLEDGE.redact(event, viewer) if own is None else own(event, viewer)
        return redacted

    def redeal(self, view: State, chance: Chance) -> State:
        from .redeal import redeal  # who only plays thinks nothing out

        return redeal(self.tables_of(view), view, chance)

    def outcome(self, state: State) -> Outcome | None:
        end = state.ended
        if end is None:
            return None
        reason = e.REASONS[end.reason]
        if state.solo is None:
            return Outcome(SeatNo(end.winner), end.ranks, end.scores, reason)
        houses = AutomatonResult("houses", end.ranks[HOUSES], end.scores[HOUSES])
        winner = None if end.winner == HOUSES else SeatNo(end.winner)
        return Outcome(winner, end.ranks[:HOUSES], end.scores[:HOUSES], reason, (houses,))

    def tally(self, state: State) -> Sequence[int]:
        return tuple(state.titles[: state.seats])

    def figures(self, view: State) -> Mapping[str, int]:
        numbers = {"titles": view.titles, "heat": view.heat, "hand": [len(hand) for hand in view.hands]}
        found = {f"{what}.{seat}": n for what, by_seat in numbers.items() for seat, n in enumerate(by_seat)}
        known = [unit for row in view.rows for unit in row if unit != UNKNOWN]
        for unit in known:
            for attribute, n in zip(ATTRIBUTES, view.tokens_on(unit), strict=True):
                if n:
                    found[f"{attribute}.{self.cards.names[unit]}"] = n
        return found

    def chapter(self, event: Event) -> int:
        return CHAPTERS.get(type(event), 0)

    def begins_scene(self, event: Event) -> bool:
        return type(event) in CHAPTERS or type(event) is e.ConfrontationStarted

    def lessons(self) -> Sequence[Lesson]:
        from .lessons import lessons  # they are played with the game's own cards, whatever this one's are

        return lessons()

    # --- for those who think it out -------------------------------------------------------------------------

    def features(self, view: State, sides: int) -> Sequence[Features]:
        return judging.features(self._tables[view.game.ruleset], view)

    def inclination(self, view: State, decision: Decision) -> float:
        return judging.inclination(self._tables[view.game.ruleset], view, decision)

    def gives_up(self, view: State, decision: Decision) -> bool:
        return decision.kind == "assign_or_pass" and not decision.choice

    def remembered(self, memory: Memory | None, fact: Event) -> Memory:
        from ...kit.remembering import NOTHING
        from .memory import remembered

        return remembered(memory or NOTHING, fact, self.tables.basics)

    def recalled(self, view: State, memory: Memory | None) -> State:
        from .memory import recalled

        return recalled(view, memory) if memory else view

    def weights(self) -> str:
        return judging.weights()

    def feature_words(self, name: str, language: str) -> tuple[str, str]:
        from .words import feature_words  # pages only

        return feature_words.WORDS.get(name, feature_words.NONE)[language == "pl"]

    def reason_of(self, name: str) -> str:
        from .words import feature_words

        return feature_words.SAME.get(name, name)

    def phase_words(self, phase: str, language: str) -> str:
        from .words import terms_en, terms_pl

        names: Mapping[str, str] = (terms_pl if language == "pl" else terms_en).PHASES
        return names.get(phase, "")

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
        return self._decisions.encode_decision(decision)

    def decode_decision(self, seat: SeatNo, data: Json) -> Decision:
        return self._decisions.decode_decision(seat, data)

    def describe(self, state: State) -> Position:
        return self._states.describe(state)

    def fingerprint(self, state: State) -> bytes:
        return self._states.fingerprint(state)

    def parts(self, decision: Decision) -> tuple[str, ...]:
        return self._decisions.parts(decision)

    def words(self, language: str, names: Sequence[str]) -> Words:
        return self._narrator(language, names)

    def _narrator(self, language: str, names: Sequence[str]) -> Narrator:
        from .words import words_for

        more = [x.words[language] for x in self.expansions if language in x.words]
        return words_for(self.tables, language, names, more)

    # --- for pages ------------------------------------------------------------------------------------------

    def is_confirmed(self, decision: Decision) -> bool:
        """What hurts and cannot be undone, and a pass while Units could still be assigned, as it ends one's assigning.
        A single discard is not, to spare a click."""
        kind, choice = decision.kind, decision.choice
        match kind:
            case "assign_or_pass":
                return not choice
            case "discard_from_hand":
                return len(choice) > 1
        return kind in CONFIRMED and bool(choice)

    def is_immaterial(self, view: State, seat: SeatNo, taken: Sequence[str] = ()) -> bool:
        """The direction of play with two seats: both give the same order (E3.8). With the Sceptre it is named behind
        the seat that gets it."""
        asked = "give_sceptre" if taken else "set_direction"
        return view.question == asked and view.asked == seat and view.seats == 2

    def what_if(self, view: State, decision: Decision, language: str, names: Sequence[str]) -> Foreseen:
        from .foresight import what_if

        return what_if(self.tables_of(view), view, decision, self._narrator(language, names), language)

    def terms(self, view: State, at: str, language: str, names: Sequence[str]) -> tuple[str, ...]:
        from .foresight import terms

        return terms(self.tables_of(view), view, at, self._narrator(language, names), language)

    def staged(self, view: State, event: Event) -> Staged:
        from .staging import staged

        return staged(self.tables_of(view), view, event)

    def board(self, view: State, language: str, told: Sequence[Event] = ()) -> Board:
        from .board import lay_out

        return lay_out(self.tables_of(view), view, language, told)

    def position_of(self, state: State) -> Json | None:
        from .position_write import write

        return write(self.tables_of(state), state)

    def position_fields(self) -> PositionFields:
        from .position_fields import ElektPositions

        return ElektPositions(self.tables)

    def sets(self) -> Sequence[KnownSet]:
        from .card_lists import known_sets

        return known_sets()

    def gallery(self, language: str) -> Sequence[CardFace]:
        from .board import gallery

        return gallery(self.cards, language)

    def card(self, id_: str, language: str) -> CardPage[CardFace, CardText] | None:
        from .card_pages import page_of

        return page_of(self.cards, id_, language)

    def card_changes(self, other: Game[State], language: str) -> Sequence[CardChange]:
        from .card_pages import changes

        assert isinstance(other, Elekt)
        return changes(self.cards, other.cards, language)

    def brings(self, event: Event) -> Sequence[str]:
        """A Unit in a Zone, a card turned up on a board."""
        card = BROUGHT.get(type(event))
        return () if card is None else (self.cards.printed[card(event)].id,)

    def built_in_cards(self) -> str:
        return CARD_FILE.read_text(encoding="utf-8")

    def rulebook(self, language: str) -> Rulebook:
        from .rules import rulebook

        return rulebook(language)

    def citer(self) -> Citer:
        from .rules.cited import Cited

        return Cited(self.tables)

    def shown_by(self, number: str) -> Sequence[str]:
        from .rules.shown import shown_by

        return shown_by(self.cards, number)


@lru_cache(maxsize=32)
def _with_cards(text: str) -> Elekt:
    """Compiled once per process: a match asks for its game at every turn."""
    return Elekt(_own_cards(text))


def _own_cards(text: str) -> CardSet:
    from .card_lists import parse_cards  # what only a list of one's own needs

    return parse_cards(text)
