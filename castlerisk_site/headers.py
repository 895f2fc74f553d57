"""Headers by which browsers keep other sites, and features nobody needs, away from our pages."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

GetResponse = Callable[[HttpRequest], HttpResponse]

UNUSED = (
    "camera",
    "display-capture",
    "geolocation",
    "hid",
    "microphone",
    "midi",
    "payment",
    "serial",
    "usb",
)
"""Features that no page uses: those by which a page could spy or reach devices."""

HEADERS = {
    "Permissions-Policy": ", ".join(f"{feature}=()" for feature in UNUSED),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Headers:
    """Adds these headers to every page; static files need none of them."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request."""
        answer = self.get_response(request)
        for name, value in HEADERS.items():
            answer.setdefault(name, value)
        return answer
