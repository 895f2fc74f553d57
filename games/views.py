"""Pages. Each fetches what it shows with the access check first."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def landing(request: HttpRequest) -> HttpResponse:
    """Say what this site is."""
    return render(request, "games/landing.html")
