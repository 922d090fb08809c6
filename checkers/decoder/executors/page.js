// Runs programs of dispatches on the browser's WebGPU device. Evaluated once in a page; `waiLint` is what it leaves.
globalThis.waiLint = (() => {
  let device;
  let lost;
  const pipelines = new Map();
  // What the next program begins with, where that is not zero; what the last one left.
  let given = [];
  let left = [];
  const limits = [
    'maxBufferSize',
    'maxStorageBufferBindingSize',
    'maxStorageBuffersPerShaderStage',
    'maxComputeWorkgroupStorageSize',
    'maxComputeInvocationsPerWorkgroup',
    'maxComputeWorkgroupSizeX',
    'maxComputeWorkgroupSizeY',
    'maxComputeWorkgroupSizeZ',
  ];

  async function open() {
    if (!navigator.gpu) return { absent: 'navigator.gpu is undefined' };
    if (!Uint8Array.fromBase64) return { absent: 'Uint8Array.fromBase64 is undefined, which Chromium has from 140 on' };
    const adapter = await navigator.gpu.requestAdapter({ powerPreference: 'high-performance' });
    if (!adapter) return { absent: 'requestAdapter gives null' };
    const requiredLimits = Object.fromEntries(limits.map((name) => [name, adapter.limits[name]]));
    device = await adapter.requestDevice({ requiredLimits });
    device.lost.then((information) => { lost = information.message || information.reason; });
    const { vendor, architecture, device: name, description, driver, backend } = adapter.info;
    return { vendor, architecture, device: name, description, driver: driver ?? '', backend: backend ?? '' };
  }

  // A module that does not compile says where; a pipeline built of it would say only that it is invalid.
  async function pipelineOf({ module: code, entryPoint, layout }) {
    const key = JSON.stringify([code, entryPoint, layout]);
    if (!pipelines.has(key)) {
      const module = device.createShaderModule({ code });
      const { messages } = await module.getCompilationInfo();
      const wrong = messages.filter(({ type }) => type === 'error');
      if (wrong.length) throw Error(wrong.map((m) => `${m.lineNum}:${m.linePos}: ${m.message}`).join('\n'));
      const entries = layout.map(([binding, type]) => ({ binding, visibility: GPUShaderStage.COMPUTE, buffer: { type } }));
      const group = device.createBindGroupLayout({ entries });
      const pipeline = await device.createComputePipelineAsync({
        layout: device.createPipelineLayout({ bindGroupLayouts: [group] }),
        compute: { module, entryPoint },
      });
      pipelines.set(key, { pipeline, group });
    }
    return pipelines.get(key);
  }

  // Messages have bounds, and buffers may be larger: they come and go in parts.
  function give(parts) {
    for (const [index, offset, base64] of parts) (given[index] ??= []).push([offset, Uint8Array.fromBase64(base64)]);
  }

  function take(parts) {
    return parts.map(([number, start, end]) => left[number].subarray(start, end).toBase64());
  }

  async function execute(program) {
    try {
      left = await run(program);
    } finally {
      given = [];
    }
  }

  async function run({ sizes, uniforms, dispatches, reads }) {
    if (lost !== undefined) throw Error(`the device was lost: ${lost}`);
    const steps = [];
    for (const dispatch of dispatches) steps.push({ ...dispatch, ...(await pipelineOf(dispatch)) });
    device.pushErrorScope('validation');
    device.pushErrorScope('out-of-memory');
    const held = sizes.map((size, index) => {
      const kind = GPUBufferUsage.STORAGE | (uniforms.includes(index) ? GPUBufferUsage.UNIFORM : 0);
      const usage = kind | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
      const buffer = device.createBuffer({ size, usage });
      for (const [offset, bytes] of given[index] ?? []) device.queue.writeBuffer(buffer, offset, bytes);
      return buffer;
    });
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    for (const { pipeline, group, bindings, workgroups } of steps) {
      const entries = bindings.map(([binding, index]) => ({ binding, resource: { buffer: held[index] } }));
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, device.createBindGroup({ layout: group, entries }));
      pass.dispatchWorkgroups(...workgroups);
    }
    pass.end();
    const copies = reads.map((index) => {
      const { size } = held[index];
      const copy = device.createBuffer({ size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
      encoder.copyBufferToBuffer(held[index], 0, copy, 0, size);
      return copy;
    });
    device.queue.submit([encoder.finish()]);
    const refusals = [await device.popErrorScope(), await device.popErrorScope()].filter((error) => error !== null);
    if (refusals.length) throw Error(refusals[0].message);
    const results = [];
    for (const copy of copies) {
      await copy.mapAsync(GPUMapMode.READ);
      results.push(new Uint8Array(copy.getMappedRange()).slice());
    }
    for (const buffer of [...held, ...copies]) buffer.destroy();
    return results;
  }

  return { open, give, execute, take };
})();
