"""What somebody wrote about an event or a club: Markdown, as HTML that can do nothing.

Raw HTML is shown as it was typed, there are no pictures, and links tell search engines and the other site nothing.
Headings begin under those of the page.
"""

from __future__ import annotations

from functools import lru_cache

import nh3
from django.utils.safestring import SafeString
from markdown_it import MarkdownIt

TAGS = {
    "a",
    "blockquote",
    "br",
    "code",
    "em",
    "h3",
    "h4",
    "h5",
    "hr",
    "li",
    "ol",
    "p",
    "pre",
    "s",
    "strong",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "ul",
}
ATTRIBUTES: dict[str, set[str]] = {"a": {"href"}, "ol": {"start"}, "*": set()}
SCHEMES = {"http", "https", "mailto"}
LINKS = "nofollow ugc noopener noreferrer"
HIGHEST_HEADING = 3
LOWEST_HEADING = 5

_markdown = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable(["table", "strikethrough"])
_markdown.disable(["image", "html_block", "html_inline"])


@lru_cache(maxsize=256)
def prose(text: str) -> SafeString:
    """The HTML of a text; ``""`` for an empty one. What the parser lets through is cleaned by a second program."""
    tokens = _markdown.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            level = min(int(token.tag[1:]) + HIGHEST_HEADING - 1, LOWEST_HEADING)
            token.tag = f"h{level}"
    html = _markdown.renderer.render(tokens, _markdown.options, {})
    clean = nh3.clean(html, tags=TAGS, attributes=ATTRIBUTES, url_schemes=SCHEMES, link_rel=LINKS)
    return SafeString(clean.strip())


def written(text: str) -> str:
    """A text of several lines as it is kept: without what is invisible or turns the direction of reading."""
    kept = "".join(one for one in text.replace("\r\n", "\n") if one.isprintable() or one == "\n")
    return kept.strip()
