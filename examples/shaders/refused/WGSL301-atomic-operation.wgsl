@group(0) @binding(0) var<storage, read> words: array<u32>;
@group(0) @binding(1) var<storage, read_write> last: atomic<u32>;
@group(0) @binding(2) var<storage, read_write> parity: atomic<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    atomicStore(&last, words[id.x]);
    atomicXor(&parity, words[id.x]);
}
