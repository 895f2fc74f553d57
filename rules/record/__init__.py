"""Chapter 12: the record of a game, one JSON document to store, replay and verify.

`document` and `entries` define the format. `game` plays and records, `replaying` restores
positions, and `verifying` checks a record against its seed. `public_chain` and `signatures` say
what a site keeps of a game and signs, and `evidence` checks it. `luck` compares the losses in
battles with all that the dice could have brought, and `chances` estimates who will win.
`vectors.json.gz` has signed records and forged ones, to try other checkers on. Built on `turn`,
`state`, `chapters`, `chance`, `odds`.
"""

from rules.record.document import RecordedSeat, load_document, pseudonymize
from rules.record.game import GameRecord
from rules.record.replaying import replay, replay_entries
from rules.record.verifying import VerificationReport, verify

__all__ = [
    "GameRecord",
    "RecordedSeat",
    "VerificationReport",
    "load_document",
    "pseudonymize",
    "replay",
    "replay_entries",
    "verify",
]
