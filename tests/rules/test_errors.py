"""The errors' messages, and pickling them for another process."""

import pickle

import pytest

from rules.errors import BoardError, IllegalMove, InvalidMove, RecordError, RulesError

SENTENCE = "Irongate has 2 armies; one must stay behind."


def test_an_illegal_move_cites_its_rule():
    error = IllegalMove("ATT-2", SENTENCE)
    assert error.rule == "ATT-2"
    assert error.message == SENTENCE
    assert str(error) == "ATT-2: Irongate has 2 armies; one must stay behind."


@pytest.mark.parametrize("kind", [RulesError, InvalidMove, BoardError, RecordError])
def test_other_errors_are_their_message(kind):
    error = kind(SENTENCE)
    assert isinstance(error, RulesError)
    assert error.message == str(error) == SENTENCE


@pytest.mark.parametrize("error", [IllegalMove("ATT-2", SENTENCE), BoardError(SENTENCE)])
def test_errors_can_be_pickled(error):
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert again.args == error.args
    assert str(again) == str(error)
