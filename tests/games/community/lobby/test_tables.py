"""Opening a table, sitting down, and leaving."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.community.lobby import host as lobby_host
from games.community.lobby import joining, tables
from games.community.lobby.public_values import set_public_value
from games.exceptions import NoSuchGame, Stale
from games.models import Game, User
from tests.games.conftest import person
from tests.support.visitors.lobbies import BOT, FREE, LINK, finish, opened_by, seats_of, status_of


@pytest.fixture
def guest(db):
    return User.objects.create_user("Guest Heron 1", is_guest=True)


@pytest.fixture
def told():
    """The codes of the tables that were announced as changed."""
    codes = []

    def hear(sender, code, **_):
        codes.append(code)

    tables.lobby_changed.connect(hear)
    yield codes
    tables.lobby_changed.disconnect(hear)


# Opening


def test_a_table_is_opened_on_its_terms(alice, told, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        game = opened_by(
            alice,
            *(FREE, LINK, BOT),
            title="An evening",
            is_listed=False,
            takes_guests=False,
            pace="quick",
            turn_seconds=60,
            reaction_seconds=10,
        )
    assert told == [game.code]
    game.refresh_from_db()
    assert seats_of(game) == ["alice", None, None, "(captain)"]
    assert [player.is_by_link for player in game.players.order_by("seat")] == [0, 0, 1, 0]
    assert (game.host, game.title, game.pace) == (alice, "An evening", "quick")
    assert (game.turn_seconds, game.reaction_seconds) == (60, 10)
    assert not game.is_listed and not game.takes_guests
    assert game.options["quick"] and status_of(game) == "open"


def test_the_host_gives_a_public_value_when_the_seed_is_sealed(alice):
    game = opened_by(alice, FREE)
    assert [player.public_value for player in game.players.order_by("seat")] == ["", ""]
    set_public_value(game.code, alice, "ab12")
    host = game.players.get(user=alice)
    assert host.public_value == "ab12" and host.value_given_at > game.created_at


def test_open_tables_are_limited(alice, guest):
    for _ in range(tables.MOST_OPEN):
        last = opened_by(alice, FREE)
    with pytest.raises(tables.LimitReached, match="hosting 20 games"):
        opened_by(alice, FREE)
    lobby_host.cancel(last.code, alice)
    opened_by(alice, FREE)
    for _ in range(tables.MOST_OPEN_OF_GUESTS):
        opened_by(guest, FREE, is_listed=False)
    with pytest.raises(tables.LimitReached, match="hosting 3 games"):
        opened_by(guest, FREE, is_listed=False)


def test_without_a_confirmed_address_one_public_table_may_be_open(flora, alice, guest, settings):
    settings.HAS_MAIL_SERVER = True
    for host, why in ((guest, "create an account"), (alice, "confirm your address")):
        first = opened_by(host, FREE)
        with pytest.raises(tables.LimitReached, match=why):
            opened_by(host, FREE)
        opened_by(host, FREE, is_listed=False)
        lobby_host.cancel(first.code, host)
        opened_by(host, FREE)
    for _ in range(2):
        opened_by(flora, FREE)
    settings.HAS_MAIL_SERVER = False
    opened_by(alice, FREE)
    with pytest.raises(tables.LimitReached, match="create an account"):
        opened_by(guest, FREE)


def test_openings_per_hour_are_limited(alice):
    for _ in range(tables.MOST_OPENED_HOURLY):
        lobby_host.cancel(opened_by(alice, FREE).code, alice)
    with pytest.raises(tables.LimitReached, match="in the last hour"):
        opened_by(alice, FREE)
    Game.objects.update(created_at=timezone.now() - timedelta(hours=2))
    opened_by(alice, FREE)


# Sitting down


def test_joining_takes_a_free_seat(alice, bob, charlie):
    game = opened_by(alice, FREE, BOT, FREE, FREE)
    assert joining.join(game.code, bob, public_value="77") == joining.Seated(1, has_begun=False)
    assert joining.join(game.code, charlie, seat=4) == joining.Seated(4, has_begun=False)
    assert seats_of(game) == ["alice", "bob", "(captain)", None, "charlie"]
    assert game.players.get(user=bob).public_value == "77"
    # Repeating the request changes nothing, whichever seat it names.
    assert joining.join(game.code, bob, seat=3) == joining.Seated(1, has_begun=False)


def test_the_game_begins_with_the_last_seat_taken(alice, bob, charlie):
    game = opened_by(alice, FREE, BOT)
    assert joining.join(game.code, bob).has_begun
    assert status_of(game) == "running"
    assert joining.join(game.code, bob) == joining.Seated(1, has_begun=False)
    with pytest.raises(joining.SeatNotFree, match="has started"):
        joining.join(game.code, charlie)


def test_a_seat_that_is_taken_goes_to_nobody_else(alice, bob, charlie):
    game = opened_by(alice, FREE, FREE)
    joining.join(game.code, bob, seat=1)
    with pytest.raises(joining.SeatNotFree, match="Others are still free"):
        joining.join(game.code, charlie, seat=1)
    assert seats_of(game) == ["alice", "bob", None]


def test_link_seats_need_an_invitation(alice, bob, charlie):
    game = opened_by(alice, FREE, LINK, LINK)
    for seat in (None, 2):
        if seat is None:
            joining.join(game.code, bob)
        else:
            with pytest.raises(joining.SeatNotFree):
                joining.join(game.code, charlie, seat=seat)
    with pytest.raises(joining.SeatNotFree, match="invitation-only"):
        joining.join(game.code, charlie)
    joining.leave(game.code, bob)
    # An invited user leaves the open seat to others.
    assert joining.join(game.code, charlie, is_invited=True).seat == 2


def test_guests_sit_down_where_they_are_welcome(alice, guest):
    closed = opened_by(alice, FREE, takes_guests=False)
    with pytest.raises(joining.NeedsAccount, match="need an account"):
        joining.join(closed.code, guest)
    assert joining.join(opened_by(alice, FREE).code, guest).seat == 1


def test_a_guest_is_created_only_for_a_free_seat(alice, bob):
    game = opened_by(alice, FREE)

    def newcomer():
        return person("dora")

    assert joining.join_as(game.code, newcomer).name == "dora"
    with pytest.raises(joining.SeatNotFree):
        joining.join_as(game.code, lambda: person("emil"))
    assert not User.objects.filter(name="emil").exists()


def test_joining_a_closed_table_is_refused(alice, bob):
    game = opened_by(alice, FREE)
    lobby_host.cancel(game.code, alice)
    with pytest.raises(Stale, match="cancelled"):
        joining.join(game.code, bob)
    over = opened_by(alice, BOT)
    lobby_host.start(over.code, alice)
    finish(over)
    with pytest.raises(Stale, match="over"):
        joining.join(over.code, bob)
    with pytest.raises(NoSuchGame):
        joining.join("nosuch", bob)


def test_repeated_joining_and_leaving_is_limited(alice, bob):
    game = opened_by(alice, FREE, FREE)
    for _ in range(joining.MOST_SITTINGS):
        joining.join(game.code, bob)
        joining.leave(game.code, bob)
    with pytest.raises(tables.LimitReached, match="Wait a few minutes"):
        joining.join(game.code, bob)


# Leaving


def test_leaving_frees_the_seat(alice, bob, told, django_capture_on_commit_callbacks):
    game = opened_by(alice, FREE, FREE)
    joining.join(game.code, bob, public_value="77")
    before = Game.objects.get(pk=game.pk).changed_at
    with django_capture_on_commit_callbacks(execute=True):
        joining.leave(game.code, bob)
        joining.leave(game.code, bob)
    assert seats_of(game) == ["alice", None, None]
    left = game.players.get(seat=1)
    assert (left.public_value, left.value_given_at) == ("", None)
    assert Game.objects.get(pk=game.pk).changed_at > before
    assert told == [game.code]


def test_a_host_who_leaves_hands_the_table_on(alice, bob):
    game = opened_by(alice, FREE, FREE)
    joining.join(game.code, bob)
    joining.leave(game.code, alice)
    game.refresh_from_db()
    assert game.host == bob and game.status == "open"
    lobby_host.start(game.code, bob, fill_with="captain")
    assert seats_of(game) == ["(captain)", "bob", "(captain)"]


def test_the_last_one_to_leave_closes_the_table(alice):
    game = opened_by(alice, FREE, BOT)
    joining.leave(game.code, alice)
    assert status_of(game) == "cancelled"


def test_leaving_a_running_game_is_refused(alice, bob):
    game = opened_by(alice, FREE)
    joining.join(game.code, bob)
    with pytest.raises(Stale, match="resign"):
        joining.leave(game.code, bob)


def test_all_tables_are_left_at_once(alice, bob):
    first, second = opened_by(alice, FREE, FREE), opened_by(bob, FREE, FREE)
    joining.join(first.code, bob)
    joining.leave_all(bob)
    assert seats_of(first) == ["alice", None, None]
    assert status_of(second) == "cancelled"
