"""What the processes of a site share: registry, presence, partition, metrics and shutdown.

`registry` lists the running processes, `presence` tracks who has which table open, and `partition`
divides the games among workers. Any package above may import from here. Built on `store`, `models`.
"""
