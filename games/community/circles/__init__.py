"""Circles: people who play together again and again.

`circles` founds and shows them, `members` has joining, leaving and the owner, `invitations` those
by link and by name; `new_game` and `monthly` open games, `results` and `ladder` read finished ones.
Built on `lobby`, `notices`, `trust`.
"""
