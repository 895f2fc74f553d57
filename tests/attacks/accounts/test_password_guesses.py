"""Attack: guess passwords, or lock somebody out of an account with wrong guesses."""

from django.test import Client
from django.urls import reverse

from tests.support.visitors.members import errors, is_in, log_in

TOO_MANY = ["Too many attempts. Wait a few minutes."]


def guess(times, login="Flora", **address):
    browser = Client(**address)
    for _ in range(times):
        answer = log_in(browser, login, "a wrong guess")
    return answer


def test_wrong_guesses_do_not_lock_out_the_owner(flora):
    for place in range(4):
        answer = guess(6, REMOTE_ADDR=f"203.0.113.{place}")
    assert errors(answer) == TOO_MANY
    owner = Client(REMOTE_ADDR="198.51.100.7")
    assert log_in(owner, "Flora").status_code == 302 and is_in(owner)


def test_guesses_are_limited_per_address_and_name(flora):
    answer = guess(6, REMOTE_ADDR="203.0.113.1")
    assert errors(answer) == TOO_MANY
    guesser = Client(REMOTE_ADDR="203.0.113.1")
    assert errors(log_in(guesser, "Flora")) == TOO_MANY and not is_in(guesser)


def test_the_addresses_of_one_ipv6_network_count_together(flora):
    for place in range(5):
        guess(1, REMOTE_ADDR=f"2001:db8:1:1::{place + 1}")
    assert errors(guess(1, REMOTE_ADDR="2001:db8:1:1:ffff::9")) == TOO_MANY


def test_guesses_are_limited_per_48_network(flora):
    for place in range(80):
        answer = guess(1, f"name{place}", REMOTE_ADDR=f"2001:db8:1:{place:x}::1")
        assert errors(answer) != TOO_MANY
    assert errors(guess(1, REMOTE_ADDR="2001:db8:1:ffff::1")) == TOO_MANY
    owner = Client(REMOTE_ADDR="2001:db8:2::1")
    assert log_in(owner, "Flora").status_code == 302


def test_sign_ups_are_limited_per_48_network(db):
    answers = []
    for place in range(21):
        browser = Client(REMOTE_ADDR=f"2001:db8:3:{place:x}::1")
        answers += [browser.post(reverse("account_signup"), {}).status_code for _ in range(8)]
    assert answers.index(429) == 160


def test_a_name_too_long_for_the_database_is_a_wrong_name(flora):
    answer = guess(1, "a" * 100_000)
    assert answer.status_code == 200
    assert errors(answer) == ["Wrong name, email or password."]
