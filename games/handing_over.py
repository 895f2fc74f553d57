"""A seat that changes hands (ELM-7): who sat there is written down, and it is theirs no more."""

from django.db.models import Q

from games.models import Player, Sitting, User, Vote

_NEWCOMER = {
    **{"bot": "", "is_vacant": False, "missed": 0, "returned": 0},
    **{"away_round": None, "away_since": None},
}


def hand_over(player: Player, newcomer: User) -> None:
    """Let a person sit down in place of whoever sat at a seat of a game that is locked.

    Who takes their own seat again is no newcomer in the record of the game.
    """
    if player.user_id != newcomer.pk:
        if not player.sittings.exists():
            Sitting.objects.create(player=player, user=player.user, bot=player.bot)
        Sitting.objects.create(player=player, user=newcomer)
    Player.objects.filter(pk=player.pk).update(user=newcomer, **_NEWCOMER)
    # What was wanted by who is gone, or in their absence, is wanted no more.
    Vote.objects.filter(Q(seat=player.seat) | Q(about=player.seat), game=player.game_id).delete()


def has_sat_elsewhere(user: User, player: Player) -> bool:
    """Say whether a user sits or sat at another seat of the same table, and knows its secrets."""
    others = Player.objects.filter(game=player.game_id).exclude(pk=player.pk)
    return others.filter(Q(user=user) | Q(sittings__user=user)).exists()
