"""Let a table decide on pauses, nudges, captains and substitutes.

Each change runs in one transaction that locks the game. It raises Held while a moderator has paused
the game.
"""

from datetime import timedelta

from django.db import transaction

from games.community.absence.seat_changes import hand_over, has_sat_elsewhere, has_seen_secrets
from games.community.lobby.access import audience_of
from games.community.lobby.joining import NeedsAccount, NotAllowed, SeatNotFree
from games.community.lobby.seat_limits import verify_may_take_seat
from games.community.notices.sources.from_requests import notify_vote
from games.community.trust.blocking import blockers_of
from games.community.trust.linked_accounts import note_networks
from games.community.trust.restrictions import verify_may
from games.exceptions import Held, NotSeated, Refused, Stale, game_sought
from games.models import NOBODY, AbsenceStep, Game, Measure, Move, Player, User, Vote
from games.playing.clocks import pauses
from games.playing.commit import new_step, save_changes, save_clocks
from games.playing.play import play_for
from games.storage.store.clocks import Clocks
from games.storage.store.database_time import moment_now, now
from games.storage.store.stored_game import StoredGame, load_locked
from rules.moves import Control, TakeSeat

Step = AbsenceStep.Step

NUDGED_EVERY = timedelta(hours=24)
"""The minimum time between two nudges of a player."""


def _lock(code: str) -> StoredGame:
    with game_sought():
        stored = load_locked(code)
    if stored.status != Game.Status.RUNNING:
        raise Stale("This game isn’t running.")
    # If a table's pause and a moderator's overlapped, the same time would be given back twice.
    if stored.held_since is not None:
        raise Held("A moderator has paused this game. All clocks are paused.")
    return stored


def _seat_of(stored: StoredGame, user: User) -> int:
    """Return a user's seat; raise NotSeated if they do not play in this game."""
    for seat in stored.people:
        if stored.seats[seat].user == user.pk:
            return seat
    raise NotSeated("Only players in this game can do that.")


def _note(stored: StoredGame, step: Step, seat: int | None, by: int | None = None) -> None:
    save_clocks(stored, stored.clocks, new_step(stored, step, seat, by=by))


# Votes


def _vote(stored: StoredGame, seat: int, what: Vote.For, about: int, wants: bool) -> set[int]:
    """Record or withdraw a player's vote; return the seats of people who now vote for it.

    The first vote for something notifies the other players.
    """
    votes = Vote.objects.filter(game=stored.id, what=what, about=about)
    is_new = False
    if wants:
        _, is_new = Vote.objects.get_or_create(game_id=stored.id, seat=seat, what=what, about=about)
    else:
        votes.filter(seat=seat).delete()
    wanting = set(votes.values_list("seat", flat=True)) & set(stored.people)
    if is_new and wanting == {seat}:
        notify_vote(stored, seat, what, about)
    return wanting


def _announce(stored: StoredGame) -> None:
    """Make the table's open pages refresh."""
    save_clocks(stored, stored.clocks.with_steps(0, 1))


@transaction.atomic
def want_pause(code: str, user: User, wants: bool = True) -> bool:
    """Vote for a pause or withdraw the vote; return whether the pause begins."""
    stored = _lock(code)
    seat, times = _seat_of(stored, user), stored.clocks
    if times.pause:
        raise Stale("The game is already paused.")
    wanting = _vote(stored, seat, Vote.For.PAUSE, NOBODY, wants)
    if wanting != set(stored.people):
        _announce(stored)
        return False
    save_changes(stored, pauses.start_pause(stored, times, by=seat))
    return True


@transaction.atomic
def resume(code: str, user: User) -> None:
    """End a table's pause; any of its players may do so."""
    stored = _lock(code)
    seat, times = _seat_of(stored, user), stored.clocks
    if not times.pause:
        raise Stale("The game isn’t paused.")
    step = new_step(stored, Step.RESUMED, by=seat)
    save_clocks(stored, pauses.resumed_clocks(stored, times, now()), step)


