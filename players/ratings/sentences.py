"""What ratings refuse, as a sentence in the current language."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_noop

SENTENCES: Mapping[str, str] = {
    "wrong_number_of_players": gettext_noop("A rated game has two to four players, not %(players)s."),
    "player_twice": gettext_noop("%(who)s sits at this table twice."),
    "not_a_player": gettext_noop("“%(who)s” is neither player:ID nor bot:NAME."),
    "ratings.unknown_player": gettext_noop("There is no player %(who)s."),
    "no_outcome.both": gettext_noop("Give either the places or a winner, not both."),
    "no_outcome.no_such_seat": gettext_noop("There is no seat %(seat)s for the winner."),
    "no_outcome.count": gettext_noop("There are %(places)s places for %(players)s players."),
    "no_outcome.places": gettext_noop(
        "Places are whole numbers from 1 to %(players)s, and there must be a first place."
    ),
    "no_outcome.not_at_table": gettext_noop("The winner, %(winner)s, does not play in %(field)s."),
    "unknown_mode": gettext_noop("There is no mode “%(mode)s”. Use one of: %(known)s."),
    "already_rated": gettext_noop("Game %(game)s is already rated, with a different result."),
    "unknown_game": gettext_noop("There is no rated game %(game)s."),
    "game_annulled": gettext_noop("Game %(game)s is already annulled."),
    "same_result": gettext_noop("Game %(game)s already has this result."),
    "other_number_of_players": gettext_noop("Game %(game)s had %(players)s players: annul it and record a new one."),
    "bad_number": gettext_noop("%(field)s must be a whole number from %(least)s to %(most)s, not %(value)s."),
    "missing_field": gettext_noop("%(field)s is missing."),
    "unknown_field": gettext_noop("%(field)s is not allowed here."),
    "ratings.bad_field.object": gettext_noop("%(field)s is not an object."),
    "ratings.bad_field.list": gettext_noop("%(field)s must be a list of at most %(most)s items."),
    "ratings.bad_field.name": gettext_noop("%(field)s must be a name of at most %(most)s characters."),
    "ratings.bad_field.own_name": gettext_noop("%(field)s: somebody else has this name."),
    "only_duels": gettext_noop("FIDE mode rates only duels, not a table of %(players)s."),
    "ladder_not_open": gettext_noop("The rating list %(ladder)s is not open: it has no rules yet."),
    "not_corrected": gettext_noop("Game %(game)s was never corrected: there is nothing to take back."),
    "ratings.bad_reason": gettext_noop("A reason is one line of at most %(most)s characters."),
    "missing_reason": gettext_noop("Give a reason: everybody can read it next to the change."),
    "same_rules": gettext_noop("The rating list %(ladder)s already has these rules."),
    "bad_rules.fide": gettext_noop("A rating list in FIDE mode has no seasons and no decay."),
    "bad_rules.season": gettext_noop("A season lasts 1, 2, 3, 4, 6 or 12 months, not %(season)s."),
    "bad_rules.decay": gettext_noop(
        "Decay needs both numbers: the months without a game, and the points lost for each further month."
    ),
    "bad_day": gettext_noop("“%(value)s” is not a date like 2026-11-21."),
    "nothing_to_import": gettext_noop("There are no ratings to import."),
    "too_many_entries": gettext_noop("You can import at most %(most)s ratings at once."),
    "imported_twice": gettext_noop("%(who)s is in the file twice."),
    "unknown_import": gettext_noop("The rating list %(ladder)s has no import number %(number)s, or it was undone."),
    "unknown_period": gettext_noop("The rating list %(ladder)s has no rating period %(month)s."),
    "ratings.unknown_ladder": gettext_noop("There is no rating list %(ladder)s."),
    "ambiguous_player": gettext_noop("Several players are called %(who)s: use player:ID."),
    "not_csv": gettext_noop("This is not a table with the columns %(columns)s: %(why)s."),
    "unknown_ruling": gettext_noop("There is no action “%(what)s” for a game. Use one of: %(known)s."),
    "tournament_s_own": gettext_noop(
        "Game %(game)s belongs to a tournament: correct it there, and the rating list follows."
    ),
    "not_entitled": gettext_noop("Only an administrator of the platform can do that."),
    "ratings.stale_version": gettext_noop(
        "Somebody else has corrected this game since you opened it. Refresh to see its result now."
    ),
    "not_json": gettext_noop("This is not JSON: %(why)s."),
}
"""By code; where a code has several reasons, ``code.why``."""
