"""Attack: send more requests than the site can answer. Some wait, others are rejected."""

import asyncio
import socket
from contextlib import ExitStack, suppress

import pytest

from castlerisk_site import request_queue
from castlerisk_site.request_queue import ClientGone, Priority, Queue, QueueFull, priority_of
from tests.support.attackers.clients import get
from tests.support.servers.live import Browser, Server
from tests.support.visitors.patience import wait_until

MOVE, PAGE, LIST = Priority


def played(scenario, threads=4, **settings):
    """Return what a scenario returns for a queue of four threads and eight waiting requests."""

    async def run():
        return await scenario(Queue(threads, waiting=8, **settings))

    with asyncio.Runner() as runner:
        return runner.run(run())


class Client:
    """A request in a queue; its client may leave."""

    def __init__(self, queue, priority, network):
        self.leaving = asyncio.get_running_loop().create_future()
        self.waiting = asyncio.ensure_future(queue.wait(priority, network, self.leaving))

    @property
    def is_served(self):
        """Whether a thread works on it."""
        return self.waiting.done() and not self.waiting.exception()

    @property
    def fate(self):
        """Why it was rejected; None while it waits or is served."""
        return type(self.waiting.exception()) if self.waiting.done() else None


async def settle():
    """Run the event loop until nothing more happens."""
    for _ in range(10):
        await asyncio.sleep(0)


async def come(queue, *requests):
    """Add requests to the queue, let the event loop settle, and return them."""
    clients = [Client(queue, *request) for request in requests]
    await settle()
    return clients


def test_moves_come_before_pages_and_those_before_lists():
    async def scenario(queue):
        busy = await come(queue, *((MOVE, f"player {number}") for number in range(4)))
        lists, page, move = await come(queue, (LIST, "a"), (PAGE, "b"), (MOVE, "c"))
        served = []
        for one in busy:
            queue.end(one.waiting.result())
            await settle()
            served.append([one.is_served for one in (move, page, lists)])
        return served

    assert played(scenario) == [
        [True, False, False],
        [True, True, False],
        # Requests for lists leave one thread free for more urgent requests.
        [True, True, False],
        [True, True, True],
    ]


def test_one_network_cannot_take_all_threads_or_queue_slots():
    async def scenario(queue):
        flood = await come(queue, *[(PAGE, "flood")] * 80)
        other = (await come(queue, (PAGE, "other")))[0]
        refused = sum(one.fate is QueueFull for one in flood)
        return sum(one.is_served for one in flood), refused, other.is_served

    assert played(scenario) == (1, 77, True)


def test_a_networks_first_request_overtakes_anothers_many():
    async def scenario(queue):
        busy = await come(queue, *((MOVE, f"player {number}") for number in range(4)))
        await come(queue, (PAGE, "flood"), (PAGE, "flood"))
        first, second = await come(queue, (PAGE, "flood"), (PAGE, "other"))
        for one in busy[:3]:
            queue.end(one.waiting.result())
        await settle()
        return first.fate, second.is_served

    assert played(scenario) == (QueueFull, True)


def test_a_full_queue_drops_a_list_request_for_a_move():
    async def scenario(queue):
        await come(queue, *((MOVE, f"player {number}") for number in range(4)))
        lists = await come(queue, *((LIST, f"reader {number}") for number in range(9)))
        move = (await come(queue, (MOVE, "late player")))[0]
        return [one.fate for one in lists], move.fate

    fates, fate = played(scenario)
    assert fates == [None] * 7 + [QueueFull] * 2 and fate is None


def test_requests_of_disconnected_clients_are_dropped():
    async def scenario(queue):
        busy = await come(queue, *((MOVE, f"player {number}") for number in range(4)))
        impatient = await come(queue, *((PAGE, f"network {number}") for number in range(8)))
        for one in impatient:
            one.leaving.set_result(None)
        await settle()
        patient = (await come(queue, (LIST, "patient")))[0]
        for one in busy:
            queue.end(one.waiting.result())
        await settle()
        return {one.fate for one in impatient}, patient.is_served

    assert played(scenario) == ({ClientGone}, True)


