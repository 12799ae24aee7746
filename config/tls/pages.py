"""The page that tells how a phone or computer comes to trust the installation, written as files before the plain server
starts: one for each language."""

from __future__ import annotations

from pathlib import Path

from django.template.loader import render_to_string
from django.utils import translation

from web.qr import qr

from . import plain


def write(folder: Path, *, here: str, product: str, fingerprint: str) -> None:
    """``here`` is the page's own address, ``product`` where the product is afterwards."""
    context = {
        "here": here,
        "code": qr(here),
        "product": product,
        "certificate": plain.CERTIFICATE,
        "fingerprint": fingerprint,
    }
    for language in plain.LANGUAGES:
        with translation.override(language):
            text = render_to_string("tls/install.html", {**context, "language": language})
        (folder / f"install.{language}.html").write_text(text, encoding="utf-8")
