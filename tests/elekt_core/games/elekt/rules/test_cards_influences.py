"""Every Influence does what its text says (elekt-cards.md C4.4)."""

from __future__ import annotations

import pytest

from ..builders import position
from .marks import card, rule
from .scenes import assigning, confronting, scores, tokens_of, winners

# --- after assigning ----------------------------------------------------------------------------------------


@card("library_of_forbidden_books")
@rule("C1.29", "C1.10")
def test_the_library_attaches_an_occultism_token_to_a_unit_with_such_a_symbol() -> None:
    board = {"influences": "library_of_forbidden_books"}
    table = assigning("symbiont", "influences", face_up=board)
    assert table.asked == (1, "assign_or_pass")  # it is not optional
    assert tokens_of(table) == [("occultism", "symbiont")]
    assert tokens_of(assigning("dignitary", "influences", face_up=board)) == []
    assert tokens_of(assigning("symbiont", "court", face_up=board)) == []


@card("library_of_forbidden_books", "oathbreaker")
@rule("C4.6.16", "E16.4")
def test_a_token_that_the_units_own_ability_brought_opens_the_library() -> None:
    board = {"influences": "library_of_forbidden_books"}
    zones = {"influences": {1: ["symbiont"]}}
    tokens = {"symbiont": ["occultism"]}
    table = assigning("oathbreaker", "influences", zones, face_up=board, tokens=tokens)
    assert table.ever("token_attached") == []
    table.choose("use", "from:symbiont", "token:occultism")
    assert table.tokens("oathbreaker") == {"occultism": 2}
    declined = assigning("oathbreaker", "influences", zones, face_up=board, tokens=tokens).choose("decline")
    assert declined.tokens("oathbreaker") == {}


@card("plague_market")
@rule("C1.33", "E18.6", "E7.14")
def test_the_market_lets_the_assigner_detach_a_token_from_any_unit_here() -> None:
    board = {"influences": "plague_market"}
    zones = {"influences": {1: ["symbiont"]}, "court": {0: ["acolyte"]}}
    tokens = {"symbiont": ["power", "power", "cunning"], "acolyte": ["power"]}
    table = assigning("dignitary", "influences", zones, face_up=board, tokens=tokens)
    assert table.asked == (0, "use_optional")
    assert table.paths() == ["decline", "use unit:symbiont token:cunning", "use unit:symbiont token:power"]
    table.choose("use", "unit:symbiont", "token:power")
    assert table.tokens("symbiont") == {"power": 1, "cunning": 1}
    assert table.state.pool[3] == 5
    without = assigning("dignitary", "influences", {"influences": {1: ["symbiont"]}}, face_up=board)
    assert without.asked == (1, "assign_or_pass")


# --- all the time -------------------------------------------------------------------------------------------


@card("temple_to_the_emperor")
@rule("C1.45")
def test_in_the_temple_cunning_counts_as_power_too() -> None:
    zones = {"influences": {0: ["carrion_courier"], 1: ["dignitary"]}}
    board = {"influences": "temple_to_the_emperor"}
    assert scores(confronting("influences", "power", zones, face_up=board)) == [[2, 1]]
    assert scores(confronting("influences", "cunning", zones, face_up=board)) == [[2, 0]]


@card("temple_to_the_emperor", "rust_marionette")
@rule("C4.6.22", "E8.5")
def test_counting_as_another_attribute_is_not_chained() -> None:
    zones = {"influences": {0: ["rust_marionette"], 1: ["dignitary"]}}
    board = {"influences": "temple_to_the_emperor"}
    assert scores(confronting("influences", "power", zones, face_up=board)) == [[0, 1]]
    assert scores(confronting("influences", "cunning", zones, face_up=board)) == [[2, 0]]


@card("opera_of_blades")
@rule("C1.45")
def test_in_the_opera_violence_counts_as_power_too() -> None:
    zones = {"influences": {0: ["gallows_bride"], 1: ["dignitary"]}}
    board = {"influences": "opera_of_blades"}
    tokens = {"gallows_bride": ["violence"]}
    assert scores(confronting("influences", "power", zones, face_up=board, tokens=tokens)) == [[4, 1]]


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("propaganda_office", ["cunning", "occultism", "violence", "power"]),
        ("ironworks", ["violence", "occultism", "cunning", "power"]),
    ],
)
@card("propaganda_office", "ironworks")
@rule("C4.6.9", "E8.14", "E8.15", "E19.7", "C1.52")
def test_one_confrontation_comes_first_and_is_not_repeated(name: str, order: list[str]) -> None:
    zones = {"influences": {0: ["dignitary"]}, "court": {0: ["warden_of_the_last_gate"]}}
    table = position(phase="confrontation", zones=zones, face_up={"influences": name})
    table.decline()  # Violence in the Court
    started = [(event["zone"], event["attribute"]) for event in table.ever("confrontation_started")]
    assert [attribute for zone, attribute in started if zone == "influences"] == order
    assert [attribute for zone, attribute in started if zone == "court"] == [
        "occultism",
        "cunning",
        "violence",
        "power",
    ]


