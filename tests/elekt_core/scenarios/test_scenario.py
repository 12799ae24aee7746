"""Scenarios: how they are read, what they check, and that a wrong expectation is found (docs/scenarios.md)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from elekt_core.cli.main import main
from elekt_core.cli.scenarios import told
from elekt_core.games.elekt.position_draft import HOUSES_KEYS, KEYS, PLAYER_KEYS, ZONE_KEYS
from elekt_core.kit.toml_lines import BadToml
from elekt_core.scenarios.comparing import matches
from elekt_core.scenarios.flaws import BadScenario
from elekt_core.scenarios.run import Report, run
from elekt_core.scenarios.scenario import STEP_KEYS, TOP_KEYS, load_scenario, merged, parse_scenario

from ..toy import game as toy

HEAD = """
title = { en = "A test", pl = "Próba" }
rules = ["E9.1"]
seats = 2
[position]
phase = "confrontation"
to_resolve = { court = ["occultism"], missions = ["violence"] }
[position.zones.court]
rows = [["necrarch", "acolyte"], ["dignitary"]]
[position.zones.missions]
rows = [["assassin"], ["nameless"]]
[[position.players]]
hand = []
[[position.players]]
hand = ["confessor"]
"""

STEPS = """
[[steps]]
awaiting = { seat = 0, kind = "annihilate_unit" }
events = [
  { kind = "confrontation_scored", zone = "missions", counts = [1, 0] },
  { kind = "confrontation_won", seat = 0 },
]
never = ["unit_annihilated"]
offered = ["decline", "unit:nameless.1"]
not_offered = ["unit:acolyte.0"]
exact_offered = ["decline", "unit:nameless.1", "unit:assassin.0"]
state = { places.missions.rows.1 = ["nameless.1"], seats.1.counts.heat = 2 }
seen.0 = { seats.1.hand = ["none"] }
seen.spectator = { seats.1.hand = ["none"] }
seen.1 = { seats.1.hand = ["confessor"] }
outcome = "none"
refused = [
  { choose = { kind = "annihilate_unit", unit = "dignitary.1" }, code = "unit_not_here", rule = "E15.1" },
  { seat = 1, choose = { kind = "save_unit", save = true }, code = "not_your_turn" },
]
[[steps]]
choose = ["unit:nameless.1", "save"]
seat = 0
exact_events = ["unit_annihilated", "unit_saved", "unit_returned"]
""".replace("seat = 0\nexact", "exact")


def checked(steps: str = STEPS, head: str = HEAD) -> Report:
    return run(parse_scenario(head + steps, "a.toml"))


def codes(report: Report) -> list[tuple[str, str]]:
    return [(finding.place, finding.code) for finding in report.findings]


def test_a_scenario_that_says_what_happens_holds() -> None:
    report = checked(
        STEPS.replace(
            '"unit_returned"]', '"unit_returned", "confrontation_started", "confrontation_scored", "confrontation_won"]'
        )
    )
    assert codes(report) == []
    assert report.checks == 16


# --- the checker checks -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "place", "code"),
    [
        ('seat = 0, kind = "annihilate_unit"', 'seat = 1, kind = "annihilate_unit"', "awaiting", "other_awaiting"),
        ("counts = [1, 0]", "counts = [1, 1]", "events.0", "wrong_events"),
        ('"confrontation_won", seat = 0', '"confrontation_won", seat = 1', "events.1", "wrong_events"),
        ('never = ["unit_annihilated"]', 'never = ["confrontation_won"]', "never.0", "event_occurred"),
        ('offered = ["decline", ', 'offered = ["save", ', "offered.0", "not_offered"),
        ('not_offered = ["unit:acolyte.0"]', 'not_offered = ["unit:nameless.1"]', "not_offered.0", "wrongly_offered"),
        (', "unit:assassin.0"]', "]", "exact_offered", "other_options"),
        ('rows.1 = ["nameless.1"]', 'rows.1 = ["nameless.0"]', "state.places.missions.rows.1.0", "other_state"),
        ("seats.1.counts.heat = 2", "seats.1.counts.heat = 3", "state.seats.1.counts.heat", "other_state"),
        ("seats.1.counts.heat = 2", "seats.1.counts.heta = 2", "state.seats.1.counts.heta", "no_such_state"),
        (
            'seen.0 = { seats.1.hand = ["none"]',
            'seen.0 = { seats.1.hand = ["confessor"]',
            "seen.0.seats.1.hand.0",
            "other_state",
        ),
        ('outcome = "none"', "outcome = { winner = 0 }", "outcome", "other_outcome"),
        ('code = "unit_not_here"', 'code = "unit_protected"', "refused.0", "other_refusal"),
        ('rule = "E15.1"', 'rule = "E9.11"', "refused.0", "other_refusal"),
        ('unit = "dignitary.1"', 'unit = "nameless.1"', "refused.0", "not_refused"),
    ],
)
def test_an_expectation_that_is_altered_is_found_with_its_place(old: str, new: str, place: str, code: str) -> None:
    first = STEPS.partition("[[steps]]\nchoose")[0]
    assert old in first
    report = checked(first.replace(old, new, 1))
    assert codes(report) == [(f"steps.0.{place}", code)]
    finding = report.findings[0]
    text = (HEAD + first.replace(old, new, 1)).splitlines()
    assert place.partition(".")[0] in "".join(text[max(finding.line - 4, 0) : finding.line])
    assert all("{" not in finding.text(language) for language in ("pl", "en"))


def test_the_order_of_events_is_checked() -> None:
    steps = '[[steps]]\nevents = ["confrontation_won", "confrontation_scored"]\n'
    assert codes(checked(steps)) == [("steps.0.events.1", "wrong_order")]


def test_exact_events_leave_nothing_out() -> None:
    steps = '[[steps]]\nchoose = ["unit:nameless.1", "save"]\nexact_events = ["unit_annihilated", "unit_saved"]\n'
    assert codes(checked(steps)) == [("steps.0.exact_events", "extra_event")]


def test_a_decision_that_is_not_offered_ends_the_variant_and_names_the_nearest() -> None:
    report = checked('[[steps]]\nchoose = "unit:nameles.1"\nevents = ["unit_saved"]\n')
    assert codes(report) == [("steps.0.choose", "not_offered")]
    assert "unit:nameless.1" in report.findings[0].text("en")
    report = checked(
        '[[steps]]\nchoose = { kind = "annihilate_unit", unit = "dignitary.1" }\nevents = ["unit_saved"]\n'
    )
    assert codes(report) == [("steps.0.choose", "refused_here")]
    assert report.findings[0].rule == "E15.1"


def test_default_is_the_platforms_choice() -> None:
    assert codes(checked('[[steps]]\nchoose = "default"\nevents = ["effect_declined"]\n')) == []


# --- chance -------------------------------------------------------------------------------------------------

RESHUFFLE = """
title = { en = "A test", pl = "Próba" }
seats = 2
chance = [["oathbreaker", "symbiont", "necrarch"]]
[position]
phase = "recruitment"
begins = false
rest = "removed"
discard = ["symbiont", "necrarch", "oathbreaker"]
[[steps]]
events = [{ kind = "deck_reshuffled", cards = ["oathbreaker", "symbiont", "necrarch"] }]
state.seats.0.piles.drawn = ["oathbreaker", "symbiont"]
"""


def test_chance_brings_the_cards_that_are_named() -> None:
    assert codes(run(parse_scenario(RESHUFFLE, "a.toml"))) == []


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        (', "necrarch"]]', "]]", "said_elsewhere"),
        ('"oathbreaker", "symbiont", "necrarch"]]', '"oathbreaker", "symbiont", "necrarh"]]', "said_elsewhere"),
        ('[["oathbreaker", "symbiont", "necrarch"]]', "[4]", "said_elsewhere"),
        ('"necrarch"]]', '"necrarch"], 0]', "draw_unused"),
        ('["oathbreaker", "symbiont", "necrarch"]]', '["symbiont", "oathbreaker", "necrarch"]]', "wrong_events"),
    ],
)
def test_draws_that_do_not_fit_are_found(old: str, new: str, code: str) -> None:
    report = run(parse_scenario(RESHUFFLE.replace(old, new, 1), "a.toml"))
    assert report.findings[0].code == code


# --- variants -----------------------------------------------------------------------------------------------


def test_a_variant_changes_what_it_names_and_keeps_the_rest() -> None:
    text = (
        HEAD
        + """
