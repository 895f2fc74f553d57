"""Chapter 5: strongholds, banners and the territories of an eliminated player."""

from collections import Counter
from collections.abc import Iterator

from rules.chance import Chance
from rules.chapters.armies.territory_cards import take_cards
from rules.chapters.battle_cards.hands import remove_ambassadors
from rules.chapters.battle_cards.hidden_armies import unrevealed
from rules.chapters.battle_cards.mercenaries_ambassadors import end_truces
from rules.chapters.diplomacy.pacts import end_pacts_of
from rules.chapters.diplomacy.trades import withdraw_all_of
from rules.chapters.ending import drop_votes_for, end_if_agreed, finish
from rules.chapters.orders.standing_orders import emit_order_answer, is_asked
from rules.errors import IllegalMove
from rules.events.attack import Eliminated, HandTaken, HandTakenSeen, Occupied, Vacated
from rules.events.base import Emit
from rules.events.cards import EventEnded
from rules.moves import Fill, Occupy, Pass
from rules.moves.options import Option, Ranking
from rules.questions import DecisionKind
from rules.reasons import GameEnd, TradeEnd
from rules.state import State
from rules.state.under_way import Attack, Elimination


def has_fallen(state: State, loser: int | None, stormed: int | None) -> bool:
    """Return whether losing a territory eliminates its owner (ELM-1, CLA-5).

    Players are eliminated by losing their own stronghold or, in games without strongholds, their
    last territory. `stormed` is the owner of the stronghold in the lost territory, if any. `loser`
    is None for the neutral army, which is never eliminated.
    """
    if loser is None or state.ruleset.strongholds:
        return loser is not None and stormed == loser
    return loser not in [holding.owner for holding in state.holdings.values()]


def begin_elimination(state: State, attack: Attack, emit: Emit) -> None:
    """Eliminate the defender of a captured stronghold or last territory (ELM-1, CLA-5)."""
    fallen, captor = state.players[attack.defending_seat], state.players[attack.attacker]
    fallen.eliminated = 1 + max(player.eliminated for player in state.players)
    emit(Eliminated(fallen.seat, captor.seat, attack.target, tuple(fallen.banners)))
    captor.banners += fallen.banners
    fallen.banners = []
    drop_votes_for(state, fallen.seat)
    if len(state.living()) == 1:
        finish(state, (captor.seat,), GameEnd.LAST_STANDING, emit)
        return
    if state.ruleset.strongholds:
        _leave_vacated(state, attack, emit)
        return
    take_cards(state, captor.seat, fallen.seat, emit)
    end_pacts_of(state, fallen.seat, emit)
    # No territory is vacated: the elimination only waits for armies to move in.
    where = attack.source, attack.target
    state.fall = Elimination(fallen.seat, captor.seat, *where, [], hand_taken=True, occupied=True)


def _leave_vacated(state: State, attack: Attack, emit: Emit) -> None:
    """Vacate an eliminated player's territories; end their event cards and agreements (ELM-5)."""
    fallen = attack.defending_seat
    vacated = state.held_by(fallen)
    for name in vacated:
        state.holdings[name].owner = None
        state.holdings[name].armies = 0
    emit(Vacated(fallen, tuple(vacated)))
    _end_cards_in_force(state, fallen, emit)
    over = [truce for truce in state.truces if fallen in (truce.seat, truce.other)]
    end_truces(state, over, emit)
    withdraw_all_of(state, fallen, TradeEnd.ELIMINATED, emit)
    end_pacts_of(state, fallen, emit)
    state.fall = Elimination(fallen, attack.attacker, attack.source, attack.target, vacated)


def _end_cards_in_force(state: State, seat: int, emit: Emit) -> None:
    for item in [item for item in state.in_force if item.drawer == seat]:
        state.in_force.remove(item)
        state.event_discard.append(item.card)
        emit(EventEnded(seat, item.card.value))


