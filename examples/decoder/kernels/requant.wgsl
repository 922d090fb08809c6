// (x * multiplier + 2^(shift - 1)) >> shift, a floor, by channel; the product has 64 bits at either width.

struct Parameters {
    count: u32,
    row: u32,
    plane: u32,
    channels: u32,
}

@group(0) @binding(0) var<uniform> parameters: Parameters;
@group(0) @binding(1) var<storage, read> values: array<Number>;
@group(0) @binding(2) var<storage, read> multiplier: array<i32>;
@group(0) @binding(3) var<storage, read> shift: array<i32>;
@group(0) @binding(4) var<storage, read_write> result: array<Number>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let index = id.y * parameters.row + id.x;
    if index >= parameters.count {
        return;
    }
    let channel = index / parameters.plane % parameters.channels;
    let amount = bitcast<u32>(shift[channel]);
    result[index] = from_wide(wide_requantise(to_wide(values[index]), multiplier[channel], amount));
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

// Elements of one word in arithmetic of two.

fn to_wide(a: Number) -> Wide {
    return widen(a);
}

fn from_wide(a: Wide) -> Number {
    return bitcast<i32>(a.x);
}

// 64-bit integers in two's complement from two 32-bit words. Sums, differences and products are modulo 2^64.

// x is the low word, y the high one.
alias Wide = vec2<u32>;

fn widen(value: i32) -> Wide {
    return Wide(bitcast<u32>(value), bitcast<u32>(value >> 31u));
}

fn wide_negative(a: Wide) -> bool {
    return (a.y >> 31u) != 0u;
}

fn wide_add(a: Wide, b: Wide) -> Wide {
    let low = a.x + b.x;
    return Wide(low, a.y + b.y + u32(low < a.x));
}

fn wide_subtract(a: Wide, b: Wide) -> Wide {
    return Wide(a.x - b.x, a.y - b.y - u32(a.x < b.x));
}

fn wide_negate(a: Wide) -> Wide {
    return wide_subtract(Wide(0u, 0u), a);
}

fn wide_less_unsigned(a: Wide, b: Wide) -> bool {
    return a.y < b.y || (a.y == b.y && a.x < b.x);
}

fn wide_less(a: Wide, b: Wide) -> bool {
    let a_high = bitcast<i32>(a.y);
    let b_high = bitcast<i32>(b.y);
    return a_high < b_high || (a_high == b_high && a.x < b.x);
}

// The whole product of two unsigned words, from four products of 16 bits.
fn word_product(a: u32, b: u32) -> Wide {
    let low = (a & 0xffffu) * (b & 0xffffu);
    let first = (a >> 16u) * (b & 0xffffu);
    let second = (a & 0xffffu) * (b >> 16u);
    let middle = (low >> 16u) + (first & 0xffffu) + (second & 0xffffu);
    let high = (a >> 16u) * (b >> 16u) + (first >> 16u) + (second >> 16u) + (middle >> 16u);
    return Wide((middle << 16u) | (low & 0xffffu), high);
}

fn wide_multiply(a: Wide, b: Wide) -> Wide {
    let product = word_product(a.x, b.x);
    return Wide(product.x, product.y + a.x * b.y + a.y * b.x);
}

// By 0 to 63.
fn wide_shift_left(a: Wide, amount: u32) -> Wide {
    if amount == 0u {
        return a;
    }
    if amount >= 32u {
        return Wide(0u, a.x << (amount & 31u));
    }
    return Wide(a.x << (amount & 31u), (a.y << (amount & 31u)) | (a.x >> ((32u - amount) & 31u)));
}

// By 0 to 63, the sign shifted in.
fn wide_shift_right(a: Wide, amount: u32) -> Wide {
    if amount == 0u {
        return a;
    }
    let high = bitcast<i32>(a.y);
    if amount >= 32u {
        return widen(high >> (amount & 31u));
    }
    return Wide((a.x >> (amount & 31u)) | (a.y << ((32u - amount) & 31u)), bitcast<u32>(high >> (amount & 31u)));
}

// (value * multiplier + 2^(shift - 1)) >> shift, a floor; shift is 1 to 62.
fn wide_requantise(value: Wide, multiplier: i32, shift: u32) -> Wide {
    let half = wide_shift_left(Wide(1u, 0u), shift - 1u);
    return wide_shift_right(wide_add(wide_multiply(value, widen(multiplier)), half), shift);
}

// The largest r with r * r <= n, n unsigned.
fn wide_root(n: Wide) -> u32 {
    var root = 0u;
    for (var bit = 0x80000000u; bit != 0u; bit >>= 1u) {
        let candidate = root | bit;
        if !wide_less_unsigned(n, word_product(candidate, candidate)) {
            root = candidate;
        }
    }
    return root;
}

// a / divisor, rounded down; a is signed, the divisor at least 1.
fn wide_floor_divide(a: Wide, divisor: u32) -> Wide {
    var magnitude = a;
    if wide_negative(a) {
        magnitude = wide_negate(a);
    }
    var remainder = magnitude.y % divisor;
    var low = 0u;
    for (var bit = 0x80000000u; bit != 0u; bit >>= 1u) {
        let carry = remainder >> 31u;
        remainder = (remainder << 1u) | u32((magnitude.x & bit) != 0u);
        if carry != 0u || remainder >= divisor {
            remainder -= divisor;
            low |= bit;
        }
    }
    let quotient = Wide(low, magnitude.y / divisor);
    if !wide_negative(a) {
        return quotient;
    }
    return wide_subtract(wide_negate(quotient), Wide(u32(remainder != 0u), 0u));
}
