"""Flaws of a report file in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from .document import Flaw


def sentence(flaw: Flaw) -> str:
    """The sentence without its line number."""
    data = {key: ", ".join(value) if isinstance(value, list) else value for key, value in flaw.data.items()}
    return _sentences()[flaw.code] % data


def _sentences() -> dict[str, str]:
    return {
        "no_players": _("There is no player line (001)."),
        "unknown_record": _("This is not a valid record of a report file: %(text)s"),
        "starting_number_unreadable": _("“%(text)s” is not a starting number."),
        "starting_number_twice": _("Starting number %(entrant)s was already used in line %(first)s."),
        "rating_unreadable": _("“%(text)s” is not a rating."),
        "line_too_long": _("Player %(entrant)s: only %(rounds)s rounds are read."),
        "opponent_unreadable": _("Player %(entrant)s, round %(round)s: “%(text)s” is not an opponent’s number."),
        "round_unreadable": _("Player %(entrant)s, round %(round)s: “%(text)s” cannot be read."),
        "round_too_far": _("Player %(entrant)s: nobody is paired before round %(round)s."),
        "opponent_is_itself": _("Player %(entrant)s, round %(round)s: players cannot be their own opponents."),
        "opponent_disagrees": _(
            "Player %(entrant)s, round %(round)s: the line of player %(opponent)s says something else."
        ),
        "colours_disagree": _(
            "Player %(entrant)s, round %(round)s: player %(opponent)s has the same colour. White was assumed here."
        ),
        "results_disagree": _(
            "Player %(entrant)s, round %(round)s: the results %(results)s contradict each other. None was used."
        ),
        "points_differ": _("Player %(entrant)s: the line says %(said)s points, but the games give %(counted)s."),
        "points_unreadable": _("“%(text)s” is not a number of points."),
        "points_not_halves": _("“%(text)s”: only whole and half points can be used."),
        "number_unreadable": _("“%(text)s” is not a number that can be used here."),
        "colour_unreadable": _("“%(text)s” is not a colour: use W or B."),
        "bye_unreadable": _("“%(text)s” is not a kind of bye: use F, H or Z."),
        "acceleration_unreadable": _("This acceleration cannot be read: %(text)s"),
        "abnormal_points_not_used": _("Special points for certain results are ignored: %(text)s"),
        "unknown_entrant": _("There is no player %(entrant)s."),
        "unknown_tie_breaks": _("Unknown tie-breaks: %(codes)s"),
        "name_changed": _("Player %(entrant)s: the name cannot be used here as it is and became “%(name)s”."),
        "scores_unreadable": _("“%(text)s” is not a score of a game."),
    }
