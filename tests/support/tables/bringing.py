"""For the tests of what is brought to people: something to bring, and a worker that brings it."""

from datetime import timedelta

from games.models import Delivery, Game, Notice
from games.notices import deliveries, notices


def tell(user, table=None, cause="one", text="Your time is running out."):
    """Tell a user something, of a table if there is one."""
    game = Game.objects.get(code=table.code) if table else None
    kind = Notice.Kind.TIME if table else Notice.Kind.MODERATION
    notices.tell(kind, user, game, cause, text)


def work():
    """Bring everything that is due."""
    while deliveries.deliver_next():
        pass


def later(seconds):
    """Let everything that waits be that much later."""
    for delivery in Delivery.objects.filter(state=Delivery.State.WAITING):
        delivery.next_at -= timedelta(seconds=seconds)
        delivery.save()


def states(channel):
    """How far the deliveries by a channel are."""
    return list(Delivery.objects.filter(channel=channel).values_list("state", flat=True))
