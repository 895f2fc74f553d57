"""The webhooks of a circle: who may do what, what they post, and when they end."""

from datetime import UTC, datetime

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.community.circles import members, monthly, new_game
from games.community.lobby.rematch import play_again
from games.community.notices.shared import hooks, messages
from games.community.notices.shared.kinds import LABELS, PRESET, TableKind
from games.community.notices.sources import from_log
from games.community.notices.sources.from_absence import notify_step
from games.community.notices.sources.from_circles import IN_PUBLIC
from games.community.people.deletion import delete_account
from games.community.people.erase_names import forget_names
from games.community.privacy.personal_data import exported
from games.community.privacy.retention import RETENTION
from games.models import Circle, Game, Notice, Player, TableMessage, TableWebhook, User
from tests.support.servers.receivers import Receiver, serving
from tests.support.tables.notices import CAPTURE, entry, game_of, later, work
from tests.support.tables.slow_games import begun
from tests.support.visitors.circles import circle_of
from tests.support.visitors.desks import do
from tests.support.visitors.members import browser

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("record_may_go")]

KEY = "canary-of-a-key"
URL = f"https://discord.com/api/webhooks/1/{KEY}"
FORM = {"act": "add", "url": URL, "kinds": ["turn", "next"]}


@pytest.fixture
def receiver(settings):
    with serving(Receiver()) as one:
        settings.OUTBOUND_EXEMPT = frozenset({one.pair})
        yield one


@pytest.fixture
def circle(alice, bob):
    """A circle of alice, its owner, and bob."""
    return circle_of(alice, bob)


@pytest.fixture
def hook(circle, bob, receiver):
    """Bob's webhook of the circle, which posts everything."""
    return hooks.add_hook(circle, bob, receiver.url, "", list(TableKind))


@pytest.fixture
def slow(alice, charlie, circle):
    """A private game of the circle in which bob, who owns the webhook, has no seat."""
    table = begun([alice, charlie], "sl2owtel")
    Game.objects.update(circle=circle, is_listed=False, title="Week 1")
    from_log.notice_moves()
    return table


def send(user, circle, **data):
    """Post to the page of webhooks."""
    return browser(user).post(reverse("circle_hooks", args=[circle.code]), data)


def seen(user, circle):
    return browser(user).get(reverse("circle_hooks", args=[circle.code]))


# Setting up


def test_a_member_connects_a_channel_in_one_step(circle, alice, bob):
    path = reverse("circle_hooks", args=[circle.code])
    assert path in browser(bob).get(reverse("circle", args=[circle.code])).text
    shown = seen(bob, circle).text
    assert all(label in shown for label in LABELS.values())
    assert shown.count("checked") == len(PRESET)
    assert send(bob, circle, **FORM).status_code == 302
    hook = TableWebhook.objects.get()
    assert (hook.circle, hook.game, hook.owner) == (circle, None, bob)
    assert (hook.format, hook.kinds) == ("discord", ["turn", "next"])
    message = TableMessage.objects.get()
    assert (message.is_trial, message.game) == (True, None)
    # The others read of it on the site only.
    notice = Notice.objects.get()
    assert notice.user == alice and not notice.deliveries.filter(state="waiting").exists()
    assert "bob connected the circle Sunday circle to a channel at discord.com" in notice.text
    assert KEY not in notice.text


def test_members_see_where_it_posts_but_nobody_the_address(circle, alice, bob):
    hook = hooks.add_hook(circle, bob, URL, "", ["turn"])
    for user in (alice, bob):
        shown = seen(user, circle).text
        assert "discord.com" in shown and KEY not in shown and hook.secret not in shown
        assert ("added by you" in shown) == (user == bob)


