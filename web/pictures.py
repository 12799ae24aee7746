"""Pictures that people send: looked at before they are decoded, made small, and written anew, so that nothing of the
file stays (place, camera, names, programs) but what is seen."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO

from PIL import Image, ImageOps

from .costly import PICTURES
from .errors import BadRequest

MAX_BYTES = 6_000_000
MAX_PIXELS = 25_000_000
MAX_SIDE = 1280
"""Of a picture that is kept."""
MAX_SCANS = 100
"""Of a progressive JPEG, each of which goes over all pixels; cameras and programs write about ten."""
SCAN = b"\xff\xda"
KINDS = ("JPEG", "PNG", "WEBP")
TYPE = "image/webp"
QUALITY = 80


@dataclass(frozen=True, slots=True)
class Picture:
    content: bytes
    digest: str
    width: int
    height: int


def picture(sent: bytes, *, asker: str, field: str = "picture") -> Picture:
    """Raises BadRequest (too long, of another kind, too many pixels, damaged), Busy."""
    if len(sent) > MAX_BYTES:
        raise BadRequest("picture_too_long", field=field, most=MAX_BYTES // 1_000_000)
    with PICTURES.place(asker):
        return _written_anew(sent, field)


def _written_anew(sent: bytes, field: str) -> Picture:
    try:
        with Image.open(BytesIO(sent), formats=KINDS) as found:
            if found.width * found.height > MAX_PIXELS:
                raise BadRequest("picture_too_large", field=field, most=MAX_PIXELS // 1_000_000)
            if found.format == "JPEG" and sent.count(SCAN) > MAX_SCANS:
                raise BadRequest("not_a_picture", field=field)
            found.draft("RGB", (MAX_SIDE, MAX_SIDE))
            shown = ImageOps.exif_transpose(found)
            shown.thumbnail((MAX_SIDE, MAX_SIDE))
            clear = "A" in shown.getbands() or "transparency" in shown.info
            small = shown.convert("RGBA" if clear else "RGB")
    except (OSError, ValueError, SyntaxError, ArithmeticError, Image.DecompressionBombError):
        raise BadRequest("not_a_picture", field=field) from None
    plain = Image.new(small.mode, small.size)
    plain.paste(small)  # the pixels alone: no metadata comes along
    out = BytesIO()
    plain.save(out, "WEBP", quality=QUALITY, method=4)
    content = out.getvalue()
    return Picture(content, sha256(content).hexdigest(), plain.width, plain.height)
