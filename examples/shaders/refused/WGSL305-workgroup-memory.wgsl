@group(0) @binding(0) var<storage, read_write> words: array<u32>;

var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32) {
    tile[index] = words[index];
    words[index] = tile[index] + 1u;
}
