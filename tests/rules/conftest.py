"""What several tests of the rules are handed."""

import io
import json
import sys

import pytest

from tests.support.rules.changing import game_text
from tests.support.rules.typing_in import Typed


@pytest.fixture
def document():
    """The record of a game that was taken back twice, to be changed at will."""
    return json.loads(game_text())


@pytest.fixture
def type_in(monkeypatch):
    """Give the terminal lines to read: a text, or a function that draws them one by one."""

    def give(lines):
        typed = Typed(lines) if callable(lines) else io.StringIO(lines)
        monkeypatch.setattr(sys, "stdin", typed)
        return typed

    return give
