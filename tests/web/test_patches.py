"""A text told by what it was before, and the frames that carry it."""

from __future__ import annotations

import zlib
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from web.live.audience import Audience
from web.live.frames import GZIP_HEAD, Frame, RecentTexts, event, page_frame, squeezed
from web.live.patches import patch, patched
from web.pieces import Text, lines

LINES = st.lists(st.sampled_from(["", "<li>", "</li>", "<p>a line that is long enough to be copied</p>", "ą" * 30]))
CHUNKS = LINES.map("\n".join).map(lines)
TEXTS = st.lists(CHUNKS, max_size=8).map(Text)


@given(TEXTS, TEXTS)
def test_a_patch_leads_from_the_old_text_to_the_new(old: Text, new: Text) -> None:
    assert patched(str(old), patch(old, new)) == str(new)
    assert str(new.sharing(old)) == str(new)


def test_of_a_chunk_that_changes_only_the_line_is_sent() -> None:
    card = "<li>a card with a long name</li>\n<p>its text, as long as that of others</p>\n<b>{}</b>\n</li>"
    chunks = [card.format(n) for n in range(9)]
    changed = [*chunks[:4], card.format("four"), *chunks[5:]]
    assert patch(Text(chunks), Text(changed)) == ([(0, 18), 2, (2, 16)], 36, ["<b>four</b>", "</li>"])


def test_a_text_that_stays_is_one_part() -> None:
    text = "\n".join(f"line {number}" for number in range(500))
    assert patch(Text.of(text), Text.of(text)) == ([(0, 500)], 500, [])


def test_one_line_that_changes_is_sent_alone() -> None:
    before = [f"<li>the card of place {number}</li>" for number in range(500)]
    changed = [*before[:200], "<li>another</li>", *before[201:]]
    told = patch(Text.of("\n".join(before)), Text.of("\n".join(changed)))
    assert told == ([(0, 200), 1, (1, 299)], 500, ["<li>another</li>"])


def test_what_has_moved_is_not_sent_again() -> None:
    card = "<p>what stands on a card</p>\n<b>its name</b>"
    old = Text(["<li>a zone</li>", f"<li>\n{card}\n</li>", "<li>where the table ends</li>"])
    new = Text(
        ["<li>a zone</li>", f"<article>\n{card}\n</article>", "<p>a longer line</p>", "<li>where the table ends</li>"]
    )
    parts, _, fresh = patch(old, new)
    assert (parts, fresh) == ([(0, 1), 1, (1, 2), 2, (1, 1)], ["<article>", "</article>", "<p>a longer line</p>"])
    parts, _, fresh = patch(old, Text([f"<article>\n{card}\n</article>", *old.chunks]))
    assert (parts, fresh) == ([1, (2, 2), 1, (-4, 6)], ["<article>", "</article>"])


def test_a_patch_of_another_text_is_refused() -> None:
    with pytest.raises(ValueError, match="another text"):
        patched("one line", patch(Text.of("two\nlines"), Text.of("x")))


# --- frames -------------------------------------------------------------------------------------------------


def test_pieces_behind_one_head_are_read_as_they_come() -> None:
    reading = zlib.decompressobj(zlib.MAX_WBITS | 16)
    assert reading.decompress(GZIP_HEAD) == b""
    for data in (b"retry: 1000\n\n", b"event: x\ndata: " + b"y" * 9000 + b"\n\n", b": ping\n\n"):
        assert reading.decompress(squeezed(data)) == data, "at once, not with the next one"


def test_the_same_frame_has_the_same_bytes_whatever_came_before() -> None:
    assert squeezed(b"the same hand") == squeezed(b"the same hand")


BOARD = "\n".join(f"<li>the card of place {number}</li>" for number in range(50))


def test_only_what_has_changed_is_sent_to_whoever_holds_the_rest() -> None:
    new = BOARD.replace("place 7<", "place seven<")
    frame = page_frame(
        3,
        5,
        {"log": "<li>5</li>", "board": new, "hand": BOARD},
        ("log",),
        {"board": Text.of(BOARD), "hand": Text.of(BOARD)},
    )
    assert frame.form(holds=False, packed=False) == frame.data
    small = frame.form(holds=True, packed=False)
    part = '{"board":[[[0,7],1,[1,42]],50]}\n<li>the card of place seven</li>'
    assert small == event("log", "<li>5</li>") + event("patch", part) + event("version", "5", 5)
    assert zlib.decompressobj(-zlib.MAX_WBITS).decompress(frame.form(holds=True, packed=True)) == small


def test_whoever_holds_nothing_gets_all_of_it() -> None:
    frame = page_frame(3, 5, {"board": BOARD}, (), None)
    assert frame.form(holds=True, packed=False) == event("board", BOARD) + event("version", "5", 5)


def test_a_patch_that_is_hardly_shorter_is_not_sent() -> None:
    assert page_frame(3, 5, {"board": "x\ny"}, (), {"board": Text.of("a\nb")}).patch is None


def test_a_few_versions_of_a_few_audiences_are_kept() -> None:
    one, other = (Audience("match", uuid4(), viewer, "en", "html") for viewer in ("0", "1"))
    texts = {number: {"board": Text.of(str(number))} for number in range(4)}
    recent = RecentTexts(audiences=1, versions=2)
    for version in (1, 2, 3):
        recent.keep(one, version, texts[version])
    kept = [recent.at(one, version) for version in (1, 2, 3)]
    assert [None if found is None else str(found["board"]) for found in kept] == [None, "2", "3"]
    assert recent.at(other, 3) is None, "what one audience sees is nobody else's"
    recent.keep(other, 3, texts[0])
    assert recent.at(one, 3) is None


def test_what_stays_is_kept_once() -> None:
    one, recent = Audience("match", uuid4(), "0", "en", "html"), RecentTexts()
    for version in (1, 2):
        recent.keep(one, version, {"board": Text([f"version {version}", "".join(["the same", " card"])])})
    first, second = (recent.at(one, version) for version in (1, 2))
    assert first
    assert second
    assert first["board"].chunks[1] is second["board"].chunks[1]


def test_a_frame_is_compressed_once() -> None:
    frame = Frame(1, 2, b"x" * 100)
    assert frame.form(holds=False, packed=True) is frame.form(holds=True, packed=True)
