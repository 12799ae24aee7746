"""Refusals about people, as sentences in the current language."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_noop

SENTENCES: Mapping[str, str] = {
    "not_oneself": gettext_noop("You cannot ask that about yourself."),
    "too_many_shunned": gettext_noop("You can mute or block at most %(most)s people."),
    "too_many_friends": gettext_noop("You can have at most %(most)s friends."),
    "cannot_be_asked": gettext_noop("This player cannot be asked."),
    "asked_by_many": gettext_noop("%(most)s people wait for an answer of this player already. Try again later."),
    "cannot_be_invited": gettext_noop("%(name)s cannot be invited by you."),
    "no_friend_request": gettext_noop("They do not ask to be your friend any more."),
    "bad_address": gettext_noop("This is no e-mail address that we can write to."),
    "wrong_password": gettext_noop("This is not your password."),
    "no_password_yet": gettext_noop("Choose a password first: links for a new one will go to this address."),
    "bad_device": gettext_noop("This browser’s push service is not one that notices are sent to."),
    "unknown_device": gettext_noop("This device is not in your list any more."),
    "too_many_devices": gettext_noop("You can have at most %(most)s devices. Remove one first."),
    "unknown_club": gettext_noop("There is no such club."),
    "unknown_person": gettext_noop("There is no such player."),
    "needs_account": gettext_noop("That needs an account: a guest may be gone tomorrow."),
    "needs_club_role": gettext_noop("Only the club board can do that."),
    "clubs.last_owner": gettext_noop("A club needs an owner. Make somebody else the owner first, or close the club."),
    "not_in_club": gettext_noop("This player is not in the club."),
    "already_in_club": gettext_noop("This player is in the club already."),
    "club_closed": gettext_noop("The club was closed."),
    "club_full": gettext_noop("A club has at most %(most)s members."),
    "club_called_so": gettext_noop("There is already a club “%(name)s” in the same place. Choose another name."),
    "too_many_clubs": gettext_noop("You can run at most %(most)s clubs."),
    "nobody_asks": gettext_noop("This player has not asked to join."),
    "unknown_merger": gettext_noop("There is no such request."),
    "no_profile_any_more": gettext_noop("One of these profiles no longer exists."),
    "same_profile": gettext_noop("That is the same profile."),
    "is_staff": gettext_noop("An administrator’s account cannot be merged into another one."),
    "played_each_other": gettext_noop("These two have played each other, so they are two people."),
    "both_at_a_table": gettext_noop("These two have sat at one table, so they are two people."),
    "both_in_tournament": gettext_noop("These two have played in one tournament, so they are two people."),
    "plays_now": gettext_noop("The profile that goes is at an unfinished table. Finish that match first."),
    "merging.not_a_name": gettext_noop("This profile belongs to an account. Log in to that account to merge it."),
    "too_many_claims": gettext_noop("You can have at most %(most)s open claims."),
    "not_asked": gettext_noop("This request has already been answered."),
    "own_claim": gettext_noop("Somebody else must confirm your claim."),
    "not_merged": gettext_noop("These profiles are not merged."),
    "too_late": gettext_noop("It is too late: you could undo this for %(days)s days."),
    "merged_since": gettext_noop("One of these profiles has changed since then. Undo that change first."),
    "wrong_credentials": gettext_noop("Wrong username or password."),
    "not_entered_by_name": gettext_noop("There is no name to claim here."),
    "too_many_claims_here": gettext_noop(
        "%(most)s claims wait for this club’s board: claim again once it has answered."
    ),
    "unknown_circle_of_clubs": gettext_noop("There is no such circle of clubs."),
    "already_in_circle": gettext_noop("The club is in a circle already: leave that one first."),
    "not_in_circle": gettext_noop("The club is not in this circle."),
    "not_invited_to_circle": gettext_noop("The circle has not invited the club."),
    "circle_full": gettext_noop("A circle can have at most %(most)s clubs."),
    "needs_club_member": gettext_noop("Only the club’s members can see its roster."),
    "name_changed": gettext_noop("Somebody has changed this name to “%(name)s” since you looked."),
    "not_on_roster": gettext_noop("This person is not on the club’s roster."),
    "roster_full": gettext_noop("A roster has at most %(most)s people."),
    "not_a_name_of_the_club": gettext_noop(
        "This is not a name on the club’s own roster, so its board cannot say who it is."
    ),
    "foreign_claim_of_club": gettext_noop("This belongs to another club."),
    "no_such_number": gettext_noop("Nobody on the roster has this number."),
    "not_a_text": gettext_noop("This is not a text file. Save the list as CSV or plain text."),
    "too_many_lines": gettext_noop("A list can have at most %(most)s lines."),
    "too_many_invited": gettext_noop("At most %(most)s players can be invited at once. Send the rest again."),
    "has_markup": gettext_noop("This is markup, not a name."),
    "doubled_line": gettext_noop("“%(name)s” stands on the list already."),
    "on_roster": gettext_noop("“%(other)s” is on the roster already."),
    "looks_like_listed": gettext_noop(
        "“%(name)s” looks like “%(other)s” on the roster, but is written with different characters."
    ),
    "people.stale_version": gettext_noop("Somebody else has just changed this. Refresh and try again."),
}
