"""Refusals of imports and exports, in words."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_noop

SENTENCES: Mapping[str, str] = {
    "no_report": gettext_noop("A report file contains only duels, one for each player in a round."),
    "no_kept_report": gettext_noop("This tournament did not come from a report file."),
    "report_has_too_many_lines": gettext_noop("A report has at most %(most)s lines."),
    "no_players_in_report": gettext_noop("This is not a report file (TRF): it has no player line (001)."),
    "not_a_tournament_document": gettext_noop("This is not a tournament document (“format”: “elekt-tournament”)."),
    "document_version_unknown": gettext_noop(
        "Version %(version)s of the document is not supported here; version 1 is."
    ),
    "document_unreadable": gettext_noop("The document cannot be read at “%(at)s”: %(why)s"),
    "bad_name_of_entrant": gettext_noop("The name of number %(no)s cannot be used here."),
    "too_many_entrants": gettext_noop("A tournament has at most %(most)s players."),
    "unknown_stage_told": gettext_noop("The plan of the stage “%(stage)s” differs from how it was played."),
    "wrong_number_of_seats": gettext_noop("Round %(round)s, table %(table)s: a table has 1 to %(most)s seats here."),
    "cannot_be_postponed": gettext_noop("Table %(table)s already has a result or a report."),
    "bad_new_deadline": gettext_noop("The new date must be within the next year."),
    "not_played_here": gettext_noop("This table is not played here."),
    "bad_reason": gettext_noop("The explanation for table %(table)s in round %(round)s cannot be read."),
    "not_of_this_format": gettext_noop("The tables of the stage “%(stage)s” do not fit its format."),
}
