"""Access control: which visitors may see which games."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

from games.models import Game, SeatHolder, TableInvitation, User
from games.storage.store.stored_game import StoredGame

INVITED = "invitations"
"""Session key for the codes of the games to which the visitor has been invited, last one last."""


class GameNotVisible(Http404):
    """There is no such game, or the visitor may not see it; the response does not say which."""


def visible_game(request: HttpRequest, code: str) -> Game:
    """Return a game without its secret columns; raise GameNotVisible if the visitor may not see it.

    Unlisted games are visible only to their players, including replaced ones, to their host, to
    people invited by name who have not declined, and to visitors with the invitation link.
    """
    game = Game.objects.public().filter(code=code).first() if code.isalnum() else None
    if game is None or not (game.is_listed or _may_look(request, game)):
        raise GameNotVisible("That game doesn’t exist.")
    return game


def _may_look(request: HttpRequest, game: Game) -> bool:
    if game.code in request.session.get(INVITED, ()):
        return True
    audience = audience_now(game.code)
    return audience is not None and audience.admits(request.user.pk, is_invited=False)


@dataclass(frozen=True, slots=True)
class Audience:
    """Who may see a game without an invitation: everybody if it is listed, else `users`."""

    is_listed: bool
    users: frozenset[int]

    def admits(self, user: int | None, *, is_invited: bool) -> bool:
        """Return whether a user (None if not logged in) may see the game; `is_invited` suffices."""
        return self.is_listed or is_invited or user in self.users


def audience_of(stored: StoredGame, visitors: Collection[int | None] = ()) -> Audience:
    """Return the audience of a game that has already been loaded.

    Runs a query only if an unlisted game has visitors without a seat: they may have had one, or be
    invited by name.
    """
    users = {stored.host_id, *(seat.user for seat in stored.seats)}
    if not stored.is_listed and not users.issuperset(visitors):
        asked = set(visitors) - users - {None}
        sat = SeatHolder.objects.filter(player__game=stored.id, user__in=asked).order_by()
        invited = invitations_to(stored.id).filter(user__in=asked)
        users.update(sat.values_list("user", flat=True).union(invited.values_list("user")))
    return _audience(stored.is_listed, users)


def audience_now(code: str) -> Audience | None:
    """Read a game's current audience from the database; None if there is no such game."""
    games = Game.objects.filter(code=code)
    invited = games.filter(invitations__isnull=False, invitations__declined_at=None)
    found = list(
        games.values_list("is_listed", "host").union(
            games.values_list("is_listed", "players__user"),
            games.values_list("is_listed", "players__holders__user"),
            invited.values_list("is_listed", "invitations__user"),
        )
    )
    return _audience(found[0][0], (user for _, user in found)) if found else None


def invitations_to(game: int) -> QuerySet[TableInvitation]:
    """Return the invitations by name to a game that nobody has declined."""
    return TableInvitation.objects.filter(game=game, declined_at=None)


def _audience(is_listed: bool, users: Iterable[int | None]) -> Audience:
    return Audience(is_listed, frozenset(user for user in users if user is not None))


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
