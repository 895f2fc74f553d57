"""Which address shows which page."""

from django.contrib import admin
from django.urls import include, path

from castlerisk_site import away
from games.views import accounts, fairness, hints, lobby, pages, table, talk

urlpatterns = [
    path("", pages.landing, name="landing"),
    path("rules/", pages.rules, name="rules"),
    path("rules/cards/", pages.cards, name="cards"),
    path("rules/checking/", pages.checking, name="checking"),
    path("rules/<slug:name>/", pages.rules_of, name="rules_of"),
    path("rules/<slug:name>/cards/", pages.cards, name="cards_of"),
    path("about/", pages.about, name="about"),
    path("people/<path:name>/", pages.profile, name="profile"),
    path("play-now/", accounts.play_now, name="play_now"),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("settings/", accounts.preferences, name="preferences"),
    path("settings/name/", accounts.change_name, name="change_name"),
    path("settings/keep/", accounts.keep_games, name="keep_games"),
    path("settings/mute/", accounts.mute, name="mute"),
    path("settings/delete/", accounts.delete_account, name="delete_account"),
    path("lobby/", lobby.show, name="lobby"),
    path("lobby/lists/", lobby.lists, name="lobby_lists"),
    path("games/new/", lobby.new, name="new_game"),
    path("games/<slug:code>/", table.show, name="table"),
    path("games/<slug:code>/room/", lobby.room, name="room"),
    path("games/<slug:code>/join/", lobby.join, name="join_game"),
    path("games/<slug:code>/leave/", lobby.leave, name="leave_game"),
    path("games/<slug:code>/cancel/", lobby.cancel, name="cancel_game"),
    path("games/<slug:code>/start/", lobby.start, name="start_game"),
    path("games/<slug:code>/seats/", lobby.change_seat, name="change_seat"),
    path("games/<slug:code>/again/", lobby.again, name="play_again"),
    path("games/<slug:code>/invitation/<str:token>/", lobby.invitation, name="invitation"),
    path("games/<slug:code>/moves/", table.play, name="play_move"),
    path("games/<slug:code>/changes/", table.changes, name="changes"),
    path("games/<slug:code>/panel/", table.panel, name="panel"),
    path("games/<slug:code>/talk/", talk.speak, name="say"),
    path("games/<slug:code>/log/", table.log, name="game_log"),
    path("games/<slug:code>/hints/", hints.read, name="hints"),
    path("games/<slug:code>/fairness/", fairness.fairness_page, name="fairness"),
    path("games/<slug:code>/public-value/", fairness.public_value, name="public_value"),
    path("games/<slug:code>/log.json", fairness.public_log, name="public_log"),
    path("games/<slug:code>/record.json", fairness.record, name="record"),
]

handler400 = pages.bad_request
handler403 = pages.forbidden
handler404 = pages.not_found
handler500 = away.broken
