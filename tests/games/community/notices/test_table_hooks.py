"""Setting up the webhooks of a game: who may do what, what others see, and their retention."""

from datetime import timedelta

import pytest
from django.urls import reverse

from games.community.notices.shared import hooks, messages
from games.community.notices.shared.kinds import LABELS, OF_CIRCLES, PRESET, TableKind
from games.community.privacy.personal_data import exported
from games.community.privacy.retention import RETENTION
from games.models import Game, Message, Player, TableMessage, TableWebhook
from games.storage.store.database_time import moment_now
from tests.support.servers.receivers import Receiver, serving
from tests.support.tables.notices import game_of

pytestmark = pytest.mark.django_db

URL = "https://discord.com/api/webhooks/1/canary-of-a-key"
KEY = "canary-of-a-key"
FORM = {"act": "add", "url": URL, "kinds": ["turn", "map"]}


@pytest.fixture
def added(table, alice):
    return hooks.add_hook(game_of(table), alice, URL, "", ["turn", "map"])


@pytest.fixture
def post(page, table):
    """A function that posts to the page of webhooks as a user."""
    return lambda user, **data: page(user, "table_hooks", table.code, data=data)


def test_a_player_connects_a_channel_in_one_step(post, page, table, alice, bob, client):
    shown = page(alice, "table_hooks", table.code).text
    assert [LABELS[kind] in shown for kind in LABELS] == [kind not in OF_CIRCLES for kind in LABELS]
    assert shown.count("checked") == len(PRESET - OF_CIRCLES)
    assert reverse("table_hooks", args=[table.code]) in page(alice, "table", table.code).text
    answer = post(alice, **FORM)
    assert answer.status_code == 302
    hook = TableWebhook.objects.get()
    assert (hook.owner, hook.format, hook.kinds) == (alice, "discord", ["turn", "map"])
    assert TableMessage.objects.get().is_trial
    said = Message.objects.get(is_system=True).text
    assert said.startswith("alice connected this game to a channel at discord.com:")
    assert KEY not in said


def test_all_players_see_where_it_posts_but_nobody_the_address(added, page, table, alice, bob):
    for user in (alice, bob):
        shown = page(user, "table_hooks", table.code).text
        assert "discord.com" in shown and KEY not in shown and added.secret not in shown
        assert ("added by you" in shown) == (user == alice)
    assert "added by alice" in page(bob, "table_hooks", table.code).text


def test_only_the_owner_of_a_signed_webhook_sees_its_secret(added, page, table, alice, bob):
    TableWebhook.objects.update(format="other")
    for user in (alice, bob):
        assert (added.secret in page(user, "table_hooks", table.code).text) == (user == alice)


def test_strangers_see_no_webhooks(added, page, table, charlie):
    Game.objects.update(is_listed=True)
    assert page(charlie, "table_hooks", table.code).status_code == 404
    assert page(None, "table_hooks", table.code).status_code == 302
    for act in ("add", "change", "trial", "remove"):
        data = {**FORM, "act": act, "hook": added.pk}
        assert page(charlie, "table_hooks", table.code, data=data).status_code == 404
    assert TableWebhook.objects.count() == 1 and not TableMessage.objects.exists()
    assert "table_hooks" not in page(charlie, "table", table.code).text


def test_only_its_owner_changes_and_tries_it(added, post, alice, bob):
    change = {"hook": added.pk, "format": "slack", "kinds": ["game"]}
    for user, kinds in ((bob, ["turn", "map"]), (alice, ["game"])):
        post(user, act="change", **change)
        added.refresh_from_db()
        assert added.kinds == kinds
    assert added.format == "slack"
    for user, count in ((bob, 0), (alice, 1), (alice, 1)):
        post(user, act="trial", hook=added.pk)
        assert TableMessage.objects.count() == count


def test_players_see_that_it_is_idle_once_its_owner_has_left(added, page, table, bob):
    Player.objects.filter(user=added.owner).update(own=False)
    shown = page(bob, "table_hooks", table.code).text
    assert "Nothing is posted there any more, as alice has left the game." in shown


@pytest.mark.parametrize(
    ("host", "who", "is_gone"), [(0, 0, 1), (1, 1, 1), (0, 1, 0), (None, 1, 0)]
)
def test_the_owner_or_the_host_removes_it(host, who, is_gone, added, post, alice, bob):
    people = (alice, bob)
    Game.objects.update(host=None if host is None else people[host])
    post(people[who], act="remove", hook=added.pk)
    assert TableWebhook.objects.exists() != bool(is_gone)
    said = Message.objects.order_by("pk").last().text
    assert ("disconnected" in said) == bool(is_gone) and KEY not in said


