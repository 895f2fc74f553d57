"""Case files: invariants of every position and every event of a case."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TypeVar

from rules.cards import BattleCard, EventCard
from rules.cases.files import CaseError
from rules.events.base import Event, is_visible
from rules.events.json import from_json, to_json
from rules.rulesets.ruleset import Phase, Ruleset
from rules.sentences import Words, describe
from rules.sentences.words import LETTERS
from rules.state import State
from rules.state.invariants_cards import count_battle_cards, count_event_cards
from rules.state.invariants_classic import all_territory_cards, count_territory_cards

Card = TypeVar("Card", BattleCard, EventCard)

CLAIMING = (
    Phase.STRONGHOLDS, Phase.STRONGHOLDS_UNSEEN, Phase.DEALT, Phase.CLAIM,
    Phase.NEUTRAL_DEALT,
)  # fmt: skip
"""Phases in which some territories have no owner."""


def verify_position(state: State) -> None:
    """Raise CaseError for a position that is impossible in a game."""
    _verify_cards(state.ruleset.battle_cards, count_battle_cards(state))
    _verify_cards(state.ruleset.event_cards, count_event_cards(state))
    if state.territory_cards and count_territory_cards(state) != all_territory_cards(state):
        raise CaseError("A territory card is there twice, or not at all.")
    if state.outcome is None:
        _verify_holdings(state)
        _verify_players(state)
    banners = [banner for player in state.players for banner in player.banners]
    if len(set(banners)) < len(banners):
        raise CaseError("A banner is held twice.")


def _verify_cards(wanted: Mapping[Card, int], counted: Counter[Card]) -> None:
    for card, count in wanted.items():
        if counted[card] != count:
            raise CaseError(f"There are {count} cards {card}, here {counted[card]}.")


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


def verify_sentences(events: Iterable[Event], players: int, ruleset: Ruleset) -> None:
    """Describe each event, serialised and read back, to every seat and spectator who may see it.

    Raises CaseError for the first event that has no sentence.
    """
    for event in events:
        for viewer in (None, *range(players)):
            words = Words(LETTERS[:players], ruleset, reader=viewer)
            if is_visible(event, viewer):
                _verify_sentence(from_json(to_json(event)), words)


def _verify_sentence(event: Event, words: Words) -> None:
    try:
        described = bool(describe(event, words).strip())
    except (LookupError, TypeError, ValueError):
        described = False
    if not described:
        raise CaseError(f"This event has no sentence: {event!r}")
