"""What is refused about people, as a sentence in the current language."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_noop

SENTENCES: Mapping[str, str] = {
    "unknown_club": gettext_noop("There is no such club."),
    "unknown_person": gettext_noop("There is no such player."),
    "needs_account": gettext_noop("That needs an account: a guest may be gone tomorrow."),
    "needs_club_role": gettext_noop("That is for those who run the club."),
    "clubs.last_owner": gettext_noop("A club has an owner. Make somebody else one first, or close the club."),
    "not_in_club": gettext_noop("This player is not in the club."),
    "already_in_club": gettext_noop("This player is in the club already."),
    "club_closed": gettext_noop("The club was closed."),
    "club_full": gettext_noop("A club has at most %(most)s members."),
    "club_called_so": gettext_noop("There is a club “%(name)s” in the same place already. Call yours otherwise."),
    "too_many_clubs": gettext_noop("You run %(most)s clubs already."),
    "nobody_asks": gettext_noop("This player has not asked to join."),
    "unknown_merger": gettext_noop("There is no such request."),
    "no_profile_any_more": gettext_noop("One of these profiles is gone already."),
    "same_profile": gettext_noop("That is the same profile."),
    "is_staff": gettext_noop("The account of somebody who runs the platform cannot be merged into another."),
    "played_each_other": gettext_noop("These two have played each other, so they are two people."),
    "both_at_a_table": gettext_noop("These two have sat at one table, so they are two people."),
    "both_in_tournament": gettext_noop("These two have played in one tournament, so they are two people."),
    "plays_now": gettext_noop("The profile that goes sits at a table that is not over. Finish that first."),
    "merging.not_a_name": gettext_noop("This profile is somebody’s own. Log in with it to merge it."),
    "too_many_claims": gettext_noop("%(most)s of your claims wait for an answer already."),
    "not_asked": gettext_noop("This request was answered already."),
    "own_claim": gettext_noop("Somebody else must confirm your own claim."),
    "not_merged": gettext_noop("These profiles are not merged."),
    "too_late": gettext_noop("That could be undone for %(days)s days."),
    "merged_since": gettext_noop("One of these profiles has changed since; undo that first."),
    "wrong_credentials": gettext_noop("This username and this password do not belong together."),
    "not_entered_by_name": gettext_noop("Nobody stands here by name alone."),
    "people.stale_version": gettext_noop("Somebody else has changed this just now. Look again."),
}
