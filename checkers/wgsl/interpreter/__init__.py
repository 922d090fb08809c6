"""WGSL compute shaders run on NumPy: the typed IR of a module, all invocations of a block at once under masks.

Integers and bool only, exactly as WGSL defines them; a module that needs anything else is refused. Each scalar is an
array of one element where it is the same for every invocation of the block, and else of one element an invocation.
"""
