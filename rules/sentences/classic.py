"""Sentences for chapter 11: reinforcements, sets, and cards taken."""

from rules.events import classic
from rules.sentences.wording import Wording, Wordings

_SET = "{seat} traded in set {number} for {armies}: {set_cards}."
_SET_WITH_BONUS = (
    "{seat} traded in set {number} for {armies}: {set_cards}. {bonus} more went to {territory}."
)

_CARD_TAKEN = "{captor} took 1 territory card from {player}."
_CARDS_TAKEN = "{captor} took {count} territory cards from {player}."

WORDINGS: Wordings = {
    classic.NeutralClaimed: Wording(
        "The neutral side got {territories}, with 1 army each.", rule="CLA-2"
    ),
    classic.HeadquartersMarked: Wording("Your headquarters will be in {territory}."),
    classic.HeadquartersShown: Wording("{seat’s} headquarters: {territory}.", rule="CLA-6"),
    classic.ReinforcementsCounted: Wording(
        "{seat’s} reinforcements: {armies} ({items}).", rule="CLA-3"
    ),
    classic.SetTraded: Wording(
        lambda event: _SET if event.territory is None else _SET_WITH_BONUS, rule="CLA-4"
    ),
    classic.Fortified: Wording("{seat} moved {armies} from {source} to {target}.", rule="CLA-3"),
    classic.TerritoryCardDrawn: Wording("{seat} drew a territory card."),
    classic.TerritoryCardSeen: Wording("New territory card: {territory_card}."),
    classic.TerritoryCardsTaken: Wording(
        lambda event: _CARD_TAKEN if event.count == 1 else _CARDS_TAKEN, rule="CLA-5"
    ),
    classic.TerritoryCardsTakenSeen: Wording("You took {territory_cards}."),
}
"""What is said about each kind of event of chapter 11."""