def advance_elimination(state: State, fall: Elimination, chance: Chance, emit: Emit) -> None:
    """Take the next step of an elimination: the hand, the captor's armies, the others' armies."""
    if not fall.hand_taken:
        fall.hand_taken = True
        _take_hand(state, fall, emit)
        remove_ambassadors(state, fall.captor, chance, emit)
    elif not fall.occupied:
        if fall.vacated and captor_sources(state, fall):
            state.ask(fall.captor, DecisionKind.OCCUPY)
        else:
            fall.occupied = True
    elif fall.vacated and not fall.asked:
        fall.asked = True
        _ask_to_fill(state, fall, emit)
    else:
        _fill_all(state, fall, emit)
        state.fall = None
        end_if_agreed(state, emit)


def _take_hand(state: State, fall: Elimination, emit: Emit) -> None:
    fallen, captor = state.players[fall.player], state.players[fall.captor]
    cards, fallen.hand = tuple(fallen.hand), []
    captor.hand = sorted([*captor.hand, *cards])
    choices = unrevealed(state, fall.player)
    for choice in choices:
        choice.holder = fall.captor
    traded = Counter(state.this_turn.received.pop(fall.player, ())) & Counter(cards)
    state.this_turn.received.setdefault(fall.captor, []).extend(traded.elements())
    state.this_turn.seen.pop(fall.player, None)
    emit(HandTaken(fall.captor, fall.player, len(cards), len(choices)))
    emit(HandTakenSeen(fall.captor, cards, tuple(choice.territory for choice in choices)))


# The captor occupies first (ELM-3)


def captor_sources(state: State, fall: Elimination) -> tuple[str, ...]:
    """Return the territories from which the captor's next army may come (ELM-3).

    As long as the captured territory has an army to spare, it is the only source. Next is the
    source of the attack, then any territory with an army to spare. The stronghold is never forced
    to give an army, so it comes last (ELM-4).
    """
    first = _first_source(state, fall)
    if first is not None:
        return (first,)
    guarded = territories_with_spare(state, fall.captor, stronghold=False)
    others = set(territories_with_spare(state, fall.captor, stronghold=True)).difference(guarded)
    return (*guarded, *others)


def _first_source(state: State, fall: Elimination) -> str | None:
    """Return the territory that must give the captor's next army; None if the captor may choose."""
    guarded = territories_with_spare(state, fall.captor, stronghold=False)
    return next((name for name in (fall.target, fall.source) if name in guarded), None)


def territories_with_spare(state: State, seat: int, stronghold: bool) -> list[str]:
    """Return a player's territories with an army to spare.

    The player's own stronghold is included only if `stronghold` is true.
    """
    own = state.players[seat].stronghold
    return [
        name
        for name, holding in state.holdings.items()
        if holding.owner == seat and holding.armies > 1 and (stronghold or name != own)
    ]


def occupy_options(state: State, seat: int) -> Iterator[Option]:
    """Offer to move one army to a vacated territory, and to stop (ELM-3)."""
    yield Option(Pass, {})
    sources = captor_sources(state, state.open_elimination)
    yield Option(Occupy, {"territory": tuple(state.open_elimination.vacated), "source": sources})


def verify_occupy(state: State, seat: int, move: Occupy) -> None:
    """Check that the territory is vacated and the army's source is next in order (ELM-3)."""
    names = state.board.territories
    if move.territory not in state.open_elimination.vacated:
        raise IllegalMove(
            "ELM-3", "{territory} is not empty.", territory=names[move.territory].name
        )
    sources = captor_sources(state, state.open_elimination)
    if move.source not in sources:
        if len(sources) == 1:
            raise IllegalMove(
                "ELM-3", "The next army must come from {source}.", source=names[sources[0]].name
            )
        raise IllegalMove(
            "ELM-3", "You have no army to spare in {source}.", source=names[move.source].name
        )


def occupy(state: State, seat: int, move: Occupy, chance: Chance, emit: Emit) -> None:
    """Move one army of the captor into a vacated territory."""
    _put(state, state.open_elimination, seat, move.territory, move.source, emit)


