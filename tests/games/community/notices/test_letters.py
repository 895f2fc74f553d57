"""Letters: what they say in each situation, without secrets, in a constant number of queries."""

import random
import re

import pytest
from django.template.loader import render_to_string

from games.community.notices.letters.letter import MOST_LINES
from games.community.notices.letters.writing import letter_for
from games.community.talk.talk import say
from games.community.trust.system_messages import post_system_message
from games.drawing.pictures.map_picture import map_png
from games.models import Delivery, Game, LastVisit, Notice
from games.storage.store.database_time import moment_now
from games.storage.store.rows import rows_of
from games.storage.store.saving import Changes, save
from games.storage.store.stored_game import keep, load
from tests.games.conftest import person
from tests.support.rules.twins import twin_of
from tests.support.servers.queries import Queries
from tests.support.tables.bringing import later, parts_of, work
from tests.support.tables.days import Days, letters, mails_before
from tests.support.tables.letter_situations import SITUATIONS

Kind = Notice.Kind


def written(letter):
    """Return everything that a letter says, as text and as HTML."""
    context = {"name": "alice", "letters": [(letter, "map-1")], "stop": "/stop/", "settings": "/s/"}
    texts = (
        render_to_string(f"community/notices/mail.{kind}", context) for kind in ("txt", "html")
    )
    return letter.subject, *texts


def change_secrets(code):
    """Redeal hands, hidden armies and orders, those of the reader too."""
    stored = load(code)
    twin = twin_of(stored.state(), None, random.Random(3))
    keep(save(stored, Changes(), rows_of(twin, stored.rows)))


@pytest.mark.parametrize("name", SITUATIONS)
def test_a_letter_is_complete_and_has_no_secret(name, alice, bob):
    situation = SITUATIONS[name]
    game, letter = situation.letter("l2tters4", (alice, bob))
    subject, text, html = written(letter)
    assert subject and subject[0].isupper() | (not subject[0].isalpha()) and len(subject) < 120
    assert len(letter.happened) <= MOST_LINES and letter.heading == "Friends"
    assert letter.url.endswith(f"/games/{game.code}/") and letter.alt in text
    assert all(line in text for line in letter.lines[:1])
    assert "cid:map-1" in html and letter.picture is not None
    salts = [sealed.salt for sealed in load(game.code).rows.hidden if not sealed.revealed]
    assert not any(salt in said for salt in salts for said in (subject, text, html))
    if game.status == Game.Status.RUNNING:
        change_secrets(game.code)
        again = situation.again(game, alice)
        assert written(again) == (subject, text, html) and again.picture == letter.picture


def test_each_game_has_situations():
    assert {each.ruleset for each in SITUATIONS.values()} == {
        "greyhawk", "castle", "classic", "headquarters",
    }  # fmt: skip
    assert len(SITUATIONS) >= 30


def test_the_picture_is_the_map_of_the_letter(alice, bob):
    _, letter = SITUATIONS["losses in greyhawk"].letter("l2tters4", (alice, bob))
    assert map_png(letter.picture).startswith(b"\x89PNG")
    assert "alice: " in letter.alt and "bob: " in letter.alt


def test_a_letter_names_losses_turn_and_deadline(alice, bob):
    _, letter = SITUATIONS["losses in classic"].letter("l2tters4", (alice, bob))
    assert " – your turn until " in letter.subject
    assert any(line.startswith("You lost ") for line in letter.happened)
    assert letter.asked.startswith("It’s your turn, round ")
    assert " 23 h left." in letter.until


def test_what_one_player_took_from_others_is_one_line(alice, bob):
    game, _ = SITUATIONS["losses in classic"].letter("l2tters4", (alice, bob))
    LastVisit.objects.filter(user=alice).update(number=0)
    lines = SITUATIONS["losses in classic"].again(game, alice).happened
    captors = [line.partition(" took ") for line in lines if " took " in line]
    keys = [(captor, "from you" in rest) for captor, _, rest in captors]
    assert keys and len(keys) == len(set(keys))
    assert any(re.search(r" took (.+ and .+|\d+ territories) from ", line) for line in lines)


def test_times_are_in_the_readers_zone(alice, bob):
    game, letter = SITUATIONS["first turn of classic"].letter("l2tters4", (alice, bob))
    alice.time_zone = "Asia/Kathmandu"
    other = SITUATIONS["first turn of classic"].again(game, alice)
    assert letter.until != other.until


