"""Lowering: name resolution, types and const-evaluation, from the syntax tree to the typed IR."""
