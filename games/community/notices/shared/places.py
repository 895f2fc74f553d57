"""What a webhook belongs to, a game or a circle, and what differs between the two."""

from games.community.notices.notices import Draft, write
from games.community.notices.shared.kinds import LABELS, OF_CIRCLES, TableKind
from games.community.trust.system_messages import post_system_message
from games.drawing.display.titles import heading_of
from games.exceptions import NotSeated, game_sought
from games.models import Circle, CircleMember, Game, Notice, Player, User
from games.storage.store.database_time import moment_now
from rules.sentences.words import isolated

Place = Game | Circle

IN_CHAT = {
    "added": (
        "{name} connected this game to a channel at {host}: what spectators may see is posted "
        "there."
    ),
    "removed": "{name} disconnected this game from the channel at {host}.",
}
"""What the chat of a game says of a webhook that is added or removed."""

TO_MEMBERS = {
    "added": (
        "{name} connected the circle {circle} to a channel at {host}: what spectators may see of "
        "its games is posted there."
    ),
    "removed": "{name} disconnected the circle {circle} from the channel at {host}.",
}
"""What the other members of a circle are notified of, on the site only."""


def heading_of_place(place: Place) -> str:
    """Return the heading of a game, or the name of a circle."""
    if isinstance(place, Circle):
        return str(place)
    return heading_of(place.title, place.host.name if place.host else None)


def kinds_of(place: Place) -> list[TableKind]:
    """Return the kinds of news that a webhook may post, in the order shown."""
    return [kind for kind in LABELS if isinstance(place, Circle) or kind not in OF_CIRCLES]


def keeper_of(place: Place) -> int | None:
    """Return the user who may remove every webhook: the host of a game, the owner of a circle."""
    return place.owner_id if isinstance(place, Circle) else place.host_id


def has_hooks_page(game: Game, user: User) -> bool:
    """Return whether a user may see and add the webhooks of a game: they have a seat in it."""
    is_open = game.status in (Game.Status.OPEN, Game.Status.RUNNING, Game.Status.OVER)
    return is_open and not game.is_tutorial and _is_seated(game, user)


def _is_seated(game: Game, user: User) -> bool:
    return Player.objects.filter(game=game, user=user, own=True).exists()


def locked_place(place: Place, user: User) -> Place:
    """Lock a game or a circle and return it; raise NotSeated if the user is not in it."""
    if isinstance(place, Circle):
        return _locked_circle(place, user)
    with game_sought():
        game = Game.objects.public().select_for_update(no_key=True).get(pk=place.pk)
    if not has_hooks_page(game, user):
        raise NotSeated("Only players in this game can do that.")
    return game


def _locked_circle(place: Circle, user: User) -> Circle:
    circle = Circle.objects.select_for_update(no_key=True).filter(pk=place.pk).first()
    if circle is None or not CircleMember.objects.filter(circle=circle, user=user).exists():
        raise NotSeated("Only members of this circle can do that.")
    return circle


def tell(place: Place, user: User, what: str, host: str) -> None:
    """Tell the others in a game or circle that a user has "added" or "removed" a webhook."""
    if isinstance(place, Circle):
        text = TO_MEMBERS[what].format(name=user, circle=place, host=host)
        cause = f"hook {what} {place.pk} {moment_now().isoformat()}"
        others = place.members.exclude(user=user).values_list("user", flat=True)
        kind = Notice.Kind.CIRCLE
        write([Draft(other, kind, None, cause, text, is_live=True) for other in others])
    else:
        post_system_message(place.pk, IN_CHAT[what].format(name=isolated(user.name), host=host))
