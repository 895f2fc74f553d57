"""Personal data: export, deletion and retention.

Below: everything that stores something about a person.
"""
