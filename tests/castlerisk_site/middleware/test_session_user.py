"""The user of a request: read with the session in one statement, and checked at every request."""

import pytest
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client

from castlerisk_site.backends.sessions import SessionStore
from games.models import User
from tests.support.servers.queries import Queries

PAGE = "/settings/"


@pytest.fixture
def member(client, alice):
    """A client of alice that this process has seen before."""
    client.force_login(alice)
    assert is_logged_in(client)
    return client


def is_logged_in(client):
    return client.get(PAGE).status_code == 200


def change(alice, **columns):
    """Change her row as another process would: no cache of this one knows."""
    User.objects.filter(pk=alice.pk).update(**columns)


def test_session_and_user_are_read_in_one_statement(member):
    with Queries() as queries:
        assert is_logged_in(member)
    texts = [query["sql"] for query in queries]
    assert '"session_data"' in texts[0] and '"logins_ended"' in texts[0]
    assert not [text for text in texts[1:] if '"session_data"' in text or "LIMIT 21" in text]


def test_the_user_of_the_session_is_the_stored_one(member, alice):
    change(alice, name="Alicia", time_zone="Asia/Tokyo", preferences={"reasons": "on"})
    user = member.get(PAGE).wsgi_request.user
    stored = User.objects.get(pk=alice.pk)
    columns = [field.attname for field in User._meta.concrete_fields]
    assert [getattr(user, one) for one in columns] == [getattr(stored, one) for one in columns]
    user.save()
    assert User.objects.get(pk=alice.pk).preferences == {"reasons": "on"}


def test_a_log_out_elsewhere_counts_at_once(member):
    other = Client(headers={"Cookie": f"sessionid={member.session.session_key}"})
    assert is_logged_in(other)
    other.post("/accounts/logout/")
    assert not is_logged_in(member)


@pytest.mark.parametrize(
    "columns", [{"password": "another"}, {"logins_ended": 1}, {"is_active": False}]
)
def test_a_user_whose_logins_ended_is_logged_out_at_once(member, alice, columns):
    change(alice, **columns)
    assert not is_logged_in(member)


def test_a_session_that_another_process_deleted_has_ended(member):
    Session.objects.filter(pk=member.session.session_key).delete()
    assert not is_logged_in(member)


def test_a_session_that_has_expired_has_ended(member):
    Session.objects.update(expire_date="2001-01-01T00:00:00Z")
    assert not is_logged_in(member)


def test_a_deleted_user_is_logged_out(member, alice):
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM games_user WHERE id = %s", [alice.pk])
    assert not is_logged_in(member)


def test_the_user_named_in_the_session_counts(member, alice, bob):
    """Whatever this process remembers of the session."""
    other = Client()
    other.force_login(bob)
    session = SessionStore(member.session.session_key)
    session.update(other.session)
    session.save()
    assert member.get(PAGE).wsgi_request.user == bob
    del session[SESSION_KEY]
    session.save()
    assert not is_logged_in(member)
