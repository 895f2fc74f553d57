"""How a notice goes out: what sends by which way.

Every message carries the id of its delivery, or of its notice, the same at every try, so that
who gets it twice can tell.
"""

from collections.abc import Callable, Sequence

from games.models import Delivery
from games.notice_choices import Channel
from games.notice_hook import send_hook
from games.notice_mail import send_mail
from games.notice_push import send_push
from games.sending import Outcome

CARRIERS: dict[str, Callable[[Sequence[Delivery]], Outcome]] = {
    Channel.MAIL: send_mail,
    Channel.PUSH: send_push,
    Channel.HOOK: send_hook,
}
"""What sends by which channel; mail may take several notices of a user at once."""
