"""Helpers for tests of forms: a partial's form, parsed and posted as a browser would."""

from html.parser import HTMLParser

from django.http import QueryDict
from django.template.loader import render_to_string
from django.test import RequestFactory


class FormReader(HTMLParser):
    """Reads every form in a piece of HTML as the (name, value) pairs a browser would send."""

    def __init__(self):
        super().__init__()
        self.forms = []
        self.select = None
        self.is_multiple = False

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        if tag == "form":
            self.forms.append([])
        elif tag == "input" and self.forms and found.get("name"):
            is_off = found.get("type") in ("radio", "checkbox") and "checked" not in found
            if not is_off:
                self.forms[-1].append((found["name"], found.get("value", "")))
        elif tag == "select":
            self.select = [found["name"], []]
            self.is_multiple = "multiple" in found
        elif tag == "option" and self.select:
            self.take_option(found)

    def handle_endtag(self, tag):
        if tag == "select" and self.select:
            name, values = self.select
            self.forms[-1] += [(name, value) for value in values]
            self.select = None

    def take_option(self, found):
        """Keep an option that would be sent: a selected one, or the first of a single choice."""
        _, values = self.select
        if "selected" in found:
            self.select[1] = [*values, found["value"]] if self.is_multiple else [found["value"]]
        elif not values and not self.is_multiple:
            self.select[1] = [found["value"]]


def forms_of(template, name, scene, context):
    """Return the forms of a partial, each as a QueryDict ready to be posted."""
    request = RequestFactory().get("/")
    seen = {"table": {"version": "v"}, "code": scene.seating.code}
    html = render_to_string(template, {name: context, "seen": seen, "html": {}}, request=request)
    reader = FormReader()
    reader.feed(html)
    posts = []
    for pairs in reader.forms:
        post = QueryDict(mutable=True)
        for field, value in pairs:
            post.appendlist(field, value)
        posts.append(post)
    return posts


def sent(client, code, post):
    """Send a form as a browser would; return the status code."""
    return client.post(f"/games/{code}/moves/", dict(post.lists())).status_code
