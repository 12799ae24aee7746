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
    "no_outcome.no_such_seat": gettext_noop("The winner sits on seat %(seat)s, which is not there."),
    "no_outcome.count": gettext_noop("There are %(places)s places for %(players)s players."),
    "no_outcome.places": gettext_noop("Places are whole numbers from 1 to %(players)s, and somebody is first."),
    "no_outcome.not_at_table": gettext_noop("%(winner)s has won, but does not play in %(field)s."),
    "unknown_mode": gettext_noop("There is no mode “%(mode)s”. Known are: %(known)s."),
    "already_rated": gettext_noop("Game %(game)s is rated already, with another result."),
    "unknown_game": gettext_noop("There is no rated game %(game)s."),
    "game_annulled": gettext_noop("Game %(game)s is annulled already."),
    "same_result": gettext_noop("Game %(game)s has this result already."),
    "other_number_of_players": gettext_noop("Game %(game)s had %(players)s players: annul it and record another."),
    "bad_number": gettext_noop("%(field)s must be a whole number from %(least)s to %(most)s, not %(value)s."),
    "missing_field": gettext_noop("%(field)s is missing."),
    "unknown_field": gettext_noop("%(field)s does not belong here."),
    "ratings.bad_field.object": gettext_noop("%(field)s is not an object."),
    "ratings.bad_field.list": gettext_noop("%(field)s is not a list of at most %(most)s."),
    "ratings.bad_field.name": gettext_noop("%(field)s is not a name of at most %(most)s characters."),
    "ratings.bad_field.own_name": gettext_noop("%(field)s: somebody else has this name."),
    "only_duels": gettext_noop("FIDE mode rates duels, not a table of %(players)s."),
    "ladder_not_open": gettext_noop("The ladder %(ladder)s is not open: it was never given its rules."),
    "not_corrected": gettext_noop("Game %(game)s was never corrected: there is nothing to take back."),
    "ratings.bad_reason": gettext_noop("A reason is one line of at most %(most)s characters."),
    "missing_reason": gettext_noop("Say why: everybody can read it beside the change."),
    "same_rules": gettext_noop("The ladder %(ladder)s has these rules already."),
    "bad_rules.fide": gettext_noop("A ladder in FIDE mode has neither seasons nor decay."),
    "bad_rules.season": gettext_noop("A season lasts 1, 2, 3, 4, 6 or 12 months, not %(season)s."),
    "bad_rules.decay": gettext_noop("Decay needs both: the months without a game, and the points of each further one."),
    "bad_day": gettext_noop("“%(value)s” is not a day like 2026-11-21."),
    "nothing_to_import": gettext_noop("There is no rating to import."),
    "too_many_entries": gettext_noop("At most %(most)s ratings are imported at once."),
    "imported_twice": gettext_noop("%(who)s stands in the file twice."),
    "unknown_import": gettext_noop("There is no import number %(number)s on the ladder %(ladder)s, or it was undone."),
    "unknown_period": gettext_noop("The ladder %(ladder)s has no rating period %(month)s."),
    "ratings.unknown_ladder": gettext_noop("There is no ladder %(ladder)s."),
    "ambiguous_player": gettext_noop("Several players are called %(who)s: give player:ID."),
    "not_csv": gettext_noop("This is no table with the columns %(columns)s: %(why)s."),
    "unknown_ruling": gettext_noop("“%(what)s” cannot be done to a game. Known are: %(known)s."),
    "tournament_s_own": gettext_noop(
        "Game %(game)s belongs to a tournament: correct it there, and the ladder follows."
    ),
    "not_entitled": gettext_noop("Only who runs the platform may do this."),
    "ratings.stale_version": gettext_noop(
        "Somebody else has corrected this game since you looked. Look again what it is now."
    ),
    "not_json": gettext_noop("This is not JSON: %(why)s."),
}
"""By code; where a code has several reasons, ``code.why``."""
