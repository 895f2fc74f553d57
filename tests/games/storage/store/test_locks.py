"""Two concurrent actions of one user: one waits for the other, without a deadlock."""

import pytest
from django.db import connection, transaction

from games.community.lobby import joining, tables
from games.community.lobby.rematch import play_again
from games.community.lobby.terms import SeatKind, TableTerms
from games.community.moderation import reports
from games.community.talk import talk
from games.models import Game, Move, User
from games.playing.play import play_for
from games.playing.start import create_game, start_game
from games.table.sidebar import hints
from rules import Options
from rules.moves import EndGame
from tests.support.visitors.crowds import somebody_waits
from tests.support.visitors.patience import PATIENCE, wait_until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def alice():
    if connection.vendor != "postgresql":
        pytest.skip("A file is held as a whole.")
    return User.objects.create_user("alice")


@pytest.fixture
def over(alice):
    """A finished game of alice's."""
    game = create_game([alice, User.objects.create_user("bob")], Options(quick=True))
    start_game(game.code)
    play_for(game.code, 0, EndGame(), Move.By.MODERATOR, decision=None)
    return Game.objects.get(pk=game.pk)


def test_joining_does_not_wait_for_chat_locks(alice, over, meanwhile):
    host = User.objects.create_user("charlie")
    table = tables.open_table(host, TableTerms((SeatKind.ME, SeatKind.OPEN, SeatKind.OPEN)))
    with transaction.atomic():
        talk.say(over, alice, "Thank you, that was close")
        seated = meanwhile(lambda: joining.join(table.code, alice)).result(PATIENCE)
    assert seated.seat == 1


def test_chat_during_a_rematch_is_not_lost(alice, over, meanwhile):
    with transaction.atomic():
        reports.make(alice, "game", "other", "It hung.", key="one", game=over)
        again = meanwhile(lambda: play_again(over.code, alice))
        wait_until(somebody_waits)
        talk.say(over, alice, "Once more")
    assert Game.objects.get(code=again.result(PATIENCE)).host == alice
    assert over.messages.get().text == "Once more"


def test_hints_that_are_dismissed_in_two_tabs_are_both_dismissed(alice, meanwhile):
    with transaction.atomic():
        hints.dismiss(alice, "odds")
        there = meanwhile(lambda: hints.dismiss(User.objects.get(pk=alice.pk), "end"))
        wait_until(somebody_waits)
    there.result(PATIENCE)
    alice.refresh_from_db()
    assert alice.preferences[hints.DISMISSED] == ["end", "odds"]
