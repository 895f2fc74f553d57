"""A crawler for tests that follows every kind of link and finds every kind of form."""

from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import parse_qsl, urlsplit

from django.urls import Resolver404, resolve

MOST_ALIKE = 2
"""How many addresses of one route with the same query fields are visited."""

DO_MORE = ("act", "move", "step", "to", "what")
"""Hidden fields that determine a form's action: forms that differ in them are different kinds."""


@dataclass
class Form:
    """A form of a page, or a link with a query: its target and its fields."""

    method: str
    action: str
    fields: list = field(default_factory=list)

    @property
    def plain(self):
        """Return the fields with their initial values, one value per field."""
        return dict(reversed(self.fields))

    @property
    def kind(self):
        """Return a key shared by all forms that do the same thing."""
        does = tuple(pair for pair in self.fields if pair[0] in DO_MORE)
        return self.method, route_of(self.action), frozenset(self.plain), does


class Reader(HTMLParser):
    """Reads the links and the forms of a page."""

    def __init__(self):
        super().__init__()
        self.links, self.forms = [], []
        self._select = None

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        names = ("href", "hx-get", "data-form", "data-changes")
        self.links += [found[name] for name in names if found.get(name)]
        if tag == "form":
            action = found.get("action") or found.get("hx-post", "")
            self.forms.append(Form(found.get("method", "get").lower(), action))
        elif tag == "option" and self._select:
            self._add(self._select, found)
        elif tag in ("input", "button", "textarea") and found.get("name"):
            self._add(found["name"], found)
        if tag == "select":
            self._select = found.get("name")

    def handle_endtag(self, tag):
        self._select = None if tag == "select" else self._select

    def _add(self, name, found):
        # A field outside its form, linked by the `form` attribute, always comes after the form.
        if self.forms and name != "csrfmiddlewaretoken":
            self.forms[-1].fields.append((name, found.get("value") or ""))


def route_of(address):
    """Return the route of an address on the site; None if there is none."""
    parts = urlsplit(address)
    try:
        return None if parts.netloc else resolve(parts.path).route
    except Resolver404:
        return None


def walk(client, addresses):
    """Return one form of every kind reachable from some addresses; links with a query count too."""
    forms, seen, alike, waiting = {}, set(), Counter(), list(addresses)
    while waiting:
        address = waiting.pop(0)
        parts = urlsplit(address)
        asked = Form("get", parts.path, parse_qsl(parts.query, keep_blank_values=True))
        if address in seen or alike[asked.kind] == MOST_ALIKE or not _is_walked(address):
            continue
        seen.add(address)
        alike[asked.kind] += 1
        if parts.query:
            forms.setdefault(asked.kind, asked)
        for headers in ({}, {"HX-Request": "true"}):
            read = _read(client, address, headers)
            waiting += [_whole(link, parts.path) for link in read.links]
            for form in read.forms:
                form.action = _whole(form.action or address, parts.path)
                if _is_walked(form.action):
                    forms.setdefault(form.kind, form)
    return list(forms.values())


def _is_walked(address):
    return "logout" not in address and route_of(address) is not None


def _whole(link, path):
    return (path + link if link.startswith("?") else link).partition("#")[0]


def _read(client, address, headers):
    answer, reader = client.get(address, headers=headers), Reader()
    assert answer.status_code < 500, address
    if "html" in answer.get("Content-Type", ""):
        reader.feed(answer.content.decode())
    return reader
