"""The Django project: settings, URLs, middleware, cache and the ASGI application.

`front`, `sockets` and `pages` receive connections; `queueing` limits the requests in progress.
`away` answers during outages, `probes` serves monitoring. Nothing in `games` or `rules` imports
from here.
"""
