struct Flags {
    seen: atomic<u32>,
    counts: array<atomic<u32>, 8>,
}

@group(0) @binding(0) var<storage, read> words: array<u32>;
@group(0) @binding(1) var<storage, read_write> flags: Flags;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let word = words[id.x];
    atomicOr(&flags.seen, word);
    let counts = &flags.counts;
    atomicAdd(&counts[word & 7u], 1u);
    atomicMax(&flags.counts[0], word);
}
