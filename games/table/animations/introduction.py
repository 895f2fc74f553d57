"""The introduction when the first turn begins: what a player was dealt, and who goes first."""

from collections.abc import Iterator, Sequence

from games.drawing.display.parts import Scene
from games.drawing.display.words import capitalised, words_of
from games.drawing.events.moments import Line
from rules import Event, View
from rules.events.setup import FirstRolled
from rules.events.turn import TurnBegan, TurnEnded
from rules.rulesets.words import in_words_of
from rules.sentences.words import armies, counted, paragraph

HELD = "You hold {territories} with {armies}."
STRONGHOLD = "Your {stronghold} is in {name}. Lose it and you’re eliminated."
HEADQUARTERS = "Your headquarters is in {name}."
HAND = "Your cards: {cards}. Your hand explains each one."
HIDDEN_WITH_OTHERS = (
    "You have hidden armies in {name}, which {holder} holds. Only you know. Capture it; you can "
    "reveal them once someone has played {Mercenaries}."
)
HIDDEN_AT_HOME = (
    "You have hidden armies in {name}. Only you know. You can reveal them once someone has played "
    "{Mercenaries}."
)
YOU_FIRST = "You go first."
OTHER_FIRST = "{player} goes first."
YOU_FIRST_ROLLED = "You rolled highest, so you go first."
OTHER_FIRST_ROLLED = "{player} rolled highest and goes first."
YOU_FIRST_ARRANGED = "As you’re new to this game, you go first."


def begins_first_turn(events: Sequence[Event]) -> bool:
    """Return whether a log entry ends the set-up and begins the first turn of the game."""
    began = any(isinstance(event, TurnBegan) and event.round == 1 for event in events)
    return began and not any(isinstance(event, TurnEnded) for event in events)


def introduction_moments(scene: Scene) -> list[Line]:
    """Return a player's introduction if the newest entry begins the first turn; otherwise []."""
    events, view = scene.events, scene.view
    # A tutorial explains its position itself.
    if scene.seat is None or view.options.tutorial or not begins_first_turn(events):
        return []
    return [
        Line(says, "introduction", at)
        for says, at in (_holdings(view), *_secrets(scene), (_order(scene, events), ""))
    ]


def _holdings(view: View) -> tuple[str, str]:
    held = view.held_by(view.own_seat)
    told = HELD.format(
        territories=counted(len(held), "territory", "territories"),
        armies=armies(sum(view.armies(territory) for territory in held)),
    )
    stronghold = view.player(view.own_seat).stronghold
    place = stronghold or view.unseen_headquarters or view.headquarters.get(view.own_seat)
    if place is None:
        return told, ""
    name = view.board.territories[place].name
    more = in_words_of(view.ruleset, STRONGHOLD if stronghold else HEADQUARTERS, name=name)
    return paragraph(told, more), place


def _secrets(scene: Scene) -> Iterator[tuple[str, str]]:
    view, words = scene.view, words_of(scene)
    if not view.hand:
        return
    yield HAND.format(cards=words.cards(view.hand)), ""
    for at in view.hidden[:1]:
        holder = view.owner(at)
        sentence = HIDDEN_AT_HOME if holder == scene.seat else HIDDEN_WITH_OTHERS
        yield words.say(sentence, name=words.territory(at), holder=words.player(holder)), at


def _order(scene: Scene, events: Sequence[Event]) -> str:
    view = scene.view
    is_rolled = any(isinstance(event, FirstRolled) for event in events)
    if view.turn != scene.seat:
        sentence = OTHER_FIRST_ROLLED if is_rolled else OTHER_FIRST
        return sentence.format(player=capitalised(words_of(scene).player(view.turn)))
    if is_rolled:
        return YOU_FIRST_ROLLED
    return YOU_FIRST if view.options.first_seat is None else YOU_FIRST_ARRANGED
