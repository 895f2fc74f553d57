"""What happened, told to players in sentences."""

from rules.sentences.telling import describe
from rules.sentences.words import Words

__all__ = ["Words", "describe"]
