"""Views for the site's keys, the public log of seals, and the page that explains fairness."""

import hashlib
import json
from datetime import date
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.models import SealDay
from games.storage.evidence import seals, signing

DAYS_ON_A_PAGE = 60


@require_safe
@cache_control(max_age=300, public=True)
def keys(request: HttpRequest) -> HttpResponse:
    """Send the public keys of the site, newest first (FAIR-10)."""
    return _open_to_all({"keys": signing.published_keys()})


@require_safe
def seal_days(request: HttpRequest) -> HttpResponse:
    """List the days of the public log of seals (FAIR-11)."""
    days = Paginator(SealDay.objects.order_by("-day"), DAYS_ON_A_PAGE)
    page = days.get_page(request.GET.get("page"))
    return render(request, "community/fairness/seals.html", {"page": page})


@require_safe
@cache_control(max_age=300, public=True)
@gzip_page
def seal_day(request: HttpRequest, day: str) -> HttpResponse:
    """Send the seals of a signed day, with the seeds of tables that never began."""
    try:
        signed = SealDay.objects.get(day=date.fromisoformat(day))
    except (ValueError, SealDay.DoesNotExist):
        raise Http404("There is no such day in the log of seals.") from None
    tag = quote_etag(hashlib.sha256(seals.day_edition(signed).encode()).hexdigest()[:32])
    response = get_conditional_response(request, etag=tag)
    if response is None:
        response = _open_to_all(seals.day_document(signed))
    response["ETag"] = tag
    return response


def _open_to_all(document: dict[str, Any]) -> HttpResponse:
    """Send public data that pages of other sites, and a saved verifier, may read too."""
    text = json.dumps(document, separators=(",", ":"))
    response = HttpResponse(text, content_type="application/json")
    response["Access-Control-Allow-Origin"] = "*"
    return response


@require_safe
def is_it_fair(request: HttpRequest) -> HttpResponse:
    """Show the page that explains fairness to a person who never heard of a hash."""
    return render(request, "community/fairness/is_it_fair.html")
