"""HTML as tests compare it."""


def one_line(html: str) -> str:
    """Replace every run of white space by one space: a browser shows the same."""
    return " ".join(html.split())
