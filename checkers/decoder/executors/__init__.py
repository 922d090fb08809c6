"""What runs WGSL kernels: an interpreter, an adapter that wgpu finds, a browser."""
