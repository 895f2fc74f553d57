"""Chapters 4 and 6: the odds of one battle, and of one attack fought with the most dice."""

from rules.odds.attacks import ARMY_LIMIT, Odds, attack_odds
from rules.odds.battles import battle_odds

__all__ = ["ARMY_LIMIT", "Odds", "attack_odds", "battle_odds"]
