"""Pictures that people send: what is kept of them."""

from __future__ import annotations

import struct
import zlib
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from web import pictures
from web.costly import DRAWING
from web.errors import BadRequest


def file(kind: str = "JPEG", size: tuple[int, int] = (64, 48), mode: str = "RGB", **more: Any) -> bytes:
    out = BytesIO()
    Image.new(mode, size, "red").save(out, kind, **more)
    return out.getvalue()


def taken_somewhere() -> bytes:
    exif = Image.Exif()
    exif[0x010F] = "Secret camera"
    exif[0x0112] = 6  # turned by a quarter
    exif.get_ifd(0x8825)[1] = "N"
    return file(exif=exif, comment=b"of Bob")


@pytest.mark.parametrize("kind", pictures.KINDS)
def test_a_picture_is_written_anew_and_small(kind: str) -> None:
    found = pictures.picture(file(kind, (3000, 1500)), asker="")
    with Image.open(BytesIO(found.content)) as shown:
        assert (shown.format, shown.size) == ("WEBP", (1280, 640)) == ("WEBP", (found.width, found.height))


def test_whoever_has_pictures_drawn_keeps_nobody_from_sending_one() -> None:
    with DRAWING.place("somebody"), ThreadPoolExecutor(1) as other:
        assert other.submit(pictures.picture, file(), asker="alice").result().width == 64


def test_what_the_file_says_beside_the_picture_goes_and_it_stands_upright() -> None:
    found = pictures.picture(taken_somewhere(), asker="")
    assert (found.width, found.height) == (48, 64)
    assert b"Secret" not in found.content
    assert b"Bob" not in found.content
    with Image.open(BytesIO(found.content)) as shown:
        assert not shown.getexif()
        assert not {"exif", "xmp", "icc_profile", "comment"} & set(shown.info)


def bomb() -> bytes:
    """A PNG whose head says that it has 40 gigapixels."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", 200_000, 200_000, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 1000)) + chunk(b"IEND", b"")
    )


def endless() -> bytes:
    """A progressive JPEG that says its last scan again and again."""
    plain = file(progressive=True)
    at = plain.rindex(pictures.SCAN)
    return plain[:-2] + plain[at:-2] * pictures.MAX_SCANS + plain[-2:]


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"", "not_a_picture"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>", "not_a_picture"),
        (file("GIF"), "not_a_picture"),
        (file()[:300], "not_a_picture"),
        (b"GIF89a/*<script>*/", "not_a_picture"),
        (bomb(), "not_a_picture"),
        (endless(), "not_a_picture"),
        (file("PNG", (6000, 5000), "1"), "picture_too_large"),
        (b"\xff\xd8" + b"\0" * pictures.MAX_BYTES, "picture_too_long"),
    ],
)
def test_what_is_no_picture_or_too_large_is_refused(sent: bytes, code: str) -> None:
    with pytest.raises(BadRequest) as refused:
        pictures.picture(sent, asker="")
    assert refused.value.code == code


def test_a_progressive_picture_is_kept() -> None:
    assert pictures.picture(file(size=(900, 700), progressive=True), asker="").width == 900


def test_a_moving_picture_stands_still_and_a_clear_one_stays_clear() -> None:
    out = BytesIO()
    frames = [Image.new("RGBA", (20, 20), colour) for colour in ((255, 0, 0, 0), (0, 255, 0, 255))]
    frames[0].save(out, "PNG", save_all=True, append_images=frames[1:])
    with Image.open(BytesIO(pictures.picture(out.getvalue(), asker="").content)) as shown:
        assert shown.mode == "RGBA"
        assert getattr(shown, "n_frames", 1) == 1
