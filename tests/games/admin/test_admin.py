"""The admin: access, the permissions of each role, and no disclosure of games' secrets."""

import re

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.admin.people import ACTIONS as PEOPLE
from games.admin.record import ACTIONS as SITE
from games.admin.reports import ACTIONS as REPORTS
from games.admin.tables import ACTIONS as TABLES
from games.community.moderation import on_games
from games.community.moderation.site_mode import ROW
from games.community.notices.notices import notify
from games.community.trust.roles import Role, give_role
from games.models import Action, Game, HiddenArmies, Measure, Notice, Report, SiteSettings, User
from games.storage.store.stored_game import load
from tests.support.visitors.desks import LISTS, ROLES, do, report_on, text
from tests.support.visitors.markup import one_line
from tests.support.visitors.moderators import action

pytestmark = pytest.mark.django_db

MOST_STATEMENTS = 12
MANY = 400


@pytest.fixture
def report(table, bob):
    return report_on(table, bob)


# Access


def test_the_admin_requires_a_role_and_a_second_step(client, browsers):
    assert client.get("/admin/").status_code == 302
    assert client.get("/admin/login/").url.startswith("/accounts/login/")
    assert browsers["alice"].get("/admin/", follow=True).status_code == 403
    for name in ROLES:
        assert browsers[name].get("/admin/").status_code == 200
    bare = User.objects.create_superuser("bare", "bare@example.org")
    client.force_login(bare)
    answer = client.get("/admin/", follow=True)
    assert answer.redirect_chain[-1][0] == "/accounts/2fa/"
    assert "two-factor authentication" in text(answer)


def test_the_csp_is_relaxed_for_the_admin_only(browsers):
    inside = browsers["olga"].get("/admin/").headers["Content-Security-Policy"]
    assert "script-src 'self' 'unsafe-eval'" in inside and "nonce" not in inside
    outside = browsers["olga"].get("/lobby/").headers["Content-Security-Policy"]
    assert "unsafe" not in outside


@pytest.mark.parametrize("name", LISTS)
def test_every_role_sees_its_lists_and_no_others(name, browsers, report):
    for who, role in ROLES.items():
        status = 200 if role >= LISTS[name] else 403
        answer = browsers[who].get(f"/admin/games/{name}/", follow=True)
        assert answer.status_code == status, who
        assert browsers[who].get(f"/admin/games/{name}/add/").status_code == 403
    for who in ("nobody", "alice"):
        assert browsers[who].get(f"/admin/games/{name}/").status_code == 302


def test_django_admin_forms_change_nothing(browsers, alice):
    address = f"/admin/games/user/{alice.pk}"
    assert browsers["olga"].post(f"{address}/change/", {"name": "alissa"}).status_code == 403
    assert browsers["olga"].post(f"{address}/delete/").status_code == 403
    assert User.objects.get(pk=alice.pk).name == "alice"


def test_email_addresses_are_shown_to_operators_only(browsers, alice):
    for who, role in ROLES.items():
        page = text(browsers[who].get(f"/admin/games/user/{alice.pk}/change/"))
        assert ("alice@example.org" in page) is (role >= Role.OPERATOR)


# Secrets


def test_no_page_shows_a_secret_of_a_running_game(browsers, people, table, report, bob):
    game = Game.objects.get(code=table.code)
    for _ in range(20):
        table.answer()
    on_games.run_audit(action("audit", people["dora"], game=game))
    line = Action.objects.latest("pk")
    secrets = [bytes(game.seed).hex(), game.invitation]
    secrets += HiddenArmies.objects.filter(game=game).values_list("salt", flat=True)
    secrets += [key for key in game.moves.values_list("key", flat=True) if key and len(key) > 6]
    SiteSettings.objects.get_or_create(pk=ROW)
    pages = ["/admin/", "/admin/search/?s=a", f"/admin/games/sitesettings/{ROW}/change/"]
    pages += [f"/admin/games/{name}/" for name in LISTS]
    pages += [f"/admin/games/{name}/?q=a" for name in LISTS if name != "sitesettings"]
    for name, number in (
        ("game", game.pk),
        ("report", report.pk),
        ("action", line.pk),
        ("user", bob.pk),
    ):
        pages += [f"/admin/games/{name}/{number}/{page}/" for page in ("change", "history")]
    pages += [f"/admin/games/game/{game.pk}/do/{name}/" for name in TABLES]
    pages += [f"/admin/games/report/{report.pk}/do/{name}/" for name in REPORTS]
    shown = {}
    for who in ROLES:
        for page in pages:
            answer = browsers[who].get(page, follow=True)
            shown[who, page] = f"{answer.headers}{text(answer)}"
    assert any(game.seed_commitment in page for page in shown.values())
    for where, page in shown.items():
        assert not [secret for secret in secrets if secret in page], where


def test_filters_and_orders_of_secret_columns_are_refused(browsers, table):
    for query in (
        "seed=00",
        "invitation__startswith=a",
        "position__contains=a",
        "cards__kind=hero",
    ):
        answer = browsers["olga"].get(f"/admin/games/game/?{query}", follow=False)
        assert answer.status_code in (302, 400), query


