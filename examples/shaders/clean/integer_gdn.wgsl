// Integer divisive normalisation: x * m / isqrt(beta + sum of gamma * x^2), every division a floor, over the channels of a pixel.

struct Norm {
    channels: u32,
    plane: u32,
    multiplier: i32,
}

@group(0) @binding(0) var<uniform> norm: Norm;
@group(0) @binding(1) var<storage, read> values: array<i32>;
@group(0) @binding(2) var<storage, read> beta: array<u32>;
@group(0) @binding(3) var<storage, read> gamma: array<u32>;
@group(0) @binding(4) var<storage, read_write> normalised: array<i32>;

// The largest r with r * r <= n, bit by bit.
fn isqrt(n: u32) -> u32 {
    var rest = n;
    var root = 0u;
    var bit = 1u << 30u;
    while bit > rest {
        bit >>= 2u;
    }
    while bit != 0u {
        if rest >= root + bit {
            rest -= root + bit;
            root = (root >> 1u) + bit;
        } else {
            root >>= 1u;
        }
        bit >>= 2u;
    }
    return root;
}

fn floor_divide(a: i32, b: i32) -> i32 {
    let quotient = a / b;
    let inexact = a % b != 0 && (a < 0) != (b < 0);
    return quotient - select(0, 1, inexact);
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let index = id.x;
    if index >= norm.channels * norm.plane {
        return;
    }
    let channel = index / norm.plane;
    let pixel = index % norm.plane;
    var energy = beta[channel];
    for (var c = 0u; c < norm.channels; c++) {
        let x = u32(abs(values[c * norm.plane + pixel]));
        energy += gamma[channel * norm.channels + c] * x * x;
    }
    let root = max(isqrt(energy), 1u);
    normalised[index] = floor_divide(values[index] * norm.multiplier, bitcast<i32>(root));
}
