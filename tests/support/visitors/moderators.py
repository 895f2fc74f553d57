"""Moderators for tests: dora, who never plays, emil, who may have a seat, and others."""

import itertools
import time

from allauth.mfa.models import Authenticator

from games.community.moderation.actions import ActionRequest
from games.community.trust.roles import Role, give_role
from games.models import Action, User

_keys = itertools.count()


def moderator(name, role=Role.MODERATOR):
    """Create a user with a role and a second step."""
    user = User.objects.create_user(name, f"{name}@example.org")
    give_role(user, role)
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": "x"})
    return user


def action(name, by, reason="Asked for at the table.", key=None, **target):
    """Return a request for an action, with a new key by default."""
    return ActionRequest(name, by, reason, key or f"action-{next(_keys)}", **target)


def refused():
    """Return the refused attempts on record, as (action, moderator)."""
    return list(Action.objects.exclude(refusal="").values_list("name", "by_name").order_by("pk"))


def done():
    """Return the recorded actions that were carried out, as (action, moderator)."""
    return list(Action.objects.filter(refusal="").values_list("name", "by_name").order_by("pk"))


def log_in_as(client, user, password_ago=0, second_step_ago=0):
    """Log in as if password and second step had been entered this many seconds ago."""
    client.force_login(user)
    session, now = client.session, time.time()
    session["account_authentication_methods_user"] = str(user.pk)
    session["account_authentication_methods"] = [
        {"method": "password", "at": now - password_ago},
        {"method": "mfa", "at": now - second_step_ago},
    ]
    session.save()
    return client
