"""The cases of the page Moderating, followed literally with the buttons it names."""

import re

import pytest
from django.test import Client

from games.community.moderation import appeals, on_people, reports
from games.community.talk import talk
from games.community.trust.restrictions import why_kept_out
from games.community.trust.roles import Role
from games.models import Game, Measure, Message, Report, SiteSettings, User
from games.storage.store.stored_game import load
from tests.support.visitors.lobbies import FREE, opened_by
from tests.support.visitors.markup import one_line
from tests.support.visitors.moderators import action, log_in_as, moderator

pytestmark = pytest.mark.django_db
ROLES = {"dora": Role.MODERATOR, "fritz": Role.SENIOR, "olga": Role.OPERATOR}
_BUTTON = re.compile(r'<a class="moderation-button [a-z]*" href="([^"]+)">([^<]+)</a>')
_CHOICES = ("decision", "length", "message", "seat", "to", "winners", "measure")


class Desk:
    """A moderator in the admin, who presses buttons by their labels."""

    def __init__(self, name):
        self.user = moderator(name, ROLES[name])
        self.browser = Client()
        log_in_as(self.browser, self.user)

    def press(self, thing, title, reason, /, **fields):
        """Press a button on the page of a person, game or report, submit its form, return HTML."""
        name = thing._meta.model_name
        page = self.browser.get(f"/admin/games/{name}/{thing.pk}/change/").content.decode()
        address = {words: where for where, words in _BUTTON.findall(page)}[title]
        form = self.browser.get(address).context["form"]
        chosen = {
            field: self.choice(form, field, words) if field in _CHOICES else words
            for field, words in fields.items()
        }
        posted = {"key": form["key"].value(), "reason": reason, **chosen}
        answer = self.browser.post(address, posted, follow=True)
        assert answer.status_code == 200, answer.content.decode()
        return answer.content.decode()

    @staticmethod
    def choice(form, field, words):
        """Return the posted value of the choice whose label contains some words."""
        return next(value for value, label in form.fields[field].choices if words in label)

    def decide(self, report, decision, answer="We looked at it.", other="We decided it."):
        self.press(
            report,
            "Decide",
            "For the record.",
            decision=decision,
            answer=answer,
            answer_to_reported=other,
        )
        report.refresh_from_db()
        assert report.get_decision_display() == decision


@pytest.fixture
def dora(db):
    return Desk("dora")


@pytest.fixture
def fritz(db):
    return Desk("fritz")


@pytest.fixture
def game(table):
    return Game.objects.get(code=table.code)


@pytest.fixture
def report(game, bob, dora):
    """A factory of reports in the state that the moderation help page starts from."""

    def make(about="game", category="stuck", **more):
        target = {} if about == "name" else {"game": game}
        made = reports.make(bob, about, category, "", key=f"{about}-1", **target, **more)
        dora.press(made, "Claim", "I read it.")
        made.refresh_from_db()
        return made

    return make


def test_1_somebody_insults_others(report, game, alice, dora):
    talk.say(game, alice, "You are a toad")
    found = report("message", "words", message=Message.objects.get().pk)
    dora.press(game, "Remove a message", "It insults a player.", message="You are a toad")
    dora.press(alice, "Warn", "You insulted a player. Next time you will be muted.")
    dora.press(alice, "Mute", "You insulted a player again.", length="A day")
    dora.decide(found, "Penalty imposed", "We removed it and spoke to them.")
    assert Message.objects.get(is_system=False).removed_at is not None
    assert set(Measure.objects.values_list("kind", flat=True)) == {"warn", "mute"}


def test_1_games_in_the_lobby_are_spam(alice, dora):
    rude, *others = [opened_by(alice, FREE, title=f"Buy {number}") for number in range(4)]
    assert "Buy 3" in Client().get("/lobby/").content.decode()
    dora.press(rude, "Change the title", "Advertising.", title="")
    assert Game.objects.get(pk=rude.pk).title == ""
    dora.press(others[0], "Cancel before the start", "Advertising.")
    boxes = {"closes": "on", "untitles": "on"}
    dora.press(alice, "Block new games", "You advertise.", length="A day", **boxes)
    assert not Game.objects.exclude(status=Game.Status.CANCELLED).exists()


def test_2_a_name_offends(report, alice, dora):
    found = report("name", "name", person=alice)
    dora.press(alice, "Rename", "Your name offended others.", name="Player 4711")
    dora.press(alice, "Lock name", "Your names offend others.", length="30 days")
    dora.decide(found, "Penalty imposed")
    assert User.objects.get(pk=alice.pk).name == "Player 4711"


