"""The refusals of leagues, in words."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_noop

SENTENCES: Mapping[str, str] = {
    "divisions_look_alike": gettext_noop("Another division already has this name or a very similar one: “%(name)s”."),
    "unknown_league": gettext_noop("There is no such league."),
    "unknown_season": gettext_noop("There is no season %(season)s."),
    "needs_league_role": gettext_noop("Only the league’s organisers can do that."),
    "not_in_league": gettext_noop("This player is not in the league."),
    "season_runs": gettext_noop("Season %(season)s is still running."),
    "no_season_runs": gettext_noop("No season is running."),
    "season_not_over": gettext_noop("The season is not over yet. Tables without a result: %(tables)s."),
    "season_not_closed": gettext_noop("Season %(season)s is not closed yet."),
    "too_few_members": gettext_noop("A season needs at least two players."),
    "winners_do_not_fit": gettext_noop("Name the winners of the play-off: exactly %(places)s of its players."),
}
