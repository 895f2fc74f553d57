"""Chapter 12: any damaged record is refused with a sentence."""

import json
import random
from contextlib import suppress

import pytest

from rules.errors import RecordError
from rules.record.document import load_document
from rules.record.replaying import replay
from rules.record.verifying import verify
from tests.support.rules.changing import DAMAGES, damage, draws_of, problem
from tests.support.rules.recorded_games import short_document


def is_answered(document):
    """Return True if verifying and replaying a document raise nothing, or RecordError."""
    report = verify(document)
    for sentence in (*report.problems, *report.notes):
        assert sentence.isprintable() and len(sentence) <= 300
    for check_events in (True, False):
        with suppress(RecordError):
            replay(document, check_events)
    return True


@pytest.mark.parametrize("number", range(300))
def test_a_damaged_record_is_refused_with_a_sentence(number):
    source = random.Random(number)
    document = json.loads(short_document())
    for _ in range(source.choice([1, 1, 1, 3])):
        damage(document, source)
    assert is_answered(document)


@pytest.mark.parametrize("document", [*DAMAGES, b"", (), 1j])
def test_a_document_that_is_not_a_record_is_refused_with_a_sentence(document):
    assert problem(document)
    with pytest.raises(RecordError):
        replay(document)


def test_a_truncated_file_is_refused_with_a_sentence():
    text = short_document()
    for length in range(0, len(text) - 1, 997):
        with pytest.raises(RecordError, match="not valid JSON: line 1, column"):
            load_document(text[:length])


def nested(depth):
    inner = []
    for _ in range(depth):
        inner = [inner]
    return inner


@pytest.mark.parametrize("place", ["events", "draws", "move", "seat", "by"])
def test_deep_nesting_is_refused_with_a_sentence(place):
    document = json.loads(short_document())
    document["entries"][5][place] = [nested(100_000)]
    assert problem(document).startswith("Entry 5: ")


def test_an_impossible_draw_is_refused():
    for of in (10**12, 2**32 + 1, 10**40):
        document = json.loads(short_document())
        _, draw = draws_of(document, "pick")[0]
        draw["of"] = of
        assert "more items than any game has" in problem(document)
