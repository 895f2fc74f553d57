"""Pauses (ORD-7): start one after a unanimous vote; compute the clocks when any pause ends.

The caller must have locked the game.
"""

from dataclasses import replace

from django.db.models import QuerySet

from games.models import NOBODY, Vote
from games.playing.clocks import outages, timeouts
from games.playing.clocks.clock_settings import ClockSettings
from games.playing.clocks.stored import terms_with_rests
from games.storage.store.clocks import Clocks
from games.storage.store.database_time import now
from games.storage.store.rows import Rows
from games.storage.store.stored_game import StoredGame
from rules.moves import Control


def seats_of_people(stored: StoredGame) -> list[int]:
    """Return the seats played by people now: no bots, stewards or eliminated players."""
    return [
        seat
        for seat, (row, player) in enumerate(zip(stored.seats, stored.rows.players, strict=True))
        if row.user is not None
        and (player["control"], player["own"]) == (Control.PLAYER.value, True)
        and not player["eliminated"]
    ]


def resumed_clocks(
    stored: StoredGame, times: Clocks, moment: int, terms: ClockSettings | None = None
) -> Clocks:
    """Return the clocks of a paused game resumed at a moment.

    `terms` must include the players' rest times; they are queried if not given.
    """
    terms = terms or terms_with_rests(stored)
    return timeouts.past_rest(
        timeouts.resumed(times, moment), terms, moment, seats_of_people(stored)
    )


def start_pause(
    stored: StoredGame,
    times: Clocks,
    lasts: int = timeouts.LONGEST_PAUSE,
    *,
    unattended: bool = False,
) -> Clocks:
    """Start a pause now: return the paused clocks, and delete the votes for it."""
    _wishes(stored).delete()
    # The time lost so far in an unfinished outage must be given back before the pause.
    lost = outages.lost_after(times.outage)
    times = timeouts.given_back(times, lost, now())
    return timeouts.paused(times, now(), lasts, unattended=unattended)


def start_pause_after_removal(stored: StoredGame, rows: Rows, times: Clocks) -> Clocks | None:
    """Pause if a move eliminated a player and all remaining players have voted for a pause.

    `rows` has the position after the move. Return the paused clocks, or None.
    """
    left = seats_of_people(replace(stored, rows=rows))
    is_fewer = len(left) < len(seats_of_people(stored))
    return start_pause(stored, times) if is_fewer and _is_wanted(stored, left, times) else None


def start_pause_on_resume(stored: StoredGame, times: Clocks) -> Clocks | None:
    """Pause a game as it resumes, if all remaining players have voted for a pause.

    A player may have left while it was stopped. Return the paused clocks, or None.
    """
    return (
        start_pause(stored, times) if _is_wanted(stored, seats_of_people(stored), times) else None
    )


def _is_wanted(stored: StoredGame, left: list[int], times: Clocks) -> bool:
    if not left or times.pause or stored.held_since is not None:
        return False
    return set(left) <= set(_wishes(stored).values_list("seat", flat=True))


def _wishes(stored: StoredGame) -> QuerySet[Vote]:
    return Vote.objects.filter(game=stored.id, what=Vote.For.PAUSE, about=NOBODY)