@transaction.atomic
def want_captain(code: str, user: User, about: int, wants: bool = True) -> bool:
    """Vote for a captain at a vacant seat; return whether it takes over.

    More than half the players must vote for it. It then plays the seat until the game ends.
    """
    stored = _lock(code)
    seat = _seat_of(stored, user)
    _verify_vacant(stored, about)
    wanting = _vote(stored, seat, Vote.For.CAPTAIN, about, wants)
    if 2 * len(wanting) <= len(stored.people):
        _announce(stored)
        return False
    Vote.objects.filter(game=stored.id, what=Vote.For.CAPTAIN, about=about).delete()
    Player.objects.filter(pk=stored.seats[about].id).update(is_vacant=False)
    _note(stored, Step.CAPTAIN, about)
    play_for(code, about, TakeSeat(Control.BOT, own=False), Move.By.CLOCK, decision=None)
    return True


def vacant_seats(stored: StoredGame) -> list[int]:
    """Return the vacant seats that are still in the game."""
    rows = enumerate(zip(stored.seats, stored.rows.players, strict=True))
    return [seat for seat, (row, player) in rows if row.is_vacant and not player["eliminated"]]


def _verify_vacant(stored: StoredGame, seat: int) -> None:
    if seat not in vacant_seats(stored):
        raise SeatNotFree(_TAKEN)


_TAKEN = "That seat has been taken."


# Substitutes


@transaction.atomic
def substitute(code: str, user: User, seat: int, *, is_invited: bool = False) -> None:
    """Take a vacant seat of a running game, and play on from there (ELM-7).

    Raises NoSuchGame, Stale, Barred, NotAllowed, LimitReached, or SeatNotFree if the seat is not
    vacant.
    """
    stored = _lock(code)
    if not audience_of(stored, {user.pk}).admits(user.pk, is_invited=is_invited):
        raise NotAllowed("This game is invitation-only.")
    player = _verified(stored, user, seat)
    others = [stored.seats[one].user for one in stored.people]
    if player.user_id != user.pk and blockers_of(user, others):
        raise SeatNotFree(_TAKEN)
    verify_may_take_seat(user)
    hand_over(player, user)
    seated = User.objects.filter(seats__game=stored.id).order_by("seats__seat")
    note_networks(stored.id, list(seated), user)
    _note(stored, Step.SUBSTITUTE, seat)
    play_for(code, seat, TakeSeat(Control.PLAYER, own=True), Move.By.CLOCK, decision=None)


def _verified(stored: StoredGame, user: User, seat: int) -> Player:
    """Return a seat if a user with access to the table may take it; see `substitute` for errors."""
    verify_may(user, Measure.Kind.LIMIT)
    _verify_vacant(stored, seat)
    if user.is_guest and not Game.objects.values_list("takes_guests", flat=True).get(pk=stored.id):
        raise NeedsAccount("You need an account to join this game.")
    player = Player.objects.public().select_related("user").get(pk=stored.seats[seat].id)
    if has_sat_elsewhere(user, player):
        raise NotAllowed("You have, or had, another seat in this game.")
    if has_seen_secrets(user, stored.id):
        raise NotAllowed("You’ve seen this game’s secrets as a moderator, so you can’t join it.")
    return player


def why_no_substitute(stored: StoredGame, user: User, seat: int) -> str:
    """Return why a user with access to the table may not take a vacant seat; "" if they may."""
    try:
        _verified(stored, user, seat)
    except Refused as refusal:
        return str(refusal)
    return ""


# Nudges


@transaction.atomic
def nudge(code: str, user: User, seat: int) -> None:
    """Remind a player that the table waits for them, at most once a day."""
    stored = _lock(code)
    by, times = _seat_of(stored, user), stored.clocks
    if by == seat:
        raise Refused("That’s your own seat.")
    if seat not in nudgeable(times):
        raise Stale("The game isn’t waiting only for that player.")
    if was_nudged(stored.id, seat):
        raise Refused("That player has already been reminded in the last 24 hours.")
    _note(stored, Step.NUDGED, seat, by)


def nudgeable(times: Clocks) -> list[int]:
    """Return the seats that may be nudged.

    Seats that decide simultaneously are left out: a nudge would reveal who has not answered.
    """
    if times.pause:
        return []
    return [seat for seat, clock in times.running.items() if not clock.together]


def was_nudged(game: int, seat: int) -> bool:
    """Return whether a player has been nudged within the last day."""
    since = moment_now() - NUDGED_EVERY
    steps = AbsenceStep.objects.filter(game=game, seat=seat, step=Step.NUDGED, at__gt=since)
    return steps.exists()
