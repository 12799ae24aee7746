"""The scenarios that ship with Enclave: a file for each open question and worthwhile example."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def files() -> Mapping[str, str]:
    """Name of each file without ``.toml``, and its text, in alphabetical order."""
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.glob("*.toml"))}
