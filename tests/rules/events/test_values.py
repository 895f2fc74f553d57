"""Events and moves are values: equality, hash and text come from their fields."""

from rules.events.turn import TurnBegan
from rules.moves import Place


def test_events_and_moves_compare_hash_and_print_by_their_fields():
    assert {TurnBegan(1, 2), TurnBegan(1, 2), TurnBegan(2, 1)} == {TurnBegan(2, 1), TurnBegan(1, 2)}
    assert len({Place("oldred", 1), Place("oldred", 1), Place("oldred", 2)}) == 2
    assert Place("oldred", 1) != TurnBegan(1, 2)
    assert repr(TurnBegan(1, 2)) == "TurnBegan(seat=1, round=2)"
