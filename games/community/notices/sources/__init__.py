"""What leads to notices: game logs, requests, invitations, waiting rooms, circles, absences.

`from_log` is called by workers; the other modules write notices in the transaction of the caller.
"""
