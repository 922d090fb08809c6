// (x * m + 2^(s - 1)) >> s per channel, floor shift, through a 64-bit product built from two 32-bit words, then to i8 range.
// A value that leaves the range it declares sets a flag: `atomicOr` alone, its result unused, is order-free.

struct Channel {
    multiplier: u32, // below 2^31
    shift: u32, // 1 to 31
}

struct Parameters {
    count: u32,
    plane: u32,
    low: i32,
    high: i32,
}

@group(0) @binding(0) var<uniform> parameters: Parameters;
@group(0) @binding(1) var<storage, read> channels: array<Channel>;
@group(0) @binding(2) var<storage, read> sums: array<i32>;
@group(0) @binding(3) var<storage, read_write> values: array<i32>;
@group(0) @binding(4) var<storage, read_write> left_range: atomic<u32>;

// A 64-bit word: x is the low half, y the high half.
alias Wide = vec2<u32>;

fn add(a: Wide, b: Wide) -> Wide {
    let low = a.x + b.x;
    return Wide(low, a.y + b.y + u32(low < a.x));
}

fn negate(a: Wide) -> Wide {
    return add(~a, Wide(1u, 0u));
}

// The whole product of two 32-bit words, from four of 16 bits.
fn multiply(a: u32, b: u32) -> Wide {
    let low = (a & 0xffffu) * (b & 0xffffu);
    let high = (a >> 16u) * (b >> 16u);
    let first = (a >> 16u) * (b & 0xffffu);
    let second = (a & 0xffffu) * (b >> 16u);
    let sum = add(Wide(low, high), Wide(first << 16u, first >> 16u));
    return add(sum, Wide(second << 16u, second >> 16u));
}

// Arithmetic shift right by 1 to 31.
fn shift_right(a: Wide, amount: u32) -> Wide {
    let s = amount & 31u;
    let from_high = a.y << ((32u - s) & 31u);
    let high = bitcast<u32>(bitcast<i32>(a.y) >> s);
    return Wide((a.x >> s) | from_high, high);
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let index = id.x;
    if index >= parameters.count {
        return;
    }
    let channel = channels[index / parameters.plane];
    let sum = sums[index];
    var product = multiply(u32(abs(sum)), channel.multiplier);
    if sum < 0 {
        product = negate(product);
    }
    let half = Wide(1u << ((channel.shift - 1u) & 31u), 0u);
    let scaled = shift_right(add(product, half), channel.shift);
    let value = bitcast<i32>(scaled.x);
    if value < parameters.low || value > parameters.high {
        atomicOr(&left_range, 1u);
    }
    values[index] = clamp(value, -128, 127);
}
