struct Range {
    low: i32,
    high: i32,
}

@group(0) @binding(0) var<uniform> range: Range;
@group(0) @binding(1) var<storage, read_write> samples: array<i32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    samples[id.x] = clamp(samples[id.x], range.low, range.high);
}
