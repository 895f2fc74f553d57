"""Helpers for tests of races: concurrent calls, each on its own connection."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connection

from games.exceptions import Refused
from rules import RulesError


def at_once(do, arguments):
    """Call a function concurrently with each argument; return the results, including refusals."""
    barrier = Barrier(len(arguments))

    def run(argument):
        barrier.wait()
        try:
            return do(argument)
        except (Refused, RulesError) as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(arguments)) as crowd:
        return list(crowd.map(run, arguments))


def somebody_waits():
    """Return how many requests for PostgreSQL locks are waiting."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return cursor.fetchone()[0]