def _put(
    state: State, fall: Elimination, seat: int, territory: str, source: str | None, emit: Emit
) -> None:
    if source is not None:
        state.holdings[source].armies -= 1
    fall.vacated.remove(territory)
    state.holdings[territory].owner = seat
    state.holdings[territory].armies = 1
    emit(Occupied(seat, territory, source))


# The others fill the rest (ELM-4)


def _ask_to_fill(state: State, fall: Elimination, emit: Emit) -> None:
    for seat in _others(state, fall):
        if territories_with_spare(state, seat, stronghold=True):
            if is_asked(state, seat, "fill", playable=True):
                state.ask(seat, DecisionKind.FILL)
            else:
                emit_order_answer(seat, DecisionKind.FILL, "auto", emit)


def _others(state: State, fall: Elimination) -> list[int]:
    return state.after(fall.captor)


def fill_options(state: State, seat: int) -> Iterator[Option]:
    """Offer to rank the territories to fill and the territories that give armies (ELM-4)."""
    yield Option(
        Fill,
        {
            "prefer": Ranking(tuple(state.open_elimination.vacated)),
            "sources": Ranking(tuple(territories_with_spare(state, seat, stronghold=True))),
            "stronghold": (False, True),
        },
    )


def verify_fill(state: State, seat: int, move: Fill) -> None:
    """Refuse a repeated or occupied territory, and a source without an army to spare (ELM-4)."""
    names = state.board.territories
    for listed in (move.prefer, move.sources):
        if len(set(listed)) < len(listed):
            raise IllegalMove("ELM-4", "A territory is listed twice.")
    for name in move.prefer:
        if name not in state.open_elimination.vacated:
            raise IllegalMove("ELM-4", "{name} is not empty.", name=names[name].name)
    spare = territories_with_spare(state, seat, stronghold=True)
    for name in move.sources:
        if name not in spare:
            raise IllegalMove(
                "ELM-4", "You have no army to spare in {name}.", name=names[name].name
            )


def fill(state: State, seat: int, move: Fill, chance: Chance, emit: Emit) -> None:
    """Store a player's preferences until everyone has answered."""
    state.open_elimination.wishes[seat] = (move.prefer, move.sources, move.stronghold)


def _fill_all(state: State, fall: Elimination, emit: Emit) -> None:
    """Fill the vacant territories: the others in turn, then the captor, then the stock (ELM-4).

    The captor's stronghold keeps its armies.
    """
    progress = True
    while fall.vacated and progress:
        progress = False
        for seat in _others(state, fall):
            source = _source_of(state, fall, seat)
            if fall.vacated and source is not None:
                _put(state, fall, seat, _preferred(state, fall, seat), source, emit)
                progress = True
    while fall.vacated:
        _put(state, fall, fall.captor, fall.vacated[0], _unnamed_source(state, fall), emit)


def _unnamed_source(state: State, fall: Elimination) -> str | None:
    """Return the source of an army for a territory that nobody else fills; None for the stock."""
    guarded = territories_with_spare(state, fall.captor, stronghold=False)
    return _first_source(state, fall) or (_largest(state, guarded) if guarded else None)


def _preferred(state: State, fall: Elimination, seat: int) -> str:
    prefer, _, _ = fall.wishes.get(seat, ((), (), False))
    for name in prefer:
        if name in fall.vacated:
            return name
    for name in fall.vacated:
        neighbours = state.board.territories[name].neighbours
        if any(state.holdings[other].owner == seat for other in neighbours):
            return name
    return fall.vacated[0]


def _source_of(state: State, fall: Elimination, seat: int) -> str | None:
    _, sources, stronghold = fall.wishes.get(seat, ((), (), False))
    named = territories_with_spare(state, seat, stronghold=True)
    for name in sources:
        if name in named:
            return name
    spare = territories_with_spare(state, seat, stronghold)
    return _largest(state, spare) if spare else None


def _largest(state: State, names: tuple[str, ...] | list[str]) -> str:
    return max(names, key=lambda name: state.holdings[name].armies)
