"""Every text of the site as one list, for the `wordings` command.

`tables` has the texts that are enumerated: log sentences, decisions, notices and settings.
`sources` reads all other texts from Python modules, templates and scripts.
"""
