"""Battle cards: Assassins and Spies, hidden armies, cards played, returned and lost."""

from dataclasses import replace

from games.drawing.display.parts import Scene
from games.drawing.display.words import capitalised, own_attack, words_of
from games.drawing.events.moments import (
    Card,
    Duel,
    Line,
    big,
    events_before,
    own_result,
    small,
    told,
)
from games.drawing.events.rows import NoticeType, Recap, Shown, Table
from games.models import Notice
from rules.cards import BattleCard
from rules.events import cards
from rules.sentences.words import paragraph, signed

_LOST_CARD = "You lost your {card}."
_LOST_A_CARD = "You lost a card"
_ASSASSIN_TOOK = "{seat’s} {Assassin} destroyed your {card}."
_REVEALED = "{player} revealed {armies} hidden armies in {territory}."


def _rolled(scene: Scene, event: cards.AssassinRolled) -> Duel:
    words = words_of(scene)
    return Duel(
        whose=capitalised(words.whose(event.seat)),
        opponent=words.player(event.opponent),
        die=event.die,
        bonus=signed(event.bonus),
        against=event.against,
        success=event.success,
    )


def _lost(scene: Scene, event: cards.CardLost) -> Line | Card:
    taken = _taken(scene, event)
    if taken:
        text = scene.view.ruleset.card_texts[BattleCard(event.card)]
        return Card(
            kind="loss",
            title=text.title,
            text=taken,
            rule=event.rule,
            motif=text.motif,
            says=_LOST_A_CARD,
            stays=True,
            of=event.seat,
            yours=taken,
        )
    if event.card != BattleCard.FLEET:
        return small(scene, event)
    yours = _LOST_CARD.format(card=scene.view.ruleset.card_texts[BattleCard.FLEET].title)
    return replace(big(scene, event), sound="fall", of=event.seat, yours=yours)


def _taken(scene: Scene, event: cards.CardLost) -> str:
    """Return which opponent's Assassin took a card of the viewer; "" if none did."""
    if event.seat != scene.seat:
        return ""
    words = words_of(scene)
    card = scene.view.ruleset.card_texts[BattleCard(event.card)].title
    if event.rule == "CAS-4":
        # Players who look at a hand, or counter a Spy, lose only their own Spy.
        if any(isinstance(each, cards.HandSeen | cards.SpyCountered) for each in scene.events):
            return ""
        # The event does not name the player who sent the Spy, but Spies act in their own turn.
        taker = scene.view.turn
    else:
        before = reversed(list(events_before(scene, event)))
        rolled = next((each for each in before if isinstance(each, cards.AssassinRolled)), None)
        if rolled is None or not rolled.success or rolled.opponent != scene.seat:
            return ""
        taker = rolled.seat
    return capitalised(words.say(_ASSASSIN_TOOK, **words.people(seat=taker), card=card))


def _revealed(scene: Scene, event: cards.HiddenRevealed) -> Line:
    """Describe revealed hidden armies; the salt that opens the commitment is in the log only."""
    where = scene.view.board.territories[event.territory].name
    who = capitalised(words_of(scene).player(event.seat))
    says = _REVEALED.format(player=who, armies=event.armies, territory=where)
    return Line(says, "big", event.territory)


# Results


_COUNTERED = "{player} countered your {Assassin} with another. You both lost the card."
_YOU_COUNTERED = "You countered {player’s} {Assassin}. You both lost the card."
_PAUSED = "The attack has paused."
_TRUCE = "You have a truce with {player} until the end of their next turn."
_TRUCE_ON_YOU = "{player} forced a truce on you until the end of your next turn."

_DUELS = (cards.AssassinRolled, cards.AssassinCountered, cards.SpyCountered)


def _lost_result(scene: Scene, event: cards.CardLost) -> str:
    if not _is_told(scene, event):
        return ""
    is_paused = event.rule == "HRO-3" and own_attack(scene.view) is not None
    return paragraph(told(scene, event), _PAUSED if is_paused else "")


def _is_told(scene: Scene, event: cards.CardLost) -> bool:
    """Return whether to report a lost card: the viewer's, or one removed by their Assassin.

    A duel's own sentence already reports the loss of its Assassins or Spies.
    """
    is_own = event.seat == scene.seat
    duels = [each for each in events_before(scene, event) if isinstance(each, _DUELS)]
    if not duels or scene.seat not in (duels[-1].seat, duels[-1].opponent):
        return is_own
    is_hit = isinstance(duels[-1], cards.AssassinRolled) and event.seat == duels[-1].opponent
    return is_hit or (is_own and event.card != BattleCard.ASSASSIN)


def _rolled_result(scene: Scene, event: cards.AssassinRolled) -> str:
    return told(scene, event) if scene.seat in (event.seat, event.opponent) else ""


def _countered_result(scene: Scene, event: cards.AssassinCountered | cards.SpyCountered) -> str:
    words = words_of(scene)
    if event.opponent == scene.seat:
        sentence, player = _COUNTERED, event.seat
    elif event.seat == scene.seat:
        sentence, player = _YOU_COUNTERED, event.opponent
    else:
        return ""
    return capitalised(words.say(sentence, **words.people(player=player)))


def _truce_result(scene: Scene, event: cards.TruceForced) -> str:
    words = words_of(scene)
    if event.seat == scene.seat:
        return _TRUCE.format_map(words.people(player=event.other))
    if event.other == scene.seat:
        return _TRUCE_ON_YOU.format_map(words.people(player=event.seat))
    return ""


SHOWN: Table = {
    cards.CardPlayed: Shown(small, recap=Recap.CARDS),
    cards.CardReturned: Shown(small, result=own_result, recap=Recap.CARDS),
    cards.CardLost: Shown(
        _lost,
        is_animated=True,
        result=_lost_result,
        notice=NoticeType(
            Notice.Kind.ATTACKED,
            "You lost a card in {table}, round {round}.",
            cause="card {entry.round} by {entry.seat}",
            to="seat",
        ),
        recap=Recap.CARDS,
    ),
    cards.TruceForced: Shown(small, result=_truce_result, recap=Recap.PACTS),
    cards.TruceEnded: Shown(recap=Recap.PACTS),
    cards.AssassinUsed: Shown(small, recap=Recap.CARDS),
    cards.AssassinCountered: Shown(small, result=_countered_result, recap=Recap.CARDS),
    cards.AssassinRolled: Shown(
        _rolled, is_animated=True, result=_rolled_result, recap=Recap.CARDS
    ),
    cards.Spied: Shown(small, recap=Recap.CARDS),
    cards.SpySent: Shown(small, recap=Recap.CARDS),
    cards.SpyCountered: Shown(small, result=_countered_result, recap=Recap.CARDS),
    cards.HandSeen: Shown(result=told),
    cards.HiddenRevealed: Shown(_revealed, is_animated=True, result=own_result, recap=Recap.CARDS),
}
"""The events of chapters 6, 7 and 10."""
