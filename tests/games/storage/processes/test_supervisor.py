"""Child processes that are restarted when they exit."""

import logging
import os
import sys

import pytest

from games.storage.processes.supervisor import children
from tests.support.visitors.patience import wait_until

PROGRAM = """
import os, signal, sys
from pathlib import Path
with Path(sys.argv[1]).open("a") as file:
    file.write(f"{os.getpid()}\\n")
signal.pause()
"""


@pytest.fixture
def program(tmp_path, monkeypatch):
    """A program in place of manage.py, which appends its process id to the file it is given."""
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    monkeypatch.setattr(sys, "argv", [str(path)])
    return path


@pytest.fixture
def numbers(tmp_path):
    """The file for the process ids, and a function that returns those written so far."""
    path = tmp_path / "numbers"
    path.touch()
    return str(path), lambda: [int(line) for line in path.read_text().split()]


def is_running(number):
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.usefixtures("program")
def test_a_child_that_crashes_is_reported_and_restarted_each_time(numbers, caplog):
    path, found = numbers
    with caplog.at_level(logging.WARNING, "games.serve"), children(("worker", path)):
        for count in (1, 2):
            wait_until(lambda count=count: len(found()) == count)
            os.kill(found()[-1], 9)
            wait_until(lambda count=count: len(caplog.messages) == count)
        wait_until(lambda: len(found()) == 3)
    assert caplog.messages == [
        "the worker ended code=-9 wait=0.5",
        "the worker ended code=-9 wait=1.0",
    ]


@pytest.mark.usefixtures("program")
def test_all_children_are_stopped_together_and_nothing_is_logged(numbers, caplog):
    path, found = numbers
    with children(("worker", path), ("worker", path)):
        wait_until(lambda: len(found()) == 2)
        assert all(is_running(number) for number in found())
    assert not any(is_running(number) for number in found())
    assert caplog.messages == []


@pytest.mark.usefixtures("program")
def test_a_child_that_the_system_refuses_to_start_is_tried_again(
    numbers, tmp_path, monkeypatch, caplog
):
    path, found = numbers
    python, real = tmp_path / "python", sys.executable
    monkeypatch.setattr(sys, "executable", str(python))
    with caplog.at_level(logging.ERROR, "games.serve"), children(("worker", path)):
        wait_until(lambda: caplog.messages)
        python.write_text(f'#!/bin/sh\nexec {real} "$@"\n')
        python.chmod(0o700)
        wait_until(found)
    assert caplog.messages[0].startswith("the worker could not be started: ")
