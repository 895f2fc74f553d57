"""Databases created before the migrations were squashed migrate to the same schema as new ones."""

import json
import re
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.db import connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

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


def migrate_as_before(connection, last):
    """Apply the replaced migrations up to one; return the models as they were then."""
    executor = MigrationExecutor(connection)
    executor.loader = MigrationLoader(connection, replace_migrations=False)
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


@pytest.mark.django_db
def test_a_database_that_has_every_replaced_migration_needs_nothing_more(new_schema, tmp_path):
    with new_database("made_before", tmp_path) as made:
        migrate_as_before(made, "0019_measure_appeals")
        migrate(made)
        assert schema(made) == new_schema


def test_a_new_schema_has_the_triggers_of_the_record(new_schema):
    text = str(new_schema).lower()
    assert "action_kept_update" in text and "action_kept_delete" in text


@pytest.mark.django_db
def test_an_older_database_gets_the_same_schema_and_its_data_is_migrated(new_schema, tmp_path):
    with new_database("made_before", tmp_path) as made:
        before = migrate_as_before(made, "0011_games_found")
        user = before.get_model("games", "User").objects.create(name="Flora", name_key="flora")
        addresses = before.get_model("account", "EmailAddress").objects
        addresses.create(user_id=user.pk, email="Flora@Example.org", verified=True)
        games = before.get_model("games", "Game").objects
        day = timedelta(days=1) // timedelta(seconds=1)
        common = {"ruleset": "greyhawk", "ruleset_version": 1, "options": {}, "seed": b""}
        games.create(code="slow", turn_seconds=day, **common)
        games.create(code="live", turn_seconds=300, **common)
        web = before.get_model("games", "Process").objects.create(
            kind="web", host="here", number=1, began=1, has_redis=False
        )
        pages = before.get_model("games", "Presence").objects
        pages.create(process_id=web.pk, user_id=user.pk, codes=["live"])
        migrate(made)
        assert schema(made) == new_schema
        assert addresses.get().email == "flora@example.org"
        with made.cursor() as cursor:
            cursor.execute("SELECT code, fills_until FROM games_game")
            fills_until = dict(cursor.fetchall())
            cursor.execute("SELECT looks FROM games_presence")
            (looks,) = cursor.fetchone()
        assert fills_until["live"] is None and fills_until["slow"] is not None
        # An open page counts as used just now.
        assert 0 <= now() - json.loads(looks)["live"] < 600_000
