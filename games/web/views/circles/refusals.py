"""Refusals of requests about circles."""

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from games.community.circles.circles import NeedsAccount, NoSuchCircle, NotOwner
from games.community.trust.restrictions import Barred
from games.exceptions import LimitReached, Refused
from games.models import Circle

View = Callable[..., HttpResponse]


def refusing(view: View) -> View:
    """Wrap a view so that a refused request gets a page with the reason.

    A circle that the visitor may not see gets the page of one that does not exist.
    """

    @wraps(view)
    def answer(request: HttpRequest, **named: str) -> HttpResponse:
        try:
            return view(request, **named)
        except NoSuchCircle as refusal:
            raise Http404(str(refusal)) from None
        except Refused as refusal:
            context = {
                "sentence": str(refusal),
                "code": _own_code(request, named.get("code", "")),
                "needs_account": isinstance(refusal, NeedsAccount),
            }
            status = status_of(refusal)
            return render(request, "community/circles/refused.html", context, status=status)

    return answer


def _own_code(request: HttpRequest, code: str) -> str:
    """Return the code of a circle if the visitor is a member, "" if its page is not theirs."""
    own = Circle.objects.filter(code=code, members__user=request.user.pk)
    return code if own.exists() else ""


def status_of(refusal: Refused) -> int:
    """Return the HTTP status of a refusal."""
    match refusal:
        case NeedsAccount() | NotOwner() | Barred():
            return 403
        case LimitReached():
            return 429
    return 409
