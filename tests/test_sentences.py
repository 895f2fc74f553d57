"""Sentences come whole from templates and message tables; none is glued from pieces in code."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

PACKAGES = (
    "castlerisk_site", "games/admin", "games/community/absence", "games/community/fairness",
    "games/community/lobby", "games/community/moderation", "games/community/notices",
    "games/community/people", "games/community/talk", "games/community/trust",
    "games/drawing/board", "games/drawing/display", "games/drawing/events", "games/playing",
    "games/playing/clocks", "games/playing/consequences", "games/playing/plans",
    "games/storage/store", "games/table/page", "games/table/panel", "games/table/sidebar",
    "games/web/views", "rules/bots/reasons", "rules/cards", "rules/chapters/armies",
    "rules/chapters/attack", "rules/chapters/battle_cards", "rules/chapters/diplomacy",
    "rules/chapters/event_cards", "rules/chapters/orders", "rules/chapters/setup", "rules/moves",
    "rules/rulesets", "rules/sentences", "rules/turn", "rules/tutorials",
)  # fmt: skip
"""The packages with sentences that players or operators read."""

PROSE = re.compile(r"[a-z’]{2},? [a-z’]{2}|^[A-Z][a-z’]+ |[a-z’]{2}[.?!]( |$)")
"""Matches parts of sentences, but not ids or paths."""

MARKUP = re.compile(r"[<>=]")

SPLICED = re.compile(r"[a-z’”}]\{|^[ ,;] ?\w")
"""Matches templates with a gap for a clause (“here{how}.”), and such clauses (“, if you can”)."""

KEPT = {
    "{} is not yours to place armies on.",
    "{} is held already.",
    "The round to whose end it went, round {}, is over.",
    "It was for {}, and you hold nothing of that now.",
    "It was to keep {} of your cards {}, and you have no more than that.",
    "who goes first: {}",
}
"""Texts that stored games hold: their audit fails if the wording changes."""

DEFECTS = ("LookupError", "TypeError", "ValueError")
"""Programming errors: no user reads their messages."""


def glued(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the f-strings and sums that have parts of sentences, and templates made of parts."""
    unread = {id(part) for node in ast.walk(tree) if _is_unread(node) for part in ast.walk(node)}
    for node in ast.walk(tree):
        if id(node) not in unread and _is_glued(node):
            yield node


def _is_unread(node: ast.AST) -> bool:
    """Return whether no player reads the texts in a node, or another check covers them."""
    is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return is_docstring or _is_defect(node) or (isinstance(node, ast.JoinedStr) and _is_kept(node))


def _is_glued(node: ast.AST) -> bool:
    match node:
        case ast.Constant(value=str(text)):
            return _is_prose(text) and bool(SPLICED.search(text))
        case ast.JoinedStr(values=parts):
            return any(_is_prose_part(part) for part in parts)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _is_prose_part(left) or _is_prose_part(right)
    return False


def _is_kept(node: ast.JoinedStr) -> bool:
    parts = (part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return "".join(map(str, parts)) in KEPT


def _is_prose_part(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and _is_prose(node.value)


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
        'YOU_FIRST = "You go first{reason}."',
        'refuse("You can roll {dice} dice here{how}.")',
        'how = "; reveal hidden armies to roll more"',
        'reason = " with the highest die"',
    ],
)
def test_a_glued_sentence_is_found(code):
    assert list(glued(ast.parse(code)))


@pytest.mark.parametrize("code", ['f"decision {number}"', "f'<g id=\"{name}\">'", "left + right"])
def test_an_id_is_no_sentence(code):
    assert not list(glued(ast.parse(code)))
