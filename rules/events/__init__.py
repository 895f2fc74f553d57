"""Events: one frozen dataclass per kind of event, a module per chapter.

`base` has `Event`, `Emit` and the visibility of events; `json` reads and writes them. Every package
above may import from here. Built on `json`, `questions`, `reasons`.
"""
