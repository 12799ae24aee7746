"""docker/compose.yaml keeps our own advice: the product may only append, and nobody comes without a password."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml
from django.core.management import call_command, get_commands, load_command_class
from django.core.management.base import CommandError
from django.test import override_settings

from config import parts
from config.management.commands import mind
from config.supervisor import Child, Supervisor
from tests.product import HOME

PARTS = ("web", "worker", "beat")


@pytest.fixture
def services() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((HOME / "docker" / "compose.yaml").read_text())["services"]
    return found


def test_the_product_is_not_the_ledgers_owner(services: dict[str, Any]) -> None:
    owner = services["postgres"]["environment"]["POSTGRES_USER"]
    prepare = services["prepare"]["environment"]
    assert prepare["DATABASE_URL"].startswith(f"postgres://{owner}:")
    for part in PARTS:
        url = services[part]["environment"]["DATABASE_URL"]
        assert not url.startswith(f"postgres://{owner}:")
        assert url == prepare["APP_DATABASE_URL"], "the role that `prepare` makes"
        assert "${POSTGRES_PASSWORD" not in str(services[part]), "nor does it know the owner's password"


def test_redis_asks_for_a_password_that_the_product_knows(services: dict[str, Any]) -> None:
    command = services["redis"]["command"]
    password = command[command.index("--requirepass") + 1]
    assert re.fullmatch(r"\$\{\w+:\?\}", password), "refused where it is not set"
    for part in PARTS:
        assert f":{password}@" in services[part]["environment"]["BROKER_URL"]


def test_neither_postgresql_nor_redis_is_reached_from_outside(services: dict[str, Any]) -> None:
    assert [name for name, service in services.items() if "ports" in service] == ["web"]
    assert all(port.startswith("127.0.0.1:") for port in services["web"]["ports"])


def test_each_part_is_run_by_a_command_that_minds_it(services: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Child] = []

    def run(self: Supervisor) -> int:
        begun.extend(self.children)
        return 0

    monkeypatch.setattr(Supervisor, "run", run)
    monkeypatch.setattr(mind, "refuse_taken", lambda host, port: None)
    monkeypatch.setattr(parts, "read", lambda: None)  # it refuses threads, of which a suite's process may have some
    dockerfile = (HOME / "docker" / "Dockerfile").read_text()
    web = yaml.safe_load(next(line for line in dockerfile.splitlines() if line.startswith("CMD ")).removeprefix("CMD "))
    for command in (web, services["worker"]["command"], services["beat"]["command"]):
        assert command[:3] == ["python", "manage.py", "mind"]
        parser = load_command_class(get_commands()["mind"], "mind").create_parser("manage.py", "mind")
        parser.parse_args(command[3:])
        with pytest.raises(SystemExit):
            call_command(*command[2:])
    assert [child.name for child in begun] == list(PARTS)
    assert all(child.beats for child in begun)


@pytest.mark.django_db
@pytest.mark.parametrize("url", ["postgres://nobody@host/elekt", "sqlite:///somewhere"])
def test_a_role_that_cannot_be_made_stops_prepare_and_is_named(url: str) -> None:
    with override_settings(APP_DATABASE_URL=url), pytest.raises(CommandError, match="APP_DATABASE_URL"):
        call_command("prepare")
