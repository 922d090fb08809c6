// Depth to space by blocks of two, a value looked up on the way: each output word is one invocation's own.

struct Shape {
    channels: u32,
    size: vec2<u32>, // of the input, width then height
}

@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<uniform> table: array<vec4<i32>, 64>;
@group(0) @binding(2) var<storage, read> input: array<u32>;
@group(0) @binding(3) var<storage, read_write> output: array<i32>;

fn looked_up(value: u32) -> i32 {
    let entry = value & 0xffu;
    return table[entry >> 2u][entry & 3u];
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let out_size = shape.size * 2u;
    let plane = out_size.x * out_size.y;
    if id.x >= shape.channels * plane {
        return;
    }
    let channel = id.x / plane;
    let at = vec2(id.x % out_size.x, id.x % plane / out_size.x);
    let within = at & vec2(1u);
    let source_channel = channel * 4u + within.y * 2u + within.x;
    let source = at >> vec2(1u);
    let value = input[(source_channel * shape.size.y + source.y) * shape.size.x + source.x];
    output[id.x] = looked_up(value);
}
