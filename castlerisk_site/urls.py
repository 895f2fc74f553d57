"""The URLs of all pages."""

from django.contrib import admin
from django.urls import include, path, register_converter
from django.urls.converters import PathConverter

from castlerisk_site.middleware import unavailable
from games.web.views import appeals, pages, reports
from games.web.views.circles import members as circle_members
from games.web.views.circles import pages as circle_pages
from games.web.views.fairness import checking
from games.web.views.fairness import game as fairness
from games.web.views.fairness import site as evidence
from games.web.views.lobby import invitations, lobby, waiting_room
from games.web.views.notices import answers, notices, table_hooks
from games.web.views.people import accounts, rest
from games.web.views.statistics import dice, profile
from games.web.views.table import absence, hints, lazy_forms, pace, plans, table, talk
from games.web.views.watching import analysis, general, mistakes, replay, sharing, since, watch
from rules.sentences.words import ISOLATES


class NameShown(PathConverter):
    """A player's name in a URL, without the Unicode isolates that surround names in texts."""

    def to_url(self, value: str) -> str:
        """Return the name without its isolates."""
        return value.strip(ISOLATES)


register_converter(NameShown, "name_shown")

urlpatterns = [
    # Paths are tried in order, and these are requested most.
    path("games/<slug:code>/moves/", table.play, name="play_move"),
    path("games/<slug:code>/changes/", table.changes, name="changes"),
    path("", pages.landing, name="landing"),
    path("robots.txt", pages.robots, name="robots"),
    path("rules/", pages.rules, name="rules"),
    path("rules/cards/", pages.cards, name="cards"),
    path("rules/checking/", pages.checking, name="checking"),
    path("rules/house/", reports.house_rules, name="house_rules"),
    path("verify/", checking.verifier, name="verifier"),
    path("rules/castlerisk-rules.zip", pages.engine, name="engine"),
    path("how-to-play/", pages.how_to_play, name="how_to_play_first"),
    path("how-to-play/<slug:name>/", pages.how_to_play, name="how_to_play"),
    path("rules/<slug:name>/", pages.rules_of, name="rules_of"),
    path("rules/<slug:name>/cards/", pages.cards, name="cards_of"),
    path("about/", pages.about, name="about"),
    path("fair/dice/", dice.show, name="site_dice"),
    path("people/<name_shown:name>/", profile.show, name="profile"),
    path("play-now/", accounts.play_now, name="play_now"),
    path("tutorial/", accounts.tutorial, name="tutorial"),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("settings/", accounts.preferences, name="preferences"),
    path("settings/name/", accounts.change_name, name="change_name"),
    path("settings/keep/", accounts.keep_games, name="keep_games"),
    path("settings/block/", accounts.block, name="block"),
    path("settings/data/", accounts.my_data, name="my_data"),
    path("settings/record/", reports.about_me, name="record_about_me"),
    path("reports/", reports.mine, name="reports"),
    path("reports/new/", reports.new, name="new_report"),
    path("reports/<int:number>/appeal/", reports.appeal, name="appeal"),
    path("appeals/<str:token>/", appeals.measure, name="measure_appeal"),
    path("help/moderating/", reports.moderating, name="moderating"),
    path("settings/delete/", accounts.delete_account, name="delete_account"),
    path("settings/rest/", rest.rest, name="rest"),
    path("my-games/", rest.mine, name="my_games"),
    path("my-games/<str:token>.ics", rest.deadlines, name="deadline_feed"),
    path("circles/", circle_pages.mine, name="circles"),
    path("circles/<slug:code>/", circle_pages.show, name="circle"),
    path("circles/<slug:code>/new/", circle_pages.new, name="circle_game"),
    path("circles/<slug:code>/invite/", circle_members.invite, name="circle_invite"),
    path("circles/<slug:code>/answer/", circle_members.answer, name="circle_answer"),
    path("circles/<slug:code>/leave/", circle_members.leave, name="leave_circle"),
    path("circles/<slug:code>/webhooks/", table_hooks.circle_webhooks, name="circle_hooks"),
    path("circles/<slug:code>/settings/", circle_members.settings, name="circle_settings"),
    path(
        "circles/<slug:code>/join/<str:token>/",
        circle_pages.invitation,
        name="circle_invitation",
    ),
    path(
        "circles/<slug:code>/members/<name_shown:name>/remove/",
        circle_members.remove,
        name="remove_member",
    ),
    path(
        "circles/<slug:code>/members/<name_shown:name>/hand-over/",
        circle_members.hand_over,
        name="hand_over_circle",
    ),
    path("settings/notices/", notices.choose, name="notice_choices"),
    path("settings/notices/browsers/", notices.browser, name="push_browser"),
    path("settings/notices/hook/", notices.hook, name="webhook"),
    path("settings/notices/trial/", notices.trial, name="trial_notice"),
    path("settings/notices/mail/", notices.resume_mail, name="resume_mail"),
    path("notices/", notices.show, name="notices"),
    path("notices/count/", notices.count, name="notice_count"),
    path("notices/read/", notices.read, name="read_notices"),
    path("notices/stop/<str:token>/", notices.stop_mail, name="stop_mail"),
    path("answers/<str:token>/", answers.answer, name="answer_by_link"),
    path("service-worker.js", notices.service_worker, name="service_worker"),
    path("lobby/", lobby.show, name="lobby"),
    path("lobby/lists/", lobby.lists, name="lobby_lists"),
    path("games/new/", lobby.new, name="new_game"),
    path("games/<slug:code>/", table.show, name="table"),
    path("games/<slug:code>/room/", waiting_room.room, name="room"),
    path("games/<slug:code>/room/talk/", waiting_room.room_talk, name="room_talk"),
    path("games/<slug:code>/join/", lobby.join, name="join_game"),
    path("games/<slug:code>/begin/", lobby.begin, name="begin_now"),
    path("games/<slug:code>/leave/", lobby.leave, name="leave_game"),
    path("games/<slug:code>/cancel/", lobby.cancel, name="cancel_game"),
    path("games/<slug:code>/keep-open/", lobby.keep_open, name="keep_open"),
    path("games/<slug:code>/start/", lobby.start, name="start_game"),
    path("games/<slug:code>/seats/", lobby.change_seat, name="change_seat"),
    path("games/<slug:code>/skip/", lobby.skip, name="skip_to_result"),
    path("games/<slug:code>/again/", lobby.again, name="play_again"),
    path("games/<slug:code>/invitation/<str:token>/", waiting_room.invitation, name="invitation"),
    path("games/<slug:code>/invited/", invitations.invited, name="invited"),
    path("games/<slug:code>/invite/", invitations.invite_people, name="invite_people"),
    path("games/<slug:code>/withdraw/", invitations.withdraw, name="withdraw"),
    path("games/<slug:code>/decline/", invitations.decline, name="decline"),
    path("games/<slug:code>/panel/", table.panel, name="panel"),
    path("games/<slug:code>/forms/<slug:name>/", lazy_forms.show, name="lazy_form"),
    path("games/<slug:code>/talk/", talk.speak, name="say"),
    path("games/<slug:code>/absence/", absence.absence, name="absence"),
    path("games/<slug:code>/plan/", plans.plan, name="plan"),
    path("games/<slug:code>/log/", table.log, name="game_log"),
    path("games/<slug:code>/dismiss/", rest.dismiss, name="dismiss"),
    path("games/<slug:code>/since/", since.show, name="since"),
    path("games/<slug:code>/replay/", replay.show, name="replay"),
    path("games/<slug:code>/replay/steps/", replay.steps, name="replay_steps"),
    path("games/<slug:code>/replay/scenes/", replay.scenes, name="replay_scenes"),
    path("games/<slug:code>/replay/general/", general.show, name="general"),
    path("games/<slug:code>/luck/", replay.luck, name="luck"),
    path("games/<slug:code>/analysis/", analysis.progress, name="analysis"),
    path("games/<slug:code>/analyse/", analysis.analyse, name="analyse"),
    path("games/<slug:code>/mistakes/", mistakes.mistakes, name="mistakes"),
    path("games/<slug:code>/sharing/", sharing.share, name="share"),
    path("games/<slug:code>/animation/", sharing.animation, name="animation"),
    path("games/<slug:code>/map.gif", watch.animation_file, name="animated_map"),
    path("games/<slug:code>/map.png", watch.download, name="final_map"),
    path("watch/<str:token>/", watch.show, name="watch"),
    path("watch/<str:token>/steps/", watch.steps, name="watch_steps"),
    path("watch/<str:token>/scenes/", watch.scenes, name="watch_scenes"),
    path("watch/<str:token>/map.gif", watch.shared_animation, name="watch_animation"),
    path("watch/<str:token>/map.png", watch.picture, name="watch_picture"),
    path("games/<slug:code>/hints/", hints.read, name="hints"),
    path("games/<slug:code>/webhooks/", table_hooks.webhooks, name="table_hooks"),
    path("games/<slug:code>/pace/", pace.choose, name="pace"),
    path("games/<slug:code>/fairness/", fairness.fairness_page, name="fairness"),
    path("games/<slug:code>/own.json", checking.own, name="own_evidence"),
    path("games/<slug:code>/public-value/", fairness.public_value, name="public_value"),
    path("games/<slug:code>/log.json", fairness.public_log, name="public_log"),
    path("games/<slug:code>/record.json", fairness.record, name="record"),
    path("games/<slug:code>/receipt.json", fairness.receipt, name="receipt"),
    path("games/<slug:code>/seal.json", fairness.seal_proof, name="seal_proof"),
    path("fair/", evidence.is_it_fair, name="is_it_fair"),
    path("seals/", evidence.seal_days, name="seals"),
    path("seals/<str:day>.json", evidence.seal_day, name="seal_day"),
    path(".well-known/castlerisk-keys.json", evidence.keys, name="keys"),
]

handler400 = pages.bad_request
handler403 = pages.forbidden
handler404 = pages.not_found
handler500 = unavailable.broken
