"""Style sheets: classes are used, custom properties defined, and conditions cheap."""

import re
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

SHEETS = sorted(
    path
    for path in (settings.ROOT / "static").rglob("*.css")
    if "vendor" not in path.relative_to(settings.ROOT).parts
)
SOURCES = (("templates", "*.html"), ("static", "*.js"), ("static", "*.svg"), ("games", "*.py"))
FROM_DJANGO = {"errorlist", "helptext"}
"""Classes that Django's own form templates write."""


def _rules(sheet: Path) -> str:
    """Return a style sheet without its comments, strings and addresses."""
    text = sheet.read_text(encoding="utf-8")
    return re.sub(r'/\*.*?\*/|url\([^)]*\)|"[^"]*"', "", text, flags=re.DOTALL)


def _sources() -> str:
    return "\n".join(_texts())


def _texts() -> Iterator[str]:
    for folder, pattern in SOURCES:
        for path in sorted((settings.ROOT / folder).rglob(pattern)):
            if "vendor" not in path.parts:
                yield path.read_text(encoding="utf-8")


def test_every_class_of_a_style_sheet_is_used():
    sources = _sources()
    names = {
        name for sheet in SHEETS for name in re.findall(r"\.(-?[a-zA-Z_][\w-]*)", _rules(sheet))
    }
    assert len(names) > 300
    # Words, and beginnings of classes that end with a variable: kind-{{ kind }}, kind-${kind}.
    words = set(re.findall(r"[\w-]+", sources))
    beginnings = set(re.findall(r"[\w-]+-(?=\$?\{)", sources))
    unused = names - FROM_DJANGO - words
    assert {name for name in unused if name[: name.rfind("-") + 1] not in beginnings} == set()


def test_layouts_read_only_what_the_panel_says_that_it_has():
    sheets = "\n".join(sheet.read_text(encoding="utf-8") for sheet in SHEETS)
    read = set(re.findall(r'\[data-has~="([^"]+)"\]', sheets))
    template = settings.ROOT / "templates" / "parts" / "table" / "panel" / "_has.html"
    said = re.sub(r"\{[%#].*?[%#]\}", " ", template.read_text(encoding="utf-8"))
    assert read == set(said.split())


def test_every_custom_property_is_defined():
    rules = "\n".join(_rules(sheet) for sheet in SHEETS)
    # A property read with a fallback needs no definition; scripts may define properties too.
    read = set(re.findall(r"var\((--[\w-]+)\)", rules))
    scripts = "\n".join(path.read_text() for path in (settings.ROOT / "static").rglob("*.js"))
    defined = set(re.findall(r"(--[\w-]+)\s*:", rules)) | set(re.findall(r'"(--[\w-]+)"', scripts))
    assert len(read) > 30
    assert read - defined == set()


def test_colours_of_drawings_in_other_files_are_resolved_on_the_page():
    """WebKit takes the light side of `light-dark()` there, unless the property is a colour."""
    drawings = [path.read_text() for path in (settings.ROOT / "static").rglob("*.svg")]
    read = set(re.findall(r"var\((--[\w-]+)", "\n".join(drawings)))
    rules = "\n".join(sheet.read_text(encoding="utf-8") for sheet in SHEETS)
    by_theme = set(re.findall(r"(--[\w-]+)\s*:[^;{}]*light-dark\(", rules))
    colours = re.findall(r'@property (--[\w-]+) \{ syntax: "<color>"; inherits: true;', rules)
    assert len(read & by_theme) > 7
    assert read & by_theme == set(colours)


def test_declarations_are_written_as_webkit_knows_them():
    rules = "\n".join(map(_rules, SHEETS))
    # It knows the shorthand only with a line and nothing else.
    decorations = re.findall(r"text-decoration:\s*([^;}]+)", rules)
    assert len(decorations) > 10
    assert {words for words in decorations if " " in words.strip()} == set()
    selections = re.findall(r"((?:-webkit-)?user-select:[^;]*)", rules)
    assert len(selections) > 4
    assert [f"-webkit-{each}" for each in selections[1::2]] == selections[::2]


def test_no_condition_restyles_everything_below_it():
    """A browser may restyle all below an element with any `:has()`, because of one open selector.

    Such a selector is about elements below, and names no class, id or type of them. For the same
    reason, conditions about an element with the map in it are classes.
    """
    selectors = {
        selector.strip()
        for sheet in SHEETS
        for rule in re.findall(r"[^{};]*:has\([^{};]*(?=\{)", _rules(sheet))
        for selector in _split(rule, ",")
        if ":has(" in selector and not selector.strip().startswith("@")
    }
    assert len(selectors) > 100
    parts = {one: _split(one, " >+~") for one in selectors}
    assert [one for one in selectors if re.match(r"\*|:(?!is\()", parts[one][-1])] == []
    around_map = re.compile(r"\.table-(page|grid|board)\b.*:has\(")
    assert [one for one in selectors if any(map(around_map.match, parts[one][:-1]))] == []


def _split(selector: str, separators: str) -> list[str]:
    """Split a selector at separators outside of parentheses and brackets."""
    parts, depth = [""], 0
    for sign in selector.strip():
        depth += (sign in "([") - (sign in ")]")
        if depth == 0 and sign in separators:
            parts.append("")
        else:
            parts[-1] += sign
    return [part for part in parts if part.strip()]
