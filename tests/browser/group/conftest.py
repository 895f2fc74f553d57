"""A site of its own that sends its mail and webhooks to servers of the test."""

import pytest

from tests.support.browser.site import Site
from tests.support.servers.receivers import MailServer, Receiver, serving


@pytest.fixture(scope="session")
def mail_server():
    """The mail server of the site."""
    with serving(MailServer()) as server:
        yield server


@pytest.fixture(scope="session")
def receiver():
    """The receiver of the site's webhooks."""
    with serving(Receiver()) as server:
        yield server


@pytest.fixture(scope="session")
def site(tmp_path_factory, mail_server, receiver):
    """The running site."""
    running = Site(
        tmp_path_factory.mktemp("site"),
        DJANGO_SETTINGS_MODULE="tests.support.browser.hurried",
        CASTLERISK_MAIL=f"smtp://127.0.0.1:{mail_server.port}",
        CASTLERISK_OUTBOUND_EXEMPT=receiver.pair,
    )
    running.environment["CASTLERISK_ADDRESS"] = running.address
    running.draw_by("nobody")
    running.start()
    yield running
    running.close()
