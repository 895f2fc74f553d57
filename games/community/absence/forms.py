"""Forms for rest times and vacations."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from games.playing.clocks.rest_times import LONGEST_QUIET, quiet_hours

NONE = ""
_HOURS = [(NONE, "None"), *((str(hour), f"{hour:02}:00") for hour in range(24))]


class RestTimesForm(forms.Form):
    """Quiet hours and weekends off."""

    quiet_from = forms.TypedChoiceField(
        label="Quiet from", choices=_HOURS, coerce=int, empty_value=None, required=False
    )
    quiet_until = forms.TypedChoiceField(
        label="Quiet until", choices=_HOURS, coerce=int, empty_value=None, required=False
    )
    weekends = forms.BooleanField(label="Weekends off", required=False)

    def clean(self) -> dict[str, Any]:
        """Require both hours or neither, and limit the quiet hours."""
        data = super().clean() or {}
        began, ended = data.get("quiet_from"), data.get("quiet_until")
        if (began is None) != (ended is None):
            raise ValidationError("Give both a start and an end for your quiet hours.")
        if began is not None and ended is not None and quiet_hours((began, ended)) > LONGEST_QUIET:
            raise ValidationError(
                "Quiet hours can last at most %(most)s hours a day.", params={"most": LONGEST_QUIET}
            )
        return data

    def quiet(self) -> tuple[int, int] | None:
        """Return the (from, until) hours of a valid form; None for no quiet hours."""
        began, ended = self.cleaned_data["quiet_from"], self.cleaned_data["quiet_until"]
        return None if began is None else (began, ended)


def _day(label: str) -> forms.DateField:
    return forms.DateField(label=label, widget=forms.DateInput(attrs={"type": "date"}))


class VacationForm(forms.Form):
    """A vacation's first and last day."""

    first, last = _day("First day"), _day("Last day")


class AwayForm(forms.Form):
    """The last day of a vacation that begins today."""

    last = _day("Last day away")
