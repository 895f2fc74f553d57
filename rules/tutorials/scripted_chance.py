"""FAIR-8: a tutorial’s chance, with scripted draws."""

from collections.abc import Callable, Sequence

from rules.chance import FACES, NO_DICE, CommittedChance, T, new_salt, verify_items
from rules.rulesets.ruleset import Ruleset
from rules.state import Options
from rules.tutorials import tutorial_of
from rules.tutorials.steps import Values


class TutorialChance(CommittedChance):
    """The committed chance of a game, with scripted values for some draws, by draw number.

    A draw comes from the seed if the script has no fitting values for it.
    """

    script: tuple[Values, ...] = ()

    def roll(self, dice: int, purpose: str) -> tuple[int, ...]:
        """Return the dice scripted for this draw, or roll them if there are none."""
        if dice < 1:
            raise ValueError(NO_DICE)
        values = self._scripted()
        if len(values) != dice:
            return super().roll(dice, purpose)
        self._keep(purpose, "roll", FACES, values)
        return values

    def pick(self, items: Sequence[T], purpose: str) -> int:
        """Return the index scripted for this draw, or pick one if there is none."""
        verify_items(items, purpose)
        values = self._scripted()
        if len(values) != 1 or not 0 <= values[0] < len(items):
            return super().pick(items, purpose)
        self._keep(purpose, "pick", len(items), values)
        return values[0]

    def _scripted(self) -> Values:
        return self.script[self.number] if self.number < len(self.script) else ()


def chance_of_game(
    ruleset: Ruleset,
    options: Options,
    seed: bytes,
    values: Sequence[str],
    game: str,
    salts: Callable[[], bytes] = new_salt,
) -> CommittedChance:
    """Return the chance of a game: committed, and scripted in a tutorial."""
    if not options.tutorial:
        return CommittedChance(seed, values, game, salts)
    chance = TutorialChance(seed, values, game, salts)
    chance.script = tutorial_of(ruleset).draws
    return chance
