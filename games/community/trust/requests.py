"""Types of requests that our middleware has processed; for annotations only."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from games.models import User


class Request(HttpRequest):
    """A request that HtmxMiddleware has processed."""

    htmx: HtmxDetails


class UserRequest(Request):
    """A request of a user who is logged in."""

    user: User
