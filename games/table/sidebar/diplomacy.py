"""Diplomacy (chapter 9) at the table: trades, the ledger of pacts and truces, and offer forms.

Offers that await an answer come first, then what is in force, then what is over. Each button sends
its whole move as one value, so the parts need no separate form. The forms for offers are long and
seldom opened: they are lazy forms.
"""

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import urlencode

from games.drawing.display import counts
from games.drawing.display.parts import Part, Parts, Scene, Section
from games.drawing.display.words import words_of
from games.playing.forms import LAY_AND_ACCEPT
from games.storage.store.diplomacy import trade_key, traders_of
from games.table.sidebar.in_force import truces_of
from games.table.sidebar.pacts import (
    button_value,
    may_offer,
    pacts_in,
    past_pacts,
    person,
    remarks_shown,
)
from rules import View
from rules.bots.reasons import ReasonKind
from rules.cards import BattleCard
from rules.chapters.diplomacy.pacts import MOST_ROUNDS
from rules.moves import AcceptTrade, Control, LayCards, WithdrawTrade
from rules.state.treaties import Trade

FEWEST = 3
"""Minimum number of players for pacts: two have no third player to ally against."""


def diplomacy_parts(scene: Scene) -> Parts:
    """Yield the viewer's diplomacy parts; each is empty if there is nothing to show."""
    ledger = ledger_context(scene)
    yield "ledger", Part("table/sidebar/diplomacy/_ledger.html", ledger)
    is_shown = ledger["is_any"] or _has_form(scene)
    context = {"count": count_waiting(scene.view), "is_shown": is_shown}
    yield "offers", Part("table/sidebar/diplomacy/_offers.html", context)


def _has_form(scene: Scene) -> bool:
    return pact_inputs(scene) is not None or lay_inputs(scene) is not None


def _inputs(scene: Scene) -> Any:
    view = scene.view
    agreements = view.trades, view.bound_trade, view.pacts, view.truces
    # Whether the viewer may accept a trade depends on their cards and the phase.
    answering = view if view.offered_trades else None
    now = view.round, view.turn, may_offer(scene), answering
    return agreements, now, scene.remarks, scene.pact_endings, _has_form(scene)


SECTIONS = (Section(diplomacy_parts, _inputs),)


def count_waiting(view: View) -> int:
    """Return the number of offers that await the viewer's answer."""
    return len(view.offered_pacts) + len(view.offered_trades)


_OFFERS_PACT = "{player} offers you a pact."
_OFFERS_TRADE = "{player} offers you a trade."
_OFFERS = "{number} offers are waiting for you."


def offers_line(scene: Scene) -> str:
    """Return a sentence about the offers that await the viewer's answer; "" if there are none."""
    view, names = scene.view, scene.seating.names
    if not may_offer(scene) or not (count := count_waiting(view)):
        return ""
    if count > 1:
        return _OFFERS.format(number=count)
    for pact in view.offered_pacts:
        return _OFFERS_PACT.format(player=names[pact.seat])
    (trade,) = view.offered_trades
    return _OFFERS_TRADE.format(player=names[trade.partner_of(view.own_seat)])


# The ledger


def ledger_context(scene: Scene) -> dict[str, Any]:
    """Return trades, pacts and truces; offers that await the viewer's answer come first."""
    context = {
        "code": scene.seating.code,
        "trades": list(_trades(scene)),
        "refused": list(_refused_trades(scene)),
        "offered": sorted(pacts_in(scene, "offered"), key=lambda pact: not pact["accept"]),
        "in_force": pacts_in(scene, "in_force"),
        "truces": truces_of(scene),
        "past": list(past_pacts(scene)),
    }
    names = ("trades", "refused", "offered", "in_force", "truces", "past")
    return {**context, "is_any": any(context[name] for name in names)}


# Trades

_TRADES = {
    "agreed": "Agreed. The trade goes through unless {player} breaks it up.",
    "accepted": "Accepted by {players}.",
    "offered": "Nobody has accepted yet.",
}
"""The status of a trade."""


def _trades(scene: Scene) -> Iterator[dict[str, Any]]:
    view, offered = scene.view, scene.view.offered_trades
    if view.bound_trade is not None:
        status = _TRADES["agreed"].format(player=words_of(scene).player(view.turn))
        yield {**_trade(scene, view.bound_trade), "status": status, "rule": "DIP-4"}
    for trade in sorted(view.trades, key=lambda trade: trade not in offered):
        accepted = [seat for seat, yes in zip(trade.seats, trade.accepted, strict=True) if yes]
        status = _TRADES["accepted" if accepted else "offered"].format(
            players=words_of(scene).players(accepted)
        )
        buttons = _buttons(scene, trade) if may_offer(scene) and scene.seat in trade.seats else {}
        yield {**_trade(scene, trade), "status": status, "rule": "DIP-3", **buttons}


def _trade(scene: Scene, trade: Trade) -> dict[str, Any]:
    words = words_of(scene)
    return {
        "sides": [
            {
                **person(scene, seat),
                "cards": words.cards(laid) if laid else "nothing yet",
                "is_you": seat == scene.seat,
            }
            for seat, laid in zip(trade.seats, trade.laid, strict=True)
        ],
        "remarks": remarks_shown(scene, trade_key(*trade.seats)),
    }


