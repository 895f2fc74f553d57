"""Chat in the waiting room: who may write and read it, and that it goes on in the game."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.community.lobby import host, joining
from games.community.moderation.on_games import remove_message
from games.community.people.deletion import delete_account
from games.community.talk.talk import MOST
from games.models import Game, Measure, Message, Notice, Player, Report, User
from games.storage.processes import presence
from tests.support.visitors.lobbies import BOT, FREE, opened_by
from tests.support.visitors.moderators import action

HTMX = {"HX-Request": "true"}
TEXT = "Shall we play at eight?"


@pytest.fixture
def room(alice, bob):
    """A listed table with alice and bob seated, and one free seat."""
    game = opened_by(alice, FREE, FREE)
    joining.join(game.code, bob)
    return Game.objects.get(pk=game.pk)


def post(user, room, text=TEXT, **headers):
    return browser_of(user).post(reverse("say", args=[room.code]), {"text": text}, headers=headers)


def browser_of(user):
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def page(user, room):
    return browser_of(user).get(reverse("table", args=[room.code])).text


def test_everybody_who_sees_the_table_reads_the_chat(room, alice, bob, charlie, dora):
    assert post(alice, room, **HTMX).status_code == 200
    message = Message.objects.get()
    assert (message.room, message.seat) == (Message.Room.PLAYERS, 0)
    for reader in (alice, bob, charlie, dora, None):
        assert TEXT in page(reader, room)


def test_only_seated_players_write(room, alice, bob, charlie, dora):
    for stranger in (charlie, dora):
        refused = post(stranger, room, **HTMX)
        assert refused.status_code == 403
        assert "Only seated players can chat before the game starts." in refused.text
        assert 'id="say-text"' not in page(stranger, room)
    assert post(None, room, **HTMX).status_code == 403
    assert not Message.objects.exists()
    for player in (alice, bob):
        assert 'id="say-text"' in page(player, room)
        assert post(player, room, **HTMX).status_code == 200


def test_removed_players_no_longer_write(room, alice, bob):
    post(bob, room)
    host.free_seat(room.code, alice, 1)
    assert post(bob, room, "And now?", **HTMX).status_code == 403
    # Whoever takes the seat next did not write that.
    assert [message.seat for message in Message.objects.all()] == [None]


def test_strangers_see_nothing_of_a_private_table(room, alice, charlie):
    post(alice, room)
    Game.objects.filter(pk=room.pk).update(is_listed=False)
    for name in ("table", "room", "room_talk"):
        answer = browser_of(charlie).get(reverse(name, args=[room.code]))
        assert answer.status_code == 404
        assert TEXT not in answer.text
    assert post(charlie, room, **HTMX).status_code == 404


def test_guests_may_chat_and_muted_people_may_not(room, alice, bob):
    User.objects.filter(pk=bob.pk).update(is_guest=True)
    assert post(bob, room, **HTMX).status_code == 200
    Measure.objects.create(user=alice, kind=Measure.Kind.MUTE, reason="Insults.")
    assert post(alice, room, "Me too", **HTMX).status_code == 400
    assert Message.objects.count() == 1


def test_the_rate_limit_holds_and_says_so(room, alice):
    for number in range(MOST):
        post(alice, room, f"word {number}")
    refused = post(alice, room, "one more", **HTMX)
    assert refused.status_code == 429
    assert "You’re chatting very fast." in refused.text
    post(alice, room, "one more")
    assert Message.objects.count() == MOST


def test_an_open_page_gets_only_news(room, alice, bob):
    shown = page(bob, room)
    path = re.search(rf'hx-get="(/games/{room.code}/room/talk/\?have=\d+)"', shown)[1]
    reader = browser_of(bob)
    assert reader.get(path).status_code == 204
    post(alice, room)
    news = reader.get(path)
    assert TEXT in news.text
    assert f'id="room-announced" hx-swap-oob="innerHTML">alice: {TEXT}' in news.text
    # The page announces neither the reader’s own messages nor those of people they have blocked.
    assert "room-announced" not in browser_of(alice).get(path).text
    bob.blocked.add(alice)
    assert "room-announced" not in reader.get(path).text
    assert f'#talk [data-author="{alice.pk}"]' in page(bob, room)
    # The seats have not changed.
    path = re.search(rf'hx-get="(/games/{room.code}/room/\?have=\w+)"', shown)[1]
    assert reader.get(path, headers=HTMX).status_code == 204


def test_the_chat_goes_on_in_the_game(room, alice, bob, charlie):
    post(alice, room)
    host.give_to_bot(room.code, alice, 2)
    host.start(room.code, alice)
    assert browser_of(bob).get(reverse("room_talk", args=[room.code])).status_code == 204
    for reader in (alice, bob, charlie):
        assert TEXT in page(reader, room)
    Player.objects.filter(game=room, user=bob).update(eliminated=1)
    post(bob, room, "I am out")
    assert "I am out" not in page(alice, room)


def test_a_cancelled_game_has_no_chat(room, alice, bob):
    post(alice, room)
    host.cancel(room.code, alice)
    assert post(bob, room, **HTMX).status_code == 400
    assert Message.objects.count() == 1


def test_messages_can_be_reported_before_the_game_starts(room, alice, bob):
    path = f"{reverse('new_report')}?game={room.code}"
    assert browser_of(bob).get(path).status_code == 409
    post(alice, room)
    message = Message.objects.get()
    form = browser_of(bob).get(f"{path}&message={message.pk}")
    assert form.status_code == 200
    assert TEXT in form.text and "The game itself" not in form.text
    key = re.search(r'name="key" value="([^"]+)"', form.text)[1]
    fields = {"what": f"message:{message.pk}", "category": "words", "words": "", "key": key}
    browser_of(bob).post(path, fields)
    assert Report.objects.get().reported == alice


def test_the_chat_does_not_show_as_a_notice(room, alice):
    post(alice, room)
    assert page(alice, room).count(TEXT) == 1


# The host's notices


def told(user):
    """Return the texts of a user's unread notices, newest first."""
    unread = Notice.objects.filter(user=user, read_at=None).order_by("-made_at")
    return list(unread.values_list("text", flat=True))


