"""The host's actions before the game begins: fill and free seats, begin, close."""

from datetime import timedelta

from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from games.community.lobby.joining import NotAllowed, SeatNotFree, clear_seat, sent_away_key
from games.community.lobby.tables import (
    LockedTable,
    announce_change,
    begin,
    close,
    host_of,
    lock_table,
)
from games.community.notices.notices import Draft, write
from games.drawing.display.bot_levels import BOT_CHOICES
from games.drawing.display.titles import name_in_sentence
from games.exceptions import Refused, Stale
from games.models import Game, Notice, Player, User
from games.playing.start import DEFAULT_BOT
from games.storage.processes.isolation import count_done
from rules import InvalidMove

SENT_AWAY_SECONDS = 24 * 3600
FORGOTTEN_AFTER = timedelta(days=3)


def lock_open(code: str, host: User) -> LockedTable:
    """Lock a table that has not begun.

    Raises NotAllowed for anybody but its host, and Stale if the game has begun or is closed.
    """
    table = lock_table(code)
    if not table.is_host(host):
        raise NotAllowed("Only the host can do that.")
    if table.game.status == Game.Status.CANCELLED:
        raise Stale("This game has been cancelled.")
    if table.game.status != Game.Status.OPEN:
        raise Stale("This game has already started.")
    return table


def notify_seated(table: LockedTable, cause: str, text: str, *, to_host: str) -> None:
    """Notify all seated users; the host gets the text `to_host` instead, or no notice if ""."""
    host = host_of(table.game, table.players)
    texts = {user: to_host if user == host else text for user in table.persons()}
    kind, game = Notice.Kind.FILLING, table.game.pk
    write([Draft(user, kind, game, cause, text) for user, text in texts.items() if text])


def _player_at(table: LockedTable, seat: int) -> Player:
    if not 0 <= seat < len(table.players):
        raise Refused("That seat doesn’t exist.")
    return table.players[seat]


@transaction.atomic
def give_to_bot(code: str, host: User, seat: int, level: str = DEFAULT_BOT) -> None:
    """Put a bot on a free seat, or change the level of the bot there.

    Raises SeatNotFree if a person has the seat, and InvalidMove for an unknown level.
    """
    _verify_level(level)
    table = lock_open(code, host)
    player = _player_at(table, seat)
    if player.user_id is not None:
        raise SeatNotFree("That seat is taken. Remove the player first.")
    if player.bot != level:
        _fill(player, level)
        announce_change(table.game)


def _verify_level(level: str) -> None:
    if level not in BOT_CHOICES:
        raise InvalidMove("There is no such bot level.")


def _fill(player: Player, level: str) -> None:
    player.bot = level
    player.save(update_fields=["bot"])


@transaction.atomic
def free_seat(code: str, host: User, seat: int) -> None:
    """Free a bot's or another person's seat; the person cannot rejoin the table for a day."""
    table = lock_open(code, host)
    player = _player_at(table, seat)
    if player.user_id == host.pk:
        raise NotAllowed("That’s your own seat. To give it up, leave the game.")
    if player.user_id is not None:
        cache.set(sent_away_key(table.game, player.user_id), True, SENT_AWAY_SECONDS)
    if player.user_id is not None or player.bot:
        clear_seat(player)
        announce_change(table.game)


@transaction.atomic
def start(code: str, host: User, *, fill_with: str = "") -> None:
    """Begin the game.

    Bots of the level `fill_with` take the free seats. Raises InvalidMove for an unknown level, and
    Refused if there are free seats and `fill_with` is "".
    """
    table = lock_open(code, host)
    if table.free_seats() and not fill_with:
        raise Refused("Some seats are still free. Fill them with bots, or wait for players.")
    if fill_with:
        _verify_level(fill_with)
    for player in table.free_seats():
        _fill(player, fill_with)
    begin(table)
    announce_change(table.game)


_CANCELLED = "{host} cancelled {table} before it started."


@transaction.atomic
def cancel(code: str, host: User) -> None:
    """Close a table that has not begun, and notify the other seated players."""
    table = lock_open(code, host)
    text = _CANCELLED.format(host=host, table=name_in_sentence(table.game))
    notify_seated(table, "closed", text, to_host="")
    close(table.game)
    announce_change(table.game)


def close_forgotten() -> int:
    """Close the live tables that no player has viewed for FORGOTTEN_AFTER; return how many.

    Correspondence tables have a deadline instead (`fill_deadlines`).
    """
    since = timezone.now() - FORGOTTEN_AFTER
    live = Game.objects.filter(status=Game.Status.OPEN, fills_until=None)
    forgotten = live.filter(looked_at__lt=since)
    return count_done("table", list(forgotten.values_list("code", flat=True)), _close_if_forgotten)


@transaction.atomic
def _close_if_forgotten(code: str) -> bool:
    game = lock_table(code).game
    # Check again under the lock: a player may be back, or the game may have begun.
    is_forgotten = game.looked_at < timezone.now() - FORGOTTEN_AFTER
    if game.status != Game.Status.OPEN or not is_forgotten:
        return False
    close(game)
    announce_change(game)
    return True
