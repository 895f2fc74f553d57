"""Invitations to tables: their words, and those that a visitor can still accept."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import ngettext

from games.community.lobby.access import INVITED
from games.community.lobby.table_summaries import TableShown, pace_of, table_for
from games.models import Game, Player, TableInvitation, User
from rules.sentences.words import listed

_FREE = Q(game__status=Game.Status.OPEN, user=None, bot="")
_VACANT = Q(game__status=Game.Status.RUNNING, is_vacant=True, eliminated=0)


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation that a visitor holds; its token is a secret of those who are invited."""

    table: TableShown
    token: str

    @property
    def path(self) -> str:
        """Return the path of the invitation link, which also works in another browser."""
        return reverse("invitation", args=[self.table.code, self.token])

    @property
    def can_join(self) -> bool:
        """Return whether a guest can take a seat without looking at the table first."""
        return self.table.takes_guests and self.table.status == Game.Status.OPEN

    @property
    def words(self) -> str:
        """Return who invites the visitor to which game."""
        return words_of(self.table)


def last_invitation(request: HttpRequest) -> Invitation | None:
    """Return the visitor's last invitation to a game that they have not joined and still can."""
    codes = request.session.get(INVITED, ())
    if not codes:
        return None
    seats = Player.objects.filter(_FREE | _VACANT, game=OuterRef("pk"))
    games = Game.objects.public().filter(Exists(seats), code__in=codes).select_related("host")
    if request.user.is_authenticated:
        games = games.exclude(players__user=request.user)
    found = {game.code: game for game in games}
    code = next((code for code in reversed(codes) if code in found), None)
    if code is None:
        return None
    token = Game.objects.values_list("invitation", flat=True).get(code=code)
    return Invitation(table_for(found[code], request.user), token)


def invited_path(request: HttpRequest) -> str:
    """Return the path of the table of the visitor's last invitation; "" if there is none."""
    invitation = last_invitation(request)
    return reverse("table", args=[invitation.table.code]) if invitation else ""


_INVITES = {
    "host": "{host} invites you to a game of {game}.",
    "host, with": "{host} invites you to a game of {game} with {others}.",
    "nobody": "You’re invited to a game of {game}.",
    "nobody, with": "You’re invited to a game of {game} with {others}.",
}


def words_of(table: TableShown) -> str:
    """Say who invites to which game, and who else is in."""
    others = [seat.name for seat in table.seats if seat.kind == "person" and not seat.is_host]
    if table.bots:
        others.append(
            ngettext("{number} bot", "{number} bots", table.bots).format(number=table.bots)
        )
    text = _INVITES[("host" if table.host else "nobody") + (", with" if others else "")]
    return text.format(host=table.host, game=table.ruleset, others=listed(others))


_INVITED = "{words} {pace}."


def invitation_text(game: Game, table: TableShown) -> str:
    """Say who invites to which game, who else is in, and how fast the game is."""
    pace = pace_of(game)
    return _INVITED.format(words=words_of(table), pace=pace[:1].upper() + pace[1:])


def invitations_of(user: User) -> list[Game]:
    """Return the open tables with a free seat to which a user is invited by name, newest first.

    Without invitations from people whom the user has blocked, and without tables where somebody
    has blocked the user, which count as full.
    """
    own = TableInvitation.objects.filter(game=OuterRef("pk"), user=user, declined_at=None)
    own = own.exclude(by__in=user.blocked.values("pk"))
    seats = Player.objects.filter(game=OuterRef("pk"))
    in_time = Q(fills_until=None) | Q(fills_until__gt=timezone.now())
    games = Game.objects.public().filter(in_time, Exists(own), status=Game.Status.OPEN)
    games = games.filter(Exists(seats.filter(user=None, bot="")))
    games = games.exclude(Exists(seats.filter(user__blocked=user)))
    return list(games.select_related("host").order_by("-pk"))
