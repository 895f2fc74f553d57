"""Panels for Spies in Castle Risk (CAS-4): sending, answering, and choosing a discard."""

from django.http import QueryDict

from games.drawing.display.parts import Scene
from games.drawing.display.words import capitalised, words_of
from games.table.panel.cards.steps import opponent_field, step
from games.table.panel.widgets import (
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
from rules.sentences.words import paragraph


def send_spy_note(scene: Scene, options: list[Option]) -> str:
    """Return the note on a Spy in the row of cards."""
    return "look at a hand and discard one of its cards"


def send_spy_panel(scene: Scene, choice: QueryDict, options: list[Option]) -> Panel:
    """Ask which opponent to send a Spy against."""
    field = opponent_field(scene, choice, tuple(options[0].values("opponent")))
    note = (
        "Only you see the hand, and you discard one of its cards. They can counter with their "
        "own Spy; then both are discarded, and you see nothing."
    )
    form = Form(SendSpy.name, "Send the Spy", (field,), note=note)
    return step(SendSpy, "Send a Spy", PanelForm(forms=(form,)))


_SENT = "{player} has sent a Spy to look at your hand."
_SEEN = "{player’s} hand: {cards}."


def counter_spy_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Ask the target of a Spy whether to counter it with their own."""
    seat, _ = scene.view.open_spying
    forms = [Form(Pass.name, "Let it happen")]
    lead = [capitalised(_SENT.format(player=words_of(scene).player(seat)))]
    if Counter in options_of(scene.view):
        note = "Both Spies are discarded, and they see nothing."
        forms.append(Form(Counter.name, "Counter it with your Spy", note=note))
    else:
        lead.append(paragraph("You have no Spy to counter it.", ASKED_ALL_THE_SAME))
    return Panel("A Spy is coming for you", PanelForm(forms=tuple(forms)), tuple(lead), "CAS-4")


def discard_spied_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Ask the player whose Spy has seen a hand which card to discard."""
    words = words_of(scene)
    (option,) = options_of(scene.view)[DiscardSpied]
    values = [card.value for card in option.values("card")]
    answers = tuple(Answer(value, words.card(value)) for value in values)
    _, opponent = scene.view.open_spying
    seen = words.cards(card.value for card in scene.view.seen[opponent])
    lead = (_SEEN.format_map({**words.people(player=opponent), "cards": seen}),)
    card = chosen(choice, "card", values) or values[0]
    field = Field("card", "Which card do they lose?", card, answers)
    form = Form(DiscardSpied.name, "Discard it, for everyone to see", (field,))
    return Panel("Your Spy saw the hand", PanelForm(forms=(form,)), lead, "CAS-4")
