"""What the processes of one site know about each other.

The registry of running processes, who watches which table, which worker owns which games,
metrics, and shutdown. Everything above may import from here. Below: `store`, `models`.
"""
