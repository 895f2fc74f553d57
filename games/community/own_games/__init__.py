"""A person’s own games: what waits for them, how the list shows it, and answers by link.

`my_games` has the list, `game_rows` and `game_seats` its rows, `ended_games` the games that are
over. `requests` has what others ask of a person, `answers_by_link` the links in mail that answer
it, and `deadline_feed` the calendar of deadlines. Built on `lobby`, `absence`, `people`, `notices`.
"""
