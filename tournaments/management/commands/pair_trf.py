"""Pair the next round of a tournament report file, and print it as pairing engines do."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping
from dataclasses import astuple, replace
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.formats.contract import BadPlan, Bye, CannotPair, EntrantNo, Plan, Proposal, Stage
from tournaments.formats.dutch import DUTCH
from tournaments.formats.dutch.arrival import arrived
from tournaments.formats.dutch.reasons import english
from tournaments.trf import Header, Parsed, Person, decode, parse
from tournaments.trf.sentences import sentence

REFUSALS = {
    "stage_is_over": "all %(rounds)s rounds have been paired",
    "round_not_finished": "round %(round)s is not finished: no result at the tables %(tables)s",
    "no_complete_pairing": "no pairing of round %(round)s complies with C1, C2 and C3",
    "criteria_too_wide": "a bracket of round %(round)s is too large for its criteria",
    "too_few_present": "%(present)s players are there to be paired",
}


class Command(BaseCommand):
    help = (
        "Pair the next round of a TRF16 or TRF26 file by the FIDE Dutch system: the number of pairs, then White and "
        "Black of each, by board; 0 is the bye. Without a number of rounds (142, XXR) it is not the last one; without "
        "an initial colour (152, XXC) it is that of round 1, or White."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--explain", action="store_true", help="why each pair, colour and bye is as it is")
        parser.add_argument(
            "--account",
            type=int,
            metavar="NUMBER",
            help="of that player's pair or bye: who would have come first, and what spoke against each who was tried",
        )

    def handle(self, *args: Any, file: Path, explain: bool, account: int | None, **options: Any) -> None:
        try:
            parsed = parse(decode(file.read_bytes()))
        except OSError as error:
            raise CommandError(f"cannot read {file}: {error.strerror}") from error
        if not parsed.people:
            raise CommandError(f"{file}: {sentence(parsed.flaws[0])}")
        for flaw in parsed.flaws:
            self.stderr.write(f"{file}, line {flaw.line}: {sentence(flaw)}")
        try:
            stage = _stage(parsed)
            proposal = DUTCH.pair(stage)
        except (BadPlan, CannotPair) as error:
            said = REFUSALS.get(error.reason.code, error.reason.code) % dict(error.reason.data)
            raise CommandError(f"{file}: {said}") from error
        pairs = [f"{white} {black}" for white, black in (pairing.seats for pairing in proposal.pairings)]
        pairs += [f"{no} 0" for no, bye in proposal.byes.items() if bye is Bye.PAIRING]
        self.stdout.write("\n".join([str(len(pairs)), *pairs]))
        if explain:
            self.stdout.write("\n".join(["", *_explained(proposal, parsed.people)]))
        if account is not None:
            self.stdout.write("\n".join(["", *_account(stage, proposal, EntrantNo(account), parsed.people)]))


def _stage(parsed: Parsed) -> Stage:
    """The stage to pair. Raises CommandError if the file needs something unsupported."""
    stage, header = parsed.stage, parsed.header
    coming = len(stage.rounds) + 1
    settings = {
        "initial_colour": _initial_colour(stage, header),
        "forbidden": _forbidden(header, coming),
        "accelerations": [list(astuple(one)) for one in header.accelerations],
    }
    plan = Plan(DUTCH.name, rounds=header.rounds or coming + 1, scoring=stage.plan.scoring, settings=settings)
    return replace(stage, plan=plan)


def _initial_colour(stage: Stage, header: Header) -> str:
    """The colour in the file, else that of the first pair of round 1 (5.2.5), else White."""
    if header.initial_colour or not stage.rounds or not stage.rounds[0].pairings:
        return "black" if header.initial_colour == "b" else "white"
    numbers = {no: tpn for tpn, no in enumerate(arrived(stage, by_round=1), 1)}
    white, black = (numbers[no] for no in stage.rounds[0].pairings[0].seats)
    is_white = (min(white, black) == white) == (min(white, black) % 2 == 1)
    return "white" if is_white else "black"


def _forbidden(header: Header, coming: int) -> list[list[int]]:
    """Players who must not meet in the coming round; 0 is no limit."""
    return [list(who) for start, end, who in header.forbidden if start <= coming and (not end or coming <= end)]


def _account(stage: Stage, proposal: Proposal, one: EntrantNo, people: Mapping[EntrantNo, Person]) -> Iterator[str]:
    """Raises CommandError if that player is not paired."""
    tables = [pairing.seats for pairing in proposal.pairings if one in pairing.seats]
    if not tables and one not in proposal.bye_reasons:
        raise CommandError(f"player {one} is not paired in this round")
    for reason in DUTCH.teller(stage).of(tables[0] if tables else (one,)):
        yield from english(reason, _naming(people))


def _naming(people: Mapping[EntrantNo, Person]) -> Callable[[EntrantNo], str]:
    def name(no: EntrantNo) -> str:
        person = people.get(no)
        return f"{no} {person.name}".rstrip() if person else str(no)

    return name


def _explained(proposal: Proposal, people: Mapping[EntrantNo, Person]) -> Iterator[str]:
    name = _naming(people)
    for pairing in proposal.pairings:
        assert pairing.reason is not None
        white, black = map(name, pairing.seats)
        yield f"{pairing.table}. {white} - {black}: {' '.join(english(pairing.reason, name))}"
    for reason in proposal.bye_reasons.values():
        yield f"Bye: {' '.join(english(reason, name))}"
