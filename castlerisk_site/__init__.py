"""The Django project: settings, URLs, middleware, the shared cache and the ASGI application."""
