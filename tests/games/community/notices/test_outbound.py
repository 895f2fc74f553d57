"""Outbound connections to user-supplied addresses: which are allowed, and which refused."""

import socket
from threading import Event, Thread

import pytest

from games.community.notices import outbound
from tests.support.servers.certificates import certified
from tests.support.servers.receivers import Receiver, serving
from tests.support.visitors.patience import PATIENCE


@pytest.fixture
def receiver():
    with serving(Receiver()) as one:
        yield one


def found(*addresses):
    """The result of a DNS lookup."""
    kinds = [socket.AF_INET6 if ":" in address else socket.AF_INET for address in addresses]
    return [
        (kind, socket.SOCK_STREAM, 6, "", (address, 443))
        for kind, address in zip(kinds, addresses, strict=True)
    ]


PRIVATE = [
    *("127.0.0.1", "127.9.9.9", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254"),
    *("100.64.0.1", "0.0.0.0", "224.0.0.1", "239.1.1.1", "255.255.255.255", "192.0.2.1"),
    *("::1", "::", "fe80::1", "fc00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8"),
    *("fec0::1", "4000::1", "5f00::1", "3fff::1", "192.88.99.1", "64:ff9b:1::a00:1"),
    *("192.0.0.9", "192.31.196.1", "192.52.193.1", "192.175.48.1", "2001:1::1", "2001:3::1"),
    *("2001:4:112::1", "2001:20::1", "2620:4f:8000::1", "100::1", "64:ff9b::808:808"),
    *("64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:7f00:1::", "::7f00:1", "2001:db8::1"),
]


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_are_refused_by_number_and_name(address):
    host = f"[{address}]" if ":" in address else address
    with pytest.raises(outbound.ForbiddenUrl):
        outbound.parse_url(f"https://{host}/x")
    with pytest.raises(outbound.ForbiddenUrl):
        outbound.post("https://example.org/x", b"", {}, lambda *_, **__: found(address))
    # One bad address among good ones is enough.
    with pytest.raises(outbound.ForbiddenUrl):
        outbound.post("https://example.org/", b"", {}, lambda *_, **__: found("8.8.8.8", address))


@pytest.mark.parametrize(
    "url",
    [
        *("http://example.org/", "ftp://example.org/", "https://", "example.org", "", "https:///x"),
        *("https://me:secret@example.org/", "https://me@example.org/", "https://exa mple.org/"),
        *("https://example.org:99999/", "https://example.org/\r\nX: y", "file:///etc/passwd"),
        *("https://exämple.org/", "https://example.org:8443/", "https://example.org:22/"),
    ],
)
def test_addresses_without_https_are_refused(url):
    with pytest.raises(outbound.ForbiddenUrl):
        outbound.parse_url(url)


def test_a_public_address_is_parsed():
    place = outbound.parse_url("https://hooks.example.org/a/b?c=d")
    assert place == outbound.Target("hooks.example.org", 443, "/a/b?c=d", True)
    assert outbound.parse_url("https://8.8.8.8").port == 443


def test_unusual_number_formats_are_refused(receiver):
    # The system resolves 2130706433 and 0x7f.1 to 127.0.0.1: the resolved address is checked.
    for host in ("2130706433", "0x7f.1", "127.1", "localhost"):
        for port in (443, receiver.port):
            with pytest.raises((outbound.ForbiddenUrl, OSError)):
                outbound.post(f"https://{host}:{port}/", b"x", {})
    assert receiver.posts == []


def test_an_exempt_host_allows_only_its_port(receiver, settings):
    with pytest.raises(outbound.ForbiddenUrl):
        outbound.post(receiver.url, b"x", {})
    settings.OUTBOUND_EXEMPT = frozenset({receiver.pair})
    answer = outbound.post(receiver.url, b"x", {"X-Of-Ours": "1"})
    assert answer.is_good and answer.text == "thank you"
    ((path, headers, body),) = receiver.posts
    assert (path, headers["X-Of-Ours"], body) == ("/told", "1", b"x")
    with serving(Receiver()) as other, pytest.raises(outbound.ForbiddenUrl):
        outbound.post(other.url, b"x", {})


def test_the_checked_address_is_the_one_connected_to(receiver, settings):
    """The name is resolved only once, so DNS rebinding gains nothing."""
    settings.OUTBOUND_EXEMPT = frozenset({f"hooks.test:{receiver.port}"})
    answers = [found("127.0.0.1"), found("127.0.0.2"), found("127.0.0.2")]
    asked = []

    def resolve(host, port, **_):
        asked.append(host)
        return answers.pop(0)

    answer = outbound.post(f"http://hooks.test:{receiver.port}/", b"x", {}, resolve)
    assert answer.is_good and asked == ["hooks.test"]
    assert receiver.posts[0][1]["Host"] == f"hooks.test:{receiver.port}"


def test_a_name_is_checked_again_on_use(receiver):
    url = "https://hooks.test/"
    assert outbound.parse_url(url).host == "hooks.test"
    with pytest.raises(outbound.ForbiddenUrl):
        outbound.post(url, b"x", {}, lambda *_, **__: found("127.0.0.1"))
    assert receiver.posts == []


def test_a_redirection_is_not_followed(receiver, settings):
    settings.OUTBOUND_EXEMPT = frozenset({receiver.pair})
    receiver.statuses = [307]
    answer = outbound.post(receiver.url, b"x", {})
    assert answer.status == 307 and not answer.is_good
    assert [path for path, *_ in receiver.posts] == ["/told"]


def test_only_the_start_of_a_long_response_is_read(receiver, settings):
    settings.OUTBOUND_EXEMPT = frozenset({receiver.pair})
    receiver.answer = b"x" * 5_000_000
    assert len(outbound.post(receiver.url, b"x", {}).text) == outbound.MOST_READ


def test_an_endless_response_is_cut_off(settings, monkeypatch):
    monkeypatch.setattr(outbound, "WHOLE_SECONDS", 0.3)
    monkeypatch.setattr(outbound, "PAUSE_SECONDS", 60.0)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        pair = f"127.0.0.1:{silent.getsockname()[1]}"
        settings.OUTBOUND_EXEMPT = frozenset({pair})
        with pytest.raises(OSError):
            outbound.post(f"http://{pair}/", b"x", {})
        with pytest.raises(OSError):
            outbound.post(f"https://{pair}/", b"x", {})


def test_a_silent_name_server_times_out(monkeypatch):
    monkeypatch.setattr(outbound, "PAUSE_SECONDS", 0.1)
    is_over = Event()
    with pytest.raises(TimeoutError):
        outbound.post("https://example.org/", b"x", {}, lambda *_, **__: is_over.wait(PATIENCE))
    is_over.set()


def test_a_response_that_is_not_http_is_an_error(settings):
    with socket.create_server(("127.0.0.1", 0)) as odd:
        pair = f"127.0.0.1:{odd.getsockname()[1]}"
        settings.OUTBOUND_EXEMPT = frozenset({pair})

        def babble():
            taken, _ = odd.accept()
            with taken:
                taken.recv(10_000)
                taken.sendall(b"SSH-2.0-something\r\n")

        thread = Thread(target=babble)
        thread.start()
        with pytest.raises(OSError, match="not valid HTTP"):
            outbound.post(f"http://{pair}/", b"x", {})
        thread.join(10)


# TLS


@pytest.fixture
def secure(tmp_path, settings):
    """A receiver that speaks TLS as hooks.test; `certificate` is its certificate's file."""
    certificate, context = certified(tmp_path, "hooks.test")
    one = Receiver()
    one.socket = context.wrap_socket(one.socket, server_side=True)
    one.certificate = certificate
    names = ("hooks.test", "other.test")
    settings.OUTBOUND_EXEMPT = frozenset(f"{name}:{one.port}" for name in names)
    with serving(one):
        yield one


def post_to(name, port):
    return outbound.post(f"https://{name}:{port}/x", b"x", {}, lambda *_, **__: found("127.0.0.1"))


def test_the_certificate_is_verified_by_name(secure, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(secure.certificate))
    assert post_to("hooks.test", secure.port).is_good
    with pytest.raises(OSError, match="certificate"):
        post_to("other.test", secure.port)
    assert len(secure.posts) == 1


def test_an_untrusted_certificate_is_refused(secure):
    with pytest.raises(OSError, match="certificate"):
        post_to("hooks.test", secure.port)
    assert secure.posts == []
