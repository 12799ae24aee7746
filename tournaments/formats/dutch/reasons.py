"""The reasons for a pair, a colour and a bye: codes with data. Other languages are worded elsewhere.

Every reason has one code, and in ``also`` a list of further ones, each as ``{"code": ..., "data": {...}}``. Scores are
half-points, entrants are numbers, criteria and rules are those of FIDE C.04.3 (``C12``, ``5.2.3``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tournaments.formats.contract import EntrantNo, HalfPoints, Reason

ENGLISH: Mapping[str, str] = {
    "dutch_same_score": "Both have {score}.",
    "dutch_moved_down": "{entrant} was moved down from {above} to the bracket of {score}.",
    "dutch_remainder": "Both have {score}, and remained after those who were moved down had been paired.",
    "dutch_first_choice": "They are the first pair that the halves S1 and S2 give.",
    "dutch_passed": "{other} came before in S2, but {criterion} speaks against {entrant} and {other}: {why}.",
    "dutch_passed_for_others": (
        "{other} came before in S2, but with {entrant} and {other} paired the others could not be paired as well."
    ),
    "dutch_exchanged_down": "{entrant} was exchanged from S1 to S2.",
    "dutch_exchanged_up": "{entrant} was exchanged from S2 to S1.",
    "dutch_exchange_needed": "Without an exchange {criterion} could not be met as well: {why}.",
    "dutch_downfloat_spared": "{other} would have been moved down first, but {criterion} speaks against that: {why}.",
    "dutch_colour": "{entrant} has White by article {rule}: {why}.",
    "dutch_colour_otherwise": "By article {rule} {entrant} would have White ({why}), but the round was published so.",
    "dutch_bye": "{entrant} has the bye, with {score} and {unplayed} unplayed rounds.",
    "dutch_bye_spared": "{other} would have had the bye first, but {criterion} speaks against that: {why}.",
    "dutch_bracket": "The bracket of {score} has {players} players; pairs: {tables}, left over: {left}.",
    "dutch_bracket_moved": "Moved down into it: {entrants}.",
    "dutch_halves": "Upper half S1: {first}. Lower half S2: {second}. The first candidate pairs them in this order.",
    "dutch_natural_met": "That gives {entrant} and {other}.",
    "dutch_natural": "By that {entrant} would meet {other}.",
    "dutch_natural_none": "In that order nobody is left for {entrant}.",
    "dutch_natural_taken": "{entrant} was with {other} already, whose turn came before.",
    "dutch_natural_later": "{entrant} came later in the order, and is with {other}.",
    "dutch_exchanged": "No order of S2 was as good as an exchange: {first} into S1, {second} into S2.",
    "dutch_passed_met": "{other} came before in S2, but {entrant} met {other} in round {round}: C1.",
    "dutch_taken": "{other} is the first with whom {entrant} keeps the whole bracket as good as it can be.",
    "dutch_odd_bracket": "The bracket of {score} had {players} players, an odd number: one had to be moved down (C6).",
    "dutch_left_over": "Of the bracket of {score} ({players} players) at least {left} had to be moved down (C4, C6).",
    "dutch_alone": "{entrant} was alone in the bracket of {score}.",
    "dutch_downfloat_refused": "{other} was not moved down, since {criterion} speaks against it: {why}.",
    "dutch_bye_refused": "{other} does not have the bye, since {criterion} speaks against it: {why}.",
    "dutch_bye_score": "By C5 the bye goes to the lowest score with which somebody can have it: {score}.",
    "dutch_downfloat_later": "{other} could have been moved down too, but the order of candidates has {entrant} first.",
    "dutch_bye_later": "{other} could have had the bye too, but the order of candidates has {entrant} first.",
    "dutch_more": "{count} more are not told here.",
}
"""What each code says, with the names of its data."""

CRITERIA: Mapping[str, str] = {
    "C1": "they have met",
    "C2": "nobody has a bye after a bye, or after a win without playing",
    "C3": "both have the same absolute colour preference",
    "C4": "the round could not be completed",
    "C5": "the bye goes to the lowest score that can have it",
    "C6": "as few as possible are moved down",
    "C7": "the lowest scores are moved down",
    "C8": "the next bracket could not be paired equally well",
    "C9": "the bye goes to the player with the fewest unplayed rounds",
    "C10": "a topscorer or an opponent would have a colour difference above 2",
    "C11": "a topscorer or an opponent would have the same colour three times in a row",
    "C12": "more players would not have the colour they prefer",
    "C13": "more players would not have the colour they strongly prefer",
    "C14": "somebody would again be moved down, as in the previous round",
    "C15": "somebody would again meet a higher-scored opponent, as in the previous round",
    "C16": "somebody would again be moved down, as two rounds before",
    "C17": "somebody would again meet a higher-scored opponent, as two rounds before",
    "C18": "the score difference of somebody who was moved down in the previous round",
    "C19": "the score difference of somebody who met a higher-scored opponent in the previous round",
    "C20": "the score difference of somebody who was moved down two rounds before",
    "C21": "the score difference of somebody who met a higher-scored opponent two rounds before",
    "forbidden": "the organiser does not let them meet",
}
RULES: Mapping[str, str] = {
    "5.2.1": "both have the colour they prefer",
    "5.2.2": "the stronger preference counts",
    "5.2.3": "the colours alternate from the last round in which they differed",
    "5.2.4": "the higher-ranked player has the colour they prefer",
    "5.2.5": "the initial colour and the pairing number decide",
}


def plain(points: HalfPoints) -> int | str:
    """As JSON: a whole number of half-points, or ``"20/3"``."""
    return int(points) if points.denominator == 1 else str(points)


def also(code: str, **data: Any) -> dict[str, Any]:
    return {"code": code, "data": data}


def english(reason: Reason, name: Callable[[EntrantNo], str] = str) -> Iterator[str]:
    """The reason as English sentences, the main one first."""
    parts = [(reason.code, reason.data), *((part["code"], part["data"]) for part in reason.data.get("also", ()))]
    for code, data in parts:
        words = {key: _word(key, value, name) for key, value in data.items() if key != "also"}
        said = str(data.get("criterion", data.get("rule", "")))
        yield ENGLISH[code].format(**words, why={**CRITERIA, **RULES}.get(said, ""))


def _word(key: str, value: Any, name: Callable[[EntrantNo], str]) -> str:
    if isinstance(value, list):
        return ", ".join(name(one) for one in value) or "-"
    if key in ("entrant", "other"):
        return name(EntrantNo(value))
    if key in ("score", "above"):
        return f"{value / 2:g}" if isinstance(value, int) else f"{value} half-points"
    return str(value)
