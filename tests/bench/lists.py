"""The admin's lists with a hundred thousand rows: SQL statements and time of each."""

from time import perf_counter

from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.community.trust.roles import Role, give_role
from games.models import Action, Delivery, Game, Measure, Notice, Report, User
from tests.bench.figures import Figures
from tests.support.visitors.moderators import log_in_as

MOST_STATEMENTS, MOST_MS = 12, 200
TIMES = 5
AT_ONCE = 5000

LISTS = {
    "game": ("", "?status__exact=over", "?q=many777", "?q=evening+777", "?ruleset=castle", "?p=3"),
    "user": ("", "?q=many+777", "?is_guest__exact=1"),
    "report": ("", "?status__exact=decided", "?q=many+777"),
    "measure": ("", "?kind__exact=mute", "?q=many+777"),
    "action": ("", "?name=warn", "?q=dora"),
    "notice": ("", "?kind__exact=turn", "?q=many+777"),
    "delivery": ("", "?state__exact=given+up"),
}
"""The queries measured for each list: unfiltered, filtered, searched, a later page."""


def measure(figures: Figures, rows: int) -> None:
    """Make this many rows of each kind, and get every list as the operator."""
    _fill(rows)
    olga = Client()
    log_in_as(olga, _operator())
    most: dict[str, tuple[int, float]] = {}
    for name, queries in LISTS.items():
        for query in queries:
            statements, seconds = _asked(olga, f"/admin/games/{name}/{query}")
            before = most.get(name, (0, 0.0))
            most[name] = max(before[0], statements), max(before[1], seconds)
    most["first page"] = _asked(olga, "/admin/")
    for name, (statements, seconds) in most.items():
        what = f"admin, {name}, of {rows} rows"
        figures.add(f"{what}: statements", statements, None if "page" in name else MOST_STATEMENTS)
        figures.add(what, 1000 * seconds, MOST_MS, " ms")


def _operator() -> User:
    user = User.objects.create_user("olga", "olga@example.org")
    give_role(user, Role.OPERATOR)
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": "x"})
    return user


def _asked(browser: Client, address: str) -> tuple[int, float]:
    """Return the number of statements of a page, and its best time in seconds."""
    browser.get(address)
    with CaptureQueriesContext(connection) as captured:
        answer = browser.get(address)
    if answer.status_code != 200:
        raise RuntimeError(f"{address} answered {answer.status_code}.")
    # The next request clears the captured queries.
    statements = sum("SAVEPOINT" not in one["sql"] for one in captured)
    times = []
    for _ in range(TIMES):
        cache.clear()
        started = perf_counter()
        browser.get(address)
        times.append(perf_counter() - started)
    return statements, min(times)


def _fill(rows: int) -> None:
    numbers = range(rows)
    _make(User, (User(name=f"many {each}", name_key=f"many{each}") for each in numbers))
    users = list(User.objects.filter(name__startswith="many ").values_list("pk", flat=True))
    _make(Game, (_game(each, users[each]) for each in numbers))
    games = list(Game.objects.filter(code__startswith="many").values_list("pk", flat=True))
    _make(Report, (_report(each, users, games) for each in numbers))
    _make(Measure, (Measure(user_id=user, kind="mute", reason="x") for user in users))
    _make(Action, (Action(name="warn", by_name="dora", reason="x", person_id=u) for u in users))
    _make(Notice, (_notice(*pair) for pair in zip(users, games, strict=True)))
    notices = list(Notice.objects.filter(cause="many").values_list("pk", flat=True))
    _make(Delivery, (_delivery(each, notices[each]) for each in numbers))


def _game(number: int, host: int) -> Game:
    play = {"ruleset": "greyhawk", "ruleset_version": 1, "options": {}, "seed": bytes(32)}
    names = {"code": f"many{number}", "title": f"An evening {number}"}
    return Game(**names, **play, host_id=host, status="over")


def _report(number: int, users: list[int], games: list[int]) -> Report:
    who = {"reporter_id": users[number], "reported_id": users[-number]}
    status = ("decided", "closed", "decided", "open")[number % 97 // 32]
    about = {"about": "game", "category": "stuck", "game_id": games[number]}
    return Report(**about, **who, key=f"many-{number}", status=status)


def _notice(user: int, game: int) -> Notice:
    text = "It is your turn."
    return Notice(user_id=user, kind="turn", game_id=game, cause="many", text=text)


def _delivery(number: int, notice: int) -> Delivery:
    state = "sent" if number % 50 else "given up"
    return Delivery(notice_id=notice, channel="mail", state=state)


def _make(model: type[Model], made: object) -> None:
    model.objects.bulk_create(made, batch_size=AT_ONCE)
