"""Deliveries of notices: signed webhooks, encrypted pushes, retries, and giving up."""

import base64
import contextlib
import hashlib
import hmac
import json
import re
from datetime import timedelta
from urllib.parse import urljoin

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from games.community.notices import notices
from games.community.notices.channels import common, push
from games.community.notices.pages import keep_browser, keep_hook
from games.community.notices.preferences import PRESETS, Choice, save_choice
from games.community.notices.sending import attempts, deliveries
from games.models import Delivery, Game, LastVisit, Notice, Presence, Process, PushBrowser, User
from games.storage.store.database_time import milliseconds, moment_now
from tests.support.servers.queries import Queries
from tests.support.servers.receivers import PushedBrowser, Receiver, serving
from tests.support.tables.bringing import later, states, tell, work

State = Delivery.State


@pytest.fixture
def receiver(settings):
    with serving(Receiver()) as one:
        settings.OUTBOUND_EXEMPT = frozenset({one.pair})
        yield one


@pytest.fixture
def hooked(receiver, alice):
    """Alice's webhook, which posts to the receiver."""
    return keep_hook(alice, receiver.url)


@pytest.fixture
def browser(receiver, alice):
    """A browser of alice's, with the receiver as its push service."""
    one = PushedBrowser()
    url = f"http://{receiver.pair}/push/1"
    one.row = keep_browser(alice, url, one.key, one.secret, "Firefox on Linux")
    return one


# Webhooks


def test_a_webhook_is_signed_with_its_owners_secret(client, receiver, hooked, table, alice):
    tell(alice, table)
    work()
    ((path, headers, body),) = receiver.posts
    assert path == "/told"
    when, given = re.fullmatch(r"t=(\d+),v1=(\w+)", headers["Castlerisk-Signature"]).groups()
    client.force_login(alice)
    shown = client.get(reverse("notice_choices")).content.decode()
    secret = re.search(r'class="account-code">([\w-]+)<', shown)[1]
    ours = hmac.new(secret.encode(), f"{when}.".encode() + body, hashlib.sha256).hexdigest()
    assert given == ours
    told = json.loads(body)
    assert told["kind"] == "time" and told["game"] == table.code
    assert told["id"] == headers["Castlerisk-Delivery"] == str(Delivery.objects.get().pk)
    assert told["text"] == told["content"]
    assert "min left" in told["subject"] and "You’re running out of time." in told["lines"]


def test_failures_are_retried_with_the_same_id_and_then_shown(client, receiver, hooked, alice):
    receiver.statuses = [500] * 50
    tell(alice)
    for _ in range(attempts.MOST_TRIES):
        work()
        later(13 * 3600)
    work()
    assert len(receiver.posts) == attempts.MOST_TRIES == 8
    assert len({told["id"] for told in receiver.told()}) == 1
    assert states("hook") == [State.GIVEN_UP]
    client.force_login(alice)
    page = client.get(reverse("notices")).content.decode()
    assert "after 8 attempts, on " in page and "Last result: HTTP 500: thank you" in page


def test_retries_back_off(receiver, hooked, alice):
    receiver.statuses = [503] * 50
    tell(alice)
    for wait in attempts.WAITS:
        before = moment_now()
        work()
        next_at = Delivery.objects.get().next_at
        assert before + wait <= next_at <= moment_now() + wait
        later(13 * 3600)
    assert list(attempts.WAITS) == sorted(attempts.WAITS)


def test_a_fast_clock_does_not_change_delivery_times(receiver, hooked, alice, ahead):
    receiver.statuses = [503]
    tell(alice)
    Delivery.objects.update(next_at=moment_now() + timedelta(minutes=30))
    ahead()
    assert deliveries.deliver_next() is False and receiver.posts == []
    later(1800)
    assert deliveries.deliver_next() is True and len(receiver.posts) == 1
    delivery = Delivery.objects.get()
    assert timedelta() < delivery.next_at - moment_now() <= attempts.WAITS[0]
    later(30)
    work()
    assert states("hook") == [State.SENT]
    assert Delivery.objects.get().done_at <= moment_now() + timedelta(seconds=5)


def test_a_redirected_webhook_is_not_followed(receiver, hooked, alice):
    receiver.statuses = [302]
    tell(alice)
    work()
    assert [path for path, *_ in receiver.posts] == ["/told"]
    assert states("hook") == [State.WAITING]


