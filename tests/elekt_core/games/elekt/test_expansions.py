"""E22.5: an expansion adds cards, kinds of cards and effects, decisions and Zone modifiers; E1-E19 hold as they are.

``relics`` is such an expansion, written outside of ``elekt_core``.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from elekt_core.bots import RANDOM, play_out
from elekt_core.chance import SeededChance
from elekt_core.contract import UNKNOWN, Decision, SeatNo, Setup
from elekt_core.errors import MalformedDecision, UnknownKind
from elekt_core.games.elekt import events as e
from elekt_core.games.elekt import game as base_game
from elekt_core.games.elekt.active import zone_limit
from elekt_core.games.elekt.card_lists.expansion import Expansion, Primitive, with_expansions
from elekt_core.games.elekt.game import Elekt
from elekt_core.games.elekt.redeal import redeal
from elekt_core.games.elekt.state import State
from elekt_core.record.record import record_of_play
from elekt_core.record.text import format_record, parse_record
from elekt_core.record.verify import verify_record

from . import relics as x
from .invariants import check_step
from .random_games import Batch, batches
from .rules.marks import rule

KINDS = ["relic_keeper", "acolyte", "nameless", "dignitary"]
NAMES = ["Alice", "Bob", "Charlie", "Dana"]


@cache
def expanded() -> Elekt:
    return Elekt(expansions=(x.EXPANSION,))


@cache
def games() -> list[list[Batch]]:
    """Some whole games, without a seat that always declines."""
    return [
        list(batches(seed, seats, game=expanded(), bold=True, basics=KINDS)) for seats in (2, 3, 4) for seed in (1, 2)
    ]


def played() -> list[tuple[State, Any]]:
    """Every event of the games with the state after it."""
    game, found = expanded(), []
    for batches_ in games():
        state = game.initial()
        for batch in batches_:
            for event in batch.events:
                game.evolve(state, event)
                found.append((state.copy(), event))
    return found


@rule("E22.5")
def test_whole_games_keep_every_law_of_the_base_game() -> None:
    for state, event in played():
        check_step(event, state, expanded())


@rule("E22.5", "E2.12")
def test_a_fifth_kind_of_basic_unit_can_be_agreed_on() -> None:
    option = expanded().ruleset().options[-1]
    assert option.values == ("acolyte", "nameless", "dignitary", "assassin", "relic_keeper")
    hands = [event.units for _, event in played() if isinstance(event, e.HandDealt)]
    printed = expanded().cards.printed
    assert all({printed[unit].id for unit in hand} == set(KINDS) for hand in hands)


@rule("E22.5", "E7.4")
def test_a_zone_modifier_is_in_force_as_long_as_it_lies_there() -> None:
    tables, gate, crowded = expanded().tables, 1 << expanded().cards.ids["open_gate"], 0
    for state, event in played():
        if isinstance(event, e.RoundStarted):
            without = state.copy()
            without.active = [mask & ~gate for mask in state.active]
            for zone, more in ((0, 1), (1, 0), (2, 0)):
                assert zone_limit(tables, state, zone, 0) == zone_limit(tables, without, zone, 0) + more
        crowded += max(len(state.row(0, seat)) for seat in range(state.seats)) > {2: 3, 3: 2, 4: 2}[state.seats]
    assert crowded


@rule("E22.5", "E22.3", "E8.11", "C1.11")
def test_the_winner_takes_a_card_of_the_new_deck_instead_of_the_effect() -> None:
    reliquary, taken = expanded().cards.ids["reliquary"], 0
    for run in games():
        for batch in run:
            kinds = [type(event) for event in batch.events]
            if e.AbilityUsed not in kinds or x.RelicTaken not in kinds:
                continue
            used = next(event for event in batch.events if isinstance(event, e.AbilityUsed))
            if used.card == reliquary:
                taken += 1
                assert batch.before.question == "use_optional"
                after = batch.events[batch.events.index(used) + 1 :]
                assert isinstance(after[0], x.RelicTaken)
                until = next((i for i, event in enumerate(after) if isinstance(event, e.ConfrontationWon)), len(after))
                effects = (e.TokenAttached, e.UnitsSwapped, e.UnitAnnihilated)
                assert not any(isinstance(event, effects) for event in after[:until])
    assert taken > 10


@rule("E22.5", "E22.3")
def test_two_lie_face_up_and_two_are_held_once_everything_is_done() -> None:
    asked = 0
    for state, event in played():
        if not isinstance(event, e.Awaiting):
            continue
        mine = x.relics(state)
        everything = [*mine.deck, *mine.face_up, *mine.pile, *(card for own in mine.held for card in own)]
        assert sorted(everything) == list(expanded().cards.groups["relic"])
        assert len(mine.face_up) == 2 or not mine.deck
        asked += event.question == "put_relic_away"
        for seat, own in enumerate(mine.held):
            assert len(own) <= 2 or (event.question, event.seat, len(own)) == ("put_relic_away", seat, 3)
    assert asked


@rule("E22.5", "E24.2")
def test_a_new_decision_has_options_parts_notation_default_and_words() -> None:
    game = expanded()
    batch = next(b for run in games() for b in run if b.before.question == "put_relic_away")
    state, seat = batch.before, SeatNo(batch.before.asked)
    options = list(game.options(state))
    assert len(options) == 3
    assert game.default(state, seat) == options[0]
    (awaiting,) = game.awaiting(state)
    assert (awaiting.kind, awaiting.rule, awaiting.stack[0]) == ("put_relic_away", "E22.3", "relics_drop")
    for option in options:
        data = json.loads(json.dumps(game.encode_decision(option)))
        assert game.decode_decision(seat, data) == option
        assert game.parts(option) == (f"relic:{data['targets'][0]['relic']}",)
    view = game.view(state, seat)
    for language, question in (("en", "Which Relic do you put away?"), ("pl", "Który Relikt odkładasz?")):
        words = game.words(language, NAMES)
        assert words.question(awaiting, view) == question
        assert words.decision(options[0], view) != words.decision(options[1], view)
    with pytest.raises(MalformedDecision):
        game.decode_decision(seat, {"kind": "put_relic_away", "targets": [{"relics": "relic_mask"}]})
    before = state.copy()
    game.decide(state, options[1], SeededChance(b"any"))
    assert state == before


@rule("E22.5", "E4.1")
def test_views_fold_from_redacted_events_and_hide_what_the_expansion_hides() -> None:
    game = expanded()
    for run in games()[::2]:
        for viewer in (None, SeatNo(0), SeatNo(1)):
            state = game.initial()
            seen = game.view(state, viewer)
            for batch in run:
                for event in batch.events:
                    game.evolve(state, event)
                    game.evolve(seen, game.redact(event, viewer))
                assert seen == game.view(state, viewer)
                for seat, own in enumerate(x.relics(seen).held):
                    assert seat == viewer or set(own) <= {UNKNOWN}
                assert set(x.relics(seen).deck) <= {UNKNOWN}
                if game.awaiting(state) and state.asked == viewer:
                    assert list(game.options(seen)) == list(game.options(state))


@rule("E22.5")
def test_who_deals_anew_in_thought_fills_in_what_the_expansion_hides() -> None:
    game = expanded()
    batch = next(b for run in games() for b in run if b.before.question == "put_relic_away")
    view = game.view(batch.before, SeatNo(batch.before.asked))
    again = redeal(game.tables, view, SeededChance(b"again"))
    mine = x.relics(again)
    everything = [*mine.deck, *mine.face_up, *mine.pile, *(card for own in mine.held for card in own)]
    assert sorted(everything) == list(game.cards.groups["relic"])
    assert game.view(again, SeatNo(batch.before.asked)) == view


@rule("E22.5")
def test_a_record_names_its_game_and_verifies_with_it_alone() -> None:
    game = expanded()
    setup = Setup("elekt-relics", "elekt-1e-r2", 3, {"basic_set": "drawn"})
    play = play_out(game, setup, [RANDOM] * 3, b"relics")
    record = parse_record(format_record(record_of_play(play, "a-record")))
    result = verify_record(record, game)
    assert all(check.status == "ok" for check in result.checks), str(result.flaw)
    assert (record.game, record.card_set) == ("elekt-relics", game.card_set)
    assert game.card_set != base_game.card_set
    assert verify_record(record, base_game).flaw is not None


@rule("E22.5")
def test_every_fact_has_a_sentence_in_both_languages() -> None:
    told: dict[str, set[str]] = {"en": set(), "pl": set()}
    for state, event in played():
        for language, seen in told.items():
            if type(event).__name__.startswith("Relic"):
                seen.add(expanded().words(language, NAMES).event(event, state).split()[0])
    assert all(len(seen) > 3 for seen in told.values())


@rule("E22.5")
def test_cards_say_their_text_in_both_languages() -> None:
    for language, text in (("en", "Take a Relic."), ("pl", "Weź Relikt.")):
        faces = {face.id: face for face in expanded().gallery(language)}
        assert faces["relic_keeper"].words is not None
        assert faces["relic_keeper"].words.text == text


@rule("E22.5")
def test_programs_are_shown_what_the_expansion_keeps() -> None:
    state = next(b.before for run in games() for b in run if b.before.question == "put_relic_away")
    shown = json.loads(json.dumps(expanded().encode_state(expanded().view(state, None))))["game"]["relics"]
    assert len(shown["face_up"]) == 2
    assert all(card is None for own in shown["held"] for card in own)


@rule("E22.5")
def test_the_base_game_knows_nothing_of_it() -> None:
    kinds = {fact.kind for fact in x.EXPANSION.facts}
    assert kinds.isdisjoint(base_game.event_kinds)
    assert kinds < set(expanded().event_kinds)
    with pytest.raises(UnknownKind):
        base_game.decode_event("relic_revealed", 1, {"card": None})
    with pytest.raises(MalformedDecision):
        base_game.decode_decision(SeatNo(0), {"kind": "put_relic_away", "targets": []})
    started = next(b.before for b in batches(1, 2) if b.before.question)
    with pytest.raises(MalformedDecision):
        base_game.decide(started, Decision(SeatNo(0), "put_relic_away"), SeededChance(b"any"))
    assert base_game.card_set == with_expansions(base_game.cards, ()).version
    assert not base_game.tables.laid


@rule("E22.2", "E22.5")
def test_solo_play_is_offered_only_where_an_expansion_says_that_its_rules_hold() -> None:
    assert "elekt-solo-r2" not in [ruleset.name for ruleset in expanded().rulesets]
    plain = Elekt(expansions=(Expansion("plain", cards=(x.GATE,), solo=True),))
    assert "elekt-solo-r2" in [ruleset.name for ruleset in plain.rulesets]


@rule("E22.5")
def test_an_expansion_replaces_nothing() -> None:
    def nothing(*_: Any) -> Any:
        return None

    with pytest.raises(ValueError, match="attach is taken"):
        Elekt(expansions=(Expansion("other", primitives=(Primitive("attach", nothing, nothing),)),))
    with pytest.raises(ValueError, match="two cards are called open_gate"):
        Elekt(expansions=(Expansion("one", cards=(x.GATE,)), Expansion("two", cards=(x.GATE,))))
