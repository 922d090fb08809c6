@group(0) @binding(0) var<storage, read> amounts: array<u32>;
@group(0) @binding(1) var<storage, read_write> words: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let amount = amounts[id.x] % 32u;
    words[id.x] >>= amount;
    words[id.x] |= 1u << min(amounts[id.x], 31u);
}
