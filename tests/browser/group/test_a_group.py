"""Five people play a game of three days from one link, led by their letters, and then a second.

Mail and webhooks go to servers of the test.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser.correspondence import Correspondent, subject_of
from tests.support.browser.tables import code_of
from tests.support.visitors.patience import wait_until

pytestmark = pytest.mark.long

NAMES = ("Anna", "Bruno", "Carla", "Dimitri", "Eleonora")
ROUNDS = 1
MOST_LETTERS = 60
HOURS_BETWEEN_LETTERS = 5
"""The game needs about 15 letters, so it takes three days."""

KEYS = {"discord": '"embeds"', "slack": '"blocks"', "matrix": '"html"', "other": '"made_at"'}
"""The formats of webhooks, and a key that only messages in this format have."""

ANSWER = r"{label}: (http://\S+/answers/\S+)"


@pytest.fixture
def people(visitor, mail_server):
    """Five people without accounts, each with a browser and a mailbox."""
    return [Correspondent(name, visitor(), mail_server.mails) for name in NAMES]


def link_to(code):
    """Return a pattern for the link to a table."""
    return rf"(http://\S+/games/{code}/\S*)"


def open_table(host):
    """Open a table for friends who play a turn a day; return its code and the invitation link."""
    page = host.page
    page.goto("/games/new/?with=friends-days")
    page.locator("details.more-options summary").click()
    page.get_by_label("Seat 5").select_option("Invitation only")
    page.locator("[name=setup][value=quick]").check()
    page.locator("[name=rounds]").fill(str(ROUNDS))
    page.get_by_role("button", name="Create game").click()
    page.wait_for_url("**/games/*/")
    return code_of(page), page.get_by_label("Invite link").input_value()


def connect_channel(person, place, receiver, form):
    """Post what happens at a game or circle to a channel of the receiver, in a format."""
    person.page.goto(f"{place}webhooks/")
    person.page.get_by_label("Address of the webhook").fill(f"http://{receiver.pair}/{form}")
    person.page.locator("#format-new").select_option(form)
    person.page.get_by_role("button", name="Connect and send a test").click()
    wait_until(lambda: texts_for(receiver, form))


def texts_for(receiver, form):
    """Return what a channel got, as JSON; every message must have the key of its format."""
    texts = [body.decode() for path, _, body in receiver.posts if path == f"/{form}"]
    assert all(KEYS[form] in text for text in texts)
    return "\n".join(texts)


def sign_up_and_join(person, code, link):
    """Open an invitation, sign up on the way, and take a seat."""
    page = person.page
    page.goto(link)
    page.get_by_role("link", name="Sign up").first.click()
    person.sign_up()
    # The form led back to the table of the invitation.
    assert code_of(page) == code
    person.confirm_address()
    page.goto(link)
    page.get_by_role("button", name="Join game").click()


def play_by_letters(site, people, code):
    """Play a game to its end, each opening it only from a mail; return who played last."""
    person = None
    for _ in range(MOST_LETTERS):
        names = site.prepare("asked", code=code)
        if not names:
            return person
        site.prepare("let_hours_pass", code=code, hours=HOURS_BETWEEN_LETTERS)
        person = next(person for person in people if person.name == names[0])
        person.follow(link_to(code))
        person.play_on()
        person.go_away()
    raise AssertionError("The game goes on.")


def answer_by_link(person, label):
    """Give an answer on the page of a link in a letter, in a browser that is not logged in."""
    page = person.visitor.context.browser.new_page()
    page.goto(person.mail_with(ANSWER.format(label=label))[1])
    page.get_by_role("button", name=label).click()
    expect(page.get_by_role("main")).to_contain_text(person.name)
    page.close()


def found_circle(owner, others):
    """Found a circle that others join by its link; return its path."""
    page = owner.page
    page.goto("/circles/")
    page.get_by_label("Name").fill("The Tuesday round")
    page.get_by_role("button", name="Create circle").click()
    path = re.search(r"/circles/\w+/", page.url)[0]
    link = page.get_by_label("Invite link").input_value()
    for person in others:
        person.page.goto(link)
        person.page.get_by_role("button", name="Join the circle").click()
        expect(person.page.get_by_role("heading", name="The Tuesday round")).to_be_visible()
    return path


def test_five_people_play_from_the_first_link_to_the_second_game(
    site, people, mail_server, receiver
):
    anna, *others = people
    anna.page.goto("/accounts/signup/")
    anna.sign_up()
    anna.confirm_address()
    code, link = open_table(anna)
    for form in ("discord", "slack", "matrix"):
        connect_channel(anna, f"/games/{code}/", receiver, form)
    anna.page.goto(f"/games/{code}/")
    anna.go_away()
    for person in others:
        sign_up_and_join(person, code, link)
        if person is others[-1]:
            # The last seat starts the game.
            person.play_on()
        person.go_away()
    last = play_by_letters(site, people, code)
    site.prepare("let_hours_pass", code=code, hours=HOURS_BETWEEN_LETTERS)
    # The last player saw the end on the board; the others read of it.
    rest = [person for person in people if person is not last]
    for person in rest:
        person.follow(rf" won\.[\s\S]*?{link_to(code)}")
        expect(person.page.locator("#outcome")).to_be_visible()
        person.go_away()

    opener, *invited = rest
    opener.page.goto(f"/games/{code}/")
    opener.page.get_by_role("button", name="Rematch").click()
    opener.page.wait_for_url(lambda url: code not in url)
    rematch = code_of(opener.page)
    opener.go_away()
    *invited, refuser = (*invited, last)
    for person in invited:
        answer_by_link(person, "Join")
    answer_by_link(refuser, "No thanks")
    opener.mail_with(f"{refuser.name} said no")
    opener.page.goto(f"/games/{rematch}/")
    expect(opener.page.get_by_role("main")).to_contain_text("1 of 5 seats free")

    circle = found_circle(anna, others)
    connect_channel(anna, circle, receiver, "other")
    anna.page.goto(circle)
    anna.page.get_by_role("link", name="New game for the circle").click()
    anna.page.locator("details.more-options summary").click()
    anna.page.locator("[name=setup][value=quick]").check()
    anna.page.locator("[name=rounds]").fill(str(ROUNDS))
    anna.page.get_by_role("button", name="Create game").click()
    anna.page.wait_for_url("**/games/*/")
    second = code_of(anna.page)
    anna.go_away()
    for person in others:
        person.follow(link_to(second))
        person.page.get_by_role("button", name="Join game").click()
        if person is others[-1]:
            person.play_on()
        person.go_away()
    play_by_letters(site, people, second)

    turns = len([mail for mail in mail_server.mails if "our turn" in subject_of(mail)])
    assert len(mail_server.mails) <= turns + 8 * len(people)
    for form in KEYS:
        told = wait_until(lambda form=form: posted(site, receiver, form))
        assert not re.search("/answers/|/invitation/|/join/", told)


def posted(site, receiver, form):
    """Return what a channel got once it reads of the end of a game, else ""."""
    site.prepare("send_now")
    told = texts_for(receiver, form)
    return told if " won" in told else ""
