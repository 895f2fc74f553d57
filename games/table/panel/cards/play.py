"""The cards that players may play at any time in their turn, with a panel for each (chapter 6)."""

from collections.abc import Callable, Iterator

from django.http import QueryDict

from games.drawing.display import counts
from games.drawing.display.parts import Scene
from games.drawing.display.words import names_of, words_of
from games.table.panel.cards.spies import send_spy_note, send_spy_panel
from games.table.panel.cards.steps import USE, opponent_field, step
from games.table.panel.odds import assassin_odds
from games.table.panel.widgets import (
    Answer,
    Field,
    Form,
    Mark,
    Obstacle,
    Panel,
    PanelForm,
    Pick,
    PickGroup,
    chosen,
    options_of,
    picks_of,
    query,
)
from games.table.sidebar.hand import drawn_cards
from rules import Move, Option
from rules.cards import BattleCard
from rules.events.turn import CardsSeen
from rules.moves import (
    AssassinateAmbassador,
    AssassinateFortification,
    AssassinateHand,
    PlayAmbassador,
    PlayMercenaries,
    Reveal,
    SendSpy,
    Spy,
)
from rules.sentences import describe
from rules.sentences.words import armies

Options = dict[type[Move], list[Option]]


def cards_row(scene: Scene, found: Options) -> tuple[Pick, ...]:
    """Return a pick for each card that can be played now; choosing one opens its `card_step`."""
    say = words_of(scene).say
    return tuple(
        Pick(
            say(label),
            query((USE, move.name)),
            note(scene, found[move]),
            role=f"use-{move.name}",
            card=move.plays.value if move.plays else "",
            count=scene.view.hand.count(move.plays) if move.plays else 0,
        )
        for move, (label, note) in _ROW.items()
        if move in found
    )


def new_in_hand(scene: Scene) -> str:
    """Return the log's sentence about the battle cards the viewer has just drawn; "" if none.

    On a phone, the hand is below the fold.
    """
    cards = drawn_cards(scene)
    if not cards:
        return ""
    drawn = CardsSeen(scene.view.own_seat, cards)
    return describe(drawn, words_of(scene))


def card_step(scene: Scene, choice: QueryDict, found: Options) -> Panel | None:
    """Return the panel of the card being played.

    None if no card is chosen, or the chosen one can no longer be played.
    """
    for move, draw in _STEPS.items():
        if move.name == choice.get(USE) and move in found:
            return draw(scene, choice, found[move])
    return None


# Notes in the row of cards

_MERCENARIES_NOTE = "the next brings {armies}; only before your first attack"
_REVEAL_NOTES = {
    (False, False): "{armies}",
    (False, True): "{armies} each",
    (True, False): "{armies}, before your first attack",
    (True, True): "{armies} each, before your first attack",
}
"""Notes on hidden armies, keyed by (only at the start of a turn, more than one)."""


def _mercenaries_note(scene: Scene, options: list[Option]) -> str:
    view = scene.view
    return _MERCENARIES_NOTE.format(armies=armies(view.ruleset.track[view.track]))


def _ambassador_note(scene: Scene, options: list[Option]) -> str:
    return "force a truce on an opponent; only before your first attack"


def _spy_note(scene: Scene, options: list[Option]) -> str:
    return "look at a hand; you keep the card unless the Spy is countered"


def _hand_note(scene: Scene, options: list[Option]) -> str:
    return "destroy a card in someone’s hand"


def _open_card_note(scene: Scene, options: list[Option]) -> str:
    return "destroy a card in play"


def _reveal_note(scene: Scene, options: list[Option]) -> str:
    are_several = len(options[0].values("territory")) > 1
    note = _REVEAL_NOTES[scene.view.options.hidden_at_start, are_several]
    return note.format(armies=armies(scene.view.hidden_size))


_ROW: dict[type[Move], tuple[str, Callable[[Scene, list[Option]], str]]] = {
    PlayMercenaries: ("{Mercenaries}", _mercenaries_note),
    PlayAmbassador: ("{Ambassador}", _ambassador_note),
    Spy: ("{Assassin}: spy", _spy_note),
    AssassinateHand: ("{Assassin}: against a hand", _hand_note),
    AssassinateAmbassador: ("{Assassin}: against {an Ambassador}", _open_card_note),
    AssassinateFortification: ("{Assassin}: against the {Fortification}", _open_card_note),
    SendSpy: ("Spy", send_spy_note),
    Reveal: ("Hidden armies", _reveal_note),
}


# The panels

