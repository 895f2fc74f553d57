"""Let people sign up while the mail server accepts connections and never answers.

No page waits for the mail server, webhooks continue as usual, and all mail arrives once the
server answers again.
"""

import os
import re
from argparse import Namespace
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPResponse
from time import monotonic
from urllib.parse import urlencode

from games.community.notices.notices import Draft, write
from games.community.notices.pages import keep_hook
from games.community.notices.sending import outbox
from games.models import OutgoingMail, User
from tests.chaos.parts import Web, Worker
from tests.chaos.scenarios import Site
from tests.support.servers.receivers import MailServer, MuteServer, serving
from tests.support.visitors.patience import wait_until

SIGN_UP = "/accounts/signup/"
NOTICES = 20


def run(asked: Namespace, site: Site) -> list[str]:
    """Run the scenario; return what went wrong."""
    hooked = User.objects.create_user("Person with a webhook")
    keep_hook(hooked, site.posts.url)
    web, worker = Web("web", site.stack), Worker("worker", site.stack)
    with ExitStack() as silence:
        mute = silence.enter_context(serving(MuteServer()))
        _send_mail_to(mute.port)
        web.come_back()
        with ThreadPoolExecutor(asked.people) as crowd:
            signing_up = crowd.map(lambda n: _sign_up(web, n), range(asked.people))
            pages = [_timed(web, "/about/") for _ in range(asked.people)]
            answers = list(signing_up)
        by_requests = mute.taken
        worker.come_back()
        wait_until(lambda: mute.taken > 0)
        facts = [(hooked.pk, "moderation", None, f"word {n}", "Word.") for n in range(NOTICES)]
        write([Draft(*fact) for fact in facts])
        wait_until(lambda: len(site.posts.posts) == NOTICES)
        waited = outbox.waiting().count()
        worker.running.stop()
    with serving(MailServer()) as answering:
        _send_mail_to(answering.port)
        _make_due()
        worker.come_back()
        wait_until(lambda: not outbox.waiting().exists())
        came = {mail["To"] for mail in answering.mails}
    codes = ", ".join(str(part.running.stop()) for part in (worker, web))
    longest = max(seconds for _, seconds in (*answers, *pages))
    print(
        f"{len(answers)} people signed up beside a silent mail server, which was tried "
        f"{mute.taken} times; the slowest page took {longest:.2f} s; {waited} emails waited, "
        f"{len(came)} came; exit codes {codes}"
    )
    return list(_problems(answers, by_requests, came, asked.people))


def _problems(
    answers: list[tuple[int, float]], by_requests: int, came: set[str], people: int
) -> Iterator[str]:
    refused = [status for status, _ in answers if status != 302]
    if refused:
        yield f"sign-ups were answered with {refused}"
    if by_requests:
        yield f"requests connected to the mail server {by_requests} times"
    if len(came) != people:
        yield f"of {people} emails {len(came)} came"


def _send_mail_to(port: int) -> None:
    os.environ["CASTLERISK_MAIL"] = f"smtp://127.0.0.1:{port}"


def _make_due() -> None:
    """Skip the pauses after failed attempts."""
    for mail in outbox.waiting():
        OutgoingMail.objects.filter(pk=mail.pk).update(next_at=mail.made_at)


def _ask(web: Web, method: str, path: str, body: str = "", **headers: str) -> HTTPResponse:
    connection = HTTPConnection("127.0.0.1", web.port, timeout=60)
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    answer.text = answer.read().decode()
    return answer


def _timed(web: Web, path: str) -> tuple[int, float]:
    began = monotonic()
    return _ask(web, "GET", path).status, monotonic() - began


def _sign_up(web: Web, number: int) -> tuple[int, float]:
    """Sign up; return the status of the response and how many seconds it took."""
    page = _ask(web, "GET", SIGN_UP)
    cookie = page.headers["Set-Cookie"].partition(";")[0]
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.text)[1]
    fields = {
        "csrfmiddlewaretoken": token,
        "username": f"Person {number}",
        "email": f"person{number}@example.org",
        "password1": "heron over the marsh",
    }
    kind = "application/x-www-form-urlencoded"
    began = monotonic()
    headers = {"Cookie": cookie, "Content-Type": kind}
    answer = _ask(web, "POST", SIGN_UP, urlencode(fields), **headers)
    return answer.status, monotonic() - began
