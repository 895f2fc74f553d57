"""The pages of a circle: for its owner, a member, a removed member, a guest and a stranger."""

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse

from games.community.circles import circles, invitations, members, new_game
from games.community.lobby import joining
from games.community.people.accounts import make_guest
from games.models import Circle, Delivery, Game, Notice
from games.playing.start import create_game, start_game
from rules import Options
from tests.support.attackers.routes import paths
from tests.support.visitors.circles import circle_of, finished, names_in
from tests.support.visitors.lobbies import USUAL, text
from tests.support.visitors.members import PASSWORD, browser, link_in, sent_mails, sign_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def circle(alice, bob):
    """A circle of alice, its owner, and bob."""
    return circle_of(alice, bob)


def path_of(circle):
    return reverse("circle", args=[circle.code])


def link_to(circle):
    circle.refresh_from_db()
    return reverse("circle_invitation", args=[circle.code, circle.invitation])


def of(name, circle, *more):
    return reverse(name, args=[circle.code, *more])


# Who sees what


def test_others_get_the_page_of_a_circle_that_does_not_exist(circle, bob, charlie):
    members.remove(circle.code, circle.owner, bob.name)
    for user in (bob, charlie, make_guest(), None):
        visitor = browser(user)
        there = visitor.get(path_of(circle))
        nowhere = visitor.get(reverse("circle", args=["nowhere"]))
        assert (there.status_code, text(there)) == (404, text(nowhere))
        for name in ("circle_game", "leave_circle", "circle_settings"):
            answer, other = (visitor.get(reverse(name, args=[c])) for c in (circle.code, "nowhere"))
            assert answer.status_code == other.status_code
            assert text(answer) == text(other)


def test_an_open_circle_shows_others_no_private_game(circle, alice, bob, charlie):
    game = finished(circle, [alice, bob], [[0], [1]])
    Circle.objects.filter(pk=circle.pk).update(is_open=True)
    for user in (charlie, None):
        page = browser(user).get(path_of(circle))
        shown = page.content.decode()
        assert "alice" in shown and "Ladder" in shown
        assert game.code not in shown and circle.invitation not in shown
        assert "Invite people" not in shown and "New game for the circle" not in shown
    Game.objects.filter(pk=game.pk).update(is_listed=True)
    assert game.code in browser(charlie).get(path_of(circle)).content.decode()


def test_members_look_back_at_private_games_and_others_do_not(circle, alice, bob, charlie, dora):
    members.join(circle.code, dora, circle.invitation)
    game = finished(circle, [alice, charlie], [[0], [1]])
    seen = reverse("room", args=[game.code])
    # The chat of a waiting room answers 204 when the game has begun, 404 to those who see no game.
    assert browser(bob).get(reverse("room_talk", args=[game.code])).status_code == 204
    # charlie, who is no member, sat there; dora does not see it any more.
    assert browser(charlie).get(reverse("room_talk", args=[game.code])).status_code == 204
    members.remove(circle.code, alice, dora.name)
    for user in (dora, make_guest(), None):
        assert browser(user).get(reverse("room_talk", args=[game.code])).status_code == 404
        assert browser(user).get(seen).status_code == 404


def test_an_invitation_to_a_game_of_a_circle_ends_with_the_game(circle, alice, charlie):
    game = finished(circle, [alice, None], [[0], [1]])
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OPEN)
    guest = browser(charlie)
    guest.get(reverse("invitation", args=[game.code, game.invitation]))
    assert guest.get(reverse("room_talk", args=[game.code])).status_code == 200
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER)
    assert guest.get(reverse("room_talk", args=[game.code])).status_code == 404


# Joining


def test_a_link_leads_a_newcomer_through_sign_up_into_the_circle(circle, client):
    page = text(client.get(link_to(circle)))
    assert "Sunday circle" in page and "Its owner is" in page and "bob" in page
    assert sign_up(client)["Location"] == link_to(circle)
    answer = client.post(link_to(circle))
    assert answer["Location"] == path_of(circle)
    assert "Wulf" in names_in(circle)
    assert client.get(path_of(circle)).status_code == 200
    # The mail leads another browser to the invitation, too.
    assert link_to(circle) in Client().get(link_in(sent_mails()[0])).content.decode()


