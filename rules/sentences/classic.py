"""Sentences for chapter 11: reinforcements, sets, and cards taken."""

from rules.events.classic import ReinforcementsCounted, SetTraded, TerritoryCardsTaken
from rules.sentences.words import Words, armies, counted, listed


def describe_reinforcements_counted(event: ReinforcementsCounted, words: Words) -> str:
    """Describe the reinforcements of a turn, source by source (CLA-3)."""
    items = [f"{_source(what, words)} {number}" for what, number in event.items]
    total = armies(event.armies)
    return f"Reinforcements for {words.player(event.seat)}: {listed(items)}; {total} (CLA-3)."


def _source(what: str, words: Words) -> str:
    return what if what == "territories" else words.group(what)


def describe_set_traded(event: SetTraded, words: Words) -> str:
    """Describe the cards of a set and the armies it brings (CLA-4)."""
    shown = words.territory_cards(event.set_cards)
    sentence = f"{words.player(event.seat)} traded set {event.number}, {shown}, for "
    if event.territory is None:
        return f"{sentence}{armies(event.armies)} (CLA-4)."
    where = words.territory(event.territory)
    return f"{sentence}{armies(event.armies)}, and {event.bonus} more went to {where} (CLA-4)."


def describe_territory_cards_taken(event: TerritoryCardsTaken, words: Words) -> str:
    """Describe how many territory cards the captor took (CLA-5)."""
    count = counted(event.count, "territory card", "territory cards")
    return f"{words.player(event.captor)} took {count} from {words.player(event.player)} (CLA-5)."
