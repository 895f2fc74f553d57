"""What happened: one frozen dataclass per kind of event, by chapter.

`base` has `Event`, `Tell` and who may see an event; `json` reads and writes them. Every package
above may import from here. Below: `cards`, `json`.
"""
