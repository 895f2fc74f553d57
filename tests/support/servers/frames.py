"""Frames pushed to live pages: their parts by id, and their log lines."""

import itertools
import re
from html.parser import HTMLParser

_SINGLE = frozenset({"br", "input", "img"})
"""Elements that are not closed."""


class _Roots(HTMLParser):
    """Splits a frame into its outermost elements."""

    def __init__(self, text):
        super().__init__()
        self.found, self._depth, self._start = [], 0, 0
        self._text = text
        self._lines = [0, *itertools.accumulate(map(len, text.splitlines(keepends=True)))]
        self.feed(text)

    def _here(self):
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def handle_starttag(self, tag, attrs):
        """Enter an element."""
        if self._depth == 0:
            self._start = self._here()
        self._depth += tag not in _SINGLE

    def handle_startendtag(self, tag, attrs):
        """Keep an empty element if it is outermost."""
        if self._depth == 0:
            self.found.append(self.get_starttag_text())

    def handle_endtag(self, tag):
        """Leave an element."""
        self._depth -= 1
        if self._depth == 0:
            end = self._text.index(">", self._here()) + 1
            self.found.append(self._text[self._start : end])


def read_frame(text):
    """Return (since, version, whole, parts by id, added lines) of a frame."""
    marker = re.search(r'<div id="version"[^>]*>', text)[0]
    value = dict(re.findall(r'data-(\w+)="([^"]*)"', marker))
    parts, lines = {}, []
    for chunk in _Roots(text).found:
        if chunk.startswith('<ol id="log-lines"'):
            lines = lines_in(chunk)
        elif 'hx-swap-oob="innerHTML:.board-land"' in chunk:
            for place in re.findall(r'(?s)<use id="w-.*?/>|<g id="t-.*?</g>', chunk):
                parts[_id(place)] = place
        # Animations are shown before the update and are not part of the page.
        elif not chunk.startswith(('<div id="version"', "<template data-animations")):
            chunk = chunk.replace(' hx-swap-oob="true"', "")
            on_map = chunk.removeprefix("<svg>").removesuffix("</svg>")
            for part in [chunk] if on_map == chunk else _Roots(on_map).found:
                parts[_id(part)] = part.strip()
    return value["since"], value["version"], value.get("whole") == "true", parts, lines


def lines_in(text):
    """Return the log lines in a page or a frame."""
    found = re.search(r'(?s)<ol [^>]*log-lines".*?</ol>', text)
    return re.findall(r"(?s)<li.*?</li>", found[0]) if found else []


def with_added(lines, added):
    """Return log lines with new ones added; the line of a continued attack absorbs its last one."""
    for line in added:
        opening, rest = line.split(">", 1)
        if " data-continues" in opening:
            opening = opening.replace(" data-continues", "")
            shown = [n for n, each in enumerate(lines) if " data-open" in each.split(">", 1)[0]]
            if shown:
                place = shown[-1]
                parts = re.findall(r"(?s)<p>.*?</p>", lines[place]) or [_paragraph_of(lines[place])]
                rest = rest.replace("<p>", "".join(parts) + "<p>", 1)
                lines = lines[:place] + lines[place + 1 :]
        lines = [*lines, f"{opening}>{rest}"]
    return lines


def _paragraph_of(line):
    """Return the sentence of a line without paragraphs as a paragraph."""
    return f"<p>{re.sub(r'^<li[^>]*>|<.*', '', line, flags=re.S).strip()}</p>"


def element_in(html, tag, name):
    """Return the element with this id in a piece of HTML; None if there is none."""
    start = html.find(f'<{tag} id="{name}"')
    if start < 0:
        return None
    depth = 0
    for found in re.compile(rf"<(/?){tag}\b[^>]*>").finditer(html, start):
        depth += -1 if found[1] else 1
        if not depth:
            return html[start : found.end()]
    raise AssertionError(f"There is no end of {name}.")


def _id(chunk):
    return re.search(r'\bid="([^"]*)"', chunk)[1]