def test_a_guest_who_makes_an_account_is_led_back(circle):
    user = make_guest()
    guest = browser(user)
    guest.get(link_to(circle))
    form = {"name": "Wulf", "email": "wulf@example.org", "password": PASSWORD, "time_zone": "UTC"}
    assert guest.post(reverse("keep_games"), form)["Location"] == link_to(circle)
    guest.post(link_to(circle))
    assert "Wulf" in names_in(circle)


def test_an_old_link_is_that_of_no_circle(circle, client, alice, charlie):
    old = link_to(circle)
    client.get(old)
    members.remove(circle.code, alice, "bob")
    for answer in (Client().get(old), browser(charlie).post(old)):
        assert answer.status_code == 404
    # Nobody is led there after sign-up.
    assert sign_up(client)["Location"] == reverse("lobby")


def test_guests_and_strangers_do_not_join(circle):
    guest = browser(make_guest())
    assert "To join, you need an account." in text(guest.get(link_to(circle)))
    assert guest.post(link_to(circle)).status_code == 403
    assert browser(None).post(link_to(circle)).status_code == 200
    assert names_in(circle) == ["alice", "bob"]


def test_an_invitation_by_name_is_accepted_or_declined(circle, bob, charlie, dora):
    for name in ("charlie", "Dora"):
        browser(bob).post(of("circle_invite", circle), {"name": name})
    page = text(browser(bob).get(path_of(circle)))
    assert "Invited: dora, charlie." in page
    assert "invites you to this circle." in text(browser(charlie).get(reverse("circles")))
    browser(charlie).post(of("circle_answer", circle), {"answer": "yes"})
    browser(dora).post(of("circle_answer", circle), {"answer": "no"})
    assert names_in(circle) == ["alice", "bob", "charlie"]
    assert Notice.objects.filter(user=bob, cause__startswith="declined").exists()
    # After a no, nobody asks again for a while.
    again = browser(bob).post(of("circle_invite", circle), {"name": "dora"})
    assert again.status_code == 409 and "has been invited already" in text(again)


def test_a_refused_invitation_keeps_what_was_typed(circle, alice):
    answer = browser(alice).post(of("circle_invite", circle), {"name": "Nobody <b>"})
    assert answer.status_code == 409
    assert 'value="Nobody &lt;b&gt;"' in answer.content.decode()
    assert "Nobody has that name." in text(answer)


def test_a_blocked_person_cannot_invite_and_cannot_tell(circle, bob, charlie, dora):
    charlie.blocked.add(bob)
    pages = []
    for name in ("charlie", "dora"):
        answer = browser(bob).post(of("circle_invite", circle), {"name": name}, follow=True)
        assert f"You invited {name}." in answer.content.decode()
        pages.append(text(answer).replace("dora, charlie", "dora").replace(name, "NAME"))
    assert pages[0] == pages[1]
    assert not Notice.objects.filter(user=charlie).exists()
    assert "invites you" not in text(browser(charlie).get(reverse("circles")))
    browser(charlie).post(of("circle_answer", circle), {"answer": "yes"})
    assert "charlie" not in names_in(circle)


def test_people_one_played_with_are_suggested(circle, alice, bob, charlie, dora):
    finished(circle, [alice, charlie, dora], [[0], [1], [2]])
    finished(circle, [alice, dora], [[0], [1]])
    finished(circle, [alice, bob], [[0], [1]])
    assert suggested_to(alice, circle) == ["dora", "charlie"]
    alice.blocked.add(dora)
    assert suggested_to(alice, circle) == ["charlie"]


def suggested_to(user, circle):
    page = browser(user).get(path_of(circle)).context["page"]
    return [person.name for person in page.suggested]


# What the owner and the members do


def test_only_the_owner_changes_the_circle(circle, alice, bob, charlie):
    members.join(circle.code, charlie, circle.invitation)
    for name, *more in (
        ("circle_settings",),
        ("remove_member", "charlie"),
        ("hand_over_circle", "charlie"),
    ):
        path = of(name, circle, *more)
        for method in ("get", "post"):
            assert getattr(browser(bob), method)(path).status_code == 403
    form = {"name": "New  name", "is_open": "on", "is_monthly": "on"}
    assert browser(alice).post(of("circle_settings", circle), form).status_code == 302
    circle.refresh_from_db()
    assert (circle.name, circle.is_open, circle.next_on.day) == ("New name", True, 1)
    refused = browser(alice).post(of("circle_settings", circle), {"name": "x" * 41})
    assert refused.status_code == 422 and "x" * 41 in refused.content.decode()


