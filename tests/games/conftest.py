"""Fixtures for the tests of the site: alice to move, bob seated, charlie a stranger."""

import os
import random
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.community.moderation import site_mode
from games.community.trust.roles import Role, settle_groups
from games.models import User
from games.playing.start import create_game, start_game
from rules import Options
from rules.questions import DecisionKind
from tests.support.servers import postgresql, redis_servers
from tests.support.servers.receivers import MailServer, serving
from tests.support.tables.caches import forget_games
from tests.support.tables.composed import fronts, table_of
from tests.support.tables.known_chance import know
from tests.support.tables.play_ahead import is_in_round, play_ahead
from tests.support.tables.positions.pinned import pin
from tests.support.tables.tables import Table
from tests.support.visitors.desks import ROLES
from tests.support.visitors.members import log_in, member
from tests.support.visitors.moderators import log_in_as, moderator

KEPT = "action_kept_DELETE"
"""The trigger that protects the moderation record in SQLite."""


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix):
    """Lift PostgreSQL's timeouts in tests; processes they start keep the site's own limits."""
    if connection.vendor == "postgresql":
        options = connection.settings_dict["OPTIONS"]
        # A test is one long transaction, and a bot may think for a long time on a loaded machine.
        options.pop("options", None)
        options["pool"]["timeout"] = 240


@pytest.fixture(scope="session")
def no_files(tmp_path_factory):
    """An empty folder for collected static files."""
    return tmp_path_factory.mktemp("static")


@pytest.fixture(autouse=True)
def plain_site(settings, no_files, monkeypatch):
    """Use unhashed file names, a fast password hasher, and empty caches."""
    settings.STATIC_ROOT = no_files
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
    # Otherwise the WhiteNoise of every test client would first list all static files.
    settings.WHITENOISE_AUTOREFRESH = True
    # The site's password hasher is slow on purpose.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # Mail goes into the site's outbox, and from there to `django.core.mail.outbox`.
    settings.EMAIL_BACKEND = "games.community.notices.sending.outbox.OutboxBackend"
    settings.MAIL_TRANSPORT = "django.core.mail.backends.locmem.EmailBackend"
    # No test writes to, or clears, a Redis named by the environment.
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    cache.clear()
    # These caches rely on unique codes and keys, but games of different tests share some.
    forget_games()
    # Occasional queries of the site mode would make the counts of statements vary.
    monkeypatch.setattr(site_mode, "KNOWN_SECONDS", 3600)
    site_mode.believe(site_mode.SiteStatus())


@pytest.fixture(autouse=True)
def chance_of_its_own(request, monkeypatch):
    """Seed each test's random numbers from its name, so that every run draws the same ones."""
    know(lambda: request.node.nodeid, monkeypatch.setattr)


def person(name):
    return User.objects.create_user(name, f"{name}@example.org")


@pytest.fixture
def alice(db):
    return person("alice")


@pytest.fixture
def bob(db):
    return person("bob")


@pytest.fixture
def charlie(db):
    return person("charlie")


@pytest.fixture
def dora(db):
    """A moderator; fritz is a senior one, olga an operator."""
    return moderator("dora")


@pytest.fixture
def fritz(db):
    return moderator("fritz", Role.SENIOR)


@pytest.fixture
def olga(db):
    return moderator("olga", Role.OPERATOR)


@pytest.fixture
def flora(db):
    """A member: a person with a password and a confirmed address."""
    return member()


@pytest.fixture
def at_home(flora, client):
    """Flora's browser."""
    log_in(client, "Flora")
    return client


@pytest.fixture
def page(client):
    """A function that gets a page by name, or posts to it, as a user; returns the response."""

    def ask(user, name, *words, data=None, **headers):
        if user is None:
            client.logout()
        else:
            client.force_login(user)
        address = reverse(name, args=words)
        if data is None:
            return client.get(address, headers=headers)
        return client.post(address, data, headers=headers)

    return ask


@pytest.fixture
def people(db):
    """A user for each moderation role, by name."""
    return {name: moderator(name, role) for name, role in ROLES.items()}


@pytest.fixture
def browsers(people, alice):
    """A browser for each role, for a user without a role, and for an anonymous visitor."""
    found = {"nobody": Client(), "alice": Client()}
    found["alice"].force_login(alice)
    for name, user in people.items():
        found[name] = Client()
        log_in_as(found[name], user)
    return found


@pytest.fixture
def opened(alice, bob):
    """A table of alice, bob and a captain, before the game begins."""
    return pin(create_game([alice, bob, "captain"], Options(quick=True)), "a2tab3e4")


