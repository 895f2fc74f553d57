"""The calendar of a person's deadlines: its text, its secret address, and what it does not say."""

import re
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.community.own_games.deadline_feed import feed_address, feed_of
from games.community.own_games.icalendar import CalendarEvent, calendar_text
from games.community.own_games.my_games import my_games
from games.community.people.deletion import delete_account
from games.models import Game, Player

AT = datetime(2026, 3, 5, 20, 15, tzinfo=UTC)
PLAIN = {
    "uid": "one",
    "made_at": AT,
    "at": AT,
    "title": "Title",
    "text": "",
    "url": "https://e.org",
}


def lines_of(text):
    """The logical lines of a calendar."""
    assert text.endswith("\r\n") and "\n" not in text.replace("\r\n", "")
    return text.replace("\r\n ", "").splitlines()


def test_the_text_of_a_calendar():
    text = calendar_text("Games", 15, [CalendarEvent(**PLAIN)])
    assert text == (
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Castlerisk//Deadlines//EN\r\n"
        "CALSCALE:GREGORIAN\r\nX-WR-CALNAME:Games\r\n"
        "REFRESH-INTERVAL;VALUE=DURATION:PT15M\r\nX-PUBLISHED-TTL:PT15M\r\n"
        "BEGIN:VEVENT\r\nUID:one\r\nDTSTAMP:20260305T201500Z\r\nDTSTART:20260305T201500Z\r\n"
        "SUMMARY:Title\r\nDESCRIPTION:\r\nURL:https://e.org\r\nTRANSP:TRANSPARENT\r\n"
        "END:VEVENT\r\nEND:VCALENDAR\r\n"
    )


@pytest.mark.parametrize(
    ("title", "escaped"),
    [
        ("a, b; c\\n", "a\\, b\\; c\\\\n"),
        ("a\r\nEND:VCALENDAR\x00\x7f", "a\\nEND:VCALENDAR"),
        ("ш" * 100, "ш" * 100),
        ("👑" * 100, "👑" * 100),
        ("x" * 67, "x" * 67),
        ("x" * 68, "x" * 68),
    ],
)
def test_texts_are_escaped_and_long_lines_folded(title, escaped):
    text = calendar_text("Games", 15, [CalendarEvent(**PLAIN | {"title": title})])
    assert f"SUMMARY:{escaped}" in lines_of(text)
    assert max(len(line.encode()) for line in text.split("\r\n")) <= 75


@pytest.fixture
def titled(table):
    """The table `table`, with a title that needs escaping and folding."""
    title = "Canary, the; long\\ war of the seven banners against the eighth"
    Game.objects.filter(code=table.code).update(title=title)
    return table


def copied(table, count):
    """Store copies of a table's game."""
    game = Game.objects.get(code=table.code)
    players = list(Player.objects.filter(game=game))
    for number in range(count):
        game.pk, game.code = None, f"copy{number}"
        game.save(force_insert=True)
        for player in players:
            player.pk, player.game = None, game
            player.save(force_insert=True)


@pytest.mark.django_db
def test_the_calendar_has_what_my_games_has_and_nobody_elses(titled, alice, bob):
    mover = titled.mover
    (waiting,) = my_games(mover).waiting
    lines = lines_of(feed_of(mover))
    until = datetime.fromisoformat(waiting.deadline)
    assert f"DTSTART:{until:%Y%m%dT%H%M%SZ}" in lines
    (title,) = [line for line in lines if line.startswith("SUMMARY:")]
    assert "Canary\\, the\\; long\\\\ war" in title
    assert any(re.fullmatch(rf"URL:https?://.+/games/{titled.code}/", line) for line in lines)
    (other,) = {alice, bob} - {mover}
    assert other.name not in feed_of(mover)
    assert "BEGIN:VEVENT" not in feed_of(other) and titled.code not in feed_of(other)
    copied(titled, 3)
    with CaptureQueriesContext(connection) as queries:
        assert feed_of(mover).count("BEGIN:VEVENT") == 4
    (query,) = queries
    secrets = {*Game.secrets, *Player.secrets} - {"clocks"}
    assert not [column for column in secrets if f'"{column}"' in query["sql"]]
    Game.objects.filter(code="copy0").update(held_since=AT)
    Player.objects.filter(game__code="copy1", user=mover).update(control="steward")
    assert feed_of(mover).count("BEGIN:VEVENT") == 2


@pytest.mark.django_db
def test_only_the_newest_address_leads_to_the_calendar(titled, client):
    mover = titled.mover
    client.force_login(mover)
    address = feed_address(mover)
    assert address in client.get("/settings/notices/").text
    stranger, path = Client(), "/my-games/" + address.partition("/my-games/")[2]
    answer = stranger.get(path)
    assert answer.text == feed_of(mover) and answer["X-Robots-Tag"] == "noindex"
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert answer["Cache-Control"] == "private, max-age=300"
    again = stranger.get(path, headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304 and not again.content
    number, _, signature = path.removeprefix("/my-games/").partition(".")
    for forged in (f"{int(number) + 1}.{signature}", f"{number}.x.ics", ".ics", "²..ics"):
        assert stranger.get(f"/my-games/{forged}").status_code == 404, forged
    mover.set_password("a new password")
    mover.save()
    assert stranger.get(path).status_code == 404
    address = feed_address(mover)
    path = "/my-games/" + address.partition("/my-games/")[2]
    assert stranger.get(path).status_code == 200
    delete_account(mover)
    assert stranger.get(path).status_code == 404
