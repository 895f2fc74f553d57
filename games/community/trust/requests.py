"""The types of requests after our middleware; for annotations only."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from games.models import User


class Request(HttpRequest):
    """A request that HtmxMiddleware has seen."""

    htmx: HtmxDetails


class UserRequest(Request):
    """A request of a user who is logged in."""

    user: User
