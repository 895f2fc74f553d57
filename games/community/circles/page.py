"""The page of a circle, and the list of a person's circles, as a visitor may see them."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.community.circles.ladder import Pairing, Rung, head_to_head, ladder_of
from games.community.circles.new_game import usual_words
from games.community.circles.results import counted_games
from games.community.lobby.invitations.co_players import people_played_with
from games.community.lobby.table_summaries import TableShown, Visitor, tables_for
from games.models import Circle, CircleMember, Game, User
from rules.sentences.words import nth

RESULTS_PER_PAGE = 8
MOST_UNDER_WAY = 20
MOST_PLACES_SHOWN = 3
_UNDER_WAY = (Game.Status.OPEN, Game.Status.RUNNING)


@dataclass(frozen=True, slots=True)
class MemberShown:
    """A member with what the circle's page says of them; `pairing` is against the person shown.

    `plain` is the name without the isolates for use in a text.
    """

    name: str
    plain: str
    is_owner: bool
    is_you: bool
    rung: Rung
    pairing: Pairing | None


@dataclass(frozen=True, slots=True)
class CirclePage:
    """The page of a circle. Everything from `invited` on is empty for all but its members.

    `usual` describes the usual game. `finished` has the tables of `results` and when they ended.
    `against` is the name of the person whose results against each other are shown, "" if nobody's.
    """

    code: str
    name: str
    is_member: bool
    is_owner: bool
    is_open: bool
    owner: str
    members: tuple[MemberShown, ...]
    usual: str
    against: str
    places: tuple[str, ...]
    under_way: tuple[TableShown, ...]
    results: Page[Game]
    finished: tuple[tuple[TableShown, datetime], ...]
    counted: int
    invited: tuple[str, ...] = ()
    declined: tuple[str, ...] = ()
    suggested: tuple[User, ...] = ()
    next_on: date | None = None
    token: str = ""

    @property
    def ladder(self) -> list[MemberShown]:
        """Return the members who finished a game, best first."""
        return [member for member in self.members if member.rung.games]

    @property
    def pairings(self) -> list[MemberShown]:
        """Return the members with a record against the person shown."""
        return [member for member in self.members if member.pairing]


def page_of(
    circle: Circle, visitor: Visitor, *, is_member: bool, against: str, number: str
) -> CirclePage:
    """Return a circle's page; `number` is the page of results, `against` a member's name.

    Others than its members see only the games that are listed anyway.
    """
    rows = list(circle.members.select_related("user"))
    by_key = {row.user_id: row.user for row in rows}
    games, finished = _games(circle, is_member=is_member)
    counted = counted_games(circle)
    rungs = ladder_of(counted, by_key)
    shown = _person_shown(by_key, visitor, against, rungs)
    others = [rung.user for rung in rungs]
    records = head_to_head(counted, shown.pk, others) if shown else []
    pairings = {pairing.other: pairing for pairing in records}
    results = Paginator(finished, RESULTS_PER_PAGE).get_page(number)
    tables = tables_for([*games, *results], visitor)
    return CirclePage(
        code=circle.code,
        name=str(circle),
        is_member=is_member,
        is_owner=circle.owner_id == visitor.pk,
        is_open=circle.is_open,
        owner=str(circle.owner),
        members=tuple(
            MemberShown(
                str(by_key[rung.user]),
                by_key[rung.user].name,
                rung.user == circle.owner_id,
                rung.user == visitor.pk,
                rung,
                pairings.get(rung.user),
            )
            for rung in rungs
        ),
        usual=usual_words(circle, len(rows)),
        against=str(shown) if shown else "",
        places=tuple(nth(place) for place in range(1, MOST_PLACES_SHOWN + 1)),
        under_way=tuple(tables[: len(games)]),
        results=results,
        finished=tuple(
            (table, game.moved_at)
            for table, game in zip(tables[len(games) :], results, strict=True)
        ),
        counted=len(counted),
        **(_for_members(circle, visitor, by_key) if is_member else {}),
    )


def _games(circle: Circle, *, is_member: bool) -> tuple[list[Game], QuerySet[Game]]:
    games = Game.objects.public().filter(circle=circle).select_related("host")
    if not is_member:
        games = games.filter(is_listed=True)
    under_way = games.filter(status__in=_UNDER_WAY).order_by("-status", "-pk")
    return list(under_way[:MOST_UNDER_WAY]), games.filter(status=Game.Status.OVER).order_by(
        "-moved_at", "-pk"
    )


def _person_shown(
    members: dict[int, User], visitor: Visitor, name: str, rungs: list[Rung]
) -> User | None:
    """Return the member of this name, else the visitor, else the first of the ladder."""
    by_name = next((user for user in members.values() if user.name == name), None)
    first = members[rungs[0].user] if rungs and rungs[0].games else None
    return by_name or members.get(visitor.pk or 0) or first


def _for_members(circle: Circle, visitor: Visitor, members: Collection[int]) -> dict[str, Any]:
    rows = circle.invitations.select_related("user").order_by("-made_at", "-pk")
    invitations = list(rows)
    suggested = list[User]()
    if isinstance(visitor, User):
        apart = {*members, *(row.user_id for row in invitations)}
        suggested = people_played_with(visitor, apart=apart, with_guests=False)
    return {
        "invited": tuple(str(row.user) for row in invitations if row.declined_at is None),
        "declined": tuple(str(row.user) for row in invitations if row.declined_at is not None),
        "suggested": tuple(suggested),
        "next_on": circle.next_on,
        "token": circle.invitation,
    }


# The list of a person's circles


def circles_of(user: User) -> QuerySet[Circle]:
    """Return a person's circles by name, each with numbers of `people` and games `under_way`."""
    own = CircleMember.objects.filter(user=user).values("circle")
    people = CircleMember.objects.filter(circle=OuterRef("pk")).order_by().values("circle")
    games = Game.objects.filter(circle=OuterRef("pk"), status__in=_UNDER_WAY).order_by()
    counts = {
        "people": people.annotate(count=Count("pk")).values("count"),
        "under_way": games.values("circle").annotate(count=Count("pk")).values("count"),
    }
    named = {name: Coalesce(Subquery(query), 0) for name, query in counts.items()}
    circles = Circle.objects.filter(Q(pk__in=own)).select_related("owner")
    return circles.annotate(**named).order_by("name", "pk")
