"""A server that speaks OAuth 2 as Google, Discord and GitHub do, for people whom tests describe."""

import base64
import hashlib
import json
import secrets
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt

CLIENT, SECRET = "castlerisk-client", "castlerisk-secret"


class LoginProvider:
    """The three providers at one address; `person` is logged in there.

    A person has an `id`, an `email`, and `verified`. `asked` has the parameters of each log-in,
    `faults` what was wrong with requests.
    """

    def __init__(self):
        self.person = {"id": 7, "email": "flora@example.org", "verified": True}
        self.asked, self.faults, self._grants = [], [], {}
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self):
        """Stop the server."""
        self._server.shutdown()
        self._server.server_close()

    def authorize(self, address):
        """Consent to the log-in at a provider's address; return the path that the browser opens."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        self.asked.append(asked)
        code = secrets.token_hex(8)
        self._grants[code] = asked
        back = urlsplit(asked["redirect_uri"])
        return f"{back.path}?{urlencode({'code': code, 'state': asked['state']})}"

    def _token(self, form):
        grant = self._grants.pop(form["code"], None)
        digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        if grant is None or grant.get("code_challenge") != challenge:
            self.faults.append("code or verifier")
        if (form["client_id"], form["client_secret"]) != (CLIENT, SECRET):
            self.faults.append("keys")
        if grant and form["redirect_uri"] != grant["redirect_uri"]:
            self.faults.append("address")
        if self.faults:
            return 400, {"error": "invalid_grant"}
        claims = {
            "iss": "https://accounts.google.com",
            "aud": CLIENT,
            "exp": time.time() + 60,
            "sub": str(self.person["id"]),
            "email": self.person["email"],
            "email_verified": self.person["verified"],
        }
        identity = jwt.encode(claims, "a key of the provider, of thirty-two bytes")
        return 200, {"access_token": "a-token", "token_type": "bearer", "id_token": identity}

    def _profile(self, path):
        person = self.person
        if path.endswith("/emails"):
            return [{"email": person["email"], "primary": True, "verified": person["verified"]}]
        known = {"id": person["id"], "login": "octoflora", "username": "flora_d"}
        return {**known, "email": person["email"], "verified": person["verified"], "avatar": "face"}

    def _handler(self):
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                length = int(self.headers["Content-Length"])
                form = parse_qs(self.rfile.read(length).decode())
                self._answer(*provider._token({name: each[0] for name, each in form.items()}))

            def do_GET(self):
                if "a-token" not in self.headers.get("Authorization", ""):
                    provider.faults.append("token")
                self._answer(200, provider._profile(self.path))

            def _answer(self, status, data):
                body = json.dumps(data).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *args):
                """Log nothing."""

        return Handler
