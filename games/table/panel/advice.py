"""Advice in the panel: a general's moves, offered against bots alone or if the table allows it."""

import random
from collections.abc import Iterator, Sequence

from django.http import QueryDict

from games.drawing.display.parts import Scene
from games.drawing.display.words import capitalised, is_paused, words_of
from games.playing.forms import HIDE, PLACE, SEVERAL
from games.playing.plans.proposals import explained_proposal
from games.table.panel.attack.choose import other_attacks
from games.table.panel.attack.form import SOMETHING_ELSE
from games.table.panel.attack.garrison import garrison_of, garrison_warning
from games.table.panel.attack.notes import at_sea, before_attacks, last_moment
from games.table.panel.cards.play import cards_row
from games.table.panel.fill_proposal import OccupiedView, proposed_filling
from games.table.panel.place_armies import described_placements
from games.table.panel.waiting import is_away
from games.table.panel.widgets import (
    Form,
    Mark,
    Panel,
    PanelForm,
    Pick,
    PickGroup,
    options_of,
    query,
)
from rules import Move, View, move_to_json
from rules.bots.adviser import Adviser
from rules.bots.reasons import Chosen, describe_reason
from rules.bots.reasons.moves import explained
from rules.moves import Battle, DeclareAttack, Hide, MoveIn, Pass, Place, SailFleet, TradeSet
from rules.questions import DecisionKind
from rules.sentences.moves import describe_move
from rules.sentences.words import armies, listed, paragraph

ADVICE = "advice"
"""The field of a choice that asks for advice; its value is the number of the decision."""
ROLES = {"source": "from", "target": "to", "territory": "to"}
"""The marks on the map, by field of a move."""

_ADVICE = "A general would {moves}."
_WHY = "Why: {reason}"
_PLACE = "place {armies}: {places}"
_PLACED = "{number} on {territory}"
_PLACE_BUTTON = "Place {armies}"
_PLAY_FIRST = "To play before you attack"
_ATTACK_INSTEAD = "Attack instead"
_RISK = "For this move, a general would still risk leaving fewer armies there."

PASSES = {
    DecisionKind.STRIKE: "leave the {Fortification} in play",
    DecisionKind.COUNTER: "let it happen",
    DecisionKind.OCCUPY: "leave the other territories empty",
    DecisionKind.BLOCK_EVENT: "let the event happen",
    DecisionKind.MOVE_BY_NIGHT: "stop moving armies",
    DecisionKind.RUIN: "let them trade",
    DecisionKind.COUNTER_SPY: "let it happen",
    DecisionKind.FORTIFY: "end the turn without moving",
}
"""What declining does, by the kind of decision."""


def may_ask(scene: Scene) -> bool:
    """Return whether the viewer may ask for advice on a decision that they must make now.

    Against bots alone they may. Against other people, the table's terms decide, so that all players
    may ask or none. Nobody may ask in a tutorial or a pause.
    """
    view, seating = scene.view, scene.seating
    is_lesson = view.options.tutorial
    if view.decision is None or is_lesson or is_paused(scene) or is_away(scene):
        return False
    return seating.allows_advice or seating.is_against_bots(scene.seat)


def advice_query(scene: Scene) -> str:
    """Return the query that asks for advice about the open decision; "" if the viewer may not."""
    return query((ADVICE, scene.view.open_decision.number)) if may_ask(scene) else ""


def is_asked(scene: Scene, choice: QueryDict) -> bool:
    """Return whether a choice asks for advice about the open decision."""
    return may_ask(scene) and choice.get(ADVICE) == str(scene.view.open_decision.number)


def advise(code: str, view: View) -> tuple[Chosen, ...]:
    """Return a general's moves for the open decision: the panel's proposal, if it has one.

    The same decision always gets the same advice.
    """
    return tuple(explained(view, chosen) for chosen in _advised(code, view))


def _advised(code: str, view: View) -> tuple[Chosen, ...]:
    kind = view.open_decision.kind
    if kind is DecisionKind.FILL:
        return (Chosen(proposed_filling(view)),)
    if kind is DecisionKind.OCCUPY:
        view = OccupiedView(view)
    if kind is DecisionKind.REINFORCE:
        # Suggestions never trade a set.
        chosen = Adviser(random.Random(0)).decide(view)  # noqa: S311 - no dice
        if isinstance(chosen.move, TradeSet):
            return (chosen,)
    return explained_proposal(view, code)


