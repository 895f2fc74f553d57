"""Personal data: export, deletion and retention.

Built on every package that stores personal data.
"""
