"""Notices during the storm, by mail, webhook and push, and the servers that receive them."""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import timedelta
from email.message import EmailMessage
from typing import Any
from uuid import UUID

from allauth.account.models import EmailAddress
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.community.notices.pages import keep_browser, keep_hook
from games.community.notices.preferences import PRESETS, Choice, save_choice
from games.community.notices.sending import wanted
from games.community.notices.sending.attempts import CLAIM_DURATION
from games.models import Delivery, Game, Notice, Player, User
from tests.support.servers.receivers import MailServer, PushedBrowser, Receiver
from tests.support.visitors.patience import wait_until

State, Channel = Delivery.State, Delivery.Channel
REFUSED_AT_FIRST = 3
NOT_NEEDED = (wanted.IS_OVER, wanted.IS_COVERED)
IN_HAND = timedelta(seconds=15)
"""The longest time that one attempt at a delivery takes here."""


class NotificationServers:
    """A mail server, and a receiver of webhooks and pushes that answers 503 at first."""

    def __init__(self, mails: MailServer, posts: Receiver) -> None:
        self._mails, self._posts = mails, posts
        posts.statuses += [503] * REFUSED_AT_FIRST
        self._browsers: dict[str, PushedBrowser] = {}
        self._counted_until = timezone.now()

    def ask_for_all(self, user: User) -> None:
        """Subscribe a user to every notice on every channel."""
        address = f"user{user.pk}@example.org"
        EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
        save_choice(user, Choice(channels=PRESETS["everything"][1]))
        keep_hook(user, self._posts.url)
        browser, path = PushedBrowser(), f"/push/{user.pk}"
        url = f"http://{self._posts.pair}{path}"
        keep_browser(user, url, browser.key, browser.secret, "A browser")
        self._browsers[path] = browser

    def wait_for_all(self) -> None:
        """Wait until all events so far have notices, and none of their deliveries is waiting.

        Games go on meanwhile, so `problems` ignores notices made later.
        """
        numbers = dict(Game.objects.values_list("pk", "number"))
        wait_until(lambda: self._are_noticed(numbers))
        self._counted_until = timezone.now()
        try:
            wait_until(self._are_delivered)
        except AssertionError as error:
            columns = ("channel", "destination", "tries", "next_at", "answer")
            waiting = self._counted().filter(state=State.WAITING).values_list(*columns)
            raise AssertionError(f"At {timezone.now()} there wait {list(waiting)}.") from error

    def _are_noticed(self, numbers: dict[int, int]) -> bool:
        noticed = Game.objects.values_list("pk", "noticed")
        return all(number >= numbers.get(game, 0) for game, number in noticed)

    def _are_delivered(self) -> bool:
        waiting, now = self._counted().filter(state=State.WAITING), timezone.now()
        # Otherwise deliveries refused, claimed by a killed worker, or gathered for a letter, would
        # wait for minutes. Deliveries claimed by a running worker are left alone.
        is_claimed = Q(tries__gt=0, next_at__gte=now + CLAIM_DURATION - IN_HAND)
        waiting.filter(~is_claimed, next_at__gt=now).update(next_at=now)
        return not waiting.exists()

    def _counted(self) -> QuerySet[Delivery]:
        return Delivery.objects.filter(notice__made_at__lte=self._counted_until)

    def problems(self) -> Iterator[str]:
        """Yield the missing and repeated notices as sentences."""
        received = self.received()
        columns = ("pk", "notice_id", "channel", "state", "notice__user", "done_at")
        # An email is not sent if nothing is asked any more, or another email has just asked it.
        needless = Q(channel=Channel.MAIL, state=State.WITHHELD, answer__in=NOT_NEEDED)
        rows = list(self._counted().exclude(needless).values_list(*columns))
        letters = _letters(row for row in rows if row[2] == Channel.MAIL)
        for number, notice, channel, state, user, done_at in rows:
            notice_id = notice if channel == Channel.PUSH else number
            times = received[channel, str(notice_id)]
            if channel == Channel.MAIL and not times:
                # An email with several notices has the id of the first.
                times = max(received[channel, str(other)] for other in letters[user, done_at])
            if state != State.SENT or not times:
                yield f"a notice by {channel} is {state}, received {times} times"
        for user, game in self._seats():
            told = Notice.objects.filter(user=user, game=game, text__startswith="Play has started")
            if not told.exists():
                yield f"a player of game {game} was not told that it has begun"

    def _seats(self) -> Iterator[tuple[int, int]]:
        seats = Player.objects.exclude(user=None)
        yield from seats.values_list("user", "game")

    def received(self) -> Counter[tuple[str, str]]:
        """Return how often each notice was received, by (channel, id)."""
        received = Counter((Channel.MAIL.value, _id_of(mail)) for mail in self._mails.mails)
        for path, headers, body in self._posts.posts:
            if path in self._browsers:
                received[Channel.PUSH.value, self._browsers[path].read(body)["id"]] += 1
            else:
                received[Channel.HOOK.value, headers["Castlerisk-Delivery"]] += 1
        return received


def _letters(rows: Iterable[tuple[Any, ...]]) -> dict[tuple[int, Any], list[UUID]]:
    """Map each user and moment to the deliveries that one email had."""
    letters: dict[tuple[int, Any], list[UUID]] = {}
    for number, _, _, _, user, done_at in rows:
        letters.setdefault((user, done_at), []).append(number)
    return letters


def _id_of(mail: EmailMessage) -> str:
    return mail["Message-ID"].strip().removeprefix("<").partition("@")[0]
