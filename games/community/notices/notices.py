"""Create notices, at most one for each cause, and mark them as read.

A notice and its deliveries are written in one transaction, so no crash can lose a delivery.
Notices leave the site, so they must not contain secrets.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import Count, QuerySet

from games.community.notices.outbound import destination_of
from games.community.notices.preferences import (
    AT_ONCE,
    GATHERED,
    PATIENT,
    PATIENT_SHARE,
    SITE,
    TOLD_NEXT,
    Channel,
    Choice,
    Kind,
    choices_of,
    next_digest,
)
from games.models import (
    Delivery,
    Game,
    Notice,
    Player,
    PushBrowser,
    RestingAddress,
    User,
    Webhook,
)
from games.models.sending.notices import LONGEST_TEXT
from games.playing.clocks.time_controls import SLOW_FROM
from games.storage.processes import presence
from games.storage.store.database_time import moment_now

TO_ANYBODY = frozenset(
    {Kind.SEAT, Kind.INVITED, Kind.MODERATION, Kind.CHANNEL, Kind.CIRCLE, Kind.TRIAL}
)
"""Kinds also sent to users who do not, or no longer, play in the game."""

WHY_WITHHELD: dict[str, str] = {
    "choice": "You have turned these off for this channel.",
    "live": "In live games, notices appear only on the site.",
    "mailed": "We sent you an email with the details instead.",
    "address": "You have no confirmed email address.",
    "stopped": "You have unsubscribed from email.",
    "refused": "Your address rejected our email.",
    "next": "It will be in the next email.",
    "browser": "None of your browsers is set up for push notifications.",
    "hook": "You haven’t set up a webhook, or it is off.",
}
"""Sentences for the user on why a channel does not deliver a notice, by reason."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A notice to be written; `user` and `game` are primary keys, `cause` prevents duplicates.

    If `is_live` is set, the notice is shown on the site only. If `is_mailed` is set, a separate
    email says the same, so the notice itself is not mailed. `also` is a second kind; the user gets
    the notice if they want either.
    """

    user: int
    kind: str
    game: int | None
    cause: str
    text: str
    is_live: bool = False
    is_mailed: bool = False
    also: str = ""


# Writing


def notify(
    kind: str, user: User, game: Game | None, cause: str, text: str, *, is_mailed: bool = False
) -> None:
    """Write a notice to a user, once for each cause, when the transaction commits.

    Users who have left or been eliminated get only the kinds in TO_ANYBODY. `text` is a sentence
    without secrets.
    """
    if game is not None and kind not in TO_ANYBODY and not is_in(user, game):
        return
    number = None if game is None else game.pk
    write([Draft(user.pk, kind, number, cause, text, is_mailed=is_mailed)])


def is_in(user: User, game: Game) -> bool:
    """Return whether a user still plays in a game."""
    return Player.objects.filter(game=game, user=user, own=True, eliminated=0).exists()


@transaction.atomic
def write(drafts: Sequence[Draft]) -> None:
    """Write notices with their deliveries, skipping those already written for the same cause."""
    people = _People.of(drafts)
    now = moment_now()
    notices = [people.notice(draft, now) for draft in drafts if people.is_here(draft.user)]
    if not notices:
        return
    Notice.objects.bulk_create(notices, ignore_conflicts=True, batch_size=1000)
    ids = [notice.pk for notice in notices]
    new = set(Notice.objects.filter(pk__in=ids).values_list("pk", flat=True))
    inserted = [notice for notice in notices if notice.pk in new]
    near = presence.lately_here({notice.user_id for notice in inserted if notice.game_id})
    Delivery.objects.bulk_create(
        delivery
        for notice in inserted
        for delivery in people.deliveries(notice, bool(notice.game_id) and notice.user_id in near)
    )


_OF_GAME = ("pk", "status", "turn_seconds")


@dataclass(frozen=True, slots=True, repr=False)
class _People:
    """The recipients' settings and addresses, loaded in a constant number of queries.

    `slow` maps the slow games among those of the drafts to their status and the seconds per turn.
    """

    users: dict[int, User]
    choices: dict[int, Choice]
    addresses: dict[int, str]
    resting: dict[str, str]
    browsers: dict[int, list[tuple[int, str]]]
    hooks: dict[int, str]
    slow: dict[int, tuple[str, int]]

    @classmethod
    def of(cls, drafts: Sequence[Draft]) -> "_People":
        users = {draft.user for draft in drafts}
        games = {draft.game for draft in drafts if draft.game is not None}
        slow = Game.objects.filter(pk__in=games, turn_seconds__gte=SLOW_FROM)
        addresses = addresses_of(users)
        resting = RestingAddress.objects.filter(address__in=addresses.values())
        browsers: dict[int, list[tuple[int, str]]] = {}
        active = PushBrowser.objects.filter(user__in=users, rests_since=None)
        for user, browser, url in active.values_list("user", "pk", "endpoint"):
            browsers.setdefault(user, []).append((browser, destination_of(url)))
        hooks = Webhook.objects.filter(user__in=users, off_since=None).values_list("user", "url")
        return cls(
            users={user.pk: user for user in User.objects.filter(pk__in=users, is_active=True)},
            choices=choices_of(users),
            addresses=addresses,
            resting=dict(resting.values_list("address", "reason")),
            browsers=browsers,
            hooks={user: destination_of(url) for user, url in hooks},
            slow={pk: (status, turn) for pk, status, turn in slow.values_list(*_OF_GAME)},
        )

    def is_here(self, user: int) -> bool:
        """Return whether a user has an active account."""
        return user in self.users

    def notice(self, draft: Draft, now: datetime) -> Notice:
        """Build a notice; for each channel that does not deliver it, record the reason.

        If the user does not want the kind on the site, the notice is marked as read.
        """
        withheld = {channel: self._why_not(draft, channel) for channel in Channel.values}
        is_seen = self._is_wanted(draft, SITE)
        return Notice(
            user_id=draft.user,
            kind=draft.kind,
            game_id=draft.game,
            cause=draft.cause,
            text=draft.text[:LONGEST_TEXT],
            withheld={channel: why for channel, why in withheld.items() if why},
            made_at=now,
            read_at=None if is_seen else now,
        )

    def _is_wanted(self, draft: Draft, channel: str) -> bool:
        choice = self.choices[draft.user]
        return choice.wants(draft.kind, channel) or choice.wants(draft.also, channel)

    def _why_not(self, draft: Draft, channel: str) -> str:
        user = draft.user
        if not self._is_wanted(draft, channel):
            return "choice"
        if draft.is_live:
            return "live"
        if channel == Channel.MAIL:
            address = self.addresses.get(user)
            if address and draft.is_mailed:
                return "mailed"
            why = self.resting.get(address, "") if address else "address"
            return why or ("next" if self._is_told_next(draft) else "")
        if channel == Channel.PUSH:
            return "" if self.browsers.get(user) else "browser"
        return "" if user in self.hooks else "hook"

    def _is_told_next(self, draft: Draft) -> bool:
        """Return whether the next email about the game tells a notice that asks for nothing."""
        choice = self.choices[draft.user]
        status, _ = self.slow.get(draft.game or 0, ("", 0))
        is_running = status == Game.Status.RUNNING
        has_next = choice.wants(Kind.TURN, Channel.MAIL) and not choice.digest
        return draft.kind in TOLD_NEXT and is_running and has_next

    def deliveries(self, notice: Notice, is_near: bool) -> Iterable[Delivery]:
        """Yield a notice's deliveries.

        If the user was online recently, deliveries wait until it is known which tables they saw.
        """
        user, choice = notice.user_id, self.choices[notice.user_id]
        when = notice.made_at + presence.GRACE if is_near else notice.made_at
        for channel in Channel.values:
            if channel in notice.withheld:
                continue
            one = {"notice": notice, "channel": channel, "next_at": when}
            if channel == Channel.PUSH:
                for browser, destination in self.browsers[user]:
                    yield Delivery(**one, browser_id=browser, destination=destination)
            elif channel == Channel.HOOK:
                yield Delivery(**one, destination=self.hooks[user])
            elif choice.digest and notice.kind != Kind.TRIAL:
                one["next_at"] = next_digest(when, self.users[user].time_zone, choice.digest_hour)
                yield Delivery(**one, in_digest=True)
            else:
                one["next_at"] = max(when, notice.made_at + self._gathered(notice))
                yield Delivery(**one)

    def _gathered(self, notice: Notice) -> timedelta:
        """Return how long the email of a notice waits for others about its game."""
        if notice.game_id not in self.slow or notice.kind in AT_ONCE:
            return timedelta()
        _, turn_seconds = self.slow[notice.game_id]
        if notice.kind in PATIENT:
            return timedelta(seconds=turn_seconds // PATIENT_SHARE)
        return GATHERED


def addresses_of(users: Collection[int]) -> dict[int, str]:
    """Map users to their confirmed email address, the primary one if there are several."""
    rows = EmailAddress.objects.filter(user__in=users, verified=True).order_by("primary", "pk")
    return {user: email.lower() for user, email in rows.values_list("user", "email")}


# Reading


def unread(users: Collection[int], at: str = "") -> dict[int, int]:
    """Map users to their numbers of unread notices, except those about games they are looking at.

    `at` is the code of the game whose page is being rendered: its socket may not be open yet.
    """
    rows = Notice.objects.filter(user__in=users, read_at=None).values_list("user", "game__code")
    found: Counter[int] = Counter()
    for user, code, count in rows.annotate(count=Count("pk")).order_by():
        if code is None or (code != at and user not in presence.looking(code)):
            found[user] += count
    return dict(found)


def withhold(notices: QuerySet[Notice]) -> None:
    """Mark notices that are out of date as read, and send none of them."""
    Delivery.objects.filter(notice__in=notices, state=Delivery.State.WAITING).delete()
    notices.filter(read_at=None).update(read_at=moment_now())


def read_all(user: User) -> None:
    """Mark all of a user's notices as read."""
    Notice.objects.filter(user=user, read_at=None).update(read_at=moment_now())
