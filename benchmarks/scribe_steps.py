"""How long the server takes for an answer of a scribe, and for one that makes an entry whole and stores it.

Bots play; somebody who saw what spectators see answers through the page, each answer a request as a phone sends it.
Milliseconds are the processor's, since other programs may run. ``--sqlite FILE`` is a database that may be filled.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid4


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="elekt")
    parser.add_argument("--decisions", type=int, default=40)
    parser.add_argument("--sqlite", metavar="FILE", required=True)
    asked = parser.parse_args()
    os.environ |= {"STATIC_COLLECTED": "false", "DATABASE_URL": f"sqlite:///{os.path.abspath(asked.sqlite)}"}
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    answers, entries = run(asked.game, asked.decisions)
    told("an answer that asks for more", answers)
    told("an answer that is stored", entries)


def run(name: str, decisions: int) -> tuple[list[float], list[float]]:
    from django.conf import settings
    from django.test import Client

    from elekt_core.bots import derive
    from elekt_core.chance import SeededChance
    from elekt_core.registry import get_bot
    from matches.scribe import commands as c
    from matches.scribe import services
    from players.models import Player
    from tests.elekt_core.scribe.witness import played, seen

    settings.ALLOWED_HOSTS = ["*"]
    alice = Player.objects.create_user(f"alice-{uuid4()}", "a password", name="Alice")
    made = services.begin(c.BeginScribing(game=name, seats=3), ["Ala", "Bartek", "Celina"], by=alice.id).scribing
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(alice)
    phone = _Phone(client, made, alice.id)
    table = played(name, derive("steps", name), 3)
    phone.enter(None, seen(table, None))
    bot = get_bot(table.game, "greedy")
    for number in range(decisions):
        if table.game.outcome(table.state) is not None:
            break
        seat = table.game.awaiting(table.state)[0].seat
        options = table.game.options(table.state, seat)
        chance = SeededChance(derive("bot", number))
        decision = bot.choose(table.game, table.game.view(table.state, seat), options, chance)
        table.decide(decision)
        phone.enter(decision, seen(table, None))
    return phone.answers, phone.entries


class _Phone:
    def __init__(self, client: Any, scribing: UUID, player: UUID) -> None:
        self.client, self.scribing, self.player = client, scribing, player
        self.answers: list[float] = []
        self.entries: list[float] = []

    def enter(self, decision: Any, facts: Sequence[Any]) -> None:
        from matches.scribe import queries
        from tests.elekt_core.scribe.witness import answers

        before = queries.scribing(scribing_id=self.scribing, player=self.player)
        keys, id_ = answers(before.session, decision, facts), uuid4()
        for number in range(1, len(keys) + 1):
            sent = {"entry": str(id_), "after": len(self.entries), "pick": keys[:number]}
            begun = time.process_time()
            answer = self.client.post(f"/scribe/{self.scribing}/step/", sent, headers={"X-Scribe": "panel"})
            took = (time.process_time() - begun) * 1000
            assert answer.status_code == 200, answer.content[:500]
            (self.entries if number == len(keys) else self.answers).append(took)


def told(what: str, times: Sequence[float]) -> None:
    ordered = sorted(times) or [0.0]
    late = ordered[min(len(ordered) - 1, len(ordered) * 95 // 100)]
    print(f"{what:<30} {len(times):>5} times   median {ordered[len(ordered) // 2]:6.0f} ms   p95 {late:6.0f} ms")


if __name__ == "__main__":
    main()
