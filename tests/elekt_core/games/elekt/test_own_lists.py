"""A club's own card file: everything that is wrong is told with its line, and whatever passes the checks can be
played (docs/card-files.md)."""

from __future__ import annotations

import random
from hashlib import sha256
from typing import Any

import pytest

from elekt_core.bots import derive
from elekt_core.chance import SeededChance
from elekt_core.contract import Decision, SeatNo, Setup
from elekt_core.errors import BadCards
from elekt_core.games.elekt import events as e
from elekt_core.games.elekt import game
from elekt_core.games.elekt import vocabulary as voc
from elekt_core.games.elekt.card_lists.flaws import CardFlaw
from elekt_core.games.elekt.card_lists.words import FLAWS
from elekt_core.games.elekt.state import State
from elekt_core.games.elekt.words import card_text
from elekt_core.record.match import Play
from elekt_core.record.record import record_of_play
from elekt_core.record.text import format_record, parse_record
from elekt_core.record.verify import verify_record
from tests.sampling import sample

from .builders import position
from .own_lists import BUILT_IN, changed, nasty_list, random_list

LANGUAGES = ("en", "pl")


def flaws(text: str) -> list[CardFlaw]:
    with pytest.raises(BadCards) as caught:
        game.with_cards(text)
    found = list(caught.value.flaws)
    assert all(isinstance(flaw, CardFlaw) for flaw in found)
    return found  # type: ignore[return-value]


def mistaken(*changes: tuple[str, str]) -> str:
    """The built-in file with each piece written otherwise, where it stands first."""
    text = BUILT_IN
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def line_of(text: str, piece: str) -> int:
    return text[: text.index(piece)].count("\n") + 1


def ability(kind: str = "permanent", **fields: Any) -> dict[str, Any]:
    return {"kind": kind, "effects": [{"op": "gain_heat", "player": "controller", "amount": 1}], **fields}


# --- the built-in file and its name ---------------------------------------------------------------------------


def test_the_built_in_file_passes_every_check_and_keeps_its_version() -> None:
    own = game.with_cards(BUILT_IN)
    assert own.cards.version == game.card_set
    assert own.card_set == sha256(BUILT_IN.encode()).hexdigest()
    assert game.card_set == "937510c2e0aa16016c4a904455139f4e632b550ce02a6afa172cf1a49a2b6554"


def test_a_name_that_is_written_otherwise_is_another_list() -> None:
    """What bears on play is the same; the record of an old game must show the old names."""
    other = game.with_cards(mistaken(('name_en = "Symbiont"', 'name_en = "Companion"')))
    assert other.cards.version == game.card_set
    assert other.card_set != game.with_cards(BUILT_IN).card_set


def test_line_endings_and_a_byte_order_mark_make_no_other_list() -> None:
    assert game.with_cards("\ufeff" + BUILT_IN.replace("\n", "\r\n")) is not None
    assert game.with_cards("\ufeff" + BUILT_IN.replace("\n", "\r\n")).card_set == game.with_cards(BUILT_IN).card_set


# --- flaws by line --------------------------------------------------------------------------------------------


def test_all_flaws_are_told_at_once_in_the_order_of_the_text() -> None:
    text = mistaken(
        ("missions = 17", "missions = 18"),
        ('type = "cultist"', 'type = "cultits"'),
        ('trigger = "on_tie"', 'trigger = "on_tei"'),
        ("symbols = { cunning = 1 }", "symbols = { cunning = 10 }"),
    )
    found = flaws(text)
    pieces = ["missions = 18", '"cultits"', "cunning = 10", '"on_tei"']
    assert [flaw.line for flaw in found] == [line_of(text, piece) for piece in pieces]
    assert found[1].key == "type"
    assert found[3].key == "ability.trigger"
    assert "did you mean “cultist”?" in found[1].text("en")
    assert "może „on_tie”?" in found[3].text("pl")


ON_TIE = '{ op = "tie_break", winner = "controller" }'
LONG_LIST = "[" + ", ".join(['{ op = "attach", attribute = "any", target = "any_zone_unit" }'] * 3) + "]"


