"""Published rounds with the pairs that are due, and one small field for each clause that is easily got wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import call_command

from tournaments.formats.dutch.engine import NoPairing
from tournaments.formats.dutch.player import Float

from .build import pairs_of, player

GOLDEN = Path(__file__).with_name("golden")


@pytest.mark.parametrize("name", ["C5", "C9", "last_round"])
def test_bbp_pairings_own_examples(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """bbpPairings 6 (github.com/BieremaBoyzProgramming/bbpPairings), test/tests: dutch_2025_C5, _C9 and issue_7."""
    call_command("pair_trf", GOLDEN / f"{name}.trf")
    assert capsys.readouterr().out == (GOLDEN / f"{name}.pairs").read_text("utf-8")


@pytest.mark.parametrize("quickly", [True, False])
class TestClause:
    def test_4_2_round_one_is_upper_half_against_lower_half(self, quickly: bool) -> None:
        field = [player(no) for no in range(1, 12)]
        assert pairs_of(field, quickly) == [(1, 6), (2, 7), (3, 8), (4, 9), (5, 10), (11,)]

    def test_c1_a_transposition_before_an_exchange(self, quickly: bool) -> None:
        field = [player(1, met=[3]), player(2), player(3, met=[1]), player(4)]
        assert pairs_of(field, quickly) == [(1, 4), (2, 3)]

    def test_c1_an_exchange_where_no_transposition_does(self, quickly: bool) -> None:
        field = [player(1, met=[3, 4]), player(2), player(3, met=[1]), player(4, met=[1])]
        assert pairs_of(field, quickly) == [(1, 2), (3, 4)]

    def test_c2_the_bye_goes_to_nobody_twice(self, quickly: bool) -> None:
        field = [player(1), player(2), player(3, may_have_bye=False)]
        assert pairs_of(field, quickly) == [(1, 3), (2,)]

    def test_c3_two_absolute_preferences(self, quickly: bool) -> None:
        field = [player(1, colours="ww"), player(2, colours="bb"), player(3, colours="ww"), player(4, colours="bb")]
        assert pairs_of(field, quickly) == [(1, 4), (2, 3)]

    def test_c4_a_bracket_gives_up_a_pair_for_the_sake_of_the_others(self, quickly: bool) -> None:
        field = [player(1, 4), player(2, 4), player(3, 2, met=[4]), player(4, 2, met=[3])]
        assert pairs_of(field, quickly) == [(1, 3), (2, 4)]

    def test_c5_the_lowest_possible_score_has_the_bye(self, quickly: bool) -> None:
        field = [
            player(1, 4),
            player(2, 2),
            player(3, 2),
            player(4, 0, may_have_bye=False),
            player(5, 0),
        ]
        assert pairs_of(field, quickly)[-1] == (5,)

    def test_c8_who_can_be_paired_below_is_moved_down(self, quickly: bool) -> None:
        field = [player(1, 2), player(2, 2), player(3, 2, met=[4]), player(4, 0, met=[3])]
        assert pairs_of(field, quickly) == [(1, 3), (2, 4)]

    def test_c9_the_bye_goes_to_who_has_played_most(self, quickly: bool) -> None:
        field = [player(1, unplayed=1), player(2, unplayed=0), player(3, unplayed=1)]
        assert pairs_of(field, quickly) == [(1, 3), (2,)]

    def test_c12_colours_before_the_order_of_transpositions(self, quickly: bool) -> None:
        field = [player(1, colours="w"), player(2, colours="b"), player(3, colours="w"), player(4, colours="b")]
        assert pairs_of(field, quickly) == [(1, 4), (2, 3)]

    def test_c13_a_mild_preference_gives_way_before_a_strong_one(self, quickly: bool) -> None:
        field = [player(1, colours="w"), player(2, colours="w"), player(3, colours="w"), player(4, colours="bw")]
        field += [player(5, colours="w"), player(6, colours="b"), player(7, colours="b"), player(8, colours="b")]
        assert pairs_of(field, quickly) == [(1, 6), (2, 7), (3, 8), (4, 5)]

    def test_c14_nobody_is_moved_down_twice_running(self, quickly: bool) -> None:
        down = (Float.DOWN, Float.NONE)
        field = [player(1, 2), player(2, 2), player(3, 2, floats=down), player(4)]
        assert pairs_of(field, quickly) == [(1, 3), (2, 4)]

    def test_c15_nobody_meets_a_higher_score_twice_running(self, quickly: bool) -> None:
        up = (Float.UP, Float.NONE)
        field = [player(1, 2), player(2, 0, floats=up), player(3, 0), player(4, 0)]
        assert pairs_of(field, quickly) == [(1, 3), (2, 4)]

    def test_c16_and_c14_in_this_order(self, quickly: bool) -> None:
        last, before = (Float.DOWN, Float.NONE), (Float.NONE, Float.DOWN)
        field = [player(1, 2, floats=last), player(2, 2, floats=before), player(3, 2, floats=last), player(4)]
        assert pairs_of(field, quickly) == [(1, 3), (2, 4)]

    def test_4_4_the_first_of_equal_mdps_is_paired_first(self, quickly: bool) -> None:
        field = [player(1, 4, met=[2]), player(2, 4, met=[1]), player(3, 2), player(4, 0)]
        assert pairs_of(field, quickly) == [(1, 3), (2, 4)]

    def test_1_9_3_where_nothing_is_possible_it_says_so(self, quickly: bool) -> None:
        with pytest.raises(NoPairing):
            pairs_of([player(1, met=[2]), player(2, met=[1])], quickly)

    def test_c6_more_pairs_before_anything_below(self, quickly: bool) -> None:
        """Three pairs and one downfloater in the third bracket; caissify-pairings 0.5.0 makes two and moves three."""
        no, down, up = Float.NONE, Float.DOWN, Float.UP
        field = [
            player(3, 11, "wbwbwwb", [4, 6, 8, 10, 16], floats=(down, no)),
            player(8, 11, "bwbwbwb", [3, 4, 6, 9, 16], floats=(down, down)),
            player(4, 8, "bwbwwbw", [2, 3, 8, 9, 12, 16], floats=(down, no)),
            player(6, 7, "bwbwbw", [3, 7, 8, 10], floats=(up, up)),
            player(9, 7, "wbwbbwb", [2, 4, 8, 10, 16]),
            player(10, 7, "bwbwbw", [3, 6, 7, 9, 12], floats=(down, no)),
            player(16, 7, "bwwbbw", [3, 4, 7, 8, 9, 12], floats=(no, down)),
            player(2, 6, "bwwbb", [4, 9, 12], floats=(up, down)),
            player(7, 6, "wbwbbwb", [6, 10, 12, 16], floats=(down, up)),
            player(12, 5, "wbwbbw", [2, 4, 7, 10, 16], floats=(up, no)),
        ]
        assert pairs_of(field, quickly) == [(3, 9), (4, 10), (6, 16), (2, 7), (8, 12)]

    def test_c6_before_c7_with_topscorers_and_c4_below(self, quickly: bool) -> None:
        """The last round: two pairs in the third bracket; caissify-pairings 0.5.0 makes one."""
        no, down, up = Float.NONE, Float.DOWN, Float.UP
        field = [
            player(5, 11, "wbwbbw", [8, 10, 12], floats=(down, down), is_topscorer=True),
            player(10, 9, "wbwbbww", [2, 5, 9, 12], floats=(down, up), is_topscorer=True),
            player(12, 9, "bwbbww", [3, 5, 9, 10], floats=(down, up), is_topscorer=True),
            player(3, 8, "wbww", [2, 4, 12], floats=(no, down)),
            player(4, 8, "bwwbwb", [3, 8], floats=(up, down)),
            player(8, 7, "bwbwbw", [4, 5, 9], floats=(down, up)),
            player(9, 6, "bbwwb", [2, 8, 10, 12], floats=(up, no)),
            player(2, 5, "bwwb", [3, 9, 10]),
        ]
        assert sorted(pairs_of(field, quickly)) == [(5, 9), (8, 2), (10, 3), (12, 4)]

    def test_4_3_4_the_highest_ranked_of_s2_is_exchanged(self, quickly: bool) -> None:
        """Numbers 5 and 8 of the remainder go to S1, and not 6 and 7 with the same sum."""
        no, down, up = Float.NONE, Float.DOWN, Float.UP
        field = [
            player(18, 4, "wb", floats=(down, down)),
            player(4, 3, "bwb", [9, 14, 16]),
            player(5, 3, "wbw", [13, 15, 17]),
            player(8, 3, "bwb", [12, 14, 16]),
            player(9, 3, "wbw", [4, 15, 17]),
            player(12, 3, "wbw", [8, 15]),
            player(13, 3, "bwb", [3, 5, 16]),
            player(14, 3, "wbw", [4, 8]),
            player(15, 3, "bwb", [5, 9, 12]),
            player(16, 3, "wbw", [4, 8, 13]),
            player(17, 3, "bwb", [5, 9, 11], floats=(no, down)),
            player(3, 2, "wb", [11, 13]),
            player(6, 2, floats=(down, no)),
            player(11, 2, "bw", [3, 17], floats=(no, up)),
        ]
        pairs = [(18, 5), (4, 12), (8, 9), (13, 14), (16, 17), (15, 11), (3, 6)]
        assert pairs_of(field, quickly) == pairs
