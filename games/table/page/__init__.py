"""The table as one viewer sees it: its parts, frames that update a page, log pages and the recap.

`viewer` builds a viewer's table; `frames` compares it with the version on their page. Nothing
here writes. Built on `panel`, `sidebar`, `animations`, `board`, `display`.
"""
