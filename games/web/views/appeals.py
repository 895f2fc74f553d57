"""The page of one measure, opened by its signed link: the decision, and an appeal."""

from allauth.core import ratelimit
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.community.moderation import appeals
from games.exceptions import Refused


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def measure(request: HttpRequest, token: str) -> HttpResponse:
    """Show a measure and accept an appeal against it; the link works without a session."""
    found = appeals.measure_of(token)
    if found is None:
        raise Http404("This link is invalid or has expired.")
    error = ""
    if request.method == "POST":
        if not ratelimit.consume(request, action="measure_appeal"):
            sentence = "Too many attempts. Wait an hour."
            return render(
                request, "community/people/refused.html", {"sentence": sentence}, status=429
            )
        try:
            appeals.appeal(found, request.POST.get("words", ""))
            return redirect(request.path)
        except Refused as refusal:
            error = str(refusal)
            found.refresh_from_db()
    context = {**appeals.shown(found), "error": error, "words": request.POST.get("words", "")}
    return render(
        request, "community/moderation/measure.html", context, status=422 if error else 200
    )
