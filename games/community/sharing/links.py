"""Public links: a player opens one, any player of the game withdraws it."""

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.exceptions import NotSeated, Refused, game_sought
from games.models import Game, Player, PublicLink, User
from games.models.sharing import new_token


class NotAllowed(Refused):
    """The link cannot be opened, or not by this user."""


def link_for(token: str) -> PublicLink | None:
    """Return the open link with this token, with its game; None if there is none."""
    # Secrets are open under a link, so whatever happens, its game must be over.
    found = PublicLink.objects.filter(token=token, withdrawn_at=None, game__status=Game.Status.OVER)
    secret = (f"game__{name}" for name in Game.secrets)
    return found.select_related("game").defer(*secret).first()


@transaction.atomic
def open_link(code: str, user: User) -> PublicLink:
    """Open a finished game's public link, with the user's own name; an open one stays as it is.

    After a withdrawal the game gets another token, and everybody else is nameless again.
    """
    game = locked_game(code, user)
    if game.status != Game.Status.OVER:
        raise NotAllowed("Only a finished game can be shared.")
    link, is_new = PublicLink.objects.get_or_create(game=game, defaults={"opened_by": user})
    if link.withdrawn_at is not None:
        if link.withdrawn_by_id != user.pk:
            raise NotAllowed("Only the player who withdrew the link can share this game again.")
        link.token, link.opened_at, link.opened_by = new_token(), timezone.now(), user
        link.withdrawn_at = link.withdrawn_by = None
        link.save()
        is_new = True
    if is_new:
        link.named.set([user])
    return link


@transaction.atomic
def withdraw(code: str, user: User) -> None:
    """Withdraw a game's link, so that it leads nowhere."""
    game = locked_game(code, user)
    open_links = PublicLink.objects.filter(game=game, withdrawn_at=None)
    open_links.update(withdrawn_at=timezone.now(), withdrawn_by=user)


@transaction.atomic
def show_name(code: str, user: User, *, is_shown: bool) -> None:
    """Show or hide a player's own name under the game's link."""
    game = locked_game(code, user)
    for link in PublicLink.objects.filter(game=game, withdrawn_at=None):
        if is_shown:
            link.named.add(user)
        else:
            link.named.remove(user)


def locked_game(code: str, user: User) -> Game:
    """Lock a game and return it; raise NotSeated if the user has no seat in it."""
    game = _locked(code)
    if not Player.objects.filter(game=game, user=user).exists():
        raise NotSeated("You have no seat in this game.")
    return game


def game_once_played(code: str, user: User) -> Game:
    """Lock a game and return it; raise NotSeated if the user never had a seat in it."""
    game = _locked(code)
    if not has_played(code, user):
        raise NotSeated("You had no seat in this game.")
    return game


def has_played(code: str, user: User) -> bool:
    """Return whether a user has a seat in a game, or had one until somebody else took it."""
    is_theirs = Q(user=user) | Q(holders__user=user)
    return Player.objects.filter(is_theirs, game__code=code).exists()


def _locked(code: str) -> Game:
    with game_sought():
        return Game.objects.public().select_for_update(no_key=True).get(code=code)
