"""People's profiles: their running games, results, statistics and opponents."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.community.lobby.table_summaries import tables_for
from games.community.people.profiles import (
    finished_games,
    opponents_of,
    record_of,
    results_of,
    running_games,
)
from games.community.people.vacations_shown import vacations_shown
from games.community.statistics.careers import career_of
from games.community.statistics.last_games import last_games
from games.community.trust.blocking import blocked_by
from games.models import User
from games.models.display_names import look_alike_key

SHOWN_RUNNING, SHOWN_OPPONENTS = 20, 8
RESULTS_ON_A_PAGE = 20


@require_safe
def show(request: HttpRequest, name: str) -> HttpResponse:
    """Show a person's games and what they did in them."""
    person = User.objects.filter(name_key=look_alike_key(name), is_active=True).first()
    if person is None:
        raise Http404("Nobody has that name.")
    visitor = request.user
    finished = Paginator(finished_games(person, visitor), RESULTS_ON_A_PAGE)
    page = finished.get_page(request.GET.get("page"))
    games = list(page.object_list)
    results = results_of(person, games, visitor)
    context = {
        "person": person,
        "is_blocked": person.pk in blocked_by(visitor),
        "vacation_until": vacations_shown([person.pk]).get(person.pk),
        "record": record_of(person, visitor),
        "career": career_of(person, visitor),
        "last": last_games(games, results) if page.number == 1 else None,
        "opponents": opponents_of(person, visitor)[:SHOWN_OPPONENTS],
        "running": tables_for(running_games(person, visitor)[:SHOWN_RUNNING], visitor),
        "page": page,
        "results": results,
    }
    return render(request, "community/statistics/profile.html", context)
