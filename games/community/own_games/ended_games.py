"""A person's ended games, their results, and the rematches with a free seat for the person."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from games.community.lobby.rematch_answers import with_spare_seats
from games.community.own_games.requests import GameFacts, PlayerRequest, requests_of
from games.drawing.display.titles import heading_of
from games.models import Game, LastVisit, Player, SeatHolder, User
from rules import RULESETS
from rules.sentences.words import nth

MOST_OVER = 5


def seats_of(user: User) -> QuerySet[Player]:
    """Return a person's seats, and those that somebody took over from them."""
    held = SeatHolder.objects.filter(user=user)
    return Player.objects.filter(Q(user=user) | Q(pk__in=held.values("player")))


def ended_games(user: User) -> list[dict[str, Any]]:
    """Return a person's latest ended games, and older games whose rematch has a seat for them.

    `is_replaced`: somebody took the person's seat over. A rematch counts as full if somebody there
    has blocked the person, and is not offered if the person has blocked its host.
    """
    free = Player.objects.filter(game=OuterRef("pk"), user=None, bot="")
    own = Player.objects.filter(game=OuterRef("pk"), user=user)
    blocker = Player.objects.filter(game=OuterRef("pk"), user__blocked=user)
    in_time = Q(fills_until=None) | Q(fills_until__gt=timezone.now())
    next_table = {"pk": OuterRef("game__next_game"), "status": Game.Status.OPEN}
    following = Game.objects.filter(in_time, Exists(free), ~Exists(own), **next_table)
    following = following.exclude(Exists(blocker)).exclude(host__in=user.blocked.values("pk"))
    visit = LastVisit.objects.filter(user=user, game=OuterRef("game"))
    over = seats_of(user).filter(game__status=Game.Status.OVER)
    columns = ("code", "title", "ruleset", "outcome", "moved_at")
    of_seat = ("game", "seat", "own", "away_since")
    rows = over.values(
        *of_seat,
        **{column: F(f"game__{column}") for column in columns},
        host=F("game__host__name"),
        is_replaced=~Q(user=user) | Q(user=None),
        next_code=Subquery(following.values("code")[:1]),
        next_seal=Subquery(following.values("seed_commitment")[:1]),
        dismissed=Subquery(visit.values("dismissed")[:1]),
    )
    # Games with an open rematch come first, so that the limit excludes none of them.
    found = rows.order_by(F("next_code").asc(nulls_last=True), "-moved_at")[: 4 * MOST_OVER]
    asked = {row["next_code"] for row in found if row["is_replaced"] and row["next_code"]}
    rematches = Game.objects.filter(code__in=asked).only("code") if asked else ()
    spare = with_spare_seats(rematches)
    full = {game.code for game in rematches if game.pk not in spare}
    for row in found:
        if row["is_replaced"] and row["next_code"] in full:
            row["next_code"] = None
    return sorted(found, key=lambda row: row["moved_at"], reverse=True)


def rematch_requests(ended: list[dict[str, Any]]) -> Iterator[PlayerRequest]:
    """Yield a request to join each rematch that has a seat for the person."""
    for row in ended:
        if row["next_code"]:
            yield from requests_of(
                GameFacts(
                    code=row["code"],
                    heading=heading_of(row["title"], row["host"]),
                    ruleset=RULESETS[row["ruleset"]],
                    seat=row["seat"],
                    names=(),
                    next_code=row["next_code"],
                    next_seal=row["next_seal"],
                    dismissed=frozenset(row["dismissed"] or ()),
                )
            )


_RESULTS = {
    "none": "Ended without a result",
    "won": "You won",
    "placed": "You finished {place}",
}
_ABANDONED = {
    "none": "Ended without a result, after you left",
    "won": "Your seat won, after you left",
    "placed": "You left; your seat finished {place}",
}
"""The result of a game for a seat: if its player stayed, and if they left before the end."""


def result_of(row: dict[str, Any]) -> str:
    """Describe the result of an ended game for the person."""
    outcome, seat = row["outcome"], row["seat"]
    is_left = row["is_replaced"] or not row["own"] or row["away_since"] is not None
    texts = _ABANDONED if is_left else _RESULTS
    if not outcome["winners"]:
        return texts["none"]
    if seat in outcome["winners"]:
        return texts["won"]
    places = (place for place, tied in enumerate(outcome["places"], start=1) if seat in tied)
    return texts["placed"].format(place=nth(next(places)))
