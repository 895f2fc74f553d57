"""Count finished games once, from their public logs, and add their dice up for the site."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, permutations

from django.db import transaction
from django.utils import timezone

from games.drawing.display.log import undone
from games.models import Game, GameTally, Move, SeatTally, SiteDice
from games.playing.consequences.pacts import BROKEN, counted_pacts, word_of
from games.storage.processes.isolation import count_done
from games.storage.store.diplomacy import PactEnding
from games.storage.store.stored_game import StoredGame, load
from rules import Outcome, State
from rules.chapters.diplomacy.pacts import parties
from rules.events.attack import BattleFought, Captured, Eliminated
from rules.events.base import Event
from rules.events.json import from_json
from rules.events.turn import TurnBegan
from rules.record.dice import count_dice, to_json
from rules.record.dice import from_json as dice_from_json
from rules.record.luck import losses_of

MOST_COUNTED = 100
"""The most games counted at a time, so that deadlines need not wait long for it."""
MOST_ADDED = 5000

_COUNTED = frozenset(kind.name for kind in (BattleFought, Captured, Eliminated, TurnBegan))


def count_games() -> int:
    """Count the finished games that have no tally yet, newest first; return how many.

    Tutorials have scripted dice, so they do not count (FAIR-8).
    """
    over = Game.objects.filter(status=Game.Status.OVER, is_tutorial=False, tally=None)
    newest = over.order_by("-moved_at").values_list("code", flat=True)[:MOST_COUNTED]
    return count_done("game", list(newest), count_game)


@transaction.atomic
def count_game(code: str) -> bool:
    """Store a finished game's tallies; return False if it has some."""
    stored = load(code)
    events = list(_events(stored.id))
    dice = to_json(count_dice(_battles(events)))
    columns = {"size": len(stored.seats), "dice": dice, "is_public": stored.is_listed}
    # Another worker may count the same game.
    _, is_new = GameTally.objects.get_or_create(game_id=stored.id, defaults=columns)
    if is_new:
        SeatTally.objects.bulk_create(_seat_tallies(stored, events))
    return is_new


def _events(game: int) -> Iterator[Event]:
    """Yield the counted public events of a game, without what was taken back (FAIR-6)."""
    entries = Move.objects.filter(game=game).exclude(number__in=undone(game)).order_by("number")
    listed = (public["events"] for public in entries.values_list("public", flat=True))
    for event in chain.from_iterable(listed):
        if event["event"] in _COUNTED:
            yield from_json(event)


def _seat_tallies(stored: StoredGame, events: list[Event]) -> Iterator[SeatTally]:
    state, feats = stored.state(), _feats(events)
    places, partners = _places(state.outcome), pacts_by_partner(state, stored.diplomacy.pacts)
    for seat, row in enumerate(stored.seats):
        battles = [each for each in _battles(events) if seat in (each.attacker, each.defender)]
        lost, expected, variance = losses_of(seat, battles)
        yield SeatTally(
            player_id=row.id,
            place=places.get(seat),
            captures=feats.captures[seat],
            march=feats.marches[seat],
            eliminations=feats.eliminations[seat],
            has_fallen=seat in feats.fallen,
            battles=len(battles),
            lost=lost,
            expected_lost=expected,
            variance=variance,
            pacts=[
                [other, words["kept"], words[BROKEN]]
                for (one, other), words in partners.items()
                if one == seat
            ],
        )


def _battles(events: Iterable[Event]) -> Iterator[BattleFought]:
    return (event for event in events if isinstance(event, BattleFought))


def _places(outcome: Outcome | None) -> dict[int, int]:
    """Return the place of each seat, which tied seats share; none if the game had no result."""
    found, above = dict[int, int](), 0
    for tied in outcome.places if outcome and outcome.winners else ():
        found |= dict.fromkeys(tied, above + 1)
        above += len(tied)
    return found


@dataclass(slots=True)
class _Feats:
    """Each seat's captures, the most in one turn, eliminations of others, and who fell."""

    captures: Counter[int] = field(default_factory=Counter)
    marches: Counter[int] = field(default_factory=Counter)
    eliminations: Counter[int] = field(default_factory=Counter)
    fallen: set[int] = field(default_factory=set)


def _feats(events: Iterable[Event]) -> _Feats:
    found, march = _Feats(), Counter[int]()
    for event in events:
        match event:
            case TurnBegan():
                march.clear()
            case Captured(seat=seat):
                found.captures[seat] += 1
                march[seat] += 1
                found.marches[seat] = max(found.marches[seat], march[seat])
            case Eliminated():
                found.eliminations[event.captor] += 1
                found.fallen.add(event.player)
    return found


def pacts_by_partner(
    state: State, endings: Mapping[int, PactEnding]
) -> dict[tuple[int, int], Counter[str]]:
    """Count by (seat, partner) the pacts that the partner kept and broke (DIP-1)."""
    found: dict[tuple[int, int], Counter[str]] = {}
    for pact, ending in counted_pacts(state, endings):
        for seat, partner in permutations(parties(pact), 2):
            found.setdefault((seat, partner), Counter())[word_of(partner, ending)] += 1
    return found


# The dice of the site


@transaction.atomic
def add_dice() -> int:
    """Add the dice of newly counted public games to those of the site; return how many games."""
    SiteDice.objects.get_or_create(pk=1)
    site = SiteDice.objects.select_for_update().get(pk=1)
    tallies = list(GameTally.objects.filter(is_public=True, is_added=False)[:MOST_ADDED])
    dice = dice_from_json(site.dice)
    for tally in tallies:
        dice.update(dice_from_json(tally.dice))
    site.dice, site.games, site.counted_at = (
        to_json(dice),
        site.games + len(tallies),
        timezone.now(),
    )
    site.save()
    GameTally.objects.filter(pk__in=[tally.pk for tally in tallies]).update(is_added=True)
    return len(tallies)
