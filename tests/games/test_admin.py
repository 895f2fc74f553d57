"""The admin: who comes in, what each role may do there, and that it shows no game's secret."""

import re

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import moderate_games, reports, talk
from games.admin.people import DEEDS as PEOPLE
from games.admin.record import DEEDS as HOUSE
from games.admin.reports import DEEDS as REPORTS
from games.admin.tables import DEEDS as TABLES
from games.house import ROW, forget, standing
from games.models import (
    Action,
    Game,
    HiddenArmies,
    House,
    Measure,
    Message,
    Notice,
    Player,
    Report,
    User,
)
from games.moderation import LEAST_ROLE
from games.notices import tell
from games.roles import Role, give_role
from games.store import load
from tests.games.moderators import deed, done, moderator, refused

pytestmark = pytest.mark.django_db

MOST_STATEMENTS = 12
MANY = 20_000
ROLES = {"dora": Role.MODERATOR, "fritz": Role.SENIOR, "olga": Role.OPERATOR}


@pytest.fixture
def people(db):
    return {name: moderator(name, role) for name, role in ROLES.items()}


@pytest.fixture
def browsers(people, alice):
    """A browser for each role, for somebody without one, and for nobody."""
    found = {"nobody": Client(), "alice": Client()}
    found["alice"].force_login(alice)
    for name, user in people.items():
        found[name] = Client()
        found[name].force_login(user)
    return found


@pytest.fixture
def report(table, bob):
    game = Game.objects.get(code=table.code)
    talk.say(game, table.persons[0], "You are a toad")
    message = Message.objects.get()
    return reports.make(
        bob, "message", "words", "He said it.", key="r", game=game, message=message.pk
    )


def text(answer):
    return answer.content.decode()


# Coming in


def test_only_roles_with_a_second_step_come_in_and_by_the_door_of_the_site(client, browsers):
    assert client.get("/admin/").status_code == 302
    assert client.get("/admin/login/").url.startswith("/accounts/login/")
    assert browsers["alice"].get("/admin/", follow=True).status_code == 403
    for name in ROLES:
        assert browsers[name].get("/admin/").status_code == 200
    bare = User.objects.create_superuser("bare", "bare@example.org")
    client.force_login(bare)
    answer = client.get("/admin/", follow=True)
    assert answer.redirect_chain[-1][0] == "/accounts/2fa/"
    assert "second step" in text(answer)


def test_the_policy_is_relaxed_for_the_admin_alone(browsers):
    inside = browsers["olga"].get("/admin/").headers["Content-Security-Policy"]
    assert "script-src 'self' 'unsafe-eval'" in inside and "nonce" not in inside
    outside = browsers["olga"].get("/lobby/").headers["Content-Security-Policy"]
    assert "unsafe" not in outside


LISTS = {
    "report": Role.MODERATOR,
    "user": Role.MODERATOR,
    "game": Role.MODERATOR,
    "measure": Role.MODERATOR,
    "action": Role.SENIOR,
    "house": Role.OPERATOR,
    "notice": Role.OPERATOR,
    "delivery": Role.OPERATOR,
}


@pytest.mark.parametrize("name", LISTS)
def test_every_role_sees_its_lists_and_no_others(name, browsers, report):
    for who, role in ROLES.items():
        status = 200 if role >= LISTS[name] else 403
        answer = browsers[who].get(f"/admin/games/{name}/", follow=True)
        assert answer.status_code == status, who
        assert browsers[who].get(f"/admin/games/{name}/add/").status_code == 403
    for who in ("nobody", "alice"):
        assert browsers[who].get(f"/admin/games/{name}/").status_code == 302


def test_nothing_is_changed_or_deleted_by_forms_of_django(browsers, alice):
    address = f"/admin/games/user/{alice.pk}"
    assert browsers["olga"].post(f"{address}/change/", {"name": "alissa"}).status_code == 403
    assert browsers["olga"].post(f"{address}/delete/").status_code == 403
    assert User.objects.get(pk=alice.pk).name == "alice"


def test_addresses_are_for_operators(browsers, alice):
    for who, role in ROLES.items():
        page = text(browsers[who].get(f"/admin/games/user/{alice.pk}/change/"))
        assert ("alice@example.org" in page) is (role >= Role.OPERATOR)


# Deeds


def deeds():
    """Every deed of the admin, as (list, name)."""
    for where, pages in (("user", PEOPLE), ("game", TABLES), ("report", REPORTS), ("house", HOUSE)):
        for name in pages:
            yield where, name


