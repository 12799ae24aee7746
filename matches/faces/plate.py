"""The plate of a card: a small engraving, built like heraldry from field, glory, supporters, base, crest and charge.

It is drawn in one ink on one paper (``currentColor`` and ``--paper``), in a box of 120 by 80 around its middle. Its
parts lie in one sprite (``static/img/plates.svg``), so a plate is a few references, at most 640 bytes. What a card does
not say is picked by its id alone: a card looks the same everywhere and for ever, and a new one has a face at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal, TypeVar

from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

Kind = Literal["burst", "halo", "lozenge", "basic", "sunrise", "rosette", "arms"]
"""What stands behind the charge."""

SUPPORTERS: Final = ("laurel", "column", "wings", "flames", "thorns", "chains", "candles", "banners")
BASES: Final = ("steps", "ruins", "waves", "earth", "thorns", "bones")
CRESTS: Final = ("new", "full", "waning", "star", "comet", "trine")
ROSETTES: Final = ("a", "b", "c")
PARTITIONS: Final = ("pale", "fess", "bend", "chevron", "chief", "quarter", "pile", "base")
FIELDS: Final = ("azure", "gules", "vert", "purpure", "or")
RAYS: Final = (24, 28, 32, 36, 40, 48)
"""Divisible by four: where a quarter of the circle ends there is a gap, since browsers draw a dash across it badly."""
FIELD_OF: Final = {"occultism": "purpure", "cunning": "vert", "violence": "gules", "power": "or"}
CHARGE_OF: Final = {"occultism": "eye", "cunning": "mask", "violence": "blades", "power": "crown"}
"""Where no word of the id names a charge."""
OF_UNITS: Final = ("burst", "lozenge", "basic")
T = TypeVar("T", str, int)


def pick(card: str, what: str, options: Sequence[T]) -> T:
    """One of ``options``, always the same for a card: that of the highest random weight, the first four bytes of
    SHA-256 of ``card/what/option``. So an option that is added later changes only the plates that now pick it."""
    return max(options, key=lambda option: sha256(f"{card}/{what}/{option}".encode()).digest()[:4])


@cache
def _charges() -> tuple[tuple[str, str], ...]:
    lines = Path(__file__).with_name("charges.txt").read_text("utf-8").splitlines()
    return tuple((word, charge) for word, charge in (line.split() for line in lines if not line.startswith("#")))


def charge_of(card: str, attribute: str = "") -> str:
    """The picture that a card's id names, else that of its leading attribute, else a star."""
    named = next((charge for word, charge in _charges() if word in card), "")
    return named or CHARGE_OF.get(attribute, "star")


@lru_cache(maxsize=2048)
def plate(card: str, kind: Kind, attribute: str = "") -> SafeString:
    """The plate as SVG, for a page that loads ``faces.css``. It is an ornament, hidden from screen readers. Each part
    is a line: where another card has it, a live page is not sent it again (``web.live.patches``)."""
    rays = pick(card, "rays", RAYS)
    field = FIELD_OF.get(attribute) or ("azure" if kind in OF_UNITS else pick(card, "field", FIELDS))
    glory = f'<circle class="rays" r="{{}}" stroke-width="{{}}" pathLength="{rays}"/>'
    supporters, base = _use(f"s-{pick(card, 'supporters', SUPPORTERS)}"), _use(f"b-{pick(card, 'base', BASES)}")
    crest = _use(f"t-{pick(card, 'crest', CRESTS)}")
    size, parts = 1.02, [_use(f"f-{field}", "field")]
    match kind:
        case "burst":  # tears the field
            parts += ['<circle r="30" class="paper"/>', glory.format(32, 22), '<circle r="22" class="paper"/>']
            parts += [_use(f"s-{pick(card, 'supporters', SUPPORTERS)}", "halo"), supporters, base]
        case "halo":  # between two rings
            parts += ['<circle r="33" class="paper"/>', '<circle r="32" class="line"/>', glory.format(28.5, 5)]
            parts += ['<circle r="25" class="line"/>', supporters, base, crest]
        case "lozenge" | "basic":
            parts.append('<path d="M0-39L38 0 0 39-38 0Z" class="paper line"/>')
            parts.append('<path d="M0-34L33 0 0 34-33 0Z" class="fine"/>')
            if kind == "basic":
                parts.append('<path d="M-26-32H26V0C26 17 12 28 0 35-12 28-26 17-26 0Z" class="paper line"/>')
            parts += [supporters, base, crest if kind == "lozenge" else ""]
        case "sunrise":  # over a horizon
            size = 0.98
            parts.append(f'<circle class="rays" cy="18" r="44" stroke-width="46" pathLength="{2 * rays}"/>')
            parts.append('<path d="M-23 18A23 22 0 0 1 23 18Z" class="paper line"/>')
            parts += ['<path d="M-60 18H60V40H-60Z" class="paper"/>', base]
        case "rosette":
            size = 0.8
            turn = 2 * pick(card, "turn", range(10))
            rosette = _use(f"g-{pick(card, 'rosette', ROSETTES)}", turn=turn)
            parts += ['<circle r="36" class="paper"/>', rosette, '<circle r="21" class="paper line"/>']
        case "arms":
            size = 0.92
            parts.append('<path d="M-30-34H30V-4C30 18 14 30 0 37-14 30-30 18-30-4Z" class="paper line"/>')
            tincture = _use(f"f-{pick(card, 'tincture', ('sable', 'gules', 'purpure'))}")
            parts += [f'<g class="k-{pick(card, "partition", PARTITIONS)}">', tincture, "</g>", supporters]
    charge = f"c-{charge_of(card, attribute)}"
    parts += [f'<g transform="scale({size})">', _use(charge, "halo"), _use(charge), "</g>"]
    return format_html(
        '<svg class="plate" viewBox="-60 -40 120 80" aria-hidden="true">\n{}\n</svg>', SafeString("\n".join(parts))
    )


def _use(part: str, class_: str = "", turn: int = 0) -> str:
    named = f' class="{class_}"' if class_ else ""
    turned = f' transform="rotate({turn})"' if turn else ""
    return f'<use href="{_sprite()}#{part}"{named}{turned}/>'


def _sprite() -> str:
    return static("img/plates.svg")


SEATS: Final = ("tower", "rose", "tree", "moon")
"""The charge of each seat's banner: with its tincture and hatching it is never told by colour alone."""


@lru_cache(maxsize=8)
def banner(seat: int) -> SafeString:
    """A seat's swallow-tailed banner; an ornament beside its player's name. A fifth seat has its number as charge."""
    if seat >= len(SEATS):
        return format_html('<span class="banner" aria-hidden="true">{}</span>', seat + 1)
    charge = _use(f"c-{SEATS[seat]}")
    return format_html(
        '<span class="banner s{}" aria-hidden="true"><svg viewBox="-26 -26 52 52">{}</svg></span>',
        seat,
        SafeString(charge),
    )


@lru_cache(maxsize=2048)
def charge(card: str, attribute: str = "") -> SafeString:
    """The charge of a card's plate alone, for where the card is shown small."""
    drawn = _use(f"c-{charge_of(card, attribute)}")
    return format_html('<svg class="charge" viewBox="-26 -26 52 52" aria-hidden="true">\n{}\n</svg>', SafeString(drawn))
