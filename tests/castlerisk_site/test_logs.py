"""The log: machine-readable lines without secrets."""

import json
import logging
from contextlib import closing
from io import StringIO

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session

from castlerisk_site.logs import configuration, scrubbed
from games.models import Game, HiddenArmies, Move, User
from rules import move_to_json
from tests.support.servers.live import TOKEN, Browser, Server


@pytest.mark.parametrize(
    ("said", "logged"),
    [
        ("mail to bob.b+x@mail.example.org failed", "mail to (address) failed"),
        ("Key (email)=(bob@example.org) exists", "Key (email)=((address)) exists"),
        ("postgres://site:hard@10.1.1.1:5432/x", "postgres://(hidden)@10.1.1.1:5432/x"),
        ("Not Found: /games/k3/invitation/aB3_d-9/", "Not Found: /games/k3/invitation/(hidden)/"),
        ("Gone: /answers/7.WyJ.1a-b_.c3/", "Gone: /answers/(hidden)/"),
        ("Error: /circles/k3/join/aB3_d-9/", "Error: /circles/k3/join/(hidden)/"),
        ("Error: /games/k3/join/", "Error: /games/k3/join/"),
        ("GET /accounts/password/reset/key/3-abc/", "GET /accounts/password/reset/key/(hidden)/"),
        ("/games/k3v9/changes/?have=12&x=1 is gone", "/games/k3v9/changes/?(hidden) is gone"),
        ("cookie: sessionid=abc; other", "cookie: (hidden) other"),
        ("sessionid=abcdef0123", "sessionid=(hidden)"),
        ("salt 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b", "salt (hidden)"),
        ("test_pages_outlive_the_loss_of_every_connection", ""),
        ("fired game=k3v9x2mq kind=clock seat=1 number=12 late=0.034", ""),
        ("at games/playing/play.py line 12 in play_moves", ""),
    ],
)  # fmt: skip
def test_secrets_are_scrubbed_from_logs(said, logged):
    assert scrubbed(said) == (logged or said)


def record(message, error=None, **extra):
    info = (type(error), error, error.__traceback__) if error else None
    made = logging.LogRecord("games.work", logging.INFO, "x.py", 1, message, (), info)
    made.__dict__.update(extra)
    return made


def formatter(is_json):
    made = configuration(is_json)["formatters"]["site"]
    return made.pop("()")(**made)


def test_a_line_of_json_has_the_game_the_move_and_the_trace():
    try:
        raise ValueError("of bob@example.org")
    except ValueError as error:
        line = formatter(True).format(record("failed", error, game="k3v9", number=12, other="x"))
    told = json.loads(line)
    assert (told["event"], told["level"], told["game"]) == ("failed", "info", "k3v9")
    assert told["number"] == 12 and "other" not in told
    assert "ValueError: of (address)" in told["exception"]


def test_a_text_line_has_the_same_fields_without_repetition():
    line = formatter(False).format(record("fired game=k3v9", game="k3v9", number=12))
    assert line.endswith(" INFO games.work fired game=k3v9 number=12")
    assert line.count("k3v9") == 1


def test_the_next_request_is_not_logged_with_the_previous_game(client, table):
    logger, lines = logging.getLogger("castlerisk.requests"), StringIO()
    handler, level = logging.StreamHandler(lines), logger.level
    handler.setFormatter(formatter(True))
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        for address in (f"/games/{table.code}/", "/about/"):
            client.get(address)
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)
    at_table, about = map(json.loads, lines.getvalue().splitlines())
    assert at_table["game"] == table.code
    assert about["route"] == "/about/" and "game" not in about


# The log of a running server


@pytest.fixture
def server(tmp_path, db):
    server = Server(tmp_path)
    server.environment["CASTLERISK_LOGS"] = "json"
    server.start()
    yield server
    server.stop()


@pytest.mark.django_db(transaction=True)
def test_a_server_logs_every_request_and_no_secret(table, server, alice, bob):
    Game.objects.update(is_listed=False)
    game = Game.objects.get()
    browsers = [Browser(server, user) for user in (alice, bob)]
    paths = (
        f"/games/{game.code}/",
        f"/games/{game.code}/invitation/{game.invitation}/",
        f"/games/{game.code}/changes/?have=the-canary-in-a-query",
        "/accounts/password/reset/key/3-canary-in-a-reset/",
        "/accounts/confirm-email/the-canary-in-a-confirmation/",
        "/invitation/the-canary-in-a-mistyped-address/",
        "/answers/1.the-canary-in-an-answer/",
    )
    for browser in browsers:
        for path in paths:
            browser.get(path)
        browser.post("/accounts/login/", login=bob.email, password="the-canary-in-a-password")
    decision, move = table.decision()
    mover = browsers[0 if table.mover == alice else 1]
    fields = {name: value for name, value in move_to_json(move).items() if value is not None}
    fields |= {"decision": decision.number, "key": "the-canary-in-a-key", "have": ""}
    assert mover.post(f"/games/{game.code}/moves/", **fields)[0] == 200
    with closing(mover):
        mover.listen(f"/ws/games/{game.code}/").recv()
    number = Game.objects.get().number

    told = [json.loads(line) for line in server.log.splitlines()]
    answered = [line for line in told if line["event"] == "answered"]
    assert len(answered) == 2 * len(paths) + 3
    assert len({line["request"] for line in answered}) == len(answered)
    (moved,) = [line for line in answered if line["route"].endswith("/moves/")]
    assert (moved["game"], moved["number"], moved["status"]) == (game.code, number, 200)

    secrets = {settings.SECRET_KEY, TOKEN, game.invitation, bytes(game.seed).hex(), "canary"}
    secrets |= set(User.objects.values_list("email", flat=True))
    secrets |= set(Session.objects.values_list("session_key", flat=True))
    secrets |= set(HiddenArmies.objects.values_list("salt", flat=True))
    secrets |= set(Move.objects.filter(key="the-canary-in-a-key").values_list("key", flat=True))
    assert len(secrets) > 8
    assert [secret for secret in secrets if secret in server.log] == []


@pytest.mark.parametrize(
    "piece", ["a", "1", "/", "/a", "a.", "a-", "a@", "://", "a@a.", "password "]
)
def test_long_client_text_is_scrubbed_in_linear_time(piece):
    # In quadratic time this would take many minutes.
    text = piece * (1_000_000 // len(piece))
    assert scrubbed(text).startswith(piece[0]) or "(address)" in scrubbed(text)


def test_a_path_keeps_its_folders_when_its_query_is_hidden():
    assert scrubbed("at /a/b/?x=1&y=/c?d end") == "at /a/b/?(hidden) end"
    assert scrubbed("http://host/a?b") == "http://host/a?(hidden)"