def test_a_refused_form_keeps_what_was_typed(post, table, alice):
    for bad in ({"url": "http://example.org/x"}, {"url": "https://127.0.0.1/x"}, {"kinds": []}):
        answer = post(alice, **{**FORM, "format": "matrix", **bad})
        assert answer.status_code == 422
        form = answer.text
        assert f'value="{bad.get("url", URL)}"' in form
        assert '<option value="matrix" selected>' in form
        assert form.count("checked") == len(bad.get("kinds", FORM["kinds"]))
    assert not TableWebhook.objects.exists()


def test_a_game_has_at_most_three_and_no_address_twice(post, alice, bob):
    assert post(alice, **FORM).status_code == 302
    assert post(bob, **FORM).status_code == 422
    for number in range(4):
        post(bob, **{**FORM, "url": f"https://example.org/{number}"})
    assert TableWebhook.objects.count() == hooks.MOST_HOOKS == 3


def test_hostile_posts_change_nothing(added, post, alice):
    for data in ({"act": "x"}, {"act": "trial", "hook": "x"}, {"act": "trial", "hook": "9" * 30}):
        assert post(alice, **data).status_code in (302, 404)
    post(alice, act="change", hook=added.pk, kinds=["turn", "nonsense"], format="nonsense")
    added.refresh_from_db()
    assert (added.kinds, added.format) == (["turn"], "discord")


def test_changes_are_limited_in_number(post, alice):
    for number in range(35):
        post(alice, act="change", hook=number, kinds=["turn"])
    answer = post(alice, **FORM)
    assert answer.status_code == 422 and "very fast" in answer.text


def test_the_owner_turns_it_on_again(added, post, page, table, alice, bob):
    TableWebhook.objects.update(off_since=moment_now(), failing_since=moment_now())
    shown = page(alice, "table_hooks", table.code).text
    assert "switched off because messages could not be delivered" in shown
    assert "Save and turn on again" in shown
    assert "Save and turn on again" not in page(bob, "table_hooks", table.code).text
    post(alice, act="change", hook=added.pk, kinds=["turn"], format="discord")
    added.refresh_from_db()
    assert added.off_since is None and added.failing_since is None


def test_a_trial_arrives_at_once_and_its_result_is_shown(page, post, table, alice, settings):
    with serving(Receiver()) as receiver:
        settings.OUTBOUND_EXEMPT = frozenset({receiver.pair})
        post(alice, **{**FORM, "url": receiver.url})
        receiver.statuses = [500]
        assert messages.send_next()
        assert messages.TRIAL in receiver.told()[0]["text"]
        shown = page(alice, "table_hooks", table.code).text
        assert "Test message: Attempt 1 of 8 failed" in shown and "HTTP 500" in shown


def test_tutorials_and_cancelled_games_have_no_webhooks(page, table, alice):
    for values in ({"is_tutorial": True}, {"is_tutorial": False, "status": "cancelled"}):
        Game.objects.update(**values)
        assert page(alice, "table_hooks", table.code).status_code == 404


def test_the_waiting_room_leads_there(page, opened, alice):
    Game.objects.update(host=alice)
    assert reverse("table_hooks", args=[opened.code]) in page(alice, "table", opened.code).text
    assert page(alice, "table_hooks", opened.code).status_code == 200


def test_retention_deletes_webhooks_of_ended_games_and_of_former_players(added, table, alice):
    forget = RETENTION["webhooks of games"]
    assert forget() == 0
    Game.objects.update(status="over")
    assert forget() == 0
    Game.objects.update(moved_at=moment_now() - hooks.KEPT_AFTER - timedelta(days=1))
    assert forget() == 1
    game_of(table)
    hooks.TableWebhook.objects.create(game=game_of(table), owner=alice, url=URL, secret="s")
    Game.objects.update(status="running")
    Player.objects.filter(user=alice).update(own=False)
    assert forget() == 1 and not TableWebhook.objects.exists()


def test_the_export_has_a_persons_own_webhooks(added, table, alice, bob):
    (row,) = exported(alice)["table_webhooks"]
    assert (row["game"], row["url"], row["kinds"]) == (table.code, URL, ["turn", "map"])
    assert added.secret not in str(exported(alice)) and not exported(bob)["table_webhooks"]


def test_every_kind_has_a_label():
    assert set(LABELS) == set(TableKind)
