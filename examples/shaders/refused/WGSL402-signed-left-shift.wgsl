@group(0) @binding(0) var<storage, read_write> samples: array<i32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let sample = samples[id.x];
    samples[id.x] = (sample << 8u) - sample;
}
