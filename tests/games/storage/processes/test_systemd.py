"""Readiness notifications to systemd."""

import os
import socket
import urllib.request

import pytest

from games.storage.processes.systemd import say_ready
from tests.support.servers.ports import free_port
from tests.support.servers.processes import database_address, running
from tests.support.visitors.patience import PATIENCE


@pytest.fixture
def notified(tmp_path):
    """The notification socket of systemd, and an environment that names it."""
    address = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(address)
        listening.settimeout(PATIENCE)
        yield (
            listening,
            {
                "NOTIFY_SOCKET": address,
                "CASTLERISK_VAR": str(tmp_path),
                "DATABASE_URL": database_address(),
            },
        )


@pytest.mark.django_db(transaction=True)
def test_a_web_process_is_ready_once_it_answers(notified):
    listening, environment = notified
    port = free_port()
    with running("web", "--port", str(port), **environment) as one:
        assert listening.recv(100) == b"READY=1"
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE) as answer:
            assert answer.status == 200
        assert one.stop() == 0


@pytest.mark.django_db(transaction=True)
def test_a_worker_is_ready_once_it_works(notified):
    listening, environment = notified
    with running("work", **environment) as one:
        assert listening.recv(100) == b"READY=1"
        assert one.stop() == 0


def test_an_abstract_socket_is_understood(monkeypatch):
    name = f"castlerisk-{os.getpid()}"
    monkeypatch.setenv("NOTIFY_SOCKET", f"@{name}")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(f"\0{name}")
        say_ready()
        assert listening.recv(100) == b"READY=1"