def test_the_host_hears_who_is_here_and_what_was_written(alice, bob, charlie, dora):
    game = opened_by(alice, FREE, FREE, BOT, FREE, title="Sunday game")
    joining.join(game.code, bob)
    room = Game.objects.get(pk=game.pk)
    post(bob, room, "hello?")
    assert told(alice) == [
        "bob wrote in “Sunday game”: “hello?”",
        "2 of 4 are here for “Sunday game”.",
    ]
    # Until she looks, there is one notice for the seats and one for the chat.
    joining.join(game.code, charlie)
    post(charlie, room, "at eight " * 40)
    newest, here = told(alice)
    assert here == "3 of 4 are here for “Sunday game”." and "charlie wrote" in newest
    assert len(newest) < 200 and newest.endswith("…”")
    assert Notice.objects.count() == 2
    page(alice, room)
    assert told(alice) == []
    post(alice, room)
    assert told(alice) == [] and not Notice.objects.exclude(user=alice).exists()
    post(bob, room, "hi @alice")
    assert told(alice) == ["bob mentioned you in “Sunday game”."]
    page(alice, room)
    alice.blocked.add(bob)
    post(bob, room, "hm")
    assert told(alice) == []
    # The last player starts the game, which has a notice of its own.
    joining.join(game.code, dora)
    assert told(alice) == []


def test_removed_messages_are_quoted_no_longer(room, alice, bob, olga):
    post(bob, room, "vile")
    remove_message(action("remove_message", olga, game=room), Message.objects.get())
    post(bob, room, "my address")
    delete_account(bob)
    here = Notice.objects.filter(user=alice).values_list("text", flat=True)
    assert set(here) == {"2 of 3 are here for alice’s game."}


def test_a_host_who_looks_at_the_table_gets_no_notice(room, alice, bob):
    Notice.objects.all().delete()
    opened = presence.page_opened(room.code, alice.pk)
    post(bob, room)
    assert not Notice.objects.exists()
    presence.page_reported(opened, None)
    post(bob, room)
    assert len(told(alice)) == 1
    poll = browser_of(alice)
    poll.get(reverse("room", args=[room.code]))
    assert len(told(alice)) == 1
    presence.page_reported(opened, 0)
    poll.get(reverse("room", args=[room.code]))
    assert told(alice) == []
    presence.page_closed(opened)
