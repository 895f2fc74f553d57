"""Public links: alice shares a finished game, bob withdraws it, and a stranger follows the link."""

import random
from dataclasses import fields, replace
from io import BytesIO

import pytest
from django.test import Client
from PIL import Image

from games.community.people.deletion import delete_account
from games.community.privacy.personal_data import exported
from games.community.sharing import links
from games.community.sharing.names import shared_seating
from games.community.sharing.summary import final_picture
from games.drawing.display.seating import seating_of
from games.models import Game, Message, Move, Player, PublicLink, SeatHolder
from games.playing.play import play_for, play_move
from games.playing.start import create_game, start_game
from games.storage.store.stored_game import load
from games.table.replay.shared import SharedEyes
from rules import GREYHAWK, HEADQUARTERS, Options, view
from rules.chapters.diplomacy.pacts import PEACE
from rules.events.turn import SeatTaken, TakenBack, TurnEnded
from rules.moves import EndGame, OfferPact
from rules.sentences import Words, describe
from tests.support.rules.event_samples import CHAPTER_11, SAMPLES
from tests.support.tables.play_ahead import is_in_round, play_ahead
from tests.support.tables.positions.pinned import pin
from tests.support.tables.tables import Table

pytestmark = pytest.mark.django_db

TITLE, WORDS, SAID = "Canarytitle", "Canarypact", "Canarychat"


@pytest.fixture
def finished(alice, bob):
    """The code of a finished, unlisted game of alice, bob and a bot, with words of all kinds."""
    for user in (alice, bob):
        # A name so long is not found in a random token.
        user.name = f"Canary {user.name}"
        user.save()
    game = pin(create_game([alice, bob, "captain"], Options(quick=True)), "sh2are34")
    Game.objects.filter(pk=game.pk).update(title=TITLE, is_listed=False)
    start_game(game.code)
    table = Table(game.code, {0: alice, 1: bob}, random.Random(7))
    play_ahead(game.code, table.random, is_in_round)
    pact = OfferPact((1,), (PEACE,), 2, WORDS)
    play_move(game.code, alice, pact, key="pact", decision=None)
    Message.objects.create(game=game, author=alice, text=SAID)
    play_for(game.code, 0, EndGame((0,)), Move.By.MODERATOR, decision=None)
    return game.code


def texts_for_a_stranger(token, picture=True):
    """Return everything that leaves the server under a link, the pictures as what is drawn."""
    browser, base = Client(), f"/watch/{token}/"
    found = [browser.get(base).content.decode()]
    for eyes in ("open", "public", "0", "1"):
        found.append(browser.get(f"{base}?eyes={eyes}&at=9999").content.decode())
        found.append(browser.get(f"{base}steps/?eyes={eyes}&from=0").content.decode())
        found.append(browser.get(f"{base}scenes/?eyes={eyes}&from=0&until=39").content.decode())
    stored, link = load(PublicLink.objects.get(token=token).game.code), links.link_for(token)
    seen = view(stored.state(), None)
    seating = shared_seating(link, seating_of(stored), seen)
    found.append(repr(final_picture(seen, seating)))
    return "\n".join(found)


def statuses(token):
    names = ("", "steps/?from=0", "scenes/?from=0&until=1", "map.png")
    return {Client().get(f"/watch/{token}/{name}").status_code for name in names}


def press(client, code, what):
    return client.post(f"/games/{code}/sharing/", {"what": what}, follow=True).content.decode()


def test_a_stranger_watches_until_a_player_withdraws_the_link(client, finished, alice, bob):
    client.force_login(alice)
    assert "Share this game" in client.get(f"/games/{finished}/").content.decode()
    assert f"You appear as {alice.name}" in press(client, finished, "open")
    token = PublicLink.objects.get().token
    assert statuses(token) == {200}
    assert Client().get(f"/games/{finished}/").status_code == 404

    client.force_login(bob)
    page = client.get(f"/games/{finished}/").content.decode()
    assert f"{alice.name} has opened this game to everybody who has the link." in page
    assert "Only they can share it again" not in press(client, finished, "withdraw")
    assert statuses(token) == {404}

    client.force_login(alice)
    page = press(client, finished, "open")
    assert "Only the player who withdrew the link can share this game again." in page
    assert "Share this game" not in page
    assert statuses(token) == {404}

    client.force_login(bob)
    assert f"You appear as {bob.name}" in press(client, finished, "open")
    again = PublicLink.objects.get().token
    assert again != token and statuses(again) == {200} and statuses(token) == {404}


def test_people_are_named_only_if_they_agreed(finished, alice, bob):
    token = links.open_link(finished, alice).token
    shown = texts_for_a_stranger(token)
    assert alice.name in shown
    assert bob.name not in shown
    links.show_name(finished, bob, is_shown=True)
    assert bob.name in texts_for_a_stranger(token)
    links.show_name(finished, alice, is_shown=False)
    assert alice.name not in texts_for_a_stranger(token)


