"""How lucky the players of a finished game were, from the events that everybody saw."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from games.community.statistics.dice import dice_context
from games.community.statistics.luck import verdict
from games.drawing.display.words import capitalised
from games.storage.store.stored_game import StoredGame, load
from games.table.replay.cast import cast_of
from games.table.replay.eyes import PUBLIC, Eyes
from games.table.replay.replay import replay_of
from rules.events.attack import AttackDeclared, BattleFought
from rules.events.classic import TerritoryCardDrawn
from rules.events.json import from_json
from rules.events.turn import CardsDrawn, TakenBack, TurnBegan
from rules.record.dice import FACES, DiceCounts, count_dice
from rules.record.luck import Luck, luck_of
from rules.sentences import Words

GAMES_REMEMBERED = 64
MOST_ATTACKS = 5
BAR_HEIGHT = 40


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack with its battles; `step` is the step of the replay with the first of them."""

    step: int
    round: int
    battles: list[BattleFought]

    @property
    def seats(self) -> tuple[int, int | None]:
        """The attacker and the defender."""
        return self.battles[0].attacker, self.battles[0].defender


@dataclass(frozen=True, slots=True)
class Chances:
    """What chance gave to each seat, without what was taken back (FAIR-6).

    `faces` counts dice by (seat, face), `cards` the cards drawn by seat, and `dice` all dice as
    for the dice of the site. `luck` has each seat's luck, `lucky` its luck in each of its attacks,
    the luckiest first.
    """

    faces: Counter[tuple[int | None, int]] = field(default_factory=Counter)
    cards: Counter[int] = field(default_factory=Counter)
    dice: DiceCounts = field(default_factory=Counter)
    luck: list[Luck] = field(default_factory=list)
    lucky: list[list[tuple[Luck, Attack]]] = field(default_factory=list)


@lru_cache(maxsize=GAMES_REMEMBERED)
def chances_of(code: str) -> Chances:
    """Return what chance gave in a finished game; cached, as its log no longer changes."""
    stored, found, attacks = load(code), Chances(), list[Attack]()
    for step, turn, event in _events(stored):
        match event:
            case AttackDeclared():
                battles = list[BattleFought]()
            case BattleFought():
                if not battles:
                    attacks.append(Attack(step, turn, battles))
                battles.append(event)
                found.faces.update((event.attacker, face) for face in event.attack_dice)
                found.faces.update((event.defender, face) for face in event.defence_dice)
            case CardsDrawn():
                found.cards[event.seat] += event.count
            case TerritoryCardDrawn():
                found.cards[event.seat] += 1
    found.dice.update(count_dice(battle for attack in attacks for battle in attack.battles))
    for seat in range(len(stored.seats)):
        own = [attack for attack in attacks if seat in attack.seats]
        lucky = [(luck_of(seat, attack.battles), attack) for attack in own]
        found.lucky.append(sorted(lucky, key=lambda each: -each[0].saved))
        found.luck.append(luck_of(seat, [battle for attack in own for battle in attack.battles]))
    return found


def _events(stored: StoredGame) -> Iterator[tuple[int, int, Any]]:
    """Yield (step, round, event) for each public event that was not undone."""
    steps, number = replay_of(stored, cast_of(stored), Eyes(PUBLIC)).steps, 0
    for step, plain in steps.events():
        if not steps.is_undone(step):
            event = from_json(plain)
            if isinstance(event, (TurnBegan, TakenBack)):
                number = event.round
            yield step, number, event


# The page


def luck_context(code: str, words: Words) -> dict[str, Any]:
    """Return the context of the page on luck in a finished game."""
    chances = chances_of(code)
    return {
        "rows": [_row(chances, seat, words) for seat in range(len(words.names))],
        **dice_context(chances.dice),
    }


def _row(chances: Chances, seat: int, words: Words) -> dict[str, Any]:
    lucky = chances.lucky[seat]
    rolled = [chances.faces[seat, face] for face in FACES]
    most = max(rolled) or 1
    return {
        "name": words.names[seat],
        "subject": capitalised(words.player(seat)),
        "is_you": seat == words.reader,
        "luck": chances.luck[seat],
        "verdict": verdict(chances.luck[seat].luckier_than) if lucky else _NO_BATTLES,
        "cards": chances.cards[seat],
        "dice": sum(rolled),
        "bars": [(count, round(BAR_HEIGHT * count / most)) for count in rolled],
        "expected_bar": round(BAR_HEIGHT * (1 - sum(rolled) / len(FACES) / most)),
        "attacks": [
            (title, [_attack(each, words) for each in attacks])
            for title, attacks in (
                ("Luckiest", [each for each in lucky if each[0].saved > 0][:MOST_ATTACKS]),
                ("Unluckiest", [each for each in lucky[::-1] if each[0].saved < 0][:MOST_ATTACKS]),
            )
            if attacks
        ],
    }


_NO_BATTLES = "no battles"


def _attack(found: tuple[Luck, Attack], words: Words) -> dict[str, Any]:
    luck, attack = found
    attacker, defender = attack.seats
    parts = words.people(attacker=attacker, defender=defender)
    target = words.territory(attack.battles[0].target)
    return {
        "step": attack.step,
        "round": attack.round,
        "text": capitalised(_ATTACK.format(**parts, territory=target)),
        "luck": luck,
    }


_ATTACK = "{attacker} attacked {defender} in {territory}."
