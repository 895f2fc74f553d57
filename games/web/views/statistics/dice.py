"""The dice of all finished public games (FAIR-5)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.community.statistics.dice import site_dice


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """Show the dice of the site beside fair dice."""
    return render(request, "community/statistics/site_dice.html", site_dice() or {})
