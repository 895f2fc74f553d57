"""The clocks after a move: deadlines, time banks, and when bots and plans move."""

from games.playing.clocks import after_move
from games.playing.clocks.clock_settings import terms_with_rests
from games.playing.requests import After, Before
from games.storage.store.clocks import Clocks
from games.storage.store.database_time import now
from games.storage.store.saving import Changes
from games.storage.store.stored_game import StoredGame
from rules import State
from rules.events.attack import BattleFought


def changes(before: Before, after: After) -> Changes:
    """Return the clocks for the new position, based on those of the earlier consequences."""
    times = after.changes.clocks or before.stored.clocks
    battles = sum(type(event) is BattleFought for one in after.played for event in one.events)
    return Changes(clocks=clocks_after(before.stored, times, after.state, battles))


def clocks_after(stored: StoredGame, before: Clocks, state: State, battles: int = 0) -> Clocks:
    """Return the clocks after a move that fought this many battles.

    In a stopped game they are computed for the time at which it stopped: the time since then is
    given back when the game resumes.
    """
    since = stored.stopped_since(before)
    return after_move.after(before, state, terms_with_rests(stored), since or now(), battles)
