"""Chapter 12: what the site keeps of a game as evidence, and signs (FAIR-9 to FAIR-11).

`chain` adds the steps of new log entries, `signing` has the site's keys, `seals` the public log of
seals. Built on `store`.
"""
