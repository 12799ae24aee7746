"""Files as browsers get them: named after what is in them, our scripts without the words that are meant for us."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

OURS = Path(settings.STATICFILES_DIRS[0]) / "js"
"""Scripts of libraries and of games' packages come as their authors sent them."""


class Shortened(NamedTuple):
    """A place of scripts, read without comments and white space."""

    storage: Storage

    def open(self, path: str) -> ContentFile[bytes]:
        with self.storage.open(path) as file:
            return ContentFile(jsmin(file.read()))


class CollectedFiles(CompressedManifestStaticFilesStorage):
    def post_process(
        self, paths: Mapping[str, tuple[Storage, str]], dry_run: bool = False, **options: Any
    ) -> Iterator[Any]:
        read = {
            name: (Shortened(storage) if _is_our_script(storage, path) else storage, path)
            for name, (storage, path) in paths.items()
        }
        yield from super().post_process(read, dry_run=dry_run, **options)


def _is_our_script(storage: Storage, path: str) -> bool:
    return path.endswith(".js") and Path(storage.path(path)).parent == OURS
