"""The kinds of weights: for games without strongholds, and for games with them.

Every weight is positive, so that tuning can multiply it by a factor.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WorldWeights:
    """The weights of a game without strongholds; values are in armies.

    The value of a position: `turns` turns of future income count; `hope` is the share of a
    continent's bonus that counts when the seat holds nearly all of it; `breach` is the weight of an
    enemy army against an army of the garrison it threatens; a territory card is worth `card` times
    a third of the next set. The n-th headquarters is worth n times `headquarters`; the seat's own
    adds `own_headquarters`, and holding all but one of those needed to win adds `almost_won`.
    `reinforced` armies are expected to join an attack on headquarters.

    `exposure` is the share of armies expected to be lost beside a much stronger enemy; `steepness`
    is the exponent of the ratio of forces in that loss.

    The choice of campaigns: `least_gain` is the smallest gain worth an attack, as a share of the
    seat's strength. `least_chance` is the smallest acceptable chance of an attack, `least_sweep`
    that of a sweep, which leaves the headquarters without a garrison. A goal may cost up to
    `stretch` times the force. `passing` armies are lost per army killed on the way.

    The garrison of the seat's headquarters: `wall` armies per army of the largest force that could
    attack; `depth` is the share of a force that counts if it must first conquer other territories.
    """

    turns: float
    hope: float
    breach: float
    card: float
    headquarters: float
    own_headquarters: float
    almost_won: float
    reinforced: float
    exposure: float
    steepness: float
    least_gain: float
    least_chance: float
    stretch: float
    least_sweep: float
    passing: float
    wall: float
    depth: float


@dataclass(frozen=True, slots=True)
class WarWeights:
    """The weights of a game with strongholds; values are in armies.

    The danger to the seat's stronghold: a danger of `tolerance` is accepted to free armies for
    attacks. `to_come` is the share of the opponents' unplaced armies that is expected to threaten
    the stronghold.

    The prospects in the war: `turns` turns of future spoils count, and `card` is the value of a
    battle card.

    The choice of storms: `least_chance` is the smallest acceptable chance; the prospects must be
    `margin` times better than those without the storm. `spread` is the variance of the losses on
    the way, per army expected to be lost. A storm with a chance of at least `sure` needs no
    Mercenaries; spoils are placed for the next storm only if its chance is at least `hopeful`.

    Sieges of opponents that only defend: attacks on land get more armies than they cost, by
    `siege_luck` times the square root of the number of attacks; `siege_card` is the value of a card
    other than Mercenaries; a territory costs `siege_army` for each army on it and `siege_territory`
    for the army that stays behind.
    """

    tolerance: float
    to_come: float
    turns: float
    card: float
    least_chance: float
    margin: float
    spread: float
    sure: float
    hopeful: float
    siege_luck: float
    siege_card: float
    siege_army: float
    siege_territory: float


Weights = WorldWeights | WarWeights
