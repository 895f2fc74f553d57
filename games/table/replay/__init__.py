"""The replay of a game: any step of it on the map, as one pair of eyes saw it.

Everything is played again from the log; nothing is stored for it. A step is a log entry with a
public event, so secret orders leave no trace (ORD-5), and log numbers never leave the server.
`eyes` decides what is open, `cast` who is called what. `luck` is a page of its own, which reads
public events only. `decisions` finds what a person decided; `lessons` and `mistakes` have what a
general would have done, for that person alone. Built on `page`, `animations`, `board`.
"""
