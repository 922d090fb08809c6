// Planar samples in 8.8 fixed point, rounded, limited to 8 bits and packed as RGBA, one pixel to a word.

override WIDTH: u32 = 64u;
override HEIGHT: u32 = 64u;

@group(0) @binding(0) var<storage, read> planes: array<i32>;
@group(0) @binding(1) var<storage, read_write> pixels: array<u32>;

fn to_byte(sample: i32) -> u32 {
    let rounded = (sample + 128) >> 8u;
    return bitcast<u32>(clamp(rounded, 0, 255));
}

@compute @workgroup_size(8, 8, 1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x >= WIDTH || id.y >= HEIGHT {
        return;
    }
    let at = id.y * WIDTH + id.x;
    var pixel = 0xff000000u;
    for (var plane = 0u; plane < 3u; plane++) {
        let byte = to_byte(planes[plane * WIDTH * HEIGHT + at]);
        pixel |= byte << ((plane * 8u) & 31u);
    }
    pixels[at] = pixel;
}
