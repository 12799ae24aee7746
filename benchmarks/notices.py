"""Handing notices over: so many e-mails and pushes to a mail server and a push service of this machine, by workers.

    ./run bench notices                 # 2,000 of each by two workers, on SQLite; or with DATABASE_URL=postgres://...
    ./run bench notices --people 200 --kill    # one worker is killed in the middle, and another takes over

Every push is decrypted, as a browser would, and every e-mail read: nobody is left out, nobody is told twice.
With ``--kill`` at most one message can come twice: the one that was handed over and not yet noted as such.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from time import monotonic, sleep
from typing import Any

from .ratings import database

BEGINS = "import django; django.setup(); from players.notices import delivering, encryption, mail, push; "
BEGINS += "from django.urls import reverse; reverse('players:notices'); "  # what a running worker has read long ago
BEGINS += "encryption.own_key(); print('ready', flush=True); input(); "
WORKER = BEGINS + "print(delivering.deliver_all(), flush=True)"
PATIENCE = 120.0


@dataclass
class Seen:
    """What arrived: by address and by device, how often."""

    mails: Counter[str] = field(default_factory=Counter)
    pushes: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    by_worker: list[int] = field(default_factory=list)

    @property
    def twice(self) -> int:
        return sum(count - 1 for counts in (self.mails, self.pushes) for count in counts.values())


def main() -> int:
    parsing = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parsing.add_argument("--people", type=int, default=2000)
    parsing.add_argument("--workers", type=int, default=2)
    parsing.add_argument("--kill", action="store_true", help="kill one worker in the middle")
    asked = parsing.parse_args()
    with database():
        seen = run(asked.people, asked.workers, kill=asked.kill)
    told = f"{len(seen.mails)} e-mails and {len(seen.pushes)} pushes in {seen.seconds:.1f} s"
    print(f"{told} by {asked.workers} workers {seen.by_worker}; {seen.twice} came twice")
    whole = len(seen.mails) == len(seen.pushes) == asked.people
    return 0 if whole and seen.twice <= int(asked.kill) * 9 else 1


def run(people: int, workers: int, *, kill: bool = False) -> Seen:
    """On the database that Django is set up for, which is migrated first."""
    from django.core.management import call_command

    from tests.sinks import mail_sink, push_sink

    call_command("migrate", verbosity=0)
    with mail_sink() as mails, push_sink() as pushes:
        browsers = told(people, pushes.netloc)
        environment = os.environ | {
            "MAIL_URL": f"smtp://127.0.0.1:{mails.port}",
            "PUSH_LOCAL": pushes.netloc,
            "DATABASE_POOL": "0",
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
        seen = Seen()
        _work(environment, workers, seen, (lambda: len(mails.messages) > people // 3) if kill else None)
        if kill:
            _lapse()
            _work(environment, 1, seen, None)
        seen.mails.update(str(message["To"]) for message in mails.messages)
        for path, _headers, body in pushes.taken:
            assert browsers[path].decrypt(body)["title"]
            seen.pushes[path] += 1
    return seen


def told(people: int, netloc: str) -> dict[str, Any]:
    """Everybody has an address and a device, and is told the same; the browsers, by the path of their endpoint."""
    from django.contrib.auth.hashers import make_password
    from django.utils import timezone

    from players.models import Device, Player, Reader
    from players.notices import messages
    from players.notices.telling import tell
    from tests.sinks import Browser

    now, password = timezone.now(), make_password(None)
    ids = [Player(username=f"reader-{n}", name=f"Reader {n}", password=password) for n in range(people)]
    Player.objects.bulk_create(ids)
    readers = [
        Reader(player=one.pk, language="en", zone="UTC", address=f"{one.username}@example.org", confirmed_at=now)
        for one in ids
    ]
    Reader.objects.bulk_create(readers)
    browsers = {f"/{one.pk}": Browser() for one in ids}
    Device.objects.bulk_create(
        Device(player=one.pk, endpoint=f"http://{netloc}/{one.pk}", key=b.key, secret=b.secret, added_at=now)
        for one, b in zip(ids, browsers.values(), strict=True)
    )
    about = {"event": "Autumn Cup"}
    tell(messages.MOVED_UP, to=[one.pk for one in ids], key="measured", path="/", about=about)
    return browsers


def _work(environment: dict[str, str], workers: int, seen: Seen, is_time: Any) -> None:
    """Workers begin together and go on until nothing is due; the first is killed where ``is_time`` says so."""
    command = [sys.executable, "-c", WORKER]
    crew = [
        subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(workers)
    ]
    for one in crew:
        assert one.stdout
        assert one.stdin
        assert one.stdout.readline() == "ready\n"
    begun = monotonic()
    for one in crew:
        assert one.stdin
        one.stdin.write("\n")
        one.stdin.flush()
    if is_time is not None:
        while not is_time() and monotonic() < begun + PATIENCE:
            sleep(0.001)
        crew.pop(0).kill()
    for one in crew:
        said, _ = one.communicate(timeout=PATIENCE)
        seen.by_worker.append(int(said))
    seen.seconds += monotonic() - begun


def _lapse() -> None:
    """The claims of whoever was killed are over: two minutes have passed."""
    from django.utils import timezone

    from players.models import Delivery

    Delivery.objects.filter(state=Delivery.State.WAITING).update(due_at=timezone.now())


if __name__ == "__main__":
    raise SystemExit(main())
