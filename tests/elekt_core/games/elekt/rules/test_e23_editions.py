"""E23: differences between the editions. Both are rulesets, playable side by side; what differs is E23.2 alone."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from elekt_core.bots import RANDOM, play_out
from elekt_core.chance import SeededChance
from elekt_core.cli.main import main
from elekt_core.contract import Setup
from elekt_core.errors import BadSetup
from elekt_core.games.elekt import events as e
from elekt_core.games.elekt import game
from elekt_core.record.record import record_of_play
from elekt_core.record.text import format_record, parse_record
from elekt_core.record.verify import verify_record

from ..builders import Table, position
from ..random_games import batches
from .marks import rule

FIRST, SECOND = "elekt-1e-r2", "elekt-2e-r2"
CHANCE = SeededChance(b"editions")
EDITIONS = pytest.mark.parametrize("edition", [1, 2])
DOMAINS = {"occultism": "master_of_pacts", "cunning": "master_of_spies", "violence": "master_of_swords"}

Zones = dict[str, dict[int, list[str]]]
WITHOUT_SYMBOLS: Zones = {"court": {0: ["dignitary"], 1: ["dignitary"]}}
"""Nobody has Occultism, Cunning or Violence there."""


def confront(attribute: str, zones: Zones, **more: Any) -> Table:
    return position(phase="confrontation", only=("court", attribute), zones=zones, **more)


def created(ruleset: str, seats: int = 2, **options: Any) -> e.GameCreated:
    first = game.start(Setup("elekt", ruleset, seats, options), CHANCE)[0]
    assert isinstance(first, e.GameCreated)
    return first


@rule("E23.1", "E23.9")
def test_both_editions_are_for_two_to_four_and_only_the_second_can_be_played_alone() -> None:
    for ruleset in (FIRST, SECOND):
        assert list(game.ruleset(ruleset).seats) == [2, 3, 4]
        for seats in (2, 3, 4):
            assert created(ruleset, seats).seats == seats
        with pytest.raises(BadSetup):
            created(ruleset, 1)
    alone = [ruleset for ruleset in game.rulesets if 1 in ruleset.seats]
    assert all("1e" not in ruleset.name for ruleset in alone)
    assert not game.ruleset(FIRST).automata


@rule("E23.2")
def test_each_ruleset_plays_by_its_edition() -> None:
    assert created(FIRST).edition == 1
    assert created(SECOND).edition == 2
    with pytest.raises(BadSetup, match="unknown_option"):
        created(FIRST, edition=2)


@rule("E23.2")
@pytest.mark.parametrize(("attribute", "master"), DOMAINS.items())
def test_nought_to_nought_is_a_tie_in_the_first_edition(attribute: str, master: str) -> None:
    table = confront(attribute, WITHOUT_SYMBOLS, edition=1)
    assert table.ever("confrontation_tied") == [{"zone": "court", "attribute": attribute, "tied": [0, 1]}]
    assert table.ever("confrontation_void") == []
    assert table.ever("confrontation_won") == []
    table = confront(attribute, WITHOUT_SYMBOLS, edition=1, acquired={1: [master]})
    assert table.asked == (1, "use_optional")
    table.choose("use").choose("seat:1")
    assert table.ever("confrontation_won")[0]["seat"] == 1


@rule("E23.2")
@pytest.mark.parametrize(("attribute", "master"), DOMAINS.items())
def test_nought_to_nought_is_no_tie_in_the_second_edition(attribute: str, master: str) -> None:
    table = confront(attribute, WITHOUT_SYMBOLS, edition=2, acquired={1: [master]})
    assert table.asked != (1, "use_optional")
    assert table.ever("confrontation_void") == [{"zone": "court", "attribute": attribute}]
    assert table.ever("confrontation_tied") == []


@rule("E23.2")
def test_only_those_who_take_part_are_tied_at_nought() -> None:
    zones: Zones = {"court": {0: ["dignitary"], 2: ["dignitary"]}}
    table = confront("violence", zones, seats=3, edition=1, acquired={1: ["master_of_swords"]})
    table.choose("use")
    assert table.paths() == ["seat:0", "seat:2"]  # seat 1 has no Unit there and cannot name itself


@rule("E23.3")
@EDITIONS
@pytest.mark.parametrize("attribute", DOMAINS)
def test_a_sole_participant_without_symbols_wins_in_neither(edition: int, attribute: str) -> None:
    table = confront(attribute, {"court": {0: ["dignitary"]}}, edition=edition, acquired={0: [DOMAINS[attribute]]})
    assert table.ever("confrontation_void") == [{"zone": "court", "attribute": attribute}]
    assert table.ever("confrontation_won") == []


@rule("E23.4")
@EDITIONS
@pytest.mark.parametrize("holder", [0, 1])
def test_power_with_nought_goes_to_the_higher_court_position_in_both(edition: int, holder: int) -> None:
    table = confront("power", {"court": {0: ["acolyte"], 1: ["acolyte"]}}, edition=edition, holder=holder)
    assert table.ever("confrontation_scored")[0]["counts"] == [0, 0]
    assert table.ever("confrontation_won")[0] == {"zone": "court", "attribute": "power", "seat": holder, "how": "court"}


@rule("E23.5")
@EDITIONS
def test_whoever_is_alone_in_the_zone_wins_power_with_nought_in_both(edition: int) -> None:
    table = confront("power", {"court": {1: ["acolyte"]}}, edition=edition)
    assert table.ever("confrontation_scored")[0]["counts"] == [None, 0]
    assert table.ever("card_acquired")[0]["seat"] == 1


@rule("E23.6")
@EDITIONS
def test_a_unit_without_type_is_neither_spectre_nor_cultist_in_both(edition: int) -> None:
    untyped = [card.id for card in game.cards.cards if card.group == "unit" and card.type == "none"]
    assert untyped
    board = {"missions": "hunt_for_the_apostate"}  # Spectres have 1 Violence more here
    plain = {unit.id: unit for unit in game.cards.cards}
    for unit in untyped:
        zones: Zones = {"missions": {0: [unit]}}
        table = position(
            phase="confrontation", only=("missions", "violence"), zones=zones, face_up=board, edition=edition
        )
        assert table.ever("confrontation_scored")[0]["counts"][0] == plain[unit].symbols[2]


@rule("E23.7")
@pytest.mark.parametrize("ruleset", [FIRST, SECOND])
def test_there_are_34_elite_and_16_basic_units_in_both(ruleset: str) -> None:
    dealt = game.start(Setup("elekt", ruleset, 4, {}), CHANCE)
    elites = [event for event in dealt if isinstance(event, e.DeckShuffled) and event.deck == 3]
    hands = [event.units for event in dealt if isinstance(event, e.HandDealt)]
    assert {len(set(event.cards)) for event in elites} == {34}
    assert [len(hand) for hand in hands] == [4, 4, 4, 4]
    kinds = Counter(game.cards.printed[unit].id for hand in hands for unit in hand)
    assert kinds == {"acolyte": 4, "nameless": 4, "dignitary": 4, "assassin": 4}


@rule("E23.8", "E23.12")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_but_for_nought_to_nought_the_same_decisions_lead_to_the_same_game(seats: int) -> None:
    """The texts that differ are not known, so both editions play with the same cards and the same priority."""
    assert created(FIRST).card_set == created(SECOND).card_set
    apart = 0
    for seed in range(6):
        first = [batch.events for batch in batches(seed, seats, ruleset=FIRST)]
        second = [batch.events for batch in batches(seed, seats, ruleset=SECOND)]
        old = [batch.events for batch in batches(seed, seats, ruleset=SECOND, edition=1)]
        assert first[0][1:] == second[0][1:]  # the deal
        assert first[1:] == old[1:]  # as the first edition was played before it had a ruleset of its own
        until = next((i for i, batch in enumerate(first) if any(map(_nought_to_nought, batch))), len(first))
        apart += until < len(first)
        assert first[1:until] == second[1:until]
        assert first[until : until + 1] != second[until : until + 1] or until == len(first)
    assert apart  # there was something to tell them apart by


def _nought_to_nought(event: Any) -> bool:
    scored = isinstance(event, e.ConfrontationScored) and event.attribute != 3
    return scored and max(event.counts) == 0 and event.counts.count(0) > 1


@rule("E23.12")
@EDITIONS
def test_privilege_unit_mission_influence_is_the_order_in_both(edition: int) -> None:
    spies = {"face_up": {"influences": "gallery_of_whispers"}, "acquired": {1: ["master_of_spies"]}}
    zones: Zones = {"influences": {0: ["nameless"], 1: ["nameless"]}}
    table = position(phase="confrontation", only=("influences", "cunning"), zones=zones, edition=edition, **spies)  # type: ignore[arg-type]
    assert table.asked == (1, "use_optional")  # the Privilege before the Influence
    table = position(
        hands={0: ["dignitary", "acolyte"]},
        zones={"missions": {0: ["ash_lamplighter"]}},
        face_up={"missions": "burning_archives"},
        heat=[3, 0],
        passed=[1],
        edition=edition,
    ).assign("dignitary", "missions")
    assert table.game.cards.names[table.state.step.card] == "ash_lamplighter"  # the Unit before the Mission


@rule("E0.2", "E23.2")
def test_both_editions_are_played_by_the_command_line_and_their_records_verify(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for seed, ruleset in (("1", FIRST), ("2", SECOND)):
        assert main(["simulate", "--ruleset", ruleset, "--seed", seed, "--out", str(tmp_path)]) == 0
    assert {parse_record(path.read_bytes()).ruleset for path in tmp_path.iterdir()} == {FIRST, SECOND}
    capsys.readouterr()
    assert main(["verify", *map(str, tmp_path.iterdir())]) == 0
    assert capsys.readouterr().out.count("ok ") == 2
    assert main(["simulate", "--options", '{"edition":1}']) == 1  # the option is for old records
    assert "there is no option “edition” here" in capsys.readouterr().err


@rule("E0.2")
def test_an_old_record_with_the_option_is_still_made_anew() -> None:
    game_of_old = play_out(game, Setup("elekt", SECOND, 2, {"edition": 1}), [RANDOM] * 2, b"old")
    result = verify_record(parse_record(format_record(record_of_play(game_of_old, "an-old-record"))))
    assert all(check.status == "ok" for check in result.checks), str(result.flaw)
