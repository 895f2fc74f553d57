"""A check, on in all tests, that parts reused or shared would be the same if they were built."""

from zlib import crc32

from games.drawing.display.parts import NOTHING_BUILT, build_sections
from games.table.page import viewer

ONE_IN = 4
"""One reused section in this many is built again."""


def built_and_checked(sections, scene, before=NOTHING_BUILT, shared=None):
    """Build sections, and compare some of those reused with new ones."""
    others = {id(one) for found in (shared or {}).values() for one in found}
    found = build_sections(sections, scene, before, shared)
    for key, one in found.sections.items():
        is_reused = one is before.sections.get(key) or id(one) in others
        if is_reused and _is_chosen(scene, one):
            section, *rest = key
            fresh = dict(section.build(scene, *rest))
            shown = {name: part.shown for name, part in one.parts.items()}
            assert shown == {name: part.shown for name, part in fresh.items()}, (
                f"The inputs of {section.build} lack something: {shown} is now {fresh}"
            )
    return found


def _is_chosen(scene, one):
    """Choose at random, but alike in each run of a test."""
    number = scene.newest.number if scene.newest else -1
    text = f"{scene.seating.code} {number} {scene.seat} {sorted(one.parts)}"
    return crc32(text.encode()) % ONE_IN == 0


def check_reused_parts():
    """Check the parts of all tables from now on."""
    viewer.build_sections = built_and_checked
