"""Answers by links in mail: each kind, once, by the right person, and never by a GET."""

import re
from datetime import timedelta

import pytest
from django.core import serializers, signing
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.community.absence import vacations, votes
from games.community.absence.seat_changes import hand_over
from games.community.notices import answer_links
from games.community.notices.answer_links import NO, YES, read_token
from games.community.notices.sending import deliveries
from games.community.notices.sources import from_log
from games.community.own_games import away_by_link
from games.community.own_games.answers_by_link import ACTS, answers_for
from games.community.own_games.away_by_link import AWAY
from games.community.own_games.my_games import my_games
from games.community.own_games.requests import RequestKind
from games.community.people.accounts import keep_guest, make_guest
from games.community.people.deletion import delete_account
from games.models import Game, LastVisit, Measure, Move, Player, User, Vacation, Vote
from games.storage.store.stored_game import load
from rules.moves import AnswerPact, EndPact, LayCards, OfferPact, WithdrawTrade
from tests.support.tables.bringing import later, parts_of
from tests.support.tables.positions.diplomacy import deal
from tests.support.tables.slow_games import begun
from tests.support.visitors.requesting import CAUSES, FLEET, HERO, make, open_next, say_move

pytestmark = pytest.mark.django_db

NOT_BY_LINK = {
    RequestKind.STAND_IN,
    RequestKind.OWN_SEAT_OPEN,
    RequestKind.SEAT_TAKEN,
    RequestKind.INVITED,
}
"""These concern a seat that must then be played at the table, have no answer, or a word as one."""

ANSWERED = {
    (RequestKind.PAUSE, YES): "You voted to pause.",
    (RequestKind.PAUSE, NO): "You said no.",
    (RequestKind.RESULT, YES): "You voted for this result.",
    (RequestKind.RESULT, NO): "You said no.",
    (RequestKind.PACT, YES): "You accepted the pact.",
    (RequestKind.PACT, NO): "You declined the offer.",
    (RequestKind.TRADE, YES): "You accepted the trade.",
    (RequestKind.TRADE, NO): "You declined the offer.",
    (RequestKind.CAPTAIN, YES): "A bot has that seat now.",
    (RequestKind.CAPTAIN, NO): "You said no.",
    (RequestKind.SEAT_OPENED, YES): "You voted for a bot.",
    (RequestKind.SEAT_OPENED, NO): "You said no.",
    (RequestKind.NEXT_TABLE, YES): "You have a seat in the rematch.",
    (RequestKind.NEXT_TABLE, NO): "You said no.",
}
WORDS = "By the seven banners"


@pytest.fixture
def three(alice, bob, charlie):
    """A slow game of alice, who makes the requests, bob, who gets them, and charlie."""
    table = begun([alice, bob, charlie], "re2quest")
    Game.objects.update(keeps_rest=True)
    return table


@pytest.fixture
def stranger():
    """A browser without a session, in which forms have no CSRF token."""
    return Client(enforce_csrf_checks=True)


def link_of(table, user, kind, answer=YES):
    """The path of the link with an answer to a user's request of a kind."""
    paths = (one.path for one in answers_for(user, table.code) if one.kind == kind)
    return next(path for path in paths if said_by(path).answer == answer)


def said_by(path):
    return read_token(path.split("/")[2])[1]


def listed(user):
    games = my_games(user)
    return [request.kind for request in (*games.away, *games.requests)]


def stored_data():
    """Everything that an answer could change."""
    models = (Game, Player, Move, Vote, LastVisit, Vacation, User)
    return [serializers.serialize("json", model.objects.order_by("pk")) for model in models]


def offer(table, words=""):
    say_move(table, 0, OfferPact((1,), ("peace",), words=words))
    return link_of(table, table.persons[1], RequestKind.PACT)


def is_over(answer, why=""):
    return (
        answer.status_code == 410 and "This question is over" in answer.text and why in answer.text
    )


# Each kind


def test_every_kind_is_answered_by_link_or_not():
    assert set(RequestKind) == set(ACTS) | NOT_BY_LINK
    assert {kind for kind, _ in ANSWERED} == set(ACTS)
    assert AWAY not in set(RequestKind)


@pytest.mark.parametrize("kind", sorted(NOT_BY_LINK))
def test_what_must_be_done_at_the_table_has_no_link(
    three, bob, kind, django_capture_on_commit_callbacks
):
    make(three, kind, django_capture_on_commit_callbacks)
    assert {one.kind for one in answers_for(bob, three.code)} <= {AWAY}


