"""How each game is won, in one sentence for players."""

from rules import Ruleset
from rules.rulesets.words import in_words_of

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def goal_of(ruleset: Ruleset, headquarters: int) -> str:
    """Return how a game is won; `headquarters` is the number of them that wins (CLA-6)."""
    if ruleset.headquarters:
        return f"Hold {_NUMBERS[headquarters]} headquarters at once, including your own."
    if ruleset.strongholds:
        sentence = "Take every other {stronghold}. Lose your own and you’re out."
        return in_words_of(ruleset, sentence)
    return "Conquer the world: take every territory."