@pytest.fixture
def table(opened, alice, bob):
    """The table `opened` on the first turn, alice's or bob's: `mover` is the user on turn."""
    start_game(opened.code)
    table = Table(opened.code, {0: alice, 1: bob}, random.Random(7))
    play_ahead(table.code, table.random, lambda state: state.round and state.decisions[0].seat != 2)
    return table


@pytest.fixture
def on_turn(table):
    """The same `table`, once `mover` may make the first attack of the turn."""

    def is_there(state):
        decision = state.decisions[0]
        is_attacking = decision.kind is DecisionKind.ATTACKS and not state.this_turn.attacked
        return is_attacking and decision.seat in table.persons

    play_ahead(table.code, table.random, is_there)
    return table


@pytest.fixture
def claiming(alice, bob):
    """The code of a game of alice and bob at the beginning of its full set-up."""
    game = create_game([alice, bob], Options())
    start_game(game.code)
    return game.code


@pytest.fixture
def three(alice, bob, charlie):
    """A table of three people in the first turn of the game."""
    code = pin(create_game([alice, bob, charlie], Options(quick=True)), "p3actstb").code
    start_game(code)
    three = Table(code, {0: alice, 1: bob, 2: charlie}, random.Random(7))
    play_ahead(code, three.random, is_in_round)
    return three


@pytest.fixture
def first_turn(alice, bob, charlie):
    """A table on its first turn: (table, seat to move, its user, the best attack)."""
    table = table_of("greyhawk", alice, bob, charlie)
    seat = table.seat_of(table.mover)
    return table, seat, table.mover, fronts(table.state(), seat)[0]


@pytest.fixture
def duel(alice, bob):
    """A table of alice and bob alone; the player on turn may attack."""
    code = pin(create_game([alice, bob], Options(quick=True)), "d2de3n45").code
    start_game(code)
    duel = Table(code, {0: alice, 1: bob}, random.Random(7))
    play_ahead(code, duel.random, is_in_round)
    return duel


@pytest.fixture
def bots_game(db):
    """A game of four captains in its first rounds."""
    game = pin(create_game(["captain"] * 4, Options(quick=True)), "b5game67")
    start_game(game.code)
    play_ahead(game.code, random.Random(5), most=50)
    return game


@pytest.fixture
def calm(db):
    """The code of a game of two captains at a calm pace, in its first turn."""
    game = pin(create_game(["captain"] * 2, Options(quick=True, rounds=50)), "ca2m3456")
    start_game(game.code)
    play_ahead(game.code, random.Random(5), is_in_round)
    return game.code


@pytest.fixture
def mails(settings, alice):
    """A mail server for the site's mail; alice has a confirmed address."""
    EmailAddress.objects.create(user=alice, email=alice.email, verified=True, primary=True)
    with serving(MailServer()) as server:
        settings.MAIL_TRANSPORT = "games.community.notices.channels.smtp.BoundedSmtp"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        yield server


@pytest.fixture
def ahead(monkeypatch):
    """A function that sets this process's clock an hour ahead."""
    if connection.vendor != "postgresql":
        pytest.skip("A file has no clock but this machine's.")
    right = timezone.now
    return lambda: monkeypatch.setattr(timezone, "now", lambda: right() + timedelta(hours=1))


@pytest.fixture
def meanwhile():
    """A function that runs another in a thread with its own database connection."""

    def run(ask):
        try:
            return ask()
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as others:
        yield lambda ask: others.submit(run, ask)


@pytest.fixture
def record_may_go(transactional_db):
    """Delete the moderation record after the test, which a trigger otherwise forbids."""
    settle_groups()
    yield
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT sql FROM sqlite_master WHERE name = %s", [KEPT])
        (kept,) = cursor.fetchone()
        cursor.execute(f"DROP TRIGGER {KEPT}")
        cursor.execute("DELETE FROM games_action")
        cursor.execute(kept)


@pytest.fixture
def redis_server(tmp_path):
    """A Redis that runs until the test ends or stops it."""
    server = redis_servers.started(tmp_path)
    yield server
    server.kill()


@pytest.fixture
def needs_postgresql():
    """Skip tests that need PostgreSQL if it cannot be started; fail if skipping is forbidden."""
    try:
        with postgresql.folder_for(postgresql.owner_of_data()):
            return postgresql.programs()
    except postgresql.Missing as missing:
        if os.environ.get("CASTLERISK_REQUIRE_ALL") == "1":
            pytest.fail(str(missing))
        pytest.skip(str(missing))
