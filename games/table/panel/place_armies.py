"""Placing armies (TRN-5, CLA-2, CLA-3): all in one form, or one by one in the set-up."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.http import QueryDict

from games.drawing.display import counts
from games.drawing.display.parts import Scene
from games.drawing.display.words import names_of, words_of
from games.playing.plans.proposals import explained_proposal, placed_in, proposed_territory
from games.table.panel.cards.deserters import deserters_origin
from games.table.panel.cards.play import card_step, cards_row, new_in_hand
from games.table.panel.cards.sets import CardsHeld, cards_held, trade_panel, wants_to_trade
from games.table.panel.stepper import Stepper, beside_neutral, stepper_of, threat
from games.table.panel.widgets import (
    Panel,
    Pick,
    PickGroup,
    TerritoryChoice,
    chosen,
    is_proposal_later,
    options_of,
    picks_of,
    territory_panel,
)
from rules import View
from rules.bots.reasons import Chosen, describe_placement
from rules.cards import EventCard
from rules.chapters.armies.spoils import PLACING_RULES
from rules.moves import Place, TradeSet
from rules.sentences.words import Words, armies, listed, paragraph
from rules.state.under_way import PlacingPurpose

ONE_BY_ONE = (PlacingPurpose.DEPLOY, PlacingPurpose.NEUTRAL)
"""Purposes whose armies are placed in turns; for a single army the panel shows no numbers."""


@dataclass(frozen=True, slots=True)
class ArmyPlacement:
    """Armies to place, a territory to hide armies in, or both; and cards playable before that.

    `purpose` says what the armies are for. `held` are the territory cards if the player may trade
    a set before placing armies; `reasons` explain the suggested numbers.
    """

    purpose: PlacingPurpose
    button: str
    placing: Stepper | None
    hiding: tuple[PickGroup, ...] = ()
    hidden: str = ""
    cards: tuple[Pick, ...] = ()
    explained: str = ""
    held: CardsHeld | None = None
    reasons: str = ""


_PURPOSES = {
    PlacingPurpose.DEPLOY: ("Place your armies", "Place them"),
    PlacingPurpose.MERCENARIES: ("Place your {Mercenaries}", "Place them"),
    PlacingPurpose.MUSTER_TROOPS: ("Muster Troops: place your armies", "Place them"),
    PlacingPurpose.ARMY_DESERTERS: ("Army Deserters: place the armies that join you", "Place them"),
    PlacingPurpose.SPOILS: ("Place your spoils", "Place them and end turn"),
    PlacingPurpose.NEUTRAL: ("Place a neutral army", "Place it"),
    PlacingPurpose.REINFORCEMENTS: ("Place your new armies", "Place them"),
    PlacingPurpose.SETS: ("Place the armies from your sets", "Place them"),
}


_ONE_ARMY = {"Place them": "Place it", "Place them and end turn": "Place it and end turn"}
"""The button text for a single army, by the text for several armies."""


def place_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Ask where to place the waiting armies."""
    waiting = scene.view.open_placing
    if waiting.left == 1 and waiting.purpose in ONE_BY_ONE:
        return _one_army_panel(scene, choice)
    return _placing_panel(scene, choice)


def spoils_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Ask where to place the spoils; cards may still be played first."""
    found = options_of(scene.view)
    step = card_step(scene, choice, found)
    if step is not None:
        return step
    cards, news = cards_row(scene, found), new_in_hand(scene)
    return _placing_panel(scene, choice, cards=cards, lead=_halved(scene), news=news)


def _halved(scene: Scene) -> str:
    """Return a sentence on the spoils that Peasants Revolt halves (EVT-8); "" if it does not."""
    view = scene.view
    spoils, due = (
        sum(number for _, number in items)
        for items in (view.spoils(view.own_seat), view.spoils_due(view.own_seat))
    )
    if spoils == due:
        return ""
    card = words_of(scene).card(EventCard.PEASANTS_REVOLT)
    return _HALVED.format(card=card, spoils=spoils, armies=armies(view.open_placing.left))


def reinforce_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Ask where to place the armies of a turn; a set may be traded for more first."""
    step = scene.view.tutorial_step
    is_trade_step = step is not None and isinstance(step.move, TradeSet)
    if is_trade_step or wants_to_trade(scene.view, choice):
        return trade_panel(scene, choice)
    return _placing_panel(scene, choice, held=cards_held(scene), lead=_sources_text(scene))


_TO_PLACE = "You have {armies} to place."
_TO_PLACE_FOR = "You have {armies} to place, for {territories}."
_TO_PLACE_SUM = "You have {armies} to place: {sources}."
_HALVED = "{card} halves your spoils of {spoils}, so you have {armies} to place."
_FOR = "{number} for {what}"
_FOR_SETS = "{number} for sets"
_CHANGE = "Change our suggestion as you like."
_SUGGESTED = "Suggested:"


