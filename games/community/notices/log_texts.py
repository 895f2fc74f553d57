"""The texts of notices about events in a game's log, by key."""

from enum import StrEnum


class LogText(StrEnum):
    """The key of a notice's text."""

    STARTED = "started"
    STARTED_TO_MOVE = "started to move"
    SETTING_UP = "setting up"
    TURN = "turn"
    RESPONSE = "response"
    PLAN_OFF = "plan off"
    PLAN_OFF_SECRETLY = "plan off secretly"
    ATTACKED = "attacked"
    CAPTURED = "captured"
    CARD_LOST = "card lost"
    ELIMINATED = "eliminated"
    TRADE = "trade"
    PACT = "pact"
    RESULT = "result"
    ENDED = "ended"
    ENDED_UNWON = "ended without winner"


LOG_TEXTS: dict[LogText, str] = {
    LogText.STARTED: "Play has started in {table}.",
    LogText.STARTED_TO_MOVE: "Play has started in {table}, and it’s your move.",
    LogText.SETTING_UP: "Your move: {table} is being set up.",
    LogText.TURN: "It’s your turn in {table}, round {round}.",
    LogText.RESPONSE: "You need to respond in {table}, round {round}.",
    LogText.PLAN_OFF: "Your plan was cancelled. {reason}",
    LogText.PLAN_OFF_SECRETLY: "Your plan was cancelled. Open the game to see why.",
    LogText.ATTACKED: "{name} is attacking {place} in {table}, round {round}.",
    LogText.CAPTURED: "You lost {place} to {name} in {table}, round {round}.",
    LogText.CARD_LOST: "You lost a card in {table}, round {round}.",
    LogText.ELIMINATED: "{name} eliminated you from {table}.",
    LogText.TRADE: "{name} offered you a trade in {table}, round {round}.",
    LogText.PACT: "{name} offered you a pact in {table}, round {round}.",
    LogText.RESULT: "{name} proposes to end {table} with a win for {winners}.",
    LogText.ENDED: "{table} is over: {winners} won.",
    LogText.ENDED_UNWON: "{table} is over: nobody won.",
}
"""The text of each key."""


def log_text(key: LogText, **parts: object) -> str:
    """Return a text with its parts filled in; it begins with a capital letter."""
    text = LOG_TEXTS[key].format(**parts)
    return text[0].upper() + text[1:]
