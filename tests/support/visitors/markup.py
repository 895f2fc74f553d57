"""HTML as tests compare it."""


def one_line(html: str) -> str:
    """Replace every run of white space with one space, as a browser does."""
    return " ".join(html.split())