@pytest.fixture
def objects(table, report, charlie):
    House.objects.get_or_create(pk=ROW)
    game = Game.objects.get(code=table.code)
    return {"user": charlie.pk, "game": game.pk, "report": report.pk, "house": ROW}


@pytest.mark.parametrize(("where", "name"), list(deeds()))
def test_every_deed_is_offered_to_its_roles_and_refused_to_all_others(
    where, name, browsers, objects
):
    address = f"/admin/games/{where}/{objects[where]}/do/{name}/"
    posted = {"reason": "Because.", "key": "forged", "length": "day", "minutes": "5"}
    for who in ("nobody", "alice"):
        assert browsers[who].get(address).status_code == 302
        assert browsers[who].post(address, posted).status_code == 302
    assert done() == []
    for who, role in ROLES.items():
        may_see = role >= LISTS[where]
        may_do = role >= LEAST_ROLE[name]
        answer = browsers[who].get(address)
        assert answer.status_code == (200 if may_see and may_do else 403), who
        if may_see and not may_do:
            assert browsers[who].post(address, posted).status_code == 403
            assert (name, who) in refused()
        assert done() == []


def test_there_is_no_other_deed(browsers, alice):
    address = f"/admin/games/user/{alice.pk}/do/bless/"
    assert browsers["olga"].get(address).status_code == 404
    assert browsers["olga"].get("/admin/games/user/99999/do/warn/").status_code == 404


def do(browser, where, number, name, /, **fields):
    """Fill in the page of a deed and press its button."""
    address = f"/admin/games/{where}/{number}/do/{name}/"
    form = browser.get(address).context["form"]
    posted = {"key": form["key"].value(), "reason": "Asked for.", **fields}
    return browser.post(address, posted, follow=True)


def test_a_form_sent_twice_acts_once_and_without_a_reason_not_at_all(browsers, alice):
    address = f"/admin/games/user/{alice.pk}/do/warn/"
    key = browsers["dora"].get(address).context["form"]["key"].value()
    assert browsers["dora"].post(address, {"key": key, "reason": ""}).status_code == 422
    for _ in range(2):
        answer = browsers["dora"].post(address, {"key": key, "reason": "Mind it."}, follow=True)
        assert "Done, and on record." in text(answer)
    assert Measure.objects.count() == 1


def test_the_record_names_the_request_as_the_logs_do(browsers, alice):
    address = f"/admin/games/user/{alice.pk}/do/warn/"
    key = browsers["dora"].get(address).context["form"]["key"].value()
    answer = browsers["dora"].post(address, {"key": key, "reason": "Mind it."})
    assert answer["X-Request-ID"] == Action.objects.get().request_id


def test_oneself_is_not_banned(browsers, people):
    address = f"/admin/games/user/{people['fritz'].pk}/do/ban/"
    assert browsers["fritz"].get(address).status_code == 403
    answer = browsers["fritz"].post(address, {"key": "own", "reason": "Asked for."})
    assert answer.status_code == 403
    assert refused() == [("ban", "fritz")] and not Measure.objects.exists()


def test_the_queue_from_claim_to_appeal(browsers, report, table):
    dora, fritz = browsers["dora"], browsers["fritz"]
    page = text(dora.get(f"/admin/games/report/{report.pk}/change/"))
    assert "You are a toad" in page and "Nothing speaks for it." in page
    do(dora, "report", report.pk, "claim")
    assert do(fritz, "report", report.pk, "claim").status_code == 422
    answers = {"decision": "talked", "answer": "We talked.", "answer_to_reported": "Mind it."}
    do(dora, "report", report.pk, "decide", **answers)
    reports.appeal(report, table.persons[0], "A joke.")
    again = {"decision": "upheld", "answer": "It stands."}
    assert do(dora, "report", report.pk, "decide_appeal", **again).status_code == 403
    do(fritz, "report", report.pk, "decide_appeal", **again)
    report.refresh_from_db()
    assert (report.status, report.appeal_answer) == ("closed", "It stands.")


