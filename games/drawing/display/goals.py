"""How each game is won, in one sentence for players."""

from rules import Ruleset
from rules.rulesets.words import in_words_of

_GOALS = {
    "headquarters": "Hold {number} headquarters at once, including your own.",
    "strongholds": "Take every other {stronghold}. Lose your own and you’re eliminated.",
    "territories": "Conquer the world: take every territory.",
}
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def in_letters(number: int) -> str:
    """Return a number from 0 to 6 as a word."""
    return _NUMBERS[number]


def goal_of(ruleset: Ruleset, headquarters: int) -> str:
    """Return how a game is won; `headquarters` is the number needed to win (CLA-6)."""
    if ruleset.headquarters:
        return _GOALS["headquarters"].format(number=in_letters(headquarters))
    return in_words_of(ruleset, _GOALS["strongholds" if ruleset.strongholds else "territories"])