def test_3_a_player_has_gone(report, game, charlie, dora, fritz):
    found = report("seat", "stalling", seat=0)
    fritz.press(game, "Give a seat to a bot", "They have gone.", seat="Seat 1")
    fritz.press(game, "Give a seat to a person", "Charlie plays on.", seat="Seat 1", name="charlie")
    dora.decide(found, "No rules broken", "A stand-in plays the seat now.")
    assert load(game.code).seats[0].user == charlie.pk


def test_4_a_question_is_stuck(report, game, dora):
    found, before = report(), load(game.code).number
    assert "they match the stored game" in dora.press(game, "Audit", "Looking.")
    dora.press(game, "Move for a stuck player", "The question was stuck.")
    dora.decide(found, "Problem fixed")
    assert load(game.code).number > before


def test_5_time_ran_out(report, game, dora):
    house, _ = SiteSettings.objects.get_or_create(pk=1)
    dora.press(game, "Extend clocks", "The site was slow.", minutes="5")
    Desk("olga").press(house, "Extend all clocks", "The site was down.", minutes="10")


def test_6_a_move_went_wrong(report, table, game, dora, fritz):
    found = report()
    for _ in range(3):
        table.answer()
    dora.press(game, "Pause", "We look at it.")
    # The page names no entry here, so take the first one offered.
    page = f"/admin/games/game/{game.pk}/do/take_back/"
    places = fritz.browser.get(page).context["form"].fields["to"].choices
    fritz.press(game, "Take back", "The page was broken.", to=places[0][1])
    dora.press(game, "Resume", "It goes on.")
    dora.decide(found, "Problem fixed")
    assert Game.objects.get(pk=game.pk).epoch == 1


def test_7_two_seats_play_together(report, game, alice, bob, dora, fritz):
    found = report("seat", "together", seat=0)
    page = dora.browser.get(f"/admin/games/report/{found.pk}/change/").content.decode()
    assert "Linked accounts" in page
    for person in (alice, bob):
        reason = "You played together unfairly in one game."
        dora.press(person, "Suspend", reason, length="A week")
        assert "This account is suspended until" in why_kept_out(person)
    dora.press(found, "Release", "A senior must look.")
    fritz.press(found, "Claim", "I read it.")
    opened = fritz.press(found, "View hands and hidden armies", "What did they hold?")
    assert "alice" in opened and "Hidden armies" in opened
    fritz.decide(found, "Penalty imposed")


@pytest.mark.parametrize("button", ["End with a result", "Cancel"])
def test_8_the_table_wants_the_game_to_end(button, game, fritz):
    fields = {"winners": "Seat 1"} if button == "End with a result" else {}
    fritz.press(game, button, "One has gone, the others agree.", **fields)
    assert Game.objects.get(pk=game.pk).status == Game.Status.OVER


def test_9_somebody_else_is_in_an_account(client, alice, dora):
    client.force_login(alice)
    reason = "You told us that somebody else was in your account."
    dora.press(alice, "Log out everywhere", reason)
    assert client.get("/settings/").status_code == 302
    assert "Forgot your password" in client.get("/accounts/login/").content.decode()


def test_10_a_report_made_to_harm_and_an_appeal(report, alice, bob, dora, fritz):
    found = report("seat", "other", seat=0)
    warn = action("mute", dora.user, "You shouted.", person=alice)
    on_people.take_measure(warn, "day")
    dora.decide(found, "Malicious report", "We found nothing.", "Take care.")
    dora.press(bob, "Warn", "You reported somebody to harm them.")
    reports.appeal(Report.objects.get(pk=found.pk), alice, "I did nothing.")
    answer = {"decision": "The decision was changed", "answer": "You are right."}
    fritz.press(found, "Decide on the appeal", "Looked again.", **answer)
    fritz.press(alice, "Lift a penalty", "It was a mistake.", measure="You shouted.")
    assert not Measure.objects.in_force().filter(user=alice).exists()


def test_the_house_rules_say_what_the_program_does_and_are_linked(alice, bob, client):
    page = one_line(client.get("/rules/house/").content.decode())
    assert set(on_people.LENGTHS) == {"hour", "day", "week", "month", "lasting"}
    assert "for an hour, a day, a week, 30 days, or until it is lifted" in page
    assert f"within {appeals.APPEAL_DAYS} days, or for as long as it lasts" in page
    assert f"within {reports.APPEAL_DAYS} days, under" in page
    link, footer = 'href="/rules/house/"', 1
    client.force_login(alice)
    assert client.get("/about/").content.decode().count(link) == footer
    for path in ("/rules/", "/reports/new/?person=bob"):
        assert client.get(path).content.decode().count(link) == footer + 1, path
    client.logout()
    assert client.get("/accounts/signup/").content.decode().count(link) == footer + 1