@pytest.mark.parametrize(
    ("old", "new", "code", "key"),
    [
        ('op = "attach"', 'op = "atach"', "unknown_word", "ability.effects[0].op"),
        ("cost = 1\n", "cots = 1\n", "unknown_key", "ability.cots"),
        ("cost = 1\n", "cost = 99\n", "out_of_range", "ability.cost"),
        ("cost = 1\n", 'cost = "1"\n', "wrong_sort", "ability.cost"),
        ("optional = true", "optional = 1", "wrong_sort", "ability.optional"),
        ('target = "this"', 'target = "subject_"', "unknown_word", "ability.effects[0].target"),
        ('attribute = "power", count = 1, ', 'attribute = "power", ', "", ""),
        ('attribute = "power", count = 1, ', "count = 1, ", "missing_key", "ability.effects[0]"),
        ('name_pl = "Akolita"\n', "", "missing_key", ""),
        ('name_pl = "Bezimienny"', 'name_pl = "AKOLITA"', "same_name", "name_pl"),
        ('id = "nameless"', 'id = "acolyte"', "same_id", "id"),
        ('id = "acolyte"', 'id = "The Acolyte"', "bad_identifier", "id"),
        ("copies = 4\ntype", "copies = 3\ntype", "wrong_copies", "copies"),
        ("copies = 1\n", "copies = 2\n", "single_copy", "copies"),
        ("privileges_per_game = 6", "privileges_per_game = 13", "too_few", "privileges"),
        ("starting = 2", "starting = 4", "out_of_range", "starting"),
        ('ruleset = "elekt-2e-r2"', 'ruleset = "elekt-9"', "other_ruleset", "ruleset"),
        ('"2" = 7, "3" = 6', '"3" = 6', "missing_key", "titles_to_win"),
        ("[solo]", "[sol]", "unknown_section", ""),
        ('confrontations = ["occultism", ', "confrontations = [", "fixed", "confrontations"),
        ('type = "cultist"', 'type = ""', "unknown_word", "type"),
    ],
)
def test_each_flaw_names_its_place(old: str, new: str, code: str, key: str) -> None:
    text = mistaken((old, new))
    if not code:
        game.with_cards(text)
        return
    found = next(flaw for flaw in flaws(text) if flaw.code == code)
    assert found.key == key
    assert abs(found.line - line_of(BUILT_IN, old)) <= 3
    for language in LANGUAGES:
        assert found.text(language)
        assert "{" not in found.text(language).replace("{ ", "")


@pytest.mark.parametrize(
    ("group", "card", "written", "code", "key"),
    [
        ("unit", "symbiont", ability(trigger="win_after", effects=[
            {"op": "attach", "attribute": "power", "target": "subject"}]), "means_nobody", "ability.effects[0].target"),
        ("unit", "symbiont", ability(trigger="win_after", effects=[
            {"op": "attach", "attribute": "power", "target": "same"}]), "same_as_nothing", "ability.effects[0].target"),
        ("mission", "truce_of_ashes", ability("rule", trigger="recruit"), "trigger_of_owners", "ability.trigger"),
        ("mission", "truce_of_ashes", ability("rule", trigger="on_assign", who="own"), "wrong_who", "ability.who"),
        ("mission", "truce_of_ashes", ability("rule", trigger="on_assign"), "needs_who", "ability.trigger"),
        ("unit", "symbiont", ability(trigger="static"), "not_static", "ability.effects[0].op"),
        ("unit", "symbiont", ability(trigger="win_after", who="winner", cost=1, effects=[
            {"op": "tie_break", "winner": "controller"}]), "wrong_trigger", "ability.effects[0].op"),
        ("unit", "symbiont", ability(trigger="on_tie", effects=[
            {"op": "tie_break", "winner": "controller"}, {"op": "gain_heat", "player": "controller", "amount": 1}]),
         "must_be_last", "ability.effects[0].op"),
        ("unit", "symbiont", ability(trigger="win_after", effects=[
            {"op": "attach", "attribute": "any", "count": 3, "target": "any_zone_unit"}] * 2),
         "too_many_ways", "ability.effects"),
        ("unit", "symbiont", ability(trigger="win_after", effects=[
            {"op": "gain_heat", "player": "controller", "amount": 1}] * 13), "too_many_entries", "ability.effects"),
        ("unit", "symbiont", ability(trigger="win_after", effects=[
            {"op": "modify", "what": "zone_limit", "who": "own", "set": 1, "add": 1}]), "set_or_add",
         "ability.effects[0]"),
        ("mission", "truce_of_ashes", ability("rule", trigger="on_tie", effects=[
            {"op": "tie_break", "winner": "controller"}]), "nobody_owns", "ability.effects[0].winner"),
    ],
)  # fmt: skip
def test_abilities_that_could_not_work_are_found(
    group: str, card: str, written: dict[str, Any], code: str, key: str
) -> None:
    text = changed(group, card, ability=written)
    found = next(flaw for flaw in flaws(text) if flaw.code == code)
    assert (found.where, found.key) == (f"{group} {card}", key)
    assert found.line == line_of(text, f'id = "{card}"') + text[text.index(f'id = "{card}"') :].split("ability =")[
        0
    ].count("\n")


