"""Older databases migrate to the same schema as new ones, and keep their data."""

import re
from contextlib import contextmanager

import pytest
from django.db import connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from games.models import LastVisit, Presence, SeatHolder, SiteSettings
from games.storage.store.database_time import now

SQLITE = "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name <> 'sqlite_sequence'"
POSTGRESQL = (
    "SELECT table_name, column_name, data_type, character_maximum_length, is_nullable,"
    " column_default, is_identity FROM information_schema.columns WHERE table_schema = 'public'",
    "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint"
    " WHERE connamespace = 'public'::regnamespace",
    "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
    "SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal",
    "SELECT proname, pg_get_functiondef(oid) FROM pg_proc"
    " WHERE pronamespace = 'public'::regnamespace",
)


@contextmanager
def new_database(name, folder):
    """Use an empty database on the same server inside the block, or a new file of SQLite."""
    usual = connections["default"]
    made = usual.copy()
    if made.vendor == "sqlite":
        made.settings_dict["NAME"] = folder / name
    else:
        # A pool would hand out connections to the usual database.
        del made.settings_dict["OPTIONS"]["pool"]
        made.settings_dict["NAME"] = name
        with usual._nodb_cursor() as cursor:
            cursor.execute(f"CREATE DATABASE {name}")
    connections["default"] = made
    try:
        yield made
    finally:
        made.close()
        connections["default"] = usual
        if made.vendor == "postgresql":
            with usual._nodb_cursor() as cursor:
                cursor.execute(f"DROP DATABASE {name}")


def migrate(connection):
    """Apply all migrations, as the command does."""
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
    executor.loader.check_consistent_history(connection)
    executor = MigrationExecutor(connection)
    assert not executor.migration_plan(executor.loader.graph.leaf_nodes())


def migrate_to(connection, last):
    """Apply the migrations up to one; return the models as they were then."""
    executor = MigrationExecutor(connection)
    others = [node for node in executor.loader.graph.leaf_nodes() if node[0] != "games"]
    return executor.migrate([*others, ("games", last)]).apps


def schema(connection):
    """Return all tables, columns, constraints, indexes, triggers and functions."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(SQLITE)
            return sorted((*row[:3], definitions(row[3] or "")) for row in cursor.fetchall())
        found = []
        for query in POSTGRESQL:
            cursor.execute(query)
            found += sorted(map(str, cursor.fetchall()))
        return found


def definitions(statement):
    """Return the parts of a statement; in a table, columns may come in any order."""
    if not statement.startswith("CREATE TABLE"):
        return [statement]
    head, _, body = statement.partition("(")
    parts, depth, start = [head], 0, 0
    for place, sign in enumerate(body):
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if (sign == "," and depth == 0) or depth < 0:
            parts.append(re.sub(r"\s+", " ", body[start:place]).strip())
            start = place + 1
    return sorted(parts)


@pytest.fixture(scope="module")
def new_schema(django_db_setup, django_db_blocker, tmp_path_factory):
    """The schema of a new database."""
    with (
        django_db_blocker.unblock(),
        new_database("made_new", tmp_path_factory.mktemp("new")) as made,
    ):
        migrate(made)
        return schema(made)


@pytest.mark.long
@pytest.mark.django_db
def test_a_database_with_the_squashed_migrations_gets_the_same_schema(new_schema, tmp_path):
    with new_database("made_before", tmp_path) as made:
        migrate_to(made, "0001_squashed_0019")
        recorder = MigrationRecorder(made)
        recorder.record_unapplied("games", "0001_squashed_0019")
        recorder.record_applied("games", "0019_measure_appeals")
        migrate(made)
        assert schema(made) == new_schema


def test_a_new_schema_has_the_triggers_of_the_record(new_schema):
    text = str(new_schema).lower()
    assert "action_kept_update" in text and "action_kept_delete" in text


@pytest.mark.long
@pytest.mark.django_db
def test_an_older_database_gets_the_same_schema_and_keeps_its_data(new_schema, tmp_path):
    with new_database("made_before", tmp_path) as made:
        before = migrate_to(made, "0025_confirmed_mail_kinds")
        user = before.get_model("games", "User").objects.create(name="Flora", name_key="flora")
        game = before.get_model("games", "Game").objects.create(
            code="live", ruleset="greyhawk", ruleset_version=1, options={}, turn_seconds=300
        )
        before.get_model("games", "Looking").objects.create(user=user, game=game, number=7)
        before.get_model("games", "House").objects.create(pk=1, announcement="Welcome.")
        seat = before.get_model("games", "Player").objects.create(game=game, seat=0, user=user)
        before.get_model("games", "Sitting").objects.create(player=seat, user=user)
        web = before.get_model("games", "Process").objects.create(
            kind="web", host="here", number=1, began=1, has_redis=False
        )
        before.get_model("games", "Presence").objects.create(
            process_id=web.pk, user_id=user.pk, codes=["live"]
        )
        migrate(made)
        assert schema(made) == new_schema
        assert LastVisit.objects.get(user_id=user.pk, game__code="live").number == 7
        assert SeatHolder.objects.get(player__seat=0).user_id == user.pk
        assert SiteSettings.objects.get().announcement == "Welcome."
        # An open page counts as used just now.
        assert 0 <= now() - Presence.objects.get().looks["live"] < 600_000
