"""Counting the queries of a test on any database."""

from django.db import connection
from django.test.utils import CaptureQueriesContext


class Queries(CaptureQueriesContext):
    """The captured queries except those of the database's clock.

    Only PostgreSQL has a clock to query, and whether a process queries it within a test depends on
    when it last did.
    """

    def __init__(self) -> None:
        super().__init__(connection)

    @property
    def captured_queries(self) -> list[dict[str, str]]:
        queries = super().captured_queries
        return [query for query in queries if "clock_timestamp" not in query["sql"]]
