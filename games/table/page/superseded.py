"""Whether a log event still holds in the current position."""

from collections.abc import Callable, Mapping

from rules import Event, View
from rules.events.agreements import CardsLaid, PactAnswered, PactBegun, PactOffered, TradeAccepted
from rules.events.attack import Captured
from rules.events.cards import ArmiesConverted, TruceForced
from rules.events.turn import SeatTaken
from rules.state.treaties import Trade

OPEN = ("offered", "in_force")


def still_holds(event: Event, view: View) -> bool:
    """Return whether an event is still news: no later event has undone its effect.

    Events without a lasting effect, such as lost armies, always hold.
    """
    check = _CHECKS.get(type(event))
    return check is None or check(event, view)


def _is_owned(event: Captured | ArmiesConverted, view: View) -> bool:
    return view.owner(event.territory) == event.seat


def _is_in_control(event: SeatTaken, view: View) -> bool:
    return view.player(event.seat).control == event.control


def _is_offered(event: PactOffered, view: View) -> bool:
    return _status(event.pact, view) == "offered"


def _is_open(event: PactAnswered, view: View) -> bool:
    return _status(event.pact, view) in OPEN


def _is_in_force(event: PactBegun, view: View) -> bool:
    return _status(event.pact, view) == "in_force"


def _status(number: int, view: View) -> str | None:
    return next((pact.status for pact in view.pacts if pact.number == number), None)


def _is_laid(event: CardsLaid, view: View) -> bool:
    trade = _trade(event, view)
    return trade is not None and sorted(trade.laid_by(event.seat)) == sorted(event.cards)


def _is_accepted(event: TradeAccepted, view: View) -> bool:
    trade = _trade(event, view)
    return trade is not None and trade.accepted[trade.seats.index(event.seat)]


def _trade(event: CardsLaid | TradeAccepted, view: View) -> Trade | None:
    parties = {event.seat, event.partner}
    return next((trade for trade in view.trades if set(trade.seats) == parties), None)


def _is_kept(event: TruceForced, view: View) -> bool:
    return any({truce.seat, truce.other} == {event.seat, event.other} for truce in view.truces)


_CHECKS: Mapping[type[Event], Callable[..., bool]] = {
    ArmiesConverted: _is_owned,
    Captured: _is_owned,
    CardsLaid: _is_laid,
    PactAnswered: _is_open,
    PactBegun: _is_in_force,
    PactOffered: _is_offered,
    SeatTaken: _is_in_control,
    TradeAccepted: _is_accepted,
    TruceForced: _is_kept,
}
