"""The finished review, put together from its parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any, Final

from .budgets import VERSION, budget_of
from .confirm import against, collected, counted, log_odds_lost, mean_loss, shown_line, told
from .marks import MARKS, SHOWN, mark_of
from .numbers import POINT, WHOLE, accuracy, in_whole, whole
from .proof import proved
from .proved import judged_by_proof
from .scan import AS_GOOD, MARK_FROM, is_loss
from .subject import Subject, asked

UNIT: Final = "1/100 point"
AT_MOST: Final = 3 * POINT
"""What seems to lose more is not called as good, however little it was measured."""
ALIKE: Final = 2 * POINT
"""With a standard error of no more all worlds say nearly the same: what is hidden decides nothing."""


def report(subject: Subject, parts: Mapping[str, Any], budget: str) -> dict[str, Any]:
    """Everything the page, exercises and programs read, in whole numbers."""
    decisions = [_decision(subject, number, parts) for number in subject.numbers if _has_decision(subject, number)]
    charge_where_it_is_lost(decisions)
    return {
        "version": VERSION,
        "budget": budget,
        "seats": subject.setup.seats,
        "unit": UNIT,
        "curves": _curves(subject, parts),
        "decisions": decisions,
        **_account(subject, parts, counted=budget_of(budget).luck_in > 0 and subject.tells_all),
        "accuracy": [_accuracy(decisions, seat) for seat in subject.seats],
    }


def _has_decision(subject: Subject, number: int) -> bool:
    return subject.batches[number].decision is not None


# --- decisions --------------------------------------------------------------------------------------------------


def _decision(subject: Subject, number: int, parts: Mapping[str, Any]) -> dict[str, Any]:
    question = asked(subject, number)
    assert question is not None
    round_, phase = subject.places[number - 1]
    scanned = parts[f"scan:{number}"]
    entry = {
        "number": number,
        "at": subject.ends[number - 1],
        "end": subject.ends[number],
        "seat": question.seat,
        "kind": question.played.kind,
        "round": round_,
        "phase": phase,
        "played": dict(subject.game.encode_decision(question.played)),
        "options": len(question.options),
        "only": not scanned,
        "taught": (number, question.seat) in subject.taught,
    }
    if not scanned:
        return {**entry, **UNJUDGED}
    if found := proved(parts, number):
        return {**entry, **judged_by_proof(found, scanned)}
    return {**entry, **_judged(number, entry["played"], scanned, parts)}


def charge_where_it_is_lost(decisions: Sequence[dict[str, Any]]) -> None:
    """What is lost at the seat's next choice is not charged to the one before, too. Changes the marked ones.

    The second judge's lines go on after a look of one step. Where the mover errs in them after the played choice, or a
    rival after the better one, it is called a loss of this choice. What is said of the seat's next choice in the round
    tells, if both judges have looked at it or it is proved: what can still be had there was not lost before. It is
    heard where what is hidden decides nothing, else luck would acquit a gamble, and where nobody has lost anything
    meanwhile.
    """
    for place in reversed(range(len(decisions))):
        one = decisions[place]
        if not one["mark"] or one["proved"] or one["error"] > ALIKE:
            continue
        for each in decisions[place + 1 :]:
            if _looks_again(each, one):
                _lower(one, one["best"][0]["chance"] - each["best"][0]["chance"])
                break
            if each["loss"] > ALIKE:
                break


def _looks_again(each: Mapping[str, Any], one: Mapping[str, Any]) -> bool:
    return bool(
        each["seat"] == one["seat"] and each["round"] == one["round"] and (each["proved"] or len(each["judges"]) > 1)
    )


def _lower(one: dict[str, Any], loss: int) -> None:
    """The loss, with its mark and its summands in proportion. Where nothing is left the played choice is the best."""
    if loss >= one["loss"]:
        return
    before, one["loss"] = one["loss"], max(0, loss)
    one["mark"] = mark_of(one["loss"])
    one["logit"] = round(one["logit"] * one["loss"] / before)
    shares = {name: -value * one["loss"] / before / WHOLE for name, value in one["terms"]}
    one["terms"] = [[name, -value] for name, value in in_whole(shares, one["loss"])] if one["loss"] else []
    if not one["loss"]:
        played = {"decision": one["played"], "chance": one["chance"], "loss": 0, "error": 0, "line": []}
        one["best"] = _with_first([*one["best"], played], one["played"])[:SHOWN]


UNJUDGED: Final[Mapping[str, Any]] = {
    "proved": False,
    "hands": 0,
    "loss": 0,
    "error": 0,
    "judges": [],
    "spread": 0,
    "sample": 0,
    "worlds": 0,
    "logit": 0,
    "weighted": False,
    "sharp": False,
    "mark": None,
    "chance": None,
    "as_good": [],
    "best": [],
    "line": None,
    "terms": [],
    "second": [],
}


def _judged(number: int, played: Any, scanned: Mapping[str, Any], parts: Mapping[str, Any]) -> dict[str, Any]:
    """A loss worth a mark counts where the second judge was asked, too: the first one's far look alone, against which
    its short look speaks, is none.
    """
    rows = collected(parts, number)
    best = [dict(row) for row in scanned["best"]]
    judges, error, sample, terms = [scanned["loss"]], scanned["error"], scanned["sample"], scanned["terms"]
    logit, mark, line = scanned["logit"], None, None
    loss = scanned["loss"] if 0 < scanned["loss"] <= MARK_FROM else 0
    if rows:
        better = next(row for row in best if row["decision"] == against(parts, number))
        mean = mean_loss(rows)
        judges = [better["gain"], whole(mean.value)]
        loss = max(0, min(judges))
        if is_loss(mean):
            mark = mark_of(loss)
        if judges[1] <= judges[0] or better["loss"]:
            error, sample, logit = whole(mean.error), round(100 * mean.sample), round(WHOLE * log_odds_lost(rows))
            terms = [[name, value] for name, value in _terms(parts, number, min(judges))]
        shown = shown_line(parts, number)
        best_way, played_way = (shown["lines"][column - 1] for column in counted(rows))
        better |= {"line": best_way, "world": shown["world"]}
        line = {"line": played_way, "world": shown["world"]}
    elif not loss:
        logit = min(0, logit)
    found_best = against(parts, number) if rows else best[0]["decision"]
    best = _with_first(best, found_best if loss else played)
    as_good = [row["decision"] for row in best[1:] if row["loss"] <= min(AS_GOOD + row["error"], AT_MOST)]
    for row in best:
        row.pop("better"), row.pop("gain")
    return {
        "proved": False,
        "hands": 0,
        "loss": loss,
        "error": error,
        "judges": judges,
        "spread": max(judges) - min(judges),
        "sample": sample,
        "worlds": scanned["worlds"] + len(rows),
        "logit": logit,
        "weighted": scanned["weighted"],
        "sharp": scanned["sharp"],
        "mark": mark,
        "chance": scanned["chance"],
        "as_good": as_good,
        "best": best[:SHOWN],
        "line": line,
        "terms": [[name, -value] for name, value in terms] if loss else [],
        "second": [[name, -value] for name, value in scanned["second"]],
    }


def _with_first(best: Sequence[Mapping[str, Any]], first: Any) -> list[dict[str, Any]]:
    """The choices with the one in front that both judges take for the best, and how far each is behind it (``loss``).
    Others may have a higher number by the first judge alone: they stand where that one stands."""
    top = next(row for row in best if row["decision"] == first)
    others = [row for row in best if row["decision"] != first]

    def below(row: Mapping[str, Any]) -> dict[str, Any]:
        return {**row, "chance": min(row["chance"], top["chance"]), "loss": max(0, row["loss"] - top["loss"])}

    return [below(top), *sorted(map(below, others), key=lambda row: row["loss"])]


def _terms(parts: Mapping[str, Any], number: int, total: int) -> list[tuple[str, int]]:
    """The second judge's summands of the loss, in proportion where another loss than its own counts."""
    made = told(parts, number)
    best, played = counted(collected(parts, number))
    sums: dict[str, float] = {}
    for part in made:
        for name, value in part["terms"][f"{best}-{played}"].items():
            sums[name] = sums.get(name, 0.0) + value
    whole_sum = sum(sums.values())
    if whole_sum <= 0 or total <= 0:
        return []
    return in_whole({name: value / whole_sum * total / WHOLE for name, value in sums.items()}, total)


