// Times naga-wasm and wgsl_reflect on the modules of a folder: `node peers.mjs NODE_MODULES FOLDER ROUNDS`, a JSON line each.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, folder, rounds] = process.argv.slice(2);
const load = (...parts) => import(pathToFileURL(join(modules, ...parts)).href);
const version = (name) => JSON.parse(readFileSync(join(modules, name, "package.json"), "utf8")).version;
const texts = readdirSync(folder).sort().map((name) => readFileSync(join(folder, name), "utf8"));

function best(name, run) {
  let seconds = Infinity;
  let refused = 0;
  for (let round = 0; round < Number(rounds); round++) {
    refused = 0;
    const began = performance.now();
    for (const text of texts) {
      try {
        run(text);
      } catch {
        refused++;
      }
    }
    seconds = Math.min(seconds, (performance.now() - began) / 1000);
  }
  process.stdout.write(`${JSON.stringify({ name, version: version(name), seconds, refused })}\n`);
}

const naga = await load("naga-wasm", "dist", "node.js");
best("naga-wasm", (text) => {
  const module = naga.parseWgsl(text);
  try {
    naga.validate(module).free();
  } finally {
    module.free();
  }
});
// It writes what it refuses to the console.
console.error = console.warn = () => {};
const { WgslReflect } = await load("wgsl_reflect", "wgsl_reflect.module.js");
best("wgsl_reflect", (text) => new WgslReflect(text));
