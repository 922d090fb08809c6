"""Languages as data: the WGSL grammar with the tables generated from it, and the built-in functions."""
