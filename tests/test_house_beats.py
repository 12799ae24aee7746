"""A process without a sign of life is noticed; one that is busy, asleep with its machine or set back in time is not."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from celery import Celery
from celery.fixups.django import DjangoWorkerFixup  # type: ignore[attr-defined]
from django.db import connection
from django.utils import timezone
from kombu import Connection

from config import beats
from config.beats import STARTING, Watch
from config.celery import app, keep_connection
from config.scheduler import Scheduler
from matches.tasks import look_each_second
from tests.product import HOME, alive
from tests.test_house_supervisor import wait_for_lines

HOUR = 3600.0


# --- what counts as silence ---------------------------------------------------------------------------------------


@pytest.fixture
def watch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Watch:
    monkeypatch.setenv(beats.FOLDER, str(tmp_path))
    watch = Watch(tmp_path, ["loop"])
    watch.begin()
    return watch


def silent_for(watch: Watch, seconds: float) -> str | None:
    """The supervisor looks ten times a second, and hears of it once."""
    found = [part for _ in range(round(seconds * 10)) if (part := watch.look(0.1)) is not None]
    assert len(found) <= 1
    return found[0] if found else None


def test_a_silent_process_is_noticed_when_its_patience_is_over(watch: Watch) -> None:
    beats.beat("loop", 30)
    assert silent_for(watch, 29) is None
    assert silent_for(watch, 2) == "loop"


def test_a_beat_begins_the_silence_anew(watch: Watch) -> None:
    for _ in range(3):
        beats.beat("loop", 30)
        assert silent_for(watch, 29) is None


def test_a_process_that_starts_has_time_until_its_first_beat(watch: Watch) -> None:
    assert silent_for(watch, STARTING - 1) is None
    assert silent_for(watch, 2) == "loop"
    watch.begin()
    assert silent_for(watch, STARTING - 1) is None


def test_a_busy_process_has_as_long_as_it_asked_for(watch: Watch) -> None:
    beats.beat("loop", 90)
    assert silent_for(watch, 89) is None
    beats.beat("loop", 5)
    assert silent_for(watch, 6) == "loop"


def test_hours_in_which_nobody_looked_are_a_moment(watch: Watch) -> None:
    """A laptop that slept, a virtual machine that was paused: the supervisor did not see the others either."""
    beats.beat("loop", 30)
    for _ in range(20):
        assert watch.look(HOUR) is None
    assert silent_for(watch, 11) == "loop"


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
def test_the_time_of_day_does_not_matter(watch: Watch, tmp_path: Path, jump: float) -> None:
    """Files get the time of day: set back, a beat is older than the one before, and is a beat."""
    beats.beat("loop", 30)
    assert silent_for(watch, 20) is None
    stamp = time.time() + jump
    os.utime(tmp_path / "loop", (stamp, stamp))
    assert silent_for(watch, 29) is None
    assert silent_for(watch, 2) == "loop"


def test_a_folder_that_somebody_has_cleared_away_is_there_again_at_the_next_start(watch: Watch, tmp_path: Path) -> None:
    beats.beat("loop", 30)
    (tmp_path / "loop").unlink()
    tmp_path.rmdir()
    beats.beat("loop", 30)
    assert silent_for(watch, STARTING + 1) == "loop"
    watch.begin()
    beats.beat("loop", 30)
    assert silent_for(watch, 29) is None


def test_it_can_be_switched_off(watch: Watch) -> None:
    beats.beat("loop", 0)
    assert silent_for(watch, 1000) is None


def test_without_a_supervisor_nobody_beats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(beats.FOLDER, raising=False)
    beats.beat("loop", 30)
    monkeypatch.setenv(beats.FOLDER, str(tmp_path / "gone"))
    beats.beat("loop", 30)


# --- a real process ------------------------------------------------------------------------------------------------

BABYSITTER = """
    import os, sys
    from functools import partial
    from config.supervisor import Child, Supervisor
    names = {"beats": "beat('main', 5)", "busy": "beat('main', 600); time.sleep(600)"}
    children = [
        Child(name, partial(os.execv, sys.executable, [sys.executable, "-c", code.replace("NAME", name)]), ["main"])
        for name, code in ((name, CODE.replace("WORK", work)) for name, work in names.items())
    ]
    sys.exit(Supervisor(children, ready=lambda: True, say=print, welcome="ready").run())
"""
CODE = """
import os, time
from config.beats import beat
open(os.path.join({path!r}, 'NAME'), 'a').write(f'{{os.getpid()}} ')
while True:
    WORK
    time.sleep(0.05)
