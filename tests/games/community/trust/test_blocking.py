"""Blocked people: how the list changes, and that they cannot tell that they are on it."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.community.absence import votes
from games.community.lobby import host, joining
from games.community.lobby.joining import SeatNotFree
from games.community.lobby.rematch import play_again
from games.community.lobby.rematch_answers import waits_for
from games.community.own_games.ended_games import ended_games
from games.community.people.deletion import delete_account
from games.community.privacy.personal_data import exported
from games.community.trust.blocking import block
from games.models import Game, Move, Notice, Player, SeatHolder, User
from games.playing.play import play_for
from rules.moves import Control, TakeSeat
from tests.games.conftest import person
from tests.support.tables.slow_games import begun
from tests.support.visitors.canaries import without_new
from tests.support.visitors.lobbies import BOT, FREE, LINK, finish, opened_by, seats_of

pytestmark = pytest.mark.django_db


def sent(response):
    """Return all of a response that does not differ from request to request."""
    return response.status_code, [*response.headers], without_new(response.content.decode())


def test_people_are_blocked_and_unblocked(flora, at_home, alice):
    profile = reverse("profile", args=["alice"])
    assert ">Block</button>" in at_home.get(profile).text
    data = {"person": "alice", "next": profile}
    shown = at_home.post(reverse("block"), data, follow=True).text
    assert "You have blocked" in shown and ">Unblock</button>" in shown
    assert list(flora.blocked.all()) == [alice]
    assert exported(flora)["blocked"] == ["alice"] and "flora" not in str(exported(alice)).lower()
    assert "Unblock" in at_home.get(reverse("preferences")).text
    at_home.post(reverse("block"), {"person": "alice", "blocked": "no"})
    assert not flora.blocked.exists()
    for name in ("", "Flora", "nobody", str(alice.pk), "\0", "²"):
        assert at_home.post(reverse("block"), {"person": name}).status_code == 404
    abroad = {"person": "alice", "next": "https://evil.example/"}
    assert at_home.post(reverse("block"), abroad)["Location"] == reverse("preferences")
    block(alice, flora)
    delete_account(alice)
    assert not User.blocked.through.objects.exists()


@pytest.mark.parametrize(("kind", "seat"), [(FREE, ""), (FREE, "1"), (LINK, "")])
def test_blocked_people_read_the_refusal_of_a_full_table(page, alice, bob, charlie, kind, seat):
    game = opened_by(charlie, FREE, kind)
    joining.join(game.code, alice, seat=1)

    def asked():
        with CaptureQueriesContext(connection) as queries:
            response = page(bob, "join_game", game.code, data={"seat": seat})
        statements = [re.split(" SET | VALUES | WHERE ", query["sql"])[0] for query in queries]
        return sent(response), [one for one in statements if "SAVEPOINT" not in one]

    def seen():
        pages = ("table", "room")
        return [sent(page(bob, name, game.code)) for name in pages] + [sent(page(bob, "lobby"))]

    page(bob, "invitation", game.code, game.invitation)
    before = seen()
    host.give_to_bot(game.code, charlie, 2)
    full, queries = asked()
    assert full[0] == 409
    host.free_seat(game.code, charlie, 2)
    Player.objects.filter(game=game, seat=2).update(is_by_link=kind is LINK)
    # It is enough that one of those at the table has blocked him.
    block(alice, bob)
    assert asked() == (full, queries)
    assert seats_of(game) == ["charlie", "alice", None]
    assert seen() == before and not Notice.objects.filter(user=bob).exists()
    joining.leave(game.code, alice)
    assert page(bob, "join_game", game.code, data={}).status_code == 302
    assert "bob" in seats_of(game)


@pytest.fixture
def over(alice, bob):
    """A finished game of alice and bob, whom alice has blocked since."""
    game = opened_by(alice, BOT, FREE)
    joining.join(game.code, bob)
    finish(game)
    block(alice, bob)
    return game


def offered(user):
    return [row["next_code"] for row in ended_games(user) if row["next_code"]]


def test_a_blocked_player_gets_no_seat_in_a_rematch(page, over, alice, bob):
    code = play_again(over.code, alice)
    assert not Notice.objects.filter(user=bob).exists() and offered(bob) == []
    # As for anybody else who comes too late.
    response = page(bob, "play_again", over.code, data={})
    assert response.url == reverse("table", args=[code])
    assert "bob" not in seats_of(Game.objects.get(code=code))
    alice.blocked.clear()
    assert offered(bob) == [code]


def test_a_blocked_player_invites_nobody_who_blocked_them(over, alice, bob):
    code = play_again(over.code, bob)
    assert not Notice.objects.filter(user=alice).exists() and offered(alice) == []
    # Alice may still join.
    play_again(over.code, alice)
    assert "alice" in seats_of(Game.objects.get(code=code))


def test_nobody_can_read_from_a_rematch_whom_it_awaits_that_somebody_is_blocked(
    page, alice, bob, charlie
):
    game = opened_by(alice, BOT, FREE, FREE)
    joining.join(game.code, bob)
    joining.join(game.code, charlie)
    finish(game)
    code = play_again(game.code, alice)

    def read(user):
        room = page(user, "table", code).content.decode()
        found = re.search(r"Waiting for [^.]*\.", room)
        return waits_for(code, user.pk), found and found[0]

    everybody = (alice, bob, charlie)
    before = {user: read(user) for user in everybody}
    assert before[bob] == ("The rematch waits for you and charlie.", "Waiting for you and charlie.")
    only_charlie = ("The rematch waits for charlie.", "Waiting for charlie.")
    # Alice sits at the table: it has no seat for bob, who is not told that it waits for him.
    block(alice, bob)
    assert read(bob) == only_charlie
    assert {user: read(user) for user in (alice, charlie)} == {
        user: before[user] for user in (alice, charlie)
    }
    # The same for bob if he has blocked the host; nobody else reads anything of it.
    alice.blocked.clear()
    assert read(bob) == before[bob]
    block(bob, alice)
    assert read(bob) == only_charlie and read(alice) == before[alice]
    # Charlie has no seat there, so his list changes nothing.
    bob.blocked.clear()
    block(charlie, bob)
    assert {user: read(user) for user in everybody} == before


def test_a_blocked_person_cannot_take_over_a_seat(alice, bob, charlie):
    table = begun([alice, bob, charlie], "bl2ocked")
    emil = person("emil")
    block(bob, emil)
    block(bob, alice)
    gone = TakeSeat(Control.STEWARD, own=False)
    play_for(table.code, 0, gone, Move.By.CLOCK, decision=None)
    Player.objects.filter(game__code=table.code, seat=0).update(is_vacant=True)
    with pytest.raises(SeatNotFree) as refused:
        votes.substitute(table.code, emil, 0)
    # The seat's own player may come back.
    votes.substitute(table.code, alice, 0)
    with pytest.raises(SeatNotFree) as taken:
        votes.substitute(table.code, emil, 0)
    assert str(refused.value) == str(taken.value)
    assert not SeatHolder.objects.filter(user=emil).exists()
