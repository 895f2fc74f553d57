"""Addresses, browsers and webhooks that no longer work are switched off, with a notice."""

from datetime import timedelta

import pytest

from games.community.notices.channels import webhook
from games.community.notices.channels.payloads import Format
from games.community.notices.pages import keep_browser, keep_hook
from games.community.notices.shared import messages
from games.community.notices.shared.hooks import add_hook
from games.models import Delivery, Notice, PushBrowser, RestingAddress, TableMessage, Webhook
from games.storage.store.database_time import moment_now
from tests.support.servers.receivers import PushedBrowser, Receiver, serving
from tests.support.tables.bringing import later, states, tell, work
from tests.support.tables.notices import game_of

pytestmark = pytest.mark.django_db
State = Delivery.State
Kind = Notice.Kind


@pytest.fixture
def receiver(settings):
    with serving(Receiver()) as one:
        settings.OUTBOUND_EXEMPT = frozenset({one.pair})
        yield one


@pytest.fixture
def hooked(receiver, alice):
    return keep_hook(alice, receiver.url)


@pytest.fixture
def posting(receiver, table, alice):
    """Alice's webhook of the game `table`."""
    return add_hook(game_of(table), alice, receiver.url, "", ["game"])


def fail(receiver, status=500):
    receiver.statuses = [status] * 100


def told(user):
    return list(Notice.objects.filter(user=user, kind=Kind.CHANNEL).values_list("text", flat=True))


@pytest.mark.parametrize("status", webhook.GONE)
def test_a_webhook_that_is_gone_is_off_at_once(status, receiver, hooked, alice, client):
    fail(receiver, status)
    tell(alice)
    work()
    hooked.refresh_from_db()
    assert hooked.off_since is not None and states("hook") == [State.RESTING]
    (text,) = told(alice)
    assert text.startswith("We switched off your webhook at 127.0.0.1, as it failed")
    assert "/told" not in text
    tell(alice, cause="two")
    work()
    assert len(receiver.posts) == 1
    assert Notice.objects.get(cause="two").withheld["hook"] == "hook"
    client.force_login(alice)
    assert "We switched this webhook off on" in client.get("/settings/notices/").text
    receiver.statuses = []
    client.post("/settings/notices/hook/", {"url": receiver.url, "format": "slack"})
    tell(alice, cause="three")
    work()
    assert receiver.told()[-1]["blocks"] and Webhook.objects.get().off_since is None


def test_a_webhook_that_fails_for_three_days_is_off(receiver, hooked, alice):
    fail(receiver)
    tell(alice)
    work()
    hooked.refresh_from_db()
    assert hooked.failing_since is not None and hooked.off_since is None
    for age, is_off in ((webhook.FAILS_FOR - timedelta(hours=1), False), (webhook.FAILS_FOR, True)):
        Webhook.objects.update(failing_since=moment_now() - age)
        later(24 * 3600)
        work()
        hooked.refresh_from_db()
        assert (hooked.off_since is not None) == is_off
    assert len(told(alice)) == 1


def test_a_success_ends_the_failures(receiver, hooked, alice):
    Webhook.objects.update(failing_since=moment_now() - timedelta(days=30))
    tell(alice)
    work()
    assert Webhook.objects.get().failing_since is None and told(alice) == []


def test_a_rate_limit_is_no_failure(receiver, hooked, alice):
    fail(receiver, 429)
    receiver.retry_after = "3600"
    Webhook.objects.update(failing_since=moment_now() - timedelta(days=30))
    before = moment_now()
    tell(alice)
    work()
    assert Delivery.objects.get().next_at >= before + timedelta(hours=1)
    assert Webhook.objects.get().off_since is None


@pytest.mark.parametrize(
    ("header", "most"),
    [("nonsense", 30), ("-5", 30), ("Wed, 21 Oct 2015 07:28:00 GMT", 30), ("9" * 400, 86_400),
     ("Thu, 31 Dec 9999 23:59:59 GMT", 86_400), ("Thu, 31 Dec 2015 23:59:59 -0000", 30)],
)  # fmt: skip
def test_a_strange_retry_after_is_ignored_or_limited(header, most, receiver, hooked, alice):
    fail(receiver, 429)
    receiver.retry_after = header
    before = moment_now()
    tell(alice)
    work()
    wait = Delivery.objects.get().next_at - before
    assert timedelta(seconds=most) <= wait <= timedelta(seconds=most + 60)


@pytest.mark.parametrize("status", webhook.GONE)
def test_a_games_webhook_is_off_and_only_its_owner_is_notified(
    status, receiver, posting, table, alice, bob
):
    fail(receiver, status)
    messages.write_trial(posting)
    messages.write_trial(posting)
    while messages.send_next():
        pass
    posting.refresh_from_db()
    assert posting.off_since is not None and len(receiver.posts) == 1
    found = TableMessage.objects.values_list("state", flat=True)
    assert list(found) == [State.RESTING] * 2
    (text,) = told(alice)
    assert "in this game" in text and told(bob) == []
    assert Notice.objects.get(kind=Kind.CHANNEL).game.code == table.code


def test_a_changed_address_is_not_switched_off_by_an_older_attempt(receiver, hooked, alice):
    old = Webhook.objects.select_related("user").get()
    keep_hook(alice, receiver.url)
    webhook._switch_off(old, "HTTP 410")
    assert Webhook.objects.get().off_since is None and told(alice) == []


@pytest.mark.parametrize("wanted", Format.values)
def test_a_personal_webhook_has_a_format(wanted, receiver, alice):
    keep_hook(alice, receiver.url, wanted)
    tell(alice)
    work()
    keys = {
        "discord": {"username", "allowed_mentions", "embeds"},
        "slack": {"text", "blocks"},
        "matrix": {"text", "html", "username"},
        "other": {"id", "kind", "game", "made_at", "url", "text", "content", "subject", "lines"},
    }
    (body,) = receiver.told()
    assert body.keys() == keys[wanted]


def test_a_browser_that_is_gone_is_reported_once(receiver, alice):
    one = PushedBrowser()
    url = f"http://{receiver.pair}/push"
    keep_browser(alice, url, one.key, one.secret, "Firefox on Linux")
    fail(receiver, 410)
    tell(alice)
    tell(alice, cause="two")
    work()
    assert PushBrowser.objects.get().rests_since is not None
    (text,) = told(alice)
    assert "Firefox on Linux" in text


def test_an_address_that_rejects_mail_is_reported_once(mails, alice):
    mails.refusals[alice.email] = "550 nobody here"
    tell(alice)
    tell(alice, cause="two")
    work()
    assert RestingAddress.objects.get().reason == RestingAddress.Reason.REFUSED
    (text,) = told(alice)
    assert alice.email in text and not mails.mails