def test_a_text_that_is_no_toml_is_told_with_its_line_in_both_languages() -> None:
    text = mistaken(("edition = 2", "edition = = 2"))
    (found,) = flaws(text)
    assert found.line == line_of(text, "edition = = 2")
    assert found.text("en") == "this is not TOML: Invalid value"
    assert found.text("pl") == "to nie jest poprawny TOML: niepoprawna wartość"


@pytest.mark.parametrize("text", ["", "x", "[[unit]]", "unit = 3", "[unit]", "[[unit]]\nability = 1", "a = b = c"])
def test_any_text_is_refused_politely(text: str) -> None:
    for flaw in flaws(text):
        assert flaw.line >= 1
        for language in LANGUAGES:
            assert flaw.text(language)


def test_texts_that_strain_the_reader_are_refused() -> None:
    assert flaws("a = " + "[" * 100_000)
    (found,) = flaws("a = 1\nb = " + "9" * 5000)
    assert found.line == 2


def test_a_file_that_is_too_long_is_refused_unread() -> None:
    (found,) = flaws("#" * (256 * 1024 + 1))
    assert found.code == "too_long"


def test_every_sentence_about_a_flaw_is_there_in_both_languages() -> None:
    for code, (english, polish) in FLAWS.items():
        assert english != polish, code
        assert english.count("{") == polish.count("{"), code


# --- whatever passes can be played ------------------------------------------------------------------------------


def play_out(text: str, seed: int, ruleset: int = 0, seats: int | None = None, *, eager: bool = False) -> Play[State]:
    """A random game with the list, conceding and answering for the absent now and then; ``eager`` players do neither,
    and take the first choice (to pass, to decline) only if there is no other."""
    own, draw = game.with_cards(text), random.Random(seed)
    rules = own.rulesets[ruleset]
    setup = Setup("elekt", rules.name, seats or draw.choice(list(rules.seats)), {})
    play = Play.begin(own, setup, SeededChance(derive("own lists", seed)))
    while awaiting := own.awaiting(play.state):
        seat = awaiting[0].seat
        options = own.options(play.state)
        assert len(options)
        if eager:
            decision = options[draw.randrange(1, len(options)) if len(options) > 1 else 0]
        elif draw.random() < 0.05:
            decision = own.default(play.state, seat)
        elif draw.random() < 0.003 and play.state.ended is None and not play.state.gave_up(seat):
            decision = Decision(SeatNo(seat), "concede")
        else:
            decision = options[draw.randrange(len(options))]
        play.decide(decision)
        assert len(play.batches) < 9000, "the game does not end"
    assert own.outcome(play.state)
    return play


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(sample(4, 12)))
def test_a_random_list_that_passes_the_checks_is_played_to_the_end_and_proved(seed: int) -> None:
    text = random_list(seed)
    own = game.with_cards(text)
    for card in own.cards.cards:
        for language in LANGUAGES:
            assert card_text(card, language).text
    for ruleset in range(len(own.rulesets)):
        play = play_out(text, seed, ruleset)
        record = parse_record(format_record(record_of_play(play, "own")))
        assert record.cards == text
        result = verify_record(record)
        assert result.ok, result.flaw


ENDLESS = ability(
    trigger="win_after",
    zone="any",
    effects=[{"op": "confrontation", "mode": "extra", "attribute": "cunning"}],
)


def endless() -> str:
    """Whoever wins on Cunning plays for Cunning again, on every Privilege and Unit that there is."""
    return changed("unit", "acolyte", ability=ENDLESS)


def test_cards_that_feed_each_other_without_end_come_to_an_end() -> None:
    """E16.7 forbids an ability to react twice to one event; a win that leads to a win is another event each time."""
    plays = (play_out(endless(), seed, seats=2) for seed in range(5, 30))
    play = next(play for play in plays if any(isinstance(event, e.AbilityLapsed) for event in play.events))
    uses, most = 0, 0
    for event in play.events:
        uses = 0 if isinstance(event, e.RoundStarted) else uses + isinstance(event, e.AbilityUsed)
        most = max(most, uses)
    assert most == voc.MAX_USES
    assert max(len(batch.events) for batch in play.batches) < 20 * voc.MAX_USES


MAX_FACTS = 50_000
"""Of one batch, well above the 14,425 that the worst of 200 such lists made: each of 100 uses has up to 12 effects, and
whatever reacts to them after the hundredth use lapses, card by card."""