def _placing_panel(
    scene: Scene,
    choice: QueryDict,
    cards: tuple[Pick, ...] = (),
    held: CardsHeld | None = None,
    lead: str = "",
    news: str = "",
) -> Panel:
    view, waiting = scene.view, scene.view.open_placing
    heading, button = map(words_of(scene).say, _PURPOSES[waiting.purpose])
    if waiting.left == 1:
        button = _ONE_ARMY.get(button, button)
    is_awaiting = is_proposal_later(scene, choice)
    choices = () if is_awaiting else explained_proposal(view, scene.seating.code)
    proposed = placed_in(tuple(item.move for item in choices))
    placing = stepper_of(scene, choice, _places(view), waiting.left, proposed)
    origin = deserters_origin(scene) if waiting.purpose is PlacingPurpose.ARMY_DESERTERS else ""
    sentences = [lead or origin or _TO_PLACE.format(armies=armies(waiting.left))]
    reasons = ("…",) if is_awaiting else tuple(_why_proposed(scene, choices))
    if view.tutorial_step is None and not reasons:
        sentences.append(_CHANGE)
    return Panel(
        heading,
        ArmyPlacement(
            waiting.purpose, button, placing, cards=cards, held=held, reasons=_reasons(reasons)
        ),
        tuple(filter(None, (news, paragraph(*sentences)))),
        PLACING_RULES[waiting.purpose],
        template="table/panel/place.html",
        is_awaiting=is_awaiting,
    )


def _reasons(sentences: Sequence[str]) -> str:
    return paragraph(_SUGGESTED, *sentences) if sentences else ""


def _why_proposed(scene: Scene, choices: Sequence[Chosen]) -> Iterator[str]:
    """Yield the reason for each proposed placement of a turn."""
    if scene.view.round:
        yield from described_placements(choices, words_of(scene))


def described_placements(choices: Sequence[Chosen], words: Words) -> Iterator[str]:
    """Yield a sentence for each placement with a reason."""
    for item in choices:
        if isinstance(item.move, Place) and item.reason is not None:
            yield describe_placement(item.reason, item.move.armies, item.move.territory, words)


def _places(view: View) -> tuple[str, ...]:
    """Return the territories to place armies on; in a tutorial, only the territory it teaches."""
    step = view.tutorial_step
    if step is not None and isinstance(step.move, Place):
        return (step.move.territory,)
    return view.open_placing.territories


def _sources_text(scene: Scene) -> str:
    """Return a sentence on a turn's armies: e.g. 5 for 16 territories and 7 for Asia."""
    view = scene.view
    left, held = view.open_placing.left, counts.territories(len(view.held_by(view.own_seat)))
    items = view.spoils(view.own_seat)
    more = left - sum(number for _, number in items)
    if not more and len(items) == 1:
        return _TO_PLACE_FOR.format(armies=armies(left), territories=held)
    sources = [
        _FOR.format(
            number=number, what=held if what == "territories" else view.board.groups[what].name
        )
        for what, number in items
    ]
    if more > 0:
        sources.append(_FOR_SETS.format(number=more))
    return _TO_PLACE_SUM.format(armies=armies(left), sources=listed(sources))


# One army at a time

_PLACE_ONE = "Place 1 army on {territory}"
_ONE_EACH_TURN = "You have {armies} left, and place 1 each turn."
_NEUTRAL_LEAD = (
    "The neutral side defends but never attacks. Each turn you place 1 of its armies – best where "
    "it blocks your opponent."
)


def _one_army_panel(scene: Scene, choice: QueryDict) -> Panel:
    view, waiting = scene.view, scene.view.open_placing
    purpose, places = waiting.purpose, waiting.territories
    proposed = proposed_territory(view, scene.seating.code)
    territory = chosen(choice, "territory", places) or proposed
    notes = {name: _standing_note(view, name) for name in places}
    body = TerritoryChoice(
        Place.name,
        territory,
        proposed,
        _PLACE_ONE.format(territory=names_of(view)[territory]),
        picks_of(scene, "place", places, notes, name="territory"),
        has_wishes=purpose is PlacingPurpose.DEPLOY,
    )
    heading, rule = "Place an army", PLACING_RULES[purpose]
    lead = _ONE_EACH_TURN.format(armies=armies(view.player(scene.view.own_seat).unplaced))
    if purpose is PlacingPurpose.NEUTRAL:
        heading, lead = _PURPOSES[purpose][0], _NEUTRAL_LEAD
    return territory_panel(heading, lead, rule, body, armies="1")


def _standing_note(view: View, name: str) -> str:
    """Return the armies on a territory, and a note about its neighbours."""
    beside = beside_neutral(view, name) if view.owner(name) is None else threat(view, name)
    return ", ".join(filter(None, [armies(view.armies(name)), beside]))
