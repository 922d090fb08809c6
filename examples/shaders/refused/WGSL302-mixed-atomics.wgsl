struct Flags {
    seen: atomic<u32>,
    counts: array<atomic<u32>, 8>,
}

@group(0) @binding(0) var<storage, read> words: array<u32>;
@group(0) @binding(1) var<storage, read_write> flags: Flags;

fn count(p: ptr<storage, array<atomic<u32>, 8>, read_write>, word: u32) {
    atomicAdd(&p[word & 7u], 1u);
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let word = words[id.x];
    atomicOr(&flags.seen, word);
    count(&flags.counts, word);
    atomicMax(&flags.counts[0], word);
}
