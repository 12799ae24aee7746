"""Children are started, started again when they die, and end with their supervisor."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import textwrap
from functools import partial
from pathlib import Path
from time import monotonic, sleep

import pytest
from django.conf import settings
from django.core.management.base import CommandError
from django.test import override_settings

from config.management.commands.up import host_names, refuse_taken, shown, welcome
from config.supervisor import MAX_WAIT, Child
from tests.product import HOME, alive, free_port, group

BABYSITTER = """
    import os, sys
    from functools import partial
    from config.supervisor import Child, Supervisor
    stays = Child("stays", partial(os.execv, sys.executable, [sys.executable, "-c", STAYS]))
    dies = Child("dies", partial(sys.exit, 3))
    sys.exit(Supervisor([stays, dies], ready=lambda: True, say=print, welcome="ready").run())
"""
STAYS = """
import os, subprocess, time
subprocess.Popen(['sleep', '600'])
open({path!r}, 'a').write(f'{{os.getpid()}} ')
time.sleep(600)
"""


def babysit(path: Path) -> subprocess.Popen[str]:
    code = textwrap.dedent(BABYSITTER).replace("STAYS", repr(STAYS.format(path=str(path))))
    return subprocess.Popen([sys.executable, "-c", code], cwd=HOME, stdout=subprocess.PIPE, text=True)


def wait_for_lines(path: Path, count: int) -> list[int]:
    last = monotonic() + 20
    while monotonic() < last:
        lines = path.read_text().split() if path.exists() else []
        if len(lines) >= count:
            return [int(line) for line in lines]
        sleep(0.05)
    raise AssertionError(f"fewer than {count} starts")


@pytest.mark.slow
def test_a_killed_child_starts_again_and_all_end_with_ctrl_c(tmp_path: Path) -> None:
    starts = tmp_path / "starts"
    sitter = babysit(starts)
    first = wait_for_lines(starts, 1)[0]
    sleep(0.2)
    os.kill(first, signal.SIGKILL)
    second = wait_for_lines(starts, 2)[1]
    assert second != first
    assert group(first) == [], "what the dead had started was left behind"
    sitter.send_signal(signal.SIGINT)
    output, _ = sitter.communicate(timeout=20)
    assert sitter.returncode == 0
    assert group(second) == []
    assert output.startswith("ready")
    assert "stays ended by SIGKILL; it starts again" in output
    assert "dies ended with exit code 3; it starts again" in output


@pytest.mark.slow
def test_children_do_not_outlive_a_killed_supervisor(tmp_path: Path) -> None:
    starts = tmp_path / "starts"
    sitter = babysit(starts)
    child = wait_for_lines(starts, 1)[0]
    sleep(0.2)
    sitter.kill()
    sitter.wait(timeout=20)
    assert sitter.stdout is not None
    sitter.stdout.close()
    last = monotonic() + 10
    while alive(child) and monotonic() < last:
        sleep(0.05)
    assert not alive(child)
    for left in group(child):
        os.kill(left, signal.SIGKILL)


def test_a_child_that_dies_at_once_waits_longer_each_time() -> None:
    child = Child("short", partial(os._exit, 0))
    waits = []
    for _ in range(8):
        child.start(now=0)
        assert child.process is not None
        child.process.join()
        child.bury(now=1)
        waits.append(child.wait)
    assert waits == [0.25, 0.5, 1, 2, 4, 8, MAX_WAIT, MAX_WAIT]
    child.start(now=0)
    assert child.process is not None
    child.process.join()
    child.bury(now=MAX_WAIT + 1)
    assert child.wait == 0


def test_a_taken_port_is_refused_before_anything_starts() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        with pytest.raises(CommandError, match=f"127.0.0.1:{port} cannot be used"):
            refuse_taken("127.0.0.1", port)
    refuse_taken("127.0.0.1", free_port())
    with pytest.raises(CommandError, match="70000"):
        refuse_taken("127.0.0.1", 70000)


@pytest.mark.parametrize(("host", "address"), [("0.0.0.0", "127.0.0.1"), ("::1", "[::1]"), ("10.0.0.7", "10.0.0.7")])
def test_the_printed_address_can_be_opened(host: str, address: str) -> None:
    assert shown(host) == address


def test_who_listens_beyond_this_machine_is_known_by_its_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ALLOWED_HOSTS", raising=False)
    assert host_names("127.0.0.1") == settings.ALLOWED_HOSTS
    assert host_names("10.0.0.7")[:3] == ["localhost", "127.0.0.1", "[::1]"]
    assert "10.0.0.7" in host_names("10.0.0.7")
    assert socket.gethostname() in host_names("0.0.0.0")
    assert "0.0.0.0" not in host_names("0.0.0.0")


@pytest.mark.parametrize(
    ("host", "printed"), [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "127.0.0.1"), ("::", "127.0.0.1"), ("::1", "[::1]")]
)
def test_what_the_operator_allows_counts_and_the_printed_address_with_it(
    monkeypatch: pytest.MonkeyPatch, host: str, printed: str
) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", "play.example")
    with override_settings(ALLOWED_HOSTS=["play.example"]):
        assert host_names(host) == ["play.example", printed]
        assert f"http://{printed}:8000/" in welcome(host, 8000)
        with override_settings(HTTPS=True):
            assert "https://play.example/" in welcome(host, 8000)
