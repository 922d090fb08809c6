// Runs programs of kernels on wgsl_reflect's interpreter: `node decoder_peer.mjs NODE_MODULES PROGRAMS SECONDS BUDGET`, where each line of the file is
// a program as JSON: {buffers, uniforms, dispatches: [{module, entryPoint, workgroups, bindings}], reads}, its buffers arrays of words.
// Answers each with a line: {seconds, results}, {refused}, or {late: true} when it has not ended after SECONDS,
// or would begin after BUDGET seconds. Ends when its standard input does: with the process that holds the other end.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";

async function run(modules, { buffers, uniforms, dispatches, reads }) {
  const { WgslExec, WgslParser } = await import(pathToFileURL(join(modules, "wgsl_reflect", "wgsl_reflect.module.js")).href);
  // It writes what it cannot do to the console, and goes on.
  const complaints = [];
  console.error = console.warn = (...words) => complaints.push(words.join(" "));
  const held = buffers.map((words) => Uint32Array.from(words));
  const began = performance.now();
  for (const { module, entryPoint, workgroups, bindings } of dispatches) {
    const executor = new WgslExec(new WgslParser().parse(module));
    const group = Object.fromEntries(
      bindings.map(([binding, index]) => [binding, uniforms.includes(index) ? { uniform: held[index] } : held[index]]),
    );
    executor.dispatchWorkgroups(entryPoint, workgroups, { 0: group });
  }
  const seconds = (performance.now() - began) / 1000;
  return complaints.length ? { refused: complaints[0] } : { seconds, results: reads.map((index) => Array.from(held[index])) };
}

function bounded(modules, program, seconds) {
  return new Promise((resolve) => {
    const worker = new Worker(fileURLToPath(import.meta.url), { workerData: { modules, program } });
    const answer = (document) => {
      clearTimeout(timer);
      worker.terminate().then(() => resolve(document));
    };
    const timer = setTimeout(() => answer({ late: true }), seconds * 1000);
    worker.once("message", answer);
    worker.once("error", (error) => answer({ refused: String(error) }));
  });
}

if (isMainThread) {
  const [modules, programs, seconds, budget] = process.argv.slice(2);
  process.stdin.on("end", () => process.exit(1)).resume();
  const until = performance.now() + 1000 * Number(budget);
  for (const line of readFileSync(programs, "utf8").split("\n").filter(Boolean)) {
    const left = Math.min(Number(seconds), (until - performance.now()) / 1000);
    const made = left > 0 ? await bounded(modules, JSON.parse(line), left) : { late: true };
    process.stdout.write(`${JSON.stringify(made)}\n`);
  }
  process.exit(0);
} else {
  try {
    parentPort.postMessage(await run(workerData.modules, workerData.program));
  } catch (error) {
    parentPort.postMessage({ refused: String(error) });
  }
}