[[variants]]
name = "three"
seats = 3
position.zones.missions.rows = [["assassin"], ["nameless"], ["confessor"]]
position.players.1.hand = ["symbiont"]
[[variants.steps]]
events = [{ kind = "confrontation_tied", tied = [0, 2] }]
state.seats.1.hand = ["symbiont"]
state.places.court.rows.0 = ["necrarch", "acolyte.0"]
"""
    )
    scenario = parse_scenario(text, "a.toml")
    assert [variant.name for variant in scenario.variants] == ["three"]
    assert codes(run(scenario)) == []


def test_a_flaw_of_the_position_has_its_line_in_the_variant_or_in_the_base() -> None:
    text = HEAD.replace("necrarch", "necrarh") + STEPS + '[[variants]]\nposition.round = "two"\n'
    report = run(parse_scenario(text, "a.toml"))
    found = {(finding.place, text.splitlines()[finding.line - 1].partition(" =")[0]) for finding in report.findings}
    assert ("position.zones.court.rows.0.0", "rows") in found
    assert ("variants.0.position.round", "position.round") in found


def test_tables_are_merged_and_entries_of_lists_by_number() -> None:
    base = {"a": {"b": 1, "c": [{"d": 1}, {"d": 2}]}}
    assert merged(base, {"a": {"c": {"1": {"d": 3}}}}) == {"a": {"b": 1, "c": [{"d": 1}, {"d": 3}]}}
    assert merged(base, {"a": {"c": [5]}}) == {"a": {"b": 1, "c": [5]}}
    assert base == {"a": {"b": 1, "c": [{"d": 1}, {"d": 2}]}}


@pytest.mark.parametrize(
    ("expected", "found", "fits"),
    [
        ("none", None, True),
        ("none", "x", False),
        (1, True, False),
        (True, 1, False),
        ({"a": 1}, {"a": 1, "b": 2}, True),
        ({"a": 1}, {"b": 1}, False),
        ({"1": 5}, [4, 5], True),
        ({"2": 5}, [4, 5], False),
        ([1, 2], [1, 2, 3], False),
        (["symbiont"], [{"unit": "symbiont", "tokens": {}}], True),
        (["symbiont"], [{"unit": "necrarch", "tokens": {}}], False),
        ([], 0, False),
    ],
)
def test_what_is_named_must_agree_and_nothing_else(expected: object, found: object, fits: bool) -> None:
    assert matches(expected, found) is fits


# --- what is wrong with a file ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "key", "word"),
    [
        ("title = {", "titel = {", "titel", "title"),
        ('"A test", pl', '"A test", fr', "title.fr", "en"),
        ("seats = 2", "seets = 2", "seets", "seats"),
        ('kind = "annihilate_unit" }\nevents', 'knd = "annihilate_unit" }\nevents', "steps.0.awaiting.knd", "kind"),
        (
            'kind = "confrontation_scored"',
            'kind = "confrontation_score"',
            "steps.0.events.0.kind",
            "confrontation_scored",
        ),
        ("counts = [1, 0]", "count = [1, 0]", "steps.0.events.0.count", "counts"),
        ('never = ["unit_annihilated"]', 'never = ["unit_anihilated"]', "steps.0.never.0", "unit_annihilated"),
        ("offered = [", "ofered = [", "steps.0.ofered", "offered"),
        ('code = "unit_not_here", rule = "E15.1"', 'reason = "E15.1"', "steps.0.refused.0.reason", "code"),
        ("choose = [", "chose = [", "steps.1.chose", "choose"),
        ('"save"]', "3]", "steps.1.choose.1", "ścieżka"),
    ],
)
def test_a_slip_of_the_pen_names_its_line_its_key_and_the_nearest_word(old: str, new: str, key: str, word: str) -> None:
    text = (HEAD + STEPS).replace(old, new, 1)
    assert text != HEAD + STEPS
    with pytest.raises(BadScenario) as caught:
        parse_scenario(text, "a.toml")
    flaw = next(flaw for flaw in caught.value.flaws if flaw.key == key)
    line = text.splitlines()[caught.value.line(flaw) - 1]
    assert key.split(".")[-1] in line or new.split()[-1] in line
    assert word in flaw.text("pl")


def test_a_file_that_expects_nothing_is_refused() -> None:
    with pytest.raises(BadScenario) as caught:
        parse_scenario(HEAD, "a.toml")
    assert [flaw.code for flaw in caught.value.flaws] == ["no_checks"]


def test_a_text_that_is_no_toml_names_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "broken.toml"
    path.write_text("title = [\n", encoding="utf-8")
    with pytest.raises(BadToml) as caught:
        load_scenario(path)
    assert caught.value.data["file"] == str(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BadScenario):
        load_scenario(path)


def test_flaws_of_the_position_are_told_together_with_those_of_the_file() -> None:
    with pytest.raises(BadScenario) as caught:
        parse_scenario((HEAD + STEPS).replace("necrarch", "necrarh").replace("never =", "nevr ="), "a.toml")
    assert {flaw.key for flaw in caught.value.flaws} == {"steps.0.nevr", "position.zones.court.rows.0.0"}


def test_the_example_of_the_docs_holds() -> None:
    text = Path("docs/scenarios.md").read_text(encoding="utf-8")
    example = text.split("```toml\n")[1].split("```")[0]
    assert codes(run(parse_scenario(example, "saving.toml"))) == []
    wrong = parse_scenario(example.replace("state.counts.power = 7", "state.counts.power = 6"), "saving.toml")
    assert "\n".join(told(finding, "en") for finding in run(wrong).findings) in text


def test_the_docs_describe_every_key() -> None:
    text = Path("docs/scenarios.md").read_text(encoding="utf-8")
    for key in (*TOP_KEYS, *STEP_KEYS, *KEYS, *ZONE_KEYS, *PLAYER_KEYS, *HOUSES_KEYS):
        assert f"`{key}`" in text or f"`{key}," in text, key


# --- any game -----------------------------------------------------------------------------------------------

HIGH_CARD = """
seats = 3
title = { en = "High Card", pl = "Wysoka karta" }
chance = [[15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0], 0]
[[steps]]
events = ["game_created", "deck_shuffled", { kind = "cards_drawn", seat = 0 }]
awaiting = { seat = 0 }
never = ["card_played"]
[[steps]]
choose = "default"
events = [{ kind = "card_played", seat = 0 }]
"""


def test_the_kernel_plays_scenarios_of_any_game() -> None:
    report = run(parse_scenario(HIGH_CARD, "a.toml", game=toy))
    assert codes(report) == []
    report = run(
        parse_scenario(HIGH_CARD.replace("awaiting = { seat = 0", "awaiting = { seat = 2"), "a.toml", game=toy)
    )
    assert codes(report) == [("steps.0.awaiting", "other_awaiting")]
    report = run(parse_scenario(HIGH_CARD + "[position]\nround = 1\n", "a.toml", game=toy))
    assert codes(report) == [("", "said_elsewhere")]  # it has no positions, and says so


# --- the command --------------------------------------------------------------------------------------------


def test_the_command_tells_what_differs_and_where(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    first = STEPS.partition("[[steps]]\nchoose")[0]
    good.write_text(HEAD + first, encoding="utf-8")
    bad.write_text(HEAD + first.replace("counts = [1, 0]", "counts = [2, 0]"), encoding="utf-8")
    assert main(["scenario", str(good)]) == 0
    assert capsys.readouterr().out.startswith(f"ok   {good}: A test")
    assert main(["scenario", str(good), str(bad), "--lang", "pl"]) == 1
    out = capsys.readouterr().out
    assert "steps.0.events.0" in out
    assert '"counts": [2, 0]' in out
    assert '"counts": [1, 0]' in out
    assert "1/2 ok" in out
    assert main(["scenario", "--json", str(bad)]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["findings"][0]["code"] == "wrong_events"
    line = told["findings"][0]["line"]
    assert "counts = [2, 0]" in bad.read_text(encoding="utf-8").splitlines()[line - 1]


def test_the_command_names_what_it_cannot_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text("a = = 1", encoding="utf-8")
    wrong = tmp_path / "wrong.toml"
    wrong.write_text("titel = 3", encoding="utf-8")
    assert main(["scenario", str(broken), str(wrong), str(tmp_path / "absent.toml")]) == 1
    out = capsys.readouterr().out
    assert "broken.toml" in out
    assert "titel" in out
    assert "absent.toml" in out
    assert main(["scenario"]) == 2


def test_an_own_card_list_stands_beside_the_file(tmp_path: Path) -> None:
    cards = Path("elekt_core/games/elekt/cards.toml").read_text(encoding="utf-8")
    (tmp_path / "ours.toml").write_text(cards.replace('id = "necrarch"', 'id = "our_necrarch"'), encoding="utf-8")
    path = tmp_path / "a.toml"
    first = STEPS.partition("[[steps]]\nchoose")[0]
    path.write_text('card_list = "ours.toml"\n' + (HEAD + first).replace("necrarch", "our_necrarch"), encoding="utf-8")
    assert codes(run(load_scenario(path))) == []
    path.write_text('card_list = "nowhere.toml"\n' + HEAD + first, encoding="utf-8")
    with pytest.raises(BadScenario) as caught:
        load_scenario(path)
    assert caught.value.flaws[0].code == "no_such_file"
