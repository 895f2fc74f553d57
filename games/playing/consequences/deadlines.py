"""The `Due` rows for what the clocks make due."""

from games.playing.requests import After, Before
from games.storage.store.saving import Changes, due_rows


def changes(before: Before, after: After) -> Changes:
    """Return the due rows that differ from the stored ones."""
    stored, times = before.stored, after.changes.clocks
    return Changes(due=due_rows(stored.id, stored.clocks, times or stored.clocks))
