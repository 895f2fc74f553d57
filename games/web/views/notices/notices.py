"""Notice views: the list, the choices, push browsers, webhooks and unsubscribing from mail."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.staticfiles import finders
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.community.notices.channels.mail import read_stop_token
from games.community.notices.channels.push import push_public_key
from games.community.notices.notices import addresses_of, notify, read_all
from games.community.notices.pages import (
    choices_context,
    grouped,
    keep_browser,
    keep_hook,
    notices_of,
    read_choice,
    rows,
    unread_count,
)
from games.community.notices.preferences import Kind, save_choice
from games.community.own_games.deadline_feed import feed_address
from games.community.trust.requests import UserRequest
from games.models import PushBrowser, RestingAddress
from games.numbers import whole_number

ON_A_PAGE = 30


@login_required
@never_cache
@require_safe
def show(request: UserRequest) -> HttpResponse:
    """List the visitor's notices and how each was delivered."""
    page = Paginator(notices_of(request.user), ON_A_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "groups": grouped(rows(page.object_list))}
    return render(request, "community/notices/list.html", context)


@never_cache
@require_safe
def count(request: HttpRequest) -> HttpResponse:
    """Render the unread badge in the header of a page; `at` is the code of the game on it."""
    context = unread_count(request, request.GET.get("at", ""))
    return render(request, "community/notices/_count.html", context)


@login_required
@require_POST
def read(request: UserRequest) -> HttpResponse:
    """Mark all notices as read."""
    read_all(request.user)
    return redirect("notices")


# Choices


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def choose(request: UserRequest) -> HttpResponse:
    """Show and save which notices the visitor gets, and their channels."""
    if request.method == "POST":
        try:
            save_choice(request.user, read_choice(request.POST, request.user))
        except ValidationError as error:
            messages.error(request, error.message)
        else:
            messages.success(request, "Settings saved.")
        return redirect("notice_choices")
    context = {
        **choices_context(request.user),
        "push_key": push_public_key(),
        "calendar": feed_address(request.user),
    }
    return render(request, "community/notices/choices.html", context)


@login_required
@require_POST
def browser(request: UserRequest) -> HttpResponse:
    """Register this browser for pushes, or remove the one with the primary key `remove`."""
    user, post = request.user, request.POST
    if "remove" in post:
        number = whole_number(post["remove"])
        if number is None:
            raise Http404("There is no such browser.")
        get_object_or_404(PushBrowser, pk=number, user=user).delete()
        messages.success(request, "Push notifications are off in that browser.")
        return redirect("notice_choices")
    words = [post.get(name, "") for name in ("endpoint", "key", "secret", "name")]
    try:
        keep_browser(user, *words)
    except ValidationError as error:
        return HttpResponse(error.message, status=400, content_type="text/plain")
    messages.success(request, "Push notifications are on in this browser.")
    return HttpResponse(status=204)


@login_required
@require_POST
def hook(request: UserRequest) -> HttpResponse:
    """Save or clear the address of the visitor's webhook."""
    try:
        kept = keep_hook(
            request.user, request.POST.get("url", "").strip(), request.POST.get("format", "")
        )
    except ValidationError as error:
        messages.error(request, error.message)
    else:
        sentence = "Webhook saved, with a new secret." if kept else "The webhook is off."
        messages.success(request, sentence)
    return redirect("notice_choices")


@login_required
@require_POST
def trial(request: UserRequest) -> HttpResponse:
    """Send the visitor a test notice on every channel, at most once a minute."""
    minute = timezone.now().strftime("%Y-%m-%d %H:%M")
    text = "This is a test notice. If you can read it, notices are working."
    notify(Kind.TRIAL, request.user, None, f"trial {minute}", text)
    messages.success(
        request, "Test sent. Check your list of notices to see whether it was delivered."
    )
    return redirect("notices")


# Mail


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def stop_mail(request: HttpRequest, token: str) -> HttpResponse:
    """Unsubscribe an address from all notices; mail clients post here without a session."""
    address = read_stop_token(token)
    if address is None:
        raise Http404("There is no such link.")
    if request.method == "POST":
        stopped = {"reason": RestingAddress.Reason.STOPPED}
        RestingAddress.objects.update_or_create(address=address, defaults=stopped)
    is_stopped = RestingAddress.objects.filter(address=address).exists()
    return render(
        request, "community/notices/stop.html", {"address": address, "is_stopped": is_stopped}
    )


@login_required
@require_POST
def resume_mail(request: UserRequest) -> HttpResponse:
    """Resume mail to the visitor's own address."""
    address = addresses_of([request.user.pk]).get(request.user.pk)
    RestingAddress.objects.filter(address=address).delete()
    messages.success(request, "We’ll email you about your games again.")
    return redirect("notice_choices")


# The service worker


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Serve the service worker for pushes from the root, so that its scope is the whole site."""
    name = "community/notices/service-worker.js"
    path = finders.find(name) or settings.STATIC_ROOT / name
    with open(path, "rb") as script:
        response = HttpResponse(script.read(), content_type="text/javascript")
    response["Cache-Control"] = "no-cache"
    return response
