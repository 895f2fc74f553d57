"""The worker, run by `manage.py work`: deadlines, bots, notices and hourly jobs.

`due` fires deadlines, `notice_threads` sends notices, `hourly` cleans up, and `heartbeat` runs in
web processes too. Built on `absence`, `play`, `notices`, `clocks`, `processes`.
"""
