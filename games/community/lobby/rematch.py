"""Rematches: after a game has ended, one new table for the same players."""

from dataclasses import replace

from django.db import transaction

from games.community.lobby.access import is_in_circle_of
from games.community.lobby.joining import free_seats_for, sit_down, verify_not_sent_away
from games.community.lobby.rematch_answers import has_spare_seat
from games.community.lobby.tables import LockedTable, begin_full, lock_table, open_table
from games.community.lobby.terms import SeatKind, TableTerms
from games.community.notices.sources.from_requests import notify_next_table
from games.exceptions import NotSeated, Stale
from games.models import LONGEST_TITLE, Game, Player, SeatHolder, User
from rules import Options
from rules.json import from_plain


def play_again(code: str, user: User, public_value: str = "", seal: str = "") -> str:
    """Join the rematch of a game, opening its table if nobody has yet; return its code.

    Bots keep their seats; against bots alone, the table waits only for the user's public value, as
    in quick play. The seats of other people can be taken only by invitation link, by the former
    players and anyone they invite. A player whose seat somebody took over may not open the table,
    and joins only if a seat is left for them (see `has_spare_seat`). `public_value` is ignored
    unless the table already exists and `seal` is its commitment to the seed (FAIR-1). Raises
    NoSuchGame, NotSeated, LimitReached, NotAllowed if the host freed the user's seat there, or
    Stale if the game is not over.
    """
    following, is_full = _gone_on(code, user, public_value, seal)
    if is_full:
        begin_full(following)
    return following


@transaction.atomic
def _gone_on(code: str, user: User, public_value: str, seal: str) -> tuple[str, bool]:
    # Lock order: opening a table locks the user, and users are locked before games.
    User.objects.lock(user.pk)
    table = lock_table(code)
    own = table.player_of(user)
    if own is None and not SeatHolder.objects.filter(player__game=table.game, user=user).exists():
        raise NotSeated("Only players in this game can start a rematch.")
    if table.game.status != Game.Status.OVER:
        raise Stale("This game isn’t over yet.")
    following = _next_code(table.game)
    if following is not None:
        return following, _take_seat(following, user, own, public_value, seal)
    if own is None:
        raise NotSeated("Only those who played to the end can start a rematch.")
    # A player who is no member does not open games for the circle.
    circle = table.game.circle_id if is_in_circle_of(table.game, user) else None
    game = open_table(user, _same_terms(table, own.seat), circle)
    Game.objects.filter(pk=table.game.pk).update(next_game=game)
    notify_next_table(table.game.pk, own)
    return game.code, False


def _next_code(game: Game) -> str | None:
    """Return the code of the rematch; None if it was never opened, or was closed."""
    if game.next_game_id is None:
        return None
    found = Game.objects.filter(pk=game.next_game_id).exclude(status=Game.Status.CANCELLED)
    return found.values_list("code", flat=True).first()


def _take_seat(code: str, user: User, own: Player | None, public_value: str, seal: str) -> bool:
    """Take a free seat, if any, preferably that of `own`, the user's seat in the finished game.

    Returns whether the user took the last free seat; False if they took none. Raises NotSeated if
    the free seats are kept for others.
    """
    table = lock_table(code)
    free = {player.seat for player in free_seats_for(user, table)}
    is_open = table.game.status == Game.Status.OPEN
    if not free or not is_open or table.player_of(user) is not None:
        return False
    verify_not_sent_away(table.game, user)
    if own is None and not has_spare_seat(table.game):
        raise NotSeated("The free seats are kept for those who played to the end.")
    value = public_value if seal == table.game.seed_commitment else ""
    seat = own.seat if own is not None and own.seat in free else None
    return sit_down(table, user, seat, True, value)[1]


# Terms


def _same_terms(table: LockedTable, own: int) -> TableTerms:
    game = table.game
    options = from_plain(Options, game.options)
    seats = tuple(_kind(player, own) for player in table.players)
    begins_at_once = SeatKind.LINK not in seats
    return TableTerms(
        seats=seats,
        # Only somebody's first game lets them go first (SET-2).
        options=replace(options, only_playable=begins_at_once, tutorial=False, first_seat=None),
        ruleset=game.ruleset,
        title=next_title(game.title),
        is_listed=game.is_listed,
        takes_guests=game.takes_guests,
        pace=game.pace,
        turn_seconds=game.turn_seconds,
        reaction_seconds=game.reaction_seconds,
        bank_seconds=game.bank_seconds,
        refill_seconds=game.refill_seconds,
        excuse_seconds=game.excuse_seconds,
        keeps_rest=game.keeps_rest,
        takeover_bot=game.takeover_bot,
        allows_advice=game.allows_advice,
    )


LONGEST_NUMBER = 3
"""The digits that a title's number can have."""


def next_title(title: str) -> str:
    """Return the title of a game's rematch: “Sunday game 2”, then “Sunday game 3”.

    A last word of at most LONGEST_NUMBER digits is such a number; a longer one is perhaps a year.
    """
    if not title:
        return ""
    stem, _, last = title.rpartition(" ")
    is_number = bool(stem) and last.isascii() and last.isdecimal() and len(last) <= LONGEST_NUMBER
    if not is_number:
        stem, last = title, "1"
    number = f" {int(last) + 1}"
    return stem[: LONGEST_TITLE - len(number)].rstrip() + number


def _kind(player: Player, own: int) -> SeatKind:
    if player.seat == own:
        return SeatKind.ME
    return SeatKind(player.bot) if player.bot else SeatKind.LINK
