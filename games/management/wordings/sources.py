"""Texts read from the source files: Python modules, templates and scripts."""

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from django.template.base import Lexer, TokenType

SHOWN = ("alt", "aria-label", "content", "placeholder", "title")
"""The attributes whose values people read or hear."""

INLINE = frozenset(
    ("a", "abbr", "b", "bdi", "code", "em", "i", "small", "span", "strong", "sub", "sup", "time")
)
"""Elements within a text; all others end it."""

_WORD = re.compile(r"[^\W\d_]{2}")
_PROSE = re.compile(r"[A-Z“][^_/<>=]*|.*[^\W\d_] .*[^\W\d_].*")
_NOT_PROSE = re.compile(r"[{}]*|.*(::|__|SELECT |%\(|\\d|\.html|--).*|[A-Z]{3,4}-\d+|[A-Z_]+")
_SCRIPT_COMMENT = re.compile(r"(?s)/\*.*?\*/|(?m:^|\s)//[^\n]*|(?m:^import)[^\n]*")
_IN_SCRIPT = re.compile(r"\"([^\"\n]*)\"|`([^`]*)`")


def python_texts(path: Path) -> Iterator[str]:
    """Yield the strings of a module that look like text for people, without its docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    silent = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if id(node) in silent:
            continue
        if isinstance(node, ast.JoinedStr):
            silent.update(id(part) for part in ast.walk(node))
            yield from _prose(_template_of(node))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from _prose(node.value)


def _template_of(node: ast.JoinedStr) -> str:
    """Return an f-string with its expressions in braces."""
    parts = (
        f"{{{ast.unparse(part.value)}}}" if isinstance(part, ast.FormattedValue) else part.value
        for part in node.values
        if isinstance(part, ast.FormattedValue | ast.Constant)
    )
    return "".join(map(str, parts))


def _prose(text: str) -> Iterator[str]:
    text = " ".join(text.split())
    if _WORD.search(text) and _PROSE.fullmatch(text) and not _NOT_PROSE.fullmatch(text):
        yield text


def script_texts(path: Path) -> Iterator[str]:
    """Yield the strings of a script that look like text for people."""
    source = _SCRIPT_COMMENT.sub("", path.read_text(encoding="utf-8"))
    for found in _IN_SCRIPT.finditer(source):
        text = found[1] or found[2] or ""
        if " " in text.strip() and re.match(r"[A-Z$]", text):
            yield from _prose(text)


def template_texts(path: Path) -> Iterator[str]:
    """Yield a template's texts, with variables in braces, and the attributes that people read."""
    parser = _Texts()
    for token in Lexer(path.read_text(encoding="utf-8")).tokenize():
        if token.token_type == TokenType.TEXT:
            parser.feed(token.contents)
        elif token.token_type == TokenType.VAR:
            parser.feed(f"{{{token.contents.split('|')[0]}}}")
        elif token.token_type == TokenType.BLOCK and path.suffix == ".html":
            parser.feed(_MARKS.get(token.contents.split()[0], ""))
    parser.close()
    yield from parser.found


_MARKS = {"if": "[", "elif": " | ", "else": " | ", "endif": "]"}
"""Marks shown in place of the tags of conditional texts."""


class _Texts(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._text: list[str] = []
        self._skips = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the attributes that people read; end the text before a block element."""
        if tag not in INLINE:
            self._end()
        self._skips = tag in ("script", "style")
        for name, value in attrs:
            if name in SHOWN and value and _WORD.search(value.replace("{", "")):
                self.found.append(f"[{name}] {' '.join(value.split())}")

    def handle_endtag(self, tag: str) -> None:
        """End the text after a block element."""
        self._skips = False
        if tag not in INLINE:
            self._end()

    def handle_data(self, data: str) -> None:
        """Add data to the text, except from scripts and styles."""
        if not self._skips:
            self._text.append(data)

    def close(self) -> None:
        """End the last text."""
        super().close()
        self._end()

    def _end(self) -> None:
        text = " ".join("".join(self._text).split())
        self._text.clear()
        if _WORD.search(re.sub(r"\{[^}]*\}", "", text)):
            self.found.append(text)
