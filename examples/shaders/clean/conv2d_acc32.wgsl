// A 2-D convolution over i8 weights packed four to a word, with sums that fit 32 bits ("acc32").
// Layout: activations CHW as i32 words, weights OIHW as packed i8. One invocation writes one output word.

struct Shape {
    in_channels: u32,
    in_height: u32,
    in_width: u32,
    out_channels: u32,
    out_height: u32,
    out_width: u32,
    kernel: u32,
    stride: u32,
    padding: i32,
}

@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> activations: array<i32>;
@group(0) @binding(2) var<storage, read> weights: array<u32>;
@group(0) @binding(3) var<storage, read> bias: array<i32>;
@group(0) @binding(4) var<storage, read_write> sums: array<i32>;

// The i-th of the packed bytes, its sign extended.
fn weight(i: u32) -> i32 {
    let word = bitcast<i32>(weights[i / 4u]);
    return extractBits(word, (i % 4u) * 8u, 8u);
}

// A value of the input, 0 in the padding around it.
fn activation(channel: u32, y: i32, x: i32) -> i32 {
    if y < 0 || x < 0 || y >= i32(shape.in_height) || x >= i32(shape.in_width) {
        return 0;
    }
    return activations[(channel * shape.in_height + u32(y)) * shape.in_width + u32(x)];
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let plane = shape.out_height * shape.out_width;
    let index = id.x;
    if index >= shape.out_channels * plane {
        return;
    }
    let channel = index / plane;
    let row = i32(index % plane / shape.out_width * shape.stride) - shape.padding;
    let column = i32(index % shape.out_width * shape.stride) - shape.padding;

    var sum = bias[channel];
    var at = channel * shape.in_channels * shape.kernel * shape.kernel;
    for (var c = 0u; c < shape.in_channels; c++) {
        for (var y = 0u; y < shape.kernel; y++) {
            for (var x = 0u; x < shape.kernel; x++) {
                sum += weight(at) * activation(c, row + i32(y), column + i32(x));
                at++;
            }
        }
    }
    sums[index] = sum;
}
