"""A seat that changes hands (ELM-7): who sits there from now on, and who sat there when."""

from collections import defaultdict
from datetime import datetime
from typing import Any

from django.db.models import Q

from games.models import Player, Sitting, User, Vote
from games.seating import seat_name
from games.timekeeping import moment_now

FILLED: dict[str, Any] = {
    **{"is_vacant": False, "missed": 0, "returned": 0},
    **{"away_round": None, "away_since": None},
}
"""What is stored of a seat that nobody is missing from any more."""


def hand_over(player: Player, newcomer: User) -> None:
    """Let a person sit down in place of whoever sat at a seat of a game that is locked.

    Who takes their own seat again is no newcomer in the record of the game.
    """
    if player.user_id != newcomer.pk:
        if not player.sittings.exists():
            Sitting.objects.create(player=player, user=player.user, bot=player.bot)
        Sitting.objects.create(player=player, user=newcomer, sat_down_at=moment_now())
    Player.objects.filter(pk=player.pk).update(user=newcomer, bot="", **FILLED)
    # What was wanted by who is gone, or in their absence, is wanted no more.
    Vote.objects.filter(Q(seat=player.seat) | Q(about=player.seat), game=player.game_id).delete()


def has_sat_elsewhere(user: User, player: Player) -> bool:
    """Say whether a user sits or sat at another seat of the same table, and knows its secrets."""
    others = Player.objects.filter(game=player.game_id).exclude(pk=player.pk)
    return others.filter(Q(user=user) | Q(sittings__user=user)).exists()


class Sitters:
    """Who sat at the seats of a game that changed hands: one query."""

    def __init__(self, game: int) -> None:
        self._sat: defaultdict[int, list[tuple[datetime, str]]] = defaultdict(list)
        columns = ("player__seat", "sat_down_at", "user__name", "bot")
        sat = Sitting.objects.filter(player__game=game).order_by("pk")
        for seat, since, name, bot in sat.values_list(*columns):
            self._sat[seat].append((since, seat_name(seat, name, bot)))

    def name(self, seat: int, when: datetime) -> str | None:
        """Return what they are called who sat there at a time; None where nobody ever changed."""
        if seat not in self._sat:
            return None
        # The first is noted only when somebody follows.
        first, *others = self._sat[seat]
        return next((name for since, name in reversed(others) if since <= when), first[1])

    def was_another(self, seat: int, when: datetime) -> bool:
        """Say whether at a time somebody else sat there than does now."""
        return seat in self._sat and self._sat[seat][-1][0] > when
