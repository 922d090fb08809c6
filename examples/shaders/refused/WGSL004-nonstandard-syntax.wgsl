@group(0) @binding(0) var<storage, read> halves: array<vec2<u32>>;
@group(0) @binding(1) var<storage, read_write> words: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let half = halves[id.x];
    words[id.x] = half.x | half.y << 16u;
}