_TO_PLACE = "{armies} to place"
_BRINGS = "The card brings {armies} to place."
_FOR_GOOD = "Played cards leave the game. Each one makes everyone’s hidden armies stronger."
_STRIKE_AT_HAND = "Send the Assassin against {player’s} hand"
_SEND_AGAINST = "Send the Assassin against {player}"
_MAY_COUNTER = (
    "Each of you rolls one die. You add 2 and need the higher total ({chance}). They can counter "
    "with an Assassin."
)
_STRIKE_AT_AMBASSADOR = "Send it against {player’s} Ambassador to {partner}"
_ENDS_TRUCE = (
    "Each of you rolls one die. You add 2 and need the higher total ({chance}). If you win, "
    "their truce ends."
)
_ROLL_HIGHER = "Each of you rolls one die. You add 2 and need the higher total ({chance})."
_REVEAL = "Reveal {armies} in {territory}"
_REVEAL_IN = "Reveal hidden armies in {territory}"
_REVEAL_ONCE = "You can reveal them only once. Their number may grow if you wait."
_REVEAL_AT_START = (
    "You can reveal them only once, and only before your first attack in a turn. Their number "
    "may grow if you wait."
)


def _mercenaries(scene: Scene, choice: QueryDict, options: list[Option]) -> Panel:
    view, say = scene.view, words_of(scene).say
    brought = {
        count: armies(sum(view.ruleset.track[view.track : view.track + count]))
        for count in options[0].values("count")
    }
    answers = tuple(
        Answer(count, counts.cards(count), _TO_PLACE.format(armies=number))
        for count, number in brought.items()
    )
    first, is_choice = answers[0], len(answers) > 1
    ask = Field("count", "How many?", choice.get("count") or first.value, answers)
    form = Form(
        PlayMercenaries.name,
        say("Play {Mercenaries}"),
        fields=(ask,) if is_choice else (),
        settled=() if is_choice else (("count", first.value),),
        note=_FOR_GOOD,
    )
    facts = () if is_choice else (_BRINGS.format(armies=brought[first.value]),)
    body = PanelForm(facts=facts, forms=(form,))
    return step(PlayMercenaries, say("Play {Mercenaries}"), body)


def _ambassador(scene: Scene, choice: QueryDict, options: list[Option]) -> Panel:
    field = opponent_field(scene, choice, tuple(options[0].values("opponent")))
    note = "You can’t attack them this turn, and they can’t attack you on their next turn."
    form = Form(PlayAmbassador.name, "Force the truce", (field,), note=note)
    heading = words_of(scene).say("Send {an Ambassador}")
    return step(PlayAmbassador, heading, PanelForm(forms=(form,)))


def _spy(scene: Scene, choice: QueryDict, options: list[Option]) -> Panel:
    field = opponent_field(scene, choice, tuple(options[0].values("opponent")))
    note = (
        "Only you see the hand. You keep the card, unless they counter with an Assassin: then you "
        "both lose it."
    )
    form = Form(Spy.name, "Send the Assassin", (field,), note=note)
    uses = _other_uses(scene)
    body = PanelForm(
        forms=(form,),
        others=(PickGroup("", uses),) if uses else (),
        others_summary="Use it in another way",
        later=_later_uses(scene),
    )
    return step(Spy, "Spy on a hand", body)


_LATER = {
    (True, True): (
        "Later, it can also strike an opponent’s {Ambassador} or {Fortification} in play, and "
        "{a Hero} or {an Assassin} sent against you."
    ),
    (True, False): (
        "Later, it can also strike an opponent’s {Ambassador} in play, and {a Hero} or "
        "{an Assassin} sent against you."
    ),
    (False, True): (
        "Later, it can also strike an opponent’s {Fortification} in play, and {a Hero} or "
        "{an Assassin} sent against you."
    ),
    (False, False): "Later, it can also strike {a Hero} or {an Assassin} sent against you.",
}
"""Sentences on cards for later, keyed by (there is an Ambassador, there is a Fortification)."""


def _later_uses(scene: Scene) -> Obstacle:
    """Return the uses of an Assassin that are not possible now, and when they will be."""
    view = scene.view
    found = options_of(view)
    # Two players cannot force a truce on each other.
    awaits_ambassador = AssassinateAmbassador not in found and len(view.living()) > 2
    missing = awaits_ambassador, AssassinateFortification not in found
    return Obstacle("", words_of(scene).say(_LATER[missing]), "ASN-2")


def _other_uses(scene: Scene) -> tuple[Pick, ...]:
    """Return the other uses of an Assassin, as pressing the card opens one use directly."""
    return tuple(
        pick
        for pick in cards_row(scene, options_of(scene.view))
        if pick.card == BattleCard.ASSASSIN and pick.role != f"use-{Spy.name}"
    )


