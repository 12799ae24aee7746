"""What ratings refuse. Nothing was stored when it is raised. ``sentences`` has the words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class RatingRefused(Exception):
    """``code`` is stable; ``data`` says which player, game or field, and ``why`` where a code has several reasons."""

    def __init__(self, code: str, **data: Any) -> None:
        self.code = code
        self.data: Mapping[str, Any] = data
        super().__init__(f"{code} ({', '.join(f'{key}={value}' for key, value in data.items())})")
