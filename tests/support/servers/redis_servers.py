"""A Redis server for tests, which can be killed and frozen."""

import os
import shutil
import signal
import subprocess
from contextlib import closing

import pytest
from redis import Redis
from redis.exceptions import RedisError

from tests.support.servers.ports import free_port
from tests.support.visitors.patience import wait_until


class RedisServer:
    """Redis on its own port, without persistence."""

    def __init__(self, program, folder):
        self.port = free_port()
        self.address = f"redis://127.0.0.1:{self.port}/3"
        self.folder = folder
        words = ("--bind", "127.0.0.1", "--port", str(self.port), "--dir", str(folder))
        self.command = [program, *words, "--save", "", "--appendonly", "no"]
        self.process = None

    def start(self):
        """Start it and wait until it answers."""
        with (self.folder / "redis.log").open("ab") as log:
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log)
        wait_until(self._answers)

    def _answers(self):
        assert self.process.poll() is None, (self.folder / "redis.log").read_text()
        with closing(Redis(port=self.port)) as client:
            try:
                return client.ping()
            except RedisError:
                return False

    def kill(self):
        """Kill it as a power failure would, even if it is frozen."""
        self.process.kill()
        self.process.wait()

    def freeze(self):
        """Make it accept data but answer nothing."""
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self):
        """Resume it."""
        self.process.send_signal(signal.SIGCONT)


def started(folder):
    """Return a running Redis; if none is installed, skip the test, or fail if required."""
    program = shutil.which("redis-server")
    if program is None:
        missing = "Redis is not installed: nothing was tried with it."
        if os.environ.get("CASTLERISK_REQUIRE_ALL") == "1":
            pytest.fail(missing)
        pytest.skip(missing)
    server = RedisServer(program, folder)
    server.start()
    return server
