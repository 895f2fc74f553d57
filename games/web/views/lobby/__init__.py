"""Views of tables that have not begun: the lobby, the waiting room, invitations."""