def test_a_request_that_waits_too_long_is_rejected(monkeypatch):
    monkeypatch.setattr(request_queue, "LONGEST_WAIT", 0)

    async def scenario(queue):
        busy = await come(queue, *((MOVE, f"player {number}") for number in range(4)))
        (late,) = await come(queue, (MOVE, "late player"))
        with suppress(QueueFull):
            await late.waiting
        queue.end(busy[0].waiting.result())
        (next_one,) = await come(queue, (MOVE, "late player"))
        return late.fate, next_one.is_served, [one.is_served for one in busy]

    assert played(scenario) == (QueueFull, True, [True] * 4)


@pytest.mark.parametrize(("work", "reserve", "is_served"), [(1.2, 1, False), (1.2, 6, True)])
def test_a_network_pays_for_its_processor_time_not_for_its_waiting(work, reserve, is_served):
    now = 0.0

    async def scenario(queue):
        nonlocal now
        patient = (await come(queue, (PAGE, "patient")))[0]
        greedy = (await come(queue, (PAGE, "greedy")))[0]
        now += 1.5
        queue.end(patient.waiting.result(), 0.1)
        queue.end(greedy.waiting.result(), work)
        # A network that is over its budget is served only while all threads are idle.
        await come(queue, (MOVE, "other"))
        again = await come(queue, (PAGE, "patient"), (PAGE, "greedy"))
        return [one.is_served for one in again]

    assert played(scenario, work_seconds=reserve, clock=lambda: now) == [True, is_served]


def test_fewer_requests_are_in_progress_while_they_are_slow():
    now = 0.0

    async def serve(queue, seconds):
        """Return how many of 16 requests were in progress at once, each taking so long."""
        nonlocal now
        clients = [Client(queue, MOVE, f"player {number}") for number in range(16)]
        most = 0
        while clients:
            await settle()
            served = [one for one in clients if one.is_served]
            most = max(most, len(served))
            now += seconds
            for one in served:
                queue.end(one.waiting.result())
            clients = [one for one in clients if one not in served]
        return most

    async def scenario(queue):
        return [await serve(queue, seconds) for seconds in (9, 9, 9, 0.1, 0.1, 0.1)]

    assert asyncio.run(scenario(Queue(16, 64, clock=lambda: now))) == [16, 2, 2, 5, 7, 8]


@pytest.mark.parametrize(
    ("method", "path", "cookie", "expected"),
    [
        ("POST", "/games/a2tab3e4/moves/", b"", MOVE),
        ("GET", "/accounts/login/", b"", MOVE),
        ("POST", "/accounts/login/", b"", MOVE),
        ("GET", "/admin/games/report/", b"", MOVE),
        ("GET", "/readyz", b"", MOVE),
        ("GET", "/games/a2tab3e4/", b"sessionid=abc", PAGE),
        ("POST", "/settings/", b"sessionid=abc", PAGE),
        ("GET", "/games/a2tab3e4/", b"csrftoken=abc", LIST),
        ("GET", "/lobby/lists/", b"sessionid=abc", LIST),
        ("GET", "/static/site/site.css", b"", LIST),
    ],
)
def test_priority_of_requests(method, path, cookie, expected):
    scope = {"method": method, "path": path, "headers": [(b"cookie", cookie)]}
    assert priority_of(scope) is expected


@pytest.mark.django_db(transaction=True)
def test_impatient_clients_do_not_keep_a_player_out(tmp_path, alice):
    server = Server(tmp_path)
    server.start()
    request = f"GET /lobby/ HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode()
    try:
        with ExitStack() as stack:
            for _ in range(80):
                impatient = socket.create_connection(("127.0.0.1", server.port))
                stack.callback(impatient.close)
                impatient.sendall(request)
            assert get(server, "/healthz").status == 200
        player = Browser(server, alice)
        # A rejected request gets a 503 with Retry-After.
        wait_until(lambda: player.get("/lobby/")[0] == 200)
        assert "Traceback" not in server.log
    finally:
        server.stop()