def test_removing_and_handing_over_ask_first(circle, alice, bob, charlie):
    members.join(circle.code, charlie, circle.invitation)
    removing, handing = of("remove_member", circle, "bob"), of("hand_over_circle", circle, "bob")
    for path in (removing, handing):
        assert browser(alice).get(path).status_code == 200
        # The owner is no other member.
        assert browser(alice).get(path.replace("bob", "alice")).status_code == 409
    assert names_in(circle) == ["alice", "bob", "charlie"]
    browser(alice).post(handing)
    circle.refresh_from_db()
    assert circle.owner == bob
    browser(bob).post(of("remove_member", circle, "alice"))
    assert names_in(circle) == ["bob", "charlie"]
    assert Notice.objects.filter(user=alice, cause__startswith="removed").exists()


def test_leaving_passes_the_circle_on_and_the_last_one_deletes_it(circle, alice, bob):
    game = finished(circle, [alice, bob], [[0], [1]])
    assert "longest" in text(browser(alice).get(of("leave_circle", circle)))
    browser(alice).post(of("leave_circle", circle))
    circle.refresh_from_db()
    assert (circle.owner, names_in(circle)) == (bob, ["bob"])
    assert "deleted" in text(browser(bob).get(of("leave_circle", circle)))
    browser(bob).post(of("leave_circle", circle))
    assert not Circle.objects.exists()
    assert Game.objects.get(pk=game.pk).circle is None


# Games


def test_a_member_opens_a_game_and_another_joins_with_one_press(circle, alice, bob):
    form = {**USUAL, "seat_2": "link", "seat_3": "closed", "listing": "link", "title": "Week 1"}
    form["seat_4"] = "closed"
    answer = browser(bob).post(of("circle_game", circle), form)
    game = Game.objects.get(title="Week 1")
    assert answer["Location"] == reverse("table", args=[game.code])
    assert (game.circle, game.is_listed, game.host) == (circle, False, bob)
    (notice,) = Notice.objects.filter(user=alice)
    assert (notice.kind, notice.game) == ("circle", game)
    page = browser(alice).get(path_of(circle))
    assert f'action="{reverse("join_game", args=[game.code])}"' in page.content.decode()
    browser(alice).post(reverse("join_game", args=[game.code]))
    assert Game.objects.get(pk=game.pk).status == Game.Status.RUNNING


@pytest.mark.parametrize("way", ["removed", "left"])
def test_who_is_no_member_any_more_is_sent_nothing_about_its_games(circle, alice, bob, way):
    """A letter has the map of a game that has begun since."""
    EmailAddress.objects.create(user=bob, email=bob.email, verified=True)
    game = new_game.open_game(circle.code, alice, new_game.usual_terms(circle, 2))
    to_send = Delivery.objects.filter(state="waiting", notice__game=game)
    assert to_send.filter(notice__user=bob).exists()
    if way == "removed":
        members.remove(circle.code, alice, "bob")
    else:
        members.leave(circle.code, bob)
    assert not to_send.filter(notice__user=bob).exists()


def test_the_waiting_room_leads_members_to_the_circle(circle, alice, bob, charlie):
    game = new_game.open_game(circle.code, alice, new_game.usual_terms(circle, 2))
    path = reverse("table", args=[game.code])
    assert path_of(circle) in browser(bob).get(path).content.decode()
    guest = browser(charlie)
    guest.get(reverse("invitation", args=[game.code, game.invitation]))
    page = guest.get(path).content.decode()
    assert "Join game" in page and path_of(circle) not in page


def test_no_secret_of_a_circle_leaves_it(circle, alice, bob, charlie):
    """Its invitation is a canary: only its members' page and invitations have it."""
    game = new_game.open_game(circle.code, alice, new_game.usual_terms(circle, 2))
    invitations.invite(circle.code, alice, "charlie")
    Circle.objects.update(is_open=True)
    for user in (bob, charlie, None):
        client = browser(user)
        seen = [
            client.get(path).content
            for name, path in paths(game, user or bob)
            if name not in ("circle", "circle_invitation") and not path.startswith("/admin/")
        ]
        assert len(seen) > 40 and not any(circle.invitation.encode() in page for page in seen)
    assert circle.invitation not in "".join(Notice.objects.values_list("text", flat=True))
    assert circle.invitation in browser(bob).get(path_of(circle)).content.decode()
    assert circle.invitation not in browser(charlie).get(path_of(circle)).content.decode()