"""


@pytest.mark.slow
def test_a_stopped_process_starts_again_and_a_busy_one_is_left_alone(tmp_path: Path) -> None:
    """SIGSTOP: the process is there and does nothing, as in a deadlock. The busy one had said so."""
    code = textwrap.dedent(BABYSITTER).replace("CODE", repr(CODE.format(path=str(tmp_path))))
    sitter = subprocess.Popen([sys.executable, "-c", code], cwd=HOME, stdout=subprocess.PIPE, text=True)
    first, busy = wait_for_lines(tmp_path / "beats", 1)[0], wait_for_lines(tmp_path / "busy", 1)[0]
    folders = [Path(beating(one)) for one in (first, busy)]
    last = time.monotonic() + 20
    while not all((folder / "main").exists() for folder in folders):
        assert time.monotonic() < last
        time.sleep(0.02)
    os.kill(first, signal.SIGSTOP)
    second = wait_for_lines(tmp_path / "beats", 2)[1]
    assert not alive(first)
    assert alive(second)
    assert alive(busy)
    sitter.send_signal(signal.SIGINT)
    output, _ = sitter.communicate(timeout=20)
    assert "beats hangs (main gives no sign of life); it is ended" in output
    assert "beats ended by SIGKILL; it starts again" in output
    assert "busy" not in output
    assert not any(folder.exists() for folder in folders), "nothing is left behind"


def beating(pid: int) -> str:
    """The folder on which a process beats."""
    settings = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    return next(one for one in settings if one.startswith(beats.FOLDER.encode())).decode().partition("=")[2]


# --- what runs every few seconds -------------------------------------------------------------------------------


class Clock:
    """Seconds since some beginning, in the test's hands."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def sending(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scheduler]:
    """A beat with a broker in a folder: one task each second, one each minute."""
    app = Celery("clock", broker="safefs://", set_as_current=False)
    for folder in ("messages", "control"):
        (tmp_path / folder).mkdir()
    app.conf.broker_transport_options = {
        "data_folder_in": str(tmp_path / "messages"),
        "data_folder_out": str(tmp_path / "messages"),
        "control_folder": str(tmp_path / "control"),
    }
    app.conf.beat_schedule = {
        "often": {"task": "often", "schedule": 1.0, "options": {"expires": 5}},
        "seldom": {"task": "seldom", "schedule": 60.0},
    }
    monkeypatch.setattr(Scheduler, "clock", Clock())
    scheduler = Scheduler(app)
    yield scheduler
    scheduler.close()


def sent(folder: Path) -> list[str]:
    """The tasks in the broker, taken out of it."""
    found = []
    for file in sorted((folder / "messages").iterdir()):
        found.append(json.loads(file.read_text())["headers"]["task"])
        file.unlink()
    return sorted(found)


def test_a_clock_that_is_set_stops_nothing_that_runs_every_few_seconds(
    sending: Scheduler, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock: Any = Scheduler.clock
    assert sending.tick() == 1
    assert sent(tmp_path) == ["often", "seldom"]
    for hours in (-1, -24, 1):
        now = timezone.now() + timedelta(hours=hours)
        monkeypatch.setattr(Celery, "now", lambda self, now=now: now)
        monkeypatch.setattr("time.time", lambda now=now: now.timestamp())
        clock.now += 0.5
        assert 0 < sending.tick() <= 0.5
        assert sent(tmp_path) == []
        clock.now += 0.5
        sending.tick()
        assert sent(tmp_path) == ["often"]
    clock.now += 60
    sending.tick()
    assert sent(tmp_path) == ["often", "seldom"], "what was missed is sent once"


def test_a_beat_remembers_nothing_that_would_keep_the_next_one_waiting(sending: Scheduler, tmp_path: Path) -> None:
    sending.tick()
    sent(tmp_path)
    again = Scheduler(sending.app)
    again.tick()
    again.close()
    assert sent(tmp_path) == ["often", "seldom"]


def test_messages_keep_their_order_when_the_clock_is_set_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "messages").mkdir()
    (tmp_path / "control").mkdir()
    options = {"data_folder_in": str(tmp_path / "messages"), "data_folder_out": str(tmp_path / "messages")}
    with Connection("safefs://", transport_options=options | {"control_folder": str(tmp_path / "control")}) as broker:
        queue = broker.SimpleQueue("set-back")
        before = time.time_ns()
        for number, ago in enumerate((0, HOUR, 2 * HOUR)):
            monkeypatch.setattr("time.time_ns", lambda ago=ago: before - int(ago * 1e9))
            queue.put({"number": number})
        assert [queue.get(timeout=2).payload["number"] for _ in range(3)] == [0, 1, 2]


# --- connections --------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_a_worker_keeps_its_connection_from_task_to_task_and_gives_up_a_broken_one() -> None:
    fixup, task = DjangoWorkerFixup(app), look_each_second
    connection.close()  # one that the tests before have opened may be so old that it is given up for its age
    connection.ensure_connection()
    kept = connection.connection
    for during in (fixup.on_task_prerun, fixup.on_task_postrun):
        during(task)
        keep_connection()
        assert connection.connection is kept
    connection.errors_occurred = True
    with patch.object(connection, "is_usable", return_value=False):
        keep_connection()
    assert connection.connection is None
