"""Soft play: how often two users attacked each other, compared with all their attacks.

It is evidence for or against two accounts belonging to one person or colluding, not a verdict.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from games.models import Move, Player
from rules.events.attack import AttackDeclared

MOST_GAMES = 10
"""How many of the latest games are read; reading all moves of more would be slow."""


@dataclass(frozen=True, slots=True)
class Attacks:
    """Two users' attacks on each other, and all attacks they made, in their shared games."""

    each_other: int = 0
    made: int = 0
    games: int = 0


def attacks_between(user: int, together: Mapping[int, set[int]]) -> dict[int, Attacks]:
    """Map every user in `together` to the attacks in the latest games shared with `user`.

    `together` has the primary keys of those games, by user. Attacks by a bot in one of the seats
    count too. Takes two queries.
    """
    newest = sorted({game for games in together.values() for game in games})[-MOST_GAMES:]
    sat = Player.objects.filter(game__in=newest, user__in=[user, *together])
    seats = {(game, who): seat for game, who, seat in sat.values_list("game", "user", "seat")}
    made = _attacks_in(newest)
    found = {}
    for other, games in together.items():
        pairs = [(game, seats[game, user], seats[game, other]) for game in games & set(newest)]
        found[other] = Attacks(
            each_other=sum(made[g, one, two] + made[g, two, one] for g, one, two in pairs),
            made=sum(
                count
                for (game, attacker, _), count in made.items()
                if any(game == g and attacker in (one, two) for g, one, two in pairs)
            ),
            games=len(pairs),
        )
    return found


def _attacks_in(games: list[int]) -> Counter[tuple[int, int, int | None]]:
    """Count the attacks in games by game, attacker and defender."""
    made: Counter[tuple[int, int, int | None]] = Counter()
    rows = Move.objects.public().filter(game__in=games).values_list("game", "public")
    for game, public in rows.iterator():
        for event in public["events"]:
            if event["event"] == AttackDeclared.name:
                made[game, event["attacker"], event["defender"]] += 1
    return made
