"""The integer semantics suite (item 5): cases of every integer operation that a kernel may use, as WGSL defines it."""
