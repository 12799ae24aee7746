"""The command ``review``: a finished game judged, decision by decision, in words or as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from ..bots import derive
from ..contract import Game, SeatNo
from ..errors import CoreError
from ..record.record import Record, game_of
from ..record.text import parse_record
from ..review import BUDGETS, USUAL, part, report, subject_of, words, work
from ..review.subject import Subject
from ..review.words import signed

TEXTS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "seat": "Seat",
        "best": "better",
        "doubt": "standard error {error}, judges {judges} apart, {sample}",
        "sample": "sample of {worth} worlds, not weighted",
        "weighted": "effective sample of {worth} worlds, weighted",
        "proved": "proved: every hand was known, and the rest of the round was searched",
        "whatever": "proved for each of the {hands} hands that were possible: the rest of the round was searched",
        "accuracy": "accuracy {value} % ({low} to {high}), {decisions} choices, {marks} marks",
        "unknown": "too few choices for an accuracy",
        "account": "from {initial} to {final} %: luck {luck}, skill {skill}, revealed {revealed}",
        "inaccuracy": "inaccuracy",
        "mistake": "mistake",
        "blunder": "blunder",
    },
    "pl": {
        "seat": "Miejsce",
        "best": "lepiej",
        "doubt": "błąd standardowy {error}, różnica sędziów {judges}, {sample}",
        "sample": "próba: {worth} rozdań, bez wag",
        "weighted": "próba efektywna: {worth} rozdań, z wagami",
        "proved": "dowiedzione: znane były wszystkie ręce, a reszta rundy przeszukana do końca",
        "whatever": "dowiedzione dla każdej możliwej ręki (możliwych rąk: {hands}); reszta rundy przeszukana do końca",
        "accuracy": "dokładność {value}% (od {low} do {high}), decyzji: {decisions}, uwag: {marks}",
        "unknown": "za mało decyzji, by podać dokładność",
        "account": "od {initial} do {final}%: los {luck}, gra {skill}, ujawnione {revealed}",
        "inaccuracy": "niedokładność",
        "mistake": "błąd",
        "blunder": "gruby błąd",
    },
}


def add_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=Path)
    command.add_argument("--seat", type=int, help="only the decisions of this seat")
    command.add_argument("--budget", choices=list(BUDGETS), default=USUAL)
    command.add_argument("--all", action="store_true", help="every decision, not only those with a mark")
    command.add_argument("--json", action="store_true", help="the whole review as JSON")


def run_command(options: argparse.Namespace, progress: Callable[[int, str], Any]) -> int:
    record = parse_record(options.file.read_bytes())
    if options.seat is not None and not 0 <= options.seat < record.seats:
        raise CoreError("no_such_seat", seat=options.seat, seats=record.seats)
    subject = subject_of(record)
    seed = derive("review", record.stream)
    made: dict[str, Any] = {}
    ids = work(subject, options.budget)
    counter = progress(len(ids), "parts")
    for id_ in ids:
        made[id_] = part(subject, id_, made, options.budget, seed)
        counter.step()
    found = report(subject, made, options.budget)
    if options.json:
        json.dump(found, sys.stdout, ensure_ascii=False, indent=1)
        print()
        return 0
    for line in _lines(record, subject, found, options):
        print(line)
    return 0


def _lines(record: Record, subject: Subject, found: Mapping[str, Any], options: argparse.Namespace) -> Iterator[str]:
    game, language = game_of(record), options.lang
    texts = TEXTS[language]
    names = [f"{texts['seat']} {seat}" for seat in range(record.seats)]
    for one in found["decisions"]:
        if options.seat in (None, one["seat"]) and (options.all or one["mark"]):
            yield from _decision(game, subject, one, names, language)
    for one in found["accuracy"]:
        if options.seat in (None, one["seat"]):
            yield f"{names[one['seat']]}: {_accuracy(one, texts)}"
            if found["luck"]:
                yield f"  {texts['account'].format(**_account(found, one['seat'], language))}"


def _decision(
    game: Game[Any], subject: Subject, one: Mapping[str, Any], names: list[str], language: str
) -> Iterator[str]:
    texts, said = TEXTS[language], game.words(language, names)
    seat = SeatNo(one["seat"])
    view = game.view(subject.states[one["number"] - 1], seat)

    def named(data: Any) -> str:
        return said.decision(game.decode_decision(seat, data), view)

    mark = f"{texts[one['mark']]}: " if one["mark"] else ""
    yield f"{one['at']:5}  {names[seat]}: {named(one['played'])}"
    yield f"       {mark}{words(one, game, language)}"
    if one["loss"] and one["best"]:
        grounds = _proof(one, texts) if one["proved"] else _doubt(one, language)
        yield f"       {texts['best']}: {named(one['best'][0]['decision'])} ({grounds})"


def _proof(one: Mapping[str, Any], texts: Mapping[str, str]) -> str:
    return texts["whatever"].format(hands=one["hands"]) if one["hands"] > 1 else texts["proved"]


def _doubt(one: Mapping[str, Any], language: str) -> str:
    texts = TEXTS[language]
    return texts["doubt"].format(
        error=signed(one["error"], language)[1:],
        judges=signed(one["spread"], language)[1:],
        sample=texts["weighted" if one["weighted"] else "sample"].format(worth=round(one["sample"] / 100)),
    )


def _accuracy(one: Mapping[str, Any], texts: Mapping[str, str]) -> str:
    if one["value"] is None:
        return texts["unknown"]
    rounded = {name: round(one[name] / 100) for name in ("value", "low", "high")}
    return texts["accuracy"].format(**rounded, decisions=one["decisions"], marks=sum(one["marks"].values()))


def _account(found: Mapping[str, Any], seat: int, language: str) -> dict[str, str]:
    chances = {name: str(round(found[name][seat] / 100)) for name in ("initial", "final")}
    return {**chances, **{n: signed(found[n]["seats"][seat], language) for n in ("luck", "skill", "revealed")}}
