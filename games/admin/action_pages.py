"""The page of an action: the explanation, the form fields, and the reason."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.db.models import Model
from django.http import QueryDict
from unfold.widgets import (
    UnfoldAdminCheckboxSelectMultipleWidget,
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminRadioSelectWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanWidget,
)

from games.community.moderation.actions import ActionRequest
from games.models import LONGEST_REASON, LONGEST_WORDS, Action, User

Fields = dict[str, forms.Field]
Choices = list[tuple[str, str]]


def nothing(_: Model) -> Fields:
    """Return no fields: the action asks only for a reason."""
    return {}


def _always(_: Any) -> bool:
    return True


def _not_forbidden(_: Any, __: User) -> str:
    return ""


def _done(_: Action) -> str:
    return "Done. The action is recorded."


@dataclass(frozen=True, slots=True)
class ActionPage:
    """The description of an action: title, explanation, form fields, and the function that runs it.

    `target` returns the action's target as keyword arguments of an ActionRequest; `says` returns
    the message shown when the action is done. `shows` returns the hands that the action reveals,
    `shows_text` the text that it reveals. The button appears if `fits` returns True; `why_not`
    returns the reason why this visitor may not press it.
    """

    title: str
    explains: str | Callable[[Any], str]
    run: Callable[[ActionRequest, dict[str, Any], Any], Action]
    target: Callable[[Any], dict[str, Any]]
    fields: Callable[[Any], Fields] = nothing
    says: Callable[[Action], str] = _done
    shows: Callable[[Action, Any], Any] | None = None
    shows_text: Callable[[Any], str] | None = None
    reason_help: str = "Everyone in the game sees it, and it is recorded."
    reason_label: str = "Reason"
    tone: str = "default"
    why_not: Callable[[Any, User], str] = _not_forbidden
    fits: Callable[[Any], bool] = _always

    def explains_for(self, obj: Model) -> str:
        """Return what the action will do to this object."""
        return self.explains if isinstance(self.explains, str) else self.explains(obj)


class ActionForm(forms.Form):
    """An action's fields, its reason, and the key that makes it idempotent."""

    key = forms.CharField(max_length=64, widget=forms.HiddenInput)

    def __init__(
        self, page: ActionPage, obj: Model, asked: QueryDict, posted: QueryDict | None
    ) -> None:
        super().__init__(posted)
        self.fields["key"].initial = secrets.token_urlsafe(12)
        self.fields |= page.fields(obj)
        self.fields["reason"] = line(page.reason_label, page.reason_help, LONGEST_REASON)
        for name in self.fields.keys() & asked.keys():
            is_several = isinstance(self.fields[name], forms.MultipleChoiceField)
            self.initial[name] = asked.getlist(name) if is_several else asked[name]


def line(
    label: str, help_text: str = "", longest: int = LONGEST_REASON, *, required: bool = True
) -> forms.CharField:
    """Return a single-line text field."""
    return forms.CharField(
        label=label,
        help_text=help_text,
        required=required,
        max_length=longest,
        widget=UnfoldAdminTextInputWidget(),
    )


def check(label: str, help_text: str = "") -> forms.BooleanField:
    """Return a check box."""
    return forms.BooleanField(
        label=label, help_text=help_text, required=False, widget=UnfoldBooleanWidget()
    )


def words(label: str, help_text: str = "", *, required: bool = True) -> forms.CharField:
    """Return a multi-line text field."""
    return forms.CharField(
        label=label,
        help_text=help_text,
        required=required,
        max_length=LONGEST_WORDS,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 4}),
    )


def number(label: str, initial: int, most: int) -> forms.IntegerField:
    """Return a field for an integer of at least 1."""
    return forms.IntegerField(
        label=label,
        initial=initial,
        min_value=1,
        max_value=most,
        widget=UnfoldAdminIntegerFieldWidget(),
    )


def choice(label: str, choices: Choices, *, is_long: bool = False) -> forms.ChoiceField:
    """Return a single-choice field: a select if `is_long`, otherwise radio buttons."""
    widget = UnfoldAdminSelectWidget() if is_long else UnfoldAdminRadioSelectWidget()
    return forms.ChoiceField(label=label, choices=choices, widget=widget)


def several(label: str, choices: Choices) -> forms.MultipleChoiceField:
    """Return a multiple-choice field."""
    return forms.MultipleChoiceField(
        label=label, choices=choices, widget=UnfoldAdminCheckboxSelectMultipleWidget()
    )
