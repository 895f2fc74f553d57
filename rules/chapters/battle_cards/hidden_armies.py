"""Chapter 7: hidden armies, each committed to a territory in secret and revealed once."""

from collections.abc import Iterator

from rules.chance import Chance, hidden_commitment
from rules.errors import IllegalMove
from rules.events.base import Emit
from rules.events.cards import HiddenRevealed
from rules.events.setup import HiddenChosen, HiddenKept
from rules.moves import Hide, Reveal
from rules.moves.options import Option
from rules.rulesets.ruleset import Phase
from rules.state import State
from rules.state.players import HiddenArmies


def hide_options(state: State, seat: int) -> Iterator[Option]:
    """Offer every territory without a stronghold, of any owner (SET-6)."""
    free = tuple(name for name in state.holdings if state.stronghold_on(name) is None)
    yield Option(Hide, {"territory": free})


def verify_hide(state: State, seat: int, move: Hide) -> None:
    """Raise IllegalMove for a territory with a stronghold (HID-4)."""
    if state.stronghold_on(move.territory) is not None:
        name = state.board.territories[move.territory].name
        raise IllegalMove(
            "HID-4", "{name} has a {stronghold}; choose a territory without one.", name=name
        )


def hide(state: State, seat: int, territory: str, chance: Chance, emit: Emit) -> None:
    """Store a player's choice and publish its commitment (HID-3)."""
    salt = chance.salt("hidden armies")
    commitment = hidden_commitment(state.game, seat, territory, salt)
    state.hidden.append(HiddenArmies(seat, seat, territory, salt.hex(), commitment))
    emit(HiddenChosen(seat, commitment))
    emit(HiddenKept(seat, territory, salt.hex()))


def unrevealed(state: State, seat: int) -> list[HiddenArmies]:
    """Return the hidden choices a player may still reveal, in all territories."""
    return [item for item in state.hidden if item.holder == seat and not item.revealed]


def count_unrevealed(state: State, seat: int, territory: str) -> int:
    """Return how many hidden choices a player may still reveal in a territory (HID-1)."""
    return [item.territory for item in unrevealed(state, seat)].count(territory)


def armies_per_reveal(state: State) -> int:
    """Return the armies per reveal: the last number covered on the track, 0 if none (HID-2)."""
    return state.ruleset.track[state.track - 1] if state.track else 0


def choices_to_match(attackers: int, defenders: int, armies: int) -> int:
    """Return how many reveals, at `armies` each, it takes to match the attackers (ORD-1)."""
    return max(0, -(-(attackers - defenders) // armies))


def verify_in_defence(state: State) -> None:
    """Raise IllegalMove if hidden armies may only be revealed at the start of a turn (CAS-7)."""
    if state.options.hidden_at_start:
        raise IllegalMove("CAS-7", "In this game you can’t reveal hidden armies in defence.")


def _is_start_over(state: State) -> bool:
    """Return whether it is too late in the turn to reveal hidden armies (CAS-7)."""
    is_over = state.this_turn.attacked or state.phase is not Phase.ATTACKS
    return state.options.hidden_at_start and is_over


def reveal_options(state: State, seat: int) -> Iterator[Option]:
    """Offer the player's territories in which to reveal hidden armies during their own turn."""
    if state.track and not _is_start_over(state):
        places = tuple(
            dict.fromkeys(
                item.territory
                for item in unrevealed(state, seat)
                if state.holdings[item.territory].owner == seat
            )
        )
        if places:
            yield Option(Reveal, {"territory": places})


def verify_reveal(state: State, seat: int, move: Reveal) -> None:
    """Check a reveal against HID-1, HID-2 and CAS-7."""
    name = state.board.territories[move.territory].name
    if _is_start_over(state):
        raise IllegalMove(
            "CAS-7",
            "In this game you can only reveal hidden armies before your first attack of the turn.",
        )
    if not count_unrevealed(state, seat, move.territory):
        raise IllegalMove("HID-1", "You have no hidden armies left in {name}.", name=name)
    if state.holdings[move.territory].owner != seat:
        raise IllegalMove("HID-1", "You don’t hold {name}. Capture it first.", name=name)
    if not state.track:
        raise IllegalMove("HID-2", "Hidden armies unlock once someone plays {Mercenaries}.")


def play_reveal(state: State, seat: int, move: Reveal, chance: Chance, emit: Emit) -> None:
    """Reveal one hidden choice in the player's own turn."""
    reveal(state, seat, move.territory, emit)
    attack = state.attack
    if attack is not None and not attack.fleet and attack.source == move.territory:
        # The attack is now stronger than the defender knew, so they are asked again (ORD-3).
        attack.changes += 1


def reveal(state: State, seat: int, territory: str, emit: Emit) -> None:
    """Add the armies of one hidden choice and open its commitment (HID-2, HID-3)."""
    choice = next(item for item in unrevealed(state, seat) if item.territory == territory)
    choice.revealed = True
    armies = armies_per_reveal(state)
    state.holdings[territory].armies += armies
    emit(HiddenRevealed(seat, territory, armies, choice.maker, choice.commitment, choice.salt))