# --- curves and accounts ----------------------------------------------------------------------------------------


def _curves(subject: Subject, parts: Mapping[str, Any]) -> dict[str, Any]:
    """Empty for a seat of which it is not known what it saw, and with open cards where there is such a seat."""
    points = [(end, parts[f"curve:{number}"]) for number, end in enumerate(subject.ends)]
    known = set(subject.seats)
    return {
        "table": [[end, point["table"]] for end, point in points],
        "seats": [
            [[end, point["seats"][seat]] for end, point in points] if seat in known else []
            for seat in range(subject.setup.seats)
        ],
        "open": [[end, point["open"]] for end, point in points] if subject.tells_all else [],
    }


def _account(subject: Subject, parts: Mapping[str, Any], *, counted: bool) -> dict[str, Any]:
    """Luck, skill and what was revealed, by seat and phase: a batch belongs to the phase that it led to."""
    if not counted:
        return dict.fromkeys(("initial", "final", "luck", "skill", "revealed"))
    seats = range(subject.setup.seats)
    phases: dict[tuple[int, str], dict[str, list[int]]] = {}
    chances = list(parts["luck:0"]["initial"])
    squares = [0 for _ in seats]
    for number in range(len(subject.batches)):
        row = phases.setdefault(
            subject.places[number], {name: [0 for _ in seats] for name in ("luck", "skill", "revealed")}
        )
        brought, point = parts[f"luck:{number}"], parts[f"curve:{number}"]["seats"]
        for seat in seats:
            luck, revealed = brought["luck"][seat], brought["revealed"][seat]
            row["luck"][seat] += luck
            row["revealed"][seat] += revealed
            row["skill"][seat] += point[seat] - chances[seat] - luck - revealed
            chances[seat] = point[seat]
            squares[seat] += brought["squares"][seat]
    account = {name: _summed(name, phases, seats) for name in ("luck", "skill", "revealed")}
    account["luck"]["error"] = [round(sqrt(square)) for square in squares]
    return {"initial": list(parts["luck:0"]["initial"]), "final": chances, **account}


def _summed(name: str, phases: Mapping[tuple[int, str], Mapping[str, Sequence[int]]], seats: range) -> dict[str, Any]:
    return {
        "seats": [sum(row[name][seat] for row in phases.values()) for seat in seats],
        "by_phase": [{"round": place[0], "phase": place[1], "seats": list(row[name])} for place, row in phases.items()],
    }


def _accuracy(decisions: Sequence[Mapping[str, Any]], seat: int) -> dict[str, Any]:
    """None for the value of a seat that had hardly anything to choose."""
    choices = [one for one in decisions if one["seat"] == seat and not one["only"]]
    found = accuracy([one["logit"] / WHOLE for one in choices])
    return {
        "seat": seat,
        "value": found and found.value,
        "low": found and found.low,
        "high": found and found.high,
        "decisions": len(choices),
        "loss": sum(one["loss"] for one in choices),
        "logit": found and found.loss,
        "marks": {name: sum(one["mark"] == name for one in choices) for name, _ in reversed(MARKS)},
    }
