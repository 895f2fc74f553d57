"""Check whether the effect of a log event lasts in the current position."""

from rules import Event, View
from rules.events.agreements import CardsLaid, PactAnswered, PactBegun, PactOffered, TradeAccepted
from rules.events.attack import Captured
from rules.events.cards import ArmiesConverted, TruceForced
from rules.events.turn import SeatTaken
from rules.state.treaties import Trade


def still_holds(event: Event, view: View) -> bool:
    """Return whether the effect of an event lasts, that is, no later event has undone it.

    Returns True for events without a lasting effect, such as lost armies.
    """
    match event:
        case Captured() | ArmiesConverted():
            return view.owner(event.territory) == event.seat
        case SeatTaken():
            return view.player(event.seat).control == event.control
        case PactOffered():
            return _status(event.pact, view) == "offered"
        case PactAnswered():
            return _status(event.pact, view) in ("offered", "in_force")
        case PactBegun():
            return _status(event.pact, view) == "in_force"
        case CardsLaid():
            trade = _trade(event, view)
            return trade is not None and sorted(trade.laid_by(event.seat)) == sorted(event.cards)
        case TradeAccepted():
            trade = _trade(event, view)
            return trade is not None and trade.accepted[trade.seats.index(event.seat)]
        case TruceForced():
            parties = {event.seat, event.other}
            return any({truce.seat, truce.other} == parties for truce in view.truces)
    return True


def _status(number: int, view: View) -> str | None:
    return next((pact.status for pact in view.pacts if pact.number == number), None)


def _trade(event: CardsLaid | TradeAccepted, view: View) -> Trade | None:
    parties = {event.seat, event.partner}
    return next((trade for trade in view.trades if set(trade.seats) == parties), None)
