// Refused under profile `reference` alone.
@group(0) @binding(0) var<storage, read_write> words: array<u32>;

var<private> state: u32 = 1u;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    state = state * 747796405u + id.x;
    words[id.x] = state;
}
