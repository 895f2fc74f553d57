"""Presentation shared by all pages: table parts, names, times, liveries and log sentences.

Turns a `View` and the seating into data for templates, and writes nothing. Any package that renders
may import from here. Built on `play`, `clocks`, `store`, `plans`, `models`, `rules`.
"""
