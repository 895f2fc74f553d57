"""The page of a replay: one step, the links to others, and the data for its script."""

from bisect import bisect_right
from collections import Counter
from typing import Any

from games.drawing.board.context import board_context
from games.drawing.board.parts import mark_parts, newest_board_parts, territory_parts
from games.drawing.display.liveries import livery_name, player_livery
from games.drawing.display.parts import Scene
from games.drawing.display.words import words_of
from games.table.page.frames import drawn
from games.table.replay.eyes import OPEN, PUBLIC, eyes_to_choose
from games.table.replay.pieces import PIECE
from games.table.replay.replay import Replay, Shown
from games.table.replay.steps import Steps, Turn
from rules import View

_EYES = {OPEN: "Everything open", PUBLIC: "What everybody saw"}
_EYES_OF = "What {player} saw"
_TURN = "Round {round}: {player}"


def page_context(replay: Replay, at: int, seat: int | None) -> dict[str, Any]:
    """Return the context of the page at a step, for a viewer at `seat` (None: a spectator).

    Raises RulesError if the log cannot be replayed.
    """
    steps, seating = replay.steps, replay.cast.seating
    (shown,) = replay.shown(at, at)
    view, turns = shown.scene.view, steps.turns
    marks = list(steps.marks(replay.eyes, replay.cast, words_of(shown.scene)))
    return {
        "at": at,
        "last": steps.last,
        "eyes": replay.eyes.name,
        "choices": [
            {"value": name, "label": _label(name, seating.names)}
            for name in eyes_to_choose(seating, seat)
        ],
        "lines": shown.lines,
        "board": board_context(view.board, html=_map_html(shown.scene), is_live=True),
        "players": _players(shown),
        "turn": _turn_text(turns[_turn_at(turns, at)], seating.names),
        "has_hidden": view.ruleset.hidden_armies,
        "go": _links(steps, turns, at),
        "lanes": {mark.kind for mark in marks},
        "is_undone": steps.is_undone(at),
        "data": {
            "last": steps.last,
            "at": at,
            "eyes": replay.eyes.name,
            "piece": PIECE,
            "turns": turns,
            "battles": steps.battles,
            "marks": marks,
            "undone": steps.undone,
            "seats": [_seat(view, name, seat) for seat, name in enumerate(seating.names)],
        },
    }


def _label(eyes: str, names: tuple[str, ...]) -> str:
    return _EYES.get(eyes) or _EYES_OF.format(player=names[int(eyes)])


def _map_html(scene: Scene) -> dict[str, str]:
    parts = (*territory_parts(scene), *mark_parts(scene), *newest_board_parts(scene))
    # Numbers of armies are drawn within their territories.
    return {name: drawn(name, part) for name, part in parts if not part.within}


def _seat(view: View, name: str, seat: int) -> dict[str, Any]:
    empire = view.player(seat).empire
    return {
        "name": name,
        "livery": livery_name(player_livery(view.board, seat, empire)),
        "empire": view.board.groups[empire].name if empire else "",
    }


def _players(shown: Shown) -> list[dict[str, Any]]:
    view, names = shown.scene.view, shown.scene.seating.names
    territories = view.board.territories
    return [
        {
            **_seat(view, names[seat], seat),
            "seat": seat,
            "territories": len(view.held_by(seat)),
            "armies": sum(view.armies(territory) for territory in view.held_by(seat)),
            "share": round(100 * len(view.held_by(seat)) / len(view.board.territories)),
            "is_on_turn": seat == view.turn,
            "is_out": bool(view.round) and not view.held_by(seat),
            "cards": hand if isinstance(hand, int) else len(hand),
            "hand": () if isinstance(hand, int) else sorted(Counter(hand).items()),
            "hidden": () if isinstance(hidden, int) else [territories[x].name for x in hidden],
            "hidden_count": hidden if isinstance(hidden, int) else len(hidden),
        }
        for seat, hand, hidden in ((s, shown.hands[s], shown.hidden[s]) for s in view.order)
    ]


def _turn_at(turns: list[Turn], at: int) -> int:
    """Return the index of the turn that a step belongs to."""
    return bisect_right([turn.step for turn in turns], at) - 1


def _turn_text(turn: Turn, names: tuple[str, ...]) -> str:
    if turn.seat is None:
        return "Set-up"
    return _TURN.format(round=turn.round, player=names[turn.seat])


def _links(steps: Steps, turns: list[Turn], at: int) -> list[dict[str, Any]]:
    """Return the links to other steps: where each leads, None if it leads nowhere."""
    starts = [turn.step for turn in turns]
    rounds = [
        turn.step
        for number, turn in enumerate(turns)
        if not number or turn.round != turns[number - 1].round
    ]
    battles = steps.battles
    return [
        {"unit": "round", "way": -1, "label": "Previous round", "to": _before(rounds, at)},
        {"unit": "turn", "way": -1, "label": "Previous turn", "to": _before(starts, at)},
        {"unit": "battle", "way": -1, "label": "Previous battle", "to": _before(battles, at)},
        {"unit": "step", "way": -1, "label": "Previous step", "to": at - 1 if at else None},
        {"unit": "step", "way": 1, "label": "Next step", "to": at + 1 if at < steps.last else None},
        {"unit": "battle", "way": 1, "label": "Next battle", "to": _after(battles, at)},
        {"unit": "turn", "way": 1, "label": "Next turn", "to": _after(starts, at)},
        {"unit": "round", "way": 1, "label": "Next round", "to": _after(rounds, at)},
    ]


def _before(starts: list[int], at: int) -> int | None:
    return max((step for step in starts if step < at), default=None)


def _after(starts: list[int], at: int) -> int | None:
    return min((step for step in starts if step > at), default=None)
