"""In what order rows are held, so that no two transactions wait for each other for ever.

Whoever holds several of these takes them in this order, and leaves out what is not needed:

1. persons, by `User.objects.hold`: a moderator before the person they do something to;
2. the house, its one row;
3. an outage that is being given back;
4. games, by number, and with a game all its rows: seats, cards, votes, plans, what is due;
5. reports, by number;
6. the signs of life of the site's parts;
7. a person who goes for good: nothing may refer to them any more.

A row of the first five is held so that others may refer to it meanwhile (FOR NO KEY UPDATE):
notices, messages, seats and measures are written by who holds something else, and what they refer
to is looked at as late as on commit. The last one waits for all who refer to the person, and lets
nobody; so it comes when nothing else is left to wait for. Whoever passes over what others hold
(SKIP LOCKED) waits for nobody and may take games in any order.
"""

from django.db.models import Q, QuerySet

from games.models import Game, House, Report, User

ROW = 1
"""The number of the only row of the house."""

_SIDES = ("reporter", "reported", "handler", "appellant", "appeal_handler")


def hold_house() -> House:
    """Hold the row of the house; where there is none yet, it is made."""
    House.objects.get_or_create(pk=ROW)
    return House.objects.select_for_update(no_key=True).get(pk=ROW)


def hold_games(games: QuerySet[Game]) -> list[int]:
    """Hold games, one after another by number; return their numbers."""
    rows = Game.objects.filter(pk__in=games.order_by().values("pk")).order_by("pk")
    return list(rows.select_for_update(no_key=True).values_list("pk", flat=True))


def hold_all_of(person: int) -> list[int]:
    """Hold a person with all games and reports they have a part in; return the games' numbers.

    The house is held too: of those who go at the same time one goes after the other, for they may
    stand in each other's rows. User.DoesNotExist where there is no such person any more.
    """
    User.objects.hold(person)
    hold_house()
    sat = Q(players__user=person) | Q(players__sittings__user=person)
    games = hold_games(Game.objects.filter(Q(host=person) | sat))
    about = Q(*((side, person) for side in _SIDES), _connector=Q.OR)
    reports = Report.objects.filter(about).order_by("pk").select_for_update(no_key=True)
    list(reports.values_list("pk"))
    return games