@pytest.mark.parametrize(("kind", "answer"), ANSWERED)
def test_a_post_answers_once_and_a_get_changes_nothing(
    three, stranger, bob, kind, answer, django_capture_on_commit_callbacks
):
    make(three, kind, django_capture_on_commit_callbacks)
    path = link_of(three, bob, kind, answer)
    before = stored_data()
    page = stranger.get(path)
    assert page.status_code == 200 and CAUSES[kind][1] in page.text
    assert "You answer as <b>bob</b>" in page.text and page.text.count("<form") == 1
    assert stranger.head(path).status_code == 200
    assert stored_data() == before
    with django_capture_on_commit_callbacks(execute=True):
        done = stranger.post(path)
    assert done.status_code == 200 and ANSWERED[kind, answer] in done.text
    assert "<form" not in done.text and kind not in listed(bob)
    after = stored_data()
    assert after != before
    for again in (stranger.get(path), stranger.post(path)):
        assert is_over(again)
    assert stored_data() == after
    assert not stranger.cookies


def test_a_pause_begins_with_the_last_vote(three, stranger, alice, bob, charlie):
    votes.want_pause(three.code, alice)
    early = link_of(three, bob, RequestKind.PAUSE)
    votes.want_pause(three.code, charlie)
    # The first link still works: both want the same.
    assert "The game is paused." in stranger.post(early).text
    assert load(three.code).clocks.pause
    assert is_over(stranger.post(early), "the game is paused")


def test_a_trade_without_own_cards_can_only_be_declined(three, bob):
    CAUSES[RequestKind.TRADE][0](three)
    say_move(three, 1, WithdrawTrade(0))
    say_move(three, 0, LayCards(1, (HERO,)))
    answers = [one for one in answers_for(bob, three.code) if one.kind == RequestKind.TRADE]
    assert [one.label for one in answers] == ["Decline"]


def test_a_link_to_a_trade_ends_when_its_cards_change(three, stranger, bob):
    CAUSES[RequestKind.TRADE][0](three)
    path = link_of(three, bob, RequestKind.TRADE)
    say_move(three, 1, WithdrawTrade(0))
    say_move(three, 0, LayCards(1, (HERO,)))
    assert is_over(stranger.post(path), "answered, withdrawn or changed")
    say_move(three, 1, LayCards(0, (FLEET,)))
    assert "You accepted the trade." in stranger.post(path).text


def test_the_links_of_a_game_take_a_constant_number_of_queries(three, bob):
    def count():
        with CaptureQueriesContext(connection) as queries:
            found = answers_for(bob, three.code)
        return len(queries), len(found)

    offer(three)
    few, links = count()
    for seat in (0, 2):
        say_move(three, seat, OfferPact((1,), ("help",)))
    many, more = count()
    assert (links, more) == (3, 7) and many == few
    assert answers_for(bob, "nosuchgame") == []


# Questions that are over


@pytest.mark.parametrize(
    ("end", "why"),
    [
        (lambda three: say_move(three, 1, AnswerPact(1, True)), "you accepted the pact."),
        (lambda three: say_move(three, 1, AnswerPact(1, False)), "the pact was declined."),
        (lambda three: say_move(three, 0, EndPact(1)), "the offer was withdrawn."),
        (lambda three: open_next(three), "the game has ended."),
        (
            lambda three: Game.objects.update(epoch=1),
            "a moderator has taken the game back.",
        ),
        (
            lambda three: Player.objects.filter(seat=1).update(control="steward"),
            "you don’t play your seat now.",
        ),
    ],
)
def test_a_link_says_why_its_question_is_over(three, stranger, end, why):
    path = offer(three, WORDS)
    end(three)
    before = stored_data()
    for answer in (stranger.get(path), stranger.post(path)):
        assert is_over(answer, why) and WORDS not in answer.text
        assert f"/games/{three.code}/" in answer.text
    assert stored_data() == before


def test_a_link_ends_when_the_seat_changes_hands(three, stranger, bob):
    path = offer(three)
    player = Player.objects.select_related("user").get(game__code=three.code, seat=1)
    hand_over(player, User.objects.create_user("dora"))
    assert is_over(stranger.post(path), "you no longer have this seat.")
    assert answers_for(bob, three.code) == []
    (pact,) = three.state().pacts
    assert pact.status == "offered"


