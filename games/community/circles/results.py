"""The finished games of a circle, and who had which place in them."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from games.models import Circle, Game, Player, SeatHolder


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished game that counts: no bot began it, and it has a result.

    `places` maps each person who kept their seat from start to end to their place, which tied seats
    share; `behind` maps them to the number of seats placed behind theirs.
    """

    game: int
    places: Mapping[int, int]
    behind: Mapping[int, int]


class _Seat(NamedTuple):
    """A seat of a finished game; it is not `own` if its player resigned."""

    game: int
    player: int
    seat: int
    user: int | None
    bot: str
    own: bool


def counted_games(circle: Circle) -> list[Finished]:
    """Return the finished games of a circle that count, newest first, in three queries.

    A seat that changed hands, or whose player resigned, counts for nobody.
    """
    over = Game.objects.filter(circle=circle, status=Game.Status.OVER)
    outcomes = dict(over.order_by("-moved_at", "-pk").values_list("pk", "outcome"))
    seats: defaultdict[int, list[_Seat]] = defaultdict(list)
    players = Player.objects.filter(game__circle=circle, game__status=Game.Status.OVER)
    for row in players.values_list("game", "pk", "seat", "user", "bot", "own"):
        seat = _Seat(*row)
        seats[seat.game].append(seat)
    first: dict[int, str] = {}
    sat = SeatHolder.objects.filter(player__game__circle=circle).order_by("pk")
    for player, bot in sat.values_list("player", "bot"):
        first.setdefault(player, bot)
    return [
        _finished(game, outcome["places"], seats[game], first)
        for game, outcome in outcomes.items()
        if outcome
        and outcome["winners"]
        and not any(first.get(seat.player, seat.bot) for seat in seats[game])
    ]


def _finished(
    game: int,
    groups: list[list[int]],
    seats: list[_Seat],
    first: Mapping[int, str],
) -> Finished:
    kept = {
        seat.seat: seat.user
        for seat in seats
        if seat.user is not None and seat.own and seat.player not in first
    }
    places, behind, above = dict[int, int](), dict[int, int](), 0
    for tied in groups:
        for seat in tied:
            if seat in kept:
                places[kept[seat]] = above + 1
                behind[kept[seat]] = len(seats) - above - len(tied)
        above += len(tied)
    return Finished(game, places, behind)