def test_others_get_the_page_of_a_circle_that_does_not_exist(circle, bob, charlie, alice):
    hook = hooks.add_hook(circle, alice, URL, "", ["turn"])
    Circle.objects.update(is_open=True)
    members.remove(circle.code, alice, bob.name)
    assert seen(None, circle).status_code == 302
    for user in (bob, charlie):
        nowhere = browser(user).get(reverse("circle_hooks", args=["nowhere"]))
        assert (seen(user, circle).status_code, nowhere.status_code) == (404, 404)
        for act in ("add", "change", "trial", "remove"):
            answer = send(user, circle, **{**FORM, "act": act, "hook": hook.pk})
            assert answer.status_code == 404
        path = reverse("circle_hooks", args=[circle.code])
        assert path not in browser(user).get(reverse("circle", args=[circle.code])).text
    assert TableWebhook.objects.count() == 1 and not TableMessage.objects.exists()


@pytest.mark.parametrize(("who", "is_gone"), [("alice", True), ("bob", True), ("dora", False)])
def test_its_owner_or_the_owner_of_the_circle_removes_it(who, is_gone, circle, bob, dora):
    members.join(circle.code, dora, circle.invitation)
    hook = hooks.add_hook(circle, bob, URL, "", ["turn"])
    send(User.objects.get(name=who), circle, act="remove", hook=hook.pk)
    assert TableWebhook.objects.exists() != is_gone
    assert Notice.objects.filter(text__contains="disconnected").exists() == is_gone


def test_only_its_owner_changes_and_tries_it(circle, alice, bob):
    hook = hooks.add_hook(circle, bob, URL, "", ["turn"])
    for user, kinds in ((alice, ["turn"]), (bob, ["next"])):
        send(user, circle, act="change", hook=hook.pk, format="slack", kinds=["next"])
        send(user, circle, act="trial", hook=hook.pk)
        hook.refresh_from_db()
        assert hook.kinds == kinds
        assert TableMessage.objects.exists() == (user == bob)


def test_a_circle_has_at_most_three_and_no_address_twice(circle, alice, bob):
    assert send(alice, circle, **FORM).status_code == 302
    refused = send(bob, circle, **FORM)
    assert refused.status_code == 422 and f'value="{URL}"' in refused.text
    for number in range(4):
        send(bob, circle, **{**FORM, "url": f"https://example.org/{number}"})
    assert TableWebhook.objects.count() == hooks.MOST_HOOKS == 3


def test_the_page_of_a_circle_does_not_reach_a_webhook_of_a_game(circle, alice, slow):
    of_game = hooks.add_hook(game_of(slow), alice, URL, "", ["turn", "next"])
    # A game has no news of circles.
    assert of_game.kinds == ["turn"]
    for act in ("change", "trial", "remove"):
        send(alice, circle, act=act, hook=of_game.pk, kinds=["map"])
    of_game.refresh_from_db()
    assert of_game.kinds == ["turn"] and not TableMessage.objects.exists()


def test_a_webhook_belongs_to_a_game_or_a_circle(circle, alice, slow):
    for game, of in ((None, None), (game_of(slow), circle)):
        with pytest.raises(IntegrityError), transaction.atomic():
            TableWebhook.objects.create(game=game, circle=of, owner=alice, url=URL)


# What is posted


def test_news_of_all_games_is_posted_and_names_the_game(slow, hook, receiver, alice, bob):
    other = begun([alice, bob], "ot2herga")
    from_log.notice_moves()
    Game.objects.filter(code=other.code).update(circle=hook.circle, title="Week 2")
    entry(slow, CAPTURE)
    entry(slow, {"event": "resigned", "seat": 1})
    entry(other, CAPTURE)
    work()
    # One message for each game and moment.
    told = {body["game"]: body for body in receiver.told()}
    assert len(receiver.posts) == 2
    assert told[slow.code]["subject"] == "Week 1" and told[other.code]["subject"] == "Week 2"
    assert [len(told[table.code]["lines"]) for table in (slow, other)] == [2, 1]
    assert told[slow.code]["url"].endswith(reverse("table", args=[slow.code]))


