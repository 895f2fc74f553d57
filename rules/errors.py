"""What the rules say when something is wrong; every message is a plain sentence."""


class RulesError(Exception):
    """Any refusal or complaint of the rules; the last argument is its sentence."""

    @property
    def message(self) -> str:
        """The sentence alone, without the rule id."""
        return str(self.args[-1])

    def __str__(self) -> str:
        return self.message


class InvalidMove(RulesError):
    """A move that cannot be understood: `InvalidMove(message)`."""


class IllegalMove(RulesError):
    """A move that is understood but not allowed now; it cites the rule that forbids it."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(rule, message)

    @property
    def rule(self) -> str:
        """The id of the rule in the rulebook, as "ATT-2"."""
        return str(self.args[0])

    def __str__(self) -> str:
        return f"{self.rule}: {self.message}"


class BoardError(RulesError):
    """A board document that does not hold together: `BoardError(message)`."""


class RecordError(RulesError):
    """A game file that is damaged or contradicts itself: `RecordError(message)`."""
