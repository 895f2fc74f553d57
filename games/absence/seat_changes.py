"""A seat that changes hands (ELM-7): who sits there from now on, and who sat there when."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import OuterRef, Q, Subquery

from games.display.seating import seat_name
from games.models import Action, Game, Move, Player, Sitting, User, Vote
from games.store.database_time import moment_now

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


def has_seen_secrets(user: User, game: int) -> bool:
    """Say whether a user has seen, as a moderator, what is secret in a game that goes on.

    They opened its hands, or exported the data of somebody who sits there: plans are part of that.
    """
    done = Action.objects.filter(by=user, refusal="")
    seated = Player.objects.filter(game=game, user__isnull=False)
    opened = Q(name="open_secrets", game=game)
    exported = Q(name="export", person__in=seated.values("user"))
    began = Subquery(Game.objects.filter(pk=game).values("created_at"))
    return done.filter(opened | exported, done_at__gte=began).exists()


@dataclass(frozen=True, slots=True)
class Sat:
    """Who sat down at a seat, and when; `key` is that of its row."""

    key: int
    name: str
    since: datetime


class Sitters:
    """Who sat at the seats of a game that changed hands: one query."""

    def __init__(self, game: int) -> None:
        self._game = game
        self._sat: defaultdict[int, list[Sat]] = defaultdict(list)
        columns = ("pk", "player__seat", "user__name", "bot", "sat_down_at")
        sat = Sitting.objects.filter(player__game=game).order_by("pk")
        for key, seat, name, bot, since in sat.values_list(*columns):
            self._sat[seat].append(Sat(key, seat_name(seat, name, bot), since))

    @cached_property
    def _entries(self) -> dict[int, int]:
        """Return after which entry of the log somebody sat down, by the keys of their rows."""
        before = Move.objects.filter(game=self._game, made_at__lt=OuterRef("sat_down_at"))
        last = Subquery(before.order_by("-number").values("number")[:1])
        sat = Sitting.objects.filter(player__game=self._game).annotate(after=last)
        return {key: after or 0 for key, after in sat.values_list("pk", "after")}

    def name(self, seat: int, when: datetime) -> str | None:
        """Return what they are called who sat there at a time; None where nobody ever changed."""
        return self._name(seat, lambda sat: sat.since <= when)

    def names_at(self, number: int, names: Sequence[str]) -> Sequence[str]:
        """Return the names by seat of who sat there at an entry; `names` are those of now.

        It is asked once at which entries seats have changed hands, if any has.
        """
        if not self._sat:
            return names
        return tuple(
            self._name(seat, lambda sat: self._entries[sat.key] < number) or name
            for seat, name in enumerate(names)
        )

    def _name(self, seat: int, has_sat_down: Callable[[Sat], bool]) -> str | None:
        if seat not in self._sat:
            return None
        # The first is noted only when somebody follows.
        first, *others = self._sat[seat]
        return next((sat.name for sat in reversed(others) if has_sat_down(sat)), first.name)

    def was_another(self, seat: int, when: datetime) -> bool:
        """Say whether at a time somebody else sat there than does now."""
        return seat in self._sat and self._sat[seat][-1].since > when
