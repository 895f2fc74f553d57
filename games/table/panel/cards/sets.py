"""Territory cards, trading sets of them, and the bonus armies on a card's territory (CLA-4)."""

from dataclasses import dataclass

from django.http import QueryDict

from games.drawing.display import counts
from games.drawing.display.parts import Scene
from games.drawing.display.words import capitalised, names_of, words_of
from games.table.panel.cards.steps import USE
from games.table.panel.widgets import Mark, Panel, PickGroup, chosen, options_of, picks_of, query
from rules import Option, View
from rules.cards import WILD
from rules.chapters.armies.territory_cards import CARDS_OF_A_SET
from rules.moves import TradeSet
from rules.rulesets.ruleset import Phase
from rules.sentences.words import armies, either

SET, BONUS = "set_cards", "territory"
TEMPLATE = "table/panel/trade.html"


@dataclass(frozen=True, slots=True)
class TerritoryCard:
    """A territory card's name and symbol."""

    name: str
    sign: str | None


@dataclass(frozen=True, slots=True)
class SetShown:
    """A set in hand: its cards, the query that chooses it, and its value."""

    cards: tuple[TerritoryCard, ...]
    query: str
    note: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class CardsHeld:
    """The viewer's territory cards, a sentence about them, and the link for trading a set."""

    cards: tuple[TerritoryCard, ...]
    sentence: str
    label: str = ""
    query: str = ""


@dataclass(frozen=True, slots=True)
class SetTrade:
    """A choice of a set: the move's settled fields, button, all sets, and targets for the bonus."""

    move: str
    settled: tuple[tuple[str, str], ...]
    button: str
    sets: tuple[SetShown, ...]
    groups: tuple[PickGroup, ...]
    more: str


def card_shown(scene: Scene, card: str) -> TerritoryCard:
    """Return a territory card or wild card for display."""
    if card == WILD:
        return TerritoryCard("Wild card", card)
    territory = scene.view.board.territories[card]
    return TerritoryCard(territory.name, territory.symbol)


# Before the armies of a turn are placed

_CAN_TRADE = "You can trade a set before placing any armies. The next one brings {armies}."
_TOO_FEW_CARDS = "You need three cards for a set. The next set anyone trades brings {armies}."
_NO_SET = (
    "You have no set yet: three of a kind, or one of each. The next set anyone trades brings "
    "{armies}."
)


def cards_held(scene: Scene) -> CardsHeld | None:
    """Return the viewer's cards and the link for trading a set; None if they have no cards."""
    view = scene.view
    if not view.territory_cards:
        return None
    cards = tuple(card_shown(scene, card) for card in view.territory_cards)
    value = armies(view.open_sets.value)
    if _sets(view):
        sentence = _CAN_TRADE.format(armies=value)
        return CardsHeld(cards, sentence, "Trade a set …", query((USE, TradeSet.name)))
    sentence = _TOO_FEW_CARDS if len(cards) < CARDS_OF_A_SET else _NO_SET
    return CardsHeld(cards, sentence.format(armies=value))


def wants_to_trade(view: View, choice: QueryDict) -> bool:
    """Return whether the choice asks to trade a set, and a set is in hand."""
    return choice.get(USE) == TradeSet.name and bool(_sets(view))


# Trading

_FIVE_CARDS = (
    "You hold {cards}. With five or more at the start of your turn, you must trade until you have "
    "fewer than five."
)
_SIX_CARDS = (
    "You hold {cards}. With six or more after eliminating a player, you must trade until you have "
    "four or fewer, then place those armies."
)


def sets_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Ask a player with too many cards which set to trade."""
    view = scene.view
    why = _FIVE_CARDS if view.phase is Phase.REINFORCE else _SIX_CARDS
    lead = why.format(cards=counts.cards(len(view.territory_cards)))
    return _trading_panel(scene, choice, "You must trade a set", lead, ())


def trade_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Ask which set to trade voluntarily, and where the bonus armies go."""
    lead = "A set is three of a kind, or one of each. A wild card counts as any."
    return _trading_panel(scene, choice, "Trade a set", lead, ((USE, TradeSet.name),))


