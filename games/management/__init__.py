"""The commands of `manage.py`, one module each in `commands`.

Nothing imports from here. Built on all other packages of `games`.
"""
