"""Panels for Spies in Castle Risk (CAS-4): sending, answering, and choosing a discard."""

from django.http import QueryDict

from games.display.parts import Scene
from games.display.words import capitalised, words_of
from games.panel.card_steps import opponent_field, step
from games.panel.widgets import (
    ASKED_ALL_THE_SAME,
    Answer,
    Field,
    Form,
    Panel,
    PanelForm,
    chosen,
    options_of,
)
from rules import Option
from rules.moves import Counter, DiscardSpied, Pass, SendSpy


def send_spy_note(scene: Scene, options: list[Option]) -> str:
    """Return the note on a Spy in the row of cards."""
    return "looks at a hand and discards one card of it"


def send_spy_panel(scene: Scene, choice: QueryDict, options: list[Option]) -> Panel:
    """Ask which opponent to send a Spy against."""
    field = opponent_field(scene, choice, tuple(options[0].values("opponent")))
    note = (
        "You alone see the hand, and must have one card of it discarded. They may answer with a "
        "Spy of their own: then both are discarded, and nothing is seen."
    )
    form = Form(SendSpy.name, "Send the Spy", (field,), note=note)
    return step(SendSpy, "Send a Spy", PanelForm(forms=(form,)))


def counter_spy_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Ask the target of a Spy whether to counter it with their own."""
    seat, _ = scene.view.open_spying
    forms = [Form(Pass.name, "Let it come")]
    lead = [capitalised(f"{words_of(scene).player(seat)} sends a Spy to look at your hand.")]
    if Counter in options_of(scene.view):
        note = "Both Spies are discarded, and nothing is seen."
        forms.append(Form(Counter.name, "Answer with your Spy", note=note))
    else:
        lead.append(f"You have no Spy to counter with. {ASKED_ALL_THE_SAME}")
    return Panel("A Spy comes against you", PanelForm(forms=tuple(forms)), tuple(lead), "CAS-4")


def discard_spied_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Ask the player whose Spy has seen a hand which card to discard."""
    words = words_of(scene)
    (option,) = options_of(scene.view)[DiscardSpied]
    values = [card.value for card in option.values("card")]
    answers = tuple(Answer(value, words.card(value)) for value in values)
    _, opponent = scene.view.open_spying
    seen = words.cards(card.value for card in scene.view.seen[opponent])
    lead = (f"In the hand of {words.player(opponent)}: {seen}.",)
    card = chosen(choice, "card", values) or values[0]
    field = Field("card", "Which card is discarded?", card, answers)
    form = Form(DiscardSpied.name, "Have it discarded, shown to all", (field,))
    return Panel("Your Spy has seen the hand", PanelForm(forms=(form,)), lead, "CAS-4")