def test_a_withdrawn_vote_and_a_filled_seat_end_their_links(three, stranger, alice, bob):
    votes.want_pause(three.code, alice)
    pause = link_of(three, bob, RequestKind.PAUSE)
    votes.want_pause(three.code, alice, wants=False)
    assert is_over(stranger.post(pause), "the vote was withdrawn")
    votes.want_pause(three.code, alice)
    # A new vote is a new question.
    assert is_over(stranger.post(pause)) and RequestKind.PAUSE in listed(bob)
    assert not load(three.code).clocks.pause


def test_a_full_rematch_ends_its_link(three, stranger, bob):
    open_next(three)
    path = link_of(three, bob, RequestKind.NEXT_TABLE)
    Game.objects.filter(last_games__code=three.code).update(status=Game.Status.CANCELLED)
    assert is_over(stranger.post(path), "no seat for you any more")
    # Saying yes to a rematch that is gone opens no other.
    assert Game.objects.count() == 2


def test_a_game_paused_by_a_moderator_says_so_and_keeps_the_link(three, stranger):
    path = offer(three)
    Game.objects.update(held_since=timezone.now())
    assert "You can answer once it goes on." in stranger.post(path).text
    Game.objects.update(held_since=None)
    assert "You accepted the pact." in stranger.post(path).text


# Whose link it is


def test_a_link_ends_with_the_password_the_sessions_and_the_account(three, stranger, bob):
    for change in ({"password": "x"}, {"logins_ended": 1}, {"is_active": False}):
        path = offer(three)
        assert stranger.get(path).status_code == 200
        User.objects.filter(pk=bob.pk).update(**change)
        for answer in (stranger.get(path), stranger.post(path)):
            assert answer.status_code == 404 and "This link doesn’t work" in answer.text
        bob.refresh_from_db()
    User.objects.filter(pk=bob.pk).update(is_active=True)
    bob.refresh_from_db()
    path = link_of(three, bob, RequestKind.PACT)
    measure = Measure.objects.create(user=bob, kind=Measure.Kind.SUSPEND, reason="Tests.")
    assert stranger.post(path).status_code == 404
    measure.delete()
    assert stranger.get(path).status_code == 200
    delete_account(bob)
    assert stranger.post(path).status_code == 404


def test_a_guest_answers_until_they_set_a_password(alice, charlie, stranger):
    guest = make_guest()
    table = begun([alice, guest, charlie], "gu2ests4")
    path = offer(table)
    assert stranger.get(path).status_code == 200
    keep_guest(guest, "gustav", "gustav@example.org", hashed="hashed")
    assert stranger.post(path).status_code == 404


def test_a_forged_or_old_link_leads_nowhere(three, stranger, alice, bob, monkeypatch):
    path = offer(three)
    token = path.split("/")[2]
    key, _, signed = token.partition(".")
    forged = [
        f"{alice.pk}.{signed}", f"{key}.{signed[:-1]}", f"{key}.{signed}x", f"²{token}", key, ".",
        f"{'9' * 30}.{signed}", "x", signing.dumps([bob.pk]), token.replace(".", ":"), "\0",
    ]  # fmt: skip
    for one in forged:
        for ask in (stranger.get, stranger.post):
            assert ask(f"/answers/{one}/").status_code == 404, one
    monkeypatch.setattr(answer_links, "LINK_AGE", timedelta(seconds=-1))
    assert stranger.get(path).status_code == 404
    assert three.state().pacts[0].status == "offered"


def test_a_link_answers_for_its_own_user_in_anybodys_browser(three, alice, bob, charlie):
    path = offer(three)
    browser = Client()
    browser.force_login(charlie)
    page = browser.get(path)
    assert "You answer as <b>bob</b>" in page.text and "charlie" not in page.text
    browser.post(path)
    pact = three.state().pacts[0]
    assert (pact.status, pact.accepted) == ("in_force", [1])
    # It is no log-in: the browser is still Charlie's, and a stranger's is nobody's.
    assert "charlie" in browser.get("/settings/").text
    nobody = Client()
    nobody.get(path)
    assert nobody.get("/my-games/").status_code == 302 and "sessionid" not in nobody.cookies


def test_an_answer_page_is_kept_nowhere_and_sends_its_address_nowhere(three, stranger):
    path = offer(three)
    for page in (stranger.get(path), stranger.get("/answers/x/"), stranger.post(path)):
        assert page["Referrer-Policy"] == "no-referrer" and page["X-Robots-Tag"] == "noindex"
        assert "no-store" in page["Cache-Control"] and "<script type" not in page.text
        assert not page.cookies
    assert stranger.put(path).status_code == 405


def test_answers_from_one_network_are_limited(three, stranger):
    path = offer(three)
    statuses = [stranger.post(path).status_code for _ in range(61)]
    assert statuses[0] == 200 and set(statuses[1:60]) == {410} and statuses[60] == 429
    assert stranger.get(path).status_code == 410


