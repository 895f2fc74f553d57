"""Seats that change hands during a game (ELM-7), and the history of their players."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import OuterRef, Q, Subquery

from games.community.notices.sources.from_absence import notify_replaced
from games.drawing.display.seating import seat_name
from games.models import Action, Game, Move, Player, SeatHolder, User, Vote
from games.storage.store.database_time import moment_now
from rules.sentences import Words

FILLED: dict[str, Any] = {
    "is_vacant": False,
    "missed": 0,
    "returned": 0,
    "away_round": None,
    "away_since": None,
}
"""The `Player` columns to reset when a new player takes the seat."""


def hand_over(player: Player, newcomer: User) -> None:
    """Seat a person in place of a seat's player, and notify that player; the game must be locked.

    A player who takes their own seat again is not recorded as a substitute.
    """
    if player.user_id != newcomer.pk:
        notify_replaced(player, newcomer.name)
        if not player.holders.exists():
            SeatHolder.objects.create(player=player, user=player.user, bot=player.bot)
        SeatHolder.objects.create(player=player, user=newcomer, sat_down_at=moment_now())
    Player.objects.filter(pk=player.pk).update(user=newcomer, bot="", **FILLED)
    # Delete the votes of the player who left, and votes about the vacant seat.
    Vote.objects.filter(Q(seat=player.seat) | Q(about=player.seat), game=player.game_id).delete()


def has_sat_elsewhere(user: User, player: Player) -> bool:
    """Return whether a user plays or played at another seat, and so knows that seat's secrets."""
    others = Player.objects.filter(game=player.game_id).exclude(pk=player.pk)
    return others.filter(Q(user=user) | Q(holders__user=user)).exists()


def has_seen_secrets(user: User, game: int) -> bool:
    """Return whether a user has seen secrets of a running game as a moderator.

    Opening the game's hands counts, and so does exporting a seated player's data, which includes
    turn plans.
    """
    done = Action.objects.filter(by=user, refusal="")
    seated = Player.objects.filter(game=game, user__isnull=False)
    opened = Q(name="open_secrets", game=game)
    exported = Q(name="export", person__in=seated.values("user"))
    began = Subquery(Game.objects.filter(pk=game).values("created_at"))
    return done.filter(opened | exported, done_at__gte=began).exists()


@dataclass(frozen=True, slots=True)
class PastPlayer:
    """A person or bot that sat down at a seat; `key` is the primary key of the `SeatHolder`.

    `user` is the person's id, None for a bot or a deleted account.
    """

    key: int
    name: str
    user: int | None
    since: datetime


class SeatHistory:
    """The players of all seats of a game that changed hands, loaded in one query."""

    def __init__(self, game: int) -> None:
        self._game = game
        self._sat: defaultdict[int, list[PastPlayer]] = defaultdict(list)
        columns = ("pk", "player__seat", "user__name", "bot", "user", "sat_down_at")
        sat = SeatHolder.objects.filter(player__game=game).order_by("pk")
        for key, seat, name, bot, user, since in sat.values_list(*columns):
            self._sat[seat].append(PastPlayer(key, seat_name(seat, name, bot), user, since))

    @cached_property
    def _entries(self) -> dict[int, int]:
        """Map each player's key to the number of the last log entry before they sat down."""
        before = Move.objects.filter(game=self._game, made_at__lt=OuterRef("sat_down_at"))
        last = Subquery(before.order_by("-number").values("number")[:1])
        sat = SeatHolder.objects.filter(player__game=self._game).annotate(after=last)
        return {key: after or 0 for key, after in sat.values_list("pk", "after")}

    def name(self, seat: int, when: datetime) -> str | None:
        """Return the name of a seat's player at a time; None if the seat never changed hands."""
        player = self._player(seat, lambda sat: sat.since <= when)
        return player.name if player else None

    def user_at(self, seat: int, number: int, now: int | None) -> int | None:
        """Return the id of a seat's player as of a log entry; `now` is the current player's."""
        player = self._player(seat, lambda sat: self._entries[sat.key] < number)
        return player.user if player else now

    def words_at(self, number: int, words: Words) -> Words:
        """Return the vocabulary with the players as of a log entry; `words` has the current ones.

        If the reader took the seat later, its player at that time is named instead of “you”. The
        first call runs a query if a seat has changed hands.
        """
        if not self._sat:
            return words
        names = tuple(
            name if self._is_last(seat, number) else self._name_at(seat, number) or name
            for seat, name in enumerate(words.names)
        )
        is_reader = words.reader is not None and self._is_last(words.reader, number)
        return replace(words, names=names, reader=words.reader if is_reader else None)

    def _is_last(self, seat: int, number: int) -> bool:
        """Return whether a seat's current player was already seated when a log entry was made."""
        return seat not in self._sat or self._entries[self._sat[seat][-1].key] < number

    def _name_at(self, seat: int, number: int) -> str | None:
        player = self._player(seat, lambda sat: self._entries[sat.key] < number)
        return player.name if player else None

    def _player(self, seat: int, has_sat_down: Callable[[PastPlayer], bool]) -> PastPlayer | None:
        """Return who sat at a seat; None if it never changed hands."""
        if seat not in self._sat:
            return None
        # The first player is stored only when a second takes the seat: ignore their time.
        first, *others = self._sat[seat]
        return next((sat for sat in reversed(others) if has_sat_down(sat)), first)

    def was_another(self, seat: int, when: datetime) -> bool:
        """Return whether a seat had a different player at a given time than now."""
        return seat in self._sat and self._sat[seat][-1].since > when
