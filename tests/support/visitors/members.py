"""Users with accounts for the tests, and the account forms their browsers post."""

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

from games.community.notices.sending import outbox
from games.models import User

PASSWORD = "heron over the marsh"
FOR_MEMBERS = ("preferences", "change_name", "account_email", "account_change_password",
               "mfa_index", "mfa_activate_totp", "mfa_list_webauthn", "mfa_add_webauthn",
               "delete_account", "account_logout", "account_reauthenticate")  # fmt: skip
"""Account pages that require a log-in."""


def member():
    """Flora, a user with a password and a confirmed address."""
    email = "flora@example.org"
    person = User.objects.create_user("Flora", email, PASSWORD)
    EmailAddress.objects.create(user=person, email=email, primary=True, verified=True)
    return person


def log_in(client, login, password=PASSWORD):
    """Log in by name or address."""
    return client.post(reverse("account_login"), {"login": login, "password": password})


def sign_up(client, name="Wulf", email="wulf@example.org", password=PASSWORD):
    """Request an account."""
    data = {"username": name, "email": email, "password1": password}
    return client.post(reverse("account_signup"), data)


def is_in(client):
    """Return whether a client is logged in."""
    return "_auth_user_id" in client.session


def sent_mails():
    """Send the mail in the outbox, as the worker does; return all messages sent so far."""
    while outbox.send_next():
        pass
    return mail.outbox


def link_in(message):
    """Return the path of the link in an email."""
    return re.search(r"https?://[\w.:]+(/\S+)", message.body)[1]


def errors(response):
    """Return the error messages of a page's form."""
    return [str(error) for found in response.context["form"].errors.values() for error in found]


def confirm(client):
    """Enter the password again, as required before changes that protect the account."""
    return client.post(reverse("account_reauthenticate"), {"password": PASSWORD})


def totp(secret, moment=None):
    """Return the six digits of a half minute, by default the current one (RFC 6238)."""
    key = base64.b32decode(secret)
    counter = int((moment or time.time()) // 30)
    digest = hmac.new(key, struct.pack(">Q", counter), hashlib.sha1).digest()
    offset = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[offset : offset + 4])[0] & 0x7FFFFFFF) % 10**6:06}"


def switch_on(client):
    """Switch on the second step for an account; return its secret."""
    confirm(client)
    page = client.get(reverse("mfa_activate_totp"))
    secret = page.context["form"].secret
    client.post(reverse("mfa_activate_totp"), {"code": totp(secret)})
    return secret


def browser(user):
    """Return a separate browser, logged in as a user or, with None, as nobody."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client
