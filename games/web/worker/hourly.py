"""The hourly jobs: restart stalled games, end forgotten games, and clean up."""

import logging
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from django.core.cache import cache
from django.db import DatabaseError, transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from games.community.circles import monthly
from games.community.lobby import fill_deadlines, host
from games.community.moderation import waiting
from games.community.notices.sending import deliveries, outbox
from games.community.notices.shared import messages
from games.community.people import accounts
from games.community.privacy.retention import RETENTION
from games.community.statistics import tallies
from games.community.trust import linked_accounts
from games.models import Due, Game, Move
from games.playing.commit import change_clocks
from games.playing.consequences.clocks import clocks_after
from games.playing.play import play_for
from games.storage.evidence import seals
from games.storage.processes import seed_checks
from games.storage.processes.isolation import count_done
from games.storage.store.database_time import note_moment
from rules.moves import EndGame

logger = logging.getLogger(__name__)

LOOKED_AT_EVERY = timedelta(hours=1)
FORGOTTEN_AFTER = timedelta(days=30)
DAILY_SECONDS = 24 * 3600 - 60
"""The interval of daily jobs: just under a day, so that they run at the same hour every day."""


def wind_up_clocks() -> int:
    """Restart the clocks of running games in which nothing is due; return how many games."""
    due = Due.objects.filter(game=OuterRef("pk"))
    stopped = Game.objects.filter(~Exists(due), status=Game.Status.RUNNING, held_since=None)
    return count_done("game", list(stopped.values_list("code", flat=True)), _wind_up)


def _wind_up(code: str) -> bool:
    change_clocks(code, lambda stored, old: clocks_after(stored, old, stored.state()))
    return True


# Forgotten games


def looked_at(game: Game) -> None:
    """Record that somebody looks at a table; written at most once an hour."""
    note_moment(game, "looked_at", LOOKED_AT_EVERY)


def end_forgotten() -> int:
    """End the games that nobody has looked at for 30 days; return how many games."""
    running = Game.objects.filter(status=Game.Status.RUNNING, held_since=None)
    forgotten = running.filter(looked_at__lt=_long_ago())
    return count_done("game", list(forgotten.values_list("code", flat=True)), _end_if_forgotten)


def _long_ago() -> datetime:
    return timezone.now() - FORGOTTEN_AFTER


@transaction.atomic
def _end_if_forgotten(code: str) -> bool:
    # Since the query, somebody may have come back, or another worker may have ended the game.
    game = Game.objects.public().select_for_update(no_key=True).get(code=code)
    is_running = game.status == Game.Status.RUNNING and game.held_since is None
    if not is_running or game.looked_at >= _long_ago():
        return False
    play_for(code, 0, EndGame(), Move.By.CLOCK, decision=None)
    return True


CHORES: dict[str, Callable[[], int]] = {
    "stopped clocks restarted": wind_up_clocks,
    "forgotten games ended": end_forgotten,
    "forgotten tables closed": host.close_forgotten,
    "unfilled tables warned": fill_deadlines.warn,
    "unfilled tables closed": fill_deadlines.close_unfilled,
    "monthly games of circles opened": monthly.open_monthly_games,
    "moderators reminded": waiting.remind,
    "old guests removed": accounts.remove_old_guests,
    "old notices removed": deliveries.remove_old_notices,
    "old messages to channels removed": messages.remove_old_messages,
    "old mails removed": outbox.remove_old_mails,
    "old traces forgotten": linked_accounts.forget_traces,
    "seeds encrypted": seed_checks.encrypt_clear_seeds,
    "finished games counted": tallies.count_games,
    "days of seals signed": seals.sign_days,
}
"""The hourly jobs, by their name in the log; each returns the number of rows affected."""


DAILY: dict[str, Callable[[], int]] = {"dice of the site added up": tallies.add_dice, **RETENTION}
"""The daily jobs, data retention among them."""


def do_chores() -> None:
    """Run every hourly job, and the daily ones once a day. Raises DatabaseError."""
    _do_all(CHORES)
    # The cache entry limits them to once a day, across workers and restarts.
    if cache.add("retention-done", True, DAILY_SECONDS):
        _do_all(DAILY)


def _do_all(chores: Mapping[str, Callable[[], int]]) -> None:
    """Run every job, even if others fail."""
    for name, chore in chores.items():
        try:
            count = chore()
        except DatabaseError:
            raise
        # Catch everything: the other jobs must still run.
        except Exception:
            logger.exception("failed chore=%r", name)
            continue
        if count:
            logger.info("chore=%r count=%s", name, count)
