"""The site for attacks: Daphne and, to send mail, a worker. Mail is written to a folder."""

from contextlib import contextmanager
from http.client import HTTPConnection
from urllib.parse import urlencode

from tests.support.servers.live import TOKEN, Server
from tests.support.servers.processes import running
from tests.support.visitors.patience import PATIENCE, wait_until

PUBLIC = "https://play.example.org"
BEHIND_HTTPS = {
    "CASTLERISK_HTTPS": "true",
    "CASTLERISK_PROXIES": "1",
    "CASTLERISK_ADDRESS": PUBLIC,
    "CASTLERISK_HOSTS": "play.example.org",
}
"""The environment of a site behind an HTTPS proxy."""

BY_PROXY = {
    "Host": "play.example.org",
    "X-Forwarded-For": "192.0.2.7",
    "X-Forwarded-Proto": "https",
}
"""The headers that this proxy adds to a request."""


class Site(Server):
    """A web process on the test's database."""

    def __init__(self, folder, **environment):
        super().__init__(folder)
        self.mails = folder / "mails"
        self.environment |= {"CASTLERISK_MAIL": f"filemail:///{self.mails}", **environment}

    def ask(self, method, path, fields=None, session=None, cookies=None, headers=()):
        """Send a request; return the response, with its body as `text`.

        `headers` are pairs (or a dict) and are sent unchanged, including duplicates and Host.
        """
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        cookies = {"csrftoken": TOKEN, "__Host-csrftoken": TOKEN} | (cookies or {})
        if session is not None:
            cookies |= {"sessionid": session, "__Host-sessionid": session}
        given = dict(headers)
        body = None if fields is None else urlencode(fields, doseq=True).encode()
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            if "Host" not in given:
                connection.putheader("Host", self.host)
            connection.putheader("Cookie", "; ".join(map("=".join, cookies.items())))
            connection.putheader("X-CSRFToken", TOKEN)
            if body is not None:
                connection.putheader("Content-Type", "application/x-www-form-urlencoded")
                connection.putheader("Content-Length", str(len(body)))
            for name, value in headers.items() if isinstance(headers, dict) else headers:
                connection.putheader(name, value)
            connection.endheaders(body)
            answer = connection.getresponse()
            answer.text = answer.read().decode("utf-8", "replace")
            return answer
        finally:
            connection.close()

    def mail(self, count=1):
        """Wait until at least `count` emails have been sent; return them as one text."""

        def found():
            texts = [each.read_text() for each in self.mails.glob("*.log")]
            text = "".join(texts)
            return text if text.count("\nSubject: ") >= count else None

        return wait_until(found)


@contextmanager
def running_site(folder, **environment):
    """Run a site without a worker inside the block."""
    site = Site(folder, **environment)
    site.start()
    try:
        yield site
    finally:
        site.stop()


@contextmanager
def mailing_site(folder, **environment):
    """Run a site, and the worker that sends its mail, inside the block."""
    with running_site(folder, **environment) as site:
        names = (
            "CASTLERISK_VAR",
            "DATABASE_URL",
            "DJANGO_SETTINGS_MODULE",
            "CASTLERISK_MAIL",
            *environment,
        )
        with running("work", **{name: site.environment[name] for name in names}):
            yield site
