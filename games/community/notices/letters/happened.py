"""What happened in a game since a log entry, from its public events, the weightiest first."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from games.community.notices.letters.letter import MOST_LINES
from games.drawing.display.log import undone
from games.drawing.display.words import capitalised
from games.drawing.events.families import SHOWN
from games.drawing.events.rows import Recap
from games.drawing.events.superseded import still_holds
from games.models import Move
from rules import Event, View
from rules.events.agreements import CardsLaid, PactOffered
from rules.events.attack import AttackDeclared, AttackEnded, BattleFought, Captured, Eliminated
from rules.events.cards import ArmiesConverted, ArmiesLost, CardLost
from rules.events.json import from_json
from rules.events.seats import seats_of
from rules.events.setup import StrongholdPlaced
from rules.events.turn import GameOver
from rules.sentences import Words, describe
from rules.sentences.attack import summarize_battles
from rules.sentences.words import armies, counted, listed, nth

MOST_ENTRIES = 400
"""The maximum number of log entries read; only the newest are."""

OVER, OUT, NEWS, LOST, ATTACKED, MINE, FALLEN, PACTS, TAKEN, REST = range(10)
"""How weighty a line is, from the weightiest."""


@dataclass(frozen=True, slots=True)
class Happened:
    """What happened: the lines, the number of others, and the weightiest in a few words.

    `headline` is "" if nothing concerned the reader.
    """

    lines: tuple[str, ...] = ()
    more: int = 0
    headline: str = ""


@dataclass(slots=True)
class _Losses:
    """What the reader lost to others: territories, armies and cards, and to whom."""

    territories: list[str] = field(default_factory=list)
    armies: int = 0
    cards: int = 0
    captors: Counter[int] = field(default_factory=Counter)
    attackers: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Conquest:
    """A territory that somebody else took by an attack, and the sentence on it."""

    captor: int
    loser: int | None
    territory: str
    sentence: str


_Conquests = dict[tuple[int, int], list[_Conquest]]
"""Conquests by weight and captor."""


def happened_since(
    game: int, since: int, seen: View, words: Words, told: Sequence[str] = ()
) -> Happened:
    """Return what others did after log entry `since`, and what a few notices `told`.

    `seen` is the position as spectators see it; the reader of `words` is None for anybody.
    """
    reader, losses = words.reader, _Losses()
    events = _events(game, since, reader)
    found = list(_lines(events, seen, words, losses))
    found += [(NEWS, text) for text in told]
    texts = [text for _, text in sorted(found, key=lambda line: line[0])]
    lost = _lost(losses, words)
    texts = [*texts[: _number(found, OUT)], *lost, *texts[_number(found, OUT) :]]
    texts = list(dict.fromkeys(texts))
    more = max(0, len(texts) - MOST_LINES)
    return Happened(tuple(texts[:MOST_LINES]), more, _headline(events, losses, words))


def _number(found: list[tuple[int, str]], weight: int) -> int:
    """Return how many lines are at least this weighty."""
    return sum(each <= weight for each, _ in found)


def _events(game: int, since: int, reader: int | None) -> list[Event]:
    """Return the public events of the newest entries; of the reader's own moves, only the end."""
    moves = Move.objects.filter(game=game, number__gt=since).order_by("-number")[:MOST_ENTRIES]
    rows, gone = moves.values_list("number", "public", "seat", "by"), undone(game)
    found: list[Event] = []
    for number, public, seat, by in reversed(rows):
        if number not in gone:
            is_own = reader is not None and (seat, by) == (reader, Move.By.PLAYER)
            events = map(from_json, public["events"])
            found += (one for one in events if isinstance(one, GameOver) or not is_own)
    return found


# Lines


_Route = tuple[str, str]


def _lines(
    events: list[Event], seen: View, words: Words, losses: _Losses
) -> Iterator[tuple[int, str]]:
    """Yield (weight, sentence) for each event to tell; count what the reader lost."""
    battles: dict[_Route, list[BattleFought]] = {}
    told: set[str] = set()
    conquests: _Conquests = {}
    for event in events:
        _count(event, seen, words, losses)
        match event:
            case BattleFought():
                battles.setdefault((event.source, event.target), []).append(event)
            case AttackEnded():
                rolled = battles.pop((event.source, event.target), [])
                yield from _attack(rolled, seen, words, conquests)
                if rolled:
                    told.add(event.target)
            case AttackDeclared():
                told.discard(event.target)
            case Captured() if event.territory in told or _is_fought(event, battles):
                # The sentence on the attack says it.
                pass
            case PactOffered() | CardsLaid() if _is_for(event, words.reader):
                # `waits` has the offer, for as long as it is open.
                pass
            case _ if SHOWN[type(event)].recap is not None and still_holds(event, seen):
                # A reader may have blocked the author of a pact's free text.
                bare = replace(event, words="") if isinstance(event, PactOffered) else event
                yield _weight(event, words.reader), describe(bare, words)
    for rolled in battles.values():
        yield from _attack(rolled, seen, words, conquests)
    for (weight, _), taken in conquests.items():
        yield weight, _conquered(taken, words)


def _is_fought(event: Captured, battles: Mapping[_Route, object]) -> bool:
    return any(event.territory == target for _, target in battles)


def _is_for(event: PactOffered | CardsLaid, reader: int | None) -> bool:
    partners = event.partners if isinstance(event, PactOffered) else (event.partner,)
    return reader in partners


