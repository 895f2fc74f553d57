"""Why a bot moves, as data: a kind of reason with its arguments, and a sentence for each.

`kinds` has the kinds of reasons, `aims` finds the aim of a conquest, `moves` derives a reason from
a move alone, `wording` has the sentences, `verdicts` those about a person's move. A reason is a
secret of its seat until the game is over: it reveals plans, cards and hidden armies.
Built on `view`, `moves`, `sentences`.
"""

from rules.bots.reasons.kinds import Chosen, Reason, ReasonKind
from rules.bots.reasons.wording import PLACEMENTS, describe_placement, describe_reason

__all__ = ["PLACEMENTS", "Chosen", "Reason", "ReasonKind", "describe_placement", "describe_reason"]