def test_games_of_no_circle_or_another_are_not_posted(slow, hook, alice):
    for circle in (None, circle_of(alice, name="Other")):
        Game.objects.update(circle=circle)
        entry(slow, CAPTURE)
        notify_step(slow.code, 0, "opened")
        assert not TableMessage.objects.exists()


def test_seats_results_and_rematches_are_posted(slow, hook, receiver, alice):
    notify_step(slow.code, 1, "opened")
    over = {"event": "game_over", "winners": [0], "reason": "agreed", "places": [[0], [1]]}
    entry(slow, over)
    Game.objects.update(status="over")
    play_again(slow.code, alice)
    work()
    (told,) = receiver.told()
    assert ["is open" in told["text"], "won" in told["text"], "rematch" in told["text"]] == [
        True
    ] * 3


def test_a_new_game_is_posted_with_a_link_for_members(circle, hook, receiver, alice):
    game = new_game.open_game(circle.code, alice, new_game.usual_terms(circle, 2))
    work()
    ((_, _, body),) = receiver.posts
    (told,) = receiver.told()
    assert "alice opened a game of" in told["text"] and "Members of the circle" in told["text"]
    assert told["url"].endswith(reverse("table", args=[game.code]))
    # Neither invitation is in it.
    invitation = Game.objects.get(pk=game.pk).invitation
    for secret in (invitation, circle.invitation, hook.secret):
        assert secret.encode() not in body


def test_the_monthly_game_and_the_date_of_the_next_are_one_message(
    circle, hook, receiver, alice, monkeypatch
):
    now = datetime(2026, 11, 12, tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: now)
    monthly.set_monthly(circle.code, alice, is_on=True)
    work()
    now = datetime(2026, 12, 1, 9, tzinfo=UTC)
    assert monthly.open_monthly_games() == 1
    work()
    monthly.set_monthly(circle.code, alice, is_on=False)
    monthly.set_monthly(circle.code, alice, is_on=True)
    members.hand_over(circle.code, alice, "bob")
    work()
    first, second, third = receiver.told()
    assert first["lines"] == ["The circle’s next game opens on 1 December."]
    assert (first["kind"], first["game"], first["subject"]) == ("circle", None, "Sunday circle")
    assert first["url"].endswith(reverse("circle", args=[circle.code]))
    assert second["kind"] == "table" and "alice opened a game" in second["lines"][0]
    assert second["lines"][1:] == ["The circle’s next game opens on 1 January."]
    assert third["lines"] == [IN_PUBLIC["none"], second["lines"][1], IN_PUBLIC["none"]]


def test_every_text_for_a_circles_channel_is_posted_only_if_chosen(circle, hook, alice):
    TableWebhook.objects.update(kinds=[kind.value for kind in set(TableKind) - {TableKind.NEXT}])
    new_game.open_game(circle.code, alice, new_game.usual_terms(circle, 2))
    monthly.set_monthly(circle.code, alice, is_on=True)
    assert not TableMessage.objects.exists()


@pytest.mark.parametrize("is_on", [True, False])
def test_a_game_with_the_same_channel_of_its_own_posts_once(
    is_on, slow, hook, receiver, alice, django_assert_num_queries
):
    own = hooks.add_hook(game_of(slow), alice, receiver.url, "", ["turn", "map"])
    hooks.add_hook(game_of(slow), alice, f"{receiver.url}/2", "", ["turn", "map"])
    off = None if is_on else timezone.now()
    TableWebhook.objects.filter(pk=own.pk).update(off_since=off)
    number = game_of(slow).pk
    with django_assert_num_queries(1):
        found = messages.active_hooks([number])
    assert {one.url for one in found[number]} == {receiver.url, f"{receiver.url}/2"}
    entry(slow, CAPTURE)
    assert list(TableMessage.objects.filter(hook__in=[own, hook]).values_list("hook")) == [
        (own.pk if is_on else hook.pk,)
    ]
    work()
    assert len(receiver.posts) == 2


