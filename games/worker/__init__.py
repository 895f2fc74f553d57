"""What is due: clocks, bots, notices and hourly jobs, run by `manage.py work`.

`due` fires deadlines, `notice_threads` sends notices, `hourly` tidies, `heartbeat` marks the
process as alive. Below: `absence`, `play`, `notices`, `clocks`, `processes`.
"""
