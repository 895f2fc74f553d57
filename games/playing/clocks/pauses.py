"""The changes that begin a pause (ORD-7), and the clocks when one ends.

The caller must have locked the game.
"""

from django.db.models import QuerySet

from games.models import NOBODY, AbsenceStep, Vote
from games.playing.clocks import outages, timeouts
from games.playing.clocks.clock_settings import terms_with_rests
from games.playing.commit import new_step
from games.storage.store.clocks import Clocks
from games.storage.store.database_time import moment, now
from games.storage.store.saving import Changes
from games.storage.store.stored_game import StoredGame


def resumed_clocks(stored: StoredGame, times: Clocks, moment: int) -> Clocks:
    """Return the clocks of a paused game resumed at a moment."""
    terms, people = terms_with_rests(stored), stored.people
    return timeouts.resumed_past_rest(times, moment, terms, people)


def start_pause(
    stored: StoredGame,
    times: Clocks,
    lasts: int = timeouts.LONGEST_PAUSE,
    *,
    by: int | None = None,
    unattended: bool = False,
) -> Changes:
    """Return the changes that pause a game from now on, for at most `lasts` milliseconds."""
    # The time lost so far in an unfinished outage must be given back before the pause.
    lost, begun = outages.lost_after(times.outage), now()
    times = timeouts.given_back(times, lost, begun)
    times = timeouts.paused(times, begun, lasts, unattended=unattended)
    kind = AbsenceStep.Step.UNATTENDED if unattended else AbsenceStep.Step.PAUSED
    step = new_step(stored, kind, by=by, until=moment(begun + lasts) if unattended else None)
    return Changes(times, steps=(step,), others=(_wishes(stored).delete,))


def is_wanted(stored: StoredGame, times: Clocks) -> bool:
    """Return whether all people still playing voted for a pause; False if the game is paused."""
    left = stored.people
    if not left or times.pause or stored.held_since is not None:
        return False
    return set(left) <= set(_wishes(stored).values_list("seat", flat=True))


def _wishes(stored: StoredGame) -> QuerySet[Vote]:
    return Vote.objects.filter(game=stored.id, what=Vote.For.PAUSE, about=NOBODY)
