"""The clocks after a move: deadlines, time banks, and when bots and plans move."""

from games.playing.clocks.stored import clocks_after
from games.playing.requests import After, Before
from games.storage.store.saving import Changes
from rules.events.attack import BattleFought


def changes(before: Before, after: After) -> Changes:
    """Return the clocks for the new position; plans and missed turns are already noted in them."""
    times = after.changes.clocks or before.stored.clocks
    battles = sum(type(event) is BattleFought for one in after.played for event in one.events)
    return Changes(clocks=clocks_after(before.stored, times, after.state, battles))
