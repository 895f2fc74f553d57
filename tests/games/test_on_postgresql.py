"""The tests of what is stored once more, on a PostgreSQL of their own."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.games import postgresql

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).parent.relative_to(ROOT)
PYTEST = (sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider")

GROUPS = {
    "tables": (
        *("test_play.py", "test_store.py", "test_audit.py", "test_due.py", "test_lobby.py"),
        *("test_missed_turns.py", "test_chores.py", "test_hosting.py", "test_lobby_lists.py"),
        *(
            "test_guests.py",
            "test_talk.py",
            "test_records.py",
            "test_since.py",
            "test_unattended.py",
        ),
        *("test_plans.py", "test_bad_input.py", "test_few_messages.py", "test_writes.py"),
    ),
    "races": (
        *("test_presence.py", "test_processes.py", "test_races.py", "test_lobby_races.py"),
        *("test_moderation_races.py", "test_moderation_people.py", "test_outages.py"),
        *("test_deadline_races.py", "test_machine_clocks.py", "test_locks.py"),
        *("test_lock_order.py", "test_recovery.py", "test_clock_steps.py"),
    ),
    "notices": (
        *("test_notices.py", "test_deliveries.py", "test_notice_mail.py", "test_postman.py"),
    ),
    "processes": (
        "test_worker.py",
        "test_several.py",
        "test_connecting.py",
        "test_live.py::test_pages_outlive_the_loss_of_every_connection",
        "test_redis.py::test_limits_are_shared_open_while_redis_is_away_and_shared_again",
    ),
}
"""The tests that ask something of the database, and what only one for several processes can show.

Each group has a PostgreSQL of its own, so that they can run side by side.
"""

SAME_ON_ANY = (
    "test_every_moment_that_was_lost_is_given_back_once_and_nothing_runs_out_early",
    "test_where_nothing_is_away_a_clock_runs_out_at_its_time",
    "test_games_with_plans_at_random_replay_from_their_log",
    "test_a_turn_of_every_game_is_played_to_its_end",
    "test_a_tampered_record_is_refused",
    "test_every_step_is_the_map_as_the_player_could_see_it_then",
    "test_lines_are_grouped_by_whom_and_what_they_are_about",
    "test_without_scripts_the_links_lead_from_step_to_step",
    "test_guests_from_one_address_are_ten_an_hour",
    "test_a_guest_is_led_to_where_an_account_is_made",
)
"""Of their tests those that take long and ask the database nothing that others do not ask."""


@pytest.mark.parametrize("group", GROUPS)
def test_what_is_stored_holds_on_postgresql_too(group, possible):
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


def test_a_port_that_somebody_took_meanwhile_is_left_to_them(possible):
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        free = next(postgresql.free_ports())
        with postgresql.server(iter((taken, free))) as address:
            assert f":{free}/" in address
            socket.create_connection(("127.0.0.1", free)).close()


def test_a_place_that_the_owner_of_the_data_cannot_reach_is_passed_over(possible, tmp_path):
    tmp_path.chmod(0o700)
    below = tmp_path / "below"
    below.mkdir(mode=0o777)
    reaches = os.getuid() != 0
    places = (tmp_path / "nowhere", below, *postgresql.PLACES)
    with postgresql.folder_for(postgresql.owner_of_data(), places) as folder:
        assert (folder.parent == below) is reaches
    assert not folder.exists() and not list(below.iterdir())
