"""A robot that plays from the page alone: it parses the panel's HTML, follows links, sends forms.

It knows no rules and sees no position. What it cannot find on the page, a person without scripts
cannot find either. `read_panel` takes any page; `Robot` plays with Django's test client.
"""

import random
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urlencode

from rules.moves import SetOrders

TEMPERATE = 0.35
"""The probability of following one more link when a form could be sent."""
MOST_STEPS, MOST_WANDERINGS = 12, 200


@dataclass
class Control:
    """An input, select or button of a form, as a browser sees it."""

    kind: str
    name: str
    value: str = ""
    is_on: bool = False
    least: int | None = None
    most: int | None = None
    values: list[str] = field(default_factory=list)


@dataclass
class PostedForm:
    """A form of the panel: its target, method and controls."""

    method: str
    action: str
    controls: list[Control] = field(default_factory=list)

    @property
    def move(self):
        """The name of the move it sends; "" for a step."""
        return next((item.value for item in self.controls if item.name == "move"), "")

    def filled(self, chance):
        """Fill in the form at random; return (name, value) pairs."""
        pairs, radios = [], {}
        for item in self.controls:
            if item.kind == "radio":
                radios.setdefault(item.name, []).append(item)
            elif item.kind == "checkbox":
                if item.is_on:
                    pairs.append((item.name, item.value))
            elif item.kind == "select":
                pairs.append((item.name, chance.choice(item.values)))
            elif item.kind == "number" and not item.name.startswith("place:"):
                pairs.append((item.name, str(self._number(item, chance))))
            elif item.kind not in ("button", "submit"):
                pairs.append((item.name, item.value))
        pairs += [(name, chance.choice(group).value) for name, group in radios.items()]
        return pairs + self._pressed(chance)

    def _number(self, item, chance):
        if item.least is None or item.most is None:
            return item.value
        return chance.choice((item.least, item.most, chance.randint(item.least, item.most)))

    def _pressed(self, chance):
        buttons = [item for item in self.controls if item.kind == "submit"]
        if not buttons:
            return []
        pressed = chance.choice(buttons)
        return [(pressed.name, pressed.value)] if pressed.name else []


class PanelReader(HTMLParser):
    """Reads the links and forms inside the element with the id “panel”."""

    def __init__(self):
        super().__init__()
        self.depth = 0
        self.heading = ""
        self.back = None
        self.links = []
        self.forms = []
        self._form = None
        self._select = None
        self._is_heading = False

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        if not self.depth:
            self.depth = int(found.get("id") == "panel")
            return
        self.depth += tag == "section"
        self._is_heading = self._is_heading or tag == "h2"
        if tag == "a" and found.get("id") == "panel-back":
            self.back = found["href"]
        elif tag == "a" and "href" in found:
            self.links.append(found["href"])
        elif tag == "form":
            self._form = PostedForm(found.get("method", "get"), found.get("action", ""))
            if "hidden" not in found:
                self.forms.append(self._form)
        elif "disabled" not in found and self._form is not None:
            self._read_control(tag, found)

    def _read_control(self, tag, found):
        name, value = found.get("name") or "", found.get("value") or ""
        if tag == "input":
            kind = found.get("type", "text")
            value = value or ("on" if kind == "checkbox" and "value" not in found else "")
            ends = (int(found[end]) if found.get(end) else None for end in ("min", "max"))
            self._form.controls.append(Control(kind, name, value, "checked" in found, *ends))
        elif tag == "button" and found.get("type", "submit") == "submit":
            self._form.controls.append(Control("submit", name, value))
        elif tag == "select":
            self._select = Control("select", name)
            self._form.controls.append(self._select)
        elif tag == "option" and self._select is not None:
            self._select.values.append(value)
        elif tag == "textarea":
            self._form.controls.append(Control("textarea", name))

    def handle_endtag(self, tag):
        if tag == "section" and self.depth:
            self.depth -= 1
        self._is_heading = self._is_heading and tag != "h2"
        if tag == "form":
            self._form = None
        if tag == "select":
            self._select = None

    def handle_data(self, data):
        if self._is_heading:
            self.heading += data


def read_panel(html):
    """Return the panel of a page: its heading, links, and the forms that answer the question."""
    reader = PanelReader()
    reader.feed(html)
    reader.forms = [form for form in reader.forms if form.move != SetOrders.name]
    return reader


class Robot:
    """Plays one seat with a logged-in test client; `sent` lists the moves it has sent."""

    def __init__(self, client, code, seed):
        self.client = client
        self.code = code
        self.chance = random.Random(seed)
        self.sent = []
        self.headings = set()

    @property
    def address(self):
        return f"/games/{self.code}/"

    def panel(self, query=""):
        """Return the panel as the server renders it for a query."""
        answer = self.client.get(f"{self.address}panel/{query}")
        assert answer.status_code == 200, answer.content
        read = read_panel(answer.content.decode())
        self.headings.add(read.heading.strip())
        return read

    def steps(self, panel):
        """Return the links that lead to another step of the panel."""
        links = [link for link in panel.links if link.startswith(f"{self.address}?")]
        return links or [panel.back or self.address]

    def play(self):
        """Follow links until a form with a move is sent; return the move's name."""
        panel = self.panel()
        for _ in range(MOST_STEPS):
            steps, forms = self.steps(panel), panel.forms
            if not forms or self.chance.random() < TEMPERATE:
                panel = self._follow(self.chance.choice(steps))
                continue
            form = self.chance.choice(forms)
            if form.method == "get":
                panel = self.panel("?" + urlencode(form.filled(self.chance)))
                continue
            return self._send(form)
        return self._send_first()

    def _send_first(self):
        """Send the first form of the panel without a query, so that `play` ends."""
        panel = self.panel()
        for _ in range(MOST_WANDERINGS):
            posted = [form for form in panel.forms if form.method == "post"]
            if posted:
                return self._send(posted[0])
            if panel.forms:
                panel = self.panel("?" + urlencode(panel.forms[0].filled(self.chance)))
            else:
                panel = self._follow(self.chance.choice(self.steps(panel)))
        raise AssertionError(f"No way to a move from: {panel.heading}")

    def _follow(self, link):
        return self.panel(link.removeprefix(self.address).partition("#")[0])

    def _send(self, form):
        pairs = form.filled(self.chance)
        data = {}
        for name, value in pairs:
            data.setdefault(name, []).append(value)
        answer = self.client.post(form.action, data)
        assert answer.status_code == 302, (answer.status_code, pairs, _said(answer))
        self.sent.append(form.move)
        return form.move


def _said(answer):
    text = answer.content.decode()
    start = text.find('class="notice error"')
    return text[start : start + 300] if start >= 0 else text[:300]