def test_a_private_webhook_address_is_refused(client, alice):
    client.force_login(alice)
    for url in ("https://127.0.0.1/", "https://[::1]/", "http://example.org/", "https://10.0.0.1/"):
        client.post(reverse("webhook"), {"url": url})
        assert not hasattr(type(alice).objects.get(pk=alice.pk), "webhook")
    client.post(reverse("webhook"), {"url": "https://hooks.example.org/x"})
    assert type(alice).objects.get(pk=alice.pk).webhook.url == "https://hooks.example.org/x"
    client.post(reverse("webhook"), {"url": ""})
    assert not hasattr(type(alice).objects.get(pk=alice.pk), "webhook")


# Pushes


def opened_claims(authorization):
    """Return the claims of our token after verifying its signature, as a push service does."""
    token, key = re.fullmatch(r"vapid t=([\w.-]+),\s?k=([\w-]+)", authorization).groups()
    head, claims, signed = token.split(".")
    plain = [base64.urlsafe_b64decode(part + "==") for part in (claims, signed, key)]
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), plain[2])
    halves = (int.from_bytes(plain[1][:32]), int.from_bytes(plain[1][32:]))
    public.verify(
        encode_dss_signature(*halves), f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256())
    )
    assert key == push.push_public_key()
    return json.loads(plain[0])


def test_only_its_browser_can_decrypt_a_push(receiver, browser, table, alice):
    tell(alice, table)
    work()
    ((path, headers, body),) = receiver.posts
    assert path == "/push/1" and headers["Content-Encoding"] == "aes128gcm"
    assert b"running out" not in body
    told = browser.read(body)
    assert "min left" in told["title"] and "You’re running out of time." in told["body"]
    assert told["url"].endswith(f"/games/{table.code}/")
    assert told["id"] == str(Notice.objects.get().pk)
    claims = opened_claims(headers["Authorization"])
    assert claims["aud"] == f"http://{receiver.pair}"
    assert claims["exp"] < timezone.now().timestamp() + 24 * 3600
    assert int(headers["TTL"]) > 0
    with pytest.raises(Exception, match=r".*"):
        PushedBrowser().read(body)


@pytest.mark.parametrize("status", [404, 410])
def test_an_expired_browser_subscription_rests(receiver, browser, alice, status):
    receiver.statuses = [status]
    tell(alice)
    work()
    assert states("push") == [State.RESTING]
    assert PushBrowser.objects.get().rests_since is not None
    tell(alice, cause="two")
    work()
    assert len(receiver.posts) == 1
    assert Notice.objects.get(cause="two").withheld["push"] == "browser"


def test_every_browser_gets_its_push_and_can_be_removed(client, receiver, browser, alice, bob):
    second = PushedBrowser()
    keep_browser(alice, f"http://{receiver.pair}/push/2", second.key, second.secret, "Phone")
    tell(alice)
    work()
    bodies = {path: body for path, _, body in receiver.posts}
    assert browser.read(bodies["/push/1"]) == second.read(bodies["/push/2"])
    client.force_login(bob)
    remove = {"remove": browser.row.pk}
    assert client.post(reverse("push_browser"), remove).status_code == 404
    client.force_login(alice)
    client.post(reverse("push_browser"), remove)
    assert PushBrowser.objects.get().name == "Phone"


def test_a_waiting_push_is_dropped_if_the_browser_changes_owner(receiver, browser, alice, bob):
    receiver.statuses = [503]
    tell(alice)
    work()
    url = f"http://{receiver.pair}/push/1"
    keep_browser(bob, url, browser.key, browser.secret, "The same one")
    later(31)
    work()
    assert len(receiver.posts) == 1 and states("push") == [State.RESTING]
    tell(bob)
    work()
    assert len(receiver.posts) == 2


def test_a_browser_signs_up_by_its_script(client, alice, receiver):
    one = PushedBrowser()
    fields = {"endpoint": f"http://{receiver.pair}/p", "key": one.key, "secret": one.secret}
    client.force_login(alice)
    assert client.post(reverse("push_browser"), fields).status_code == 204
    assert PushBrowser.objects.get().user == alice
    bad = [{"endpoint": "https://127.0.0.1/"}, {"key": "x"}, {"secret": ""}]
    for change in bad:
        assert client.post(reverse("push_browser"), fields | change).status_code == 400


def test_the_installed_app_opens_my_games(client, alice, settings):
    told = json.loads((settings.ROOT / "static/site/site.webmanifest").read_text("utf-8"))
    assert told["start_url"] == reverse("my_games")
    paths = [told["start_url"], *(shortcut["url"] for shortcut in told["shortcuts"])]
    assert all(path.startswith(told["scope"]) for path in paths)
    login = client.get(told["start_url"], follow=True).text
    assert f'value="{told["start_url"]}"' in login and "Log in" in login and "Play now" in login
    guest = User.objects.create_user("Guest 1", is_guest=True)
    for user in (guest, alice):
        client.force_login(user)
        for path in paths:
            assert client.get(path, follow=True).status_code == 200


