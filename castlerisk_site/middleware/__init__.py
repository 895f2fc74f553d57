"""Middleware of requests and sockets: Django's kind and ASGI's.

`forwarded` and `sockets` wrap the ASGI application. `request_log`, `headers`, `unavailable` and
`probes` are in settings.MIDDLEWARE. `refusals` counts and logs requests from other sites. They
are used by the settings, `asgi`, `pages` and `urls`. Built on `games`.
"""
