"""Why a bot moves, as data: a kind of reason with its arguments, and a sentence for each.

`kinds` has the reasons, `aims` says what a conquest is for, `moves` has the reason that a move
itself shows, `wording` the sentences. A reason is a secret of its seat until the game is over: it
tells plans, cards and hidden armies. Built on `view`, `moves`, `sentences`.
"""

from rules.bots.reasons.kinds import Chosen, Reason, ReasonKind
from rules.bots.reasons.wording import PLACEMENTS, describe_placement, describe_reason

__all__ = ["PLACEMENTS", "Chosen", "Reason", "ReasonKind", "describe_placement", "describe_reason"]
