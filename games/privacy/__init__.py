"""Personal data: export, deletion and retention.

Below: every package that stores personal data.
"""
