"""Access control: which visitors may see which games."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

from games.models import CircleMember, Game, SeatHolder, TableInvitation, User
from games.storage.store.stored_game import StoredGame

INVITED = "invitations"
"""Session key for the codes of the games to which the visitor has been invited, last one last."""


class GameNotVisible(Http404):
    """There is no such game, or the visitor may not see it; the response does not say which."""


def visible_game(request: HttpRequest, code: str) -> Game:
    """Return a game without its secret columns; raise GameNotVisible if the visitor may not see it.

    Unlisted games are visible only to their players, including replaced ones, to their host, to the
    members of their circle, to people invited by name who have not declined, and to visitors with
    the invitation link. Once a circle's game is over, no invitation to it admits anybody.
    """
    game = Game.objects.public().filter(code=code).first() if code.isalnum() else None
    if game is None or not (game.is_listed or _may_look(request, game)):
        raise GameNotVisible("That game doesn’t exist.")
    return game


def _may_look(request: HttpRequest, game: Game) -> bool:
    is_invited = game.code in request.session.get(INVITED, ())
    if is_invited and _takes_invited(game.circle_id, game.status):
        return True
    audience = audience_now(game.code)
    return audience is not None and audience.admits(request.user.pk, is_invited=is_invited)


def _takes_invited(circle: int | None, status: str) -> bool:
    return circle is None or status != Game.Status.OVER


@dataclass(frozen=True, slots=True)
class Audience:
    """Who may see a game: everybody if it is listed, else `users` and perhaps the invited."""

    is_listed: bool
    users: frozenset[int]
    takes_invited: bool = True

    def admits(self, user: int | None, *, is_invited: bool) -> bool:
        """Return whether a user (None if not logged in) may see the game."""
        return self.is_listed or (is_invited and self.takes_invited) or user in self.users


def audience_of(stored: StoredGame, visitors: Collection[int | None] = ()) -> Audience:
    """Return the audience of a game that has already been loaded.

    Runs a query only if an unlisted game has visitors without a seat: they may have had one, be
    invited by name, or be members of its circle.
    """
    users = {stored.host_id, *(seat.user for seat in stored.seats)}
    takes_invited = _takes_invited(stored.circle_id, stored.status)
    if not stored.is_listed and not users.issuperset(visitors):
        others = Q(user__in=set(visitors) - users - {None})
        sat = SeatHolder.objects.filter(others, player__game=stored.id).order_by()
        found: list[QuerySet[Any, int]] = []
        if stored.circle_id is not None:
            found.append(_members(stored.circle_id).filter(others))
        if takes_invited:
            found.append(invitations_to(stored.id).filter(others).values_list("user", flat=True))
        users.update(sat.values_list("user", flat=True).union(*found))
    return _audience(stored.is_listed, users, takes_invited)


def audience_now(code: str) -> Audience | None:
    """Read a game's current audience from the database; None if there is no such game."""
    games = Game.objects.filter(code=code)
    ended = Q(status=Game.Status.OVER, circle__isnull=False)
    invited = games.exclude(ended).filter(invitations__isnull=False, invitations__declined_at=None)
    columns = ("is_listed", "circle", "status")
    found = list(
        games.values_list(*columns, "host").union(
            games.values_list(*columns, "players__user"),
            games.values_list(*columns, "players__holders__user"),
            games.values_list(*columns, "circle__members__user"),
            invited.values_list(*columns, "invitations__user"),
        )
    )
    if not found:
        return None
    is_listed, circle, status, _ = found[0]
    users = (user for *_, user in found)
    return _audience(is_listed, users, _takes_invited(circle, status))


def _audience(is_listed: bool, users: Iterable[int | None], takes_invited: bool) -> Audience:
    known = frozenset(user for user in users if user is not None)
    return Audience(is_listed, known, takes_invited)


def _members(circle: int | None) -> QuerySet[CircleMember, int]:
    return CircleMember.objects.filter(circle=circle).order_by().values_list("user", flat=True)


def invitations_to(game: int) -> QuerySet[TableInvitation]:
    """Return the invitations by name to a game that nobody has declined."""
    return TableInvitation.objects.filter(game=game, declined_at=None)


def is_in_circle_of(game: Game, user: User | AnonymousUser) -> bool:
    """Return whether a visitor is a member of a game's circle; runs no query if it has none."""
    return game.circle_id is not None and _members(game.circle_id).filter(user=user.pk).exists()


def known(request: HttpRequest) -> User | None:
    """Return the user who sent the request; None if they are not logged in."""
    return request.user if request.user.is_authenticated else None


def invite(request: HttpRequest, game: Game) -> None:
    """Record in the session that the visitor holds the invitation to a game."""
    codes = request.session.get(INVITED, [])
    if game.code not in codes[-1:]:
        request.session[INVITED] = [*(code for code in codes if code != game.code), game.code]


def unlisted(game: Game, response: HttpResponse) -> HttpResponse:
    """Keep a response about an unlisted game out of search engines and shared caches."""
    if not game.is_listed:
        response["X-Robots-Tag"] = "noindex"
        patch_cache_control(response, private=True)
    return response
