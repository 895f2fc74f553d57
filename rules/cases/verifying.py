"""Case files: what every position must be that a case states or comes to."""

from rules.cases.files import CaseError
from rules.checking_cards import count_battle_cards, count_event_cards
from rules.checking_chapter_11 import all_territory_cards, count_territory_cards
from rules.ruleset import Phase
from rules.state import State

CLAIMING = (
    *(Phase.STRONGHOLDS, Phase.STRONGHOLDS_UNSEEN, Phase.DEALT, Phase.CLAIM),
    Phase.NEUTRAL_DEALT,
)
"""Phases in which some territories are held by nobody."""


def verify_position(state: State) -> None:
    """Raise CaseError where a position cannot be one of a game."""
    for wanted, counted in (
        (state.ruleset.battle_cards, count_battle_cards(state)),
        (state.ruleset.event_cards, count_event_cards(state)),
    ):
        for card, count in wanted.items():
            if counted[card] != count:
                raise CaseError(f"There are {count} cards {card}, here {counted[card]}.")
    if state.territory_cards and count_territory_cards(state) != all_territory_cards(state):
        raise CaseError("A territory card is there twice, or not at all.")
    if state.outcome is None:
        _verify_holdings(state)
        _verify_players(state)
    banners = [banner for player in state.players for banner in player.banners]
    if len(set(banners)) < len(banners):
        raise CaseError("A banner is held twice.")


def _verify_holdings(state: State) -> None:
    open_land = state.fall.vacated if state.fall else ()
    for territory, holding in state.holdings.items():
        if holding.owner is None:
            is_open = state.phase in CLAIMING or territory in open_land
            if not is_open and not (holding.armies and state.has_neutral_army):
                raise CaseError(f"Nobody holds {territory}: add “… holds: the rest 1”.")
        elif state.players[holding.owner].eliminated:
            raise CaseError(f"{territory} is held by a player who is eliminated.")
        elif holding.armies < 1 and (state.landing is None or state.landing.target != territory):
            raise CaseError(f"{territory} is held with no army.")


def _verify_players(state: State) -> None:
    for player in state.players:
        site = player.stronghold
        if player.eliminated:
            if player.hand and state.fall is None:
                raise CaseError("A player who is eliminated has no cards.")
        elif site is None:
            if state.round and state.ruleset.strongholds:
                raise CaseError("A player without a stronghold plays on.")
        elif state.holdings[site].owner != player.seat:
            raise CaseError(f"The stronghold at {site} is not held by its player.")
    if state.turn is not None and state.players[state.turn].eliminated:
        raise CaseError("The player on turn is eliminated.")
