"""Channels that send notices: mail, web push and webhook.

Every message carries the id of its delivery or notice. The id is the same in every attempt,
so that recipients can detect duplicates.
"""

from collections.abc import Callable, Sequence

from games.community.notices.channels.common import DeliveryOutcome
from games.community.notices.channels.push import send_push
from games.community.notices.channels.webhook import send_hook
from games.community.notices.preferences import Channel
from games.models import Delivery

CARRIERS: dict[str, Callable[[Sequence[Delivery]], DeliveryOutcome]] = {
    Channel.PUSH: send_push,
    Channel.HOOK: send_hook,
}
"""The sending function of each channel that takes one delivery at a time; see `mail` for mail."""
