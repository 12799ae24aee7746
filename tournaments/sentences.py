"""What tournaments refuse, in words; ``web.explain`` says them in the language of who asked."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_noop

SENTENCES: Mapping[str, str] = {
    "unknown_claim": gettext_noop("You have claimed nothing here."),
    "foreign_claim": gettext_noop("This claim belongs to another tournament."),
    "written_down_elsewhere": gettext_noop(
        "Somebody else wrote this name down. Only those who run that event or its club can enter this person elsewhere."
    ),
    "claim_where_written_down": gettext_noop("A name can be claimed only where it was written down first."),
    "not_your_claim_to_answer": gettext_noop("That is for the tournament’s arbiters and those who run its club."),
    "unknown_tournament": gettext_noop("There is no such tournament."),
    "unknown_stage": gettext_noop("There is no stage “%(stage)s” here, or it has not begun."),
    "unknown_round": gettext_noop("There is no round %(round)s yet."),
    "unknown_entrant": gettext_noop("Nobody has the number %(no)s here."),
    "unknown_bye": gettext_noop("Number %(no)s has no bye in round %(round)s."),
    "unknown_penalty": gettext_noop("There is no such penalty."),
    "table_not_paired": gettext_noop("In round %(round)s there is no table %(table)s."),
    "not_your_club": gettext_noop("Only those who run a club make a tournament the club’s."),
    "needs_role": gettext_noop("That is for the tournament’s officers."),
    "not_your_table": gettext_noop("You do not sit at this table."),
    "not_entered": gettext_noop("You have not entered this tournament."),
    "last_owner": gettext_noop("A tournament needs an owner. Name another one first."),
    "tournament_needs_title": gettext_noop("A tournament has a name of at most %(most)s characters."),
    "remark_too_long": gettext_noop("A remark has at most %(most)s characters."),
    "tournament_closed": gettext_noop("The tournament is closed."),
    "tournament_is_open": gettext_noop("The tournament is open."),
    "tournament_full": gettext_noop("The tournament is full: it takes %(most)s."),
    "already_entered": gettext_noop("This player has entered already."),
    "already_withdrawn": gettext_noop("Number %(no)s has withdrawn already."),
    "not_withdrawn": gettext_noop("Number %(no)s has not withdrawn."),
    "cannot_follow": gettext_noop("Number %(no)s cannot go on: they are in it already, have left, or were not there."),
    "entries_closed": gettext_noop("Entries are closed."),
    "entry_by_organiser": gettext_noop("Here the organiser enters the players."),
    "no_late_entry": gettext_noop("It is too late to enter: play has begun."),
    "division_has_begun": gettext_noop("Number %(no)s plays already and cannot change the division."),
    "entrant_has_begun": gettext_noop("Number %(no)s has been in a pairing, and can only withdraw."),
    "entrant_is_playing": gettext_noop("Number %(no)s sits at a table just now."),
    "rating_out_of_range": gettext_noop("A rating is a number from 0 to %(most)s."),
    "not_the_field": gettext_noop("The order must name everybody who has entered, each once."),
    "places_do_not_fit": gettext_noop("Not as many would go on to “%(stage)s” as would not: begin it anew."),
    "stage_has_begun": gettext_noop("The stage “%(stage)s” has begun."),
    "stage_is_closed": gettext_noop("The stage “%(stage)s” is over."),
    "stage_before_is_not_over": gettext_noop("The stage “%(stage)s” is not over yet."),
    "nothing_to_pair": gettext_noop("There is nothing to pair just now."),
    "nothing_was_played": gettext_noop("Nothing has been played yet."),
    "round_is_paired": gettext_noop("Round %(round)s is paired already."),
    "round_is_over": gettext_noop("Round %(round)s is over, so its tables stay as they are."),
    "results_seat_them": gettext_noop("Here the results say who sits where, so players do not change places."),
    "not_the_last_round": gettext_noop("Only the last round can be changed, and that is round %(last)s."),
    "makes_breach": gettext_noop(
        "That makes two meet again, or gives somebody a second bye. If you mean it, say so (anyway)."
    ),
    "tables_have_started": gettext_noop("Play has begun at these tables: %(tables)s."),
    "tables_without_result": gettext_noop("These tables have no result yet: %(tables)s."),
    "seated_twice": gettext_noop("Number %(no)s would be in two places at once."),
    "not_in_stage": gettext_noop("Number %(no)s does not play in this stage."),
    "forgotten": gettext_noop("Number %(no)s would have neither a table nor a bye."),
    "wrong_number_of_places": gettext_noop("There are %(seats)s seats, and %(places)s places were given."),
    "wrong_number_of_scores": gettext_noop("There are %(seats)s seats, and %(scores)s scores were given."),
    "impossible_places": gettext_noop(
        "These places cannot be: %(places)s. Tied players share the better place, and the places after it stay empty."
    ),
    "result_stands": gettext_noop("This table has a result already: %(places)s. To change it, correct it."),
    "nothing_to_correct": gettext_noop("This table has no result that could be taken away."),
    "nothing_to_dispute": gettext_noop("Nothing has been reported that could be disputed."),
    "not_rated_anyway": gettext_noop("This result is not rated, so there is nothing to object to."),
    "result_has_changed": gettext_noop("The result was changed meanwhile. Look at it before you confirm it."),
    "no_typed_result": gettext_noop("Nobody has typed a result for this table."),
    "objection_is_open": gettext_noop("You have objected to this result already, and nobody has ruled yet."),
    "objection_was_answered": gettext_noop("Your objection to this result has been answered."),
    "no_objection": gettext_noop("Nothing is objected to here."),
    "too_many_objections": gettext_noop(
        "You have %(most)s objections open. Wait for an answer, or take one of them back."
    ),
    "party_to_the_game": gettext_noop("You sat at this table, so somebody else rules on it."),
    "staff_rules": gettext_noop(
        "Who runs the platform rules on this: an organiser sat at this table, or they have ruled before."
    ),
    "nothing_to_undo": gettext_noop("There is nothing to take back."),
    "cannot_be_undone": gettext_noop("The latest change cannot be taken back. What was wrong can be corrected."),
    "played_here": gettext_noop("This table is played here, and its result comes by itself."),
    "no_real_table": gettext_noop("This table is played here: who sits down at it is there."),
    "came_too_late": gettext_noop("The time to come to table %(table)s was over: the arbiter decides."),
    "did_not_appear": gettext_noop(
        "At table %(table)s somebody did not appear in time. Report them so, or ask the arbiter."
    ),
    "scorers_report": gettext_noop("Here the officers write down the results."),
    "no_points_for_table_size": gettext_noop("No points are set for a table of %(seats)s."),
    "one_worth_for_each_place": gettext_noop("A table of %(seats)s needs points for each of its places."),
    "places_not_in_order": gettext_noop("At a table of %(seats)s a worse place would give more points."),
    "draw_out_of_range": gettext_noop("A draw gives no less than the last place and no more than the first."),
    "unknown_tie_break": gettext_noop("There is no tie-break %(code)s. The nearest is %(nearest)s."),
    "tie_break_twice": gettext_noop("The tie-break %(code)s stands there twice."),
    "round_not_finished": gettext_noop("Round %(round)s is not finished: there is no result at tables %(tables)s."),
    "stage_is_over": gettext_noop("All %(rounds)s rounds of this stage have been paired."),
    "too_few_present": gettext_noop("Too few are here: %(present)s. A table needs %(least)s."),
    "no_complete_pairing": gettext_noop("No pairing of round %(round)s keeps to the rules: too few have not met yet."),
    "criteria_too_wide": gettext_noop(
        "Round %(round)s cannot be paired by the Dutch system: its scores lie too far apart."
    ),
    "kept_tables_share_an_entrant": gettext_noop("Somebody sits at two of the tables that have started."),
    "drawn_table": gettext_noop(
        "Table %(table)s of round %(round)s was drawn. Somebody must go on: correct its result."
    ),
    "time_is_up": gettext_noop("The time of the stage “%(stage)s” is up: nobody is paired any more."),
    "no_challenges": gettext_noop("Nobody is challenged in the stage “%(stage)s”."),
    "not_on_the_ladder": gettext_noop("Number %(entrant)s is not on the ladder."),
    "is_absent": gettext_noop("Number %(entrant)s is not here."),
    "is_at_a_table": gettext_noop("Number %(entrant)s sits at a table just now."),
    "challenges_go_up": gettext_noop("Only somebody who stands higher can be challenged."),
    "out_of_reach": gettext_noop("That is %(places)s places higher, and %(reach)s are the most."),
    "met_lately": gettext_noop("Number %(entrant)s was met within the last %(tables)s tables."),
    "no_stages": gettext_noop("A tournament has at least one stage."),
    "stage_key_taken": gettext_noop("Each stage needs a name of its own; “%(key)s” is none."),
    "nobody_goes_on": gettext_noop("It is not said how many go on to the stage “%(stage)s”."),
    "unknown_format": gettext_noop("There is no format “%(format)s”."),
    "wrong_table_size": gettext_noop(
        "Tables have 2 to 4 seats; a short one (%(least)s) no more than a full one (%(seats)s)."
    ),
    "unknown_setting": gettext_noop("The format does not know the setting “%(field)s”."),
    "wrong_value": gettext_noop("“%(field)s” has a value that cannot be: %(message)s"),
    "not_yes_or_no": gettext_noop("“%(field)s” is either on or off."),
    "out_of_range": gettext_noop("“%(field)s” must lie between %(least)s and %(most)s."),
    "wrong_field_size": gettext_noop("%(entrants)s players cannot play this: it takes %(least)s to %(most)s."),
    "not_one_of": gettext_noop("“%(field)s” is one of: %(allowed)s."),
    "not_a_table": gettext_noop("“%(field)s” gives a number for each round."),
    "not_accelerations": gettext_noop(
        "“%(field)s” are lists of five numbers: half-points, first and last round, first and last entrant;"
        " and none where another acceleration is chosen."
    ),
    "not_lists_of_entrants": gettext_noop("“%(field)s” names those who must not meet, by their numbers."),
    "too_few_entrants": gettext_noop("%(entrants)s players are too few: a table needs %(least)s."),
    "too_few_for_groups": gettext_noop("%(groups)s groups need at least %(least)s players; %(entrants)s have entered."),
    "field_does_not_divide": gettext_noop(
        "%(entrants)s players do not fill tables of %(least)s to %(seats)s. With %(fewer)s or %(more)s players they do."
    ),
    "no_tables_fit": gettext_noop(
        "No bracket of tables of %(least)s to %(seats)s leads %(entrants)s players to one final. Choose other tables."
    ),
    "format_knows_its_rounds": gettext_noop("This format knows by itself how many rounds it needs."),
    "has_no_rounds": gettext_noop("This format has no rounds."),
    "cycles_say_it": gettext_noop("In a round robin the number of cycles says how many rounds there are."),
    "nobody_is_beaten": gettext_noop("Fewer must go on than sit at the smallest table (%(least)s)."),
    "the_final_decides_it": gettext_noop("At tables of 3 or 4 the final decides the third place too."),
    "for_duels_only": gettext_noop("“%(field)s” is for duels."),
    "challenges_are_duels": gettext_noop("Challenges are duels."),
    "tables_exchange_places": gettext_noop("At tables of 3 or 4 the ladder's rule is “swap”."),
    "in_two_divisions": gettext_noop("Somebody is in two divisions."),
    "not_new": gettext_noop("Number %(entrant)s is in the league already."),
    "not_in_the_league": gettext_noop("Number %(entrant)s is not in the league."),
    "too_many_fields": gettext_noop("A line is a name, a rating and a division; this one has more."),
    "not_a_name": gettext_noop("A name has 1 to %(most)s characters."),
    "division_too_long": gettext_noop("A division has at most %(most)s characters."),
    "not_a_rating": gettext_noop("“%(text)s” is no rating: a number from 0 to %(most)s."),
    "several_of_that_name": gettext_noop("Several players are called “%(name)s”."),
    "nobody_of_that_name": gettext_noop("Nobody with an account is called “%(name)s”."),
    "nobody_of_that_name_near": gettext_noop("Nobody with an account is called “%(name)s”. “%(near)s”, perhaps?"),
    "name_of_a_bot": gettext_noop("A bot is called “%(name)s”, or nearly so. Write the name otherwise."),
    "looks_like_another": gettext_noop(
        "“%(name)s” looks like “%(other)s” of this list, but is written with other characters."
    ),
    "doubled_name": gettext_noop("“%(name)s” has entered already."),
    "places_missing": gettext_noop("Table %(table)s: everybody needs a place, or did not appear."),
    "unknown_number": gettext_noop("There is no number %(no)s in this pairing."),
}
