"""Attack: a title of a hundred thousand accents, whose normalisation would take minutes."""

import pytest
from django.core.exceptions import ValidationError

from games.community.lobby.forms import clean_title
from games.models import LONGEST_TITLE

ACCENTS = "\u0345\u0300\u0316\u0315"
"""Four accents in the wrong order."""


def test_a_title_with_many_accents_is_refused_before_normalisation():
    # In quadratic time this would take many minutes.
    with pytest.raises(ValidationError, match="at most"):
        clean_title("a" + ACCENTS * 100_000)


def test_decomposed_accents_do_not_shorten_the_longest_title():
    assert clean_title("e\u0301" * LONGEST_TITLE) == "\u00e9" * LONGEST_TITLE
