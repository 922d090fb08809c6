// What is below `low` becomes `low`, what is above `high` becomes `high`.

struct Parameters {
    count: u32,
    row: u32,
    low: i32,
    high: i32,
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
    let low = number(parameters.low);
    let high = number(parameters.high);
    let raised = select(values[index], low, below(values[index], low));
    result[index] = select(raised, high, below(high, raised));
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
