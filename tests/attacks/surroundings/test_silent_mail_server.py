"""Attack: sign up and ask for resets while the mail server accepts connections and stays silent.

No request may wait for a mail server. The worker gives each attempt a deadline, even if the server
keeps the connection alive with a byte now and then.
"""

import pytest
from django.core.mail import EmailMessage, send_mail
from django.test import Client
from django.urls import reverse

from games.community.notices.channels import smtp
from games.community.notices.sending import outbox
from games.models import OutgoingMail, User
from tests.support.servers.receivers import MuteServer, serving
from tests.support.visitors.members import is_in, log_in, sign_up
from tests.support.visitors.patience import wait_until

pytestmark = pytest.mark.django_db


@pytest.fixture(params=[b"", b"2"], ids=["silent", "dripping"])
def mute(request, settings, monkeypatch):
    """The site's mail server never answers."""
    settings.MAIL_TRANSPORT = "games.community.notices.channels.smtp.BoundedSmtp"
    settings.EMAIL_TIMEOUT = 600
    monkeypatch.setattr(smtp, "WHOLE_SECONDS", 0.3)
    with serving(MuteServer(request.param)) as server:
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        yield server


def test_no_request_connects_to_the_mail_server(mute, flora, rf):
    for number in range(20):
        client = Client()
        assert sign_up(client, f"Wulf {number}", f"wulf{number}@example.org").status_code == 302
        assert is_in(client)
    Client().post(reverse("account_reset_password"), {"email": "flora@example.org"})
    at_home = Client()
    log_in(at_home, "Flora")
    at_home.post(reverse("account_change_password"), {"oldpassword": "x", "password1": "y"})
    send_mail("By a command", "Word.", None, ["flora@example.org"])
    assert mute.taken == 0
    assert outbox.waiting().count() == 22


def test_an_attempt_times_out_and_is_retried(mute, client):
    sign_up(client)
    assert outbox.send_next() is True
    # On a busy machine the server may see the connection only after the attempt has ended.
    wait_until(lambda: mute.taken == 1)
    (mail,) = outbox.waiting()
    assert mail.tries == 1 and mail.next_at > mail.made_at
    # It is not due yet, so the worker moves on to other mail.
    assert outbox.send_next() is False


def test_a_login_by_tls_has_the_same_deadline(mute):
    mail = EmailMessage("A subject", "Word.", to=["flora@example.org"])
    mail.connection = smtp.transport(use_ssl=True, use_tls=False)
    with pytest.raises(OSError):
        mail.send()


def test_mail_content_is_deleted_after_giving_up(mute, client, monkeypatch):
    sign_up(client)
    mail = OutgoingMail.objects.get()
    assert "wulf@example.org" in str(mail.content)
    mail.made_at -= outbox.LIMITS[outbox.Kind.CONFIRMATION].lifetime
    mail.save()
    outbox.send_next()
    mail.refresh_from_db()
    assert (mail.state, mail.content) == (OutgoingMail.State.DROPPED, {})
    assert mute.taken == 0 and User.objects.count() == 1
