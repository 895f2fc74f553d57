"""English sentences for events, as players read them.

`events` makes the sentence of an event; modules such as `attack` have a table with what is said
about each kind of event of their chapters. `words` and `event_texts` have names, numbers and card
texts, which the site's pages use too. Built on `events`, `rulesets`, `state`, `cards`.
"""

from rules.sentences.events import describe
from rules.sentences.words import Words

__all__ = ["Words", "describe"]
