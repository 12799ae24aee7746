"""What imports and exports refuse, in words."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_noop

SENTENCES: Mapping[str, str] = {
    "no_report": gettext_noop("A report file has duels only, one for everybody in a round."),
    "no_kept_report": gettext_noop("This tournament did not come from a report file."),
    "report_has_too_many_lines": gettext_noop("A report has at most %(most)s lines."),
    "no_players_in_report": gettext_noop("This is no report file (TRF): it has no line of a player (001)."),
    "not_a_tournament_document": gettext_noop("This is no document of a tournament (“format”: “elekt-tournament”)."),
    "document_version_unknown": gettext_noop("Version %(version)s of the document is not known here; version 1 is."),
    "document_unreadable": gettext_noop("The document cannot be read at “%(at)s”: %(why)s"),
    "bad_name_of_entrant": gettext_noop("Number %(no)s has no name that could stand here."),
    "too_many_entrants": gettext_noop("A tournament has at most %(most)s players."),
    "unknown_stage_told": gettext_noop("The stage “%(stage)s” is not planned as it was played."),
    "wrong_number_of_seats": gettext_noop("Round %(round)s, table %(table)s: a table has 1 to %(most)s seats here."),
    "cannot_be_postponed": gettext_noop("Table %(table)s has a result or a report already."),
    "bad_new_deadline": gettext_noop("The new date must lie in the year that comes."),
    "not_played_here": gettext_noop("This table is not played here."),
    "bad_reason": gettext_noop("The reason of round %(round)s, table %(table)s cannot be read."),
    "not_of_this_format": gettext_noop("The tables of the stage “%(stage)s” do not fit the format that it names."),
}
