"""A process that is kept running: started anew when it dies, and when that is asked for."""

import logging
import os
import sys

import pytest

from games.processes import supervisor
from tests.support.visitors.patience import wait_until

PROGRAM = """
import os, signal, sys
from pathlib import Path
words = sys.argv[1:]
os.write(int(words[words.index("--ready") + 1]), b"r")
with Path(words[0]).open("a") as file:
    file.write(f"{os.getpid()}\\n")
signal.pause()
"""


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """A process that is kept, which writes its number into a file: (it, its numbers so far)."""
    program, numbers = tmp_path / "program.py", tmp_path / "numbers"
    program.write_text(PROGRAM)
    numbers.touch()
    monkeypatch.setattr(sys, "argv", [str(program)])
    monkeypatch.setattr(supervisor, "FIRST_PAUSE", 2.0)
    one = supervisor.ChildProcess("program", str(numbers))
    one.start()
    assert one.wait_until_ready()
    yield one, lambda: [int(line) for line in numbers.read_text().split()]
    one.stop()


def test_a_crash_is_told_though_the_process_was_renewed_after_the_one_before(kept, caplog):
    one, numbers = kept

    def crash():
        os.kill(numbers()[-1], 9)
        count = len(caplog.messages)
        wait_until(lambda: len(caplog.messages) > count)

    with caplog.at_level(logging.WARNING, "games.serve"):
        wait_until(numbers)
        crash()
        # Now none runs; the next one comes by itself.
        assert one.renew()
        wait_until(lambda: len(numbers()) == 2)
        crash()
    assert [message.split(" wait=")[0] for message in caplog.messages] == [
        "the program ended code=-9",
        "the program ended code=-9",
    ]


def test_a_process_that_is_renewed_comes_back_at_once_and_nothing_is_complained_of(kept, caplog):
    one, numbers = kept
    wait_until(numbers)
    assert one.renew()
    wait_until(lambda: len(numbers()) == 2)
    assert caplog.messages == []


def test_a_process_that_the_system_refuses_to_start_is_tried_again(tmp_path, monkeypatch, caplog):
    program, python = tmp_path / "program.py", tmp_path / "python"
    program.write_text(PROGRAM)
    monkeypatch.setattr(sys, "argv", [str(program)])
    monkeypatch.setattr(sys, "executable", str(python))
    one = supervisor.ChildProcess("program", str(tmp_path / "numbers"))
    monkeypatch.undo()
    with caplog.at_level(logging.ERROR, "games.serve"):
        one.start()
        wait_until(lambda: caplog.messages)
    assert caplog.messages[0].startswith("the program could not be started: ")
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(0o700)
    try:
        assert one.wait_until_ready()
    finally:
        one.stop()
