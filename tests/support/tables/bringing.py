"""Helpers for tests of deliveries: a notice, and a worker that delivers it."""

from datetime import timedelta

from games.community.notices import notices
from games.community.notices.sending import deliveries
from games.models import Delivery, Game, Notice


def tell(user, table=None, cause="one", text="You’re running out of time."):
    """Send a user a notice, about a table if one is given."""
    game = Game.objects.get(code=table.code) if table else None
    kind = Notice.Kind.TIME if table else Notice.Kind.MODERATION
    notices.notify(kind, user, game, cause, text)


def work():
    """Deliver everything that is due."""
    while deliveries.deliver_next():
        pass


def later(seconds):
    """Make all waiting deliveries due this many seconds earlier."""
    for delivery in Delivery.objects.filter(state=Delivery.State.WAITING):
        delivery.next_at -= timedelta(seconds=seconds)
        delivery.save()


def states(channel):
    """Return the states of the deliveries on a channel."""
    return list(Delivery.objects.filter(channel=channel).values_list("state", flat=True))


def parts_of(mail):
    """Return an email's subject, text and HTML, and its pictures by Content-ID."""
    found = {}
    for part in mail.walk():
        if not part.is_multipart():
            found.setdefault(part.get_content_type(), []).append(part)
    text, html = (found[kind][0].get_content() for kind in ("text/plain", "text/html"))
    pictures = {
        part["Content-ID"].strip("<>"): part.get_content() for part in found.get("image/png", ())
    }
    return mail["Subject"].strip(), text, html, pictures