def test_app_files_have_their_media_types(client, db):
    place = "/static/site/site.webmanifest"
    with contextlib.closing(client.get(place)) as manifest:
        assert manifest["Content-Type"] == "application/manifest+json"
        told = json.loads(manifest.getvalue())
    for icon in told["icons"]:
        with contextlib.closing(client.get(urljoin(place, icon["src"]))) as file:
            assert file["Content-Type"].startswith(icon["type"])


def test_the_service_worker_is_served_for_the_whole_site(client, db):
    answer = client.get("/service-worker.js")
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert b"showNotification" in answer.content


# Open pages, read notices, killed workers


def test_only_unseen_notices_are_delivered(receiver, hooked, table, alice):
    game = Game.objects.get(code=table.code)
    look = LastVisit.objects.create(user=alice, game=game, number=game.number)
    tell(alice, table)
    work()
    assert receiver.posts == []
    look.seen_at = timezone.now()
    look.save()
    later(60)
    work()
    assert states("hook") == [State.WITHHELD] and receiver.posts == []
    # The page has been closed; the user's other pages are still open.
    here = Process.objects.create(kind="web", host="here", number=1, began=1, has_redis=True)
    open_ones = Presence.objects.create(process=here, user=alice, codes=["another"])
    tell(alice, table, "two")
    later(60)
    work()
    assert len(receiver.posts) == 1
    # If the page is visible through any process and in use, nothing is delivered.
    open_ones.codes = ["another", table.code]
    open_ones.looks = {table.code: milliseconds(timezone.now() - timedelta(minutes=9))}
    open_ones.save()
    tell(alice, table, "three")
    later(60)
    work()
    assert len(receiver.posts) == 1 and states("hook").count(State.WITHHELD) == 2
    # A hidden page, or one that was not used for ten minutes, is not looked at.
    for number, looks in enumerate(({}, {table.code: milliseconds(timezone.now()) - 600_000})):
        open_ones.looks = looks
        open_ones.save()
        tell(alice, table, f"again {number}")
        later(60)
        work()
    assert len(receiver.posts) == 3 and states("hook").count(State.WITHHELD) == 2


def test_read_notices_are_not_delivered(receiver, hooked, alice):
    receiver.statuses = [500]
    tell(alice)
    work()
    notices.read_all(alice)
    later(60)
    work()
    assert len(receiver.posts) == 1
    assert Delivery.objects.get().answer == "You had already read it here."


def test_a_dead_workers_delivery_is_claimed_by_another(receiver, hooked, alice):
    tell(alice)
    taken = deliveries._claim()
    assert len(taken) == 1
    work()
    assert receiver.posts == []
    later(attempts.CLAIM_DURATION.total_seconds() + 1)
    work()
    assert [told["id"] for told in receiver.told()] == [str(taken[0].pk)]
    assert Delivery.objects.get().tries == 2


def test_a_late_worker_cannot_change_a_reclaimed_delivery(receiver, hooked, alice):
    tell(alice)
    taken = deliveries._claim()
    later(attempts.CLAIM_DURATION.total_seconds() + 1)
    work()
    attempts.record_outcome(taken, common.again("much too late"))
    assert states("hook") == [State.SENT]


def test_sending_holds_no_lock(receiver, hooked, alice, monkeypatch):
    """Neither a game nor a row is locked while the receiver is slow."""
    tell(alice)
    depth = len(connection.savepoint_ids)
    seen = []

    def slow(taken):
        seen.append(len(connection.savepoint_ids))
        return common.sent()

    monkeypatch.setitem(deliveries.CARRIERS, "hook", slow)
    work()
    assert seen == [depth]


def test_looking_for_due_deliveries_takes_one_query(db):
    with Queries() as queries:
        assert deliveries.deliver_next() is False
    assert len([one for one in queries if "SAVEPOINT" not in one["sql"]]) == 1


def test_old_notices_are_removed(alice, hooked):
    tell(alice)
    Notice.objects.update(made_at=timezone.now() - timedelta(days=deliveries.KEPT_DAYS + 1))
    tell(alice, cause="two")
    assert deliveries.remove_old_notices() == 1
    assert Notice.objects.get().cause == "two"


def test_trial_notices_use_every_channel_at_most_once_a_minute(
    client, mails, browser, hooked, alice
):
    save_choice(alice, Choice(PRESETS["nothing"][1], digest=True))
    client.force_login(alice)
    client.post(reverse("trial_notice"))
    work()
    assert len(mails.mails) == 1
    assert set(Delivery.objects.values_list("channel", "state")) == {
        ("mail", State.SENT),
        ("push", State.SENT),
        ("hook", State.SENT),
    }
