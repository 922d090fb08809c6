"""Python sources: their syntax, the names, types and calls in them, and which of their code is on a decode path."""