def test_a_moderator_at_the_table_sees_neither_report_nor_spectators_talk(
    browsers, people, report, charlie
):
    game = report.game
    talk.say(game, charlie, "I see his slips")
    address = f"/admin/games/game/{game.pk}/change/"
    assert "I see his slips" in text(browsers["dora"].get(address))
    Player.objects.filter(game=game, seat=2).update(user=people["dora"], bot="")
    assert "I see his slips" not in text(browsers["dora"].get(address))
    assert f"/report/{report.pk}/" not in text(browsers["dora"].get("/admin/games/report/"))
    answer = browsers["dora"].get(f"/admin/games/report/{report.pk}/change/")
    assert answer.status_code in (302, 404)
    assert do_blind(browsers["dora"], game.pk, "hold").status_code == 403
    assert ("hold", "dora") in refused()


def test_no_page_of_a_deed_shows_more_of_the_own_table(browsers, people, report, charlie):
    game = report.game
    talk.say(game, charlie, "I see his slips")
    address = f"/admin/games/game/{game.pk}/do/remove_message/"
    assert "I see his slips" in text(browsers["dora"].get(address))
    Player.objects.filter(game=game, seat=2).update(user=people["dora"], bot="")
    message = Message.objects.get(author=charlie)
    tries = [
        browsers["dora"].get(address),
        browsers["dora"].post(address, {"key": "no-reason", "message": message.pk}),
        browsers["dora"].post(address, {"key": "k", "message": message.pk, "reason": "Because."}),
    ]
    for answer in tries:
        assert answer.status_code == 403 and "I see his slips" not in text(answer)
    assert refused() == [("remove_message", "dora")] * 2


def test_a_refusal_by_a_rule_names_it_once(browsers, people, report):
    game = report.game
    moderate_games.cancel(deed("cancel", people["fritz"], game=game))
    address = f"/admin/games/game/{game.pk}/do/take_back/"
    answer = browsers["fritz"].post(address, {"key": "late", "to": "0", "reason": "Because."})
    assert answer.status_code == 422
    assert "The game is over: its seed is published. (FAIR-6)" in text(answer)
    assert "FAIR-6:" not in text(answer)


def do_blind(browser, number, name):
    address = f"/admin/games/game/{number}/do/{name}/"
    return browser.post(address, {"key": "blind", "reason": "Because."})


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("hold", {}),
        ("extend", {"minutes": "5"}),
        ("default", {}),
        ("audit", {}),
        ("give_to_bot", {"seat": "0"}),
        ("give_to_person", {"seat": "0", "name": "charlie"}),
        ("end", {"winners": ["0", "1"]}),
        ("cancel", {}),
    ],
)
def test_deeds_on_a_game_are_done_from_their_pages(name, fields, browsers, objects):
    answer = do(browsers["fritz"], "game", objects["game"], name, **fields)
    assert answer.status_code == 200 and done() == [(name, "fritz")], text(answer)


def test_a_game_is_taken_back_from_its_page(browsers, table):
    game = Game.objects.get(code=table.code)
    for _ in range(4):
        table.answer()
    address = f"/admin/games/game/{game.pk}/do/take_back/"
    places = browsers["fritz"].get(address).context["form"].fields["to"].choices
    answer = do(browsers["fritz"], "game", game.pk, "take_back", to=places[1][0])
    assert "Done, and on record." in text(answer)
    assert Game.objects.get(pk=game.pk).epoch == 1


def test_the_house_announces_and_closes_and_opens(
    browsers, table, django_capture_on_commit_callbacks
):
    browsers["olga"].get("/admin/games/house/")
    with django_capture_on_commit_callbacks(execute=True):
        do(browsers["olga"], "house", ROW, "announce", announcement="New rules on Sunday.")
    assert "New rules on Sunday." in text(browsers["alice"].get("/about/"))
    with django_capture_on_commit_callbacks(execute=True):
        do(browsers["olga"], "house", ROW, "mode", mode="read only")
    game = Game.objects.get(code=table.code)
    assert game.held_since is not None
    assert browsers["alice"].get("/about/").status_code == 200
    answer = browsers["alice"].post(f"/games/{table.code}/talk/", {"text": "Hail"})
    assert answer.status_code == 503
    with django_capture_on_commit_callbacks(execute=True):
        do(browsers["olga"], "house", ROW, "mode", mode="maintenance")
    assert browsers["alice"].get("/about/").status_code == 503
    assert browsers["olga"].get("/admin/").status_code == 200
    with django_capture_on_commit_callbacks(execute=True):
        do(browsers["olga"], "house", ROW, "mode", mode="open")
    game.refresh_from_db()
    assert game.held_since is None and standing().mode == "open"
    assert browsers["alice"].get("/about/").status_code == 200


