"""Circles for tests, and finished games with given places."""

from django.utils import timezone

from games.community.circles import circles, members
from games.community.lobby import tables
from games.community.lobby.terms import SeatKind, TableTerms
from games.models import Circle, Game, Player, SeatHolder
from rules import Options


def circle_of(owner, *others, name="Sunday circle"):
    """Found a circle; the others join it by its link."""
    circle = circles.found(owner, name)
    for other in others:
        members.join(circle.code, other, circle.invitation)
    return Circle.objects.get(pk=circle.pk)


def names_in(circle):
    """Return the names of the members, longest first."""
    return list(circle.members.values_list("user__name", flat=True))


def finished(circle, people, places, *, bots=(), replaced=None, resigned=(), winners=True):
    """Store a finished game of a circle; `places` lists groups of seats, best first.

    `bots` are added as the last seats. `replaced` maps seats to those who sat there first.
    """
    kinds = [SeatKind.ME, *[SeatKind.LINK] * (len(people) - 1), *map(SeatKind, bots)]
    terms = TableTerms(tuple(kinds), options=Options(quick=True), is_listed=False)
    game = tables.open_table(people[0], terms, circle.pk)
    for seat, person in enumerate(people):
        Player.objects.filter(game=game, seat=seat).update(user=person, own=seat not in resigned)
    for seat, first in (replaced or {}).items():
        player = Player.objects.get(game=game, seat=seat)
        SeatHolder.objects.create(player=player, user=first)
        SeatHolder.objects.create(player=player, user=player.user)
    best = list(places[0]) if winners else []
    outcome = {"winners": best, "places": [list(group) for group in places], "reason": "conquest"}
    Game.objects.filter(pk=game.pk).update(
        status=Game.Status.OVER, outcome=outcome, moved_at=timezone.now()
    )
    return Game.objects.get(pk=game.pk)