@pytest.mark.parametrize("seed", range(6))
def test_whatever_cards_feed_each_other_every_batch_and_every_game_comes_to_an_end(seed: int) -> None:
    """E16.7 is not enough for that: docs/card-files.md states the bounds."""
    text = nasty_list(seed)
    for ruleset in (0, 2):
        play = play_out(text, seed, ruleset, eager=True)
        assert play.state.round <= voc.MAX_ROUNDS
        assert max(len(batch.events) for batch in play.batches) < MAX_FACTS
        uses = 0
        for event in play.events:
            uses = 0 if isinstance(event, e.RoundStarted) else uses + isinstance(event, e.AbilityUsed)
            assert uses <= voc.MAX_USES
            assert uses == voc.MAX_USES or not isinstance(event, e.AbilityLapsed), "nothing lapses before the bound"


def test_most_lists_whose_cards_feed_each_other_reach_the_bound() -> None:
    """Or the test above would show nothing."""
    plays = [play_out(nasty_list(seed), seed, seats=2, eager=True) for seed in range(4)]
    assert sum(any(isinstance(event, e.AbilityLapsed) for event in play.events) for play in plays) > len(plays) / 2


@pytest.mark.parametrize("seed", range(sample(4, 10)))
def test_cards_that_feed_each_other_are_played_or_refused_with_the_card_and_the_reason(seed: int) -> None:
    text = nasty_list(seed, checked=False)
    try:
        game.with_cards(text)
    except BadCards as bad:
        for flaw in bad.flaws:
            assert isinstance(flaw, CardFlaw)
            assert text.splitlines()[flaw.line - 1].strip()
            assert flaw.where
            assert all(flaw.text(language) for language in LANGUAGES)
    else:
        play_out(text, seed, eager=True)


def test_a_game_that_the_cards_do_not_end_is_ended_by_its_rounds() -> None:
    """No Power in the Court, ever: the Privileges would lie there for good (E5.2, E11.2)."""
    skip = {
        "kind": "permanent",
        "trigger": "static",
        "zone": "any",
        "effects": [{"op": "confrontation", "mode": "skip", "attribute": "power"}],
    }
    text = changed("unit", "acolyte", ability=skip)
    text = text.replace(
        'titles_to_win = { "2" = 7, "3" = 6, "4" = 5 }', 'titles_to_win = { "2" = 20, "3" = 20, "4" = 20 }'
    )
    text = text.replace('titles_to_win = { "2" = 7', 'titles_to_win = { "2" = 20').replace('"2" = 7', '"2" = 20')
    own, draw = game.with_cards(text), random.Random(5)
    play = Play.begin(own, Setup("elekt", "elekt-2e-r2", 2, {}), SeededChance(b"rounds"))
    acolytes = [own.cards.ids[f"acolyte.{seat}"] for seat in range(2)]
    while awaiting := own.awaiting(play.state):
        options = list(own.options(play.state))
        if awaiting[0].kind == "assign_or_pass":  # an Acolyte to the Court as soon as may be
            wanted = [d for d in options if d.choice and d.choice[0] in acolytes and d.choice[1] == voc.COURT]
            options = wanted or options
        play.decide(options[draw.randrange(len(options))])
    outcome = own.outcome(play.state)
    assert outcome is not None
    assert outcome.termination in ("rounds", "privilege_deck", "titles")
    assert play.state.round <= voc.MAX_ROUNDS


def test_the_built_in_cards_have_no_bound_and_their_positions_no_count() -> None:
    assert game.tables.most_uses > 10**6
    state = game.initial()
    before = game.fingerprint(state)
    state.uses = 7
    assert game.fingerprint(state) == before


PLACES = '{ op = "place", target = "hand_unit", to = "this_zone" },'
CULTISTS = '{ op = "place", target = "hand_unit", to = "this_zone", filter = { type = "cultist" } },'


@pytest.mark.parametrize(("held", "ways"), [(["whisper_moth"], 1), (["acolyte"], 2), ([], 0)])
def test_being_offered_an_ability_does_not_tell_which_units_are_in_the_hand(held: list[str], ways: int) -> None:
    """A list whose Crypt Midwife places Cultists alone: her player is asked with any hand but an empty one."""
    assert PLACES in game.built_in_cards()
    own = game.with_cards(game.built_in_cards().replace(PLACES, CULTISTS))
    table = position(hands={0: ["crypt_midwife", *held]}, passed=[1], game=own).assign("crypt_midwife", "court")
    if ways:
        assert table.asked == (0, "use_instant")
        assert len(own.options(table.state)) == ways
        assert own.default(table.state, SeatNo(0)).choice == ()
        table.choose("decline")
    assert table.row("court", 0) == ["crypt_midwife"]
    assert table.happened("unit_placed") == []
