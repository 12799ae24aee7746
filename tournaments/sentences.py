"""What tournaments refuse, in words; ``matches.explain`` says them in the language of who asked."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_noop

SENTENCES: Mapping[str, str] = {
    "unknown_tournament": gettext_noop("There is no such tournament."),
    "unknown_stage": gettext_noop("There is no stage “%(stage)s” here, or it has not begun."),
    "unknown_round": gettext_noop("There is no round %(round)s yet."),
    "unknown_entrant": gettext_noop("Nobody has the number %(no)s here."),
    "unknown_bye": gettext_noop("Number %(no)s has no bye in round %(round)s."),
    "unknown_penalty": gettext_noop("There is no such penalty."),
    "table_not_paired": gettext_noop("In round %(round)s there is no table %(table)s."),
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
    "entries_closed": gettext_noop("Entries are closed."),
    "entry_by_organiser": gettext_noop("Here the organiser enters the players."),
    "no_late_entry": gettext_noop("It is too late to enter: play has begun."),
    "division_has_begun": gettext_noop("Number %(no)s plays already and cannot change the division."),
    "entrant_has_begun": gettext_noop("Number %(no)s has been in a pairing, and can only withdraw."),
    "entrant_is_playing": gettext_noop("Number %(no)s sits at a table just now."),
    "rating_out_of_range": gettext_noop("A rating is a number from 0 to %(most)s."),
    "not_the_field": gettext_noop("The order must name everybody who has entered, each once."),
    "stage_has_begun": gettext_noop("The stage “%(stage)s” has begun."),
    "stage_is_closed": gettext_noop("The stage “%(stage)s” is over."),
    "stage_before_is_not_over": gettext_noop("The stage “%(stage)s” is not over yet."),
    "nothing_to_pair": gettext_noop("There is nothing to pair just now."),
    "nothing_was_played": gettext_noop("Nothing has been played yet."),
    "round_is_paired": gettext_noop("Round %(round)s is paired already."),
    "round_is_over": gettext_noop("Round %(round)s is over, so its tables stay as they are."),
    "not_the_last_round": gettext_noop("Only the last round can be changed, and that is round %(last)s."),
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
    "nothing_to_undo": gettext_noop("There is nothing to take back."),
    "cannot_be_undone": gettext_noop("The latest change cannot be taken back. What was wrong can be corrected."),
    "played_here": gettext_noop("This table is played here, and its result comes by itself."),
    "scorers_report": gettext_noop("Here the officers write down the results."),
}
