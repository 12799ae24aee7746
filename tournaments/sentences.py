"""Refusals of tournaments, in words; ``web.error_words`` says them in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_noop

SENTENCES: Mapping[str, str] = {
    "draw_decides_nobody": gettext_noop(
        "Somebody must advance from table %(table)s, so it cannot end in a draw. Enter who won; points in the game "
        "count only where they differ."
    ),
    "level_at_the_cut": gettext_noop(
        "Players share the last place that advances. Choose who does, or let the better seed advance."
    ),
    "unknown_claim": gettext_noop("You have no claim here."),
    "foreign_claim": gettext_noop("This claim belongs to another tournament."),
    "written_down_elsewhere": gettext_noop(
        "Somebody else wrote this name down. Only the organisers of that event or its club board can enter this "
        "person elsewhere."
    ),
    "claim_where_written_down": gettext_noop("A name can be claimed only where it was first written down."),
    "not_your_claim_to_answer": gettext_noop("Only the tournament’s arbiters and its club board can do that."),
    "unknown_tournament": gettext_noop("There is no such tournament."),
    "unknown_stage": gettext_noop("There is no stage “%(stage)s” here, or it has not begun."),
    "unknown_round": gettext_noop("There is no round %(round)s yet."),
    "unknown_entrant": gettext_noop("Nobody has the number %(no)s here."),
    "unknown_bye": gettext_noop("Number %(no)s has no bye in round %(round)s."),
    "unknown_penalty": gettext_noop("There is no such penalty."),
    "table_not_paired": gettext_noop("In round %(round)s there is no table %(table)s."),
    "not_your_club": gettext_noop("Only the club board can make a tournament the club’s."),
    "needs_role": gettext_noop("Only the tournament’s organisers can do that."),
    "not_your_table": gettext_noop("You do not sit at this table."),
    "not_entered": gettext_noop("You have not entered this tournament."),
    "last_owner": gettext_noop("A tournament needs an owner. Name another one first."),
    "tournament_needs_title": gettext_noop("The name of a tournament can have at most %(most)s characters."),
    "remark_too_long": gettext_noop("A remark can have at most %(most)s characters."),
    "tournament_closed": gettext_noop("The tournament is closed."),
    "tournament_is_open": gettext_noop("The tournament is open."),
    "tournament_full": gettext_noop("The tournament is full: the limit is %(most)s."),
    "already_entered": gettext_noop("This player has entered already."),
    "already_withdrawn": gettext_noop("Number %(no)s has withdrawn already."),
    "not_withdrawn": gettext_noop("Number %(no)s has not withdrawn."),
    "cannot_follow": gettext_noop(
        "Number %(no)s cannot advance: they are already in the stage, have left, or were not in the one before."
    ),
    "entries_closed": gettext_noop("Entries are closed."),
    "entry_by_organiser": gettext_noop("In this tournament the organiser enters the players."),
    "no_late_entry": gettext_noop("It is too late to enter: play has begun."),
    "division_has_begun": gettext_noop("Number %(no)s is already playing and cannot change division."),
    "entrant_has_begun": gettext_noop("Number %(no)s has already been paired and can only withdraw."),
    "entrant_is_playing": gettext_noop("Number %(no)s is at a table right now."),
    "rating_out_of_range": gettext_noop("A rating is a number from 0 to %(most)s."),
    "not_the_field": gettext_noop("The order must contain every player who has entered, each once."),
    "places_do_not_fit": gettext_noop("The number of players in “%(stage)s” would change: restart the stage."),
    "stage_has_begun": gettext_noop("The stage “%(stage)s” has begun."),
    "stage_is_closed": gettext_noop("The stage “%(stage)s” is over."),
    "stage_before_is_not_over": gettext_noop("The stage “%(stage)s” is not over yet."),
    "nothing_to_pair": gettext_noop("There is nothing to pair right now."),
    "nothing_was_played": gettext_noop("Nothing has been played yet."),
    "round_is_paired": gettext_noop("Round %(round)s is paired already."),
    "round_is_over": gettext_noop("Round %(round)s is over, so its tables cannot be changed."),
    "own_table_ruled": gettext_noop("You sit at this table yourself, so another arbiter has to decide."),
    "results_seat_them": gettext_noop("Here the results decide who sits where, so players cannot change places."),
    "different_groups": gettext_noop(
        "Numbers %(one)s and %(other)s are in different groups, so they cannot sit at one table."
    ),
    "not_the_last_round": gettext_noop("Only the last round, round %(last)s, can be changed."),
    "makes_breach": gettext_noop(
        "Two players would meet again, or somebody would have a second bye. If you want that, confirm it (anyway)."
    ),
    "tables_have_started": gettext_noop("Play has begun at these tables: %(tables)s."),
    "tables_without_result": gettext_noop("These tables have no result yet: %(tables)s."),
    "seated_twice": gettext_noop("Number %(no)s would be in two places at once."),
    "not_in_stage": gettext_noop("Number %(no)s does not play in this stage."),
    "forgotten": gettext_noop("Number %(no)s would have neither a table nor a bye."),
    "wrong_number_of_places": gettext_noop("There are %(seats)s seats, but %(places)s places were given."),
    "wrong_number_of_scores": gettext_noop("There are %(seats)s seats, but %(scores)s scores were given."),
    "impossible_places": gettext_noop(
        "These places are not possible: %(places)s. Tied players share the better place, and the places after it "
        "stay empty."
    ),
    "result_stands": gettext_noop("This table already has a result: %(places)s. Use a correction to change it."),
    "nothing_to_correct": gettext_noop("This table has no result to clear."),
    "nothing_to_dispute": gettext_noop("There is no report to dispute."),
    "not_rated_anyway": gettext_noop("This result is not rated, so there is nothing to object to."),
    "result_has_changed": gettext_noop("The result has changed in the meantime. Check it before you confirm it."),
    "no_typed_result": gettext_noop("Nobody has typed a result for this table."),
    "objection_is_open": gettext_noop("You have already objected to this result. There is no ruling yet."),
    "objection_was_answered": gettext_noop("Your objection to this result has been answered."),
    "no_objection": gettext_noop("There is no objection here."),
    "nothing_to_object_to": gettext_noop("You have no result here to which you can object."),
    "too_many_objections": gettext_noop(
        "You can have at most %(most)s open objections. Wait for an answer, or withdraw one."
    ),
    "party_to_the_game": gettext_noop("You played at this table, so somebody else must rule on it."),
    "staff_rules": gettext_noop(
        "An administrator of the platform rules on this: an organiser sat at this table, or an administrator has "
        "already ruled."
    ),
    "staff_orders": gettext_noop(
        "An organiser sits at this table and the match is rated, so only an administrator of the platform can give "
        "orders here."
    ),
    "staff_unrates": gettext_noop(
        "Results of an organiser count here, so only an administrator of the platform can make the tournament unrated."
    ),
    "nothing_to_undo": gettext_noop("There is nothing to take back."),
    "cannot_be_undone": gettext_noop("The latest change cannot be taken back. You can correct mistakes instead."),
    "played_here": gettext_noop("This table is played here, so its result is recorded automatically."),
    "no_real_table": gettext_noop("This table is played here: players are present when they sit down at it."),
    "came_too_late": gettext_noop("The time to come to table %(table)s is over: the arbiter decides."),
    "did_not_appear": gettext_noop(
        "Somebody did not come to table %(table)s in time. Mark them absent in the report, or ask the arbiter."
    ),
    "scorers_report": gettext_noop("In this tournament the organisers enter the results."),
    "no_points_for_table_size": gettext_noop("No points are set for a table of %(seats)s."),
    "one_worth_for_each_place": gettext_noop("A table of %(seats)s needs points for each of its places."),
    "places_not_in_order": gettext_noop("At a table of %(seats)s a worse place would give more points."),
    "draw_out_of_range": gettext_noop("A draw gives no less than the last place and no more than the first."),
    "unknown_tie_break": gettext_noop("There is no tie-break %(code)s. The nearest is %(nearest)s."),
    "tie_break_too_long": gettext_noop("A tie-break’s abbreviation can have at most %(most)s characters."),
    "too_many_tie_breaks": gettext_noop("A stage can have at most %(most)s tie-breaks."),
    "tie_break_twice": gettext_noop("The tie-break %(code)s is listed twice."),
    "round_not_finished": gettext_noop("Round %(round)s is not finished: there is no result at tables %(tables)s."),
    "stage_is_over": gettext_noop("All %(rounds)s rounds of this stage have been paired."),
    "too_few_present": gettext_noop("Too few players are here: %(present)s. A table needs %(least)s."),
    "no_complete_pairing": gettext_noop(
        "Round %(round)s cannot be paired by the rules: too few players have not met yet."
    ),
    "criteria_too_wide": gettext_noop(
        "Round %(round)s cannot be paired by the Dutch system: its scores lie too far apart."
    ),
    "kept_tables_share_an_entrant": gettext_noop("Somebody sits at two of the tables that have started."),
    "drawn_table": gettext_noop(
        "Table %(table)s of round %(round)s was drawn. Somebody must advance: correct its result."
    ),
    "time_is_up": gettext_noop("The time of the stage “%(stage)s” is up: there are no more pairings."),
    "no_challenges": gettext_noop("There are no challenges in the stage “%(stage)s”."),
    "not_on_the_ladder": gettext_noop("Number %(entrant)s is not on the ladder."),
    "is_absent": gettext_noop("Number %(entrant)s is not here."),
    "is_at_a_table": gettext_noop("Number %(entrant)s is at a table right now."),
    "challenges_go_up": gettext_noop("Only players higher on the ladder can be challenged."),
    "out_of_reach": gettext_noop("That is %(places)s places higher; at most %(reach)s are allowed."),
    "met_lately": gettext_noop("Number %(entrant)s was met within the last %(tables)s tables."),
    "no_stages": gettext_noop("A tournament has at least one stage."),
    "too_many_stages": gettext_noop("A tournament can have at most %(most)s stages."),
    "stage_key_taken": gettext_noop("Each stage needs its own valid name; “%(key)s” is not one."),
    "nobody_goes_on": gettext_noop("Say how many players advance to the stage “%(stage)s”."),
    "unknown_format": gettext_noop("There is no format “%(format)s”."),
    "wrong_table_size": gettext_noop(
        "Tables have 2 to 4 seats, and a short table (%(least)s) no more than a full one (%(seats)s)."
    ),
    "unknown_setting": gettext_noop("The format has no setting “%(field)s”."),
    "wrong_value": gettext_noop("“%(field)s” has an invalid value: %(message)s"),
    "not_yes_or_no": gettext_noop("“%(field)s” must be on or off."),
    "out_of_range": gettext_noop("“%(field)s” must be between %(least)s and %(most)s."),
    "wrong_field_size": gettext_noop("%(entrants)s players cannot play this format: it takes %(least)s to %(most)s."),
    "not_one_of": gettext_noop("“%(field)s” must be one of: %(allowed)s."),
    "not_a_table": gettext_noop("“%(field)s” must have a number for each round."),
    "not_accelerations": gettext_noop(
        "“%(field)s” takes lists of five numbers: half-points, first and last round, first and last entrant. "
        "Leave it empty if another acceleration is chosen."
    ),
    "not_lists_of_entrants": gettext_noop("“%(field)s” lists the players who must not meet, by their numbers."),
    "too_few_entrants": gettext_noop("Too few players (%(entrants)s): a table needs %(least)s."),
    "too_few_for_groups": gettext_noop("%(groups)s groups need at least %(least)s players; %(entrants)s have entered."),
    "field_does_not_divide": gettext_noop(
        "%(entrants)s players do not fill tables of %(least)s to %(seats)s. With %(fewer)s or %(more)s players they do."
    ),
    "no_tables_fit": gettext_noop(
        "No bracket of tables of %(least)s to %(seats)s leads %(entrants)s players to one final. Choose other tables."
    ),
    "format_knows_its_rounds": gettext_noop("This format sets the number of rounds itself."),
    "has_no_rounds": gettext_noop("This format has no rounds."),
    "cycles_say_it": gettext_noop("In a round robin the number of cycles says how many rounds there are."),
    "nobody_is_beaten": gettext_noop("Fewer players must advance than sit at the smallest table (%(least)s)."),
    "the_final_decides_it": gettext_noop("At tables of 3 or 4 the final decides the third place too."),
    "for_duels_only": gettext_noop("“%(field)s” is only for duels."),
    "challenges_are_duels": gettext_noop("Challenges are duels."),
    "tables_exchange_places": gettext_noop("At tables of 3 or 4 the ladder's rule is “swap”."),
    "in_two_divisions": gettext_noop("Somebody is in two divisions."),
    "not_new": gettext_noop("Number %(entrant)s is in the league already."),
    "not_in_the_league": gettext_noop("Number %(entrant)s is not in the league."),
    "too_many_fields": gettext_noop("A line has a name, a rating and a division; this one has more."),
    "not_a_name": gettext_noop("A name has 1 to %(most)s characters."),
    "division_too_long": gettext_noop("The name of a division can have at most %(most)s characters."),
    "not_a_rating": gettext_noop("“%(text)s” is not a rating: enter a number from 0 to %(most)s."),
    "several_of_that_name": gettext_noop("Several players are called “%(name)s”."),
    "nobody_of_that_name": gettext_noop("There is no account with the name “%(name)s”."),
    "nobody_of_that_name_near": gettext_noop("There is no account with the name “%(name)s”. Did you mean “%(near)s”?"),
    "name_of_a_bot": gettext_noop(
        "A bot already has this name or a very similar one: “%(name)s”. Choose another name."
    ),
    "looks_like_another": gettext_noop(
        "“%(name)s” looks like “%(other)s” on this list, but is written with different characters."
    ),
    "enters_alone": gettext_noop("%(name)s enters tournaments and leagues only in person."),
    "entered_by_clubs_only": gettext_noop(
        "%(name)s can be entered only by their own clubs and leagues; they can enter here themselves."
    ),
    "unknown_circuit": gettext_noop("There is no such circuit."),
    "circuit_has_ended": gettext_noop("This circuit has ended."),
    "too_many_in_circuit": gettext_noop("A circuit can have at most %(most)s tournaments."),
    "too_many_circuits": gettext_noop("A club can have at most %(most)s circuits: end one first."),
    "points_must_fall": gettext_noop("A later place cannot give more points than an earlier one."),
    "not_of_this_club": gettext_noop("Only tournaments of this club can belong to its circuit."),
    "unlisted_in_circuit": gettext_noop("Only a listed tournament can belong to a circuit: its standings are public."),
    "divisions_in_circuit": gettext_noop("A tournament with divisions cannot belong to a circuit."),
    "unknown_event": gettext_noop("There is no such event."),
    "needs_event_owner": gettext_noop("Only the event’s organisers can do that."),
    "unknown_zone": gettext_noop("There is no such time zone: choose one of the list."),
    "no_such_picture": gettext_noop("This picture is not here any more."),
    "no_picture_sent": gettext_noop("Choose a file first."),
    "picture_too_long": gettext_noop("A picture can have at most %(most)s MB."),
    "picture_too_large": gettext_noop("A picture can have at most %(most)s megapixels."),
    "not_a_picture": gettext_noop("This file is not a picture that can be read: send a JPEG, PNG or WebP."),
    "picture_changed": gettext_noop(
        "Somebody has changed or removed the picture since you opened this page. Look at it, then try again."
    ),
    "too_many_event_pictures": gettext_noop("You have %(most)s pictures at events already: remove one first."),
    "unknown_code": gettext_noop("This code leads nowhere. Look at it again, or ask at the desk."),
    "nobody_comes_in": gettext_noop("Nobody can check in here now."),
    "go_to_the_desk": gettext_noop("Many people are waiting already: please go to the desk."),
    "arrival_answered": gettext_noop("Another organiser has just looked at this."),
    "unknown_arrival": gettext_noop("Nobody of that name is waiting here any more."),
    "not_a_name_here": gettext_noop("This entrant has an account: they log in."),
    "not_let_in": gettext_noop("The desk has not looked at your name yet: please go there."),
    "unknown_evening": gettext_noop("There is no such evening."),
    "evening_is_over": gettext_noop("This evening was opened or called off already."),
    "evening_of_another_club": gettext_noop("Another club has planned this evening: choose that club."),
    "limit_changed": gettext_noop(
        "Somebody has changed the number of places to %(limit)s since you opened this page. "
        "Check it, then change it again."
    ),
    "evening_full": gettext_noop("At most %(most)s people can answer for one evening."),
    "several_on_roster": gettext_noop("Several people are called “%(name)s”: write the number, too."),
    "not_on_roster_by_name": gettext_noop("Nobody of that name without an account is on the roster."),
    "evening_in_the_past": gettext_noop("Choose a time that is still to come."),
    "evening_too_far": gettext_noop("Plan an evening at most two years ahead."),
    "evening_has_passed": gettext_noop("This evening is over."),
    "evenings_for_members": gettext_noop("Only the club’s members see its evenings and answer."),
    "too_many_evenings": gettext_noop("A club can plan at most %(most)s evenings."),
    "known_person": gettext_noop(
        "The club knows %(name)s: %(told)s. Send the line again if it is them; write #new behind the name if not."
    ),
    "several_known": gettext_noop("The club knows several of this name; write the number of one: %(told)s"),
    "no_such_mark": gettext_noop("Nobody called “%(name)s” has %(mark)s in the club."),
    "doubled_name": gettext_noop("“%(name)s” has entered already."),
    "places_missing": gettext_noop("Table %(table)s: give every player a place or mark them absent."),
    "unknown_number": gettext_noop("There is no number %(no)s in this pairing."),
    "clocks_only_here": gettext_noop("Only tables in the browser have clocks: choose no clocks for real tables."),
    "stand_ins_not_rated": gettext_noop(
        "Where a bot plays on for players whose time runs out, games are not rated. Choose another rule, or unrated "
        "games."
    ),
}
