"""Invitations by name: their notices, who may see the table, and who may not invite."""

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from games.community.lobby import host, joining
from games.community.lobby.invitations import invited_people
from games.community.lobby.invitations.co_players import GUEST_GONE_AFTER, people_played_with
from games.community.lobby.invitations.invited_people import (
    BadWord,
    NotInvitable,
    decline,
    invite_people,
    person_named,
    withdraw,
)
from games.community.lobby.invitations.received import invitations_of
from games.community.notices.links import path_of as path_of_notice
from games.community.own_games.my_games import my_games
from games.community.people.deletion import delete_account
from games.community.privacy.personal_data import exported
from games.community.privacy.retention import INVITATION_DAYS, forget_invitations
from games.community.trust.blocking import block, unblock
from games.community.trust.restrictions import Barred
from games.exceptions import LimitReached, Stale
from games.models import Delivery, Game, Measure, Notice, TableInvitation, User
from tests.games.conftest import person
from tests.support.visitors.canaries import without_new
from tests.support.visitors.lobbies import BOT, FREE, LINK, finish, opened_by, seats_of, text

pytestmark = pytest.mark.django_db

SLOW = {"turn_seconds": 86400, "reaction_seconds": 14400}
WORDS = (
    "alice invites you to a game of Greyhawk Castle Risk with charlie. "
    "24 h per turn, 4 h to respond."
)
ASKED = f"A{WORDS[1:]}"


@pytest.fixture
def private(alice, charlie):
    """A private table for people with the link; charlie has joined."""
    game = opened_by(alice, LINK, LINK, is_listed=False, **SLOW)
    joining.join(game.code, charlie, is_invited=True)
    return game


def told(user):
    return list(Notice.objects.filter(user=user, kind="invited").values_list("text", flat=True))


def names(people):
    return [each.name for each in people]


def asked(user):
    return [one.text for one in my_games(user).requests]


def path_of(game):
    return reverse("table", args=[game.code])


# Inviting


def test_the_invited_see_the_table_and_join_without_the_link(private, page, client, alice, bob):
    assert page(bob, "table", private.code).status_code == 404
    sent = page(alice, "invite_people", private.code, data={"name": "BOB"})
    assert sent["Location"] == path_of(private)
    room = client.get(path_of(private)).text
    assert "You have invited bob." in room and 'bob <span class="tag">not answered' in room
    assert told(bob) == [WORDS] and asked(bob) == [ASKED]
    assert page(bob, "invited", private.code)["Location"] == path_of(private)
    room = page(bob, "table", private.code)
    assert WORDS in text(room) and room.text.count('id="join"') == 1
    # Who else is invited is the host's to know.
    assert "not answered" not in room.text
    assert ASKED in page(bob, "my_games").text
    answer = page(bob, "join_game", private.code, data={"public_value": "ab" * 32})
    assert answer["Location"] == path_of(private) and seats_of(private)[2] == "bob"
    assert not TableInvitation.objects.exists() and asked(bob) == []


def test_the_link_of_a_notice_asks_for_a_log_in_and_says_nothing_else(private, client, page, bob):
    for code in (private.code, "nothere"):
        address = reverse("invited", args=[code])
        assert client.get(address)["Location"].endswith(f"?next={address}")
    assert path_of_notice(Notice(kind="invited", game=private)) == address.replace(
        "nothere", private.code
    )
    refused = [page(bob, "invited", code) for code in (private.code, "nothere")]
    assert [each.status_code for each in refused] == [410, 410]
    first, second = (without_new(each.text).replace("nothere", private.code) for each in refused)
    assert first == second and "This invitation is no longer open." in first


def test_who_declines_leaves_a_word_for_the_host(private, page, alice, bob, charlie):
    invite_people(private.code, alice, [bob])
    answer = page(bob, "decline", private.code, data={"word": "  next week\u200b perhaps "})
    assert answer["Location"] == reverse("my_games") and asked(bob) == []
    assert page(bob, "table", private.code).status_code == 404
    assert told(alice) == ["bob declines your invitation to alice’s game: “next week perhaps”"]
    shown = text(page(alice, "table", private.code))
    assert "bob declined: “next week perhaps”" in shown
    for other in (charlie, bob, None):
        assert "next week" not in page(other, "table", private.code).text
    # A second answer changes nothing, and who has declined is not invited again.
    page(bob, "decline", private.code, data={"word": "never"})
    assert invite_people(private.code, alice, [bob]) == [] and len(told(alice)) == 1
    assert TableInvitation.objects.get().word == "next week perhaps"


def test_only_the_host_learns_who_is_invited(private, page, alice, bob, charlie):
    invite_people(private.code, alice, [bob])
    Game.objects.update(is_listed=True)
    for user in (charlie, person("erin")):
        answers = [page(user, "withdraw", private.code, data={"person": name}) for name in WHO]
        assert {answer.status_code for answer in answers} == {403}
        assert len({text(answer) for answer in answers}) == 1
    assert TableInvitation.objects.filter(user=bob).exists()


