"""Every route of the URLconf as paths, so that new routes are attacked automatically."""

import re
from itertools import product

from django.urls import URLPattern, get_resolver
from django.urls.resolvers import RoutePattern
from django.utils.regex_helper import normalize

from games.community.notices.answer_links import YES, LinkedAnswer, answer_path
from games.community.notices.channels.mail import stop_token
from games.models import Circle, Game

PARAMETER = re.compile(r"<(?:(\w+):)?(\w+)>")


def paths(table, person):
    """Return (route name, path) for each route, with all suitable parameter values."""
    token = Game.objects.get(code=table.code).invitation
    answer = answer_path(person, LinkedAnswer("pact", table.code, 0, 0, "1", YES))
    circles = list(Circle.objects.values_list("code", "invitation"))
    values = {
        "code": [table.code],
        "name": [person.name, "greyhawk", "classic", "pacts", "orders", "talk"],
        "token": [token, stop_token(person.pk, person.email), answer.split("/")[2]],
        "object_id": ["1"],
        "id": ["1"],
    }
    found = []
    for name, template, parameters in _templates():
        suitable = values
        if template.startswith("/circles/") and circles:
            codes, links = zip(*circles, strict=True)
            suitable = {**values, "code": codes, "token": links}
        choices = product(*(suitable.get(each, ["1"]) for each in parameters))
        filled = (template % dict(zip(parameters, each, strict=True)) for each in choices)
        found += [(name, path) for path in filled]
    return list(dict.fromkeys(found))


def _templates(patterns=None, before=""):
    """Yield (route name, path with %(parameter)s placeholders, parameter names) of each route."""
    for each in get_resolver().url_patterns if patterns is None else patterns:
        path = before + _template(each.pattern)
        if isinstance(each, URLPattern):
            template = f"/{path}"
            yield each.name, template, re.findall(r"%\((\w+)\)s", template)
        else:
            yield from _templates(each.url_patterns, path)


def _template(pattern):
    if isinstance(pattern, RoutePattern):
        return PARAMETER.sub(r"%(\2)s", str(pattern))
    return normalize(pattern.regex.pattern)[0][0]
