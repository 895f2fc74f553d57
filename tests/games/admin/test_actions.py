"""The admin's actions: permissions, the pages that offer them, and running each only once."""

import pytest

from games.admin.people import ACTIONS as PEOPLE
from games.admin.record import ACTIONS as SITE
from games.admin.reports import ACTIONS as REPORTS
from games.admin.tables import ACTIONS as TABLES
from games.community.moderation import on_games, reports
from games.community.moderation.actions import LEAST_ROLE
from games.community.moderation.site_mode import ROW, forget, site_status
from games.community.talk import talk
from games.models import Action, Game, Measure, Message, Player, SiteSettings
from tests.support.visitors.desks import LISTS, ROLES, do, report_on, text
from tests.support.visitors.moderators import action, done, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def report(table, bob):
    return report_on(table, bob)


def actions():
    """Every action of the admin, as (list, name)."""
    for where, pages in (
        ("user", PEOPLE),
        ("game", TABLES),
        ("report", REPORTS),
        ("sitesettings", SITE),
    ):
        for name in pages:
            yield where, name


@pytest.fixture
def objects(table, report, charlie):
    SiteSettings.objects.get_or_create(pk=ROW)
    game = Game.objects.get(code=table.code)
    return {"user": charlie.pk, "game": game.pk, "report": report.pk, "sitesettings": ROW}


@pytest.mark.parametrize(("where", "name"), list(actions()))
def test_every_action_is_offered_to_its_roles_and_refused_to_all_others(
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


def test_there_is_no_other_action(browsers, alice):
    address = f"/admin/games/user/{alice.pk}/do/bless/"
    assert browsers["olga"].get(address).status_code == 404
    assert browsers["olga"].get("/admin/games/user/99999/do/warn/").status_code == 404


def test_an_action_runs_once_and_needs_a_reason(browsers, alice):
    address = f"/admin/games/user/{alice.pk}/do/warn/"
    key = browsers["dora"].get(address).context["form"]["key"].value()
    assert browsers["dora"].post(address, {"key": key, "reason": ""}).status_code == 422
    for _ in range(2):
        answer = browsers["dora"].post(address, {"key": key, "reason": "Mind it."}, follow=True)
        assert "Done. The action is recorded." in text(answer)
    assert Measure.objects.count() == 1


def test_the_record_names_the_request_as_the_logs_do(browsers, alice):
    address = f"/admin/games/user/{alice.pk}/do/warn/"
    key = browsers["dora"].get(address).context["form"]["key"].value()
    answer = browsers["dora"].post(address, {"key": key, "reason": "Mind it."})
    assert answer["X-Request-ID"] == Action.objects.get().request_id


def test_moderators_cannot_ban_themselves(browsers, people):
    address = f"/admin/games/user/{people['fritz'].pk}/do/ban/"
    assert browsers["fritz"].get(address).status_code == 403
    answer = browsers["fritz"].post(address, {"key": "own", "reason": "Asked for."})
    assert answer.status_code == 403
    assert refused() == [("ban", "fritz")] and not Measure.objects.exists()


def test_the_queue_from_claim_to_appeal(browsers, report, table):
    dora, fritz = browsers["dora"], browsers["fritz"]
    page = text(dora.get(f"/admin/games/report/{report.pk}/change/"))
    assert "You are a toad" in page and "No evidence." in page
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


def test_a_moderator_at_the_table_sees_no_reports_or_spectator_talk(
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


def test_action_pages_reveal_nothing_about_the_own_table(browsers, people, report, charlie):
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
    on_games.cancel(action("cancel", people["fritz"], game=game))
    address = f"/admin/games/game/{game.pk}/do/take_back/"
    answer = browsers["fritz"].post(address, {"key": "late", "to": "0", "reason": "Because."})
    assert answer.status_code == 422
    assert (
        "The game is over and its seed is published, so nothing can be taken back. (FAIR-6)"
        in text(answer)
    )
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
def test_actions_on_a_game_are_done_from_their_pages(name, fields, browsers, objects):
    answer = do(browsers["fritz"], "game", objects["game"], name, **fields)
    assert answer.status_code == 200 and done() == [(name, "fritz")], text(answer)


def test_a_game_is_taken_back_from_its_page(browsers, table):
    game = Game.objects.get(code=table.code)
    for _ in range(4):
        table.answer()
    address = f"/admin/games/game/{game.pk}/do/take_back/"
    places = browsers["fritz"].get(address).context["form"].fields["to"].choices
    answer = do(browsers["fritz"], "game", game.pk, "take_back", to=places[1][0])
    assert "Done. The action is recorded." in text(answer)
    assert Game.objects.get(pk=game.pk).epoch == 1


def test_operators_announce_close_and_reopen_the_site(
    browsers, table, django_capture_on_commit_callbacks
):
    browsers["olga"].get("/admin/games/sitesettings/")
    with django_capture_on_commit_callbacks(execute=True):
        do(browsers["olga"], "sitesettings", ROW, "announce", announcement="New rules on Sunday.")
    assert "New rules on Sunday." in text(browsers["alice"].get("/about/"))
    with django_capture_on_commit_callbacks(execute=True):
        do(browsers["olga"], "sitesettings", ROW, "mode", mode="read only")
    game = Game.objects.get(code=table.code)
    assert game.held_since is not None
    assert browsers["alice"].get("/about/").status_code == 200
    answer = browsers["alice"].post(f"/games/{table.code}/talk/", {"text": "Hail"})
    assert answer.status_code == 503
    with django_capture_on_commit_callbacks(execute=True):
        do(browsers["olga"], "sitesettings", ROW, "mode", mode="maintenance")
    assert browsers["alice"].get("/about/").status_code == 503
    assert browsers["olga"].get("/admin/").status_code == 200
    with django_capture_on_commit_callbacks(execute=True):
        do(browsers["olga"], "sitesettings", ROW, "mode", mode="open")
    game.refresh_from_db()
    assert game.held_since is None and site_status().mode == "open"
    assert browsers["alice"].get("/about/").status_code == 200


def test_moderator_pauses_survive_reopening_the_site(browsers, table, people):
    game = Game.objects.get(code=table.code)
    on_games.hold(action("hold", people["dora"], game=game))
    browsers["olga"].get("/admin/games/sitesettings/")
    for mode in ("maintenance", "open"):
        do(browsers["olga"], "sitesettings", ROW, "mode", mode=mode)
        forget()
    assert Game.objects.get(pk=game.pk).held_since is not None