WHO = ("bob", "alice", "nobody", "")


def test_an_invitation_is_withdrawn(private, page, alice, bob, charlie):
    invite_people(private.code, alice, [bob])
    data = {"person": "bob"}
    assert page(charlie, "withdraw", private.code, data=data).status_code == 403
    assert page(alice, "withdraw", private.code, data=data)["Location"] == path_of(private)
    assert page(alice, "withdraw", private.code, data=data).status_code == 404
    assert asked(bob) == [] and page(bob, "table", private.code).status_code == 404
    assert not Notice.objects.filter(user=bob, read_at=None).exists()
    assert not Delivery.objects.filter(notice__user=bob, state="waiting").exists()
    assert page(bob, "decline", private.code, data={"word": ""}).status_code == 409
    # The same table cannot fill somebody's mailbox.
    invite_people(private.code, alice, [bob])
    assert len(told(bob)) == 1 and asked(bob) == [ASKED]


def test_only_the_host_invites_and_before_the_game(private, page, alice, bob, charlie):
    data = {"name": "bob"}
    assert page(charlie, "invite_people", private.code, data=data).status_code == 403
    assert page(bob, "invite_people", private.code, data=data).status_code == 404
    assert "Invite by name" not in page(charlie, "table", private.code).text
    host.start(private.code, alice, fill_with="captain")
    assert page(alice, "invite_people", private.code, data=data).status_code == 409
    assert not TableInvitation.objects.exists()


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "Type a name"),
        ("\0\u200b", "Type a name"),
        ("nobody", "There is no player called “nobody”."),
        ("x" * 5000, "There is no player called"),
        ("<b>bob</b>", "There is no player called “&lt;b&gt;bob&lt;/b&gt;”."),
        ("Dora", "You have blocked dora. Unblock them first."),
        ("gast", "gast is a guest, and this game takes no guests."),
    ],
)
def test_a_refused_form_keeps_what_was_typed(page, alice, bob, name, says):
    block(alice, person("dora"))
    User.objects.create_user("gast", is_guest=True)
    old = opened_by(alice, FREE)
    joining.join(old.code, bob)
    game = opened_by(alice, FREE, FREE, takes_guests=False)
    data = {"person": ["bob"] if name.strip("\0\u200b") else [], "name": name}
    response = page(alice, "invite_people", game.code, data=data)
    shown = response.text
    assert response.status_code == 422 and says in shown
    assert not TableInvitation.objects.exists()
    if data["person"]:
        assert 'name="person" value="bob" checked' in shown
    if name.isalpha():
        assert f'name="name" value="{name}"' in shown


def test_deleted_and_seated_people_are_left_out(private, alice, bob, charlie):
    gone = User.objects.create_user("gone", is_active=False)
    assert invite_people(private.code, alice, [alice, charlie, gone, bob, bob]) == [bob]
    with pytest.raises(NotInvitable):
        person_named("gone")
    assert person_named(" b 0B ") == bob


def test_a_person_whom_the_host_removed_can_come_back_if_invited(private, alice, charlie):
    host.free_seat(private.code, alice, 1)
    with pytest.raises(joining.NotAllowed):
        joining.join(private.code, charlie, is_invited=True)
    invite_people(private.code, alice, [charlie])
    joining.join(private.code, charlie)
    assert seats_of(private)[1] == "charlie"


# Limits


def test_a_host_can_invite_only_so_many(alice, monkeypatch):
    monkeypatch.setattr(invited_people, "MOST_INVITED", 2)
    game = opened_by(alice, FREE, FREE)
    crowd = [person(f"person {number}") for number in range(4)]
    invite_people(game.code, alice, crowd[:2])
    with pytest.raises(LimitReached, match="At most 2 people"):
        invite_people(game.code, alice, crowd[2:3])
    withdraw(game.code, alice, crowd[0])
    invite_people(game.code, alice, crowd[2:3])
    monkeypatch.setattr(invited_people, "MOST_HOURLY", 3)
    monkeypatch.setattr(invited_people, "MOST_HOURLY_UNCONFIRMED", 3)
    withdraw(game.code, alice, crowd[1])
    with pytest.raises(LimitReached, match="in the last hour"):
        invite_people(game.code, alice, crowd[3:])
    cache.clear()
    invite_people(game.code, alice, crowd[3:])


def test_measures_forbid_inviting_and_a_word_but_no_plain_no(alice, bob, dora):
    game = opened_by(alice, FREE, FREE)
    invite_people(game.code, alice, [bob])
    for user, kind in ((alice, Measure.Kind.LIMIT), (bob, Measure.Kind.MUTE)):
        Measure.objects.create(user=user, kind=kind, by=dora, reason="Spam.")
    with pytest.raises(Barred):
        invite_people(game.code, alice, [person("eve")])
    with pytest.raises(Barred):
        decline(game.code, bob, "No!")
    decline(game.code, bob, " ")
    assert told(alice) == ["bob declines your invitation to alice’s game."]