def _refused_trades(scene: Scene) -> Iterator[dict[str, Any]]:
    """Yield what bots said when they ended a trade in this round, as the trade is not kept."""
    view, words = scene.view, words_of(scene)
    for key, said in scene.remarks.items():
        seats, last = traders_of(key), said[-1]
        is_over = seats is not None and not any(set(each.seats) == {*seats} for each in view.trades)
        if is_over and last.reason.kind in _REFUSALS and last.round == view.round:
            yield {
                "text": _REFUSED.format(players=words.players(seats or ())),
                "remarks": remarks_shown(scene, key)[-1:],
            }


_REFUSALS = frozenset((ReasonKind.REFUSE, ReasonKind.NO_ANSWER))
_REFUSED = "No trade between {players}."


def _buttons(scene: Scene, trade: Trade) -> dict[str, Any]:
    partner = trade.partner_of(scene.view.own_seat)
    mine, theirs = trade.laid_by(scene.view.own_seat), trade.laid_by(partner)
    accept = AcceptTrade(partner, mine, theirs)
    return {
        "accept": button_value(scene, accept) if scene.view.why_not(accept) is None else "",
        "end": button_value(scene, WithdrawTrade(partner)),
        "end_label": "Withdraw" if mine else "Decline",
        # The cards to lay in return are chosen in the form for laying cards.
        "is_to_answer": bool(theirs) and not mine and bool(scene.view.tradable),
    }


# Offer forms


def pact_part(scene: Scene) -> Part:
    """Return the viewer's form for offering a pact."""
    return Part("table/sidebar/diplomacy/_pact_form.html", _pact_form(scene))


def lay_part(scene: Scene) -> Part:
    """Return the viewer's form for laying cards."""
    return Part("table/sidebar/diplomacy/_lay_form.html", _lay_form(scene))


def pact_inputs(scene: Scene) -> Any:
    """Return the possible partners of a pact, and whether bots are among them; None without any."""
    others = _others(scene)
    return (others, _has_bots(scene.view, others)) if len(others) + 1 >= FEWEST else None


def _has_bots(view: View, seats: Sequence[int]) -> bool:
    return any(view.player(seat).control is not Control.PLAYER for seat in seats)


def lay_inputs(scene: Scene) -> Any:
    """Return the cards that may be laid, and those laid by each partner; None without any."""
    cards, others = _cards_to_lay(scene), _others(scene)
    if not cards or not others:
        return None
    return cards, [(seat, _laid_for_viewer(scene, seat)) for seat in others]


def _cards_to_lay(scene: Scene) -> tuple[BattleCard, ...]:
    view = scene.view
    return view.tradable if may_offer(scene) and view.round and not view.bound_trade else ()


def _others(scene: Scene) -> list[int]:
    """Return the other players still in the game, in turn order; [] if the viewer may not offer."""
    view = scene.view
    return [seat for seat in view.living() if seat != view.seat] if may_offer(scene) else []


def _pact_form(scene: Scene) -> dict[str, Any]:
    """Return the possible partners of a pact, and the places it may protect."""
    view, others = scene.view, _others(scene)
    territories, words = view.board.territories, words_of(scene)
    return {
        "partners": [(seat, scene.seating.names[seat]) for seat in others],
        "groups": [
            {
                "id": group.id,
                "title": group.name,
                "place": words.place(group.id),
                "territories": [(name, territories[name].name) for name in group.territories],
            }
            for group in view.board.groups.values()
        ],
        "most": MOST_ROUNDS,
        "has_bots": _has_bots(view, others),
    }


def _lay_form(scene: Scene) -> dict[str, Any]:
    """Return the cards that may be laid, and a button for each way to lay them."""
    words = words_of(scene)
    return {
        "cards": [(card.value, words.card(card.value)) for card in _cards_to_lay(scene)],
        "partners": [button for seat in _others(scene) for button in _lay_buttons(scene, seat)],
    }


def _lay_buttons(scene: Scene, partner: int) -> Iterator[dict[str, str]]:
    """Yield a button that lays the chosen cards for a partner.

    If the partner has already laid cards, also yield a button that lays and accepts in one step.
    """
    name = scene.seating.names[partner]
    laid = _laid_for_viewer(scene, partner)
    if laid:
        form = {"move": LAY_AND_ACCEPT, "partner": partner, "get": [card.value for card in laid]}
        label = _GIVE.format(
            player=name, cards=counts.cards(len(laid)), gets=words_of(scene).cards(laid)
        )
        yield {"said": urlencode(form, doseq=True), "label": label}
    form = {"move": LayCards.name, "partner": partner}
    yield {"said": urlencode(form), "label": _OFFER.format(player=name)}


_GIVE = "Give {player} {cards} for {gets}"
_OFFER = "Offer them to {player}"


def _laid_for_viewer(scene: Scene, partner: int) -> tuple[BattleCard, ...]:
    """Return the cards a partner has laid for the viewer; () if they have no open trade."""
    for trade in scene.view.trades:
        if set(trade.seats) == {scene.seat, partner}:
            return trade.laid_by(partner)
    return ()
