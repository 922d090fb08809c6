// Channels laid out in blocks: channel (c * block + dy) * block + dx goes to channel c
// at (y * block + dy, x * block + dx).

struct Parameters {
    count: u32,
    row: u32,
    block: u32,
    out_channels: u32,
    out_height: u32,
    out_width: u32,
}

@group(0) @binding(0) var<uniform> parameters: Parameters;
@group(0) @binding(1) var<storage, read> values: array<Number>;
@group(0) @binding(2) var<storage, read_write> result: array<Number>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let index = id.y * parameters.row + id.x;
    if index >= parameters.count {
        return;
    }
    let block = parameters.block;
    let x = index % parameters.out_width;
    let y = index / parameters.out_width % parameters.out_height;
    // The channel of all pictures, counted through.
    let channel = index / (parameters.out_width * parameters.out_height);
    let source = (channel * block + y % block) * block + x % block;
    let width = parameters.out_width / block;
    let height = parameters.out_height / block;
    result[index] = values[(source * height + y / block) * width + x / block];
}

// What a tensor holds at acc32: an element is one word.

alias Number = i32;

fn number(value: i32) -> Number {
    return value;
}

fn plus(a: Number, b: Number) -> Number {
    return a + b;
}

fn times(a: Number, b: Number) -> Number {
    return a * b;
}

fn scaled(a: Number, factor: i32) -> Number {
    return a * factor;
}

fn below(a: Number, b: Number) -> bool {
    return a < b;
}

fn low_word(a: Number) -> u32 {
    return bitcast<u32>(a);
}
