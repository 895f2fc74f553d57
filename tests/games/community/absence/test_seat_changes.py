"""Seats that change hands: their entries in the record, and who may take which seat."""

import html
import json
import re

import pytest
from django.utils import timezone

from games.community.absence import votes
from games.community.fairness.audit import audit
from games.community.fairness.records import record
from games.community.lobby.joining import NotAllowed, SeatNotFree
from games.community.moderation import on_games
from games.community.moderation.actions import is_seated
from games.community.trust.restrictions import Barred
from games.community.trust.roles import Role
from games.drawing.display.options import ADVICE
from games.models import Game, Measure, Message, Move, Player, Trace, User, Vote
from games.playing.play import play_for
from games.storage.store.stored_game import load
from rules.moves import Control, TakeSeat
from rules.record import verify
from tests.games.conftest import person
from tests.support.tables.slow_games import begun
from tests.support.visitors.moderators import action, moderator

pytestmark = pytest.mark.django_db


@pytest.fixture
def slow(alice, bob, charlie):
    """A game of alice, bob and charlie with one day per turn."""
    return begun([alice, bob, charlie], "sl2ow346")


@pytest.fixture
def emil(db):
    """A user who has had no seat at the table."""
    return person("emil")


def vacate(table, seat):
    """Make a seat vacant, as after a long absence."""
    play_for(table.code, seat, TakeSeat(Control.STEWARD, own=False), Move.By.CLOCK, decision=None)
    Player.objects.filter(game__code=table.code, seat=seat).update(is_vacant=True)


def game_of(table):
    return Game.objects.get(code=table.code)


def test_the_record_names_the_first_player_and_the_substitutes(slow, emil):
    vacate(slow, 0)
    votes.substitute(slow.code, emil, 0)
    on_games.cancel(action("cancel", moderator("dora", Role.SENIOR), game=game_of(slow)))
    written = json.loads("".join(record(slow.code)))
    assert verify(written).problems == ()
    assert written["seats"][0]["name"] == "alice"
    assert written["seats"][0]["substitutes"] == ["emil"]
    assert [seat["substitutes"] for seat in written["seats"][1:]] == [[], []]


def test_a_leaver_may_retake_only_their_own_seat(slow, alice, emil):
    vacate(slow, 0)
    votes.substitute(slow.code, emil, 0)
    vacate(slow, 1)
    with pytest.raises(NotAllowed, match="You have, or had, another seat"):
        votes.substitute(slow.code, alice, 1)
    assert is_seated(alice, game_of(slow))
    vacate(slow, 0)
    votes.substitute(slow.code, alice, 0)
    assert load(slow.code).seats[0].name == "alice"
    assert audit(slow.code) == slow.number() + 1


def test_vacant_seats_explain_why_a_visitor_cannot_take_them(slow, client, alice, emil):
    vacate(slow, 0)
    votes.substitute(slow.code, emil, 0)
    vacate(slow, 1)
    shown = {user: _offer(client, slow, user) for user in (alice, emil, person("frieda"))}
    assert shown[alice] == (False, "You have, or had, another seat in this game.")
    assert shown[emil] == (False, "")
    assert [is_offered for is_offered, _ in shown.values()] == [False, False, True]
    guest = User.objects.create_user("Guest Wren 1234", is_guest=True)
    assert _offer(client, slow, guest)[0]
    Game.objects.filter(code=slow.code).update(takes_guests=False)
    assert _offer(client, slow, guest) == (False, "You need an account to join this game.")


def test_users_barred_from_joining_are_offered_no_seats(slow, client, emil):
    vacate(slow, 0)
    Measure.objects.create(user=emil, kind=Measure.Kind.LIMIT, reason="Seats left on purpose.")
    is_offered, why_not = _offer(client, slow, emil)
    assert not is_offered and why_not.startswith("You can’t start or join games")


@pytest.mark.parametrize("allows", [False, True])
def test_the_offer_of_a_seat_says_that_advice_is_allowed(slow, client, emil, allows):
    Game.objects.filter(code=slow.code).update(allows_advice=allows)
    vacate(slow, 0)
    client.force_login(emil)
    page = client.get(f"/games/{slow.code}/absence/", headers={"HX-Request": "true"})
    assert (ADVICE in page.content.decode()) == allows


def _offer(client, table, user):
    """Return (whether a vacant seat is offered to a user, the reason if it is not)."""
    client.force_login(user)
    fetched = {"HX-Request": "true"}
    page = client.get(f"/games/{table.code}/absence/", headers=fetched).content.decode()
    why_not = re.search(r'<p class="small-print">(.*?)</p>', page)
    return 'value="sit"' in page, html.unescape(why_not[1]) if why_not else ""


def test_a_leaver_can_retake_a_seat_at_an_unlisted_table(slow, alice):
    Game.objects.filter(code=slow.code).update(is_listed=False)
    vacate(slow, 0)
    votes.substitute(slow.code, alice, 0)
    assert slow.state().players[0].control is Control.PLAYER


def test_returning_to_ones_own_seat_is_not_substituting(slow, alice):
    vacate(slow, 0)
    votes.substitute(slow.code, alice, 0)
    assert slow.state().players[0].control is Control.PLAYER
    assert not Player.objects.get(game__code=slow.code, seat=0).holders.exists()


def test_a_substitute_does_not_inherit_votes(slow, alice, bob, charlie, emil):
    votes.want_pause(slow.code, alice)
    vacate(slow, 0)
    votes.substitute(slow.code, emil, 0)
    assert not Vote.objects.exists()
    assert [votes.want_pause(slow.code, one) for one in (bob, charlie)] == [False, False]


def test_the_table_learns_that_a_substitute_shares_a_network(slow, bob, charlie, emil):
    today = timezone.now().date()
    for user in (bob, charlie, emil):
        Trace.objects.create(user=user, network="home", device="d", day=today)
    vacate(slow, 0)
    votes.substitute(slow.code, emil, 0)
    told = Message.objects.get(game__code=slow.code, is_system=True).text
    assert told.startswith("On the same network: emil and bob; emil and charlie.")


def test_users_barred_from_joining_cannot_take_vacant_seats(slow, emil):
    vacate(slow, 0)
    Measure.objects.create(user=emil, kind=Measure.Kind.LIMIT, reason="Seats left on purpose.")
    with pytest.raises(Barred, match="You can’t start or join games"):
        votes.substitute(slow.code, emil, 0)
    assert Player.objects.get(game__code=slow.code, seat=0).is_vacant


@pytest.mark.parametrize("to", ["person", "bot"])
def test_a_seat_that_a_moderator_gives_away_is_vacant_no_more(slow, emil, to):
    vacate(slow, 0)
    dora, game = moderator("dora", Role.SENIOR), game_of(slow)
    if to == "bot":
        on_games.give_to_bot(action("give_to_bot", dora, game=game), 0)
    else:
        frieda = person("frieda")
        on_games.give_to_person(action("give_to_person", dora, game=game), 0, frieda.name)
    assert votes.vacant_seats(load(slow.code)) == []
    with pytest.raises(SeatNotFree):
        votes.substitute(slow.code, emil, 0)
