"""Why a table, a bye or a round was paired so: the reasons of all formats in the current language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext, gettext_noop

from .formats.contract import EntrantNo, Reason
from .pages import writing

Names = Mapping[EntrantNo, str]

SENTENCES: Mapping[str, str] = {
    "by_hand": gettext_noop("An arbiter seated them by hand."),
    "repaired": gettext_noop("Seated again when the round was repaired."),
    "round_repaired": gettext_noop("Tables changed: %(changed)s; added: %(new)s; without a table: %(unseated)s."),
    "challenge": gettext_noop("%(challenger)s challenges %(challenged)s, who is %(places)s higher on the ladder."),
    "replay": gettext_noop("The first game here was drawn, so it is played again."),
    "drawn_table": gettext_noop("Table %(table)s of round %(round)s was drawn: nobody advances from it yet."),
    "absent_at_table": gettext_noop("Absent, so these seats stay empty: %(entrants)s."),
    "bye_by_seeding": gettext_noop("The bracket is not full, and its free places go to the best seeds."),
    "bye_by_schedule": gettext_noop("In this schedule everybody has a bye in turn."),
    # pods
    "pods_drawn": gettext_noop("The first round is drawn by lot."),
    "pods_same_score": gettext_noop("All of them have %(highest)s points."),
    "pods_near_scores": gettext_noop("Scores at this table: %(lowest)s to %(highest)s points."),
    "pods_in_score_order": gettext_noop(
        "The tables are filled in the order of the scores; this one has %(highest)s to %(lowest)s points."
    ),
    "pods_repeat_by_score": gettext_noop(
        "They have met before: %(pairs)s. In this event equal scores come before new opponents."
    ),
    "place_by_score": gettext_noop(
        "Round %(round)s: %(entrant)s has %(score)s points and sits at table %(table)s, but belongs to table "
        "%(belongs)s by score."
    ),
    "place_repeat": gettext_noop(
        "Round %(round)s: if %(entrant)s (table %(table)s) and %(other)s (table %(to)s) were swapped, fewer players "
        "would meet again."
    ),
    "place_scores": gettext_noop(
        "Round %(round)s: if %(entrant)s (table %(table)s) and %(other)s (table %(to)s) were swapped, the scores at "
        "their tables would be closer, without a repeat."
    ),
    "places_left_out": gettext_noop(
        "Round %(round)s: in so large a field not everything was looked at (each table was compared with the "
        "%(nearest)s nearest ones); further swaps may help."
    ),
    "pods_repeat": gettext_noop("They have met before: %(pairs)s. No round without a repeat was found."),
    "pods_repeat_unavoidable": gettext_noop("They have met before: %(pairs)s. No round without a repeat exists."),
    "pods_short_table": gettext_noop("A table of %(seats)s, because the players do not fill tables of %(full)s."),
    "pods_bye": gettext_noop("The players do not fill all tables, and nobody has had fewer byes."),
    "pods_bye_again": gettext_noop("Another bye (before: %(before)s): nobody else who could have it has had fewer."),
    "pods_repeats": gettext_noop("Repeated meetings in this round: %(meetings)s."),
    # duels, the simple way
    "club_swiss_same_score": gettext_noop("Both have %(highest)s points."),
    "club_swiss_near_scores": gettext_noop("Their scores are close: %(highest)s and %(lowest)s points."),
    "club_swiss_repeat": gettext_noop("They have met before (%(before)s): no better pairing exists."),
    "club_swiss_bye": gettext_noop(
        "The number of players is odd; of those with the fewest byes, the lowest has the bye."
    ),
    "club_swiss_repeats": gettext_noop("Repeated meetings in this round: %(meetings)s."),
    # duels by the FIDE Dutch system
    "dutch_same_score": gettext_noop("Both have %(score)s points."),
    "dutch_moved_down": gettext_noop("%(entrant)s was moved down from %(above)s to the bracket of %(score)s points."),
    "dutch_remainder": gettext_noop(
        "Both have %(score)s points and were left after the players moved down had been paired."
    ),
    "breach_repeat": gettext_noop(
        "Round %(round)s: %(entrant)s and %(other)s meet again; they have played in round %(before)s."
    ),
    "breach_bye": gettext_noop(
        "Round %(round)s: %(entrant)s has a bye after a bye or a win without playing in round %(before)s."
    ),
    "dutch_first_choice": gettext_noop("They are the first pair that the two halves of the bracket give."),
    "dutch_passed": gettext_noop(
        "%(other)s comes earlier, but %(criterion)s is against pairing %(entrant)s with %(other)s: %(why)s."
    ),
    "dutch_passed_for_others": gettext_noop(
        "%(other)s comes earlier, but then the others could not be paired equally well."
    ),
    "dutch_exchanged_down": gettext_noop("%(entrant)s was exchanged into the lower half."),
    "dutch_exchanged_up": gettext_noop("%(entrant)s was exchanged into the upper half."),
    "dutch_exchange_needed": gettext_noop("Without an exchange %(criterion)s could not be met equally well: %(why)s."),
    "dutch_downfloat_spared": gettext_noop(
        "%(other)s would have been moved down first, but %(criterion)s is against that: %(why)s."
    ),
    "dutch_colour": gettext_noop("%(entrant)s begins, by article %(rule)s: %(why)s."),
    "dutch_colour_otherwise": gettext_noop(
        "By article %(rule)s, %(entrant)s should begin (%(why)s), but the round was published like this."
    ),
    "dutch_bye": gettext_noop("%(entrant)s has the bye, with %(score)s points and %(unplayed)s unplayed rounds."),
    "dutch_bye_spared": gettext_noop(
        "%(other)s would have had the bye first, but %(criterion)s is against that: %(why)s."
    ),
    # all of it, on demand
    "dutch_bracket": gettext_noop(
        "The bracket of %(score)s points has %(players)s players; pairs made: %(tables)s, left over: %(left)s."
    ),
    "dutch_bracket_moved": gettext_noop("Moved down into it: %(entrants)s."),
    "dutch_halves": gettext_noop(
        "Upper half: %(first)s. Lower half: %(second)s. The first candidate pairs them in this order."
    ),
    "dutch_natural_met": gettext_noop("That gives %(entrant)s and %(other)s."),
    "dutch_natural": gettext_noop("In that order %(entrant)s would meet %(other)s."),
    "dutch_natural_none": gettext_noop("In that order nobody is left for %(entrant)s."),
    "dutch_natural_taken": gettext_noop("%(entrant)s was already paired with %(other)s, who comes earlier."),
    "dutch_natural_later": gettext_noop("%(entrant)s comes later in the order and is paired with %(other)s."),
    "dutch_exchanged": gettext_noop(
        "No order of the lower half was as good as an exchange: %(first)s to the upper half, %(second)s to the lower."
    ),
    "dutch_passed_met": gettext_noop("%(other)s comes earlier, but %(entrant)s met %(other)s in round %(round)s: C1."),
    "dutch_taken": gettext_noop(
        "%(other)s is the first opponent for %(entrant)s who keeps the whole bracket as good as possible."
    ),
    "dutch_odd_bracket": gettext_noop(
        "The bracket of %(score)s points had %(players)s players, an odd number: one had to be moved down (C6)."
    ),
    "dutch_left_over": gettext_noop(
        "Of the %(players)s players of the bracket of %(score)s points at least %(left)s had to be moved down (C4, C6)."
    ),
    "dutch_alone": gettext_noop("%(entrant)s was alone in the bracket of %(score)s points."),
    "dutch_downfloat_refused": gettext_noop(
        "%(other)s was not moved down, because %(criterion)s is against it: %(why)s."
    ),
    "dutch_bye_refused": gettext_noop("%(other)s does not have the bye, because %(criterion)s is against it: %(why)s."),
    "dutch_bye_score": gettext_noop(
        "By C5 the bye goes to the lowest score at which somebody can have it: %(score)s points."
    ),
    "dutch_downfloat_later": gettext_noop(
        "%(other)s could have been moved down too, but %(entrant)s comes first in the order of candidates."
    ),
    "dutch_bye_later": gettext_noop(
        "%(other)s could have had the bye too, but %(entrant)s comes first in the order of candidates."
    ),
    "dutch_more": gettext_noop("Others not listed here: %(count)s."),
    # from one season of a league to the next
    "stays": gettext_noop("Stays (place %(place)s)."),
    "promoted": gettext_noop("Promoted (place %(place)s)."),
    "relegated": gettext_noop("Relegated (place %(place)s)."),
    "promoted_by_playoff": gettext_noop("Promoted through the play-off."),
    "relegated_by_playoff": gettext_noop("Relegated after the play-off."),
    "kept_by_playoff": gettext_noop("Stays by winning the play-off."),
    "stays_after_playoff": gettext_noop("Stays after losing the play-off."),
    "spared": gettext_noop("Stays because others left."),
    "fills_a_gap": gettext_noop("Moves up because others left."),
    "withdrew": gettext_noop("Has left the league."),
    "newcomer": gettext_noop("New in the league."),
}

WHY: Mapping[str, str] = {
    "C1": gettext_noop("they have met"),
    "C2": gettext_noop("nobody has a bye after a bye, or after a win without playing"),
    "C3": gettext_noop("both must have the same colour"),
    "C4": gettext_noop("the round could not be completed"),
    "C5": gettext_noop("the bye goes to the lowest score that can have it"),
    "C6": gettext_noop("as few as possible are moved down"),
    "C7": gettext_noop("the lowest scores are moved down"),
    "C8": gettext_noop("the next bracket could not be paired equally well"),
    "C9": gettext_noop("the bye goes to the player with the fewest unplayed rounds"),
    "C10": gettext_noop("a topscorer or an opponent would have a colour difference above 2"),
    "C11": gettext_noop("a topscorer or an opponent would have the same colour three times in a row"),
    "C12": gettext_noop("more players would not have the colour they prefer"),
    "C13": gettext_noop("more players would not have the colour they strongly prefer"),
    "C14": gettext_noop("somebody would again be moved down, as in the previous round"),
    "C15": gettext_noop("somebody would again meet a higher-scored opponent, as in the previous round"),
    "C16": gettext_noop("somebody would again be moved down, as two rounds before"),
    "C17": gettext_noop("somebody would again meet a higher-scored opponent, as two rounds before"),
    "C18": gettext_noop("the score difference of somebody who was moved down in the previous round"),
    "C19": gettext_noop("the score difference of somebody who met a higher-scored opponent in the previous round"),
    "C20": gettext_noop("the score difference of somebody who was moved down two rounds before"),
    "C21": gettext_noop("the score difference of somebody who met a higher-scored opponent two rounds before"),
    "forbidden": gettext_noop("the organiser does not let them meet"),
    "5.2.1": gettext_noop("both have the colour they prefer"),
    "5.2.2": gettext_noop("the stronger preference counts"),
    "5.2.3": gettext_noop("the colours alternate from the last round in which they differed"),
    "5.2.4": gettext_noop("the higher-ranked player has the colour they prefer"),
    "5.2.5": gettext_noop("the initial colour and the pairing number decide"),
}
"""Criteria and articles of FIDE C.04.3 (2025/26); ``forbidden`` is a setting."""

ENTRANTS = ("entrant", "other", "challenger", "challenged", "entrants", "first", "second")
SCORES = ("score", "above", "highest", "lowest")


def said(reason: Reason, names: Names) -> str:
    """The reason in whole sentences: the main one first, then the rest."""
    return " ".join(_sentences(reason.code, reason.data, names))


def _sentences(code: str, data: Mapping[str, Any], names: Names) -> Iterator[str]:
    known = SENTENCES.get(code)
    words = {key: _word(key, value, names) for key, value in data.items()}
    yield code if known is None else gettext(known) % {**words, "why": _why(data)}
    for part in (*data.get("also", ()), *filter(None, [data.get("scores")])):
        yield from _sentences(part["code"], part["data"], names)


def _why(data: Mapping[str, Any]) -> str:
    code = str(data.get("criterion", data.get("rule", "")))
    return gettext(WHY[code]) if code in WHY else code


def _word(key: str, value: Any, names: Names) -> str:
    if key == "pairs":
        return ", ".join(f"{_name(one, names)} – {_name(other, names)} ({times}×)" for one, other, times in value)
    if isinstance(value, (list, tuple)):
        return ", ".join(_word(key, one, names) for one in value) or "–"
    if key in ENTRANTS:
        return _name(value, names)
    return writing.points(Fraction(value)) if key in SCORES else str(value)


def _name(no: int, names: Names) -> str:
    return names.get(EntrantNo(no), str(no))
