"""The worker, run by `manage.py work`: deadlines, bots, notices and hourly jobs.

`due` fires deadlines, `notice_threads` sends notices, `hourly` cleans up, and `heartbeat` runs in
web processes too. Below: `absence`, `play`, `notices`, `clocks`, `processes`.
"""
