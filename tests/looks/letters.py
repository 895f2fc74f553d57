"""Pictures of letters as a mail program shows them, one for each named situation."""

from base64 import b64encode
from pathlib import Path

from django.template.loader import render_to_string
from playwright.sync_api import Browser

from games.community.notices.letters.letter import Letter
from games.drawing.pictures.map_picture import map_png
from games.models import User
from tests.support.tables.letter_situations import SITUATIONS

WIDTH, HEIGHT = 680, 900
PHONE = 390


def write_letters(words: list[str], people: tuple[User, User]) -> dict[str, str]:
    """Return the HTML of each letter whose name contains a word, or of all letters, by name."""
    found = {}
    for number, (situation, made) in enumerate(SITUATIONS.items()):
        name = f"letter, {situation}"
        if not words or any(word in name for word in words):
            code = f"letter{number:a>2}".translate(_LETTERS)
            found[name] = _html(made.letter(code, people)[1])
    return found


def photograph_letters(browser: Browser, folder: Path, letters: dict[str, str]) -> None:
    """Make a picture of each letter, a third of them on a phone."""
    for number, (name, html) in enumerate(letters.items()):
        width = WIDTH if number % 3 else PHONE
        page = browser.new_page(viewport={"width": width, "height": HEIGHT})
        page.set_content(html)
        page.screenshot(path=folder / f"{name}.png", full_page=True)
        page.close()


_LETTERS = str.maketrans("01", "xy")
"""Codes of games have no digits 0 and 1."""


def _html(letter: Letter) -> str:
    """Return a letter's subject and HTML, with the picture in place."""
    context = {"name": "Alice", "letters": [(letter, "map-1")], "stop": "#", "settings": "#"}
    html = render_to_string("community/notices/mail.html", context)
    if letter.picture is not None:
        drawn = b64encode(map_png(letter.picture)).decode()
        html = html.replace("cid:map-1", f"data:image/png;base64,{drawn}")
    subject = f"<p style='font: 16px system-ui; padding: 8px'>{letter.subject}</p>"
    return html.replace("<body", f"{subject}<body", 1)