def _assassinate_hand(scene: Scene, choice: QueryDict, options: list[Option]) -> Panel:
    """Ask for the opponent, then for a card of their hand."""
    cards = {option.values("opponent")[0]: option.values("card") for option in options}
    opponent = chosen(choice, "opponent", map(str, cards))
    if opponent is None and len(cards) > 1:
        return _whose_hand(scene, tuple(cards))
    seat = int(opponent) if opponent else next(iter(cards))
    return _which_card(scene, choice, seat, tuple(cards[seat]), len(cards) > 1)


def _whose_hand(scene: Scene, opponents: tuple[int, ...]) -> Panel:
    field = opponent_field(scene, QueryDict(), opponents)
    picks = tuple(
        Pick(
            answer.label,
            query((USE, AssassinateHand.name), ("opponent", answer.value)),
            answer.note,
            role=f"opponent-{answer.value}",
        )
        for answer in field.answers
    )
    return step(
        AssassinateHand,
        "Whose hand will you target?",
        PanelForm(cards=picks, cards_title="Choose a player"),
    )


def _which_card(
    scene: Scene,
    choice: QueryDict,
    opponent: int,
    cards: tuple[BattleCard | None, ...],
    is_chosen: bool,
) -> Panel:
    words = words_of(scene)
    player = words.people(player=opponent)
    answers = tuple(
        Answer(card.value, words.card(card.value))
        if card
        else Answer("", "A random card", "drawn only if the Assassin succeeds")
        for card in cards
    )
    form = Form(
        AssassinateHand.name,
        _SEND_AGAINST.format_map(player),
        (Field("card", "Which card?", choice.get("card") or answers[0].value, answers),),
        (("opponent", opponent),),
        _MAY_COUNTER.format(chance=assassin_odds(2)),
    )
    back = query((USE, AssassinateHand.name)) if is_chosen else "?"
    kept = (("opponent", str(opponent)),)
    heading = _STRIKE_AT_HAND.format_map(player)
    return step(AssassinateHand, heading, PanelForm(forms=(form,)), back, kept)


def _assassinate_ambassador(scene: Scene, choice: QueryDict, options: list[Option]) -> Panel:
    words = words_of(scene)
    forms = tuple(
        Form(
            AssassinateAmbassador.name,
            _STRIKE_AT_AMBASSADOR.format_map(words.people(player=seat, partner=other)),
            settled=(("opponent", seat), ("partner", other)),
        )
        for seat, other in _truces(options)
    )
    facts = (_ENDS_TRUCE.format(chance=assassin_odds(2)),)
    return step(
        AssassinateAmbassador,
        "Send the Assassin against an Ambassador",
        PanelForm(facts, forms=forms),
    )


def _truces(options: list[Option]) -> Iterator[tuple[int, int]]:
    for option in options:
        yield option.values("opponent")[0], option.values("partner")[0]


def _assassinate_fortification(scene: Scene, choice: QueryDict, options: list[Option]) -> Panel:
    note = _ROLL_HIGHER.format(chance=assassin_odds(2))
    form = Form(AssassinateFortification.name, "Send the Assassin", note=note)
    title = "Send the Assassin against the Fortification"
    return step(AssassinateFortification, title, PanelForm(forms=(form,)))


def _reveal(scene: Scene, choice: QueryDict, options: list[Option]) -> Panel:
    """Ask for the territory, if there are several, then for confirmation."""
    territories = options[0].values("territory")
    territory = chosen(choice, "territory", territories)
    if territory is None and len(territories) > 1:
        fixed = ((USE, Reveal.name),)
        groups = picks_of(scene, "reveal", territories, fixed=fixed, name="territory")
        return step(Reveal, "Where will you reveal hidden armies?", PanelForm(groups=groups))
    territory = territory or territories[0]
    name, size = names_of(scene.view)[territory], armies(scene.view.hidden_size)
    is_early = scene.view.options.hidden_at_start
    form = Form(
        Reveal.name,
        _REVEAL.format(armies=size, territory=name),
        settled=(("territory", territory),),
        note=_REVEAL_AT_START if is_early else _REVEAL_ONCE,
    )
    kept = (("territory", territory),)
    heading = _REVEAL_IN.format(territory=name)
    marks = (Mark(territory, "reveal"),)
    return step(Reveal, heading, PanelForm(forms=(form,)), "?", kept, marks)


_STEPS: dict[type[Move], Callable[[Scene, QueryDict, list[Option]], Panel]] = {
    PlayMercenaries: _mercenaries,
    PlayAmbassador: _ambassador,
    Spy: _spy,
    AssassinateHand: _assassinate_hand,
    AssassinateAmbassador: _assassinate_ambassador,
    AssassinateFortification: _assassinate_fortification,
    SendSpy: send_spy_panel,
    Reveal: _reveal,
}
