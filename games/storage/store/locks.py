"""The order in which rows are locked, so that transactions cannot deadlock.

A transaction that needs several of these locks takes them in this order and skips the rest:

1. users, with `User.objects.lock`: a moderator before the person they act on;
2. the row of the site's settings;
3. an outage whose lost time is being given back;
4. games, by primary key; a game's lock covers its seats, cards, votes, plans and due rows;
5. reports, by primary key;
6. circles, by primary key; a circle's lock covers its members, invitations and webhooks;
7. heartbeats;
8. a user who is being deleted: no row may refer to them afterwards.

Locks 1 to 6 are FOR NO KEY UPDATE, so other transactions can still insert rows that refer to the
locked row: notices, messages, seats and measures are written under other locks, and their foreign
keys are checked only on commit. Lock 8 conflicts with every such reference, so it comes
last, when the transaction waits for nothing else. A query with SKIP LOCKED never waits and may
lock games in any order.
"""

from django.db.models import Q, QuerySet

from games.models import CircleMember, Game, Message, Report, SiteSettings, User

ROW = 1
"""Primary key of the only row of the site's settings."""

_SIDES = ("reporter", "reported", "handler", "appellant", "appeal_handler")


def lock_site_settings() -> SiteSettings:
    """Lock the row of the site's settings, creating it if it is missing."""
    SiteSettings.objects.get_or_create(pk=ROW)
    return SiteSettings.objects.select_for_update(no_key=True).get(pk=ROW)


def lock_games(games: QuerySet[Game]) -> list[int]:
    """Lock games in order of primary key; return the keys."""
    rows = Game.objects.filter(pk__in=games.order_by().values("pk")).order_by("pk")
    return list(rows.select_for_update(no_key=True).values_list("pk", flat=True))


def lock_person(person: int) -> list[int]:
    """Lock a person and every game and report they are part of; return the games' primary keys.

    The games of their circles are among them: a circle is deleted with its last member.

    The site's settings are locked too, so that deletions run one by one: their rows may overlap.
    Raises User.DoesNotExist if the person has already been deleted.
    """
    User.objects.lock(person)
    lock_site_settings()
    sat = Q(players__user=person) | Q(players__holders__user=person)
    in_circles = Q(circle__in=CircleMember.objects.filter(user=person).values("circle"))
    games = lock_games(Game.objects.filter(Q(host=person) | sat | in_circles))
    list(reports_naming(person, games).select_for_update(no_key=True).values_list("pk"))
    return games


def reports_naming(person: int, games: list[int]) -> QuerySet[Report]:
    """Return the reports that may contain a person's name, in the order in which to lock them.

    They are by or about the person, about one of their games, or about a game in which they wrote.
    """
    about = Q(*((side, person) for side in _SIDES), _connector=Q.OR)
    talked = Message.objects.filter(author=person).values("game")
    about |= Q(game__in=games) | Q(game__in=talked)
    return Report.objects.filter(about).order_by("pk")
