"""The people around the games: accounts, tables, chat, notices and moderation."""
