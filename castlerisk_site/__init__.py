"""The Django project: settings, URLs, middleware, backends and the ASGI application.

`asgi` receives connections, `pages` answers HTTP requests in threads, and `request_queue` limits
the requests in progress. `middleware` wraps both; `backends` replaces parts of Django. Nothing in
`games` or `rules` imports from here.
"""
