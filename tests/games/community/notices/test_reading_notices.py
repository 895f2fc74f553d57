"""Notices and the people who read them: open pages, mentions, choices of channels, the list."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db.models.functions import Now
from django.urls import reverse

from games.community.notices import notices
from games.community.notices.pages import keep_hook
from games.community.notices.preferences import PRESETS, Choice, next_digest, save_choice
from games.community.talk.talk import say
from games.models import Delivery, Notice, Presence, Process
from games.playing.start import create_game
from games.storage.processes import presence
from tests.games.conftest import person
from tests.support.tables.notices import game_of, told

Kind = Notice.Kind

# Open pages


@pytest.fixture
def page(table, alice):
    """Alice has the table open."""
    yield presence.page_opened(table.code, alice.pk)
    presence._pages.clear()
    presence._left.clear()


def test_notices_while_watching_are_marked_as_read(table, page, alice):
    game = game_of(table)
    notices.notify(Kind.TIME, alice, game, "one", "You’re running out of time.")
    notices.notify(Kind.MODERATION, alice, None, "word", "A word.")
    assert notices.unread([alice.pk]) == {alice.pk: 1}
    presence.page_closed(page, game.number)
    presence.farewell()
    assert Notice.objects.get(user=alice, game=game).read_at is not None
    assert notices.unread([alice.pk]) == {alice.pk: 1}


def test_notices_after_leaving_are_unread(table, page, alice):
    presence.page_closed(page)
    notices.notify(Kind.TIME, alice, game_of(table), "one", "You’re running out of time.")
    assert notices.unread([alice.pk]) == {alice.pk: 1}


def test_deliveries_wait_for_presence(table, alice):
    game = game_of(table)
    save_choice(alice, Choice(PRESETS["everything"][1]))
    keep_hook(alice, "https://example.org/hook")
    here = Process.objects.create(
        kind="web", host="here", number=1, began=1, has_redis=True, seen_at=Now()
    )
    waits = {}
    for codes in (["another"], [table.code], []):
        Presence.objects.update_or_create(process=here, user=alice, defaults={"codes": codes})
        if not codes:
            Presence.objects.all().delete()
        cause = "".join(codes)
        notices.notify(Kind.TIME, alice, game, cause, "You’re running out of time.")
        (told,) = Delivery.objects.filter(notice__cause=cause)
        waits[cause] = told.next_at - told.notice.made_at
    assert waits == {"another": presence.GRACE, table.code: presence.GRACE, "": timedelta(0)}


def test_opening_the_table_marks_its_notices_as_read(client, table, alice):
    game = game_of(table)
    notices.notify(Kind.TIME, alice, game, "one", "You’re running out of time.")
    notices.notify(Kind.MODERATION, alice, None, "word", "A word.")
    client.force_login(alice)
    client.get(reverse("table", args=[table.code]))
    assert notices.unread([alice.pk]) == {alice.pk: 1}


# Mentions


def test_mentions_notify_unless_the_author_is_blocked(table, alice, bob):
    say(game_of(table), alice, "What do you think, @BOB?")
    assert told(bob)[0][0] == Kind.MENTIONED
    bob.blocked.add(alice)
    say(game_of(table), alice, "Still there, @bob?")
    assert len(told(bob)) == 1


@pytest.mark.parametrize("text", ["bob", "mail@bob", "@bobby", "@ bob", "@alice"])
def test_lookalike_mentions_notify_nobody(table, alice, bob, text):
    say(game_of(table), alice, text)
    assert told(bob) == told(alice) == []


def test_spectators_cannot_mention_players(table, bob, charlie):
    say(game_of(table), charlie, "@bob, Onnwal is open")
    assert told(bob) == []


# Choices


def test_choosing_no_notices_makes_none(table, alice):
    save_choice(alice, Choice(PRESETS["nothing"][1]))
    notices.notify(Kind.TIME, alice, game_of(table), "one", "You’re running out of time.")
    notice = Notice.objects.get(user=alice)
    assert set(notice.withheld.values()) == {"choice"}
    assert notices.unread([alice.pk]) == {}
    assert not Delivery.objects.exists()


def test_missing_channels_are_explained(client, table, alice):
    notices.notify(Kind.TIME, alice, game_of(table), "one", "You’re running out of time.")
    assert Notice.objects.get(user=alice).withheld == {
        "mail": "address",
        "push": "browser",
        "hook": "hook",
    }
    client.force_login(alice)
    page = client.get(reverse("notices")).content.decode()
    assert "You have no confirmed email address." in page
    assert "None of your browsers is set up for push notifications." in page


def test_boxes_and_presets_are_kept_and_shown(client, alice):
    client.force_login(alice)
    address = reverse("notice_choices")
    client.post(address, {"preset": "everything"})
    assert Choice(PRESETS["everything"][1]).preset == "everything"
    assert 'value="everything" aria-pressed="true"' in client.get(address).content.decode()
    client.post(address, {"turn:mail": "on", "digest": "on", "digest_hour": "19"})
    page = client.get(address).content.decode()
    assert 'name="turn:mail" checked' in page and 'name="turn:site">' in page
    assert 'value="19" selected' in page
    client.post(address, {"preset": "loud"})
    client.post(address, {"digest_hour": "99"})
    assert 'value="19" selected' in client.get(address).content.decode()


def test_notices_are_visible_to_their_owner_only(client, alice, bob):
    notices.notify(Kind.MODERATION, bob, None, "word", "A word for bob.")
    assert client.get(reverse("notices")).status_code == 302
    client.force_login(alice)
    assert "A word for bob." not in client.get(reverse("notices")).content.decode()
    client.post(reverse("read_notices"))
    assert notices.unread([bob.pk]) == {bob.pk: 1}


def test_the_digest_is_sent_at_its_local_hour():
    now = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
    assert next_digest(now, "UTC", 8) == datetime(2026, 3, 2, 8, 0, tzinfo=UTC)
    assert next_digest(now, "America/New_York", 8) == datetime(2026, 3, 1, 13, 0, tzinfo=UTC)
    assert next_digest(now, "Mars/Olympus", 13) == datetime(2026, 3, 1, 13, 0, tzinfo=UTC)


def test_the_header_shows_the_unread_count_to_users(client, alice):
    notices.notify(Kind.MODERATION, alice, None, "word", "A word.")
    assert 'id="unread"' not in client.get("/about/").content.decode()
    client.force_login(alice)
    assert 'aria-label="Notices, 1 unread"' in client.get("/about/").content.decode()
    client.post(reverse("read_notices"))
    assert 'aria-label="Notices"' in client.get(reverse("notice_count")).content.decode()


def test_the_header_counts_nothing_about_the_game_on_the_page(client, table, alice):
    """Notices of a start are often written while the first page of the game is made."""
    client.force_login(alice)
    games = [create_game([alice, None]), game_of(table)]
    for game in games:
        notices.notify(Kind.STARTING, alice, game, "start", "Play has started.")
    assert notices.unread([alice.pk]) == {alice.pk: 2}
    for game in games:
        # The page of a game marks its notices as read.
        Notice.objects.update(read_at=None)
        count = f"{reverse('notice_count')}?at={game.code}"
        page = client.get(reverse("table", args=[game.code])).content.decode()
        assert f'hx-get="{count}"' in page
        for html in (page, client.get(count).content.decode()):
            assert 'aria-label="Notices, 1 unread"' in html


def test_deleted_accounts_get_no_notices(table, alice):
    charlie = person("carl")
    charlie.is_active = False
    charlie.save()
    notices.notify(Kind.MODERATION, charlie, None, "word", "A word.")
    assert not Notice.objects.exists()
