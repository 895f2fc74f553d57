"""Pauses caused when a person stops playing: the last to oppose a pause, or the last of all."""

from dataclasses import replace

from games.models import LastVisit
from games.playing.clocks import pauses, unattended
from games.playing.requests import After, Before
from games.storage.processes import presence
from games.storage.store.database_time import moment_now
from games.storage.store.saving import Changes
from games.storage.store.stored_game import StoredGame


def changes(before: Before, after: After) -> Changes:
    """Pause the clocks if all remaining players voted for a pause, or if the game is deserted."""
    stored, times = before.stored, after.changes.clocks or before.stored.clocks
    if after.state.is_over or times.pause or stored.held_since is not None:
        return Changes()
    if all(seat.user is None for seat in stored.seats):
        return Changes()
    moved = replace(stored, rows=after.rows)
    left = moved.people
    if len(left) < len(stored.people) and pauses.is_wanted(moved, times):
        return pauses.start_pause(moved, times)
    if not left and _is_deserted(moved):
        return unattended.start_pause(moved, times)
    return Changes()


def _is_deserted(stored: StoredGame) -> bool:
    """Return whether stand-ins hold the seats of all people in a game, and no player looks at it.

    `stored` is a game in which no seat is played by a person.
    """
    seated = zip(stored.seats, stored.rows.players, strict=True)
    is_anybody_in = any(
        seat.user is not None and player["own"] and not player["eliminated"]
        for seat, player in seated
    )
    if not is_anybody_in or not unattended.is_steady():
        return False
    users = {seat.user for seat in stored.seats if seat.user is not None}
    lately = moment_now() - presence.GRACE
    if LastVisit.objects.filter(game=stored.id, user__in=users, seen_at__gt=lately).exists():
        return False
    found = presence.looking_now(users, presence.ATTENDS_FOR)
    return not any(stored.code in codes for codes in found.values())
