"""naga, run from its WebAssembly build: what it says of a WGSL module, and what it translates it into."""
