"""The processor's time and the bytes of one decision, in process: through the API, through the page, and its frames.

    python -m benchmarks.live.way [--games elekt ...] [--decisions 60] [--seeds 14 ...]
                                  [--profile decide|read|post|choose|frames]

Two people play random decisions through Django's whole chain of middleware, on an SQLite database of its own; times are
the processor's (``time.thread_time``), medians over all decisions but the first ten.
"""

from __future__ import annotations

import argparse
import cProfile
import gzip
import json
import pstats
import random
import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any
from uuid import uuid4

from .setting import Playing, begun, next_decision, own_database

WARM_AFTER = 10
MISSED = (1, 3, 6, 12)
"""Decisions, of whoever comes back: their bytes in percent of what is allowed, 1 KB and 200 bytes an event."""


class Clock:
    """What each step took, in milliseconds; one of them under a profiler, where it is asked for."""

    def __init__(self, profiled: str) -> None:
        self.spent: dict[str, list[float]] = defaultdict(list)
        self.profiled, self.profiler, self.warm = profiled, cProfile.Profile(), False

    @contextmanager
    def of(self, step: str) -> Iterator[None]:
        profiled = self.warm and step == self.profiled
        if profiled:
            self.profiler.enable()
        begun = time.thread_time()
        try:
            yield
        finally:
            spent = time.thread_time() - begun
            if profiled:
                self.profiler.disable()
            if self.warm:
                self.spent[step].append(1000 * spent)


def play(playing: Playing, decisions: int, chance: random.Random, clock: Clock, sizes: dict[str, list[float]]) -> None:
    from django.test import Client

    from players.models import Player

    programs = [Client(headers={"authorization": f"Bearer {key}"}) for key in playing.keys]
    headers = {"hx-request": "true", "x-stream": "open", "accept-encoding": "gzip"}
    browsers = [Client(headers=headers) for _ in playing.people]
    for browser, player in zip(browsers, playing.people, strict=True):
        browser.force_login(Player.objects.get(id=player))
    at = f"/api/v1/matches/{playing.match}/"
    passed: list[int] = []
    heard = {viewer: frames_for(playing, viewer) for viewer in ("0", "1", "spectator")}
    for number in range(WARM_AFTER + 2 * decisions):
        if (step := next_decision(playing, chance)) is None:
            break
        own = 0
        clock.warm = number >= WARM_AFTER
        seat, decision, version = step
        sent = {"seat": seat, "decision": decision, "expected_version": version, "decision_id": str(uuid4())}
        if number % 2:
            body = json.dumps(sent)
            with clock.of("decide"):
                answer = programs[seat].post(f"{at}decisions/", body, content_type="application/json")
            assert answer.status_code == 201, answer.content
            with clock.of("read"):
                answer = programs[seat].get(f"{at}position/")
            assert answer.status_code == 200, answer.content
        else:
            choices = []
            for path in steps_to(playing, seat, decision):
                with clock.of("choose"):
                    choices.append(browsers[seat].get(f"/matches/{playing.match}/choose/", {"path": path}))
            form = {"decision": json.dumps(decision), "expected_version": version, "decision_id": uuid4()}
            with clock.of("post"):
                answer = browsers[seat].post(f"/matches/{playing.match}/decide/", form)
            assert answer.status_code in (200, 204), answer.content
            if clock.warm:
                sizes["a step of a choice"] += [on_the_wire(one) for one in choices]
                sizes["the answer"].append(on_the_wire(answer))
            own = sum(map(on_the_wire, [*choices, answer]))
        for viewer, made in heard.items():
            with clock.of("frames"):
                reached, size = made()
            if clock.warm:
                sizes[f"frames for {viewer}"].append(size)
                if own and viewer == str(seat):
                    sizes["an own decision, in all"].append(own + size)
        passed.append(reached)
        for missed in MISSED:
            if clock.warm and len(passed) > missed:
                before = passed[-1 - missed]
                share = bytes_sent(playing, "0", before)[1] / (1024 + 200 * (reached - before))
                sizes[f"coming back, {missed} missed"].append(100 * share)