@card("gilded_asylum")
@rule("C1.55")
def test_in_the_asylum_saving_elite_units_costs_nothing_for_anybody() -> None:
    board = {"influences": "gilded_asylum"}
    zones = {"influences": {1: ["symbiont"]}}
    table = assigning("bone_carver", "influences", zones, face_up=board, heat=[2, 0]).choose("use", "unit:symbiont")
    table.choose("save")
    assert table.hand(1) == ["acolyte.1", "symbiont"]
    assert table.heat() == [0, 0]
    elsewhere = assigning("bone_carver", "court", {"court": {1: ["symbiont"]}}, face_up=board, heat=[2, 0])
    assert elsewhere.choose("use", "unit:symbiont").discard() == ["symbiont"]


@card("choir_of_the_mute")
@rule("C1.55", "C1.29")
def test_the_choir_makes_instant_abilities_with_a_cost_cost_1_more() -> None:
    board = {"influences": "choir_of_the_mute"}
    table = assigning("acolyte", "influences", face_up=board, other=["nameless"]).choose("use")
    assert table.happened("heat_paid") == [{"seat": 0, "amount": 2}]
    poor = assigning("acolyte", "influences", face_up=board, heat=[1, 2], other=["nameless"])
    assert poor.asked == (1, "assign_or_pass")
    free = assigning("whisper_moth", "influences", {"court": {0: ["dignitary"]}}, face_up=board, heat=[0, 2])
    assert free.asked == (0, "use_instant")  # no cost, nothing more to pay
    assert free.choose("use", "unit:dignitary.0").heat() == [0, 2]
    court = assigning("acolyte", "court", face_up=board, other=["nameless"]).choose("use")
    assert court.heat() == [1, 2]
    permanent = assigning("dignitary", "influences", {"influences": {0: ["ash_lamplighter"]}}, face_up=board)
    assert permanent.choose("use").heat() == [1, 2]  # no instant ability


@card("hall_of_astrologers")
@rule("C1.12", "C1.32", "C1.6")
def test_in_the_hall_the_winner_attaches_one_more_different_token() -> None:
    board = {"influences": "hall_of_astrologers"}
    zones = {"influences": {0: ["dignitary"], 1: ["necrarch"]}}
    table = confronting("influences", "occultism", zones, face_up=board)
    table.choose("token:power", "unit:necrarch", "token:violence", "unit:necrarch")
    assert table.asked == (1, "use_optional")
    assert table.paths()[1:] == [
        "use unit:dignitary.0 token:occultism",
        "use unit:dignitary.0 token:cunning",
        "use unit:necrarch token:occultism",
        "use unit:necrarch token:cunning",
    ]
    assert tokens_of(table.choose("use", "unit:necrarch", "token:cunning")) == [("cunning", "necrarch")]
    declined = confronting("influences", "occultism", zones, face_up=board).choose("done")
    assert len(declined.paths()) == 1 + 2 * 4  # nothing was attached by this win: any attribute


@card("hall_of_astrologers", "symbiont")
@rule("E16.1", "E16.2")
def test_the_halls_token_must_differ_from_the_symbionts_too_which_comes_first() -> None:
    zones = {"influences": {0: ["symbiont"]}}
    table = confronting("influences", "occultism", zones, face_up={"influences": "hall_of_astrologers"})
    table.choose("token:power", "unit:symbiont", "token:violence", "unit:symbiont")
    table.choose("use", "unit:symbiont", "token:cunning")
    assert table.paths() == ["decline", "use unit:symbiont token:occultism"]


