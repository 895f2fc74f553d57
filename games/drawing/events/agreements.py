"""Standing orders, trades and pacts."""

from games.drawing.events.moments import big
from games.drawing.events.rows import NoticeType, Recap, Shown, Table
from games.models import Notice
from rules.events import agreements

SHOWN: Table = {
    agreements.Answered: Shown(recap=Recap.MAP),
    agreements.OrderDisarmed: Shown(recap=Recap.MAP),
    agreements.OrdersSet: Shown(),
    agreements.WishesSet: Shown(),
    agreements.CardsLaid: Shown(
        notice=NoticeType(
            Notice.Kind.OFFERED,
            "{seat} offered you a trade in {table}, round {round}.",
            cause="trade {entry.number}",
            to="partner",
            recurs=False,
        ),
        recap=Recap.PACTS,
    ),
    agreements.TradeAccepted: Shown(recap=Recap.PACTS),
    agreements.TradeWithdrawn: Shown(recap=Recap.PACTS),
    agreements.TradeDone: Shown(recap=Recap.PACTS),
    agreements.TradeRuined: Shown(recap=Recap.PACTS),
    agreements.PactOffered: Shown(
        notice=NoticeType(
            Notice.Kind.OFFERED,
            "{seat} offered you a pact in {table}, round {round}.",
            cause="pact {event.pact}",
            to="partners",
        ),
        recap=Recap.PACTS,
    ),
    agreements.PactAnswered: Shown(recap=Recap.PACTS),
    agreements.PactBegun: Shown(recap=Recap.PACTS),
    agreements.PactBroken: Shown(big, is_animated=True, recap=Recap.PACTS),
    agreements.PactEnded: Shown(recap=Recap.PACTS),
}
"""The events of chapters 8 and 9."""