def test_a_blocked_players_words_are_left_out(alice, bob):
    alice.blocked.add(bob)
    _, letter = SITUATIONS["pact in greyhawk"].letter("l2tters4", (alice, bob))
    assert any("offers you a pact" in line.sentence for line in letter.waits)
    assert "Shall we" not in "".join(written(letter))
    alice.blocked.clear()
    assert "Shall we" in " ".join(_again("pact in greyhawk", alice).lines)


def test_only_messages_of_players_are_counted_as_unread(alice, bob):
    game, _ = SITUATIONS["first turn of classic"].letter("l2tters4", (alice, bob))
    post_system_message(game.pk, "The clocks stood still.")
    assert SITUATIONS["first turn of classic"].again(game, alice).waits == ()
    say(game, bob, "Good luck.")
    waits = SITUATIONS["first turn of classic"].again(game, alice).waits
    assert [line.sentence for line in waits] == ["1 unread message."]


def test_the_letter_of_a_rematch_names_who_opened_it(alice, bob):
    game, _ = SITUATIONS["rematch of classic"].letter("l2tters4", (alice, bob))
    assert _again_about(game, alice).subject.endswith(" – bob opened a rematch")
    alice.blocked.add(bob)
    assert _again_about(game, alice).subject.endswith(" in “Friends”")
    alice.blocked.clear()
    bob.blocked.add(alice)
    assert not _again_about(game, alice).waits


def _again_about(game, reader):
    return SITUATIONS["rematch of classic"].again(game, reader)


def _again(name, reader):
    return SITUATIONS[name].again(Game.objects.get(), reader)


def test_a_letter_takes_a_constant_number_of_queries(alice, bob):
    counts = []
    for number, name in enumerate(("first turn of classic", "losses in classic")):
        game, _ = SITUATIONS[name].letter(f"l{number}tters4", (alice, bob))
        game = Game.objects.select_related("host").get(pk=game.pk)
        LastVisit.objects.get_or_create(user=alice, game=game)
        notices = list(Notice.objects.filter(game=game))
        for notice in notices:
            notice.game = game
        with Queries() as queries:
            letter_for(notices, alice, moment_now())
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 16


# Gathering


def test_notices_of_one_game_become_one_email(mails, alice, bob):
    SITUATIONS["losses in classic"].letter("l2tters4", (alice, bob))
    game = Game.objects.get()
    Game.objects.update(noticed=game.number)
    Notice.objects.filter(kind=Kind.TURN).update(cause=f"decision {game.decisions[0]['number']}")
    work()
    assert mails.mails == []
    states = dict(Notice.objects.values_list("kind", "withheld"))
    assert states[Kind.ATTACKED]["mail"] == "choice"
    notices_before = Delivery.objects.count()
    Notice.objects.create(user=alice, kind=Kind.STARTING, game=game, cause="s", text="Started.")
    Delivery.objects.create(notice=Notice.objects.get(kind=Kind.STARTING), channel="mail")
    work()
    (mail,) = mails.mails
    done = Delivery.objects.filter(state=Delivery.State.SENT).values_list("done_at", flat=True)
    assert len(done) == notices_before + 1 and len(set(done)) == 1
    _, text, _, _ = parts_of(mail)
    assert "Started." in text and "It’s your turn" in text
    later(24 * 3600)
    work()
    assert len(mails.mails) == 1


def test_a_slow_game_sends_far_fewer_emails_than_it_makes_notices(db):
    days = Days([person(name) for name in ("anna", "ben", "cleo", "dirk", "emil")], rounds=3)
    while days.state.decisions:
        days.pass_hours(days.random.choice((1, 2, 3, 5, 8)))
        if days.random.random() < 0.4:
            days.look_in()
        if days.state.decisions:
            days.session()
    days.pass_hours(1)
    before, sent = mails_before(), sum(letters().values())
    turns = Notice.objects.filter(kind=Kind.TURN).count()
    print(f"{before} emails, one for each notice; {sent} letters, for {turns} turns")
    assert sent <= 0.65 * before
    # Each turn may take an email, and each player hears of the end; little else takes one.
    assert sent <= turns + len(days.people)
