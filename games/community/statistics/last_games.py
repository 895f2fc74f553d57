"""A person's last games as small maps."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from games.community.people.profiles import FinishedGame
from games.drawing.board.small_maps import small_map, small_outlines
from games.models import Game, Player
from rules import RULESETS

MOST_MAPS = 6


def last_games(games: Sequence[Game], results: Sequence[FinishedGame]) -> dict[str, Any]:
    """Return the final maps of the first of some games with their results, and the outlines."""
    shown = [game for game in games if game.holdings][:MOST_MAPS]
    empires: defaultdict[int, list[str | None]] = defaultdict(list)
    players = Player.objects.filter(game__in=shown).order_by("seat")
    for game, empire in players.values_list("game", "empire"):
        empires[game].append(empire)
    boards = [RULESETS[game.ruleset].board for game in shown]
    by_code = {result.table.code: result for result in results}
    return {
        "outlines": [small_outlines(board) for board in dict.fromkeys(boards)],
        "maps": [
            {
                "result": by_code[game.code],
                "map": small_map(board, game.holdings, empires[game.pk], by_code[game.code].seat),
            }
            for game, board in zip(shown, boards, strict=True)
        ],
    }
