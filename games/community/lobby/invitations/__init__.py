"""Invitations to tables.

`received` has those that a visitor can still accept, `invited_people` those by name, `co_players`
whom a host might invite, and `previews` what an invitation link shows in a chat.
"""
