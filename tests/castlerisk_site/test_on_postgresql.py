"""Run the database tests again, on PostgreSQL."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.servers import postgresql

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path("tests/games")
PYTEST = (sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider")

GROUPS = {
    "moves": (
        "playing/test_play.py",
        "playing/test_races.py",
        "storage/store/test_lock_order.py",
    ),
    "tables": (
        "storage/store/test_stored_game.py",
        "community/fairness/test_audit.py",
        "web/worker/test_due.py",
        "community/lobby/test_tables.py",
        "web/worker/test_hourly.py",
        "community/lobby/test_lists.py",
        "community/lobby/invitations/test_invited_people.py",
        "community/fairness/test_records.py",
        "web/views/test_bad_input.py",
        "storage/store/test_few_messages.py",
        "storage/store/test_writes.py",
        "migrations/test_squashed.py",
        "community/notices/test_notices.py",
        "community/notices/test_reading_notices.py",
        "community/notices/test_deliveries.py",
        "community/notices/test_mail.py",
        "community/notices/test_table_messages.py",
        "community/circles/test_circle_hooks.py",
    ),
    "races": (
        "storage/processes/test_presence.py",
        "storage/processes/test_registry.py",
        "community/lobby/test_lobby_races.py",
        "community/lobby/invitations/test_invitation_races.py",
        "community/own_games/test_answer_races.py",
        "community/circles/test_circle_races.py",
        "community/moderation/test_races.py",
        "community/moderation/test_on_people.py",
        "playing/clocks/test_outages.py",
        "playing/clocks/test_deadline_races.py",
        "storage/processes/test_machine_clocks.py",
        "storage/store/test_locks.py",
        "playing/clocks/test_recovery.py",
        "playing/clocks/test_clock_steps.py",
        "web/worker/test_notice_threads.py",
        "web/worker/test_worker.py",
        "storage/processes/test_several.py",
        "storage/processes/test_connections.py",
        "web/live/test_live.py::test_pages_outlive_the_loss_of_every_connection",
        "storage/processes/test_redis.py::test_limits_are_shared_and_while_redis_is_away_each_process_counts_alone",
    ),
}
"""The tests of unusual SQL and of locks, and those that need a database shared by processes.

Each group has its own PostgreSQL, so that they can run in parallel; starting more servers would
take longer than it saves. Every run has the first group; the others are long.
"""

SAME_ON_ANY = (
    "test_every_moment_that_was_lost_is_given_back_once_and_nothing_runs_out_early",
    "test_without_an_outage_clocks_run_out_on_time",
    "test_a_whole_games_notices_cover_every_turn_and_no_secret",
    "test_a_turn_of_every_game_is_played_to_its_end",
    "test_a_tampered_record_is_refused",
    "test_no_field_of_any_form_and_no_question_of_any_link_breaks_a_page[nobody]",
)
"""Slow tests in these groups that are left out, because others exercise the same queries."""


@pytest.mark.parametrize(
    "group", ["moves", *(pytest.param(name, marks=pytest.mark.long) for name in [*GROUPS][1:])]
)
def test_stored_data_is_sound_on_postgresql(group, needs_postgresql):
    files = [str(FOLDER / name) for name in GROUPS[group]]
    left_out = " or ".join(SAME_ON_ANY)
    with postgresql.server() as address:
        done = subprocess.run(
            [*PYTEST, "-k", f"not ({left_out})", *files],
            cwd=ROOT,
            env=os.environ | {"DATABASE_URL": address},
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout


def test_a_port_taken_by_another_process_is_skipped(needs_postgresql):
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        free = next(postgresql.free_ports())
        with postgresql.server(iter((taken, free))) as address:
            assert f":{free}/" in address
            socket.create_connection(("127.0.0.1", free)).close()


def test_an_unreachable_socket_folder_is_skipped(needs_postgresql, tmp_path):
    tmp_path.chmod(0o700)
    below = tmp_path / "below"
    below.mkdir(mode=0o777)
    reaches = os.getuid() != 0
    places = (tmp_path / "nowhere", below, *postgresql.PLACES)
    with postgresql.folder_for(postgresql.owner_of_data(), places) as folder:
        assert (folder.parent == below) is reaches
    assert not folder.exists() and not list(below.iterdir())
