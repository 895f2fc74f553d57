"""How a notice goes out: what sends by which way.

Every message carries the id of its delivery, or of its notice, the same at every try, so that
who gets it twice can tell.
"""

from collections.abc import Callable, Sequence

from games.models import Delivery
from games.notices.channels.common import Outcome
from games.notices.channels.mail import send_mail
from games.notices.channels.push import send_push
from games.notices.channels.webhook import send_hook
from games.notices.preferences import Channel

CARRIERS: dict[str, Callable[[Sequence[Delivery]], Outcome]] = {
    Channel.MAIL: send_mail,
    Channel.PUSH: send_push,
    Channel.HOOK: send_hook,
}
"""What sends by which channel; mail may take several notices of a user at once."""
