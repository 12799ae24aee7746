"""What a page tells those who show links to it: messengers, search engines (Open Graph)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shared:
    """The value ``share`` of a page's context: only what everybody may read without a profile.
    ``picture`` is the path of one that all may see."""

    title: str
    text: str
    picture: str = ""
