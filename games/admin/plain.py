"""The base class of the admin's lists: read-only, changed only through actions."""

from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from structlog.contextvars import get_contextvars
from unfold.admin import ModelAdmin
from unfold.paginator import InfinitePaginator

from games.admin.action_pages import ActionForm, ActionPage
from games.admin.lists import ListPage
from games.admin.proof import second_step_required, typed_before
from games.community.moderation.actions import LEAST_ROLE, ActionRequest, Forbidden, verify_target
from games.community.trust.requests import UserRequest
from games.community.trust.roles import role_of
from games.exceptions import Refused, sentence_of
from games.models import SecretsApart, User
from rules import RulesError


class ReadOnlyAdmin(ModelAdmin):
    """A read-only list and its detail pages.

    Rows are not counted: on large tables the count would be the slowest query of a page. A list
    loads its `list_columns` only. If it `finds_keys_first`, the database sorts keys instead of wide
    rows.
    """

    action_pages: dict[str, ActionPage] = {}  # noqa: RUF012 - constant
    change_list_template = "admin/games/list.html"
    list_columns: tuple[str, ...] = ()
    finds_keys_first = False
    list_select_related: tuple[str, ...] = ()
    paginator = InfinitePaginator
    show_full_result_count = False
    list_per_page = 50
    actions = None
    show_facets = False
    change_form_outer_before_template = "admin/games/actions.html"

    def has_add_permission(self, request: UserRequest) -> bool:
        """Forbid adding."""
        return False

    def has_change_permission(self, request: UserRequest, obj: Any = None) -> bool:
        """Forbid changing."""
        return False

    def has_delete_permission(self, request: UserRequest, obj: Any = None) -> bool:
        """Forbid deleting."""
        return False

    def lookup_allowed(self, lookup: str, value: Any, request: UserRequest | None = None) -> bool:
        """Allow only the offered filters: others could be used to guess secret columns."""
        columns = [one for one in self.list_filter if isinstance(one, str)]
        own = [one.parameter_name for one in self.list_filter if not isinstance(one, str)]
        is_column = any(lookup == name or lookup.startswith(f"{name}__") for name in columns)
        return is_column or lookup in own

    def get_changelist(self, request: UserRequest, **kwargs: Any) -> type[ListPage]:
        """Return the class of the list's pages."""
        return ListPage

    def get_urls(self) -> list[URLPattern]:
        """Add the URLs of the actions' pages."""
        name = f"{self.opts.app_label}_{self.opts.model_name}_do"
        page = second_step_required(self.admin_site.admin_view(self.action_view))
        door = path("<path:object_id>/do/<slug:name>/", page, name=name)
        return [door, *super().get_urls()]

    def changeform_view(
        self,
        request: UserRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show an object with its actions."""
        action_pages, others = self.action_pages_for(request, object_id) if object_id else ([], [])
        context = {**(extra_context or {}), "action_pages": action_pages, "why_not": others}
        page: HttpResponse = super().changeform_view(request, object_id, form_url, context)
        return page

    def action_pages_for(
        self, request: UserRequest, object_id: str
    ) -> tuple[list[dict[str, str]], list[str]]:
        """Return the actions allowed to the visitor, and the reasons why others are forbidden."""
        obj, role = self.get_object(request, object_id), role_of(request.user)
        if obj is None:
            return [], []
        open_ones = {
            name: page
            for name, page in self.action_pages.items()
            if role >= LEAST_ROLE[name] and page.fits(obj)
        }
        barred = _why_barred(open_ones.values(), obj, request.user)
        whys = {name: barred or page.why_not(obj, request.user) for name, page in open_ones.items()}
        allowed = [
            {"title": page.title, "address": self._address(object_id, name), "tone": page.tone}
            for name, page in open_ones.items()
            if not whys[name]
        ]
        return allowed, [why for why in dict.fromkeys(whys.values()) if why]

    def _address(self, object_id: str, name: str) -> str:
        door = f"admin:{self.opts.app_label}_{self.opts.model_name}_do"
        return reverse(door, args=[object_id, name])

    def action_view(self, request: UserRequest, object_id: str, name: str) -> HttpResponse:
        """Show an action's page (GET), or run the action (POST)."""
        page, obj = self.action_pages.get(name), self._object(request, object_id)
        if page is None:
            raise Http404("Unknown action.")
        is_posted, user = request.method == "POST", request.user
        is_barred = role_of(user) < LEAST_ROLE[name] or bool(_why_barred([page], obj, user))
        # The form may show talk and times that a moderator with a seat at the table must not see.
        if is_barred and not is_posted:
            raise PermissionDenied
        typed = None if is_posted else typed_before(request)
        if typed:
            messages.info(
                request,
                "Identity confirmed. Nothing has been done yet: check the form, then press the "
                "button.",
            )
        form = ActionForm(page, obj, typed or request.GET, request.POST if is_posted else None)
        if is_posted and (form.is_valid() or is_barred):
            return self._done(request, page, form, obj, name, is_barred=is_barred)
        return self._asked(request, page, form, obj, 422 if is_posted else 200)

    def _asked(
        self, request: UserRequest, page: ActionPage, form: ActionForm, obj: Model, status: int
    ) -> HttpResponse:
        """Render the page of an action with its form."""
        context = {
            **self._context(request, page, obj),
            "explains": page.explains_for(obj),
            "form": form,
            "tone": page.tone,
        }
        return TemplateResponse(request, "admin/games/action.html", context, status=status)

    def _object(self, request: UserRequest, object_id: str) -> Model:
        if not self.has_view_permission(request):
            raise PermissionDenied
        obj: Model | None = self.get_object(request, object_id)
        if obj is None:
            raise Http404("That doesn’t exist.")
        return obj

    def _page(self, obj: Model) -> str:
        return reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_change", args=[obj.pk])

    def _done(
        self,
        request: UserRequest,
        page: ActionPage,
        form: ActionForm,
        obj: Model,
        name: str,
        *,
        is_barred: bool,
    ) -> HttpResponse:
        """Run the action, or show the form again with the refusal; a barred visitor gets a 403."""
        chosen = getattr(form, "cleaned_data", {})
        try:
            action = page.run(_action_request(request, page, chosen, obj, name), chosen, obj)
            shown = page.shows(action, obj) if page.shows else None
        except (Refused, RulesError) as refusal:
            if is_barred:
                raise PermissionDenied(str(refusal)) from None
            form.add_error(None, sentence_of(refusal))
            status = 403 if isinstance(refusal, Forbidden) else 422
            return self._asked(request, page, form, obj, status)
        if page.shows is not None or page.shows_text is not None:
            return self._opened(request, page, obj, shown)
        messages.success(request, page.says(action))
        is_there = self.get_object(request, str(obj.pk)) is not None
        return redirect(self._page(obj) if is_there else self._list())

    def _opened(
        self, request: UserRequest, page: ActionPage, obj: Model, shown: Any
    ) -> TemplateResponse:
        """Render the hands or the text that an action revealed."""
        context = {
            **self._context(request, page, obj),
            "shown": shown,
            "text": page.shows_text(obj) if page.shows_text else None,
        }
        return TemplateResponse(request, "admin/games/opened.html", context)

    def _context(self, request: UserRequest, page: ActionPage, obj: Model) -> dict[str, Any]:
        """Return the context of every action page."""
        return {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": page.title,
            "subtitle": str(obj),
            "back": self._page(obj),
        }

    def _list(self) -> str:
        return reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_changelist")

    def get_queryset(self, request: UserRequest) -> QuerySet[Any]:
        """Return the rows, without their secret columns."""
        rows: QuerySet[Any] = super().get_queryset(request)
        return rows.public() if isinstance(rows, SecretsApart) else rows


def _action_request(
    request: UserRequest, page: ActionPage, chosen: dict[str, Any], obj: Model, name: str
) -> ActionRequest:
    """Return the ActionRequest for a submitted form."""
    return ActionRequest(
        name,
        request.user,
        chosen.get("reason", ""),
        chosen.get("key", ""),
        request_id=str(get_contextvars().get("request", "")),
        **page.target(obj),
    )


def _why_barred(pages: Iterable[ActionPage], obj: Model, user: User) -> str:
    """Return why a user may take no action at all on an object; "" if nothing forbids it."""
    for page in pages:
        try:
            verify_target(user, **page.target(obj))
        except Forbidden as refusal:
            return str(refusal)
        # All actions of an object have the same target, so the first one decides.
        break
    return ""
