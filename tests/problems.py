"""What every error of the API looks like (RFC 9457)."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

MEMBERS = {"type", "title", "status", "detail", "code", "rule", "sentence", "data"}


def is_problem(answer: Any) -> None:
    """Whether Django's answer is a problem, and says what its status line says."""
    assert answer["Content-Type"] == "application/problem+json", answer["Content-Type"]
    told = answer.json()
    assert set(told) == MEMBERS
    assert told["status"] == answer.status_code
    assert told["title"] == HTTPStatus(answer.status_code).phrase
    assert told["type"] == f"tag:elekt,2026:{told['code']}"
    assert told["detail"] == told["sentence"] != ""
    assert isinstance(told["data"], dict)
