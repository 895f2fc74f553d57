"""The form for opening a table, and its conversion to `TableTerms`."""

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import asdict, fields
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from games.community.lobby.terms import SeatKind, TableTerms
from games.drawing.board.thumbnails import picture_of
from games.drawing.display.bot_levels import BOT_CHOICES, CHARACTERS, LEVELS, BotLevel
from games.drawing.display.options import PLAYABLE, field_name
from games.models import LONGEST_TITLE, Game
from games.models.display_names import is_seen, verify_marks
from games.playing.clocks import time_controls
from games.playing.clocks.durations import duration, weeks
from games.playing.start import DEFAULT_BOT, FEWEST_SEATS, MOST_SEATS
from rules import RULESETS, Options, Ruleset
from rules.moves import Control
from rules.rulesets.ruleset import GameOption
from rules.turn.game_options import MOST_ROUNDS

CLOSED = "closed"
_TOO_LONG = "Use at most %(most)s characters."
HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Unicode categories of characters that are not displayed."""

SEAT_CHOICES = (
    (SeatKind.ME.value, "Me"),
    (SeatKind.OPEN.value, "Open to anyone"),
    (SeatKind.LINK.value, "Invitation only"),
    (CLOSED, "No seat"),
    ("Bot", tuple((level.name, level.label) for level in LEVELS.values())),
    ("General with a personality", tuple((bot.name, bot.label) for bot in CHARACTERS.values())),
)

COMPANIES: dict[str, dict[str, str]] = {
    "anybody": dict.fromkeys(("seat_2", "seat_3", "seat_4"), SeatKind.OPEN.value),
    "friends": {
        **dict.fromkeys(("seat_2", "seat_3", "seat_4"), SeatKind.LINK.value),
        "listing": "link",
    },
    "captains": {
        **dict.fromkeys(("seat_2", "seat_3", "seat_4"), SeatKind.CAPTAIN.value),
        "listing": "link",
        "setup": "quick",
    },
    "days": {
        **dict.fromkeys(("seat_2", "seat_3", "seat_4"), SeatKind.OPEN.value),
        "clock": "daily",
        "setup": "quick",
    },
    # Wish lists answer for the players in the full set-up only (SET-10).
    "friends-days": {
        **dict.fromkeys(("seat_2", "seat_3", "seat_4"), SeatKind.LINK.value),
        "listing": "link",
        "clock": "daily",
        "setup": "full",
    },
}
"""Initial values of the form, keyed by the host's choice of opponents."""


def clean_title(text: str, longest: int = LONGEST_TITLE) -> str:
    """Return a title as one line of visible characters; raise ValidationError if it is invalid."""
    text = " ".join(text.split())
    # Do not normalize texts that would stay too long: NFC shortens a text to a quarter at best, and
    # takes quadratic time for many accents.
    if len(text) <= 4 * longest:
        text = unicodedata.normalize("NFC", text)
    if len(text) > longest:
        raise ValidationError(_TOO_LONG, params={"most": longest})
    kinds = {unicodedata.category(sign) for sign in text}
    if not (kinds.isdisjoint(HIDDEN) and is_seen(text)):
        raise ValidationError("Remove the invisible characters.")
    verify_marks(text)
    return text


class _OptionalNumber(forms.TypedChoiceField):
    """A choice of numbers; without input its value is `initial`."""

    empty_value: Any

    def __init__(self, label: str, choices: list[tuple[int, str]], initial: int) -> None:
        super().__init__(label=label, coerce=int, choices=choices, initial=initial, required=False)
        self.empty_value = initial


def _seconds(label: str, seconds: tuple[int, ...], initial: int) -> forms.TypedChoiceField:
    choices = [(number, duration(number) if number else "None") for number in seconds]
    # When a preset clock is chosen, the form sends no custom times.
    return _OptionalNumber(label, choices, initial)


def _days(label: str, days: tuple[int, ...], initial: int) -> forms.TypedChoiceField:
    choices = [(number, weeks(number)) for number in days]
    # Live tables have no deadline, so their form does not send one.
    return _OptionalNumber(label, choices, initial)


def _clocks() -> tuple[tuple[str, str, str], ...]:
    offered = tuple(
        (preset.name, preset.title, f"{preset.words} {time_controls.summary(preset.clock)}")
        for preset in time_controls.PRESETS
    )
    return (*offered, (time_controls.OWN, "Custom", "Set your own times."))


_SEAT = "Seat {number}"
_FEW_SEATS = "This game has only {seats} seats."