def steps_to(playing: Playing, seat: int, decision: Mapping[str, Any]) -> Iterator[list[str]]:
    """What a page asks for on the way to a decision: the prompt after each step, but for a last one that decides."""
    from elekt_core.record.record import encode_meta_decision
    from matches.play import queries
    from matches.play.choices import choices_at

    here = queries.position(match_id=playing.match, player=playing.people[seat])
    option = next(one for one in here.options if encode_meta_decision(here.game, one) == decision)
    path: list[str] = []
    for part in here.game.parts(option):
        offered = next(one for one in choices_at(here, path).next if one.part == part)
        path.append(part)
        if offered.decision is not None and not offered.confirmed:
            return
        yield path.copy()


def on_the_wire(answer: Any) -> int:
    """The bytes of an answer with its head."""
    return len(answer.content) + sum(len(f"{name}: {value}\r\n") for name, value in answer.items())


def look_back(playing: Playing, sizes: dict[str, list[float]]) -> None:
    """The bytes of a replay, compressed as they are sent: its page, and each step with what is fetched ahead of it."""
    from django.test import Client

    page, client = f"/matches/{playing.match}/replay/", Client(headers={"accept-encoding": "gzip"})
    version, seen = bytes_sent(playing, "spectator", 1)[0], "as=spectator"
    for name, at in (("a replay", version), ("the table", None)):
        address = f"/matches/{playing.match}/" if at is None else f"{page}{at}/?{seen}"
        sizes[f"first load of {name}"].append(first_load(Client().get(address).content.decode()))
    held: dict[int, str] = {}
    for at in range(1, version):
        asked = f"{page}steps/?{seen}&to={at + 1}"
        if at in held:
            asked += f"&from={at}&have={held[at]}"
        answer = client.get(asked)
        told = answer.content
        if at in held:
            sizes["step of a replay"].append(len(told))
        plain = gzip.decompress(told) if answer.get("Content-Encoding") == "gzip" else told
        held[at + 1] = json.loads(plain)["steps"][0]["digest"]


def first_load(page: str) -> int:
    """The bytes of a page with the styles, scripts and typefaces that it names, compressed as they are sent."""
    from django.contrib.staticfiles import finders

    named = set(re.findall(r'(?:href|src)="/static/([^"#?]+\.(?:css|js|woff2))', page))
    found = [Path(file) for name in named if (file := finders.find(name))]
    files = sum(len(gzip.compress(one.read_bytes())) for one in found if one.suffix != ".woff2")
    return (
        len(gzip.compress(page.encode())) + files + sum(one.stat().st_size for one in found if one.suffix == ".woff2")
    )


def bytes_sent(playing: Playing, viewer: str, after: int) -> tuple[int, int]:
    """Where the stream stands, and the bytes that lead there from event ``after``, for a page that was open then."""
    from web.live.audience import Audience, frames

    version, told = frames(Audience("match", playing.match, viewer, "en", "html"), after)
    return version, sum(len(frame.form(holds=True, packed=True)) for frame in told)


def frames_for(playing: Playing, viewer: str) -> Callable[[], tuple[int, int]]:
    """What brings that audience to the present, each time it is called: where it stands, and the bytes."""
    place = [1]

    def made() -> tuple[int, int]:
        place[0], size = bytes_sent(playing, viewer, place[0])
        return place[0], size

    return made


def report(title: str, figures: dict[str, list[float]], unit: str) -> None:
    for name, found in figures.items():
        ordered = sorted(found)
        high = ordered[len(ordered) * 95 // 100]
        print(f"  {title} {name:<24} median {median(found):>10,.2f}  p95 {high:>10,.2f} {unit}")


def main() -> None:
    asked = argparse.ArgumentParser(prog="benchmarks.live.way")
    asked.add_argument("--games", nargs="*", default=["elekt", "enclave", "elector_counts"])
    asked.add_argument("--decisions", type=int, default=60)
    asked.add_argument("--seeds", type=int, nargs="+", default=[14], help="each a deal and its random decisions")
    asked.add_argument("--profile", default="")
    asked.add_argument("--sort", default="tottime")
    given = asked.parse_args()
    with own_database():
        for game in given.games:
            clock, sizes = Clock(given.profile), defaultdict[str, list[float]](list)
            for seed in given.seeds:
                playing = begun(game, seed)
                play(playing, given.decisions, random.Random(seed), clock, sizes)
                look_back(playing, sizes)
            print(game)
            report("time of", clock.spent, "ms")
            report("bytes of", sizes, "")
            if given.profile:
                pstats.Stats(clock.profiler).sort_stats(given.sort).print_stats(45)


if __name__ == "__main__":
    main()
