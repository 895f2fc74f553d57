"""Tests for one kind of database only."""

import pytest
from django.db import connection

only_on_postgresql = pytest.mark.skipif(
    connection.vendor != "postgresql", reason="It takes long, and PostgreSQL is the harder case."
)
"""Marks a long test that `test_on_postgresql.py` runs, and that needs no second run on SQLite."""
