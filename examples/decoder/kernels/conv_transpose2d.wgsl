// A transposed 2-D convolution, gathered: activations NCHW, weights OIHW. The input element at y reaches the output
// elements y * stride - padding + v. One invocation computes one output element.

struct Parameters {
    count: u32,
    row: u32,
    in_channels: u32,
    in_height: u32,
    in_width: u32,
    out_channels: u32,
    out_height: u32,
    out_width: u32,
    kernel_height: u32,
    kernel_width: u32,
    stride: u32,
    padding: u32,
}

@group(0) @binding(0) var<uniform> parameters: Parameters;
@group(0) @binding(1) var<storage, read> values: array<Number>;
@group(0) @binding(2) var<storage, read> weight: array<i32>;
@group(0) @binding(3) var<storage, read> bias: array<i32>;
@group(0) @binding(4) var<storage, read_write> result: array<Number>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let index = id.y * parameters.row + id.x;
    if index >= parameters.count {
        return;
    }
    let plane = parameters.in_height * parameters.in_width;
    let area = parameters.kernel_height * parameters.kernel_width;
    let out_plane = parameters.out_height * parameters.out_width;
    let channel = index / out_plane % parameters.out_channels;
    let image = index / (out_plane * parameters.out_channels) * parameters.in_channels * plane;
    let bottom = index % out_plane / parameters.out_width + parameters.padding;
    let right = index % parameters.out_width + parameters.padding;

    var sum = number(bias[channel]);
    for (var v = bottom % parameters.stride; v < parameters.kernel_height; v += parameters.stride) {
        // Before the first row, bottom - v wraps: divided by a stride of at most 64 it is still larger than any side.
        let y = (bottom - v) / parameters.stride;
        if y >= parameters.in_height {
            continue;
        }
        for (var u = right % parameters.stride; u < parameters.kernel_width; u += parameters.stride) {
            let x = (right - u) / parameters.stride;
            if x >= parameters.in_width {
                continue;
            }
            var at = image + y * parameters.in_width + x;
            var factor = channel * parameters.in_channels * area + v * parameters.kernel_width + u;
            for (var c = 0u; c < parameters.in_channels; c++) {
                sum = plus(sum, scaled(values[at], weight[factor]));
                at += plane;
                factor += area;
            }
        }
    }
    result[index] = sum;
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
