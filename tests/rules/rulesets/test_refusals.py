"""The text of every refusal, in each of the four games."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import rules
from rules import RULESETS
from rules.errors import IllegalMove
from rules.terms import TERMS

TEXTS = Path(__file__).with_name("refusals.txt").read_text(encoding="utf-8").splitlines()
"""One line per refusal, with arguments as “…”; after “ | ” Castle Risk's wording, if different."""


def templates() -> Iterator[str]:
    """Yield the templates of all refusals in the source of the rules."""
    for path in Path(rules.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "IllegalMove":
                yield from (
                    part.value
                    for argument in node.args[1:2]
                    for part in ast.walk(argument)
                    if isinstance(part, ast.Constant) and isinstance(part.value, str)
                )


def text_in(game: str, template: str) -> str:
    fields = {field for _, field, _, _ in Formatter().parse(template) if field}
    refusal = IllegalMove("ATT-1", template, **dict.fromkeys(fields - TERMS.keys(), "…"))
    refusal.words = RULESETS[game].words
    return refusal.message


@pytest.mark.parametrize("game", sorted(RULESETS))
def test_refusals_use_the_games_own_terms(game):
    texts = {line.split(" | ")[-1 if game == "castle" else 0] for line in TEXTS}
    sentences = {text_in(game, part) for part in templates() if part.endswith(".")}
    assert sentences - texts == set()
    assert texts - sentences == set()


@pytest.mark.parametrize("game", sorted(RULESETS))
def test_every_game_has_words_for_all_terms(game):
    assert RULESETS[game].words.keys() == TERMS.keys()