# What the page says


def test_the_page_has_the_terms_and_words_of_a_pact_and_no_secret(three, stranger, alice, bob):
    Game.objects.update(title="Sunday game", is_listed=False)
    path = offer(three, f"<b>{WORDS}</b>")
    page = stranger.get(path).text
    assert "Sunday game" in page and f"&lt;b&gt;{WORDS}&lt;/b&gt;" in page
    assert "Alice offers you a pact: don’t attack each other" in page
    stored = load(three.code)
    game = Game.objects.get()
    secrets = {game.invitation, game.seed.hex() if game.seed else "", bob.email, alice.email}
    secrets |= {hidden.salt for hidden in stored.rows.hidden}
    assert not [secret for secret in secrets if secret and str(secret) in page]
    payload = signing.b64_decode(path.split("/")[2].split(".")[1].encode()).decode()
    assert payload == '["pact","re2quest",1,0,"1","yes"]'
    # Orders, wishes and hands, also the reader's own, do not change the page.
    deal(three.code, {0: [HERO], 1: [FLEET]})
    Player.objects.update(orders={"canary": "canary"}, wishes={"canary": "canary"})
    assert stranger.get(path).text == page
    bob.blocked.add(alice)
    assert WORDS not in stranger.get(path).text and "don’t attack" in stranger.get(path).text


# In mail


def test_a_mail_has_the_answers_to_its_games_requests(three, stranger, mails, alice):
    say_move(three, 1, OfferPact((0,), ("peace",), words=WORDS))
    from_log.notice_moves()
    # The mail of an offer waits for other notices about the game.
    later(24 * 3600)
    while deliveries.deliver_next(deliveries.BY_MAIL, answers_for):
        pass
    _, text, html, _ = parts_of(mails.mails[-1])
    for content in (text, html):
        paths = re.findall(r"/answers/[^/\s]+/", content)
        assert [said_by(path).answer for path in paths if said_by(path).kind == "pact"] == [YES, NO]
        assert WORDS in content and "Bob offers you a pact: don’t attack each other" in content
    assert stranger.post(paths[0]).status_code == 200
    assert three.state().pacts[0].accepted == [0]


# I am away


def away(three, bob):
    return link_of(three, bob, AWAY)


def test_a_vacation_is_booked_once(three, stranger, bob):
    path, today = away(three, bob), vacations.today_of(bob)
    before = stored_data()
    page = stranger.get(path)
    assert (
        page.status_code == 200 and 'type="date"' in page.text and away_by_link.BUTTON in page.text
    )
    assert stored_data() == before
    for day in ("", "soon", (today - timedelta(days=1)).isoformat(), "9999-12-31"):
        refused = stranger.post(path, {"last": day})
        assert (refused.status_code == 422 and f'value="{day}"' in refused.text) or not day
    assert not bob.vacations.exists()
    last = today + timedelta(days=3)
    done = stranger.post(path, {"last": last.isoformat()})
    assert done.status_code == 200 and "Your vacation lasts until" in done.text
    assert list(bob.vacations.values_list("first", "last")) == [(today, last)]
    for again in (stranger.get(path), stranger.post(path, {"last": last.isoformat()})):
        assert is_over(again, "you have booked or changed a vacation since.")
    assert AWAY not in {one.kind for one in answers_for(bob, three.code)}
    vacations.end_vacation(bob, bob.vacations.get().pk)
    assert bob.vacations.exists() == is_over(stranger.get(path))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"keeps_rest": False}, "this game goes on during vacations."),
        ({"status": "over"}, "the game has ended."),
        ({"epoch": 2}, "a moderator has taken the game back."),
    ],
)
def test_a_link_to_be_away_ends_with_its_game(three, stranger, bob, change, why):
    path = away(three, bob)
    Game.objects.update(**change)
    answer = stranger.post(path, {"last": vacations.today_of(bob).isoformat()})
    assert is_over(answer, why) and not bob.vacations.exists()


def test_without_vacation_days_there_is_no_link_to_be_away(three, bob):
    today = vacations.today_of(bob)
    Vacation.objects.create(
        user=bob, first=today.replace(month=1, day=1), last=today.replace(month=12, day=31)
    )
    assert away_by_link.why_not(load(three.code), bob) == "you are on vacation today."
    Vacation.objects.update(last=today - timedelta(days=1))
    assert AWAY not in {one.kind for one in answers_for(bob, three.code)}
