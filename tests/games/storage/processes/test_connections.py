"""Database connections of requests after a restart of PostgreSQL."""

from contextlib import ExitStack

import pytest
from django.apps import apps
from django.db import connection
from django.db.models.signals import pre_migrate

from games.storage.processes.connections import renew_pool

pytestmark = pytest.mark.skipif(
    connection.vendor == "sqlite", reason="A file has no connections to lose."
)


@pytest.fixture
def pool(transactional_db):
    """The pool, with several idle connections."""
    pool = connection.pool
    with ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(pool.connection())
    return pool


def break_all():
    """Break all connections but this one, as the database's death does."""
    with connection.cursor() as cursor:
        cursor.execute(
            "select pg_terminate_backend(pid, 5000) from pg_stat_activity "
            "where datname = current_database() and pid <> pg_backend_pid()"
        )


def test_requests_do_not_reuse_old_connections(pool):
    break_all()
    renew_pool()
    pool.pop_stats()
    with ExitStack() as stack:
        for _ in range(3):
            assert stack.enter_context(pool.connection()).execute("select 1").fetchone() == (1,)
    assert "connections_lost" not in pool.get_stats()


def test_an_upgrade_is_not_cut_off_however_long_a_step_takes(db):
    with connection.cursor() as cursor:
        cursor.execute("set idle_in_transaction_session_timeout = 5000")
        pre_migrate.send(apps.get_app_config("games"), using=connection.alias)
        cursor.execute("show idle_in_transaction_session_timeout")
        assert cursor.fetchone() == ("0",)
