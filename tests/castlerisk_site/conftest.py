"""Fixtures shared with the tests of `games`: people and tables."""

from tests.games.conftest import *  # noqa: F403
