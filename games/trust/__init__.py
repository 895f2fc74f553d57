"""Roles, restrictions in force, linked accounts and soft play.

Read by every package that must know whether somebody may speak, sit or act; written by
`moderation`. Below: `store`, `models`.
"""
