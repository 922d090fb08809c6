// The gain is not used, and yet it is a float in the module.
struct Parameters {
    count: u32,
    gain: f32,
}

@group(0) @binding(0) var<uniform> parameters: Parameters;
@group(0) @binding(1) var<storage, read_write> words: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x < parameters.count {
        words[id.x] += 1u;
    }
}
