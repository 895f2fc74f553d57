"""Table talk: two rooms, rate limits, who can read which, and escaping."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from games.community.talk.talk import MOST, WITHIN, TooFast, Unspeakable, say
from games.models import Game, Message, Move, Player, User
from games.playing.play import play_for
from rules.moves import EndGame
from tests.games.conftest import person

HTMX = {"headers": {"HX-Request": "true"}}


def game_of(table):
    return Game.objects.public().get(code=table.code)


def page(client, user, code):
    if user is not None:
        client.force_login(user)
    return client.get(reverse("table", args=[code])).content.decode()


def post(client, user, code, text, **more):
    client.force_login(user)
    return client.post(reverse("say", args=[code]), {"text": text}, **more)


def test_player_messages_are_read_by_players_and_spectators(client, table, alice, bob, charlie):
    say(game_of(table), alice, "Shall we leave Irongate alone?")
    for reader in (alice, bob, charlie):
        assert "Shall we leave Irongate alone?" in page(client, reader, table.code)
    assert Game.objects.get(code=table.code).talked == 1


def test_spectator_messages_are_hidden_from_players_until_the_end(
    client, table, alice, bob, charlie
):
    say(game_of(table), charlie, "Onnwal is wide open")
    assert Message.objects.get().room == Message.Room.SPECTATORS
    assert "Onnwal is wide open" not in page(client, alice, table.code)
    assert "Onnwal is wide open" not in page(client, bob, table.code)
    assert "Onnwal is wide open" in page(client, charlie, table.code)


@pytest.mark.parametrize("changes", [{"eliminated": 1}, {"own": False, "control": "bot"}])
def test_eliminated_players_chat_with_spectators(table, alice, changes):
    Player.objects.filter(game__code=table.code, user=alice).update(**changes)
    say(game_of(table), alice, "That was quick")
    assert Message.objects.get().room == Message.Room.SPECTATORS


def test_a_guest_may_talk(table):
    guest = User.objects.create_user("a guest", is_guest=True)
    say(game_of(table), guest, "Good evening")
    assert Message.objects.get().author == guest


def test_messages_are_escaped(client, table, alice):
    say(game_of(table), alice, '<img src=x onerror="alert(1)"> & so on')
    html = page(client, alice, table.code)
    assert "<img src=x" not in html
    assert "&lt;img src=x onerror=&#34;alert(1)&#34;&gt; &amp; so on" in html


@pytest.mark.parametrize(
    "text",
    [
        *("", "   ", "\x00\u202e\n", "x" * 401, "a\u0301\u0302\u0303\u0300\u0301 pile"),
        *("\u3164\u2800", "\u115f", "\ufe0f \u0301"),
    ],
)
def test_invalid_messages_are_refused_with_a_sentence(client, table, alice, text):
    with pytest.raises(Unspeakable):
        say(game_of(table), alice, text)
    answer = post(client, alice, table.code, text, **HTMX)
    assert answer.status_code == 400
    assert 'id="notice"' in answer.content.decode()
    assert not Message.objects.exists()


def test_letters_with_several_marks_and_emoji_are_no_piles(table, alice):
    for text in ("קִ֭ ကြို့", "❤️ 1️⃣", "Zoë"):
        say(game_of(table), alice, text)
        assert Message.objects.filter(text=text).exists()


def test_messages_have_at_most_400_characters_on_one_line(table, alice):
    say(game_of(table), alice, "é" * 400)
    say(game_of(table), alice, "one\ntwo\tthree")
    assert [message.text for message in Message.objects.order_by("pk")] == [
        "é" * 400,
        "one two three",
    ]


def test_messages_are_rate_limited(client, table, alice, bob):
    game = game_of(table)
    for number in range(MOST):
        say(game, alice, f"word {number}")
    with pytest.raises(TooFast):
        say(game, alice, "one more")
    assert post(client, alice, table.code, "one more", **HTMX).status_code == 429
    post(client, alice, table.code, "one more")
    assert "You wrote: “one more”" in page(client, alice, table.code)
    say(game, bob, "others still may")
    Message.objects.filter(author=alice).update(said_at=timezone.now() - WITHIN)
    say(game, alice, "later again")


def test_the_response_has_the_talk_and_clears_the_notice(client, table, alice):
    page(client, alice, table.code)
    answer = post(client, alice, table.code, "Well met", **HTMX)
    html = answer.content.decode()
    assert answer.status_code == 200
    assert "Well met" in html
    assert 'id="talk"' in html


def test_without_scripts_chat_redirects_to_the_table(client, table, alice):
    answer = post(client, alice, table.code, "Well met")
    assert answer.status_code == 302
    assert answer.url.startswith(reverse("table", args=[table.code]))
    assert "Well met" in page(client, alice, table.code)


def test_chat_requires_login(client, table):
    answer = client.post(reverse("say", args=[table.code]), {"text": "hello"}, **HTMX)
    assert answer.status_code == 403
    assert not Message.objects.exists()


def test_chat_requires_access_to_the_table(client, table, charlie):
    Game.objects.filter(code=table.code).update(is_listed=False)
    assert post(client, charlie, table.code, "hello").status_code == 404
    assert not Message.objects.exists()


def test_blocked_people_are_hidden(client, table, alice, bob, charlie):
    say(game_of(table), bob, "Never mind me")
    alice.blocked.add(bob)
    html = page(client, alice, table.code)
    assert f'#talk [data-author="{bob.pk}"]' in html
    assert f'#talk [data-author="{bob.pk}"]' not in page(client, charlie, table.code)


def test_everybody_else_can_be_blocked(client, table, alice, bob):
    say(game_of(table), alice, "Mine")
    say(game_of(table), bob, "Theirs")
    html = page(client, alice, table.code)
    assert f'form="block" name="person" value="{bob}"' in html
    assert 'id="block"' in html
    client.post(reverse("block"), {"person": str(bob), "next": reverse("table", args=[table.code])})
    assert list(alice.blocked.all()) == [bob]


def test_deleted_authors_are_not_named(client, table, alice, bob):
    say(game_of(table), bob, "I was here")
    left = person("dora")
    Message.objects.update(author=left)
    left.delete()
    html = page(client, alice, table.code)
    assert "I was here" in html
    assert "a former player" in html


@pytest.mark.parametrize("changes", [{"eliminated": 1}, {"own": False, "control": "bot"}])
def test_eliminated_players_read_all_and_are_read_after_the_end(
    client, table, alice, bob, charlie, changes
):
    Player.objects.filter(game__code=table.code, user=alice).update(**changes)
    game = game_of(table)
    say(game, alice, "I held Onnwal with nothing")
    say(game, charlie, "Bob will fall next")
    say(game, bob, "Good fight")
    for hears in (alice, charlie):
        html = page(client, hears, table.code)
        assert "I held Onnwal with nothing" in html
        assert "Bob will fall next" in html and "Good fight" in html
    still_playing = page(client, bob, table.code)
    assert "Good fight" in still_playing
    assert "Onnwal with nothing" not in still_playing and "will fall next" not in still_playing
    play_for(table.code, 1, EndGame((1,)), Move.By.MODERATOR, decision=None)
    assert "I held Onnwal with nothing" in page(client, bob, table.code)
    assert "Bob will fall next" in page(client, bob, table.code)


def test_replaced_players_with_a_right_to_return_chat_with_players(
    client, table, alice, bob, charlie
):
    Player.objects.filter(game__code=table.code, user=alice).update(control="steward")
    say(game_of(table), alice, "Back in a moment")
    say(game_of(table), charlie, "Alice is away: take Irongate")
    assert "Back in a moment" in page(client, bob, table.code)
    assert "take Irongate" not in page(client, alice, table.code)


def test_there_are_no_private_messages(client, table, alice, bob, charlie):
    """Whatever the form requests, a player's message goes to the whole table (DIP-1)."""
    fields = {"room": "spectators", "to": bob.pk, "seat": 1, "author": bob.pk}
    client.force_login(alice)
    client.post(reverse("say", args=[table.code]), {"text": "Between us", **fields})
    message = Message.objects.get()
    assert (message.room, message.author) == (Message.Room.PLAYERS, alice)
    assert "Between us" in page(client, charlie, table.code)


def test_the_rate_limit_states_the_waiting_time(client, table, alice):
    for number in range(MOST):
        say(game_of(table), alice, f"word {number}")
    now = timezone.now()
    Message.objects.update(said_at=now - WITHIN / 3)
    answer = post(client, alice, table.code, "one more", **HTMX)
    assert answer.status_code == 429
    found = re.search(r"You can write again in (\d+) seconds\.", answer.content.decode())
    assert 0 < int(found[1]) <= WITHIN.total_seconds() * 2 / 3
    # The rest of the table is unaffected.
    table.answer()
