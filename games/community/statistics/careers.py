"""What a person did in all their finished games, added up from the tallies."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser

from games.community.statistics.luck import Losses
from games.drawing.display.titles import heading_of
from games.models import Player, SeatTally, User
from rules import RULESETS
from rules.sentences.words import isolated, nth

MOST_EMPIRES = 3
_COLUMNS = (
    "place", "captures", "march", "eliminations", "has_fallen", "battles", "lost",
    "expected_lost", "variance", "pacts",
)  # fmt: skip
_OF_SEAT = ("player__empire", "player__game")
_OF_GAME = ("ruleset", "code", "title", "host__name", "tally__size")


class _Row(NamedTuple):
    """A seat's tally with facts of its game."""

    place: int | None
    captures: int
    march: int
    eliminations: int
    has_fallen: bool
    battles: int
    lost: int
    expected_lost: float
    variance: float
    pacts: list[list[int]]
    empire: str | None
    game: int
    ruleset: str
    code: str
    title: str
    host: str | None
    size: int


def career_of(person: User, visitor: User | AnonymousUser) -> dict[str, Any] | None:
    """Return the statistics of a person's games; None if none of them has been counted.

    Private games count for the person alone. Seats that changed hands do not count, as they would
    credit one person with what another one did.
    """
    tallies = SeatTally.objects.filter(player__user=person, player__holders=None)
    if person != visitor:
        tallies = tallies.filter(player__game__is_listed=True)
    columns = (*_COLUMNS, *_OF_SEAT, *(f"player__game__{column}" for column in _OF_GAME))
    rows = [_Row(*row) for row in tallies.order_by("pk").values_list(*columns)]
    if not rows:
        return None
    losses = Losses(
        sum(row.lost for row in rows),
        sum(row.expected_lost for row in rows),
        sum(row.variance for row in rows),
    )
    return {
        "games": len(rows),
        "captures": sum(row.captures for row in rows),
        "eliminations": sum(row.eliminations for row in rows),
        "falls": sum(row.has_fallen for row in rows),
        "kinds": _kinds(rows),
        "places": [nth(place) for place in range(1, max(row.size for row in rows) + 1)],
        "empires": _empires(rows),
        "battles": sum(row.battles for row in rows),
        "losses": losses if losses.variance else None,
        "march": _longest_march(rows),
        **_partners(person, rows),
    }


def _kinds(rows: Iterable[_Row]) -> list[dict[str, Any]]:
    """Return the games and places by kind and size, most games first."""
    places: defaultdict[tuple[str, int], Counter[int | None]] = defaultdict(Counter)
    for row in rows:
        places[row.ruleset, row.size][row.place] += 1
    most = max(size for _, size in places)
    found = [
        {
            "ruleset": RULESETS[ruleset].title,
            "size": size,
            "games": counts.total(),
            # None where a game of this size has no such place.
            "places": [counts[place] if place <= size else None for place in range(1, most + 1)],
            "without": counts[None],
        }
        for (ruleset, size), counts in places.items()
    ]
    return sorted(found, key=lambda kind: (-kind["games"], kind["ruleset"], kind["size"]))


def _empires(rows: Iterable[_Row]) -> list[dict[str, Any]]:
    """Return the empires a person had most often, with the games and those won."""
    games, won = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for row in rows:
        if row.empire:
            games[row.ruleset, row.empire] += 1
            won[row.ruleset, row.empire] += row.place == 1
    return [
        {
            "name": RULESETS[ruleset].board.groups[empire].name,
            "games": count,
            "won": won[ruleset, empire],
        }
        for (ruleset, empire), count in games.most_common(MOST_EMPIRES)
    ]


def _longest_march(rows: Iterable[_Row]) -> dict[str, Any] | None:
    """Return the most territories captured in one turn, and the game; None if there are none."""
    best = max(rows, key=lambda row: row.march)
    if not best.march:
        return None
    heading = heading_of(best.title, best.host)
    return {"territories": best.march, "code": best.code, "heading": heading}


def _partners(person: User, rows: Iterable[_Row]) -> dict[str, Any]:
    """Return the partner with most pacts kept beyond those broken, and the opposite (DIP-1)."""
    pacts = {(row.game, seat): counts for row in rows for seat, *counts in row.pacts}
    seats = Player.objects.filter(game__in={game for game, _ in pacts}, user__isnull=False)
    others = seats.filter(holders=None).exclude(user=person).order_by("pk")
    kept, broken = Counter[str](), Counter[str]()
    for game, seat, name in others.values_list("game", "seat", "user__name"):
        if (game, seat) in pacts:
            for counter, count in zip((kept, broken), pacts[game, seat], strict=True):
                counter[name] += count
    return {"most_faithful": _most(kept, broken), "most_broken": _most(broken, kept)}


def _most(counts: Counter[str], against: Counter[str]) -> dict[str, Any] | None:
    for name, _ in (counts - against).most_common(1):
        return {"name": isolated(name), "pacts": counts[name]}
    return None
