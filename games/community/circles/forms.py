"""The forms of a circle: its name, and its owner's settings."""

from django import forms

from games.community.circles.circles import clean_circle_name
from games.models import LONGEST_CIRCLE_NAME


class CircleForm(forms.Form):
    """The name of a circle."""

    name = forms.CharField(
        label="Name",
        widget=forms.TextInput(attrs={"maxlength": LONGEST_CIRCLE_NAME, "autocomplete": "off"}),
    )

    def clean_name(self) -> str:
        """Return the name as one line."""
        return clean_circle_name(self.cleaned_data["name"])


class CircleSettingsForm(CircleForm):
    """What the owner of a circle can set."""

    is_monthly = forms.BooleanField(
        label="Open a game every month",
        required=False,
        help_text=(
            "On the first of each month the usual game opens with you as its host, unless a game "
            "of the circle is open already. It stops when nobody joins."
        ),
    )
    is_open = forms.BooleanField(
        label="Anyone can see this page",
        required=False,
        help_text="Its name, members, ladder and public games. Private games stay private.",
    )
