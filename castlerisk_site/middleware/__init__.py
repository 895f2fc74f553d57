"""Django middleware for requests, and ASGI middleware for requests and sockets.

`forwarded` and `sockets` wrap the ASGI application. `request_log`, `headers`, `unavailable`,
`session_user` and `probes` are in settings.MIDDLEWARE. `refusals` counts and logs requests from
other sites. Only the settings, `asgi`, `pages` and `urls` use these modules. Built on `games`.
"""