@pytest.mark.parametrize("word", ["x" * 141, "a" + "\u0301" * 9])
def test_a_bad_word_is_refused_and_kept(page, alice, bob, word):
    game = opened_by(alice, FREE, FREE)
    invite_people(game.code, alice, [bob])
    with pytest.raises(BadWord):
        decline(game.code, bob, word)
    response = page(bob, "decline", game.code, data={"word": word})
    assert response.status_code == 422 and f'value="{word}"' in response.text
    assert TableInvitation.objects.get().declined_at is None


# Blocked people


def test_a_host_cannot_tell_that_an_invited_person_has_blocked_them(private, page, alice, bob):
    def sent():
        answer = page(alice, "invite_people", private.code, data={"name": "bob"}, follow=True)
        return without_new(answer.text), without_new(page(alice, "table", private.code).text)

    before = sent()
    assert told(bob) == [WORDS]
    TableInvitation.objects.all().delete()
    Notice.objects.all().delete()
    block(bob, alice)
    assert sent() == before and told(bob) == [] and asked(bob) == []
    unblock(bob, alice)
    assert asked(bob) == [ASKED]


def test_a_table_with_somebody_who_has_blocked_them_counts_as_full(private, alice, bob, charlie):
    block(charlie, bob)
    assert invite_people(private.code, alice, [bob]) == [bob]
    assert told(bob) == [] and asked(bob) == []
    with pytest.raises(joining.SeatNotFree, match="last free seat"):
        joining.join(private.code, bob)


# Open tables only


def test_invitations_end_with_the_table(alice, bob, charlie):
    def table():
        game = opened_by(alice, FREE, FREE, is_listed=False)
        invite_people(game.code, alice, [bob, charlie])
        return game

    assert len(invitations_of(bob)) == 0
    started, closed, full = table(), table(), table()
    assert [game.code for game in invitations_of(bob)] == [full.code, closed.code, started.code]
    decline(started.code, charlie, "Not today.")
    host.start(started.code, alice, fill_with="captain")
    host.cancel(closed.code, alice)
    for seat in (1, 2):
        host.give_to_bot(full.code, alice, seat)
    assert invitations_of(bob) == []
    for game in (started, closed):
        with pytest.raises(Stale):
            decline(game.code, bob)
        with pytest.raises(Stale):
            withdraw(game.code, alice, bob)
    host.free_seat(full.code, alice, 1)
    assert [game.code for game in invitations_of(bob)] == [full.code]
    # The word for the host of a game that has begun is of no use any more.
    assert forget_invitations() == 1
    finish(started)
    long_ago = timezone.now() - timezone.timedelta(days=INVITATION_DAYS + 1)
    Game.objects.exclude(pk=full.pk).update(changed_at=long_ago)
    assert forget_invitations() == 3 and TableInvitation.objects.count() == 2


# People one has played with


def test_the_people_one_played_with_most_come_first(alice, bob, charlie, page):
    dora, eve, gast = person("dora"), person("eve"), User.objects.create_user("gast")
    User.objects.filter(pk=gast.pk).update(
        is_guest=True, seen_at=timezone.now() - GUEST_GONE_AFTER * 2
    )
    for others in ([bob, gast], [bob, charlie, dora], [charlie], [eve]):
        game = opened_by(alice, *[FREE] * len(others), BOT)
        for user in others:
            joining.join(game.code, user)
        if others != [eve]:
            host.start(game.code, alice) if game.players.filter(
                user=None, bot=""
            ).exists() else None
    block(alice, dora)
    block(charlie, alice)
    assert names(people_played_with(alice)) == ["charlie", "bob", "eve"]
    assert names(people_played_with(alice, 1)) == ["charlie"]
    table = opened_by(alice, FREE, FREE)
    shown = page(alice, "table", table.code).text
    assert [f'value="{name}"' in shown for name in ("charlie", "bob", "dora")] == [
        True,
        True,
        False,
    ]
    data = {"person": ["bob", "charlie"], "name": ""}
    page(alice, "invite_people", table.code, data=data)
    assert TableInvitation.objects.count() == 2


# Personal data


def test_invitations_are_exported_and_deleted_with_the_account(private, alice, bob, charlie):
    invite_people(private.code, alice, [bob, person("eve")])
    decline(private.code, bob, "I am bob.")
    (row,) = exported(bob)["invitations"]
    assert (row["game"], row["word"]) == (private.code, "I am bob.")
    sent = exported(alice)["invitations_sent"]
    assert [each["game"] for each in sent] == [private.code] * 2 and "eve" not in str(sent)
    delete_account(bob)
    assert told(alice) == [] and TableInvitation.objects.count() == 1
    eve = User.objects.get(name="eve")
    joining.leave(private.code, charlie)
    delete_account(charlie)
    (words,) = told(eve)
    assert "charlie" not in words and words.startswith("alice invites you")
    delete_account(alice)
    (words,) = told(eve)
    assert "alice" not in words
