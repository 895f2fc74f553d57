"""Sentences for chapter 11: reinforcements, sets, and cards taken."""

from rules.events.classic import ReinforcementsCounted, SetTraded, TerritoryCardsTaken
from rules.sentences.words import Words, armies, counted

SOURCE = "{armies} for {source}"
"""The template for a source of armies and their number."""

_REINFORCEMENTS = "{seat’s} reinforcements: {armies} ({items})."


def describe_reinforcements_counted(event: ReinforcementsCounted, words: Words) -> str:
    """Describe the reinforcements of a turn, source by source (CLA-3)."""
    items = [
        SOURCE.format(source=_source(what, words), armies=number) for what, number in event.items
    ]
    return _REINFORCEMENTS.format_map(
        {
            **words.people(seat=event.seat),
            "armies": armies(event.armies),
            "items": ", ".join(items),
        }
    )


def _source(what: str, words: Words) -> str:
    return what if what == "territories" else words.region(what)


_SET = "{seat} traded in set {number} for {armies}: {cards}."
_SET_WITH_BONUS = (
    "{seat} traded in set {number} for {armies}: {cards}. {bonus} more went to {territory}."
)


def describe_set_traded(event: SetTraded, words: Words) -> str:
    """Describe the cards of a set and the armies it brings (CLA-4)."""
    sentence = _SET if event.territory is None else _SET_WITH_BONUS
    return sentence.format(
        seat=words.player(event.seat),
        number=event.number,
        armies=armies(event.armies),
        cards=words.territory_cards(event.set_cards),
        bonus=event.bonus,
        territory=words.territory(event.territory),
    )


_CARDS_TAKEN = "{captor} took {cards} from {player}."


def describe_territory_cards_taken(event: TerritoryCardsTaken, words: Words) -> str:
    """Describe how many territory cards the captor took."""
    count = counted(event.count, "territory card", "territory cards")
    people = words.people(captor=event.captor, player=event.player)
    return _CARDS_TAKEN.format_map({**people, "cards": count})
