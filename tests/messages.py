"""The catalogue of texts: collected from the sources, kept in locale/, compiled beside it. Needs no gettext tools.

./run messages            collect new texts, compile
./run messages --prune    also forget texts that no source has any more
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import polib
from babel.messages.extract import extract
from django.utils.translation.template import templatize

HOME = Path(__file__).resolve().parent.parent
CATALOGUE = HOME / "locale" / "pl" / "LC_MESSAGES" / "django.po"
PYTHON = ("config", "ledger", "matches", "players", "tournaments", "web")
TEMPLATES = ("templates", *PYTHON)
KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
METADATA = {
    "Project-Id-Version": "elekt",
    "Language": "pl",
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
    "Plural-Forms": ("nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);"),
}


class Text(NamedTuple):
    context: str | None
    id: str
    plural: str | None


def templates() -> list[Path]:
    return sorted(path for folder in TEMPLATES for path in (HOME / folder).rglob("*.html"))


def modules() -> list[Path]:
    found = (path for folder in PYTHON for path in (HOME / folder).rglob("*.py"))
    return sorted(path for path in found if "migrations" not in path.parts)


def collect() -> dict[Text, list[str]]:
    """Every text of the sources, and the files that have it, in the order of the files."""
    found: dict[Text, list[str]] = {}
    for path in [*templates(), *modules()]:
        where = str(path.relative_to(HOME))
        for text in texts_of(path):
            places = found.setdefault(text, [])
            if where not in places:
                places.append(where)
    return found


def texts_of(path: Path) -> Iterator[Text]:
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        # What is left is read as Python, which minds indentation; a template's own means nothing.
        source = "\n".join(line.lstrip() for line in templatize(source, origin=str(path)).splitlines())
    for _line, message, _comments, context in extract("python", io.BytesIO(source.encode()), keywords=KEYWORDS):
        ids = message if isinstance(message, tuple) else (message,)
        yield Text(context or None, ids[0], ids[1] if len(ids) > 1 else None)


def load() -> polib.POFile:
    if CATALOGUE.exists():
        return polib.pofile(str(CATALOGUE), wrapwidth=110)
    return polib.POFile(wrapwidth=110)


def merge(catalogue: polib.POFile, found: dict[Text, list[str]], *, prune: bool) -> None:
    """Entries in the order of the sources; what no source has any more is kept as obsolete unless pruned."""
    known = {Text(entry.msgctxt or None, entry.msgid, entry.msgid_plural or None): entry for entry in catalogue}
    fresh = []
    for text, places in found.items():
        entry = known.pop(text, None) or polib.POEntry(
            msgctxt=text.context,
            msgid=text.id,
            msgid_plural=text.plural or "",
            msgstr_plural=dict.fromkeys(range(3), "") if text.plural else {},
        )
        entry.obsolete = False
        entry.occurrences = [(place, "") for place in places]
        entry.flags = [flag for flag in entry.flags if flag != "python-format"]
        fresh.append(entry)
    left = [] if prune else [entry for entry in known.values() if entry.translated()]
    for entry in left:
        entry.obsolete = True
        entry.occurrences = []
    catalogue[:] = [*fresh, *left]
    catalogue.metadata = METADATA


def write(catalogue: polib.POFile) -> None:
    CATALOGUE.parent.mkdir(parents=True, exist_ok=True)
    for path, save in ((CATALOGUE, catalogue.save), (CATALOGUE.with_suffix(".mo"), catalogue.save_as_mofile)):
        part = path.with_name(f".{path.name}.part")
        save(str(part))
        part.replace(path)


def main(arguments: list[str]) -> int:
    catalogue = load()
    merge(catalogue, collect(), prune="--prune" in arguments)
    write(catalogue)
    open_entries = [entry for entry in catalogue if not entry.obsolete and (entry.fuzzy or not entry.translated())]
    for entry in open_entries:
        print(f"untranslated: {entry.msgid!r} ({', '.join(place for place, _ in entry.occurrences)})")
    print(f"{CATALOGUE.relative_to(HOME)}: {len(catalogue)} texts, {len(open_entries)} untranslated")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