def _seat(number: int) -> forms.ChoiceField:
    first = {1: SeatKind.ME.value}.get(number, SeatKind.OPEN.value if number <= 4 else CLOSED)
    return forms.ChoiceField(label=_SEAT.format(number=number), choices=SEAT_CHOICES, initial=first)


class ExplainedField(forms.ChoiceField):
    """A choice field with an explanation for each choice."""

    def __init__(self, label: str, initial: str, choices: tuple[tuple[str, str, str], ...]) -> None:
        named = [(value, name) for value, name, _ in choices]
        super().__init__(label=label, initial=initial, choices=named, widget=forms.RadioSelect)
        self.words = {value: words for value, _, words in choices}


class OptionField(ExplainedField):
    """An option that only some rulesets have; defaults to its first choice."""

    def __init__(self, option: GameOption) -> None:
        choices = tuple((str(value), name, sentence) for value, name, sentence in option.choices)
        super().__init__(option.title, choices[0][0], choices)
        self.required = False
        self.rule = option.rule

    def clean(self, value: Any) -> str:
        """Return the chosen value, or the first choice."""
        chosen: str = super().clean(value) or self.initial
        return chosen


_TAKES_OVER = "A {level} takes over"


class NewGameForm(forms.Form):
    """The choices a host makes when opening a table."""

    ruleset = ExplainedField(
        "Game",
        PLAYABLE[0].name,
        tuple((each.name, each.title, each.summary) for each in PLAYABLE),
    )
    title = forms.CharField(
        label="Title",
        required=False,
        help_text="Optional.",
        widget=forms.TextInput(attrs={"maxlength": LONGEST_TITLE, "autocomplete": "off"}),
    )
    seat_1, seat_2, seat_3 = _seat(1), _seat(2), _seat(3)
    seat_4, seat_5, seat_6 = _seat(4), _seat(5), _seat(6)
    setup = ExplainedField(
        "Set-up",
        "full",
        (
            ("full", "Full", "Take turns claiming territories, then placing armies, as in the "
             "printed rules. Keep a wish list, and nobody waits for you."),
            ("quick", "Quick", "Territories are dealt out, and everyone places their armies in "
             "secret at the same time."),
        ),
    )  # fmt: skip
    seating = ExplainedField(
        "Turn order",
        "shuffled",
        (
            ("shuffled", "Random", "Drawn at random when the game starts."),
            ("chosen", "By seat", "Players take turns in the order of their seats."),
        ),
    )
    listing = ExplainedField(
        "Visibility",
        "public",
        (
            ("public", "Public", "Listed in the lobby. Anyone can watch."),
            ("link", "Private", "Only people with the link can find it."),
        ),
    )
    takes_guests = forms.BooleanField(label="Guests can join", required=False, initial=True)
    pace = ExplainedField(
        "Bot speed",
        Game.Pace.CALM.value,
        (
            (Game.Pace.CALM.value, "Calm", "Slow enough to follow every battle."),
            (Game.Pace.QUICK.value, "Brisk", "Faster, but you can still follow."),
            (
                Game.Pace.AT_ONCE.value,
                "Instant",
                "Bots move without a pause. The log shows what they did.",
            ),
        ),
    )
    clock = ExplainedField("Clock", time_controls.PRESETS[0].name, _clocks())
    turn_seconds = _seconds("Time per turn", time_controls.TURNS, 300)
    reaction_seconds = _seconds("Time to respond", time_controls.REACTIONS, 20)
    bank_seconds = _seconds("Time bank", time_controls.BANKS, 0)
    refill_seconds = _seconds("Added to the bank each turn", time_controls.REFILLS, 0)
    excuse_seconds = _seconds("Extra time, once per game", time_controls.EXCUSES, 0)
    keeps_rest = forms.BooleanField(
        label="Pause clocks during vacations, quiet hours and free weekends", required=False
    )
    fill_days = _days("Wait for players", time_controls.FILL_DAYS, time_controls.USUAL_FILL_DAYS)
    rounds = forms.IntegerField(
        label="Rounds",
        min_value=0,
        max_value=MOST_ROUNDS,
        initial=0,
        help_text=(
            "0 means you play until one player is left. Otherwise the game ends after this many "
            "rounds, and the player with the most banners wins (in Classic Risk, the most "
            "territories)."
        ),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    on_resign = ExplainedField(
        "If a player resigns",
        DEFAULT_BOT,
        (
            *(
                (level.name, _TAKES_OVER.format(level=level.title.lower()), level.introduction)
                for level in LEVELS.values()
            ),
            (Control.STEWARD.value, "A stand-in takes over", "Never attacks, only defends."),
        ),
    )

    allows_advice = forms.BooleanField(label="All players can ask for advice", required=False)

    def __init__(self, *words: Any, **named: Any) -> None:
        super().__init__(*words, **named)
        # A request with times but without a clock means a custom clock.
        self.fields["clock"].required = False
        for ruleset in PLAYABLE:
            for option in ruleset.options:
                self.fields[field_name(ruleset, option)] = OptionField(option)

    def games(self) -> Iterator[dict[str, Any]]:
        """Yield the playable games, each with the fields of its own options."""
        for radio, ruleset in zip(self["ruleset"], PLAYABLE, strict=True):
            yield {
                "radio": radio,
                "summary": ruleset.summary,
                **picture_of(ruleset),
                "options": [self[field_name(ruleset, option)] for option in ruleset.options],
            }

    def clean_title(self) -> str:
        """Return the title as one line."""
        return clean_title(self.cleaned_data["title"])

    def clean(self) -> dict[str, Any]:
        """Require exactly one seat for the host and an allowed number of seats."""
        data = super().clean() or {}
        clock = self.clock_chosen()
        if clock.keeps_rest and not clock.is_slow:
            self.add_error("keeps_rest", "Only in games with at least 12 hours per turn.")
        names = [name for name in self.fields if name.startswith("seat_")]
        if all(name in data for name in names):
            kinds = [data[name] for name in names if data[name] != CLOSED]
            if kinds.count(SeatKind.ME) != 1:
                raise ValidationError("Choose exactly one seat for yourself.")
            if len(kinds) < FEWEST_SEATS:
                seats = {"fewest": FEWEST_SEATS, "most": MOST_SEATS}
                raise ValidationError("Choose %(fewest)s to %(most)s seats.", params=seats)
            data["seats"] = tuple(SeatKind(kind) for kind in kinds)
            self._require_room(data, len(kinds))
        return data

    def _require_room(self, data: dict[str, Any], seats: int) -> None:
        """Reject an option of the chosen game that needs more players than there are seats."""
        ruleset = RULESETS.get(data.get("ruleset", ""))
        if ruleset is None:
            return
        for option in ruleset.options:
            name = field_name(ruleset, option)
            if name in data and data[name] not in map(str, option.choices_of(seats)):
                self.add_error(name, _FEW_SEATS.format(seats=seats))

    def clock_chosen(self) -> time_controls.TimeControl:
        """Return the chosen preset clock, or the custom one."""
        data = self.cleaned_data
        for preset in time_controls.PRESETS:
            if preset.name == data.get("clock"):
                return preset.clock
        chosen: dict[str, Any] = {
            each.name: data.get(each.name) or 0 for each in fields(time_controls.TimeControl)
        }
        return time_controls.TimeControl(**chosen)

    def time_fields(self) -> list[forms.BoundField]:
        """Return the fields of a custom clock."""
        return [self[name] for name in self.fields if name.endswith("_seconds")]

    def bots(self) -> Iterable[BotLevel]:
        """Return the bots that can be chosen for a seat."""
        return BOT_CHOICES.values()

    def seat_fields(self) -> list[forms.BoundField]:
        """Return the seat fields."""
        return [self[name] for name in self.fields if name.startswith("seat_")]

    def terms(self) -> TableTerms:
        """Return the terms of a valid form."""
        data = self.cleaned_data
        steward, heir = Control.STEWARD.value, data["on_resign"]
        options = Options(
            quick=data["setup"] == "quick",
            pace="correspondence" if self.clock_chosen().is_slow else "guarded",
            on_resign=steward if heir == steward else Control.BOT.value,
            rounds=data["rounds"],
            fixed_seats=data["seating"] == "chosen",
            **self._own_options(RULESETS[data["ruleset"]]),
        )
        return TableTerms(
            seats=data["seats"],
            options=options,
            ruleset=data["ruleset"],
            title=data["title"],
            is_listed=data["listing"] == "public",
            takes_guests=data["takes_guests"],
            pace=data["pace"],
            fill_days=data["fill_days"],
            takeover_bot=heir if heir in LEVELS else DEFAULT_BOT,
            allows_advice=data["allows_advice"],
            **asdict(self.clock_chosen()),
        )

    def _own_options(self, ruleset: Ruleset) -> dict[str, Any]:
        """Return the chosen values of a ruleset's own options, typed as the rules expect."""
        return {
            option.name: next(
                value
                for value, _, _ in option.choices
                if str(value) == self.cleaned_data[field_name(ruleset, option)]
            )
            for option in ruleset.options
        }
