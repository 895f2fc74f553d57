"""The schema: one squashed migration, and the migrations added since.

`replaced` has the migrations that were squashed. Only databases older than the squash need them:
once all are applied, Django counts the squashed one as applied. They can be deleted after the next
release.
"""

from pathlib import Path

__path__.append(str(Path(__file__).with_name("replaced")))
