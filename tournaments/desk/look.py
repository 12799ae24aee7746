"""Which part of the desk is open, so that an answer shows the same part again."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import SplitResult, urlencode, urlsplit

from django.http import HttpRequest, QueryDict

from web import posted
from web.request import is_htmx, whole

MAX_LENGTH = 80


@dataclass(frozen=True, slots=True)
class Look:
    """``stage`` and ``round`` are those chosen (``""``, 0: the running ones), ``find`` is the search text for both
    lists, ``missing`` hides finished tables, ``entrant`` is the one whose panel is open (0: none).
    """

    stage: str = ""
    round: int = 0
    find: str = ""
    missing: bool = False
    entrant: int = 0

    def query(self, **other: object) -> str:
        """The query string of this look with ``other`` values; ``"?"`` if nothing is chosen."""
        chosen: dict[str, object] = {
            "stage": self.stage,
            "round": self.round,
            "find": self.find,
            "missing": "yes" if self.missing else "",
            "entrant": self.entrant,
        }
        kept = {key: value for key, value in {**chosen, **other}.items() if value}
        return f"?{urlencode(kept)}" if kept else "?"


@dataclass(frozen=True, slots=True)
class At:
    """The part of the desk from which a form was sent."""

    stage: str = ""
    round: str = ""


def look(request: HttpRequest) -> Look:
    """From the page's address; for a form sent by a script, from the address that it names."""
    if request.method != "POST":
        return _read(request.GET)
    if is_htmx(request):
        return _read(QueryDict(_address(request).query))
    at = posted.read(request, At)
    return Look(stage=at.stage[:MAX_LENGTH], round=_number(at.round))


def _address(request: HttpRequest) -> SplitResult:
    """The address that the browser gives; empty if it is not a valid one."""
    try:
        return urlsplit(request.headers.get("HX-Current-URL", ""))
    except ValueError:
        return urlsplit("")


def _read(query: QueryDict) -> Look:
    return Look(
        query.get("stage", "")[:MAX_LENGTH],
        _number(query.get("round", "")),
        " ".join(query.get("find", "")[:MAX_LENGTH].split()),
        query.get("missing") == "yes",
        _number(query.get("entrant", "")),
    )


def _number(text: str) -> int:
    try:
        return whole(text)
    except ValueError:
        return 0
