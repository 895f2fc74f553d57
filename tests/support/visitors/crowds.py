"""Helpers of the tests of races: many who ask at the same moment, each by its own connection."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connection

from games.exceptions import Refused
from rules import RulesError


def at_once(do, arguments):
    """Call a function with each of the arguments at one moment; return what came, or refused."""
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
    """Say how many wait in PostgreSQL for what others hold."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return cursor.fetchone()[0]