def test_no_secret_is_loaded_or_posted(slow, hook, receiver):
    Player.objects.update(orders={"canary": "secret"})
    entry(slow, CAPTURE)
    later()
    with CaptureQueriesContext(connection) as queries:
        assert messages.send_next()
    written = "".join(one["sql"] for one in queries)
    assert not [name for name in Game.secrets if f'."{name}"' in written]
    ((_, _, body),) = receiver.posts
    game = game_of(slow)
    for secret in ("canary", game.invitation, hook.circle.invitation, hook.secret):
        assert secret.encode() not in body


# Its end


def test_it_ends_with_its_owners_membership(circle, hook, slow, alice, bob, charlie):
    entry(slow, CAPTURE)
    for end in (
        lambda: members.leave(circle.code, bob),
        lambda: members.remove(circle.code, alice, "bob"),
        lambda: delete_account(bob),
    ):
        assert TableWebhook.objects.filter(owner=bob).exists()
        end()
        assert not TableWebhook.objects.exists() and not TableMessage.objects.exists()
        entry(slow, CAPTURE)
        assert not TableMessage.objects.exists()
        if User.objects.filter(name="bob").exists():
            circle.refresh_from_db()
            members.join(circle.code, bob, circle.invitation)
            # It does not come back with its owner.
            assert not TableWebhook.objects.exists()
            hooks.add_hook(circle, bob, URL, "", list(TableKind))
            entry(slow, CAPTURE)


def test_it_ends_with_the_circle(browsers, circle, hook):
    do(browsers["fritz"], "circle", circle.pk, "close_circle")
    assert not Circle.objects.exists() and not TableWebhook.objects.exists()


def test_a_suspended_owners_webhook_posts_nothing(slow, hook):
    User.objects.filter(pk=hook.owner_id).update(is_active=False)
    entry(slow, CAPTURE)
    assert not TableMessage.objects.exists()


def test_a_gone_address_is_switched_off_and_its_owner_notified(hook, receiver, alice, bob):
    receiver.statuses = [410]
    messages.write_trial(hook)
    Notice.objects.all().delete()
    assert messages.send_next()
    hook.refresh_from_db()
    notice = Notice.objects.get()
    assert hook.off_since is not None and (notice.user, notice.game) == (bob, None)
    assert "in the circle Sunday circle, as it failed" in notice.text
    shown = seen(bob, hook.circle).text
    assert "Save and turn on again" in shown and "switched off" in seen(alice, hook.circle).text


def test_the_admin_shows_no_key(hook, browsers):
    for path in ("/admin/games/tablewebhook/", f"/admin/games/tablewebhook/{hook.pk}/change/"):
        page = browsers["olga"].get(path)
        assert page.status_code == 200 and "Sunday circle" in page.text
        for key in (hook.secret, hook.url, hook.circle.invitation):
            assert key not in page.text


# Personal data


def test_the_export_has_it_and_retention_keeps_it(circle, hook, slow, alice, bob):
    (row,) = exported(bob)["table_webhooks"]
    assert (row["game"], row["circle"], row["url"]) == (None, circle.code, hook.url)
    assert hook.secret not in str(exported(bob)) and not exported(alice)["table_webhooks"]
    Game.objects.update(status="over", moved_at=timezone.now() - 2 * hooks.KEPT_AFTER)
    assert RETENTION["webhooks of games"]() == 0 and TableWebhook.objects.exists()


def test_a_deleted_persons_name_is_not_posted(slow, hook, alice, charlie, receiver):
    Circle.objects.update(name="Circle of charlie")
    entry(slow, {"event": "resigned", "seat": 1})
    assert "harlie" in TableMessage.objects.get().lines
    hooks.add_hook(hook.circle, hook.owner, URL, "", ["turn"])
    Notice.objects.create(
        user=hook.owner, kind="channel", cause="hook", text="Off in the circle Circle of charlie."
    )
    forget_names(charlie, [game_of(slow).pk])
    assert "harlie" not in TableMessage.objects.get().lines
    assert not Notice.objects.filter(text__contains="charlie").exists()
