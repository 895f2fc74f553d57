"""Fixtures for tests of the rules."""

import io
import json
import sys

import pytest

from tests.support.rules.changing import game_text
from tests.support.rules.typing_in import Typed


@pytest.fixture
def document():
    """The record of a game with two take-backs, which a test may change."""
    return json.loads(game_text())


@pytest.fixture
def type_in(monkeypatch):
    """A function that sets the terminal's input: a text, or a function that returns each line."""

    def give(lines):
        typed = Typed(lines) if callable(lines) else io.StringIO(lines)
        monkeypatch.setattr(sys, "stdin", typed)
        return typed

    return give
