"""Attack: predict dice from a copy of the database, without the files stored beside it."""

import base64
from io import StringIO

import pytest
from cryptography.fernet import Fernet
from django.core.management import CommandError, call_command
from django.db import connection

from games.community.moderation import on_games
from games.models import Game, Process, seeds
from games.playing.start import create_game, start_game
from games.storage.processes import registry, seed_checks
from games.storage.processes.registry import CannotServe
from games.storage.store.stored_game import load
from rules import Options
from tests.support.tables.positions.pinned import SEED, pin
from tests.support.tables.tables import play_bots
from tests.support.visitors.moderators import action

pytestmark = pytest.mark.django_db


@pytest.fixture
def running():
    """A game of two captains in its first rounds."""
    game = create_game(["captain"] * 2, Options(quick=True))
    start_game(game.code)
    play_bots(game.code, 20)
    return game


def everything():
    """Yield every value of every row in the database, as bytes."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            for row in cursor.fetchall():
                for value in row:
                    is_bytes = isinstance(value, (bytes, memoryview))
                    yield bytes(value) if is_bytes else str(value).encode()


def is_in_backup(seed):
    forms = (seed, seed.hex().encode(), base64.b64encode(seed), base64.urlsafe_b64encode(seed))
    return any(form in value for value in everything() for form in forms)


def test_no_row_holds_a_running_games_seed(running):
    assert not is_in_backup(load(running.code).seed)


def test_no_row_holds_an_open_tables_seed():
    assert not is_in_backup(load(create_game([None] * 2).code).seed)


def test_another_key_decrypts_nothing(running, settings):
    settings.SEED_KEYS = [Fernet.generate_key().decode()]
    with pytest.raises(seeds.SeedKeyMissing, match="put the file seed-key back"):
        play_bots(running.code, 1)
    complaints = StringIO()
    with pytest.raises(CommandError):
        call_command("audit", running.code, stdout=StringIO(), stderr=complaints)
    assert "put the file seed-key back" in complaints.getvalue()


def test_players_see_that_the_key_is_lost(client, alice, settings):
    code = create_game([alice, "captain"], Options(quick=True)).code
    start_game(code)
    settings.SEED_KEYS = [Fernet.generate_key().decode()]
    client.force_login(alice)
    answer = client.post(f"/games/{code}/moves/", {"move": "resign", "key": "lost-seed-key"})
    assert answer.status_code == 503 and "put the file seed-key back" in answer.content.decode()


def test_starting_without_the_key_is_logged(running, settings, caplog):
    registry.register("worker")
    assert "seed-key" not in caplog.text
    Process.objects.all().delete()
    settings.SEED_KEYS = [Fernet.generate_key().decode()]
    registry.register("worker")
    assert "put the file seed-key back" in caplog.text


def test_an_older_key_on_a_later_line_still_decrypts(running, settings):
    settings.SEED_KEYS = [Fernet.generate_key().decode(), *settings.SEED_KEYS]
    play_bots(running.code, 1)
    call_command("audit", running.code, stdout=StringIO())


def test_the_seed_is_published_when_the_game_is_over(running, fritz, settings):
    seed = load(running.code).seed
    on_games.cancel(action("cancel", fritz, game=Game.objects.get(pk=running.pk)))
    settings.SEED_KEYS = [Fernet.generate_key().decode()]
    over = Game.objects.get(pk=running.pk)
    assert bytes(over.seed) == seed and over.sealed_seed is None
    call_command("audit", running.code, stdout=StringIO())


# Upgrades


def an_old_process():
    """A process of the previous version, which reports no key."""
    return Process.objects.create(kind="web", host="h", number=1, began=1, has_redis=True)


def test_clear_seeds_are_encrypted_once_the_old_version_is_gone(running):
    pinned = pin(create_game(["captain"] * 2, Options(quick=True)), "c2ear345")
    start_game(pinned.code)
    process = an_old_process()
    assert seed_checks.encrypt_clear_seeds() == 0 and is_in_backup(SEED)
    process.delete()
    assert seed_checks.encrypt_clear_seeds() == 1
    assert not is_in_backup(SEED) and load(pinned.code).seed == SEED
    play_bots(pinned.code, 5)
    call_command("audit", pinned.code, stdout=StringIO())


def test_seeds_stay_readable_for_the_running_old_version():
    an_old_process()
    game = create_game(["captain"] * 2)
    assert len(bytes(Game.objects.get(pk=game.pk).seed)) == 32


def test_a_machine_with_another_key_does_not_serve(settings):
    registry.register("worker")
    settings.SEED_KEYS = [Fernet.generate_key().decode()]
    other = Process(kind="worker", host=registry.host(), number=1, began=1, has_redis=False)
    other.seed_key = seeds.fingerprint()
    (own,) = Process.objects.all()
    assert "Copy the file seed-key" in registry.incompatibility(other, own, False)
    other.save()
    with pytest.raises(CannotServe, match="Copy the file seed-key"):
        registry.verify_together(other)
