"""Middleware of requests and sockets: Django's kind and ASGI's.

`forwarded` and `sockets` wrap the ASGI application. `request_log`, `headers`, `unavailable` and
`probes` stand in settings.MIDDLEWARE. `refusals` counts and logs what comes from other sites.
"""
