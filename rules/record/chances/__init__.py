"""The winning chances in a game, estimated from its position with all secrets.

`features` reads a position, `estimate` weighs it with the weights of its game, which are fitted to
games of bots, and `course` follows a whole game. Nobody may see chances before the game is over:
hands and hidden armies show in them. Built on `state`, `chapters`, `events`.
"""
