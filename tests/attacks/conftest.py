"""Fixtures shared with the tests of the site: users and tables."""

from tests.games.conftest import *  # noqa: F403
