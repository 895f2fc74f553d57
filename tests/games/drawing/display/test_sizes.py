"""Transfer sizes: the push of a move, and the uncached part of a first visit."""

import pytest

from games.drawing.display.options import PLAYABLE
from tests.bench.pages import MOST_KILOBYTES, MOST_NOT_KEPT, visited
from tests.bench.sent import MOST_BYTES, Sent
from tests.bench.tables import made_table
from tests.support.servers.live import Browser, shared_server
from tests.support.servers.processes import running

pytestmark = pytest.mark.django_db(transaction=True)

OFTEN = ("greyhawk", "headquarters")
NAMES = [
    pytest.param(game.name, marks=() if game.name in OFTEN else pytest.mark.long)
    for game in PLAYABLE
]
MOVES = 70


@pytest.mark.parametrize("name", NAMES)
def test_little_is_sent_of_a_battle_and_of_a_capture(name):
    sent = Sent(made_table(name, name))
    sent.follow(MOVES)
    assert len(sent.sizes["placing"]["watcher"]) >= 3
    assert len(sent.sizes["capture"]["watcher"]) >= 3
    for kind, by_viewer in sent.sizes.items():
        for who, sizes in by_viewer.items():
            assert max(sizes) <= MOST_BYTES, (kind, who)


@pytest.fixture(scope="module")
def served(tmp_path_factory, django_db_setup, django_db_blocker):
    """A server with collected static files, as deployed."""
    folder = tmp_path_factory.mktemp("sizes")
    with running("collectstatic", "--noinput", CASTLERISK_VAR=str(folder)) as collecting:
        assert collecting.end() == 0, "\n".join(collecting.lines)
    with shared_server(folder, django_db_blocker, "castlerisk_site.settings") as server:
        yield server


@pytest.mark.parametrize("name", NAMES)
def test_nine_tenths_of_a_first_visit_are_kept_for_ever(served, name):
    table = made_table(name, name)
    address = f"http://{served.host}/games/{table.code}/"
    for cookie in ("", Browser(served, table.users[0]).cookie):
        visit = visited(address, cookie)
        assert visit.sent / 1024 <= MOST_KILOBYTES
        assert 100 - 100 * visit.kept / visit.sent <= MOST_NOT_KEPT
