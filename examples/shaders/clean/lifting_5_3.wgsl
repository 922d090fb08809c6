// One level of the inverse 5/3 lifting wavelet along rows, reversible in integers. Each invocation writes one sample and
// recomputes the even neighbours it needs, so that none reads what another writes.

struct Row {
    width: u32, // at least 2, even
    height: u32,
}

@group(0) @binding(0) var<uniform> row: Row;
@group(0) @binding(1) var<storage, read> bands: array<i32>; // per row: the low band, then the high band
@group(0) @binding(2) var<storage, read_write> samples: array<i32>;

fn low(base: u32, i: i32) -> i32 {
    let last = i32(row.width / 2u) - 1;
    return bands[base + u32(min(max(i, 0), last))];
}

fn high(base: u32, i: i32) -> i32 {
    let count = i32(row.width / 2u);
    return bands[base + u32(count + min(max(i, 0), count - 1))];
}

fn even(base: u32, i: i32) -> i32 {
    return low(base, i) - ((high(base, i - 1) + high(base, i) + 2) >> 2u);
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let at = id.xy;
    if any(at >= vec2(row.width, row.height)) {
        return;
    }
    let base = at.y * row.width;
    let i = i32(at.x >> 1u);
    var sample = even(base, i);
    if (at.x & 1u) == 1u {
        let next = even(base, min(i + 1, i32(row.width / 2u) - 1));
        sample = high(base, i) + ((sample + next) >> 1u);
    }
    samples[base + at.x] = sample;
}