@card("hall_of_astrologers", "plague_harbinger")
@rule("E16.2", "C1.51")
def test_the_harbinger_prevails_over_the_hall() -> None:
    zones = {"influences": {0: ["plague_harbinger"]}}
    table = confronting("influences", "occultism", zones, face_up={"influences": "hall_of_astrologers"})
    table.choose("token:power", "unit:plague_harbinger", "token:power", "unit:plague_harbinger")
    assert "use unit:plague_harbinger token:power" in table.paths()


@card("court_of_mirrors")
@rule("C4.6.12", "C1.55", "E7.4")
@pytest.mark.parametrize(("seats", "limit"), [(2, 4), (3, 3)])
def test_the_mirrors_raise_the_unit_limit_of_their_zone_by_1(seats: int, limit: int) -> None:
    units = ["dignitary", "nameless", "acolyte", "symbiont"]
    board = {"influences": "court_of_mirrors"}
    hands = {0: ["assassin"], 1: ["assassin"]}
    full = position(seats=seats, zones={"influences": {0: units[:limit]}}, hands=hands, face_up=board)
    assert "unit:assassin.0 zone:influences" not in full.paths()
    room = position(seats=seats, zones={"influences": {0: units[: limit - 1]}}, hands=hands, face_up=board)
    assert "unit:assassin.0 zone:influences" in room.paths()


@card("court_of_mirrors")
@rule("C4.6.12", "E9.20")
def test_units_above_the_limit_stay_when_the_mirrors_have_gone() -> None:
    # the limit is never checked afterwards
    zones = {"influences": {0: ["dignitary", "nameless", "acolyte", "symbiont"]}}
    table = confronting("influences", "power", zones, face_up={"influences": "court_of_mirrors"})
    assert table.happened("units_returned")[0]["units"] == ["dignitary.0", "nameless.0", "acolyte.0", "symbiont"]


@card("orphanage_of_shades")
@rule("C1.29", "C1.46")
def test_in_the_orphanage_units_without_a_type_have_one_more_power() -> None:
    zones = {"influences": {0: ["nameless", "dignitary"], 1: ["ecclesiast", "symbiont"]}}
    table = confronting("influences", "power", zones, face_up={"influences": "orphanage_of_shades"})
    assert scores(table) == [[3, 2]]


@card("oubliette")
@rule("C4.6.10", "C1.48", "E16.2")
def test_from_and_to_the_oubliette_no_unit_is_swapped_by_the_plain_effect() -> None:
    board = {"influences": "oubliette"}
    zones = {"missions": {0: ["nameless"]}, "influences": {0: ["dignitary"]}, "court": {0: ["acolyte"]}}
    table = confronting("missions", "cunning", zones, face_up=board)
    assert table.paths() == ["decline", "unit:nameless.0 with:acolyte.0"]
    table.refused("swap_forbidden", 0, {"kind": "swap_units", "unit": "nameless.0", "with": "dignitary.0"})
    here = {"influences": {0: ["nameless"]}, "court": {0: ["acolyte"]}}
    inside = confronting("influences", "cunning", here, face_up=board)
    assert winners(inside) == [0]
    assert inside.state.question == "recruit"


@card("oubliette", "duchess_of_the_shroud", "nameless", "web_wanderer")
@rule("C4.6.10", "E16.2", "C1.62")
def test_abilities_of_units_reach_into_the_oubliette() -> None:
    board = {"influences": "oubliette"}
    duchess = assigning("duchess_of_the_shroud", "influences", {"court": {0: ["acolyte"]}}, face_up=board)
    duchess.choose("use", "unit:duchess_of_the_shroud", "with:acolyte.0")
    assert duchess.row("influences", 0) == ["acolyte.0"]
    nameless = assigning("nameless", "influences", {"court": {0: ["acolyte"]}}, face_up=board, other=["dignitary"])
    assert nameless.choose("use", "unit:acolyte.0").row("influences", 0) == ["nameless.0", "acolyte.0"]
    zones = {"missions": {0: ["web_wanderer"]}, "influences": {0: ["dignitary"]}, "court": {0: ["acolyte", "assassin"]}}
    wanderer = confronting("missions", "cunning", zones, face_up=board)
    assert all("dignitary" not in path for path in wanderer.paths())
    zones = {
        "missions": {0: ["web_wanderer", "nameless"]},
        "influences": {0: ["dignitary"]},
        "court": {0: ["acolyte"]},
    }
    wanderer = confronting("missions", "cunning", zones, face_up=board).choose("unit:nameless.0", "with:acolyte.0")
    assert "use unit:acolyte.0 with:dignitary.0" in wanderer.paths()


