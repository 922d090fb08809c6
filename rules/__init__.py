"""One file per rule, by family."""
