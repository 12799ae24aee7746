"""Flaws of a report file in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from .document import Flaw


def sentence(flaw: Flaw) -> str:
    """Without the line's number."""
    data = {key: ", ".join(value) if isinstance(value, list) else value for key, value in flaw.data.items()}
    return _sentences()[flaw.code] % data


def _sentences() -> dict[str, str]:
    return {
        "no_players": _("There is no line of a player (001)."),
        "unknown_record": _("This is no record of a report: %(text)s"),
        "starting_number_unreadable": _("“%(text)s” is no starting number."),
        "starting_number_twice": _("Starting number %(entrant)s was already used in line %(first)s."),
        "rating_unreadable": _("“%(text)s” is no rating."),
        "line_too_long": _("Player %(entrant)s: only %(rounds)s rounds are read."),
        "opponent_unreadable": _("Player %(entrant)s, round %(round)s: “%(text)s” is no opponent's number."),
        "round_unreadable": _("Player %(entrant)s, round %(round)s: “%(text)s” cannot be read."),
        "round_too_far": _("Player %(entrant)s: nobody is paired before round %(round)s."),
        "opponent_is_itself": _("Player %(entrant)s, round %(round)s: nobody is their own opponent."),
        "opponent_disagrees": _(
            "Player %(entrant)s, round %(round)s: the line of player %(opponent)s does not say the same."
        ),
        "colours_disagree": _(
            "Player %(entrant)s, round %(round)s: player %(opponent)s has the same colour. White was assumed here."
        ),
        "results_disagree": _(
            "Player %(entrant)s, round %(round)s: the results %(results)s do not fit together. None was used."
        ),
        "points_differ": _("Player %(entrant)s: the line says %(said)s points, the games give %(counted)s."),
        "points_unreadable": _("“%(text)s” is no number of points."),
        "points_not_halves": _("“%(text)s”: only whole and half points can be used."),
        "number_unreadable": _("“%(text)s” is not a number that can stand here."),
        "colour_unreadable": _("“%(text)s” is no colour: W or B."),
        "bye_unreadable": _("“%(text)s” is no kind of bye: F, H or Z."),
        "acceleration_unreadable": _("This acceleration cannot be read: %(text)s"),
        "abnormal_points_not_used": _("Other points for certain results are not used: %(text)s"),
        "unknown_entrant": _("There is no player %(entrant)s."),
        "unknown_tie_breaks": _("These tie-breaks are not known here: %(codes)s"),
        "name_changed": _("Player %(entrant)s: the name cannot stand here as it is, and became “%(name)s”."),
        "scores_unreadable": _("“%(text)s” is no score of a game."),
    }