def test_nothing_that_people_wrote_is_shown(finished, alice, bob):
    token = links.open_link(finished, alice).token
    shown = texts_for_a_stranger(token)
    assert not [canary for canary in (TITLE, WORDS, SAID) if canary in shown]
    assert "offered" in shown


def test_a_deleted_name_disappears_from_page_and_picture(finished, alice, bob):
    token = links.open_link(finished, alice).token
    links.show_name(finished, bob, is_shown=True)
    browser = Client()
    before = browser.get(f"/watch/{token}/map.png")
    assert (
        browser.get(f"/watch/{token}/map.png", HTTP_IF_NONE_MATCH=before["ETag"]).status_code == 304
    )
    name = bob.name
    delete_account(bob)
    assert name not in texts_for_a_stranger(token)
    after = browser.get(f"/watch/{token}/map.png", HTTP_IF_NONE_MATCH=before["ETag"])
    assert after.status_code == 200
    assert after["ETag"] != before["ETag"] and after.content != before.content
    assert Image.open(BytesIO(after.content)).size == (1200, 630)


def test_a_link_withdrawn_by_a_deleted_account_stays_withdrawn(finished, alice, bob):
    token = links.open_link(finished, alice).token
    links.withdraw(finished, bob)
    delete_account(bob)
    with pytest.raises(links.NotAllowed):
        links.open_link(finished, alice)
    assert statuses(token) == {404}


def test_a_seat_that_changed_hands_has_its_colour(finished, alice, bob, charlie):
    links.open_link(finished, alice)
    links.show_name(finished, bob, is_shown=True)
    seat = Player.objects.get(game__code=finished, user=bob)
    SeatHolder.objects.create(player=seat, user=charlie)
    SeatHolder.objects.create(player=seat, user=bob)
    shown = texts_for_a_stranger(PublicLink.objects.get().token)
    assert bob.name not in shown and charlie.name not in shown


def test_only_players_of_a_finished_game_share_it(client, finished, table, charlie, alice):
    client.force_login(charlie)
    assert client.post(f"/games/{finished}/sharing/", {"what": "open"}).status_code == 404
    client.force_login(alice)
    assert "Only a finished game can be shared." in press(client, table.code, "open")
    assert not PublicLink.objects.exists()
    assert client.get(f"/games/{table.code}/map.png").status_code == 404


def test_a_game_that_goes_on_is_not_shown(finished, alice):
    token = links.open_link(finished, alice).token
    Game.objects.filter(code=finished).update(status=Game.Status.RUNNING)
    assert statuses(token) == {404}


def test_previews_name_the_winner_and_the_picture(finished, alice):
    token = links.open_link(finished, alice).token
    page = Client().get(f"/watch/{token}/").content.decode()
    assert f'<meta property="og:title" content="{alice.name} won">' in page
    assert f"3 empires, 1 round: {alice.name} won with" in page
    assert f"/watch/{token}/map.png?v=" in page


def test_players_download_the_map_with_all_names(client, finished, bob):
    client.force_login(bob)
    answer = client.get(f"/games/{finished}/map.png")
    assert answer["Content-Disposition"] == f'attachment; filename="castlerisk-{finished}.png"'
    assert Image.open(BytesIO(answer.content)).height > 1600
    assert Client().get(f"/games/{finished}/map.png").status_code == 404


def test_links_are_part_of_a_persons_data(finished, alice, bob):
    links.open_link(finished, alice)
    links.show_name(finished, bob, is_shown=True)
    links.withdraw(finished, bob)
    names = ("links_opened", "links_withdrawn", "links_with_name")
    assert [exported(alice)[name] for name in names] == [[finished], [], [finished]]
    assert [exported(bob)[name] for name in names] == [[], [finished], [finished]]


def test_strangers_see_no_reasons_and_no_absences():
    told = (TakenBack(2, 0, "Canaryreason"), SeatTaken(0, "steward"), TurnEnded(1))
    seen = SharedEyes("public").shown(told)
    assert [type(event) for event in seen] == [TakenBack, TurnEnded]
    assert seen[0].reason != told[0].reason


def test_strangers_see_no_field_that_a_sentence_repeats_word_for_word():
    """Ids become names, so a sentence repeats only free text, and two fields of the rules' own."""
    own, found = {"purpose", "deck"}, set()
    for ruleset, samples in ((GREYHAWK, SAMPLES), (HEADQUARTERS, CHAPTER_11)):
        words = Words(tuple("ABCDEF"), ruleset)
        for event in samples:
            shown = SharedEyes("open", tuple(range(6))).shown([event])
            for field in {each.name for each in fields(event)} - own if shown else ():
                if isinstance(getattr(event, field), str) and _repeats(event, field, words):
                    found.add((type(event), field))
                    assert getattr(shown[0], field) == event.unsaid[field]
    assert {kind for kind, _ in found} == {type(each) for each in SAMPLES if each.unsaid}


def _repeats(event, field, words):
    try:
        return TITLE in describe(replace(event, **{field: TITLE}), words)
    except (KeyError, ValueError):
        return False  # An id or one of a few values.
