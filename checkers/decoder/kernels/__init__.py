"""WGSL compute kernels of the graphs' operators, and the 64-bit arithmetic that they are built from."""
