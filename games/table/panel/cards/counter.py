"""Panels for answering Assassins (ASN-3) and ruining trades of others (DIP-4)."""

from collections.abc import Iterator

from django.http import QueryDict

from games.drawing.display.parts import Scene
from games.drawing.display.words import capitalised, words_of
from games.table.panel.odds import assassin_odds
from games.table.panel.widgets import (
    ASKED_ALL_THE_SAME,
    Answer,
    Field,
    Form,
    Panel,
    PanelForm,
    options_of,
)
from rules.cards import BattleCard
from rules.events.cards import AssassinUsed
from rules.moves import Counter, Pass, RuinTrade
from rules.sentences import describe
from rules.sentences.words import paragraph


def counter_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Ask the target of an Assassin whether to counter it with their own."""
    forms, lead = [Form(Pass.name, "Let it happen")], list(_sent(scene))
    if Counter in options_of(scene.view):
        note = "Both Assassins are discarded. Nothing else happens."
        forms.append(Form(Counter.name, "Counter it with your Assassin", note=note))
    else:
        lead.append(paragraph("You have no Assassin to counter it.", ASKED_ALL_THE_SAME))
    return Panel(
        "An Assassin is coming for you", PanelForm(forms=tuple(forms)), tuple(lead), "ASN-3"
    )


def _sent(scene: Scene) -> Iterator[str]:
    """Yield the log's sentence about the Assassin."""
    sent = [
        event
        for event in scene.events
        if isinstance(event, AssassinUsed) and event.opponent == scene.seat
    ]
    for event in sent[-1:]:
        yield describe(event, words_of(scene))


_STRIKE = "Send an Assassin against {player’s} card ({chance})"
_TRADE = "{one} and {other} are trading {gives} for {gets}."


def ruin_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Ask the player on turn whether to ruin a trade by assassinating one of its cards."""
    view, words = scene.view, words_of(scene)
    forms = [Form(Pass.name, "Let them trade")]
    lead = [_trade_text(scene)]
    for option in options_of(view).get(RuinTrade, ()):
        (opponent,), cards = option.values("opponent"), option.values("card")
        answers = tuple(Answer(card.value, words.card(card.value)) for card in cards)
        label = _STRIKE.format_map({**words.people(player=opponent), "chance": assassin_odds(2)})
        forms.append(
            Form(
                RuinTrade.name,
                label,
                (Field("card", "Which card?", answers[0].value, answers),),
                (("opponent", opponent),),
            )
        )
    if len(forms) == 1:
        lead.append(paragraph("You have no Assassin.", ASKED_ALL_THE_SAME))
    return Panel("Break up this trade?", PanelForm(forms=tuple(forms)), tuple(lead), "DIP-4")


def _trade_text(scene: Scene) -> str:
    words, trade = words_of(scene), scene.view.to_json()["bound_trade"]
    one, other = trade["seats"]
    gives, gets = ([BattleCard(card) for card in cards] for cards in trade["laid"])
    return capitalised(
        _TRADE.format(
            one=words.player(one),
            other=words.player(other),
            gives=words.cards(gives),
            gets=words.cards(gets),
        )
    )
