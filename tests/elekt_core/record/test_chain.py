"""The canonical form and the chain against ``sha256sum``.

    E1='{"decision":null,"kind":"k","payload":{"a":1,"ą":"ż"},"seq":1,"stream":"s","version":1}'
    { head -c 32 /dev/zero; printf '%s' "$E1"; } | sha256sum

and the second event likewise, with the first hash as 32 bytes in front.
"""

from __future__ import annotations

from typing import Any

import pytest

from elekt_core.record.chain import GENESIS, canonical, link, refuse_floats

FIRST = {"version": 1, "stream": "s", "seq": 1, "payload": {"ą": "ż", "a": 1}, "kind": "k", "decision": None}
SECOND = {
    "stream": "s",
    "seq": 2,
    "kind": "k",
    "version": 1,
    "payload": {},
    "decision": {"id": None, "actor": "bot:x", "meta": {}},
}


def test_link_is_what_sha256sum_says() -> None:
    first = link(GENESIS, FIRST)
    assert first.hex() == "70157ec78181b7d981320b0c73f173ae5f1b9bd1cb669ab3d9b282c5490a5e9d"
    assert link(first, SECOND).hex() == "b4edf186adc2742fa245ac0281c531d89bb645ec36b5bb6df4ca5543df8cffbb"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"b": [1, True, None], "a": "x"}, '{"a":"x","b":[1,true,null]}'),
        ({"é": "\u2028", "\n": '"\\'}, '{"\\n":"\\"\\\\","é":"\u2028"}'),
        ((1, -2), "[1,-2]"),
    ],
)
def test_canonical_form_sorts_keys_and_spares_spaces(value: Any, text: str) -> None:
    assert canonical(value) == text.encode()


@pytest.mark.parametrize("value", [1.0, [1, 2.5], {"a": {"b": (0.1,)}}])
def test_floats_are_refused(value: Any) -> None:
    with pytest.raises(TypeError):
        refuse_floats(value)


def test_integers_and_words_are_not_refused() -> None:
    refuse_floats({"a": [1, "1.0", None, True], "b": ()})
