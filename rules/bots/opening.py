"""The captain's set-up: stronghold, claims, first armies and hidden armies."""

import random

from rules.bots.evaluation import CaptainEvaluation
from rules.bots.placing import GUARD_SHARE, staging
from rules.bots.position import Position
from rules.errors import required
from rules.moves import Claim, Hide, Move, Place, PlaceStronghold
from rules.view import View


def place_stronghold(view: View, chance: random.Random) -> Move:
    """Choose a territory with few neighbours, inland if possible."""
    board = view.board.territories

    def danger(name: str) -> float:
        empire = board[name].empire
        beside = sum(
            1.0 if board[near].empire != empire else 0.5 for near in board[name].neighbours
        )
        return beside + bool(board[name].seas) + chance.random()

    (option,) = view.offer()
    return PlaceStronghold(min(option.values("territory"), key=danger))


def claim(view: View, chance: random.Random) -> Move:
    """Claim land to complete an empire, the captain's own first, next to its land if possible."""
    position = Position(view)
    prospects = CaptainEvaluation(position).prospects
    homes = {player.empire for player in position.players.values()}

    def appeal(name: str) -> float:
        region = position.region(name)
        near = position.territories[name].neighbours
        held, size, whole = prospects[region]
        appeal = 12.0 * held / size + whole / 8 + 0.5 * chance.random()
        appeal += 0.7 * sum(position.owner[other] == position.seat for other in near)
        if region == position.home:
            return appeal + 8.0 + 4.0 * (position.own in near)
        return appeal - 3.0 * (region in homes)

    (option,) = view.offer()
    return Claim(max(option.values("territory"), key=appeal))


def muster(view: View, chance: random.Random) -> Move:
    """Guard the stronghold with most of the armies; prepare the first attack with the rest."""
    option = view.offer()[0]
    if option.move is not Place:
        return hide(view, chance)
    left = option.values("armies")[-1]
    placed = view.mustered
    stronghold = required(view.player(view.own_seat).stronghold, "stronghold of this player")
    guard = round(GUARD_SHARE * (left + sum(placed.values()))) - placed.get(stronghold, 0)
    if guard > 0:
        return Place(stronghold, min(left, guard))
    return Place(staging(Position(view), left), left)


def hide(view: View, chance: random.Random) -> Move:
    """Hide armies beside a stronghold: an enemy's to storm it, or the captain's to defend it."""
    position = Position(view)

    def use(name: str) -> float:
        near = position.territories[name].neighbours
        use = 2.0 * chance.random() + 3.0 * (position.owner[name] == position.seat)
        use += 3.0 * (position.own in near) + (position.region(name) == position.home)
        return use + 2.0 * sum(other in position.strongholds for other in near)

    (option,) = (option for option in view.offer() if option.move is Hide)
    return Hide(max(option.values("territory"), key=use))
