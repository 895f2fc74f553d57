"""Apply the rules to a verified request."""

from collections.abc import Iterator

from games.models import Move
from games.playing.requests import LAST, After, Before, PlayedMove
from games.storage.store.log_entries import Explanation, entry_of, entry_parts
from games.storage.store.rows import rows_of
from games.storage.store.saving import Changes
from rules import State, move_to_json, play
from rules.moves import Move as RulesMove


def apply(before: Before, state: State) -> After:
    """Play the moves of a request, which changes `state`; return the position after them."""
    stored, seat, request = before.stored, before.seat, before.request
    chance = stored.chance()
    entries: list[Move] = []
    played: list[PlayedMove] = []
    for move, by in _moves(before, state):
        number, begun_in = stored.number + len(entries) + 1, state.round
        events = play(state, seat, move, chance, by.value)
        reason = request.choice.reason_for(move) if by is Move.By.BOT else None
        why = Explanation(seat, reason) if reason is not None else None
        parts = entry_parts(move_to_json(move), chance.drawn, events, why)
        entries.append(entry_of(stored.id, number, parts, by, seat, begun_in))
        played.append(PlayedMove(move, by, number, begun_in, events, reason))
    if request.key is not None:
        entries[-1].key = request.key + LAST
        entries[0].key = request.key
    unchanged = Changes(stored.clocks, stored.diplomacy)
    return After(state, rows_of(state, stored.rows), tuple(entries), tuple(played), unchanged)


def _moves(before: Before, state: State) -> Iterator[tuple[RulesMove, Move.By]]:
    """Yield the moves to play: a return to the seat comes first, a departure last."""
    change, request = before.change, before.request
    if change.first is not None:
        yield change.first, Move.By.CLOCK
    for move in request.moves:
        yield move, request.by
    if change.last is not None and not state.is_over:
        yield change.last, Move.By.CLOCK