def advice_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Return the panel with a general's moves, their reasons, and their territories on the map."""
    view = scene.view
    advised = advise(scene.seating.code, view)
    moves = tuple(chosen.move for chosen in advised)
    said = describe_all(scene, moves)
    lead = [_ADVICE.format(moves=said), *describe_reasons(scene, advised)]
    warning = " ".join(risks(scene, moves))
    if warning:
        lead.append(paragraph(warning, _RISK))
    cards: tuple[Pick, ...] = ()
    others_summary = _ATTACK_INSTEAD
    if any(isinstance(move, DeclareAttack | SailFleet) for move in moves):
        cards, others_summary = _cards_before(scene), SOMETHING_ELSE
        lead.extend(at_sea(scene, any(isinstance(move, SailFleet) for move in moves)))
        lead.extend(last_moment(scene))
    marks = tuple(mark for move in moves for mark in _marks(view, move))
    others: tuple[PickGroup, ...] = ()
    if view.open_decision.kind is DecisionKind.ATTACKS:
        others = other_attacks(scene, {mark.territory for mark in marks})
    return Panel(
        "What would a general do?",
        PanelForm(
            forms=(form_of(moves, capitalised(said)),),
            others=others,
            others_summary=others_summary,
            cards=cards,
            cards_title=_PLAY_FIRST,
        ),
        tuple(lead),
        choice=((ADVICE, str(view.open_decision.number)),),
        back="?",
        marks=marks,
        has_advice=False,
    )


def _cards_before(scene: Scene) -> tuple[Pick, ...]:
    """Return the cards in hand that could be played now, but not after the first attack."""
    view = scene.view
    cards = before_attacks(view) if not view.has_attacked else ()
    return tuple(pick for pick in cards_row(scene, options_of(view)) if pick.card in cards)


def describe_all(scene: Scene, moves: Sequence[Move]) -> str:
    """Describe moves in the infinitive, with several placements in one phrase."""
    words = words_of(scene)
    placed = [move for move in moves if isinstance(move, Place)]
    if len(placed) < 2:
        return listed([_describe(scene, move) for move in moves])
    places = [
        _PLACED.format(number=move.armies, territory=words.territory(move.territory))
        for move in placed
    ]
    number = sum(move.armies for move in placed)
    others = [_describe(scene, move) for move in moves if not isinstance(move, Place)]
    return listed([*others, _PLACE.format(armies=armies(number), places=listed(places))])


def _describe(scene: Scene, move: Move) -> str:
    words = words_of(scene)
    if isinstance(move, Pass):
        return words.say(PASSES[scene.view.open_decision.kind])
    return describe_move(move, words)


def describe_reasons(scene: Scene, advised: Sequence[Chosen]) -> Iterator[str]:
    """Yield the reason for a single move, or the reasons for a turn's placements."""
    words = words_of(scene)
    if len(advised) > 1:
        if scene.view.round:
            yield paragraph(*described_placements(advised, words))
        return
    if advised[0].reason is not None:
        yield _WHY.format(reason=describe_reason(advised[0].reason, words))


def risks(scene: Scene, moves: Sequence[Move]) -> Iterator[str]:
    """Yield the panel's warning about a stronghold that an attack leaves too weak."""
    view = scene.view
    for move in moves:
        if isinstance(move, DeclareAttack | SailFleet):
            garrison = garrison_of(view, move.source, move.target)
            most = view.armies(move.source) - 1
        elif isinstance(move, Battle):
            garrison = garrison_of(view, view.open_attack.source)
            most = view.armies(view.open_attack.source) - 1
        elif isinstance(move, MoveIn):
            garrison = garrison_of(view, view.open_landing.source)
            most = view.armies(view.open_landing.source) - view.open_landing.least
        else:
            continue
        left = _left_by(view, move)
        if garrison is not None and left and left < garrison.enough:
            yield garrison_warning(scene, garrison, most)


def _left_by(view: View, move: DeclareAttack | SailFleet | Battle | MoveIn) -> int | None:
    """Return how many armies a move leaves on its source; None if that depends on the dice."""
    if isinstance(move, SailFleet):
        return view.armies(move.source) - move.armies
    if isinstance(move, MoveIn):
        return view.armies(view.open_landing.source) - move.armies
    return move.press


def form_of(moves: Sequence[Move], button: str) -> Form:
    """Return the form that plays moves, without their empty fields."""
    if len(moves) > 1:
        return _form_of_placements(moves)
    written = move_to_json(moves[0])
    fields = [
        (name, each)
        for name, value in written.items()
        for each in (value if isinstance(value, list) else [value])
        if name != "move" and each is not None and each is not False
    ]
    settled = tuple((name, "yes" if value is True else value) for name, value in fields)
    return Form(moves[0].name, button, settled=settled)


def _form_of_placements(moves: Sequence[Move]) -> Form:
    """Return the form that places armies on several territories, and may hide armies in one."""
    settled: list[tuple[str, str | int]] = []
    number = 0
    for move in moves:
        if isinstance(move, Hide):
            settled.append((HIDE, move.territory))
        elif isinstance(move, Place):
            settled.append((f"{PLACE}{move.territory}", move.armies))
            number += move.armies
    return Form(SEVERAL, _PLACE_BUTTON.format(armies=armies(number)), settled=tuple(settled))


def _marks(view: View, move: Move) -> tuple[Mark, ...]:
    """Return map marks for the territories that a move names."""
    named = ((getattr(move, field, None), role) for field, role in ROLES.items())
    return tuple(Mark(name, role) for name, role in named if name in view.board.territories)
