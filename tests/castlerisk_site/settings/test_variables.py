"""Invalid environment variables: the site names the error and does not start."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from castlerisk_site.settings import variables
from tests.support.servers.ports import free_port
from tests.support.servers.processes import running


@pytest.mark.parametrize(
    ("name", "read", "said"),
    [
        ("DATABASE_URL", lambda: variables.database(None), "castle@hardword"),
        ("DATABASE_URL", lambda: variables.database(None), "mysql://a:hardword@b/c"),
        ("DATABASE_URL", lambda: variables.database(None), "postgres://a:hard/hardword@b/c"),
        ("CASTLERISK_MAIL", variables.mail, "mail.example.org:hardword"),
        ("CASTLERISK_MAIL", variables.mail, "smtp://a:b@mail.example.org:hardword"),
        ("CASTLERISK_PROXIES", lambda: variables.whole_number("CASTLERISK_PROXIES"), "hardword"),
        ("CASTLERISK_PROXIES", lambda: variables.whole_number("CASTLERISK_PROXIES"), "-1"),
        ("CASTLERISK_HTTPS", lambda: variables.boolean("CASTLERISK_HTTPS"), "hardword"),
        ("CASTLERISK_ADDRESS", lambda: variables.address(False), "hardword"),
        ("CASTLERISK_ADDRESS", lambda: variables.address(False), "ftp://hardword.example.org"),
        ("CASTLERISK_ADDRESS", lambda: variables.address(False), "https://play.org/hardword"),
        ("CASTLERISK_ADDRESS", lambda: variables.address(False), "https://a:hardword@play.org"),
        ("CASTLERISK_ADDRESS", lambda: variables.address(False), "https://play.org:hardword"),
        ("CASTLERISK_ADDRESS", lambda: variables.address(False), "https://play.org?hardword"),
    ],
)
def test_invalid_variables_are_refused_without_echoing_them(monkeypatch, name, read, said):
    monkeypatch.setenv(name, said)
    with pytest.raises(ImproperlyConfigured) as refusal:
        read()
    sentence = str(refusal.value)
    assert sentence.startswith(f"{name} is invalid: it must ")
    assert "hardword" not in sentence and sentence.endswith(".")


def test_unset_and_empty_variables_are_equal(monkeypatch, tmp_path):
    for change in (monkeypatch.delenv, lambda name, _: monkeypatch.setenv(name, "")):
        for name in ("DATABASE_URL", "CASTLERISK_MAIL", "CASTLERISK_PROXIES", "CASTLERISK_HTTPS"):
            change(name, False)
        assert variables.database(tmp_path / "here")["NAME"] == tmp_path / "here"
        assert variables.mail()["EMAIL_BACKEND"].endswith("console.EmailBackend")
        assert variables.whole_number("CASTLERISK_PROXIES") == 0
        assert variables.boolean("CASTLERISK_HTTPS") is False


@pytest.mark.parametrize(("said", "meant"), [("true", True), ("On", True), ("0", False)])
def test_booleans_have_several_spellings(monkeypatch, said, meant):
    monkeypatch.setenv("CASTLERISK_HTTPS", said)
    assert variables.boolean("CASTLERISK_HTTPS") is meant


@pytest.mark.parametrize(
    "said",
    ["http://127.0.0.1:8116", "https://Play.example.org/", "https://[2001:db8::1]:8443"],
)
def test_the_site_address_has_no_trailing_slash(monkeypatch, said):
    monkeypatch.setenv("CASTLERISK_ADDRESS", said)
    assert variables.address(is_https=False) == said.rstrip("/")


@pytest.mark.parametrize("said", ["", "http://play.example.org"])
def test_https_needs_an_https_address(monkeypatch, said):
    monkeypatch.setenv("CASTLERISK_ADDRESS", said)
    with pytest.raises(ImproperlyConfigured, match="CASTLERISK_HTTPS needs CASTLERISK_ADDRESS"):
        variables.address(is_https=True)


def test_https_needs_a_proxy(monkeypatch):
    monkeypatch.setenv("CASTLERISK_PROXIES", "0")
    with pytest.raises(ImproperlyConfigured, match="CASTLERISK_HTTPS needs CASTLERISK_PROXIES"):
        variables.proxies(is_https=True)


def test_a_site_with_https_and_without_an_address_does_not_start(tmp_path):
    with running("serve", CASTLERISK_VAR=str(tmp_path), CASTLERISK_HTTPS="true") as one:
        assert one.end() == 1
    (line,) = one.lines
    assert line.startswith("CASTLERISK_HTTPS needs CASTLERISK_ADDRESS, the public address")


def test_commands_report_bad_settings_in_one_line(tmp_path):
    with running("check", CASTLERISK_VAR=str(tmp_path), DATABASE_URL="nowhere") as one:
        assert one.end() == 1
    (line,) = one.lines
    assert line.startswith("DATABASE_URL is invalid")


def test_an_unreachable_database_is_reported_with_the_reason(tmp_path):
    address = f"postgres://castlerisk@127.0.0.1:{free_port()}/castlerisk"
    words = ("serve", "--port", "0")
    with running(*words, CASTLERISK_VAR=str(tmp_path), DATABASE_URL=address) as one:
        assert one.end() == 1
    (line,) = one.lines
    assert line.startswith("CommandError: The database cannot be used: connection failed")
    assert "Connection refused" in line
