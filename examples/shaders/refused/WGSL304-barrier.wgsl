@group(0) @binding(0) var<storage, read_write> words: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32) {
    words[index] *= 3u;
    storageBarrier();
    words[index + 64u] = words[63u - index];
}
