"""The schema: one squashed migration, and what has been added since.

`replaced` has the migrations that were squashed. Only databases made before need them, to reach the
state at which the squashed one counts as applied. They can be deleted after the next release.
"""

from pathlib import Path

__path__.append(str(Path(__file__).with_name("replaced")))
