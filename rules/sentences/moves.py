"""What each kind of answer does, in the infinitive: “attack Alaska from Alberta”."""

from collections.abc import Callable
from typing import Any

from rules import moves as m
from rules.moves import Move
from rules.sentences.words import Words, armies, counted

Phrase = Callable[[Any, Words], str]


def describe_move(move: Move, words: Words) -> str:
    """Return what a move does, without its player and in the infinitive."""
    return words.say(MOVES_IN_WORDS[type(move)](move, words))


def _always(text: str) -> Phrase:
    return lambda move, words: text


def _at(text: str) -> Phrase:
    return lambda move, words: text.replace("*", words.territory(move.territory))


def _between(text: str) -> Phrase:
    return lambda move, words: (
        f"{text.replace('*', armies(move.armies))} from {words.territory(move.source)} "
        f"to {words.territory(move.target)}"
    )


def _against(text: str) -> Phrase:
    return lambda move, words: text.replace("*", words.whose(move.opponent))


def _with_hero(move: m.DeclareAttack | m.SailFleet | m.Battle) -> str:
    return " with {a Hero}" if move.hero else ""


def _attack(move: m.DeclareAttack, words: Words) -> str:
    target, source = words.territory(move.target), words.territory(move.source)
    return f"attack {target} from {source}{_with_hero(move)}"


def _sail(move: m.SailFleet, words: Words) -> str:
    target, source = words.territory(move.target), words.territory(move.source)
    return f"attack {target} from {source} {{by fleet}}{_with_hero(move)}"


def _defend(move: m.Defend, words: Words) -> str:
    parts = [f"defend with {counted(move.dice, 'die', 'dice')}"]
    parts += ["play a {Fortification}"] if move.fortification else []
    parts += ["reveal hidden armies"] if move.reveal else []
    return " and ".join(parts)


def _fill(move: m.Fill, words: Words) -> str:
    if not move.prefer:
        return "fill the vacated territories in the usual order"
    return f"fill {words.territory(move.prefer[0])} first"


def _card_of(move: m.AssassinateHand | m.RuinTrade, words: Words) -> str:
    card = words.a_card(move.card.value) if move.card else "a card"
    return f"assassinate {card} of {words.player(move.opponent)}"


MOVES_IN_WORDS: dict[type[Move], Phrase] = {
    m.PlaceStronghold: _at("place the {stronghold} on *"),
    m.Claim: _at("claim *"),
    m.Place: lambda move, words: (
        f"place {armies(move.armies)} on {words.territory(move.territory)}"
    ),
    m.Hide: _at("hide armies on *"),
    m.MarkHeadquarters: _at("choose * as headquarters"),
    m.TradeSet: lambda move, words: f"trade {words.territory_cards(move.set_cards)}",
    m.DeclareAttack: _attack,
    m.SailFleet: _sail,
    m.Battle: lambda move, words: f"continue the attack{_with_hero(move)}",
    m.StopAttack: _always("stop the attack"),
    m.EndAttacks: _always("end the attacks"),
    m.MoveIn: lambda move, words: f"move {armies(move.armies)} in",
    m.Fortify: _between("move *"),
    m.PlayMercenaries: lambda move, words: (
        f"play {counted(move.count, '{Mercenaries} card', '{Mercenaries} cards')}"
    ),
    m.PlayAmbassador: lambda move, words: (
        f"force a truce on {words.player(move.opponent)} with {{an Ambassador}}"
    ),
    m.Reveal: _at("reveal the hidden armies on *"),
    m.Spy: _against("look at * hand with {an Assassin}"),
    m.SendSpy: _against("send a Spy to look at * hand"),
    m.AssassinateHand: _card_of,
    m.AssassinateAmbassador: _against("assassinate * {Ambassador}"),
    m.AssassinateFortification: _always("assassinate the {Fortification}"),
    m.DiscardSpied: lambda move, words: f"have {words.a_card(move.card.value)} discarded",
    m.Defend: _defend,
    m.NameDice: lambda move, words: f"roll {counted(move.dice, 'die', 'dice')}",
    m.BlockHero: _always("send {an Assassin} against the {Hero}"),
    m.Counter: _always("counter with a card of the same kind"),
    m.RuinTrade: _card_of,
    m.BlockEvent: _always("block the event with a {Fortification}"),
    m.ChooseDragonTarget: _at("send the dragon to *"),
    m.MoveArmies: _between("move *"),
    m.Occupy: lambda move, words: (
        f"move 1 army from {words.territory(move.source)} to {words.territory(move.territory)}"
    ),
    m.Fill: _fill,
    m.Pass: _always("do nothing"),
}
"""The words for each kind of answer."""
