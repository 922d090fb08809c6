@group(0) @binding(0) var<storage, read> words: array<u32>;
@group(0) @binding(1) var<storage, read_write> products: array<vec2<u32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let product = u64(words[id.x]) * u64(words[id.x + 1u]);
    products[id.x] = vec2(u32(product), u32(product >> 31u));
}