def test_what_a_moderator_paused_stays_paused_when_the_site_opens(browsers, table, people):
    game = Game.objects.get(code=table.code)
    moderate_games.hold(deed("hold", people["dora"], game=game))
    browsers["olga"].get("/admin/games/house/")
    for mode in ("maintenance", "open"):
        do(browsers["olga"], "house", ROW, "mode", mode=mode)
        forget()
    assert Game.objects.get(pk=game.pk).held_since is not None


# Secrets


def test_no_page_shows_a_secret_of_a_running_game(browsers, people, table, report, bob):
    game = Game.objects.get(code=table.code)
    for _ in range(20):
        table.answer()
    moderate_games.run_audit(deed("audit", people["dora"], game=game))
    line = Action.objects.latest("pk")
    secrets = [bytes(game.seed).hex(), game.invitation]
    secrets += HiddenArmies.objects.filter(game=game).values_list("salt", flat=True)
    secrets += [key for key in game.moves.values_list("key", flat=True) if key and len(key) > 6]
    House.objects.get_or_create(pk=ROW)
    pages = ["/admin/", "/admin/search/?s=a", f"/admin/games/house/{ROW}/change/"]
    pages += [f"/admin/games/{name}/" for name in LISTS]
    pages += [f"/admin/games/{name}/?q=a" for name in LISTS if name != "house"]
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


def test_what_others_hide_changes_no_page_of_the_admin(browsers, people, bots_game):
    game = Game.objects.get(pk=bots_game.pk)
    pages = [f"/admin/games/game/{game.pk}/change/", "/admin/games/game/", "/admin/"]
    plain = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"|"X-CSRFToken": "[^"]*"')
    before = [plain.sub("", text(browsers["olga"].get(page))) for page in pages]
    hands = game.cards.filter(zone="hand", deck="battle")
    one, other = hands.first(), hands.exclude(holder=hands.first().holder).first()
    game.cards.filter(pk=one.pk).update(holder=other.holder)
    HiddenArmies.objects.filter(game=game).update(territory="onnwal", salt="0" * 64)
    assert [plain.sub("", text(browsers["olga"].get(page))) for page in pages] == before


def test_a_senior_opens_hands_for_a_claimed_report_and_the_table_is_told_later(
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
    assert answer.status_code == 422 and "open it again" in text(answer)
    people["fritz"].groups.clear()
    assert fritz.post(address, again).status_code in (302, 403)
    give_role(people["fritz"], Role.SENIOR)
    written = str([(line.before, line.after) for line in Action.objects.all()])
    assert not any(card.value in written for card in hands)
    address = f"/games/{table.code}/"
    assert "To see who held what." not in text(browsers["alice"].get(address))
    moderate_games.cancel(deed("cancel", people["fritz"], game=report.game))
    assert "To see who held what." in text(browsers["alice"].get(address))


# Lists of many rows


def test_lists_of_many_rows_take_few_statements_and_count_nothing(browsers, people, alice):
    play = {"ruleset": "greyhawk", "ruleset_version": 1, "options": {}, "seed": bytes(32)}
    Game.objects.bulk_create(
        [
            Game(code=f"many{number}", host=alice, seed_commitment="0" * 64, status="over", **play)
            for number in range(MANY)
        ],
        batch_size=2000,
    )
    User.objects.bulk_create(
        [User(name=f"many {number}", name_key=f"many{number}") for number in range(MANY)],
        batch_size=2000,
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
    pages = [f"/admin/games/{name}/" for name in LISTS if name != "house"]
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


def test_the_help_is_for_roles(browsers):
    assert browsers["alice"].get("/help/moderating/").status_code == 404
    page = text(browsers["dora"].get("/help/moderating/"))
    named = set(re.findall(r"press(?:es)? <em>([^<]+)</em>", page))
    titles = {page.title for pages in (PEOPLE, TABLES, REPORTS, HOUSE) for page in pages.values()}
    assert len(named) > 10 and named <= titles
    decisions = {str(label) for label in Report.Decision.labels}
    assert set(re.findall(r"Decide: <em>([^<]+)</em>", page)) <= decisions


def test_why_somebody_did_not_get_a_notice_is_found_and_nothing_is_changed(
    browsers, bots_game, alice
):
    tell("moderation", alice, bots_game, "word", "A word.")
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


def test_the_configuration_is_sound():
    call_command("check", fail_level="WARNING")
