"""Games as rows, their locks and evidence, and the processes of one site."""
