"""Account views: play now, keep a guest's games, name, preferences, blocking, export, deletion."""

import json
from collections.abc import Callable
from functools import partial

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from allauth.socialaccount.internal.flows.signup import clear_pending_signup, get_pending_signup
from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.community.circles.invitations import invited_circle_path
from games.community.lobby.invitations.received import invited_path
from games.community.lobby.opponents import RISE, next_level
from games.community.lobby.quick_play import open_now
from games.community.lobby.tutorials import open_tutorial
from games.community.people import accounts, deletion
from games.community.people.forms import DeleteForm, KeepGamesForm, NameForm, PreferencesForm
from games.community.people.login_providers import confirmed_addresses
from games.community.people.preferences import (
    pace_shown,
    preferences_of,
    remember_theme,
    save_preferences,
    theme_of,
)
from games.community.people.provider_forms import KeepGamesByProviderForm
from games.community.privacy.personal_data import exported
from games.community.trust import blocking
from games.community.trust.requests import UserRequest
from games.community.trust.restrictions import Barred
from games.drawing.display.bot_levels import LEVELS
from games.drawing.display.options import PLAYABLE
from games.exceptions import LimitReached, Refused
from games.models import Game, User
from games.models.display_names import look_alike_key
from games.web.views.people.login_providers import taken_page

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"

_WELCOME = "Welcome, {user}. Your games are saved to your account."
_RENAMED = "Your name is now {user}."
_BLOCKED = "You have blocked {other}."
_UNBLOCKED = "You have unblocked {other}."


def _refused(request: HttpRequest, sentence: str, status: int) -> HttpResponse:
    return render(request, "community/people/refused.html", {"sentence": sentence}, status=status)


# Play now


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """Open a table with three bots; log an anonymous visitor in as a new guest.

    The posted `game` names the ruleset, the first one by default. The posted `level` names the
    level of the bots; without one, it depends on the person's last game, and the next page says
    if they are stronger now.
    """
    level = request.POST.get("level", "")
    if level and level not in LEVELS:
        return _refused(request, "Unknown bot level.", 400)
    query = f"?{RISE}=yes" if not level and next_level(request.user).is_rise else ""
    return _begin(request, partial(open_now, level=level), query)


@require_POST
def tutorial(request: HttpRequest) -> HttpResponse:
    """Begin the tutorial of a game, or return to the visitor's unfinished tutorial.

    Otherwise like `play_now`.
    """
    return _begin(request, open_tutorial)


def _begin(
    request: HttpRequest, open_table: Callable[[User, str, str], str], query: str = ""
) -> HttpResponse:
    """Open a table of the posted `game` by `open_table(user, ruleset, pace)`; redirect to it."""
    ruleset = request.POST.get("game", PLAYABLE[0].name)
    if all(ruleset != each.name for each in PLAYABLE):
        return _refused(request, "Unknown game.", 400)
    user = request.user if request.user.is_authenticated else None
    limit = "play_now_again" if user else "play_now"
    if not ratelimit.consume(request, action=limit, user=user):
        sentence = "Too many games were started from your network. Wait a while, or log in."
        return _refused(request, sentence, 429)
    if user is None:
        user = accounts.make_guest()
        login(request, user, backend=BACKEND)
    try:
        pace = pace_shown(user, Game.Pace.CALM.value)
        code = open_table(user, ruleset, pace)
        return redirect(reverse("table", args=[code]) + query)
    except Refused as refusal:
        statuses = ((Barred, 403), (LimitReached, 429), (Refused, 409))
        status = next(status for kind, status in statuses if isinstance(refusal, kind))
        return _refused(request, str(refusal), status)


@login_required
@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def keep_games(request: UserRequest) -> HttpResponse:
    """Turn a guest into a member who keeps their games.

    The form asks for name and password, or only for the name after a log-in with a provider;
    `?password=yes` returns to the password.
    """
    user = request.user
    if not user.is_guest:
        return redirect("preferences")
    if request.method == "POST" and not ratelimit.consume(request, action="signup"):
        return _refused(request, "Too many attempts. Wait a few minutes.", 429)
    if "password" in request.GET:
        clear_pending_signup(request)
    login_by = get_pending_signup(request)
    form = (
        KeepGamesByProviderForm(user, login_by, _posted(request))
        if login_by
        else KeepGamesForm(user, _posted(request))
    )
    if form.is_valid():
        data = form.cleaned_data
        hashed = make_password(data.pop("password", None))
        try:
            with transaction.atomic():
                address = accounts.keep_guest(user, hashed=hashed, **data)
                if login_by:
                    login_by.user = user
                    login_by.save(request, connect=True)
                if login_by and address.email in confirmed_addresses(login_by):
                    EmailAddress.objects.filter(pk=address.pk).update(verified=True)
                else:
                    address.send_confirmation(request, signup=True)
        except ValidationError as error:
            form.add_error("name", error)
        except IntegrityError:
            if login_by is None:
                raise
            # The provider's account or address has been used for another account since the log-in.
            user.refresh_from_db()
            clear_pending_signup(request)
            return taken_page(request, login_by)
        else:
            clear_pending_signup(request)
            update_session_auth_hash(request, user)
            messages.success(request, _WELCOME.format(user=user))
            back = invited_circle_path(request) or invited_path(request)
            return redirect(back or "preferences")
    return _form_page(request, "community/people/keep.html", form)


