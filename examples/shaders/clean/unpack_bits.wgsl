// Fields of 1 to 32 bits, packed back to back from the low bits up, unpacked to one word each, with a zigzag code undone.

struct Stream {
    count: u32,
    width: u32,
}

@group(0) @binding(0) var<storage, read> stream: Stream;
@group(0) @binding(1) var<storage, read> bits: array<u32>;
@group(0) @binding(2) var<storage, read_write> fields: array<i32>;

const WORD = 32u;

fn field(at: u32, width: u32) -> u32 {
    let word = at / WORD;
    let offset = at % WORD;
    let first = min(width, WORD - offset);
    let low = extractBits(bits[word], offset, first);
    if first == width {
        return low;
    }
    let high = extractBits(bits[word + 1u], 0u, width - first);
    return insertBits(low, high, first, width - first);
}

fn zigzag(code: u32) -> i32 {
    return bitcast<i32>((code >> 1u) ^ (~(code & 1u) + 1u));
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x < stream.count {
        fields[id.x] = zigzag(field(id.x * stream.width, stream.width));
    }
}
