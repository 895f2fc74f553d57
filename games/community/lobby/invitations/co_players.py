"""People that a user has played with."""

from collections.abc import Collection
from datetime import timedelta

from django.db.models import Count, Max, Q
from django.utils import timezone

from games.models import Game, Player, User

MOST_SUGGESTED, LATEST_GAMES = 8, 50
GUEST_GONE_AFTER = timedelta(days=14)


def people_played_with(
    user: User,
    limit: int = MOST_SUGGESTED,
    *,
    apart: Collection[int] = (),
    with_guests: bool = True,
) -> list[User]:
    """Return the people who played in most of a user's latest games, at most `limit`.

    Without those in `apart`, deleted accounts, people whom the user has blocked, and guests who
    have not been here for GUEST_GONE_AFTER. People who have blocked the user stay in the list:
    leaving them out would tell the user.
    """
    own = Player.objects.filter(user=user, game__is_tutorial=False)
    begun = own.filter(game__status__in=(Game.Status.RUNNING, Game.Status.OVER))
    games = list(begun.order_by("-game__changed_at").values_list("game", flat=True)[:LATEST_GAMES])
    is_gone = Q(is_guest=True, seen_at__lt=timezone.now() - GUEST_GONE_AFTER)
    others = User.objects.filter(seats__game__in=games, is_active=True).exclude(is_gone)
    others = others.exclude(pk__in=[user.pk, *apart]).exclude(pk__in=user.blocked.values("pk"))
    if not with_guests:
        others = others.filter(is_guest=False)
    shared = others.annotate(shared=Count("seats"), last=Max("seats__game__changed_at"))
    return list(shared.order_by("-shared", "-last", "name").only("name", "is_guest")[:limit])