def _attack(
    battles: list[BattleFought], seen: View, words: Words, conquests: _Conquests
) -> Iterator[tuple[int, str]]:
    """Yield a sentence that sums up an attack, unless what it took has been taken again since.

    What others took is added to the `conquests` instead, by weight and captor. Failed attacks on
    others are no news.
    """
    if not battles:
        return
    last = battles[-1]
    is_taken = last.defenders_left == 0
    if is_taken and seen.owner(last.target) != last.attacker:
        return
    text = capitalised(summarize_battles(battles, is_taken, words))
    is_mine = words.reader is not None and words.reader == last.defender
    # The reader knows of their own attacks.
    if is_taken and words.reader != last.attacker:
        key = (LOST if is_mine else TAKEN, last.attacker)
        taken = _Conquest(last.attacker, last.defender, last.target, text)
        conquests.setdefault(key, []).append(taken)
    elif is_mine:
        yield ATTACKED, text


_CONQUERED = "{captor} took {territories}."
_FROM = "{territories} from {loser}"
MOST_CONQUESTS_NAMED = 4
"""The maximum number of conquered territories that a line names; more are counted."""


def _conquered(taken: Sequence[_Conquest], words: Words) -> str:
    """Sum up in one sentence what a captor took."""
    if len(taken) == 1:
        return taken[0].sentence
    by_loser: dict[int | None, list[str]] = {}
    for each in taken:
        by_loser.setdefault(each.loser, []).append(words.territory(each.territory))
    parts = []
    for loser, names in by_loser.items():
        several = counted(len(names), "territory", "territories")
        territories = listed(names) if len(taken) <= MOST_CONQUESTS_NAMED else several
        parts.append(_FROM.format(territories=territories, **words.people(loser=loser)))
    captor = words.player(taken[0].captor)
    return capitalised(_CONQUERED.format(captor=captor, territories=listed(parts)))


def _weight(event: Event, reader: int | None) -> int:
    """Return how weighty an event is for the reader."""
    is_mine = reader is not None and reader in seats_of(event)
    match event:
        case GameOver():
            return OVER
        case Eliminated():
            return OUT if event.player == reader else FALLEN
        case Captured() | ArmiesConverted():
            return LOST if reader is not None and event.loser == reader else TAKEN
        case ArmiesLost() | CardLost():
            return ATTACKED if is_mine else REST
        case StrongholdPlaced():
            return REST
    if SHOWN[type(event)].recap is Recap.PACTS:
        return MINE if is_mine else PACTS
    return MINE if is_mine else REST


# The reader's losses


def _count(event: Event, seen: View, words: Words, losses: _Losses) -> None:
    reader = words.reader
    if reader is None:
        return
    match event:
        case Captured() | ArmiesConverted() if event.loser == reader:
            if seen.owner(event.territory) != reader:
                losses.territories.append(words.territory(event.territory))
                losses.captors[event.seat] += 1
        case BattleFought() if event.defender == reader:
            losses.armies += event.defence_losses
            losses.attackers[event.attacker] = words.territory(event.target)
        case BattleFought() if event.attacker == reader:
            losses.armies += event.attack_losses
        case CardLost() if event.seat == reader:
            losses.cards += 1


_YOU_LOST = "You lost {things}."


def _lost(losses: _Losses, words: Words) -> tuple[str, ...]:
    """Return the sentence on what the reader lost; () if nothing."""
    things = list(dict.fromkeys(losses.territories))
    if losses.armies:
        things.append(armies(losses.armies))
    if losses.cards:
        things.append(counted(losses.cards, "card", "cards"))
    return (_YOU_LOST.format(things=listed(things)),) if things else ()


# The headline

_WON, _WON_PLACE = "{winners} won", "{winners} won, you came {place}"
_NO_RESULT = "Nobody won"
_OUT = "{captor} eliminated you"
_TOOK = "{captor} took {territories} from you"
_LOST_TO_SEVERAL = "You lost {number} territories"
_ATTACKED = "{attacker} attacked {target}"
_WERE_ATTACKED = "You were attacked"
MOST_NAMED = 2
"""The maximum number of territories named in a headline."""


def _headline(events: list[Event], losses: _Losses, words: Words) -> str:
    text = _in_few_words(events, losses, words)
    return text[:1].upper() + text[1:]


def _result(event: GameOver, words: Words) -> str:
    """Return who won, and the place of a reader who did not."""
    if not event.winners:
        return _NO_RESULT
    winners = words.players(event.winners)
    places = enumerate(event.places, start=1)
    place = next((place for place, tied in places if words.reader in tied), None)
    if place is None or words.reader in event.winners:
        return _WON.format(winners=winners)
    return _WON_PLACE.format(winners=winners, place=nth(place))


def _in_few_words(events: list[Event], losses: _Losses, words: Words) -> str:
    for event in reversed(events):
        if isinstance(event, GameOver):
            return _result(event, words)
    for event in reversed(events):
        if isinstance(event, Eliminated) and words.reader == event.player:
            return _OUT.format(captor=words.player(event.captor))
    names = list(dict.fromkeys(losses.territories))
    if names and len(losses.captors) == 1:
        (captor,) = losses.captors
        several = counted(len(names), "territory", "territories")
        territories = listed(names) if len(names) <= MOST_NAMED else several
        return _TOOK.format(captor=words.player(captor), territories=territories)
    if names:
        return _LOST_TO_SEVERAL.format(number=len(names))
    if len(losses.attackers) == 1:
        ((attacker, target),) = losses.attackers.items()
        return _ATTACKED.format(attacker=words.player(attacker), target=target)
    return _WERE_ATTACKED if losses.attackers else ""
