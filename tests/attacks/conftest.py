"""The same users and tables as in the tests of the site."""

from tests.games.conftest import *  # noqa: F403
