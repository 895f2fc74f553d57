"""English sentences for events, as players read them.

`events` has a sentence for every kind of event; modules such as `attack` write the longer
sentences. `words` and `event_texts` have names, numbers and card texts, which the site's pages use
too. Built on `events`, `rulesets`, `state`, `cards`.
"""

from rules.sentences.events import describe
from rules.sentences.words import Words

__all__ = ["Words", "describe"]