def _sets(view: View) -> dict[tuple[str, ...], Option]:
    """Return the sets in hand: sets with a bonus first, then those with the fewest wild cards."""

    def order(option: Option) -> tuple[bool, int]:
        (cards,), territories = option.values(SET), option.values(BONUS)
        return territories == (None,), cards.count(WILD)

    options = sorted(options_of(view).get(TradeSet, ()), key=order)
    return {option.values(SET)[0]: option for option in options}


def _trading_panel(
    scene: Scene, choice: QueryDict, heading: str, lead: str, kept: tuple[tuple[str, str], ...]
) -> Panel:
    view, found = scene.view, _sets(scene.view)
    asked = tuple(choice.getlist(SET))
    cards = asked if asked in found else next(iter(found))
    places = tuple(name for name in found[cards].values(BONUS) if name)
    bonus = chosen(choice, BONUS, places) or next(iter(places), None)
    settled: tuple[tuple[str, str], ...] = tuple((SET, card) for card in cards)
    body = SetTrade(
        TradeSet.name,
        (*settled, *(((BONUS, bonus),) if bonus else ())),
        _button(view, bonus),
        tuple(_set_shown(scene, each, found[each], kept, cards) for each in found),
        _others(scene, places, bonus, (*kept, *settled)),
        armies(view.ruleset.symbol_bonus),
    )
    return Panel(
        heading,
        body,
        (lead, _sentence(scene, cards, bonus)),
        "CLA-4",
        (*kept, *body.settled),
        "?" if kept else None,
        template=TEMPLATE,
        marks=_marks(bonus),
    )


def _others(
    scene: Scene, places: tuple[str, ...], bonus: str | None, fixed: tuple[tuple[str, str], ...]
) -> tuple[PickGroup, ...]:
    """Return the other targets for the bonus armies as one group, as there are few."""
    others = tuple(name for name in places if name != bonus)
    groups = picks_of(scene, "bonus", others, fixed=fixed, name=BONUS)
    return (
        (PickGroup("", tuple(pick for group in groups for pick in group.picks)),) if groups else ()
    )


def _marks(bonus: str | None) -> tuple[Mark, ...]:
    return (Mark(bonus, "bonus"),) if bonus else ()


def _button(view: View, bonus: str | None) -> str:
    value = armies(view.open_sets.value)
    if bonus is None:
        return _TRADE.format(armies=value)
    more = view.ruleset.symbol_bonus
    return _TRADE_WITH_BONUS.format(armies=value, more=more, territory=names_of(view)[bonus])


_TRADE = "Trade these for {armies}"
_TRADE_WITH_BONUS = "Trade these for {armies} and {more} in {territory}"
_BRING = "{cards} bring {armies} to place. You hold none of the territories on these cards."
_BRING_WITH_BONUS = "{cards} bring {armies} to place, plus {more} straight to {territory}."
_WORTH = "{armies}, plus {more} in {territories}"


def _sentence(scene: Scene, cards: tuple[str, ...], bonus: str | None) -> str:
    view, words = scene.view, words_of(scene)
    parts = {
        "cards": capitalised(words.territory_cards(cards)),
        "armies": armies(view.open_sets.value),
        "more": armies(view.ruleset.symbol_bonus),
        "territory": words.territory(bonus),
    }
    return (_BRING_WITH_BONUS if bonus else _BRING).format_map(parts)


def _set_shown(
    scene: Scene,
    cards: tuple[str, ...],
    option: Option,
    kept: tuple[tuple[str, str], ...],
    taken: tuple[str, ...],
) -> SetShown:
    names = names_of(scene.view)
    own = [names[name] for name in option.values(BONUS) if name]
    worth = armies(scene.view.open_sets.value)
    if own:
        more = scene.view.ruleset.symbol_bonus
        worth = _WORTH.format(armies=worth, more=more, territories=either(own))
    return SetShown(
        tuple(card_shown(scene, card) for card in cards),
        query(*kept, *((SET, card) for card in cards)),
        worth,
        cards == taken,
    )