def test_secrets_do_not_affect_admin_pages(browsers, people, bots_game):
    game = Game.objects.get(pk=bots_game.pk)
    pages = [f"/admin/games/game/{game.pk}/change/", "/admin/games/game/", "/admin/"]
    plain = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"|"X-CSRFToken": "[^"]*"')
    before = [plain.sub("", text(browsers["olga"].get(page))) for page in pages]
    hands = game.cards.filter(zone="hand", deck="battle")
    one, other = hands.first(), hands.exclude(holder=hands.first().holder).first()
    game.cards.filter(pk=one.pk).update(holder=other.holder)
    HiddenArmies.objects.filter(game=game).update(territory="onnwal", salt="0" * 64)
    assert [plain.sub("", text(browsers["olga"].get(page))) for page in pages] == before


def test_opening_hands_needs_a_claimed_report_and_is_disclosed_later(
    browsers, people, report, table
):
    fritz = browsers["fritz"]
    assert do(fritz, "report", report.pk, "open_secrets").status_code == 403
    do(fritz, "report", report.pk, "claim")
    page = text(do(fritz, "report", report.pk, "open_secrets", reason="To see who held what."))
    address = f"/admin/games/report/{report.pk}/do/open_secrets/"
    key = Action.objects.latest("pk").key
    again = {"key": key, "reason": "To see who held what."}
    assert fritz.post(address, again).status_code == 200
    hands = [hand for player in load(table.code).state().players for hand in player.hand]
    assert hands and all(card.value in page for card in hands)
    table.answer()
    answer = fritz.post(address, again)
    assert answer.status_code == 422 and "Open the hands again" in text(answer)
    people["fritz"].groups.clear()
    assert fritz.post(address, again).status_code in (302, 403)
    give_role(people["fritz"], Role.SENIOR)
    written = str([(line.before, line.after) for line in Action.objects.all()])
    assert not any(card.value in written for card in hands)
    address = f"/games/{table.code}/"
    assert "To see who held what." not in text(browsers["alice"].get(address))
    on_games.cancel(action("cancel", people["fritz"], game=report.game))
    assert "To see who held what." in text(browsers["alice"].get(address))


# Long lists


@pytest.mark.long
def test_long_lists_take_few_queries_and_no_count(browsers, people, alice):
    play = {"ruleset": "greyhawk", "ruleset_version": 1, "options": {}, "seed": bytes(32)}
    Game.objects.bulk_create(
        [
            Game(code=f"many{number}", host=alice, seed_commitment="0" * 64, status="over", **play)
            for number in range(MANY)
        ],
        batch_size=1000,
    )
    User.objects.bulk_create(
        [User(name=f"many {number}", name_key=f"many{number}") for number in range(MANY)],
        batch_size=1000,
    )
    Report.objects.bulk_create(
        [
            Report(about="name", category="name", key=f"many-{number}", reporter=alice)
            for number in range(300)
        ]
    )
    Action.objects.bulk_create(
        [Action(name="warn", by_name="dora", reason="x", person=alice) for _ in range(300)]
    )
    now = timezone.now()
    Measure.objects.bulk_create(
        [Measure(user=alice, kind="warn", reason="x", taken_at=now) for _ in range(300)]
    )
    pages = [f"/admin/games/{name}/" for name in LISTS if name != "sitesettings"]
    pages += ["/admin/games/game/?status=over", "/admin/games/game/?q=many17", "/admin/"]
    pages += ["/admin/games/game/?p=3", "/admin/games/user/?q=many"]
    for page in pages:
        browsers["olga"].get(page)
        with CaptureQueriesContext(connection) as captured:
            answer = browsers["olga"].get(page)
        assert answer.status_code == 200, page
        statements = [one["sql"] for one in captured if "SAVEPOINT" not in one["sql"]]
        if page != "/admin/":
            assert len(statements) <= MOST_STATEMENTS, (page, statements)
            assert not [sql for sql in statements if "COUNT(*)" in sql.upper()], (page, statements)


def test_the_moderation_help_requires_a_role(browsers):
    assert browsers["alice"].get("/help/moderating/").status_code == 404
    page = one_line(text(browsers["dora"].get("/help/moderating/")))
    named = set(re.findall(r"<em>([^<]+)</em>", page))
    titles = {page.title for pages in (PEOPLE, TABLES, REPORTS, SITE) for page in pages.values()}
    assert len(named & titles) > 10
    decisions = {str(label) for label in Report.Decision.labels}
    assert set(re.findall(r"Decide: <em>([^<]+)</em>", page)) <= decisions


def test_the_admin_explains_an_undelivered_notice(browsers, bots_game, alice):
    notify("moderation", alice, bots_game, "word", "A word.")
    notice = Notice.objects.get()
    with CaptureQueriesContext(connection) as queries:
        shown = text(browsers["olga"].get("/admin/games/notice/", {"q": "alice"}))
    assert "A word." in shown
    fetched = [one["sql"] for one in queries if "games_notice" in one["sql"]]
    assert not any(f'"games_game"."{name}"' in sql for sql in fetched for name in Game.secrets)
    page = f"/admin/games/notice/{notice.pk}/change/"
    assert "address" in text(browsers["olga"].get(page))
    assert browsers["olga"].post(page, {"text": "Another."}).status_code == 403
    assert browsers["olga"].get("/admin/games/delivery/").status_code == 200


def test_the_configuration_passes_checks():
    call_command("check", fail_level="WARNING")
