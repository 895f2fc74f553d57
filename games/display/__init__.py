"""What every page shares: parts of a table, names, times, liveries, log sentences.

Pure presentation of a `View` and of seats. Everything that draws imports from here. Below:
`clocks`, `store`, `rules`.
"""
