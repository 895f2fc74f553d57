"""Attack: a moderator uses the role against an opponent in the moderator's own game."""

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from games.admin.people import ACTIONS
from games.community.absence import votes
from games.community.lobby.joining import NotAllowed
from games.community.moderation import on_games, on_people, open_secrets, reports
from games.community.moderation.actions import Forbidden
from games.community.privacy import personal_data
from games.community.trust.roles import Role, give_role
from games.exceptions import Refused
from games.models import Game, Measure, Move, Player
from games.playing.play import play_for
from rules.moves import Control, TakeSeat
from tests.support.visitors.desks import do, text
from tests.support.visitors.moderators import action, log_in_as, moderator, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def rival(table, bob):
    """Bob, who plays against alice and has become an operator during the game."""
    give_role(bob, Role.OPERATOR)
    Authenticator.objects.create(user=bob, type=Authenticator.Type.TOTP, data={"secret": "x"})
    return bob


@pytest.mark.parametrize("name", sorted(ACTIONS))
def test_moderators_cannot_act_on_people_at_their_own_table(name, rival, alice):
    desk = log_in_as(Client(), rival)
    address = f"/admin/games/user/{alice.pk}/do/{name}/"
    assert desk.get(address).status_code == 403
    posted = {"key": "own", "reason": "Because.", "length": "day", "name": "Toad", "role": "nobody"}
    answer = desk.post(address, posted)
    assert answer.status_code == 403 and alice.email not in text(answer)
    assert refused() == [(name, "bob")] and not Measure.objects.exists()


def test_the_persons_page_offers_no_actions_and_says_why(rival, alice):
    page = text(log_in_as(Client(), rival).get(f"/admin/games/user/{alice.pk}/change/"))
    assert "/do/" not in page
    assert "You are or were in a running game with this person" in page


def test_a_moderator_who_left_the_seat_is_barred_too(rival, alice, charlie, table, fritz):
    game = Game.objects.get(code=table.code)
    seat = Player.objects.get(game=game, user=rival).seat
    on_games.give_to_person(action("give_to_person", fritz, game=game), seat, "charlie")
    with pytest.raises(Forbidden, match="running game"):
        on_people.log_out_everywhere(action("log_out", rival, person=alice))


def test_the_role_applies_again_after_the_game(rival, alice, table, fritz):
    game = Game.objects.get(code=table.code)
    with pytest.raises(Forbidden, match="running game"):
        personal_data.export_for(action("export", rival, person=alice))
    on_games.cancel(action("cancel", fritz, game=game))
    personal_data.export_for(action("export", rival, person=alice))


def test_no_hands_are_opened_at_another_table_of_the_same_person(rival, alice, table, bots_game):
    """The report is about another table, where alice plays and the moderator does not."""
    Player.objects.filter(game=bots_game, seat=0).update(user=alice, bot="")
    report = reports.make(alice, "game", "other", "", key="r", game=bots_game)
    reports.claim(action("claim", rival, report=report))
    desk = log_in_as(Client(), rival)
    page = text(desk.get(f"/admin/games/report/{report.pk}/change/"))
    assert "/do/open_secrets/" not in page and "You are or were in a running game with" in page
    answer = do(desk, "report", report.pk, "open_secrets")
    assert answer.status_code == 403 and "Hidden armies</th>" not in text(answer)
    assert refused() == [("open_secrets", "bob")]


def test_a_moderator_who_saw_secrets_cannot_take_a_seat(table, alice, bob, fritz, olga):
    """A senior opens hands for a report; an operator exports a player's data, plans included."""
    game = Game.objects.get(code=table.code)
    report = reports.make(bob, "game", "other", "", key="r", game=game)
    reports.claim(action("claim", fritz, report=report))
    open_secrets.open_secrets(action("open_secrets", fritz, report=report, game=game))
    personal_data.export_for(action("export", olga, person=alice))
    play_for(game.code, 0, TakeSeat(Control.STEWARD, own=False), Move.By.CLOCK, decision=None)
    Player.objects.filter(game=game, seat=0).update(is_vacant=True)
    other = moderator("gerda", Role.SENIOR)
    for user in (fritz, olga):
        with pytest.raises(NotAllowed, match="seen this game’s secrets"):
            votes.substitute(game.code, user, 0)
        give = action("give_to_person", other, game=game)
        with pytest.raises(Refused, match="seen this game’s secrets"):
            on_games.give_to_person(give, 0, user.name)


def test_moderators_cannot_give_themselves_a_seat(dora, fritz, table):
    game = Game.objects.get(code=table.code)
    with pytest.raises(Forbidden, match="to yourself"):
        on_games.give_to_person(action("give_to_person", fritz, game=game), 0, "fritz")