def test_others_get_no_seat_by_link(circle, alice, charlie):
    game = new_game.open_game(circle.code, alice, new_game.usual_terms(circle, 2))
    with pytest.raises(joining.SeatNotFree):
        joining.join(game.code, charlie)
    assert browser(charlie).post(reverse("join_game", args=[game.code])).status_code == 404


def test_the_usual_game_is_kept_and_filled_in(circle, alice, bob):
    first = browser(bob).get(of("circle_game", circle)).content.decode()
    assert "Save as our usual game" not in first
    form = {**USUAL, "ruleset": "classic", "listing": "link", "title": "Our game", "keep": "yes"}
    assert browser(bob).post(of("circle_game", circle), form).status_code == 403
    assert browser(alice).post(of("circle_game", circle), form)["Location"] == path_of(circle)
    assert not Game.objects.exists()
    circle.refresh_from_db()
    terms = new_game.usual_terms(circle, 2)
    assert (terms.ruleset, terms.title, terms.is_listed) == ("classic", "Our game", False)
    assert (terms.takes_guests, terms.options.rounds) == (True, 12)
    assert 'value="Our game"' in browser(bob).get(of("circle_game", circle)).content.decode()


def test_a_refused_game_keeps_what_was_typed(circle, alice):
    form = {**USUAL, "title": "Week 1", "seat_1": "open"}
    answer = browser(alice).post(of("circle_game", circle), form)
    assert answer.status_code == 422 and 'value="Week 1"' in answer.content.decode()


def test_a_rematch_stays_in_the_circle(circle, alice, bob, charlie):
    game = finished(circle, [alice, bob, charlie], [[0], [1], [2]])
    browser(charlie).post(reverse("play_again", args=[game.code]))
    assert Game.objects.latest("pk").circle is None
    other = finished(circle, [alice, bob], [[0], [1]])
    browser(bob).post(reverse("play_again", args=[other.code]))
    assert Game.objects.latest("pk").circle == circle


def test_the_page_takes_as_many_queries_for_more_rows(
    circle, alice, bob, charlie, dora, django_assert_max_num_queries
):
    for each in (charlie, dora):
        members.join(circle.code, each, circle.invitation)
    for _ in range(12):
        finished(circle, [alice, bob, charlie], [[0], [1], [2]])
        new_game.open_game(circle.code, bob, new_game.usual_terms(circle, 4))
    visitor = browser(alice)
    with django_assert_max_num_queries(20):
        page = visitor.get(path_of(circle))
    assert page.status_code == 200 and "Page 1 of 2, 12 games" in text(page)


# Ways between the pages


def test_a_refused_name_of_a_circle_stays_in_the_form(alice, monkeypatch):
    monkeypatch.setattr(circles, "MOST_CIRCLES", 0)
    answer = browser(alice).post(reverse("circles"), {"name": "The Knights"})
    assert answer.status_code == 429 and 'value="The Knights"' in answer.text
    assert "You’re already in 0 circles" in answer.text


def test_nobody_is_led_back_to_a_circle_they_may_not_see(circle, charlie, monkeypatch):
    monkeypatch.setattr(members, "MOST_MEMBERS", 2)
    answer = browser(charlie).post(link_to(circle), {})
    assert answer.status_code == 429
    assert f'href="{path_of(circle)}"' not in answer.text and reverse("circles") in answer.text


def test_a_game_leads_its_members_to_their_circle(circle, alice, bob, charlie):
    members.join(circle.code, charlie, link_to(circle).split("/")[-2])
    game = create_game([alice, bob, charlie], Options(quick=True), "castle")
    Game.objects.filter(pk=game.pk).update(circle=circle)
    start_game(game.code)
    members.remove(circle.code, alice, bob.name)
    there = reverse("table", args=[game.code])
    is_led = [f'href="{path_of(circle)}"' in browser(user).get(there).text for user in (alice, bob)]
    assert is_led == [True, False]
    assert f'href="{reverse("circles")}"' in browser(alice).get(path_of(circle)).text
