"""Events: one immutable dataclass per kind of event, a module per chapter.

`base` has `Event`, `Emit` and the visibility of events; `json` reads and writes them. Any higher
package may import from here. Built on `json`, `questions`, `reasons`.
"""
