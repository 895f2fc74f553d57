"""The bot “captain”: a sensible opponent for a newcomer."""

from rules.bots.fuzzer import Fuzzer


class Captain(Fuzzer):
    """Stands in until the captain's own judgement is written."""
