"""Battle cards and hidden armies (chapters 6, 7 and 10).

Hands, Assassins, Mercenaries, Ambassadors, Spies, Marshalls. Built on `orders`, `state`, `events`.
"""
