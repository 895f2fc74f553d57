"""Sentences come whole from templates and message tables; none is glued from pieces in code."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

PACKAGES = (
    "games/absence", "games/board", "games/clocks", "games/display", "games/lobby",
    "games/moderation", "games/notices", "games/page", "games/panel", "games/people",
    "games/plans", "games/play", "games/table", "games/talk", "games/trust", "games/views",
    "rules/sentences",
)  # fmt: skip
"""The packages with sentences that players read."""

PROSE = re.compile(r"[a-z’]{2},? [a-z’]{2}|^[A-Z][a-z’]+ |[a-z’]{2}[.?!]( |$)")
"""What tells a part of a sentence from an id or a path."""

MARKUP = re.compile(r"[<>=]")


DEFECTS = ("LookupError", "TypeError", "ValueError")
"""Errors of programmers, whose messages nobody else reads."""


def glued(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the f-strings and sums of texts that have parts of sentences."""
    unread = {id(part) for node in ast.walk(tree) if _is_defect(node) for part in ast.walk(node)}
    for node in ast.walk(tree):
        if id(node) in unread:
            continue
        parts: tuple[ast.expr, ...] = ()
        if isinstance(node, ast.JoinedStr):
            parts = tuple(node.values)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            parts = node.left, node.right
        if any(isinstance(part, ast.Constant) and _is_prose(part.value) for part in parts):
            yield node


def _is_defect(node: ast.AST) -> bool:
    if not (isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)):
        return False
    return isinstance(node.exc.func, ast.Name) and node.exc.func.id in DEFECTS


def _is_prose(text: object) -> bool:
    return isinstance(text, str) and bool(PROSE.search(text)) and not MARKUP.search(text)


@pytest.mark.parametrize("package", PACKAGES)
def test_no_sentence_is_glued_in_code(package):
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node)}"
        for path in sorted((ROOT / package).rglob("*.py"))
        for node in glued(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "code",
    [
        'f"You hold {count}. {why}"',
        'f"{name} is under attack!"',
        """f", keep {number} in it" """,
        'told + " was the last to agree."',
    ],
)
def test_a_glued_sentence_is_found(code):
    assert list(glued(ast.parse(code)))


@pytest.mark.parametrize("code", ['f"decision {number}"', "f'<g id=\"{name}\">'", "left + right"])
def test_an_id_is_no_sentence(code):
    assert not list(glued(ast.parse(code)))
