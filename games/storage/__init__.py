"""Games as rows, their locks, and the processes of one site."""
