"""Servers for tests: a mail server, and a receiver of webhooks and pushes."""

import base64
import email
import email.policy
import json
import os
import socketserver
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec


@contextmanager
def serving(server):
    """Run a server in a thread inside the block."""
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)


# Mail


class _Conversation(socketserver.StreamRequestHandler):
    """The server side of SMTP, just enough to receive several messages."""

    def handle(self):
        self._say("220 a server of a test")
        for line in self.rfile:
            verb = line.decode().strip()
            if verb.upper().startswith("EHLO"):
                self._say("250 a server of a test")
            elif verb.upper().startswith("RCPT"):
                address = verb.partition("<")[2].partition(">")[0]
                self._say(self.server.refusals.get(address, "250 fine"))
            elif verb.upper() == "DATA":
                self._say("354 go on")
                self.server.mails.append(self._mail())
                self._say("250 taken")
            elif verb.upper() == "QUIT":
                self._say("221 bye")
                return
            else:
                self._say("250 fine")

    def _say(self, words):
        self.wfile.write(f"{words}\r\n".encode())

    def _mail(self):
        lines = iter(self.rfile.readline, b".\r\n")
        text = b"".join(line.removeprefix(b".") if line[:2] == b".." else line for line in lines)
        return email.message_from_bytes(text, policy=email.policy.default)


class MailServer(socketserver.ThreadingTCPServer):
    """A mail server; `mails` are accepted messages, `refusals` are replies by recipient."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _Conversation)
        self.port = self.server_address[1]
        self.mails, self.refusals = [], {}

    def handle_error(self, request, client_address):
        """Ignore clients that disconnect: some are killed in the middle of a message."""


class _Mute(socketserver.BaseRequestHandler):
    def handle(self):
        self.server.taken += 1
        while not self.server.is_over.wait(self.server.pause):
            try:
                self.request.sendall(self.server.drip)
            except OSError:
                return


class MuteServer(socketserver.ThreadingTCPServer):
    """Accepts connections and never answers; `drip` is sent repeatedly, by default nothing."""

    daemon_threads = True

    def __init__(self, drip=b""):
        super().__init__(("127.0.0.1", 0), _Mute)
        self.port = self.server_address[1]
        self.pair = f"127.0.0.1:{self.port}"
        self.taken, self.drip, self.pause = 0, drip, 0.02
        self.is_over = Event()

    def server_close(self):
        self.is_over.set()
        super().server_close()

    def handle_error(self, request, client_address):
        """Ignore clients that disconnect."""


# Webhooks and pushes


class _Taking(BaseHTTPRequestHandler):
    def do_POST(self):
        length = int(self.headers["Content-Length"])
        body = self.rfile.read(length)
        # A killed sender leaves an incomplete POST, which does not count.
        if len(body) < length:
            return
        self.server.posts.append((self.path, dict(self.headers), body))
        statuses = self.server.statuses
        status = statuses.pop(0) if statuses else 200
        self.send_response(status)
        if 300 <= status < 400:
            self.send_header("Location", f"http://127.0.0.1:{self.server.port}/elsewhere")
        if status == 429:
            self.send_header("Retry-After", self.server.retry_after)
        text = self.server.answer
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *words):
        pass


class Receiver(ThreadingHTTPServer):
    """An HTTP server that records POSTs.

    `posts` are (path, headers, body); `statuses` are the status codes of its first responses, the
    later ones are 200. `retry_after` is the header of a 429.
    """

    daemon_threads = True

    def __init__(self, port=0):
        super().__init__(("127.0.0.1", port), _Taking)
        self.port = self.server_address[1]
        self.pair = f"127.0.0.1:{self.port}"
        self.url = f"http://{self.pair}/told"
        self.posts, self.statuses, self.answer = [], [], b"thank you"
        self.retry_after = "0"

    def handle_error(self, request, client_address):
        """Ignore clients that disconnect: some tests do so on purpose."""

    def told(self):
        """Return the bodies of the posts, parsed as JSON."""
        return [json.loads(body) for _, _, body in self.posts]


class PushedBrowser:
    """The browser's side of push: its keys, and the decryption of a push."""

    def __init__(self):
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._secret = os.urandom(16)

    @property
    def key(self):
        """Its public key, as it sends it to the site."""
        point = self._key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return base64.urlsafe_b64encode(point).rstrip(b"=").decode()

    @property
    def secret(self):
        """The secret it shares with the site."""
        return base64.urlsafe_b64encode(self._secret).rstrip(b"=").decode()

    def read(self, body):
        """Return the content of a push, decrypted and parsed as JSON."""
        opened = http_ece.decrypt(
            body, private_key=self._key, auth_secret=self._secret, version="aes128gcm"
        )
        return json.loads(opened)
