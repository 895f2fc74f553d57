"""Who may look at which game."""

from django.http import Http404, HttpRequest, HttpResponse

from games.models import Game

INVITED = "invitations"
"""Under which key a session keeps the codes of the games it was invited to."""


def visible_game(request: HttpRequest, code: str) -> Game:
    """Return a game without its secrets; Http404 where there is none the visitor may know of.

    A game that is not listed is for its players, its host, and those with its invitation.
    """
    game = Game.objects.public().filter(code=code).first() if code.isalnum() else None
    if game is None or not (game.is_listed or _is_invited(request, game)):
        raise Http404("There is no such game.")
    return game


def _is_invited(request: HttpRequest, game: Game) -> bool:
    if game.code in request.session.get(INVITED, ()):
        return True
    user = request.user
    if not user.is_authenticated:
        return False
    return game.host_id == user.pk or game.players.filter(user=user).exists()


def invite(request: HttpRequest, game: Game) -> None:
    """Remember that a visitor came with the invitation to a game."""
    codes = request.session.get(INVITED, [])
    if game.code not in codes:
        request.session[INVITED] = [*codes, game.code]


def unlisted(game: Game, response: HttpResponse) -> HttpResponse:
    """Keep an answer about a game that is not listed out of what search engines know."""
    if not game.is_listed:
        response["X-Robots-Tag"] = "noindex"
    return response
