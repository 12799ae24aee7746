"""What the style page shows of tournaments: a bracket and standings, by their own templates."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext as _

from matches.style.parts import Sample
from matches.style.tables import NAMES

from .formats.contract import EntrantNo
from .pages import card
from .pages.pictures.bracket import BoxDrawn, Drawing, LineDrawn
from .pages.shapes import Row

HEIGHT = 52


def samples() -> tuple[Sample, ...]:
    tournament, look = {"id": UUID(int=0)}, {"past": "", "also_past": ""}
    rows = [
        Row(
            rank=at,
            no=EntrantNo(at),
            name=name,
            mine=at == 2,
            is_bot=False,
            withdrawn=at == 4,
            points=str(5 - at),
            tie_breaks=(("BH", str(13 - 2 * at)), ("SB", str(9 - at))),
        )
        for at, name in enumerate(NAMES, 1)
    ]
    standings = {"tournament": tournament, "look": look, "rows": rows, "key": "1", "codes": card.titled(["BH", "SB"])}
    bracket = {"tournament": tournament, "look": look, "key": "1", "drawing": _drawing()}
    return (
        Sample("tournaments/_standings.html", standings),
        Sample("tournaments/_bracket.html", bracket, _("Bracket")),
    )


def _drawing() -> Drawing:
    boxes = (_box(0, 30, (0, 3)), _box(0, 110, (1, 2)), _box(270, 70, (0, 2)))
    links = ("M220 56h25v40h25", "M220 136h25V96h25")
    return Drawing("style", _("Bracket"), 490, 170, ((0, _("Semi-finals")), (270, _("Final"))), boxes, links)


def _box(x: int, y: int, who: tuple[int, int]) -> BoxDrawn:
    """The first of the two has won."""
    lines = [
        LineDrawn(y + 26 * at, seat + 1, NAMES[seat], str(2 - 2 * at), at == 0, at == 1, mine=seat == 1)
        for at, seat in enumerate(who)
    ]
    return BoxDrawn("", "", x, y, HEIGHT, 0, 0, f"{NAMES[who[0]]} – {NAMES[who[1]]}", lines, False)
