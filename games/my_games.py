"""What waits for a person in all their games, the soonest deadline first; what will soon; the rest.

Four queries, however many games there are.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games import clocks
from games.models import Game, Player, User
from games.seating import seat_name
from games.table_names import heading_of
from rules import RULESETS
from rules.moves import Control
from rules.sentences.words import nth

MOST_OVER = 5
SOON = 1
"""A turn is soon when so many players are on turn before it, the one who is now."""

# Of a person's own games alone: open decisions and the position are secret.
_COLUMNS = (
    *("pk", "code", "title", "host__name", "ruleset", "status", "round", "turn"),
    *("clocks", "decisions", "position"),
)


@dataclass(frozen=True, slots=True)
class Mine:
    """One of a person's games; `deadline` is by when they must answer, as an ISO time.

    `what` says in a few words where it stands; `is_late` that it runs on bank or excuse.
    """

    code: str
    heading: str
    ruleset: str
    what: str
    deadline: str | None = None
    is_late: bool = False


@dataclass(frozen=True, slots=True)
class MyGames:
    """A person's games by when they are wanted there."""

    waiting: tuple[Mine, ...]
    soon: tuple[Mine, ...]
    others: tuple[Mine, ...]
    opened: tuple[Mine, ...]
    over: tuple[Mine, ...]


@dataclass(frozen=True, slots=True)
class _Seat:
    seat: int
    name: str
    is_out: bool


def my_games(user: User) -> MyGames:
    """Return a person's games."""
    seats = user.seats.filter(game__status__in=(Game.Status.RUNNING, Game.Status.OPEN))
    own = {
        game: (seat, _is_at_hand(control, has_right) and not out)
        for game, seat, control, has_right, out in seats.values_list(
            "game", "seat", "control", "own", "eliminated"
        )
    }
    names = tuple(_COLUMNS)
    games = Game.objects.filter(pk__in=own).order_by("-changed_at", "-pk").values_list(*names)
    rows = [dict(zip(names, row, strict=True)) for row in games]
    seated = _seated(own)
    found: defaultdict[str, list[Mine]] = defaultdict(list)
    for row in rows:
        seat, is_at_hand = own[row["pk"]]
        place = _place(row, seat, seated[row["pk"]]) if is_at_hand else "others"
        found[place].append(_mine(row, seat, seated[row["pk"]], place))
    found["waiting"].sort(key=lambda game: (game.deadline is None, game.deadline or ""))
    return MyGames(
        *(tuple(found[name]) for name in ("waiting", "soon", "others", "opened")),
        over=_over(user),
    )


def _is_at_hand(control: str, own: bool) -> bool:
    """Say whether a person plays a seat, or may take it back from a steward."""
    return control == Control.PLAYER or (control == Control.STEWARD and own)


def _seated(games: Mapping[int, Any]) -> dict[int, list[_Seat]]:
    seated = defaultdict(list)
    columns = ("game", "seat", "user__name", "bot", "eliminated")
    players = Player.objects.filter(game__in=games).order_by("seat").values_list(*columns)
    for game, seat, name, bot, eliminated in players:
        seated[game].append(_Seat(seat, seat_name(seat, name, bot), bool(eliminated)))
    return seated


def _place(row: dict[str, Any], seat: int, seated: list[_Seat]) -> str:
    """Return in which part of the page a running or open game stands."""
    if row["status"] == Game.Status.OPEN:
        return "opened"
    if any(decision["seat"] == seat for decision in row["decisions"]):
        return "waiting"
    before = _before(row, seat, seated)
    return "soon" if before is not None and before <= SOON else "others"


def _before(row: dict[str, Any], seat: int, seated: list[_Seat]) -> int | None:
    """Return how many players are on turn before a seat, the one who is now among them."""
    if not row["round"] or row["turn"] is None:
        return None
    out = {player.seat for player in seated if player.is_out}
    order = [one for one in row["position"]["order"] if one not in out]
    if row["turn"] not in order or seat not in order:
        return None
    return (order.index(seat) - order.index(row["turn"])) % len(order)


def _mine(row: dict[str, Any], seat: int, seated: list[_Seat], place: str) -> Mine:
    clock = clocks.from_json(row["clocks"]).running.get(seat) if place == "waiting" else None
    return Mine(
        code=row["code"],
        heading=heading_of(row["title"], row["host__name"]),
        ruleset=RULESETS[row["ruleset"]].title,
        what=_what(row, seat, seated, place),
        deadline=clock and clocks.moment(clock.until).isoformat(),
        is_late=clock is not None and bool(clock.lent or clock.excused),
    )


def _what(row: dict[str, Any], seat: int, seated: list[_Seat], place: str) -> str:
    if place == "opened":
        return "Not begun"
    if not row["round"] or row["turn"] is None:
        return "Setting up"
    if any(player.seat == seat and player.is_out for player in seated):
        return f"Round {row['round']}, you are out"
    if row["turn"] == seat:
        return f"Round {row['round']}, your turn"
    name = next(player.name for player in seated if player.seat == row["turn"])
    if place == "waiting":
        return f"Round {row['round']}, you are asked in {name}’s turn"
    return f"Round {row['round']}, {name}’s turn"


def _over(user: User) -> tuple[Mine, ...]:
    over = Game.objects.filter(players__user=user, status=Game.Status.OVER).order_by("-moved_at")
    columns = ("code", "title", "host__name", "ruleset", "outcome")
    columns += ("players__seat", "players__own", "players__away_since")
    return tuple(
        Mine(
            row["code"],
            heading_of(row["title"], row["host__name"]),
            RULESETS[row["ruleset"]].title,
            _result(row["outcome"], row["players__seat"]) + _left(row),
        )
        for row in over.values(*columns)[:MOST_OVER]
    )


def _left(row: dict[str, Any]) -> str:
    is_left = not row["players__own"] or row["players__away_since"] is not None
    return "; you left the seat" if is_left else ""


def _result(outcome: dict[str, Any], seat: int) -> str:
    """Return how a game ended for who sat in a seat."""
    if not outcome["winners"]:
        return "Ended without a result"
    if seat in outcome["winners"]:
        return "You won"
    places = (place for place, tied in enumerate(outcome["places"], start=1) if seat in tied)
    return f"You came {nth(next(places))}"
