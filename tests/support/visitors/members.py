"""People with an account for the tests, and what their browsers post about it."""

import base64
import hashlib
import hmac
import re
import struct
import time

from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse

from games.models import User
from games.notices import outbox

PASSWORD = "heron over the marsh"
FOR_MEMBERS = ("preferences", "change_name", "account_email", "account_change_password",
               "mfa_index", "mfa_activate_totp", "delete_account", "account_logout",
               "account_reauthenticate")  # fmt: skip
"""The pages that are shown to whom they belong alone."""


def member():
    """Flora, a person with a password and a confirmed address."""
    email = "flora@example.org"
    person = User.objects.create_user("Flora", email, PASSWORD)
    EmailAddress.objects.create(user=person, email=email, primary=True, verified=True)
    return person


def log_in(client, login, password=PASSWORD):
    """Log in by name or address."""
    return client.post(reverse("account_login"), {"login": login, "password": password})


def sign_up(client, name="Wulf", email="wulf@example.org", password=PASSWORD):
    """Ask for an account."""
    data = {"username": name, "email": email, "password1": password}
    return client.post(reverse("account_signup"), data)


def is_in(client):
    """Say whether somebody is logged in there."""
    return "_auth_user_id" in client.session


def sent_mails():
    """Let the worker send what waits in the outbox; return all mails so far."""
    while outbox.send_next():
        pass
    return mail.outbox


def link_in(message):
    """The path of the link that a mail carries."""
    return re.search(r"https?://[\w.:]+(/\S+)", message.body)[1]


def errors(response):
    """What the form of a page says is wrong."""
    return [str(error) for found in response.context["form"].errors.values() for error in found]


def confirm(client):
    """Say once more who one is, as before changes that protect the account."""
    return client.post(reverse("account_reauthenticate"), {"password": PASSWORD})


def totp(secret, moment=None):
    """RFC 6238: six digits of this half minute."""
    key = base64.b32decode(secret)
    counter = int((moment or time.time()) // 30)
    digest = hmac.new(key, struct.pack(">Q", counter), hashlib.sha1).digest()
    offset = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[offset : offset + 4])[0] & 0x7FFFFFFF) % 10**6:06}"


def switch_on(client):
    """Take a second step for one's account; return its secret."""
    confirm(client)
    page = client.get(reverse("mfa_activate_totp"))
    secret = page.context["form"].secret
    client.post(reverse("mfa_activate_totp"), {"code": totp(secret)})
    return secret


def browser(user):
    """Return a browser of its own for a user; None for nobody known."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client
