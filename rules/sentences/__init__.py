"""English sentences for events, as players read them."""

from rules.sentences.telling import describe
from rules.sentences.words import Words

__all__ = ["Words", "describe"]