# --- about annihilation -------------------------------------------------------------------------------------


@card("tannery_of_souls")
@rule("C1.19", "C1.28", "E14.7")
@pytest.mark.parametrize("answer", ["save", "let_go"])
def test_the_tannery_gives_1_heat_to_who_annihilated_a_unit(answer: str) -> None:
    board = {"influences": "tannery_of_souls"}
    zones = {"influences": {1: ["symbiont"]}}
    table = assigning("bone_carver", "influences", zones, face_up=board).choose("use", "unit:symbiont").choose(answer)
    assert table.happened("heat_gained") == [{"seat": 0, "amount": 1}]
    assert table.heat()[0] == 1
    court = assigning("bone_carver", "court", {"court": {1: ["symbiont"]}}, face_up=board)
    assert court.choose("use", "unit:symbiont").choose(answer).happened("heat_gained") == []


@card("guild_of_embalmers")
@rule("C1.18", "C1.50", "C1.6")
def test_the_guild_lets_the_owner_of_a_saved_unit_keep_it_there_for_1_heat() -> None:
    board = {"influences": "guild_of_embalmers"}
    zones = {"influences": {1: ["symbiont"]}}
    table = assigning("bone_carver", "influences", zones, face_up=board, tokens={"symbiont": ["power"]})
    table.choose("use", "unit:symbiont").choose("save")
    assert table.asked == (1, "use_optional")
    table.choose("use")
    assert table.row("influences", 1) == ["symbiont"]
    assert table.tokens("symbiont") == {"power": 1}
    assert table.heat() == [0, 0]
    poor = assigning("bone_carver", "influences", zones, face_up=board, heat=[2, 1]).choose("use", "unit:symbiont")
    assert poor.choose("save").hand(1) == ["acolyte.1", "symbiont"]  # no Heat left to keep it


@card("guild_of_embalmers", "dark_exarch")
@rule("E16.1", "E16.3")
def test_the_exarch_is_offered_before_the_guild_and_one_is_enough() -> None:
    board = {"influences": "guild_of_embalmers"}
    zones = {"influences": {1: ["symbiont", "dark_exarch"]}}
    table = assigning("bone_carver", "influences", zones, face_up=board, heat=[2, 3]).choose("use", "unit:symbiont")
    table.choose("save")
    table.choose("use")
    assert table.happened("ability_used") == [{"seat": 1, "card": "dark_exarch", "zone": "influences"}]
    assert table.asked == (1, "assign_or_pass")
    assert table.heat() == [0, 1]


# --- ties and acquiring -------------------------------------------------------------------------------------


@card("gallery_of_whispers")
@rule("C1.53", "C1.15")
def test_the_gallery_gives_ties_on_cunning_to_the_highest_court_position_among_the_tied() -> None:
    board = {"influences": "gallery_of_whispers"}
    zones = {"influences": {0: ["dignitary"], 1: ["nameless"], 2: ["nameless"]}}
    assert winners(confronting("influences", "cunning", zones, seats=3, face_up=board)) == [1]
    turned = confronting("influences", "cunning", zones, seats=3, face_up=board, direction="counter_clockwise")
    assert winners(turned) == [2]
    zones = {"influences": {0: ["acolyte"], 1: ["acolyte"]}}
    assert winners(confronting("influences", "occultism", zones, face_up=board)) == []


@card("exchange_of_favours")
@rule("C1.28", "C1.21")
def test_the_exchange_brings_each_opponent_1_heat() -> None:
    zones = {"influences": {1: ["dignitary"]}}
    board = {"influences": "exchange_of_favours"}
    table = confronting("influences", "power", zones, seats=3, face_up=board, heat=[1, 1, 3])
    assert table.ever("heat_gained") == [{"seat": 0, "amount": 1}]
    assert table.heat() == [2, 1, 3]
    assert table.state.titles == (0, 2, 0)


@card("black_mint")
@rule("C1.42", "E12.3")
@pytest.mark.parametrize(("heat", "gained"), [(0, 3), (2, 1), (3, 0)])
def test_the_mint_brings_3_heat_up_to_the_limit(heat: int, gained: int) -> None:
    zones = {"influences": {0: ["dignitary"]}}
    table = confronting("influences", "power", zones, face_up={"influences": "black_mint"}, heat=[heat, 2])
    assert sum(event["amount"] for event in table.ever("heat_gained")) == gained
    assert table.heat() == [3, 2]
