"""Leaving out of a frame what the page already shows, or what the frame says elsewhere.

The page's script puts it back before it shows the frame (static/live/live.js).
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache

from django.utils.html import escape

from games.display.log import Line

PLACE = "~"
"""The placeholder for the territory's name in HTML shared by several territories."""

MOST_KEPT = 2000


# What the page already shows


@lru_cache(maxsize=MOST_KEPT)
def without_known(html: str, old: str) -> str:
    """Return a part's HTML with a stub for each element that is the same in the older part.

    A stub is an empty element with an id; the page moves its current element with that id there.
    """
    found, end = [], 0
    # An id that occurs twice is ambiguous.
    once = _ids_once(html) & _ids_once(old)
    for opening in _OPENING.finditer(html, html.find(">") + 1):
        whole = _element(html, opening) if opening.start() >= end else ""
        stub = _STUB.format(*opening.groups())
        if len(whole) > len(stub) and whole in old and opening[2] in once:
            found += [html[end : opening.start()], stub]
            end = opening.start() + len(whole)
    return "".join([*found, html[end:]])


_OPENING = re.compile(r'<(\w+) id="([\w-]+)"')
_STUB = '<{0} id="{1}" hx-preserve></{0}>'


def _ids_once(html: str) -> set[str]:
    counted = Counter(opening[2] for opening in _OPENING.finditer(html))
    return {name for name, count in counted.items() if count == 1}


def _element(html: str, opening: re.Match[str]) -> str:
    """Return the element that starts at an opening tag; "" if it has no closing tag."""
    depth = 0
    for tag in re.compile(rf"<(/?){opening[1]}\b").finditer(html, opening.start()):
        depth += -1 if tag[1] else 1
        if not depth:
            return html[opening.start() : tag.end() + 1]
    return ""


# Territories with the same HTML


def alike(places: Mapping[str, str]) -> str:
    """Return the changes on territories; territories with the same HTML share one <each>."""
    names: dict[str, list[str]] = {}
    for name, html in places.items():
        names.setdefault(_anywhere(name, html), []).append(name)
    return "".join(
        f'<each of="{" ".join(found)}">{html}</each>' if len(found) > 1 else places[found[0]]
        for html, found in names.items()
    )


def _anywhere(name: str, html: str) -> str:
    """Return a territory's HTML with a placeholder for its name; as it is if that is ambiguous."""
    return html if PLACE in html else html.replace(name, PLACE)


# Sentences of the log


def without_told(stage: str, lines: Iterable[Line]) -> str:
    """Return the stage with each sentence that is also a new line replaced by that line's index."""
    told = {
        escape(line.text): number
        for number, line in enumerate(lines)
        if _TAG.sub("", line.html) == escape(line.text)
    }

    def said(found: re.Match[str]) -> str:
        number = told.get(found[2])
        return found[0] if number is None else f'<p{found[1]} data-line="{number}"></p>'

    return _SAID.sub(said, stage)


_TAG = re.compile("<[^>]*>")
_SAID = re.compile(r'<p((?: class="big")?)>([^<]+)</p>')
