"""The rules engine for Greyhawk Castle Risk, Castle Risk and Classic Risk, in plain Python.

The names exported here suffice for a whole game. All moves are in `rules.moves`, all events in
`rules.events`, log sentences in `rules.sentences`. The engine knows nothing of Django or of the
site.
"""

import signal
import sys

if sys.argv[:1] == ["-m"] and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    # `python -m rules` is starting: until `__main__` runs, Ctrl-C ends it without a traceback.
    signal.signal(signal.SIGINT, signal.SIG_DFL)

from rules.bots import BOTS, Bot
from rules.chance import Chance, CommittedChance, FastChance, new_seed, seed_commitment
from rules.errors import IllegalMove, InvalidMove, RecordError, RulesError
from rules.events.base import Event, audience, seen_events
from rules.moves import Move
from rules.moves.json import from_json as move_from_json
from rules.moves.json import to_json as move_to_json
from rules.moves.options import Option
from rules.odds import Odds, attack_odds
from rules.rulesets import RULESETS
from rules.rulesets.castle import CASTLE
from rules.rulesets.classic import CLASSIC
from rules.rulesets.greyhawk import GREYHAWK
from rules.rulesets.headquarters import HEADQUARTERS
from rules.rulesets.ruleset import Ruleset
from rules.state import Options, Outcome, State
from rules.state.players import Decision
from rules.turn import legal_moves, new_game, offer, play, verify
from rules.view import View, view

__all__ = [
    "BOTS",
    "CASTLE",
    "CLASSIC",
    "GREYHAWK",
    "HEADQUARTERS",
    "RULESETS",
    "Bot",
    "Chance",
    "CommittedChance",
    "Decision",
    "Event",
    "FastChance",
    "IllegalMove",
    "InvalidMove",
    "Move",
    "Odds",
    "Option",
    "Options",
    "Outcome",
    "RecordError",
    "RulesError",
    "Ruleset",
    "State",
    "View",
    "attack_odds",
    "audience",
    "legal_moves",
    "move_from_json",
    "move_to_json",
    "new_game",
    "new_seed",
    "offer",
    "play",
    "seed_commitment",
    "seen_events",
    "verify",
    "view",
]