def _posted(request: HttpRequest) -> QueryDict | None:
    return request.POST if request.method == "POST" else None


def _form_page(request: HttpRequest, template: str, form: NameForm | DeleteForm) -> HttpResponse:
    status = 422 if form.is_bound else 200
    return render(request, template, {"form": form}, status=status)


# Settings


@login_required
@never_cache
@require_safe
def my_data(request: UserRequest) -> HttpResponse:
    """Send all data stored about the visitor as a JSON file."""
    if not ratelimit.consume(request, action="export", user=request.user):
        return _refused(request, "You’ve downloaded a copy recently. Try again tomorrow.", 429)
    text = json.dumps(exported(request.user), indent=2, ensure_ascii=False)
    response = HttpResponse(text, content_type="application/json")
    response["Content-Disposition"] = 'attachment; filename="castlerisk-my-data.json"'
    return response


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: UserRequest) -> HttpResponse:
    """Show and save the visitor's preferences."""
    user = request.user
    # Show this browser's theme: the switch in the header may have changed it.
    shown = {
        "theme": theme_of(request),
        # When a page detects another time zone on the device, it links here with that zone.
        "time_zone": request.GET.get("time_zone", user.time_zone),
    }
    form = PreferencesForm(_posted(request), initial={**preferences_of(user), **shown})
    if form.is_valid():
        save_preferences(user, form.chosen())
        User.objects.filter(pk=user.pk).update(time_zone=form.cleaned_data["time_zone"])
        messages.success(request, "Preferences saved.")
        response = redirect("preferences")
        remember_theme(response, form.cleaned_data["theme"])
        return response
    context = {"form": form, "blocked": user.blocked.order_by("name")}
    return render(
        request, "community/people/settings.html", context, status=422 if form.is_bound else 200
    )


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def change_name(request: UserRequest) -> HttpResponse:
    """Change the display name of a member."""
    user = request.user
    if user.is_guest:
        return redirect("keep_games")
    form = NameForm(user, _posted(request), initial={"name": user.name})
    if form.is_valid():
        if not ratelimit.consume(request, action="change_name", user=user):
            return _refused(request, "You’ve changed your name too often. Try again tomorrow.", 429)
        try:
            accounts.change_own_name(user, form.cleaned_data["name"])
        except ValidationError as error:
            form.add_error("name", error)
        else:
            messages.success(request, _RENAMED.format(user=user))
            return redirect("change_name")
    return _form_page(request, "community/people/name.html", form)


@login_required
@require_POST
def block(request: UserRequest) -> HttpResponse:
    """Block the person with the posted name, or unblock them with `blocked=no`.

    Names, not primary keys: otherwise the list would reveal the names of all accounts.
    """
    user, key = request.user, look_alike_key(request.POST.get("person", ""))
    if request.POST.get("blocked") == "no":
        other = get_object_or_404(user.blocked, name_key=key)
        blocking.unblock(user, other)
        messages.success(request, _UNBLOCKED.format(other=other))
    else:
        other = get_object_or_404(User.objects.exclude(pk=user.pk), name_key=key)
        blocking.block(user, other)
        messages.success(request, _BLOCKED.format(other=other))
    back = request.POST.get("next", "")
    # Not `redirect`, which would resolve a bare word as the name of a URL pattern.
    is_safe = get_adapter(request).is_safe_url(back)
    return HttpResponseRedirect(back if is_safe else reverse("preferences"))


@login_required
@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def delete_account(request: UserRequest) -> HttpResponse:
    """Delete the account after checking its password; guests have none."""
    user = request.user
    form = DeleteForm(user, _posted(request))
    if not form.is_valid():
        return _form_page(request, "community/people/delete.html", form)
    leaver = User.objects.get(pk=user.pk)
    logout(request)
    deletion.delete_account(leaver)
    messages.success(request, "Your account has been deleted.")
    return redirect("landing")
