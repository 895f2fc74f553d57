"""The ladder of a circle, and how each member did against each other."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.community.circles.results import Finished

MOST_PLACES = 6


@dataclass(frozen=True, slots=True)
class Rung:
    """A member's line of the ladder.

    `rank` is None without a game. There is one point for each seat placed behind the member's;
    `places` counts their first places, second places and so on, up to MOST_PLACES.
    """

    user: int
    rank: int | None
    points: int
    games: int
    places: tuple[int, ...]

    @property
    def won(self) -> int:
        """Return the number of first places."""
        return self.places[0]


def ladder_of(games: Iterable[Finished], members: Iterable[int]) -> list[Rung]:
    """Return the members' lines: by points, then by games won; equals share a rank."""
    points, played = Counter[int](), Counter[int]()
    placed = Counter[tuple[int, int]]()
    for game in games:
        for user, place in game.places.items():
            points[user] += game.behind[user]
            played[user] += 1
            placed[user, place] += 1
    listed = list(members)
    scores = {user: (points[user], placed[user, 1]) for user in listed if played[user]}
    rungs = [
        Rung(
            user,
            1 + sum(other > scores[user] for other in scores.values()) if user in scores else None,
            points[user],
            played[user],
            tuple(placed[user, place] for place in range(1, MOST_PLACES + 1)),
        )
        for user in listed
    ]
    return sorted(rungs, key=lambda rung: (rung.rank is None, rung.rank or 0))


@dataclass(frozen=True, slots=True)
class Pairing:
    """How a person did against another one: games both finished, and who was placed ahead."""

    other: int
    games: int
    ahead: int
    behind: int

    @property
    def level(self) -> int:
        """Return the number of games in which both had the same place."""
        return self.games - self.ahead - self.behind


def head_to_head(games: Iterable[Finished], person: int, others: Sequence[int]) -> list[Pairing]:
    """Return a person's record against each of the others they finished a game with."""
    ahead, behind, both = Counter[int](), Counter[int](), Counter[int]()
    for game in games:
        own = game.places.get(person)
        for other in others if own is not None else ():
            place = game.places.get(other)
            if place is not None and own is not None and other != person:
                both[other] += 1
                ahead[other] += own < place
                behind[other] += own > place
    return [Pairing(one, both[one], ahead[one], behind[one]) for one in others if both[one]]
